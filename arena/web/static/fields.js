// The fields of a picture as buttons over it. It knows no game: which fields an action takes, the world has said.

const same = (one, other) => one[0] === other[0] && one[1] === other[1];
const begins = (path, fields) => fields.every((field, place) => place < path.length && same(path[place], field));

export class Fields {
  // `act` is told the actions that the chosen fields may mean: one, or several that are told apart by their names.
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.chosen = [];
    this.focus = [0, 0];
    this.layer = Object.assign(document.createElement("div"), { className: "fields" });
    this.layer.addEventListener("click", (event) => this.point(event.target.closest("button")));
    this.layer.addEventListener("keydown", (event) => this.move(event));
    board.append(this.layer);
  }

  // Without a grid there is nothing to point at; while it is nobody's turn here, nothing answers.
  show(grid, mine) {
    const before = JSON.stringify([this.grid, this.mine]);
    this.grid = grid;
    this.mine = mine;
    if (JSON.stringify([grid, mine]) !== before) this.chosen = []; // else nothing has happened, and the choice stands
    this.layer.hidden = !grid;
    if (!grid) return;
    this.paths = Object.entries(grid.actions);
    if (this.layer.children.length !== grid.rows * grid.columns) this.build();
    const [left, top, width, height] = grid.box.map((share) => `${100 * share}%`);
    Object.assign(this.layer.style, { left, top, width, height });
    this.mark();
  }

  build() {
    this.layer.style.gridTemplateColumns = `repeat(${this.grid.columns}, 1fr)`;
    this.layer.style.gridTemplateRows = `repeat(${this.grid.rows}, 1fr)`;
    const hadFocus = this.layer.contains(document.activeElement);
    const buttons = this.grid.labels.flatMap((row, at) =>
      row.map((_, column) => {
        const button = Object.assign(document.createElement("button"), { type: "button" });
        button.dataset.row = at;
        button.dataset.column = column;
        return button;
      }),
    );
    this.layer.replaceChildren(...buttons);
    this.focus = [this.grid.rows - 1, 0];
    if (hadFocus) this.button(this.focus).focus();
  }

  button([row, column]) {
    return this.layer.children[row * this.grid.columns + column];
  }

  // Colours and labels: what is chosen, where it could go, and what stands where.
  mark() {
    const open = this.paths.filter(([, path]) => begins(path, this.chosen));
    const next = open.map(([, path]) => path[this.chosen.length]).filter(Boolean);
    for (const button of this.layer.children) {
      const field = [Number(button.dataset.row), Number(button.dataset.column)];
      const isChosen = this.chosen.some((one) => same(one, field));
      const isNext = this.mine && next.some((one) => same(one, field));
      button.className = isChosen ? "chosen" : isNext && this.chosen.length ? "target" : isNext ? "open" : "";
      const label = this.grid.labels[field[0]][field[1]];
      button.setAttribute("aria-label", isChosen ? `${label}, chosen` : label);
      button.tabIndex = same(field, this.focus) ? 0 : -1;
    }
  }

  point(button) {
    if (!button || !this.mine) return;
    const field = [Number(button.dataset.row), Number(button.dataset.column)];
    this.focus = field;
    const tries = [[...this.chosen, field], [field]];
    const again = this.chosen.length && same(this.chosen.at(-1), field);
    this.chosen = again ? [] : tries.find((fields) => this.meant(fields).length) ?? [];
    this.mark();
    const whole = this.meant(this.chosen).filter(([, path]) => path.length === this.chosen.length);
    if (this.chosen.length && whole.length) this.act(whole.map(([action]) => action));
  }

  meant(fields) {
    return this.paths.filter(([, path]) => begins(path, fields));
  }

  forget() {
    this.chosen = [];
    if (this.grid) this.mark();
  }

  // Show an action without taking it.
  hint(action) {
    for (const field of this.grid?.actions[action] ?? []) this.button(field).classList.add("hinted");
  }

  move(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Escape") this.forget();
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const inside = (place, most) => Math.max(0, Math.min(most - 1, place));
    this.button(this.focus).tabIndex = -1;
    this.focus = [inside(this.focus[0] + step[0], this.grid.rows), inside(this.focus[1] + step[1], this.grid.columns)];
    this.button(this.focus).tabIndex = 0;
    this.button(this.focus).focus();
  }
}
