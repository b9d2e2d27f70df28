// Plays or watches a run: shows its state as the server sends it, and sends the clicked moves.

import { Squares } from "./squares.js";

const page = document.querySelector("[data-run]");
const run = page.dataset.run;
const board = page.querySelector("[data-board]");
const picture = board.querySelector("img");
const find = (name) => document.querySelector(`[data-${name}]`);
const [status, error, list, choices, controls, chooser] = ["status", "error", "moves", "choices", "controls", "chooser"].map(find);
const colours = Object.fromEntries(
  [...page.querySelectorAll("[data-player]")].map((one) => [one.dataset.player, one.querySelector(".quiet").textContent]),
);
const mine = holder();
let side = mine ? mine.seat : Number(page.dataset.seat);
let now = null; // the run, as the server sent it last
let busy = false; // an action is on its way
let hint = null; // until the next move
let lost = false; // the connection
let asked = 0;
const squares = new Squares(board, choose);
const [TRIES, RETRY_DELAY] = [3, 500]; // milliseconds
const stream = new EventSource(`/runs/${run}/events`);

// The token: from this browser's storage, or from the URL's fragment, which is never sent to a server.
function holder() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("token")) {
    const held = { token: given.get("token"), seat: Number(given.get("seat") ?? 0) };
    localStorage.setItem(`run ${run}`, JSON.stringify(held));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return JSON.parse(localStorage.getItem(`run ${run}`) ?? "null");
}

async function post(what, body = "", headers = {}, tries = 1) {
  error.textContent = "";
  const request = { method: "POST", body, headers: { Authorization: `Bearer ${mine.token}`, ...headers } };
  const answer = await send(`/runs/${run}/${what}`, request, tries);
  if (answer.ok) return answer;
  const problem = await answer.json();
  throw new Error([problem.error, problem.expected].filter(Boolean).join("; expected "));
}

async function send(url, request, tries) {
  for (;;) {
    try {
      return await fetch(url, request);
    } catch (problem) { // the connection broke, before or after the server had the request
      if (--tries === 0) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  }
}

async function refresh() {
  const number = ++asked;
  const answer = await fetch(`/play/${run}/view?seat=${side}`).catch(() => null); // the event stream notices when the server is back
  const next = answer?.ok ? await answer.json() : null;
  if (!next || number !== asked) return; // a newer request was sent since
  if (next.ply !== now?.ply) hint = null;
  now = next;
  show();
}

const isMyTurn = () => mine !== null && !now.ending && now.turn === mine.seat;

function show(ply = now.ply) {
  const seat = side ? `&seat=${side}` : "";
  picture.src = `/play/${run}/image.svg?ply=${ply}${seat}`;
  picture.alt = now.text;
  page.dataset.ply = now.ply;
  squares.show(ply === now.ply ? now.grid : null, isMyTurn() && !busy);
  if (hint && ply === now.ply) squares.hint(hint.action);
  showStatus();
  showMoves(ply);
  showChoices();
  for (const player of page.querySelectorAll("[data-player]")) {
    const number = Number(player.dataset.player);
    player.classList.toggle("mover", now.turn === number && !now.ending);
    const left = now.clocks[number];
    player.querySelector(".clock").textContent = left === null || left === undefined ? "" : `${left.toFixed(1)} s`;
  }
  controls.hidden = false;
  for (const button of controls.querySelectorAll("[data-do]")) {
    const what = button.dataset.do;
    button.hidden = what !== "flip" && mine === null;
    const ready = what === "resign" ? !now.ending : isMyTurn() && (what === "hint" || now.moves.length > 0);
    button.disabled = what !== "flip" && (busy || !ready);
    if (what === "resign" && (busy || now.ending)) resetResign(button);
  }
}

function showStatus() {
  if (now.ending) status.replaceChildren(result(), " ", again());
  else if (lost) status.textContent = "Connection lost. Reconnecting …";
  else if (busy) status.textContent = "Sending …";
  else if (hint) status.textContent = `Hint: ${hint.said}`;
  else if (isMyTurn()) status.textContent = now.ply ? "Your turn." : `Your turn: ${now.grid ? "click a square" : "choose a move"}.`;
  else status.textContent = mine && now.turn !== null ? "Thinking …" : `${colours[now.turn] ?? ""} to move.`;
}

function result() {
  const line = document.createElement("strong");
  const own = mine && now.result?.[mine.seat];
  const other = mine && now.result?.[1 - mine.seat];
  const words = mine && other !== undefined ? (own > other ? "You won" : own < other ? "You lost" : "Draw") : "Game over";
  line.textContent = `${words}: ${now.ending}.${now.reason ? ` (${now.reason})` : ""}`;
  return line;
}

function again() {
  return Object.assign(document.createElement("a"), { href: "/play", textContent: "Play again" });
}

function showMoves(at) {
  const rows = [];
  now.moves.forEach((move, place) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: move.said, title: move.note });
    button.dataset.ply = place + 1;
    if (place + 1 === at) button.setAttribute("aria-current", "true");
    if (!rows.length || move.seat === 0 || page.dataset.seats === "1") {
      const row = document.createElement("li");
      const count = Object.assign(document.createElement("span"), { className: "count", textContent: rows.length + 1 });
      row.append(count);
      if (move.seat === 1) row.append(Object.assign(document.createElement("span"), { textContent: "…" }));
      rows.push(row);
    }
    rows.at(-1).append(button);
  });
  list.replaceChildren(...rows);
  list.hidden = !rows.length;
  if (at === now.ply) list.scrollTop = list.scrollHeight;
}

// The legal moves as a list of buttons, for worlds without squares and as an alternative to them.
function showChoices() {
  choices.hidden = !isMyTurn();
  if (!now.grid) choices.open = true;
  const buttons = isMyTurn() ? now.actions.map(({ action, said }) => choice(action, said)) : [];
  choices.querySelector("div").replaceChildren(...buttons);
}

function choice(action, said) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: said, disabled: busy });
  button.addEventListener("click", () => take(action));
  return button;
}

// Several actions have the same squares, as in a promotion: ask which one.
function choose(actions) {
  if (actions.length === 1) return take(actions[0]);
  const names = now.actions.filter(({ action }) => actions.includes(action));
  const buttons = names.map(({ action, said }) =>
    Object.assign(document.createElement("button"), { value: action, textContent: said }),
  );
  chooser.querySelector("div").replaceChildren(...buttons);
  chooser.returnValue = "";
  chooser.showModal();
}

chooser.addEventListener("close", () => (chooser.returnValue ? take(chooser.returnValue) : squares.clear()));

async function during(work) {
  busy = true;
  show();
  try {
    await work();
  } catch (problem) {
    error.textContent = problem.message;
  }
  busy = false;
  show(); // also without a connection
  await refresh();
}

function resetResign(button) {
  delete button.dataset.sure;
  button.textContent = "Resign";
}

// The action names its ply, so that the server takes it once, even if it is sent again.
const take = (action) => during(() => post("action", action, { "If-Match": `"${now.ply}"` }, TRIES));
const commands = {
  takeback: () => during(() => post("takeback")),
  resign: (button) => {
    if (button.dataset.sure) return during(() => post("resign"));
    button.dataset.sure = "yes";
    button.textContent = "Confirm resignation";
  },
  flip: () => {
    side = 1 - side;
    const [one, other] = page.querySelectorAll("[data-player]");
    const mark = document.createComment("");
    one.replaceWith(mark);
    other.replaceWith(one);
    mark.replaceWith(other);
    return refresh();
  },
  hint: () =>
    during(async () => {
      const answer = await post("hint");
      hint = await answer.json();
    }),
};

controls.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) commands[button.dataset.do](button);
});
list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-ply]");
  if (button) show(Number(button.dataset.ply));
});

const REFRESH_DELAY = 20; // milliseconds, so that events together cause one refresh
let due = null;
for (const kind of ["move", "back", "ending"]) {
  stream.addEventListener(kind, () => {
    due ??= setTimeout(() => {
      due = null;
      if (!busy) refresh(); // a command refreshes when it is done
    }, REFRESH_DELAY);
    if (kind === "ending") stream.close();
  });
}
// The stream reconnects by itself; the run may have changed meanwhile.
stream.addEventListener("open", () => {
  if (lost) error.textContent = "";
  lost = false;
  if (!busy) refresh();
});
stream.addEventListener("error", () => {
  lost = true;
  if (now) showStatus();
});
addEventListener("pagehide", () => stream.close());
refresh();
