// The list of filings with filters, and the ledger of files.

import { at, getJson, part, state } from "./api.js";
import { failed, folded, grid, h, show } from "./dom.js";
import { uploadForm } from "./uploads.js";
import { openPage } from "./viewer.js";

const FORMS = ["10-K", "10-Q", "8-K", "DEF 14A", "EARNINGS", "OTHER", "UNKNOWN"];
const PAGE = 100;

export function filingsView(place) {
  const company = h("input", { id: "company", type: "search", autocomplete: "off" });
  const form = h("select", { id: "form" }, h("option", { value: "" }, "any"), FORMS.map((each) => h("option", {}, each)));
  const year = h("input", { id: "year", type: "number", min: 1990, max: 2100 });
  const found = h("div", { "aria-live": "polite" });
  let turn = 0;
  const look = async (offset = 0) => {
    const mine = ++turn;
    const query = new URLSearchParams({ company: company.value, form: form.value, limit: PAGE, offset });
    if (year.value) query.set("year", year.value);
    try {
      const list = await getJson(at(`/filings?${query}`));
      if (mine === turn) show(found, listView(list, offset, look));
    } catch (error) {
      if (mine === turn) show(found, failed(error));
    }
  };
  for (const field of [company, form, year]) field.addEventListener("input", () => look());
  show(place, h("h1", {}, "Filings"),
    h("div", { class: "tools filters" }, h("label", { for: "company" }, "Company or symbol", company), h("label", { for: "form" }, "Form", form), h("label", { for: "year" }, "Fiscal year", year)),
    found);
  return look();
}

function listView(list, offset, look) {
  const rows = list.filings.map((each) => [
    h("button", { type: "button", class: "link", onclick: () => openPage(state.index, each.filing_id, 1) }, each.filing_id),
    each.company || "unknown company", each.form + (each.amendment ? "/A" : ""),
    (each.fiscal_year ?? "") + (each.fiscal_quarter ? ` Q${each.fiscal_quarter}` : ""),
    each.period_end, each.filing_date, String(each.page_count),
    each.confidence === "weak" ? h("span", { class: "badge unverified" }, "weak") : each.confidence,
  ]);
  const step = (to, text) => h("button", { type: "button", class: "plain", disabled: to < 0 || to >= list.total, onclick: () => look(to) }, text);
  return [
    h("p", { class: "quiet" }, `${list.total.toLocaleString("en")} filings${list.total > PAGE ? `, from ${offset + 1} on` : ""}`),
    grid(["Filing", "Company", "Form", "Period", "Ends", "Filed", "Pages", "Identity"], rows, "Filings"),
    list.total > PAGE ? h("div", { class: "tools" }, step(offset - PAGE, "Before"), step(offset + PAGE, "After")) : null,
  ];
}

export async function ledgerView(place, index) {
  const ledger = await getJson(at("/ledger"));
  const states = Object.entries(ledger.states).filter(([, count]) => count);
  show(place, h("h1", {}, "Ledger"),
    h("p", {}, `${ledger.total.toLocaleString("en")} files came in: `, states.map(([name, count]) => `${count.toLocaleString("en")} ${name}`).join(", "), "."),
    index.uploads ? uploadForm() : null,
    ledger.groups.map((group) => folded(`${group.count} ${group.title}`, () => [
      h("p", { class: "quiet" }, group.remedy),
      grid(["File", "What"], group.files.map((file) => [file.path.split("/").pop(), file.what]), group.title)])),
    folded(`All files${ledger.total > ledger.files.length ? `, the first ${ledger.files.length}` : ""}`, () => grid(
      ["File", "State", "Filing", "Pages", "Seconds", "Note or error"],
      ledger.files.map((file) => [file.path.split("/").pop(), file.state, file.filing_id, file.pages === null ? "" : String(file.pages), file.seconds === null ? "" : file.seconds.toFixed(2), file.error || file.note]), "All files")));
}

export const pageAt = (index, filing, number) => openPage(index, filing, Number(number) || 1);
