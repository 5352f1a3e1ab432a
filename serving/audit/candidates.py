"""The passages of a run on its page: by what became of them, with the way of each."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from hirec.evaluation.reporting.question_view import text_table
from serving.audit.words import NONE, counted, said

_CARD_FIELDS = (
    "topic", "entities", "metrics", "numbers", "periods", "section", "claim_role", "evidence_type",
    "answerability", "temporal_anchor", "scope", "basis", "verifiability", "risk", "sketch",
)  # fmt: skip
"""Of a card what a person reads; spans, triples and rows are in the JSON."""
_FIRST = ("cited", "kept as evidence")
_RANKED = "ranked, not shown"


def fates(candidates: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Passages by what became of them, those that the answer rests on first."""
    groups: dict[str, list[Mapping[str, Any]]] = {name: [] for name in _FIRST}
    for entry in candidates:
        became = _RANKED if entry["became"].startswith("rank ") else entry["became"]
        groups.setdefault(became, []).append(entry)
    return {name: entries for name, entries in groups.items() if entries}


def candidates_view(
    candidates: Sequence[Mapping[str, Any]], citations: Sequence[Mapping[str, Any]]
) -> str:
    """Every group under its name; groups that the answer does not rest on are folded."""
    views = []
    for name, entries in fates(candidates).items():
        inside = "".join(_candidate(entry, _quotes(citations, entry)) for entry in entries)
        head = escape(f"{name}: {counted(len(entries), 'passage')}")
        if name in _FIRST:
            views.append(f"<h4>{head}</h4>{inside}")
        else:
            views.append(f'<details class="step"><summary>{head}</summary>{inside}</details>')
    return "".join(views) or NONE


def _quotes(citations: Sequence[Mapping[str, Any]], entry: Mapping[str, Any]) -> list[str]:
    return [each["quote"] for each in citations if each["passage_id"] == entry["passage"]]


def _candidate(entry: Mapping[str, Any], quotes: Sequence[str]) -> str:
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
    card = [(name, said(entry["card"][name])) for name in _CARD_FIELDS if name in entry["card"]]
    section = entry["section"].rsplit(" > ", 1)[-1]
    ranked = f"{escape(entry['became'])} " if entry["became"].startswith("rank ") else ""
    opened, whole = (" open", ' class="whole"') if entry["became"] == "cited" else ("", "")
    return (
        f'<details class="passage"{opened}><summary><code>{escape(entry["passage"])}</code> '
        f'page {entry["page"]} {ranked}<span class="quiet">{escape(section)}</span></summary>'
        f"{fields}{rounds}{text_table(('stage', 'became', 'detail'), _way(entry))}"
        f'<details class="step"><summary>card</summary>{text_table(("field", "stated"), card)}'
        f"</details><pre{whole}>{_marked(entry['text'], quotes)}</pre></details>"
    )


def _marked(text: str, quotes: Sequence[str]) -> str:
    """A passage's text, with the lines that hold what is cited marked."""
    lines = text.split("\n")
    marked = {at for quote in quotes for at in _holding(lines, quote)}
    return "\n".join(
        f"<mark>{escape(line)}</mark>" if at in marked else escape(line)
        for at, line in enumerate(lines)
    )


def _holding(lines: Sequence[str], quote: str) -> list[int]:
    """Lines that hold most of a quotation: that of a cell names row and value, which share one."""
    parts = [part for piece in quote.split(" · ") for part in piece.rsplit(": ", 1) if part.strip()]
    held = [sum(part in line for part in parts) for line in lines]
    most = max(held, default=0)
    return [at for at, count in enumerate(held) if most and count == most]


def _way(entry: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """A row for each stage's word, and one for each step within a tournament."""
    for stop in entry["way"]:
        name = f"{stop['stage']}, round {stop['round']}" if stop["round"] else stop["stage"]
        part = f" (part {stop['part']})" if "part" in stop else ""
        within = stop["detail"].get("steps", ())
        detail = {key: value for key, value in stop["detail"].items() if key != "steps"}
        yield f"{name}{part}", stop["became"], said(detail)
        for step in within:
            figures = {key: step[key] for key in ("score", "rank", "round") if key in step}
            kept = "" if step["kept"] else "dropped: "
            yield f"· {step['stage']}", f"{kept}{step['rule']}", said(figures)


def _listed(names: Sequence[object]) -> str:
    return ", ".join(map(str, names)) or "nothing"
