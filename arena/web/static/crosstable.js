// Says what a cell of the crosstable means when it is pointed at, and lets the arrow keys move from cell to cell.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const cellOf = (event) => event.target.closest?.(".cross tbody td:has(a)");

function point(cell) {
  const table = cell.closest("table");
  for (const heading of table.querySelectorAll(".pointed")) heading.classList.remove("pointed");
  cell.parentElement.children[0].classList.add("pointed");
  table.tHead.rows[0].cells[cell.cellIndex].classList.add("pointed");
  document.querySelector("[data-pointed]").textContent = cell.firstElementChild.title;
}

function move(cell, [down, right]) {
  const rows = cell.closest("tbody").rows;
  let [row, column] = [cell.parentElement.sectionRowIndex, cell.cellIndex];
  for (;;) {
    [row, column] = [row + down, column + right];
    const next = rows[row]?.cells[column];
    if (!next || column < 1) return;
    if (next.firstElementChild) return next.firstElementChild.focus();
  }
}

// Of a table with many cells only one can be reached by the tab key; the arrow keys lead to the others.
function enter() {
  const table = document.querySelector(".heat");
  if (table && !table.querySelector("td a[tabindex='0']")) table.querySelector("td a")?.setAttribute("tabindex", "0");
}

document.addEventListener("pointerover", (event) => {
  const cell = cellOf(event);
  if (cell) point(cell);
});
document.addEventListener("focusin", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  point(cell);
  if (!cell.closest(".heat")) return;
  for (const link of cell.closest("table").querySelectorAll("td a[tabindex='0']")) link.tabIndex = -1;
  cell.firstElementChild.tabIndex = 0;
});
document.addEventListener("keydown", (event) => {
  const cell = cellOf(event);
  if (!cell || !STEPS[event.key]) return;
  event.preventDefault();
  move(cell, STEPS[event.key]);
});
document.addEventListener("followed", enter);
enter();
