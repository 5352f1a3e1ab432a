// What an answer was worth: said below it, and read by the operator.

import { at, getJson, part, postJson } from "./api.js";
import { failed, folded, grid, h, say, show } from "./dom.js";

const KINDS = { helpful: "Helpful", wrong_figure: "Wrong figure", wrong_source: "Wrong source", other: "Something else" };
const PAGE = 100;

export function feedbackForm(answer) {
  return folded("Was this right?", () => form(answer));
}

function form(answer) {
  const field = (label, control) => h("label", {}, label, control);
  const choice = Object.entries(KINDS).map(([value, label], at) =>
    h("label", { class: "kind" }, h("input", { type: "radio", name: `kind-${answer.trace_id}`, value, required: true, checked: at === 0 }), label));
  const score = h("select", {}, h("option", { value: "" }, "–"), [1, 2, 3, 4, 5].map((each) => h("option", { value: each }, each)));
  const right = h("input", { type: "text", maxlength: 2000 });
  const passage = h("input", { type: "text", maxlength: 200, placeholder: "FILING#PAGE.NUMBER" });
  const words = h("textarea", { rows: 2, maxlength: 2000 });
  const problem = h("div");
  const made = h("form", { class: "feedback" },
    h("fieldset", {}, h("legend", {}, "This answer is"), choice),
    field("Score, 5 is best", score), field("What would be right, if you know", right),
    field("Passage that answers, if you know", passage), field("In your words", words),
    problem, h("div", {}, h("button", { class: "main" }, "Send")));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { kind: made.querySelector("input[type=radio]:checked").value, words: words.value, answer: right.value, passage_id: passage.value.trim() };
    if (score.value) body.score = Number(score.value);
    try {
      await postJson(at(`/traces/${part(answer.trace_id)}/feedback`), body);
      made.replaceWith(h("p", { class: "quiet", role: "status" }, "Thank you; it is kept with the trace."));
    } catch (error) {
      show(problem, failed(error));
      say(error.message);
    }
  });
  return made;
}

export async function feedbackView(place, offset = 0) {
  const found = await getJson(at(`/feedback?offset=${offset}&limit=${PAGE}`));
  const index = location.hash;
  const rows = found.feedback.map((each) => [
    each.given.replace("T", " ").replace("+00:00", ""), KINDS[each.kind], each.score ?? "",
    h("a", { href: `#/run/${part(document.getElementById("index").value)}/${part(each.trace_id)}` }, each.question),
    each.answer, each.passage_id, each.words, each.given_by,
  ]);
  const step = (to, text) => h("button", { type: "button", class: "plain", disabled: to < 0 || to >= found.total, onclick: () => location.hash === index && feedbackView(place, to) }, text);
  show(place, h("h1", {}, "Feedback"), h("p", { class: "quiet" }, `${found.total.toLocaleString("en")} in all, the newest first`),
    grid(["When (UTC)", "What", "Score", "Question", "Right", "Passage", "Words", "Key"], rows, "Feedback"),
    found.total > PAGE ? h("div", { class: "tools" }, step(offset - PAGE, "Before"), step(offset + PAGE, "After")) : null);
}
