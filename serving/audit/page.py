"""A bundle as one self-contained page; all that comes from outside is escaped here."""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from hirec.evaluation.reporting.document import document
from hirec.evaluation.reporting.question_view import text_table
from serving.audit.candidates import candidates_view, fates
from serving.audit.words import NONE, counted, said, words

_CLASSES = {"verified": "right", "unverified": "abstained", "abstained": "wrong"}
"""Verdict → colour of its badge."""
_OPERANDS = ("name", "printed", "value", "unit", "row", "column", "filing_id", "page_number")


def page(bundle: Mapping[str, Any]) -> str:
    """The whole page; it loads nothing from anywhere."""
    story = bundle["story"]
    answer = story["answer"]
    template = Template(files(__package__).joinpath("page.html").read_text("utf-8"))
    body = template.substitute(
        question=escape(story["question"]),
        subtitle=escape(_subtitle(bundle)),
        verdict=escape(answer["verdict"]),
        verdict_class=_CLASSES.get(answer["verdict"], ""),
        answer=_answer(answer),
        way=escape(_way(story)),
        count=str(len(story["candidates"])),
        candidates=candidates_view(story["candidates"], answer["citations"]),
        understood="".join(map(_understood, story["understood"])) or NONE,
        filings=_filings(story["filings"]),
        calls="".join(map(_call, story["calls"])) or NONE,
        steps="".join(map(_step, story["steps"])),
        asked=_asked(bundle["run"]),
        sha256=escape(bundle["sha256"]),
    )
    return document(f"audit · {bundle['trace_id']}", body)


def _subtitle(bundle: Mapping[str, Any]) -> str:
    usage = bundle["spent"]["usage"]
    spent = usage["input_tokens"] + usage["output_tokens"]
    seconds = sum(bundle["spent"]["seconds_by_stage"].values())
    return f"run {bundle['trace_id']} · {seconds:.2f} s · {counted(spent, 'token')}"


def _way(story: Mapping[str, Any]) -> str:
    """The run in a line: how many filings, passages and calls it took."""
    filings = len({entry["filing"] for entry in story["filings"]})
    fate = (f"{len(entries)} {name}" for name, entries in fates(story["candidates"]).items())
    calls = story["calls"]
    failed = sum("failure" in call for call in calls)
    asked = counted(len(calls), "model call") if calls else "no model asked"
    parts = [
        counted(filings, "filing"),
        f"{counted(len(story['candidates']), 'passage')} ({', '.join(fate)})",
        f"{asked}, {failed} of them failed" if failed else asked,
    ]
    return " → ".join(parts)


def _answer(answer: Mapping[str, Any]) -> str:
    """Text, reason, citations and program; of a compound one its parts too."""
    asked = f"<h4>{escape(answer['question'])}</h4>" if "question" in answer else ""
    told = answer["reason"] if answer["reason"] != answer["text"] else ""
    reason = f'<p class="quiet">{escape(told)}</p>' if told else ""
    exact = f"exactly {_amount(answer['value'])} {answer['unit']}" if answer["value"] else ""
    cited = "".join(
        f"<li><code>{escape(c['filing_id'])}</code> page {c['page_number']}: "
        f"<q>{escape(c['quote'])}</q></li>"
        for c in answer["citations"]
    )
    parts = "".join(map(_answer, answer["parts"]))
    return (
        f'{asked}<p class="say">{escape(answer["text"])}</p><p class="quiet">{escape(exact)}</p>'
        f"{reason}<ul>{cited}</ul>{_program(answer['program'])}{parts}"
    )


def _program(program: Mapping[str, Any] | None) -> str:
    if program is None:
        return ""
    rows = [
        [_amount(operand[name]) if name == "value" else str(operand[name]) for name in _OPERANDS]
        for operand in program["operands"]
    ]
    table = text_table([words(name) for name in _OPERANDS], rows) if rows else ""
    return f'<h4>Program</h4><pre class="code">{escape(program["source"])}</pre>{table}'


def _amount(value: object) -> str:
    """A number with its thousands apart, and never with an exponent."""
    try:
        return f"{Decimal(str(value)):,f}"
    except InvalidOperation:  # an answer that names something
        return str(value)


def _understood(entry: Mapping[str, Any]) -> str:
    """Intent as a table, scope and parse as they are."""
    intent = text_table(("field", "demanded"), _fields(entry["intent"]))
    more = {name: entry[name] for name in entry if name not in ("intent", "text", "demand")}
    return (
        f'<div class="panel"><p class="say">{escape(entry["text"])}</p>{intent}'
        f'<p class="quiet">Runs that ask for the same in other words have this demand too: <code>'
        f"{escape(entry['demand'])}</code></p>"
        f"{_folded('scope and parse', more)}</div>"
    )


def _filings(filings: Sequence[Mapping[str, Any]]) -> str:
    if not filings:
        return NONE
    heads = list(dict.fromkeys(key for entry in filings for key in entry))
    rows = ([str(entry.get(key, "")) for key in heads] for entry in filings)
    return text_table([words(head) for head in heads], rows)


def _call(call: Mapping[str, Any]) -> str:
    reply = call["reply"]
    shown = f"<pre>{escape(reply)}</pre>" if reply is not None else NONE
    failure = call.get("failure")
    failed = f'<p class="failure">{escape(failure["message"])}</p>' if failure else ""
    return (
        f'<details class="step"><summary>{escape(call["stage"])}: {escape(call["task"])}, prompt '
        f"version {escape(call['version'])}{', failed' if failure else ''} "
        f"<code>{escape(call['key'])}</code></summary>{failed}{shown}</details>"
    )


def _step(step: Mapping[str, Any]) -> str:
    name = f"{step['stage']}, round {step['round']}" if step["round"] else step["stage"]
    return _folded(name, step["detail"])


def _asked(run: Mapping[str, Any]) -> str:
    """Day, turns before, settings, and what the answer came from."""
    known = f"filings known on {run['as_of']}" if run["as_of"] else "all filings known"
    rows = [
        ("as of", known),
        ("turns before", counted(len(run["history"]), "turn") if run["history"] else "none"),
        ("settings that differ", json.dumps(run["settings"]) if run["settings"] else "none"),
        ("fingerprint of the filings", run["filings"]),
        ("fingerprint of the code", run["code"]),
    ]
    return text_table(("", ""), rows)


def _folded(name: str, content: object) -> str:
    text = json.dumps(content, indent=1, ensure_ascii=False)
    head = f'<details class="step"><summary>{escape(name)}</summary>'
    return f"{head}<pre>{escape(text)}</pre></details>"


def _fields(content: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(words(name), said(value)) for name, value in content.items()]
