// Keeps the home page up to date: fetches it again when a tournament begins or ends, and while ratings are computed.

const PENDING = 1000; // milliseconds between two looks for what is being computed
const LOOKS = 30; // before it gives up
let looks = 0;
let timer = null;

async function refresh() {
  timer = null;
  const answer = await fetch(location.pathname, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll("[data-fresh]")) {
    const found = fresh.querySelector(`[data-fresh="${old.dataset.fresh}"]`);
    if (!found || old.contains(document.activeElement)) continue; // the keyboard's place is not taken away
    if (old.outerHTML !== found.outerHTML) old.replaceWith(found);
  }
  awaitMore();
}

function awaitMore() {
  if (!document.querySelector("[data-pending]") || looks >= LOOKS) return;
  looks += 1;
  timer ??= setTimeout(refresh, PENDING);
}

document.addEventListener("arena:changed", () => {
  looks = 0;
  timer ??= setTimeout(refresh, PENDING);
});
awaitMore();
