// What the parts of an answer are called, and answers as Markdown.

import { seriesOf } from "./series.js";

const VERDICTS = {
  unverified: "There is an answer, and something about it is not certain: ",
  abstained: "The filings found do not carry an answer.",
};

const COMPUTED = "Each number of the program is printed where it is cited, at the scale that the table itself states, and no other number is used.";
const WORDED = "What it says stands in the cited lines.";

export function why(answer) {
  // What the verdict means for this answer.
  const reason = answer.reason && answer.reason !== answer.text ? answer.reason : "";
  if (answer.verdict === "verified") return `${answer.program || answer.parts.some((each) => each.program) ? COMPUTED : WORDED} ${reason}`.trim();
  return answer.verdict === "unverified" ? VERDICTS.unverified + reason : VERDICTS.abstained;
}

export const STAGES = {
  questions: "Reading the conversation",
  scope: "Reading the question",
  documents: "Looking for filings",
  passages: "Looking for passages",
  curation: "Choosing evidence",
  tournament: "Ranking evidence",
  answer: "Answering",
  tiers: "Comparing two readings",
  silence: "Looking for what is not said",
};

export function told(step) {
  // What a step found, in a line.
  const detail = step.detail;
  switch (step.stage) {
    case "scope":
      return [...(detail.companies || []), ...(detail.periods || []), ...(detail.forms || [])].join(", ");
    case "documents":
      return count(detail.filings, "filing") + first(detail.filings, "filing");
    case "passages":
      return count(detail.passages, "passage") + first(detail.passages, "passage");
    case "curation":
      return detail.kept ? `kept ${detail.kept.length} of ${(detail.shown || []).length}` : "";
    case "tournament":
      return first(detail.order || detail.candidates, "passage").replace(/^, /, "");
    case "answer":
      return detail.kind || "";
    case "questions":
      return (detail.questions || []).join(" · ");
    default:
      return "";
  }
}

const count = (list, noun) => `${(list || []).length} ${noun}${(list || []).length === 1 ? "" : "s"}`;
const first = (list, name) => (list && list.length ? `, first ${list[0][name]}` : "");

export function markdown(answer, level = 2) {
  const lines = [`${"#".repeat(level)} ${answer.question}`, "", `**${clean(answer.text)}** (${answer.verdict})`];
  if (answer.reason && answer.reason !== answer.text) lines.push("", clean(answer.reason));
  const series = seriesOf(answer);
  if (series) lines.push("", "| | |", "|---|---:|", ...series.map((each) => `| ${clean(each.label)} | ${clean(each.said)} |`));
  if (answer.citations.length) {
    lines.push("");
    for (const each of answer.citations) lines.push(`- ${each.filing_id}, page ${each.page_number}: ${clean(each.quote)}`);
  }
  if (answer.program) lines.push("", "```python", answer.program.source.trim(), "```");
  for (const each of answer.parts) lines.push("", markdown(each, level + 1));
  return lines.join("\n");
}

const clean = (text) => text.replace(/([\\`*_[\]<>#|])/g, "\\$1").replace(/\s+/g, " ");
