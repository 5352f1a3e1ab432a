// A filing beside the answer: the page as it is printed, or as we understood it.

import { at, getBlob, getJson, part, state } from "./api.js";
import { failed, h, save, say, show } from "./dom.js";
import { passageView } from "./table.js";

const pane = document.getElementById("viewer");
let opener = null;
let latest = 0;
let asText = false;

export function openPlace(place, from, index = state.index) {
  opener = from || document.activeElement;
  return openPage(index, place.filing_id, place.page_number, place);
}

export function closeViewer() {
  if (pane.hidden) return;
  latest += 1;
  pane.hidden = true;
  show(pane);
  document.body.classList.remove("beside");
  if (opener && opener.isConnected) opener.focus();
}

export async function openPage(index, filing, number, place = null) {
  const turn = ++latest;
  pane.hidden = false;
  document.body.classList.add("beside");
  if (!pane.childNodes.length) show(pane, h("p", { class: "quiet" }, "Opening …"));
  pane.setAttribute("aria-busy", "true");
  try {
    const path = `/filings/${part(filing)}/pages/${number}`;
    const page = await getJson(at(path, index));
    const drawn = page.picture && !asText ? await picture(at(`${path}/picture?width=1400`, index), page, place) : null;
    if (turn !== latest) return;
    const body = drawn || h("div", { class: "sheet text" }, page.passages.map((passage) => passageView(passage, place)));
    show(pane, head(index, page, place), note(page, place, drawn !== null), body);
    const mark = pane.querySelector(".outlined");
    if (mark) mark.scrollIntoView({ block: "center", inline: "center" });
    else pane.scrollTop = 0;
    say(`${page.filing_id}, page ${page.page_number} of ${page.page_count}${mark ? ", the cited place is outlined" : ""}`);
    pane.focus({ preventScroll: true });
  } catch (error) {
    if (turn === latest) show(pane, closer(), failed(error));
  } finally {
    if (turn === latest) pane.removeAttribute("aria-busy");
  }
}

const closer = () => h("button", { type: "button", class: "plain close", onclick: closeViewer, "aria-label": "Close the filing" }, "✕");

function head(index, page, place) {
  const go = (number, label, sign) => h("button", {
    type: "button", class: "plain", "aria-label": label, disabled: number < 1 || number > page.page_count,
    onclick: () => openPage(index, page.filing_id, number, place),
  }, sign);
  const box = h("input", { type: "number", min: 1, max: page.page_count, value: page.page_number, "aria-label": "Page" });
  box.addEventListener("change", () => box.reportValidity() && openPage(index, page.filing_id, Number(box.value), place));
  return h("div", { class: "viewer-head" },
    h("h2", {}, page.title), closer(),
    h("div", { class: "tools" },
      go(page.page_number - 1, "Page before", "‹"), box, h("span", { class: "quiet" }, `of ${page.page_count}`),
      go(page.page_number + 1, "Page after", "›"),
      page.picture ? h("button", { type: "button", class: "plain", "aria-pressed": String(asText), onclick: () => { asText = !asText; openPage(index, page.filing_id, page.page_number, place); } }, "As understood") : null,
      page.source ? null : h("button", { type: "button", class: "plain", onclick: () => original(index, page.filing_id, page.picture) }, "Original file")));
}

function note(page, place, drawn) {
  if (page.source) return h("p", { class: "quiet" }, page.source);
  if (!place || place.page_number !== page.page_number || place.filing_id !== page.filing_id) return null;
  const certain = drawn ? place.box !== null : place.certain;
  return certain ? null : h("p", { class: "quiet" }, "Its exact place on this page is not certain, so nothing is outlined.");
}

async function picture(path, page, place) {
  const address = URL.createObjectURL(await getBlob(path));
  const image = h("img", { src: address, alt: `Page ${page.page_number} of ${page.title}` });
  await image.decode();
  URL.revokeObjectURL(address);
  const sheet = h("div", { class: "sheet" }, image);
  const here = place && place.box && place.page_number === page.page_number && place.filing_id === page.filing_id;
  if (here) {
    const outline = h("div", { class: "outlined box", role: "img", "aria-label": `Printed here: ${place.printed}` });
    const { width, height } = page.size;
    outline.style.left = `${(100 * place.box.left) / width}%`;
    outline.style.top = `${(100 * place.box.top) / height}%`;
    outline.style.width = `${(100 * (place.box.right - place.box.left)) / width}%`;
    outline.style.height = `${(100 * (place.box.bottom - place.box.top)) / height}%`;
    sheet.append(outline);
  }
  return sheet;
}

async function original(index, filing, pdf) {
  try {
    save(await getBlob(at(`/filings/${part(filing)}/file`, index)), `${filing}.${pdf ? "pdf" : "html"}`);
  } catch (error) {
    pane.prepend(failed(error));
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) closeViewer();
});
