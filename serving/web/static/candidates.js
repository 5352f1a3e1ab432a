// Every passage that was a candidate: what became of it, and each stage's word on it.

import { at, getJson, part } from "./api.js";
import { folded, h } from "./dom.js";
import { passageView } from "./table.js";
import { openPlace } from "./viewer.js";

const SHOWN = 25;

export function candidatesView(answer) {
  const fates = new Map();
  const cited = new Set([answer, ...answer.parts].flatMap((each) => each.citations.map((one) => one.passage_id)));
  for (const step of answer.trace.steps) {
    const detail = step.detail;
    if (step.stage === "passages") (detail.passages || []).forEach((each, rank) => fates.set(each.passage, `rank ${rank + 1}, not shown to the reader`));
    if (step.stage === "curation") {
      for (const key of detail.shown || []) fates.set(key, "shown, not kept as evidence");
      for (const key of detail.kept || []) fates.set(key, "kept as evidence");
    }
  }
  for (const key of cited) fates.set(key, "cited");
  if (!fates.size) return h("p", { class: "quiet" }, "There was no candidate.");
  const order = ["cited", "kept as evidence", "shown, not kept as evidence"];
  const place = (fate) => (order.includes(fate) ? order.indexOf(fate) : order.length);
  const sorted = [...fates].sort((one, other) => place(one[1]) - place(other[1]));
  const list = h("div", {}, sorted.slice(0, SHOWN).map((each) => entry(answer, each)));
  const more = sorted.slice(SHOWN);
  const rest = more.length ? h("button", { type: "button", class: "plain", onclick: (event) => { event.currentTarget.remove(); list.append(...more.map((each) => entry(answer, each))); } }, `${more.length} more`) : null;
  return [list, rest];
}

function entry(answer, [key, fate]) {
  return folded(h("span", {}, h("code", {}, key), " ", h("span", { class: "quiet" }, fate)), () => detail(answer, key));
}

async function detail(answer, key) {
  const [why, passage] = await Promise.all([
    getJson(at(`/traces/${part(answer.trace_id)}/why?passage=${part(key)}`)),
    getJson(at(`/passages/${part(key)}`)),
  ]);
  const place = { filing_id: passage.filing_id, page_number: passage.page_number, passage_id: key, certain: false, box: null };
  return [
    h("ol", { class: "way" }, why.steps.map((step) => h("li", {}, h("b", {}, `${step.stage}${step.round ? ` round ${step.round}` : ""}`), ` ${step.became} `, h("span", { class: "quiet" }, scores(step.detail))))),
    h("button", { type: "button", class: "plain", onclick: (event) => openPlace(place, event.currentTarget) }, `Open page ${passage.page_number}`),
    passageView(passage, null),
  ];
}

const scores = (found) => Object.entries(found).filter(([, value]) => typeof value === "number").map(([name, value]) => `${name} ${value}`).join(", ");
