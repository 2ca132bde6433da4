/* Finds out the browser's time zone and offers it; without it the select works alone. */
"use strict";

{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  for (const field of document.querySelectorAll("[data-browser-zone]")) {
    field.value = zone;
  }
  const select = document.querySelector("select[data-zone]");
  const offer = document.querySelector("[data-zone-offer]");
  const there = select && [...select.options].some((option) => option.value === zone);
  if (there && offer && select.value !== zone) {
    offer.querySelector("[data-zone-name]").textContent = zone;
    offer.hidden = false;
    offer.querySelector("button").addEventListener("click", () => {
      select.value = zone;
      offer.hidden = true;
    });
  }
}
