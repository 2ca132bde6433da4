/* Nobody knows the zone of whoever only watches: their browser does. Without scripts it stays UTC. */
"use strict";

for (const time of document.querySelectorAll("time[data-local]")) {
  const [instant, language] = [new Date(time.dateTime), document.documentElement.lang];
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  if (Number.isNaN(instant.getTime()) || !zone || zone === "UTC") continue;
  const part = (options) => new Intl.DateTimeFormat(language, { timeZone: zone, ...options });
  const day = part({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const hour = part({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const offset = part({ timeZoneName: "longOffset" })
    .formatToParts(instant)
    .find((found) => found.type === "timeZoneName");
  const shown = offset ? `, ${offset.value.replace("GMT", "UTC")}` : "";
  time.textContent = `${day.format(instant)}, ${hour.format(instant)} (${zone}${shown})`;
}
