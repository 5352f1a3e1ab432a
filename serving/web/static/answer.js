// An answer: text, verdict and why, sources, program with every number linked, trace, candidates.

import { at, getBlob, getJson, part, state } from "./api.js";
import { candidatesView } from "./candidates.js";
import { folded, h, save, say } from "./dom.js";
import { compareButton } from "./compare.js";
import { feedbackForm } from "./feedback.js";
import { seriesOf, seriesView } from "./series.js";
import { timeline } from "./steps.js";
import { openPlace } from "./viewer.js";
import { markdown, why } from "./words.js";

export function answerView(answer) {
  const places = lazily(() => getJson(at(`/traces/${part(answer.trace_id)}/places`)));
  return h("article", { class: "answer", "data-trace": answer.trace_id },
    answer.parts.length ? compound(answer, places) : result(answer, places),
    actions(answer),
    feedbackForm(answer),
    folded("How it was found", () => timeline(answer)),
    folded("Candidates, and why they lost", () => candidatesView(answer)));
}

const lazily = (make) => {
  // A failed try is made again.
  let made = null;
  return () => (made ??= make().catch((error) => { made = null; throw error; }));
};

function compound(answer, places) {
  return [verdict(answer), answer.parts.map((each) => h("section", { class: "part" },
    h("h3", {}, each.subject || each.question), result(each, places)))];
}

function result(answer, places) {
  return [h("p", { class: "said" }, answer.text), verdict(answer), listed(answer, places), sources(answer, places),
    answer.program ? program(answer.program, places) : null];
}

function listed(answer, places) {
  const series = seriesOf(answer);
  if (!series) return null;
  const operands = new Map(answer.program.operands.map((each) => [each.name, each]));
  return seriesView(series, (text, name) => (operands.has(name) ? number(text, operands.get(name), places) : text));
}

function verdict(answer) {
  return h("p", { class: "verdict" }, h("span", { class: `badge ${answer.verdict}` }, answer.verdict), " ",
    h("span", { class: "quiet" }, why(answer)));
}

function sources(answer, places) {
  if (!answer.citations.length) return null;
  return h("ul", { class: "sources", "aria-label": answer.verdict === "abstained" ? "Pages to look at" : "Sources" },
    answer.citations.map((each) => h("li", {},
      h("button", { type: "button", class: "link", onclick: (event) => open(event, places, (place) => cites(each, place), each) },
        `${each.filing_id}, page ${each.page_number}`), " ",
      h("q", {}, each.quote))));
}

const cites = (cited, place) => place.passage_id === cited.passage_id && (place.printed === cited.quote || cited.quote.endsWith(place.printed));

async function open(event, places, fits, otherwise) {
  const from = event.currentTarget;
  const found = await places().catch((error) => { say(error.message); return []; });
  const bare = { filing_id: otherwise.filing_id, page_number: otherwise.page_number, passage_id: otherwise.passage_id, certain: false, box: null };
  openPlace(found.find(fits) || bare, from);
}

function program(made, places) {
  const operands = new Map(made.operands.map((each) => [each.name, each]));
  const lines = made.source.trimEnd().split("\n").map((line) => [linked(line, operands, places), "\n"]);
  return h("div", { class: "program" }, h("h3", {}, "Program"), h("pre", {}, h("code", {}, lines)));
}

function linked(line, operands, places) {
  // Names of operands and the number that is put into one become buttons.
  const stated = line.match(/^(\w+)( = )([^#]*?)(\s*#.*)?$/);
  const operand = stated && operands.get(stated[1]);
  if (operand) return [stated[1], stated[2], number(stated[3], operand, places), h("span", { class: "quiet" }, stated[4] || "")];
  return line.split(/(\w+)/).map((word) => (operands.has(word) ? number(word, operands.get(word), places) : word));
}

function number(text, operand, places) {
  const fits = (place) => place.name === operand.name && place.passage_id === operand.passage_id;
  const label = `${text}: ${operand.row || operand.printed}, ${operand.filing_id} page ${operand.page_number}`;
  return h("button", { type: "button", class: "number", title: label, "aria-label": label, onclick: (event) => open(event, places, fits, operand) }, text);
}

function actions(answer) {
  const button = (text, work) => h("button", { type: "button", class: "plain", onclick: (event) => work(event.currentTarget) }, text);
  return h("div", { class: "actions" },
    button("Copy as Markdown", async (from) => { await copied(markdown(answer)); brief(from, "Copied"); }),
    compareButton(answer),
    button("Audit bundle", (from) => bundle(answer, from)),
    h("a", { class: "quiet", href: `#/run/${part(state.index)}/${part(answer.trace_id)}` }, answer.trace_id));
}

async function copied(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = h("textarea", { class: "unseen" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

async function bundle(answer, from) {
  try {
    const path = at(`/traces/${part(answer.trace_id)}/bundle`);
    save(await getBlob(path), `${answer.trace_id}.json`);
    save(await getBlob(`${path}/page`), `${answer.trace_id}.html`);
    brief(from, "Saved");
  } catch (error) {
    brief(from, error.message);
  }
}

function brief(button, text) {
  const before = button.textContent;
  button.textContent = text;
  say(text);
  setTimeout(() => { button.textContent = before; }, 2000);
}
