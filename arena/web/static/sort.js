// Sorts a table in the page. Without this script, its headings are links to a sorted page.

const ASCENDING = new Set(["rank", "mind", "tier", "label"]);

function compare(one, other) {
  const [a, b] = [Number(one), Number(other)];
  return Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(other) : a - b;
}

function sort(table, heading, column) {
  const before = heading.getAttribute("aria-sort");
  const ascending = before ? before === "descending" : ASCENDING.has(column);
  const place = [...heading.parentElement.children].indexOf(heading);
  const value = (row) => row.children[place].dataset.value;
  const rows = [...table.tBodies[0].rows].sort((one, other) => (ascending ? 1 : -1) * compare(value(one), value(other)));
  table.tBodies[0].append(...rows);
  table.classList.toggle("in-order", ascending && (column === "rank" || column === "tier"));
  for (const other of heading.parentElement.children) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const address = new URL(location.href);
  address.searchParams.set(table.dataset.sortable || "sort", `${ascending ? "" : "-"}${column}`);
  history.replaceState(null, "", address);
}

// On the document, because a table may be replaced by a newer one.
document.addEventListener("click", (event) => {
  const link = event.target.closest("table[data-sortable] thead a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const heading = link.closest("th");
  sort(link.closest("table"), heading, heading.dataset.column);
});
