"""One self-contained HTML file: summary, charts, and every question's story."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from hirec.evaluation.records import Record
from hirec.evaluation.reporting.charts import bars, interval_bar, precision_recall
from hirec.evaluation.reporting.document import document, template
from hirec.evaluation.reporting.figures import COUNTED, GROUPS, LABELS, amount, interval
from hirec.evaluation.reporting.question_view import LOST_WORDS, question_view

OUTCOMES = ("right", "answered", "retrieved", "abstained", "wrong", "error")
_TOP_ERRORS = ("none", "page", "document", "company", "empty", "index")
_TOP_CLASSES = {"none": "right", "page": "abstained", "document": "wrong", "company": "error"}


def write_report(path: Path, metrics: Mapping[str, Any], records: Sequence[Record]) -> None:
    """Write the report; it loads nothing from anywhere and all foreign text in it is escaped."""
    ordered = sorted(records, key=lambda r: (r.outcome == "right", r.outcome == "answered"))
    body = template("report.html").substitute(
        system=escape(str(metrics["system"])),
        subtitle=_subtitle(metrics),
        cards="".join(_group(name, labels, metrics) for name, labels in GROUPS.items()),
        stages=_stages(metrics),
        by_type=_by_type(metrics),
        outcomes=bars(_counts(metrics["outcomes"], OUTCOMES), metrics["questions"]),
        lost=bars(_lost(metrics["lost_at"]), metrics["questions"]),
        top_errors=bars(_error_bars(metrics["top_errors"]), sum(metrics["top_errors"].values())),
        misses=bars(_error_bars(metrics["misses"]), sum(metrics["misses"].values())),
        curve=_curve(metrics),
        missing=_missing(metrics["missing_filings"]),
        chips="".join(_chip(name, metrics["outcomes"].get(name, 0)) for name in OUTCOMES),
        lost_options=_options(LOST_WORDS, metrics["lost_at"]),
        type_options=_options({name: name for name in metrics["by_type"]}, metrics["by_type"]),
        questions="\n".join(question_view(record) for record in ordered),
        count=str(len(records)),
    )
    page = document(f"evaluation · {metrics['system']}", body, "report.js")
    path.write_text(page, encoding="utf-8")


def _subtitle(metrics: Mapping[str, Any]) -> str:
    index = metrics["index"]
    return (
        f"{metrics['questions']} questions over {index['filings']:,} filings · "
        "intervals are 95% percentile bootstrap over questions"
    )


def _group(name: str, labels: Mapping[str, str], metrics: Mapping[str, Any]) -> str:
    cards = "".join(_card(key, metrics[key]) for key in labels if metrics[key]["n"])
    if not cards:
        return ""
    return f'<div class="group"><h3>{escape(name)}</h3><div class="cards">{cards}</div></div>'


def _card(key: str, figure: Mapping[str, Any]) -> str:
    bar = "" if key in COUNTED else interval_bar(figure["value"], figure["low"], figure["high"])
    return (
        f'<div class="card"><div class="label">{escape(LABELS[key])}</div>'
        f'<div class="value">{amount(key, figure["value"])}</div>{bar}'
        f'<div class="quiet">{interval(key, figure)} · n {figure["n"]}</div></div>'
    )


def _stages(metrics: Mapping[str, Any]) -> str:
    stages = metrics["seconds_by_stage"]
    if not stages:
        return ""
    parts = (f"{escape(stage)} <b>{f['value']:.2f} s</b>" for stage, f in stages.items())
    return f'<p class="stages">Median seconds by stage: {", ".join(parts)}</p>'


def _by_type(metrics: Mapping[str, Any]) -> str:
    types = metrics["by_type"]
    keys = [key for key in LABELS if metrics[key]["n"]]
    head = "".join(f"<th>{escape(k)} ({v['errors']['n']})</th>" for k, v in types.items())
    rows = []
    for key in keys:
        cells = "".join(_type_cell(key, types[kind][key]) for kind in types)
        total = f"<td><b>{amount(key, metrics[key]['value'])}</b></td>"
        rows.append(f"<tr><th>{escape(LABELS[key])}</th>{total}{cells}</tr>")
    return (
        f'<div class="scroll"><table class="types"><thead><tr><th></th><th>all</th>{head}</tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _type_cell(key: str, figure: Mapping[str, Any]) -> str:
    if not figure["n"]:
        return '<td class="quiet">–</td>'
    hint = f"{interval(key, figure)}, n {figure['n']}"
    return (
        f'<td title="{hint}">{amount(key, figure["value"])}'
        f'<span class="quiet spread">{interval(key, figure)}</span></td>'
    )


def _counts(counts: Mapping[str, int], order: Sequence[str]) -> list[tuple[str, int, str]]:
    return [(name, counts[name], f"bar {name}") for name in order if counts.get(name)]


def _lost(counts: Mapping[str, int]) -> list[tuple[str, int, str]]:
    return [
        (name, counts[name], "bar right" if name == "none" else "bar wrong")
        for name in (*LOST_WORDS,)
        if counts.get(name)
    ]


def _error_bars(counts: Mapping[str, int]) -> list[tuple[str, int, str]]:
    return [
        (
            "right page" if name == "none" else name,
            counts[name],
            f"bar {_TOP_CLASSES.get(name, 'error')}",
        )
        for name in _TOP_ERRORS
        if counts.get(name)
    ]


def _curve(metrics: Mapping[str, Any]) -> str:
    recall, precision = metrics["evidence_page_recall"], metrics["evidence_page_precision"]
    point = (recall["value"], precision["value"]) if recall["n"] else None
    return precision_recall(metrics["curve"], point)


def _missing(names: Sequence[str]) -> str:
    if not names:
        return ""
    listed = ", ".join(f"<code>{escape(name)}</code>" for name in names)
    head = f"<b>Not in the index ({len(names)})</b>, counted as missed:"
    return f'<p class="failure">{head} {listed}</p>'


def _chip(outcome: str, count: int) -> str:
    if not count:
        return ""
    return (
        f'<button type="button" class="chip badge {outcome}" data-outcome="{outcome}" '
        f'aria-pressed="true">{outcome} {count}</button>'
    )


def _options(words: Mapping[str, str], present: Mapping[str, Any]) -> str:
    return "".join(
        f'<option value="{escape(key, quote=True)}">{escape(word)}</option>'
        for key, word in words.items()
        if key in present
    )
