// Steps through a game by links, keys, clicks on the charts, or by itself. Each ply has its own URL.

const game = document.querySelector("[data-replay]");
const picture = game.querySelector(".board img");
const links = [...game.querySelectorAll(".moves a")];
const play = game.querySelector('[data-to="play"]');
const help = document.querySelector("dialog[data-keys]");
const last = Number(game.dataset.last);
const PACE = 900; // milliseconds a ply
let ply = Number(game.dataset.ply);
let seat = Number(game.dataset.seat);
let clock = null;

const query = (at) => `?ply=${at}${seat ? `&seat=${seat}` : ""}`;
const address = (at) => game.dataset.image + query(at);

function show(to) {
  ply = Math.max(0, Math.min(last, to));
  picture.src = address(ply);
  const link = links.find((one) => Number(one.dataset.ply) === ply);
  for (const one of links) one.toggleAttribute("aria-current", false);
  link?.setAttribute("aria-current", "true");
  game.querySelector("[data-said]").textContent = link ? `Ply ${ply}: ${link.textContent}` : "Start position";
  game.querySelector("span[data-comment]").textContent = link ? link.dataset.comment : "";
  picture.alt = link ? `Position after ply ${ply}, ${link.textContent}` : "Start position";
  if (link) scrollIntoList(link);
  moveCursors();
  updateSteps();
  history.replaceState(null, "", query(ply));
  if (ply < last) new Image().src = address(ply + 1); // preload the next picture
}

function scrollIntoList(link) {
  const list = link.closest(".moves");
  const [box, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
}

function moveCursors() {
  for (const cursor of game.querySelectorAll(".cursor")) {
    const x = (ply - 0.5) * (cursor.ownerSVGElement.viewBox.baseVal.width / last);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  }
}

function updateSteps() {
  const targets = { first: 0, back: Math.max(0, ply - 1), next: Math.min(last, ply + 1), last };
  for (const [name, to] of Object.entries(targets)) {
    game.querySelector(`[data-to="${name}"]`).setAttribute("href", query(to));
  }
  const other = game.querySelector('[data-to="flip"]');
  other?.setAttribute("href", `?ply=${ply}${seat ? "" : "&seat=1"}`);
}

function flip() {
  if (game.dataset.seats !== "2") return;
  seat = 1 - seat;
  const [far, near] = game.querySelectorAll(".player");
  const names = [...far.childNodes];
  far.replaceChildren(...near.childNodes);
  near.replaceChildren(...names);
  show(ply);
}

function stop() {
  clearInterval(clock);
  clock = null;
  play.textContent = "Play";
}

function toggle() {
  if (clock) return stop();
  if (ply === last) show(0);
  play.textContent = "Pause";
  clock = setInterval(() => (ply < last ? show(ply + 1) : stop()), PACE);
}

const commands = {
  first: () => show(0), back: () => show(ply - 1), next: () => show(ply + 1), last: () => show(last), flip, play: toggle,
  keys: () => help.showModal(),
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", f: "flip", " ": "play", "?": "keys" };

function go(name) {
  if (name !== "play") stop();
  commands[name]();
}

document.addEventListener("keydown", (event) => {
  const name = keys[event.key];
  const busy = event.target.closest("input, select, textarea, button, summary");
  if (!name || help.open || event.ctrlKey || event.metaKey || event.altKey || (busy && event.key === " ")) return;
  event.preventDefault();
  go(name);
});

game.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.target.closest("[data-to]");
  const move = event.target.closest("a[data-ply]");
  const chart = event.target.closest("[data-charts] svg");
  if (!step && !move && !chart) return;
  event.preventDefault();
  if (step) go(step.dataset.to);
  else {
    stop();
    const box = chart?.getBoundingClientRect();
    show(move ? Number(move.dataset.ply) : Math.ceil(((event.clientX - box.left) / box.width) * last));
  }
});

for (const button of game.querySelectorAll("button[data-to]")) button.hidden = false;
const current = game.querySelector(".moves [aria-current]");
if (current) scrollIntoList(current);
