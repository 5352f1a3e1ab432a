// The steps of a question: live while they run, and as a timeline afterwards.

import { folded, h, seconds } from "./dom.js";
import { STAGES, told } from "./words.js";

const named = (step) => `${STAGES[step.stage] || step.stage}${step.round > 1 ? `, round ${step.round}` : ""}${step.detail.part ? ` (part ${step.detail.part})` : ""}`;

export function liveSteps() {
  const list = h("ol", { class: "steps", "aria-label": "Steps so far" });
  const hear = (step) => list.append(h("li", {}, h("b", {}, named(step)), " ", h("span", { class: "quiet" }, told(step)), " ", h("span", { class: "time" }, seconds(step.seconds))));
  return { list, hear };
}

export function timeline(answer) {
  const steps = answer.trace.steps;
  const whole = steps.reduce((sum, step) => sum + step.seconds, 0) || 1;
  let before = 0;
  const rows = steps.map((step) => {
    const bar = h("span", { class: "fill" });
    bar.style.marginLeft = `${(100 * before) / whole}%`;
    bar.style.width = `${Math.max(0.4, (100 * step.seconds) / whole)}%`;
    before += step.seconds;
    return h("li", {},
      h("div", { class: "row" }, h("b", {}, named(step)), h("span", { class: "track", "aria-hidden": "true" }, bar), h("span", { class: "time" }, seconds(step.seconds))),
      h("p", { class: "quiet" }, told(step)),
      folded("Details", () => h("pre", {}, JSON.stringify(step.detail, null, 1))));
  });
  const used = answer.usage;
  const spent = used.calls ? `${used.calls} model calls, ${used.input_tokens + used.output_tokens} tokens, ${used.cost_usd.toFixed(4)} USD` : "no language model was asked";
  return [h("p", { class: "quiet" }, `${seconds(whole)} in ${steps.length} steps; ${spent}.`), h("ol", { class: "timeline" }, rows)];
}
