// Two answers side by side, with what differs between them.

import { answerView } from "./answer.js";
import { at, getJson, part, state } from "./api.js";
import { grid, h, say, show } from "./dom.js";

const CHOSEN = "hirec-compare";

export function compareButton(answer) {
  // The first answer is remembered, the second opens both.
  const button = h("button", { type: "button", class: "plain", onclick: () => {
    const [index, first] = JSON.parse(sessionStorage.getItem(CHOSEN) || "[]");
    if (index === state.index && first && first !== answer.trace_id) {
      sessionStorage.removeItem(CHOSEN);
      location.hash = `#/compare/${part(state.index)}/${part(first)}/${part(answer.trace_id)}`;
      return;
    }
    sessionStorage.setItem(CHOSEN, JSON.stringify([state.index, answer.trace_id]));
    button.textContent = "Now choose the other";
    say("Choose the other answer to compare with");
  } }, "Compare");
  return button;
}

export async function compareView(place, first, second) {
  const answers = await Promise.all([first, second].map((id) => getJson(at(`/traces/${part(id)}`))));
  const rows = differences(...answers);
  show(place, h("h1", {}, "Two answers"),
    rows.length ? grid(["What differs", "First", "Second"], rows, "What differs") : h("p", {}, "Both say the same, of the same places."),
    h("div", { class: "pair" }, answers.map((answer) => h("section", { class: "turn" }, h("h2", { class: "asked" }, answer.question), answerView(answer)))));
}

const places = (answer) => [...new Set(answer.citations.map((each) => `${each.filing_id}, page ${each.page_number}`))];
const only = (some, others) => some.filter((each) => !others.includes(each)).join("; ");

function differences(one, other) {
  const said = (name, get) => [name, get(one) ?? "", get(other) ?? ""].map(String);
  const cited = [places(one), places(other)];
  const rows = [
    said("Question", (each) => each.question), said("Answer", (each) => each.text), said("Verdict", (each) => each.verdict),
    said("Reason", (each) => each.reason), said("Value in base units", (each) => each.value), said("Unit", (each) => each.unit),
    ["Cited there only", only(cited[0], cited[1]), only(cited[1], cited[0])],
    said("Program", (each) => (each.program ? each.program.source.trim() : "")),
    said("Filings it ran over", (each) => each.run.filings), said("As of", (each) => each.run.as_of),
    said("Settings", (each) => JSON.stringify(each.run.settings)),
  ];
  return rows.filter(([, left, right]) => left !== right);
}
