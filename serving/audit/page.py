"""A bundle as one self-contained page; all that comes from outside is escaped here."""

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from hirec.evaluation.reporting.question_view import text_table
from hirec.evaluation.reporting.report import template_text

_NONE = '<p class="quiet">None.</p>'
_CARD_FIELDS = (
    "topic", "entities", "metrics", "numbers", "periods", "section", "claim_role", "evidence_type",
    "answerability", "temporal_anchor", "scope", "basis", "verifiability", "risk", "sketch",
)  # fmt: skip
"""Of a card what a person reads; spans, triples and rows are in the JSON."""


def page(bundle: Mapping[str, Any]) -> str:
    """The whole page; it loads nothing from anywhere."""
    story = bundle["story"]
    template = files(__package__).joinpath("page.html").read_text("utf-8")
    return Template(template).substitute(
        style=template_text("style.css"),
        trace_id=escape(bundle["trace_id"]),
        question=escape(story["question"]),
        subtitle=escape(_subtitle(bundle)),
        verdict=escape(story["answer"]["verdict"]),
        answer=_answer(story["answer"]),
        understood="".join(map(_understood, story["understood"])) or _NONE,
        filings=_filings(story["filings"]),
        count=str(len(story["candidates"])),
        candidates="".join(map(_candidate, story["candidates"])) or _NONE,
        calls="".join(map(_call, story["calls"])) or _NONE,
        steps="".join(map(_step, story["steps"])),
        sha256=escape(bundle["sha256"]),
    )


def _subtitle(bundle: Mapping[str, Any]) -> str:
    run, usage = bundle["run"], bundle["spent"]["usage"]
    known = f"known on {run['as_of']}" if run["as_of"] else "all filings known"
    spent = usage["input_tokens"] + usage["output_tokens"]
    seconds = sum(bundle["spent"]["seconds_by_stage"].values())
    return (
        f"run {bundle['trace_id']} · {known} · filings {run['filings']} · code {run['code']} · "
        f"{seconds:.2f} s, {spent:,} tokens"
    )


def _answer(answer: Mapping[str, Any]) -> str:
    """Text, reason, citations and program; of a compound one its parts too."""
    asked = f"<h4>{escape(answer['question'])}</h4>" if "question" in answer else ""
    said = answer["reason"] if answer["reason"] != answer["text"] else ""
    reason = f'<p class="quiet">{escape(said)}</p>' if said else ""
    value = f"value {answer['value']} {answer['unit']}" if answer["value"] is not None else ""
    cited = "".join(
        f"<li><code>{escape(c['filing_id'])}</code> page {c['page_number']}: "
        f"<q>{escape(c['quote'])}</q></li>"
        for c in answer["citations"]
    )
    parts = "".join(map(_answer, answer["parts"]))
    return (
        f'{asked}<p class="say">{escape(answer["text"])}</p><p class="quiet">{escape(value)}</p>'
        f"{reason}<ul>{cited}</ul>{_program(answer['program'])}{parts}"
    )


def _program(program: Mapping[str, Any] | None) -> str:
    if program is None:
        return ""
    heads = ("name", "printed", "value", "unit", "row", "column", "filing_id", "page_number")
    rows = [[str(operand[name]) for name in heads] for operand in program["operands"]]
    table = text_table(heads, rows) if rows else ""
    return f'<h4>Program</h4><pre class="code">{escape(program["source"])}</pre>{table}'


def _understood(entry: Mapping[str, Any]) -> str:
    """Intent as a table, scope and parse as they are."""
    intent = text_table(("field", "demanded"), _fields(entry["intent"]))
    more = {name: entry[name] for name in entry if name not in ("intent", "text", "demand")}
    return (
        f'<div class="panel"><p class="say">{escape(entry["text"])}</p>{intent}'
        f'<p class="quiet">asks for the same as every run of demand <code>'
        f"{escape(entry['demand'])}</code></p>"
        f"{_folded('scope and parse', more)}</div>"
    )


def _filings(filings: Sequence[Mapping[str, Any]]) -> str:
    if not filings:
        return _NONE
    heads = list(dict.fromkeys(key for entry in filings for key in entry))
    return text_table(heads, ([str(entry.get(key, "")) for key in heads] for entry in filings))


def _candidate(entry: Mapping[str, Any]) -> str:
    fields = "".join(
        f'<p class="quiet">meets {escape(_listed(held["matched"]))}; '
        f"does not meet {escape(_listed(held['unmatched']))}</p>"
        for held in entry["fields"]
    )
    rounds = "".join(
        f'<p class="quiet">ranks by round {escape(_listed(ranks["ranks"]))}, '
        f"rank variance {ranks['variance']}</p>"
        for ranks in entry["rounds"]
    )
    card = [(n, _said(entry["card"][n])) for n in _CARD_FIELDS if n in entry["card"]]
    return (
        f'<details class="passage"><summary><code>{escape(entry["passage"])}</code> '
        f'{escape(entry["became"])} <span class="quiet">{escape(entry["section"])}</span>'
        f"</summary>{fields}{rounds}{text_table(('stage', 'became', 'detail'), _way(entry))}"
        f"<h4>Card</h4>{text_table(('field', 'stated'), card)}"
        f"<h4>Text</h4><pre>{escape(entry['text'])}</pre></details>"
    )


def _way(entry: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """A row for each stage's word, and one for each step within a tournament."""
    for stop in entry["way"]:
        name = f"{stop['stage']}, round {stop['round']}" if stop["round"] else stop["stage"]
        part = f" (part {stop['part']})" if "part" in stop else ""
        within = stop["detail"].get("steps", ())
        detail = {key: value for key, value in stop["detail"].items() if key != "steps"}
        yield f"{name}{part}", stop["became"], _said(detail)
        for step in within:
            figures = {key: step[key] for key in ("score", "rank", "round") if key in step}
            kept = "" if step["kept"] else "dropped: "
            yield f"· {step['stage']}", f"{kept}{step['rule']}", _said(figures)


def _call(call: Mapping[str, Any]) -> str:
    reply = call["reply"]
    said = f"<pre>{escape(reply)}</pre>" if reply is not None else _NONE
    return (
        f'<details class="step"><summary>{escape(call["stage"])}: {escape(call["task"])}, prompt '
        f"version {escape(call['version'])} <code>{escape(call['key'] or 'no reply')}</code>"
        f"</summary>{said}</details>"
    )


def _step(step: Mapping[str, Any]) -> str:
    name = f"{step['stage']}, round {step['round']}" if step["round"] else step["stage"]
    return _folded(name, step["detail"])


def _folded(name: str, content: object) -> str:
    text = json.dumps(content, indent=1, ensure_ascii=False)
    head = f'<details class="step"><summary>{escape(name)}</summary>'
    return f"{head}<pre>{escape(text)}</pre></details>"


def _fields(content: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, _said(value)) for name, value in content.items()]


def _said(value: object) -> str:
    """A value on a line: lists by commas, objects by semicolons."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_said(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value))
    return str(value)


def _listed(names: Sequence[object]) -> str:
    return ", ".join(map(str, names)) or "nothing"
