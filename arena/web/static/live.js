// Shows a board for every game under way, from one stream of events. Names are always set as text, never as HTML.
// The home page shows less of the same: what its markup has no place for is left out.

const place = document.querySelector("[data-tournaments]");
const own = document.querySelector("[data-own]");
const none = document.querySelector("[data-none]");
const state = document.querySelector("[data-state]");
const patterns = { game: pattern("live-game"), tournament: pattern("live-tournament") };
const others = new Set();
const TICK = 200; // milliseconds
const TENTHS_BELOW = 20; // seconds

function pattern(id) {
  return document.querySelector(`#${id}`)?.content.firstElementChild;
}

// The same text as the server's filter `clock`.
function clockText(left) {
  if (left < TENTHS_BELOW) return Math.max(0, left).toFixed(1);
  const whole = Math.ceil(left);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const seconds = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

const element = (name, fields = {}, ...children) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
};

const section = (name) => [...document.querySelectorAll("[data-tournament]")].find((one) => one.dataset.tournament === name);
const card = (key) => [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);

function showTournament(tournament) {
  let found = section(tournament.name);
  if (!found && patterns.tournament && place) {
    found = patterns.tournament.cloneNode(true);
    found.dataset.tournament = tournament.name;
    place.append(found);
  }
  if (!found) return tellOfOther(tournament.name);
  const title = found.querySelector("[data-title]");
  title.textContent = tournament.name;
  title.href = found.querySelector("[data-all]").href = tournament.href;
  showBadge(found, tournament.playing);
  const text = element("span", { className: "score", textContent: tournament.progress });
  text.dataset.progressText = "";
  found.querySelector(".facts").replaceChildren(text, ...tournament.facts.map((textContent) => element("span", { textContent })));
  const bar = found.querySelector("[data-progress]");
  Object.assign(bar, { hidden: !tournament.total, max: tournament.total || 1, value: tournament.games });
  showStandings(found, tournament.standings);
}

// A tournament that this page has no place for: the page may want to make one, but is told once only.
function tellOfOther(name) {
  if (!others.has(name)) document.dispatchEvent(new Event("arena:changed"));
  others.add(name);
}

function showBadge(found, playing) {
  found.querySelector("[data-badge]").textContent = playing ? "live" : "finished";
}

function showStandings(found, { rows, kind, note }) {
  const table = found.querySelector(".leaders");
  const shown = rows.slice(0, Number(table.dataset.rows)).map((row) => {
    const mind = element("th", { scope: "row" }, element("a", { href: row.href, textContent: row.mind }));
    const value = element("td", { className: "number" }, element("strong", { textContent: row.value }), " ", element("small", { textContent: row.error }));
    const ranks = element("td", { className: "number", textContent: row.ranks });
    const games = element("td", { className: "number less", textContent: row.games });
    return element("tr", {}, element("td", { textContent: row.rank }), mind, value, ranks, games);
  });
  table.hidden = !shown.length;
  table.tBodies[0].replaceChildren(...shown);
  table.querySelector("[data-kind]").textContent = kind;
  found.querySelector("[data-note]").textContent = note;
}

// Where a game's board belongs; null if this page has no place for it.
function placeOf(game) {
  if (!game.tournament) return own?.querySelector("[data-others]");
  return section(game.tournament)?.querySelector(game.featured ? "[data-feature]" : "[data-others]");
}

function showGame(game) {
  const home = placeOf(game);
  if (!home || !patterns.game) return;
  const found = card(game.key) ?? patterns.game.cloneNode(true);
  found.dataset.key = game.key;
  if (found.parentElement !== home) home.append(found);
  showPicture(found, game);
  found.querySelector("a.board").href = game.href;
  for (const seat of [0, 1]) showPlayer(found, game, seat);
  found.classList.toggle("over", Boolean(game.ending));
  found.querySelector("[data-last-move]").textContent = game.ending || [game.said, game.score].filter(Boolean).join("  ");
  found.querySelector("[data-where]").textContent = `ply ${game.plies}`;
  found.dataset.plies = game.plies;
  if (game.featured) showCurve(section(game.tournament), game.curve);
}

// Load the new picture before showing it, so that the board does not flicker.
function showPicture(found, game) {
  const picture = found.querySelector("img");
  picture.alt = `${game.names.join(" – ")}, ply ${game.plies}`;
  if (found.dataset.image === game.image) return;
  found.dataset.image = game.image;
  const next = new Image();
  next.onload = () => {
    if (found.dataset.image === game.image) picture.src = next.src;
  };
  next.src = game.image;
}

function showPlayer(found, game, seat) {
  const name = found.querySelector(`[data-name="${seat}"]`);
  if (!name) return;
  const player = name.closest(".player");
  name.textContent = game.names[seat] ?? "";
  if (game.minds[seat]) name.href = game.minds[seat];
  else name.removeAttribute("href");
  player.hidden = game.names[seat] === undefined;
  player.classList.toggle("mover", game.turn === seat && !game.ending);
  const clock = found.querySelector(`[data-clock="${seat}"]`);
  const left = game.clocks[seat] ?? null;
  clock.textContent = left === null ? "" : clockText(left);
  const ticks = left !== null && game.ticks && game.turn === seat && !game.ending;
  clock.arena = ticks ? { left, since: performance.now() } : null;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    if (clock.arena) clock.textContent = clockText(clock.arena.left - (performance.now() - clock.arena.since) / 1000);
  }
}

function showCurve(found, curve) {
  const figure = found?.querySelector("[data-curve]");
  if (!figure) return;
  figure.hidden = !curve;
  if (!curve) return;
  curve.lines.forEach((points, seat) => figure.querySelector(`.seat-${seat}`).setAttribute("points", points));
  figure.querySelector("[data-caption]").textContent = curve.caption;
}

function update() {
  const games = document.querySelectorAll("[data-key]");
  if (none) none.hidden = games.length > 0 || Boolean(document.querySelector("[data-tournament]"));
  if (own) own.hidden = !own.querySelector("[data-key]");
}

const stream = new EventSource("/live/events");
const on = (kind, act) =>
  stream.addEventListener(kind, (event) => {
    act(JSON.parse(event.data));
    update();
  });
// After a lost connection, everything is sent again: what was shown and is not sent is over.
on("hello", ({ tournaments, games }) => {
  if (state) state.textContent = "";
  for (const one of document.querySelectorAll("[data-key]")) if (!games.includes(one.dataset.key)) one.remove();
  for (const one of document.querySelectorAll("[data-tournament]")) {
    if (!tournaments.includes(one.dataset.tournament)) showBadge(one, false);
  }
});
on("tournament", showTournament);
on("game", showGame);
on("gone", (key) => {
  const found = card(key);
  const curve = found?.closest("[data-feature]") && found.closest("[data-tournament]").querySelector("[data-curve]");
  if (curve) curve.hidden = true;
  found?.remove();
});
on("over", (name) => {
  const found = section(name);
  if (found) showBadge(found, false);
  others.delete(name);
  document.dispatchEvent(new Event("arena:changed"));
});
stream.onerror = () => {
  if (state) state.textContent = "Connection lost. Reconnecting …";
};
setInterval(tick, TICK);
addEventListener("pagehide", () => stream.close());
