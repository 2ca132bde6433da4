/* The page renews itself: it asks for four short marks, ever more seldom, and not while hidden.
   Who is awaited, what is said and what is to be decided change in place; when the turn has gone on the page is loaded
   anew, unless something is half chosen or half typed: then it only says so. */
"use strict";

const here = document.getElementById("now");
const [FIRST, GROWTH, MOST] = [8000, 1.5, 120000];
let [wait, timer, asking, leaving] = [FIRST, 0, false, false];

function isHalfMade(field) {
  if (field.tagName === "SELECT") {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(first, 0);
  }
  if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== field.defaultValue;
}

/* A form that was refused stands as it was filled in, so its fields are as the page came. */
const halfMade = () => "posted" in here.dataset || document.querySelector(".is-lifting") !== null ||
  [...document.querySelectorAll("main :is(input, select, textarea)")].some(isHalfMade);

/* Take over these parts of a newer page, but none in which something is half made. */
function takeParts(page, ...ids) {
  for (const id of ids) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (!old || !fresh || old.innerHTML === fresh.innerHTML) continue;
    if ([...old.querySelectorAll("input")].some(isHalfMade)) continue;
    const unfolded = old.querySelector("details[open]") !== null;
    old.replaceChildren(...fresh.childNodes);
    if (unfolded) old.querySelector("details")?.setAttribute("open", "");
  }
}

function takeOver(page) {
  const newer = page.getElementById("now");
  if (!newer || newer.dataset.turn !== here.dataset.turn) return goOn(newer ? newer.dataset.turn : "");
  takeParts(page, "awaited", "awaited-all");
  takeTalk(page);
  takeVotes(page);
  here.dataset.orders = newer.dataset.orders;
  here.dataset.votes = newer.dataset.votes;
}

/* What is proposed is also told to whoever does not see it. */
function takeVotes(page) {
  const proposed = () => [...document.querySelectorAll("#decide h3")].map((each) => each.innerText);
  const before = proposed();
  takeParts(page, "decide", "ask-all");
  const fresh = proposed().filter((each) => !before.includes(each));
  if (fresh.length) document.getElementById("proposed").textContent = fresh.join(" ");
}

/* What somebody else says is also told to whoever does not see it. */
function takeTalk(page) {
  const last = () => [...document.querySelectorAll("#said > ol:last-child > li:last-child > :is(b, time, p:not(.small))")]
    .map((part) => part.innerText).join(" ");
  const before = last();
  takeParts(page, "said", "hear");
  if (before !== last() && !document.querySelector("#said li:last-child.is-own")) {
    document.getElementById("heard").textContent = last() || "";
  }
  const newer = page.getElementById("now");
  if (newer && here) here.dataset.talk = newer.dataset.talk;
}

/* The same turn never makes a page load twice. Gives whether to ask again: where an order is on its
   way, or a link was followed, loading the page anew would call that back. */
function goOn(turn) {
  if (leaving) return true;
  const again = sessionStorage.getItem(here.dataset.url) === turn;
  if (halfMade() || again) { here.hidden = false; return false; }
  sessionStorage.setItem(here.dataset.url, turn);
  location.reload();
  return false;
}

async function load(address, how) {
  const answer = await fetch(address, how);
  if (answer.status >= 500) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/* Ask once; gives whether there is anything to be asked again. */
async function ask() {
  const { turn, orders, talk, votes, etag } = here.dataset;
  const differs = (mine, its) => mine !== "" && mine !== its; // empty: this page shows none of it
  const answer = await fetch(here.dataset.url, { headers: etag ? { "If-None-Match": etag } : {} });
  if (answer.status === 404) return false;
  if (answer.status === 304) return true;
  if (!answer.ok) throw new Error(answer.status);
  const now = await answer.json();
  if (now.turn !== turn) return goOn(now.turn);
  if (now.orders !== orders || differs(talk, now.talk) || differs(votes, now.votes)) {
    wait = FIRST / GROWTH;
    takeOver(await load(here.dataset.page));
  }
  here.dataset.etag = answer.headers.get("ETag") || "";
  return here.hidden;
}

async function round() {
  if (asking || document.hidden) return;
  asking = true;
  let goes = true;
  try { goes = await ask(); wait = Math.min(wait * GROWTH, MOST); } catch { wait = Math.min(wait * 2, 2 * MOST); }
  asking = false;
  clearTimeout(timer);
  // Not all at the same moment.
  if (goes) timer = setTimeout(round, wait * (0.9 + Math.random() / 5));
}

if (here) {
  timer = setTimeout(round, wait);
  window.addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => { leaving = false; }, 20000); // it came to nothing, or was a download
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden && here.hidden) { wait = FIRST; round(); }
  });
}

function failed(form) {
  const said = document.createElement("p");
  said.className = "error";
  said.setAttribute("role", "alert");
  said.textContent = form.dataset.failed;
  form.prepend(said);
}

/* A message goes out without loading the page anew, so that a half-made order stays. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("#talk form[data-form=talk]")) return;
  event.preventDefault();
  const [button, sent] = [form.querySelector("button"), new URLSearchParams(new FormData(form))];
  form.querySelector(".error")?.remove();
  button.disabled = true;
  try {
    const page = await load(form.action, { method: "POST", body: sent });
    const refused = page.querySelector("#talk > .error");
    if (!page.getElementById("talk")) throw new Error("no longer this page");
    if (refused) form.prepend(refused);
    else { form.reset(); takeTalk(page); }
  } catch {
    failed(form);
  }
  button.disabled = false;
});
