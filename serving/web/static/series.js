// An answer that lists values: as a table whose numbers open their places, and as a chart.

import { h } from "./dom.js";

const SCALES = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
const WIDTH = 640, HEIGHT = 180, LEFT = 8, FOOT = 22, HEAD = 18;

export function seriesOf(answer) {
  // [{label, said, amount, name}], or null where the text does not list the program's workings.
  const made = answer.program;
  if (!made || !made.listed) return null;
  const said = answer.text.split("; ");
  if (said.length !== made.workings.length || said.length < 2) return null;
  if (!said.every((text, at) => text.startsWith(made.workings[at].label))) return null;
  return made.workings.map((working, at) => {
    const value = said[at].slice(working.label.length).replace(/^[\s:]+/, "");
    return { label: working.label, said: value, amount: amount(value), name: working.expression };
  });
}

function amount(text) {
  // The number that a text prints, or null where it is not exactly one.
  const found = [...text.matchAll(/\d[\d,]*(?:\.\d+)?|\.\d+/g)];
  if (found.length !== 1) return null;
  const scale = text.match(/\b(thousand|million|billion|trillion)\b/);
  const negative = /^[^\d]*[-−(]/.test(text);
  return Number(found[0][0].replaceAll(",", "")) * (scale ? SCALES[scale[1]] : 1) * (negative ? -1 : 1);
}

export function seriesView(series, number) {
  // number(text, name): a button that opens where the operand of that name stands, or the text.
  const rows = series.map((each) => h("tr", {}, h("th", { scope: "row" }, each.label), h("td", {}, number(each.said, each.name))));
  return h("div", { class: "series" },
    h("div", { class: "scroll" }, h("table", { class: "values" }, h("tbody", {}, rows))),
    series.every((each) => each.amount !== null) ? chart(series) : null);
}

function svg(tag, properties, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

function chart(series) {
  const amounts = series.map((each) => each.amount);
  const top = Math.max(0, ...amounts), bottom = Math.min(0, ...amounts);
  const span = top - bottom || 1;
  const y = (value) => HEAD + ((top - value) / span) * (HEIGHT - HEAD - FOOT);
  const step = (WIDTH - 2 * LEFT) / series.length;
  const bars = series.flatMap((each, at) => {
    const x = LEFT + at * step + step * 0.15, high = Math.min(y(each.amount), y(0));
    const middle = LEFT + (at + 0.5) * step;
    return [
      svg("rect", { x, y: high, width: step * 0.7, height: Math.max(1, Math.abs(y(each.amount) - y(0))), class: each.amount < 0 ? "column down" : "column" }),
      svg("text", { x: middle, y: high - 4, class: "amount" }, series.length <= 8 ? each.said : ""),
      svg("text", { x: middle, y: HEIGHT - 6, class: "label" }, series.length <= 16 ? each.label : ""),
    ];
  });
  const label = `Chart of ${series.length} values from ${series[0].label} to ${series.at(-1).label}; the table beside it has them.`;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "chart" },
    svg("line", { x1: LEFT, x2: WIDTH - LEFT, y1: y(0), y2: y(0), class: "zero" }), ...bars);
}
