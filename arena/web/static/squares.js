// The squares of a picture as buttons over it. It knows no game: the server says which squares make an action.

const same = (one, other) => one[0] === other[0] && one[1] === other[1];
const begins = (path, squares) => squares.every((square, place) => place < path.length && same(path[place], square));

export class Squares {
  // `act` is called with the actions that the chosen squares make: one, or several to choose from.
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.chosen = [];
    this.focus = [0, 0];
    this.layer = Object.assign(document.createElement("div"), { className: "squares" });
    this.layer.addEventListener("click", (event) => this.click(event.target.closest("button")));
    this.layer.addEventListener("keydown", (event) => this.move(event));
    board.append(this.layer);
  }

  // Without a grid there are no squares; when it is not this player's turn, they do not react.
  show(grid, mine) {
    const before = JSON.stringify([this.grid, this.mine]);
    this.grid = grid;
    this.mine = mine;
    if (JSON.stringify([grid, mine]) !== before) this.chosen = []; // if nothing has changed, keep the choice
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

  // Mark the chosen square and its targets, and label every square.
  mark() {
    const open = this.paths.filter(([, path]) => begins(path, this.chosen));
    const next = open.map(([, path]) => path[this.chosen.length]).filter(Boolean);
    for (const button of this.layer.children) {
      const square = [Number(button.dataset.row), Number(button.dataset.column)];
      const isChosen = this.chosen.some((one) => same(one, square));
      const isNext = this.mine && next.some((one) => same(one, square));
      button.className = isChosen ? "chosen" : isNext && this.chosen.length ? "target" : isNext ? "open" : "";
      const label = this.grid.labels[square[0]][square[1]];
      button.setAttribute("aria-label", isChosen ? `${label}, chosen` : label);
      button.tabIndex = same(square, this.focus) ? 0 : -1;
    }
  }

  click(button) {
    if (!button || !this.mine) return;
    const square = [Number(button.dataset.row), Number(button.dataset.column)];
    this.focus = square;
    const attempts = [[...this.chosen, square], [square]];
    const again = this.chosen.length && same(this.chosen.at(-1), square);
    this.chosen = again ? [] : attempts.find((squares) => this.matching(squares).length) ?? [];
    this.mark();
    const whole = this.matching(this.chosen).filter(([, path]) => path.length === this.chosen.length);
    if (this.chosen.length && whole.length) this.act(whole.map(([action]) => action));
  }

  matching(squares) {
    return this.paths.filter(([, path]) => begins(path, squares));
  }

  clear() {
    this.chosen = [];
    if (this.grid) this.mark();
  }

  // Highlight an action without taking it.
  hint(action) {
    for (const square of this.grid?.actions[action] ?? []) this.button(square).classList.add("hinted");
  }

  move(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Escape") this.clear();
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const clamp = (place, most) => Math.max(0, Math.min(most - 1, place));
    this.button(this.focus).tabIndex = -1;
    this.focus = [clamp(this.focus[0] + step[0], this.grid.rows), clamp(this.focus[1] + step[1], this.grid.columns)];
    this.button(this.focus).tabIndex = 0;
    this.button(this.focus).focus();
  }
}
