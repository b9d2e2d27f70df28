// Shows a board for every game under way, from one stream of events. Names are always set as text, never as HTML.

const place = document.querySelector("[data-live]");
const none = document.querySelector("[data-none]");
const state = document.querySelector("[data-state]");
const pattern = document.querySelector("#live-game").content.firstElementChild;
const cards = new Map();

const minutes = (left) => {
  const whole = Math.max(0, Math.ceil(left));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

function cardOf(key) {
  if (!cards.has(key)) {
    const card = pattern.cloneNode(true);
    card.dataset.key = key;
    place.append(card);
    cards.set(key, card);
  }
  return cards.get(key);
}

function show(game) {
  const card = cardOf(game.key);
  const picture = card.querySelector("img");
  const said = [game.said, game.score].filter(Boolean).join("  ");
  // Load the new picture before showing it, so that the board does not flicker.
  const next = new Image();
  next.onload = () => {
    picture.src = next.src;
  };
  next.src = game.image;
  picture.alt = `${game.names.join(" – ")}, ply ${game.plies}`;
  card.querySelector("a").href = game.href;
  for (const seat of [0, 1]) {
    const name = card.querySelector(`[data-name="${seat}"]`);
    name.textContent = game.names[seat] ?? "";
    name.closest(".player").hidden = game.names[seat] === undefined;
    name.closest(".player").classList.toggle("mover", game.turn === seat && !game.ending);
    const left = game.clocks?.[seat];
    card.querySelector(`[data-clock="${seat}"]`).textContent = left === null || left === undefined ? "" : minutes(left);
  }
  card.classList.toggle("over", Boolean(game.ending));
  card.querySelector("[data-last-move]").textContent = game.ending || said;
  card.querySelector("[data-where]").textContent = `${game.title} · ply ${game.plies}`;
  card.dataset.plies = game.plies;
}

function update() {
  none.hidden = cards.size > 0;
}

for (const card of place.children) cards.set(card.dataset.key, card);
const stream = new EventSource("/live/events");
stream.addEventListener("hello", () => {
  state.textContent = "";
  for (const card of cards.values()) card.remove(); // after a lost connection, all games are sent again
  cards.clear();
  update();
});
stream.addEventListener("game", (event) => {
  show(JSON.parse(event.data));
  update();
});
stream.addEventListener("gone", (event) => {
  const key = JSON.parse(event.data);
  cards.get(key)?.remove();
  cards.delete(key);
  update();
});
stream.onerror = () => {
  state.textContent = "Connection lost. Reconnecting …";
};
addEventListener("pagehide", () => stream.close());
