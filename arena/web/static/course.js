// Follows the check of a hand-in, and takes files that are dropped on the form. All of it works without it, too.

const WAIT = { soon: 2000, slowly: 15000 }; // milliseconds between two looks
const MOST = 5000; // files of a folder
const LEFT_OUT = /(^|\/)(\.|__pycache__(\/|$)|node_modules(\/|$)|venv(\/|$)|env(\/|$))/;

const part = () => document.querySelector("[data-part]");

async function look() {
  if (document.hidden) return follow();
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("[data-part]");
    if (answer.ok && next && next.innerHTML !== part().innerHTML) part().replaceWith(document.adoptNode(next));
  } catch { /* it is asked again */ }
  follow();
}

function follow() {
  const wait = WAIT[part()?.dataset.waits];
  if (wait) setTimeout(look, wait);
}

// A folder that is dropped is read entry by entry; its files keep their paths.
async function filesOf(entry, path = "") {
  const own = path + entry.name;
  if (LEFT_OUT.test(own)) return [];
  if (entry.isFile) return [[own, await new Promise((done, fail) => entry.file(done, fail))]];
  const reader = entry.createReader(), found = [];
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length || found.length > MOST) return found;
    for (const one of some) found.push(...(await filesOf(one, `${own}/`)));
  }
}

async function send(form, files) {
  const say = (name, text) => (form.querySelector(`[data-${name}]`).textContent = text);
  say("error", "");
  say("chosen", `Sending ${files.length} file${files.length === 1 ? "" : "s"} …`);
  const body = new FormData();
  for (const [path, file] of files) body.append("files", file, path);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    const said = isJson ? await answer.json() : { error: answer.status === 413 ? "These files are too large." : `The server answered ${answer.status}.` };
    if (said.address) return location.assign(said.address);
    say("error", said.error);
  } catch {
    say("error", "The files could not be sent. Are they too large, or is the connection lost?");
  }
  say("chosen", "");
}

function takeDrops(form) {
  form.querySelector("[data-drop]").hidden = false;
  form.addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", async (event) => {
    event.preventDefault();
    form.classList.remove("over");
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files].map((file) => [file.name, file]);
    const files = entries.length ? (await Promise.all(entries.map((entry) => filesOf(entry)))).flat() : plain;
    await send(form, files);
  });
}

const form = document.querySelector("[data-hand-in]");
if (form) takeDrops(form);
follow();
