// Filings handed in: a form with a line a file, and what became of each.

import { at, getJson, part, state } from "./api.js";
import { h, say, show } from "./dom.js";

const KINDS = ".pdf,.htm,.html,.txt";
const AGAIN = 1500;
const TOLD = { waiting: "waits to be read", reading: "being read", done: "in the index", failed: "failed" };

export function uploadForm() {
  // A form where this server takes filings for the index; hands in one file after the other.
  const files = h("input", { id: "files", type: "file", multiple: true, accept: KINDS, required: true });
  const list = h("ul", { class: "handed", "aria-label": "Files handed in" });
  const form = h("form", { class: "tools" },
    h("label", { for: "files" }, "Filings as PDF, HTML or text", files),
    h("button", { class: "main" }, "Add to the index"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = [...files.files];
    form.reset();
    for (const file of chosen) await handIn(file, list);
  });
  return [h("h2", {}, "Add filings"), form, list];
}

async function handIn(file, list) {
  const bar = h("progress", { max: 100, value: 0, "aria-label": `${file.name} sent` });
  const word = h("span", { class: "quiet" }, "being sent");
  list.append(h("li", {}, h("span", {}, file.name), " ", bar, " ", word));
  const tell = (text) => {
    show(word, document.createTextNode(text));
    say(`${file.name}: ${text}`);
  };
  const index = state.index;
  try {
    const taken = await send(file, index, (sent) => bar.setAttribute("value", sent));
    bar.remove();
    follow(index, taken, tell);
  } catch (error) {
    bar.remove();
    tell(error.message);
  }
}

function send(file, index, hear) {
  // Unlike fetch an XMLHttpRequest tells how much of a body is sent.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", at(`/uploads?name=${part(file.name)}`, index));
    request.setRequestHeader("Content-Type", "application/octet-stream");
    if (state.key) request.setRequestHeader("Authorization", `Bearer ${state.key}`);
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) hear(Math.round(100 * event.loaded / event.total));
    });
    request.addEventListener("load", () => {
      const told = request.response || {};
      if (request.status === 202) resolve(told);
      else reject(new Error(told.message || request.statusText));
    });
    request.addEventListener("error", () => reject(new Error("The server does not answer; is it still running?")));
    request.send(file);
  });
}

async function follow(index, upload, tell) {
  let last = "";
  for (;;) {
    if (upload.state !== last) tell(line(upload));
    last = upload.state;
    if (last === "done" || last === "failed") return;
    await new Promise((go) => setTimeout(go, AGAIN));
    try {
      upload = await getJson(at(`/uploads/${part(upload.upload_id)}`, index));
    } catch (error) {
      return tell(error.message);
    }
  }
}

function line(upload) {
  const more = upload.error || [upload.filing_id, upload.note].filter(Boolean).join(" · ");
  return more ? `${TOLD[upload.state]}: ${more}` : TOLD[upload.state];
}
