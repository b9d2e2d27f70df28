// Opens a run against a mind. Its token stays in this browser.

const form = document.querySelector("[data-new-game]");
const seats = form.querySelector("[data-seats]");
const RATED = "chess"; // the world in which the strengths of minds were measured
const error = form.querySelector("[data-error]");

function radio(value, words, chosen) {
  const label = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { type: "radio", name: "seat", value, checked: chosen });
  label.append(input, ` ${words}`);
  return label;
}

function showSeats() {
  const colours = form.world.selectedOptions[0].dataset.colours.split("|");
  const choices = colours.map((colour, seat) => radio(String(seat), colour, seat === 0));
  if (colours.length > 1) choices.push(radio("any", "Random", false));
  seats.replaceChildren(...choices);
  for (const part of form.querySelectorAll("label[data-opponent]")) part.hidden = colours.length === 1;
}

// Offers only minds that can play the chosen world.
function showMinds() {
  const minds = [...form.mind.options];
  const isRated = form.world.value === RATED;
  for (const mind of minds) mind.text = [mind.value, isRated && mind.dataset.strength].filter(Boolean).join(" · ");
  form.querySelector("[data-measured]").hidden = !isRated;
  for (const mind of minds) mind.hidden = mind.disabled = !mind.dataset.worlds.split(" ").includes(form.world.value);
  if (form.mind.selectedOptions[0]?.disabled) form.mind.value = (minds.find((mind) => mind.defaultSelected && !mind.disabled) ?? minds.find((mind) => !mind.disabled))?.value ?? "";
  showAbout();
}

function showStart() {
  const seat = form.seat.value === "1" ? 1 : 0;
  document.querySelector("[data-start]").src = `/play/start.svg?world=${encodeURIComponent(form.world.value)}&seat=${seat}`;
}

function showAbout() {
  form.querySelector("span[data-about]").textContent = form.mind.selectedOptions[0]?.dataset.about ?? "";
}

function makeRequest() {
  const count = form.world.selectedOptions[0].dataset.colours.split("|").length;
  const seat = form.seat.value === "any" ? Math.floor(Math.random() * 2) : Number(form.seat.value);
  const perSeat = (mine, other) => Array.from({ length: count }, (_, place) => (place === seat ? mine : other));
  const name = form.name.value.trim() || null;
  const budget = JSON.parse(form.level.value);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const run = { world: form.world.value, seats: perSeat(null, form.mind.value), budget: perSeat(null, budget) };
  return { seat, body: { ...run, names: perSeat(name, null), seed } };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { seat, body } = makeRequest();
  const button = form.querySelector("button.main");
  button.disabled = true;
  error.textContent = "";
  try {
    const answer = await fetch("/runs", { method: "POST", body: JSON.stringify(body) });
    const opened = await answer.json();
    if (!answer.ok) throw new Error([opened.error, opened.expected].filter(Boolean).join("; expected "));
    localStorage.setItem(`run ${opened.id}`, JSON.stringify({ token: opened.tokens[seat], seat }));
    location.assign(`/play/${opened.id}${seat ? `?seat=${seat}` : ""}`);
  } catch (problem) {
    error.textContent = problem.message;
    button.disabled = false;
  }
});

form.world.addEventListener("change", () => {
  showSeats();
  showMinds();
  showStart();
});
seats.addEventListener("change", showStart);
form.mind.addEventListener("change", showAbout);
addEventListener("pageshow", () => {
  form.querySelector("button.main").disabled = false;
});
showSeats();
showMinds();
