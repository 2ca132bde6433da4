/* Choosing on the board: what is chosen is said beside the button, and a legion moves by two
   clicks, itself and its new space. Every click only selects one of the form's own choices. */
"use strict";

const form = document.getElementById("order-form");
const said = form && form.querySelector(".chosen");
let lifted = null;

function say(...nodes) {
  said.replaceChildren(...nodes);
  said.hidden = nodes.length === 0;
}

function sayChosen() {
  const fieldset = form.querySelector("[data-pick]");
  if (fieldset) return say(fieldset.dataset.said.replace("%s", fieldset.querySelectorAll(":checked").length));
  const radio = form.querySelector('input[name="choice"]:checked');
  const text = radio && radio.parentElement.querySelector(".option-text");
  say(...(text ? [text.cloneNode(true)] : []));
}

/* A button over a space, named after it. */
function buttonOn(space, name, clicked) {
  const button = document.createElement("button");
  const label = space.querySelector(":scope > .hidden");
  button.type = "button";
  button.setAttribute("aria-label", name.replace("%s", label.textContent));
  button.append(space.querySelector(".icon").cloneNode(true));
  button.addEventListener("click", clicked);
  space.append(button);
  return button;
}

function letGo() {
  if (!lifted) return;
  lifted.space.classList.remove("is-lifted");
  lifted.space.querySelector("button").setAttribute("aria-pressed", "false");
  for (const button of lifted.landing) {
    button.parentElement.classList.remove("is-landing");
    button.remove();
  }
  form.classList.remove("is-lifting");
  lifted = null;
}

function land(radio) {
  const { space } = lifted;
  radio.checked = true;
  letGo();
  sayChosen();
  space.querySelector("button").focus({ preventScroll: true });
}

function lift(space) {
  const again = lifted && lifted.space === space;
  letGo();
  if (again) return sayChosen();
  lifted = { space, landing: [] };
  for (const radio of form.querySelectorAll(`[data-from="${space.dataset.lift}"]`)) {
    const target = radio.closest(".card-choice").querySelector(`.space[data-at="${radio.dataset.at}"]`);
    target.classList.add("is-landing");
    lifted.landing.push(buttonOn(target, form.dataset.land, () => land(radio)));
  }
  space.classList.add("is-lifted");
  space.querySelector("button").setAttribute("aria-pressed", "true");
  form.classList.add("is-lifting");
  say(form.dataset.lifted);
}

function ready() {
  const sources = form.querySelectorAll(".space[data-lift]");
  for (const space of sources) {
    buttonOn(space, form.dataset.lift, () => lift(space)).setAttribute("aria-pressed", "false");
    space.querySelector(":scope > .icon").remove();
  }
  const hint = form.querySelector("[data-hint]");
  if (hint && sources.length && form.querySelector(".is-pick")) hint.textContent = form.dataset.hint;
  form.addEventListener("change", () => { letGo(); sayChosen(); });
  form.addEventListener("click", (event) => {
    // A space that cannot be chosen says why, also where nothing hovers.
    const space = event.target.closest(".space[data-space]");
    if (space && !lifted && !event.target.closest("label, button, a")) say(space.title);
  });
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") { letGo(); sayChosen(); } });
  sayChosen();
}

if (form) ready();
