/* Looking back without loading the page anew: arrow keys, a range to pull, and play. All of it
   only follows the links of the page, so that it cannot show anything that they do not. */
"use strict";

let playing = 0;
let wanted = 0;

const find = (selector) => document.querySelector(selector);

async function show(address) {
  const turn = ++wanted;
  const text = await fetch(address).then((answer) => answer.text())
    .catch((error) => { if (turn === wanted) throw error; });
  if (turn !== wanted) return; // another turn was asked for meanwhile
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.querySelector(".scrubber")) return location.assign(address);
  const at = document.activeElement || document.body;
  const held = at.matches(".scrub-play button") ? ".scrub-play button" : at.dataset.key ? `[data-key="${at.dataset.key}"]` : at.name ? `[name="${at.name}"]` : "";
  const folded = new Set([...document.querySelectorAll("details.seat:not([open]) .seat-name")].map((name) => name.textContent));
  find("#main").replaceWith(page.querySelector("#main"));
  for (const seat of document.querySelectorAll("details.seat")) {
    if (folded.has(seat.querySelector(".seat-name").textContent)) seat.open = false;
  }
  document.title = page.title;
  history.replaceState(null, "", address);
  ready();
  if (held) (find(`.scrubber ${held}`) || find(".scrub a[href]"))?.focus({ preventScroll: true });
}

// Where the site cannot be reached, the browser says so, as it does for a link.
const go = (address) => show(address).catch(() => location.assign(address));

function step(key) {
  const link = find(`.scrub a[data-key="${key}"]`);
  if (link) go(link.href);
  return link;
}

/* The next step begins when this one is shown: on a slow line each would overtake the one before,
   and none would ever be seen. */
async function forward() {
  const link = find('.scrub a[data-key="ArrowRight"]'), run = playing;
  if (!link) return play(false);
  await show(link.href).catch(() => play(false));
  if (playing === run) playing = setTimeout(forward, 1500);
}

function play(on) {
  clearTimeout(playing);
  playing = on ? setTimeout(forward, 1500) : 0;
  const button = find(".scrub-play button");
  if (button) button.textContent = playing ? button.dataset.stop : button.dataset.play;
}

function ready() {
  find(".scrub-play").hidden = false;
  find(".scrub-form button").hidden = true;
  const button = find(".scrub-play button");
  button.textContent = playing ? button.dataset.stop : button.dataset.play;
  button.addEventListener("click", () => play(!playing));
  const form = find(".scrub-form");
  form.turn.addEventListener("change", () => { play(false); go(`${form.action}?turn=${form.turn.value}`); });
  for (const link of document.querySelectorAll(".scrub a[data-key]")) {
    link.addEventListener("click", (event) => { event.preventDefault(); play(false); go(link.href); });
  }
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && step(event.key)) { play(false); event.preventDefault(); }
});
ready();
