// Which view is shown: by the address behind the #.

import { askView, runView } from "./ask.js";
import { getJson, state, useKey } from "./api.js";
import { compareView } from "./compare.js";
import { failed, h, show } from "./dom.js";
import { feedbackView } from "./feedback.js";
import { filingsView, ledgerView, pageAt } from "./filings.js";
import { closeViewer } from "./viewer.js";

const main = document.getElementById("main");
const choice = document.getElementById("index");
const dialog = document.getElementById("keys");
let indexes = [];

async function begin() {
  try {
    indexes = await getJson("/api/indexes");
  } catch (error) {
    if (error.status === 401) return askForKey();
    return show(main, failed(error));
  }
  document.getElementById("key").hidden = !state.key;
  if (!indexes.length) return show(main, failed({ message: "This key may use no index here." }));
  show(choice, indexes.map((each) => h("option", { value: each.name }, each.name)));
  const before = localStorage.getItem("hirec-index");
  state.index = indexes.some((each) => each.name === before) ? before : indexes[0].name;
  choice.value = state.index;
  route();
}

function askForKey() {
  document.getElementById("key").hidden = false;
  dialog.showModal();
}

dialog.addEventListener("close", () => {
  const text = document.getElementById("key-text");
  if (text.value) useKey(text.value.trim());
  text.value = "";
  if (state.key) begin();
});
document.getElementById("key").addEventListener("click", askForKey);

choice.addEventListener("change", () => {
  state.index = choice.value;
  localStorage.setItem("hirec-index", state.index);
  closeViewer();
  route();
});

function meant(name) {
  if (!indexes.some((each) => each.name === name)) throw new Error(`There is no index ${name} here.`);
  state.index = choice.value = name;
}

async function route() {
  if (!state.index) return;
  const [view, ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.hash === `#/${view || "ask"}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.className = ["filings", "ledger", "feedback", "run", "compare"].includes(view) ? "" : "asking";
  try {
    if (["page", "run", "compare"].includes(view)) meant(rest[0]);
    if (view === "filings") await filingsView(main);
    else if (view === "ledger") await ledgerView(main, indexes.find((each) => each.name === state.index));
    else if (view === "feedback") await feedbackView(main);
    else if (view === "compare") await compareView(main, rest[1], rest[2]);
    else if (view === "run") await runView(main, rest[1]);
    else await askView(main, indexes.find((each) => each.name === state.index));
    if (view === "page") await pageAt(rest[0], rest[1], rest[2]);
  } catch (error) {
    if (error.status === 401) askForKey();
    else show(main, failed(error));
  }
}

addEventListener("hashchange", route);
begin();
