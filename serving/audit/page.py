"""A bundle as one self-contained page; all that comes from outside is escaped."""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from hirec.evaluation.reporting.templates import render
from serving.audit.candidates import (
    candidate_outcomes,
    card_rows,
    history_rows,
    marked_lines,
    passage_groups,
)
from serving.audit.words import as_text, counted, words

_CLASSES = {"verified": "right", "unverified": "abstained", "abstained": "wrong"}
"""Verdict → colour of its badge."""
_OPERANDS = ("name", "printed", "value", "unit", "row", "column", "filing_id", "page_number")


def page(bundle: Mapping[str, Any]) -> str:
    """The whole page; it loads nothing from anywhere."""
    story = bundle["story"]
    return render(
        "page.html",
        __package__,
        title=f"audit · {bundle['trace_id']}",
        story=story,
        subtitle=_subtitle(bundle),
        verdict_class=_CLASSES.get(story["answer"]["verdict"], ""),
        way=_way(story),
        groups=passage_groups(story["candidates"]),
        history_rows=history_rows,
        card_rows=card_rows,
        lines=lambda entry: marked_lines(entry, story["answer"]["citations"]),
        listed=lambda names: ", ".join(map(str, names)) or "nothing",
        amount=_amount,
        operand_table=_operand_table,
        fields=_fields,
        understood=_understood,
        filings=_filings(story["filings"]),
        step_name=_step_name,
        indented=lambda content: json.dumps(content, indent=1, ensure_ascii=False),
        asked=_asked(bundle["run"]),
        sha256=bundle["sha256"],
    )


def _subtitle(bundle: Mapping[str, Any]) -> str:
    usage = bundle["spent"]["usage"]
    spent = usage["input_tokens"] + usage["output_tokens"]
    seconds = sum(bundle["spent"]["seconds_by_stage"].values())
    return f"run {bundle['trace_id']} · {seconds:.2f} s · {counted(spent, 'token')}"


def _way(story: Mapping[str, Any]) -> str:
    """The run in a line: how many filings, passages and calls it took."""
    filings = len({entry["filing"] for entry in story["filings"]})
    fate = (
        f"{len(entries)} {name}"
        for name, entries in candidate_outcomes(story["candidates"]).items()
    )
    calls = story["calls"]
    failed = sum("failure" in call for call in calls)
    asked = counted(len(calls), "model call") if calls else "no model asked"
    parts = [
        counted(filings, "filing"),
        f"{counted(len(story['candidates']), 'passage')} ({', '.join(fate)})",
        f"{asked}, {failed} of them failed" if failed else asked,
    ]
    return " → ".join(parts)


def _operand_table(operands: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    rows = [
        [_amount(operand[name]) if name == "value" else str(operand[name]) for name in _OPERANDS]
        for operand in operands
    ]
    return [words(name) for name in _OPERANDS], rows


def _amount(value: object) -> str:
    """A number with its thousands apart, and never with an exponent."""
    try:
        return f"{Decimal(str(value)):,f}"
    except InvalidOperation:  # an answer that names something
        return str(value)


def _understood(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Scope and parse, which are shown as they are."""
    return {name: entry[name] for name in entry if name not in ("intent", "text", "demand")}


def _filings(filings: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    heads = list(dict.fromkeys(key for entry in filings for key in entry))
    rows = [[str(entry.get(key, "")) for key in heads] for entry in filings]
    return [words(head) for head in heads], rows


def _step_name(step: Mapping[str, Any]) -> str:
    return f"{step['stage']}, round {step['round']}" if step["round"] else step["stage"]


def _asked(run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Day, turns before, settings, and what the answer came from."""
    known = f"filings known on {run['as_of']}" if run["as_of"] else "all filings known"
    return [
        ("as of", known),
        ("turns before", counted(len(run["history"]), "turn") if run["history"] else "none"),
        ("settings that differ", json.dumps(run["settings"]) if run["settings"] else "none"),
        ("fingerprint of the filings", run["filings"]),
        ("fingerprint of the code", run["code"]),
    ]


def _fields(content: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(words(name), as_text(value)) for name, value in content.items()]
