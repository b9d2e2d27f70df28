// Keeps a tournament's page up to date while games are played. It asks how far the tournament is and, if there is news,
// for the page again, of which it shows the part that changes.

const QUICK = 2000, SLOW = 15000, LONGEST = 30000; // milliseconds between two questions
const MAX_QUIET = 40; // slow questions without news, after which it stops
const COST = 20; // the page is asked for at most a twentieth of the time
const TIMEOUT = 15000;
const PAUSED = "nobody is playing it now";

const bar = document.querySelector("[data-follow]");
const began = { time: Date.now(), games: 0 };
let last = ""; // the page's changing part as it was sent last
let wait = QUICK, quiet = 0, timer = 0, asking = false, isOver = false;

const content = () => document.querySelector("[data-content]");
const shown = () => Number(content().dataset.games);
const tell = (name, text) => {
  const place = bar.querySelector(`[data-${name}]`);
  if (place && place.textContent !== text) place.textContent = text;
};

async function ask(address) {
  const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT) });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer;
}

function showProgress(summary) {
  const progress = bar.querySelector("progress");
  if (progress) progress.value = summary.games;
  for (const count of document.querySelectorAll("[data-count]")) count.textContent = summary.games.toLocaleString("en");
  bar.querySelector("[data-live]").hidden = !summary.playing;
  tell("paused", quiet > 1 && !summary.playing ? PAUSED : "");
  tell("left", summary.playing ? timeLeft(summary) : "");
}

function timeLeft({ games, total }) {
  began.games ||= games;
  const seconds = (Date.now() - began.time) / 1000, played = games - began.games;
  if (seconds < 20 || played < 3 || total <= games) return "";
  const minutes = (((total - games) / played) * seconds) / 60;
  if (minutes < 1.5) return "about a minute left";
  return minutes < 90 ? `about ${Math.round(minutes)} minutes left` : `about ${Math.round(minutes / 60)} hours left`;
}

// The rows of a table glide to their new places, so that one sees who overtakes whom.
function places() {
  return new Map([...content().querySelectorAll("tr[data-key]")].map((row) => [row.dataset.key, row.offsetTop]));
}

function glide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of content().querySelectorAll("tr[data-key]")) {
    const rise = before.get(row.dataset.key) - row.offsetTop;
    if (rise) row.animate([{ transform: `translateY(${rise}px)` }, { transform: "none" }], { duration: 500, easing: "ease" });
  }
}

function replace(next) {
  const old = content(), before = places();
  const scrolled = [...old.querySelectorAll(".wide")].map((box) => [box.scrollLeft, box.scrollTop]);
  const opened = [...old.querySelectorAll("details")].map((one) => one.open);
  const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  old.replaceWith(document.adoptNode(next));
  next.querySelectorAll(".wide").forEach((box, number) => box.scrollTo(...(scrolled[number] ?? [0, 0])));
  next.querySelectorAll("details").forEach((one, number) => (one.open = opened[number] ?? one.open));
  if (focused) [...next.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
  glide(before);
  document.dispatchEvent(new Event("followed"));
}

async function reload() {
  const started = Date.now();
  const page = new DOMParser().parseFromString(await (await ask(location.href)).text(), "text/html");
  const next = page.querySelector("[data-content]");
  const took = Date.now() - started;
  if (!next) throw new Error("the page has changed");
  const text = next.innerHTML;
  if (text !== last) replace(next);
  else content().dataset.games = next.dataset.games;
  if (text === last && next.dataset.pending === undefined) delete content().dataset.pending;
  last = text;
  return COST * took;
}

async function look() {
  const summary = await (await ask(bar.dataset.follow)).json();
  const stays = content().dataset.stays !== undefined; // a list that people read does not move under their eyes
  const isNews = summary.games !== shown() || content().dataset.pending !== undefined;
  let cost = 0;
  showProgress(summary);
  if (stays) document.querySelector("[data-news]").hidden = summary.games === shown();
  else if (isNews) cost = await reload();
  tell("state", "");
  const isActive = summary.playing || summary.reading || content().dataset.pending !== undefined;
  quiet = isActive || (isNews && !stays) ? 0 : quiet + 1;
  wait = isActive ? Math.max(QUICK, cost) : SLOW;
  isOver = !isActive && ((summary.total > 0 && summary.games >= summary.total) || quiet >= MAX_QUIET);
  if (isOver && summary.games >= summary.total) bar.hidden = true;
}

async function turn() {
  if (asking || isOver || document.hidden) return;
  clearTimeout(timer);
  asking = true;
  try {
    await look();
  } catch {
    tell("state", "Connection lost. Trying again …");
    wait = Math.min(LONGEST, 1.5 * wait);
  }
  asking = false;
  if (!isOver) timer = setTimeout(turn, wait);
}

document.addEventListener("visibilitychange", turn);
addEventListener("pageshow", turn);
