// Keeps a board for every game under way, on one stream of events. What minds are called is text, and nothing else.

const place = document.querySelector("[data-live]");
const none = document.querySelector("[data-none]");
const state = document.querySelector("[data-state]");
const pattern = document.querySelector("#scene").content.firstElementChild;
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

function show(scene) {
  const card = cardOf(scene.key);
  const picture = card.querySelector("img");
  const said = [scene.said, scene.score].filter(Boolean).join("  ");
  // The new picture is put up when it is there, so that the board does not flicker.
  const next = new Image();
  next.onload = () => {
    picture.src = next.src;
  };
  next.src = scene.image;
  picture.alt = `${scene.names.join(" – ")}, ply ${scene.plies}`;
  card.querySelector("a").href = scene.href;
  for (const seat of [0, 1]) {
    const name = card.querySelector(`[data-name="${seat}"]`);
    name.textContent = scene.names[seat] ?? "";
    name.closest(".player").hidden = scene.names[seat] === undefined;
    name.closest(".player").classList.toggle("mover", scene.turn === seat && !scene.ending);
    const left = scene.clocks?.[seat];
    card.querySelector(`[data-clock="${seat}"]`).textContent = left === null || left === undefined ? "" : minutes(left);
  }
  card.classList.toggle("over", Boolean(scene.ending));
  card.querySelector("[data-told]").textContent = scene.ending || said;
  card.querySelector("[data-where]").textContent = `${scene.title} · ply ${scene.plies}`;
  card.dataset.plies = scene.plies;
}

function update() {
  none.hidden = cards.size > 0;
}

for (const card of place.children) cards.set(card.dataset.key, card);
const stream = new EventSource("/live/events");
stream.addEventListener("hello", () => {
  state.textContent = "";
  for (const card of cards.values()) card.remove(); // after an interruption all is told anew
  cards.clear();
  update();
});
stream.addEventListener("scene", (event) => {
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
  state.textContent = "The connection is interrupted; it is being made again.";
};
addEventListener("pagehide", () => stream.close());
