// The conversation: questions, steps as they end, answers; kept in the browser.

import { answerView } from "./answer.js";
import { at, events, getJson, part, state } from "./api.js";
import { failed, h, say, show } from "./dom.js";
import { liveSteps } from "./steps.js";

const kept = () => `hirec-conversation-${state.index}`;
const turns = () => JSON.parse(localStorage.getItem(kept()) || "[]");
const keep = (list) => localStorage.setItem(kept(), JSON.stringify(list.slice(-50)));

export async function askView(place, described) {
  const log = h("div", { class: "log" });
  const box = h("textarea", { id: "question", rows: 2, maxlength: 4000, required: true, placeholder: "What was Acme's operating margin in FY2023?" });
  const form = h("form", { class: "ask" },
    h("label", { for: "question" }, "Your question"), box,
    h("div", { class: "tools" }, h("button", { class: "main" }, "Ask"),
      h("button", { type: "button", class: "plain", onclick: () => { keep([]); askView(place, described); } }, "New conversation"),
      h("span", { class: "quiet" }, `${described.filings.toLocaleString("en")} filings of ${described.companies.toLocaleString("en")} companies`)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!box.value.trim()) return;
    const question = box.value;
    box.value = "";
    log.querySelector(".intro")?.remove();
    run(log, question);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  const put = (text) => { box.value = text; form.requestSubmit(); };
  if (!turns().length) log.append(intro(described, put));
  show(place, h("h1", { class: "unseen" }, "Ask"), log, form);
  await restore(log);
  box.focus({ preventScroll: turns().length === 0 });
}

function intro(described, put) {
  const example = (text) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => put(text) }, text));
  return h("div", { class: "intro" }, h("h2", {}, "Ask the filings"),
    h("p", { class: "quiet" }, "Name the company and the period. Every number of an answer opens the page that prints it; what the filings do not say is refused."),
    h("ul", { class: "examples", "aria-label": "Examples" }, described.examples.map(example)));
}

async function restore(log) {
  const index = state.index;
  const stored = await Promise.all(turns().map((turn) => getJson(at(`/traces/${part(turn.trace_id)}`)).catch((error) => error)));
  if (index !== state.index) return;
  stored.forEach((answer, number) => {
    const block = turnBlock(turns()[number].question);
    block.append(answer instanceof Error ? failed(answer) : answerView(answer));
    log.append(block);
  });
}

const turnBlock = (question) => h("section", { class: "turn" }, h("h2", { class: "asked" }, question));

async function run(log, question) {
  const { list, hear } = liveSteps();
  const control = new AbortController();
  const stop = h("button", { type: "button", class: "plain", onclick: () => control.abort() }, "Stop");
  const ahead = h("span");
  const live = h("div", { class: "live" }, h("p", { class: "working" }, "Working … ", ahead, stop), list);
  const block = turnBlock(question);
  block.append(live);
  log.append(block);
  live.scrollIntoView({ block: "nearest" });
  say("Working");
  const history = turns().map((turn) => ({ question: turn.question, answer: turn.text }));
  let ended = false;
  const end = (view, said) => { ended = true; live.replaceWith(view); say(said); block.scrollIntoView({ block: "nearest" }); };
  try {
    await events(at("/ask/events"), { question, history }, (name, content) => {
      if (name === "taken" && content.ahead) ahead.textContent = `${content.ahead} question${content.ahead === 1 ? " is" : "s are"} ahead … `;
      if (name === "step") {
        ahead.textContent = "";
        hear(content);
      }
      if (name === "error") end(failed(content), content.message);
      if (name === "answer") {
        keep([...turns(), { question: content.question, trace_id: content.trace_id, text: content.text }]);
        end(answerView(content), `${content.verdict}: ${content.text}`);
      }
    }, control.signal);
    if (!ended) end(failed({ message: "The server hung up before the answer was there; ask again." }), "No answer");
  } catch (error) {
    const message = error.name === "AbortError" ? "Stopped." : error.message;
    end(failed({ message }), message);
  }
}

export async function runView(place, trace) {
  const answer = await getJson(at(`/traces/${part(trace)}`));
  const block = turnBlock(answer.question);
  block.append(answerView(answer));
  show(place, block);
}
