// Passages as we understood them: text and tables, with the cited cell or words marked.

import { h } from "./dom.js";

export function passageView(passage, place) {
  const here = place && place.certain && place.passage_id === passage.passage_id ? place : null;
  const body = passage.table ? tableView(passage.table, here) : textView(passage.text, here);
  return h("section", { class: "passage", "data-passage": passage.passage_id },
    passage.section ? h("p", { class: "quiet" }, passage.section) : null, body);
}

function textView(text, place) {
  if (!place || place.start === null) return h("p", { class: "prose" }, text);
  return h("p", { class: "prose" }, text.slice(0, place.start),
    h("mark", { class: "outlined" }, text.slice(place.start, place.end)), text.slice(place.end));
}

function tableView(table, place) {
  const columns = table.columns || [];
  const head = columns.some((column) => column.label)
    ? h("thead", {}, h("tr", {}, h("td", {}), columns.map((column) => h("th", { scope: "col" }, column.label))))
    : null;
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.caption || "Table" },
    h("table", { class: "filing" },
      h("caption", {}, table.caption || "", table.unit_line ? h("span", { class: "quiet" }, ` ${table.unit_line}`) : null),
      head, h("tbody", {}, table.rows.map((row, at) => rowView(row, at, place)))));
}

function rowView(row, at, place) {
  const cells = (row.cells || []).map((cell, number) => {
    const meant = place && place.row === at && place.column === number;
    return h("td", { class: meant ? "outlined" : null }, cell ? cell.text : "");
  });
  return h("tr", {}, h("th", { scope: "row", class: `level${Math.min(row.level || 0, 3)}` }, row.label || ""), cells);
}
