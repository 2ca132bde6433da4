/* A button that copies the link beside it; without scripts the link is there to be selected. */
"use strict";

for (const box of document.querySelectorAll(".share")) {
  const [field, button] = [box.querySelector("input"), box.querySelector("button")];
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  });
}
