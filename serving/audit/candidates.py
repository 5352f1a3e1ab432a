"""The passages of a run on its page: by what became of them, with the way of each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from serving.audit.words import as_text, counted

_CARD_FIELDS = (
    "topic", "entities", "metrics", "numbers", "periods", "section", "claim_role", "evidence_type",
    "answerability", "temporal_anchor", "scope", "basis", "verifiability", "risk", "sketch",
)  # fmt: skip
"""Of a card what a person reads; spans, triples and rows are in the JSON."""
_FIRST = ("cited", "kept as evidence")
_RANKED = "ranked, not shown"


def candidate_outcomes(
    candidates: Sequence[Mapping[str, Any]],
) -> dict[str, list[Mapping[str, Any]]]:
    """Passages by what became of them, those that the answer rests on first."""
    groups: dict[str, list[Mapping[str, Any]]] = {name: [] for name in _FIRST}
    for entry in candidates:
        became = _RANKED if entry["became"].startswith("rank ") else entry["became"]
        groups.setdefault(became, []).append(entry)
    return {name: entries for name, entries in groups.items() if entries}


def passage_groups(candidates: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every group with its heading; those that the answer does not rest on are not open."""
    return [
        {
            "heading": f"{name}: {counted(len(entries), 'passage')}",
            "open": name in _FIRST,
            "entries": entries,
        }
        for name, entries in candidate_outcomes(candidates).items()
    ]


def card_rows(entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What of a passage's card a person reads."""
    return [(name, as_text(entry["card"][name])) for name in _CARD_FIELDS if name in entry["card"]]


def marked_lines(
    entry: Mapping[str, Any], citations: Sequence[Mapping[str, Any]]
) -> list[tuple[str, bool]]:
    """Lines of a passage's text, and whether they hold what is cited."""
    lines = entry["text"].split("\n")
    quotes = [each["quote"] for each in citations if each["passage_id"] == entry["passage"]]
    marked = {at for quote in quotes for at in _holding(lines, quote)}
    return [(line, at in marked) for at, line in enumerate(lines)]


def _holding(lines: Sequence[str], quote: str) -> list[int]:
    """Lines that hold most of a quotation: that of a cell names row and value, which share one."""
    parts = [part for piece in quote.split(" · ") for part in piece.rsplit(": ", 1) if part.strip()]
    held = [sum(part in line for part in parts) for line in lines]
    most = max(held, default=0)
    return [at for at, count in enumerate(held) if most and count == most]


def history_rows(entry: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """A row for each stage's word, and one for each step within a tournament."""
    for stop in entry["way"]:
        name = f"{stop['stage']}, round {stop['round']}" if stop["round"] else stop["stage"]
        part = f" (part {stop['part']})" if "part" in stop else ""
        within = stop["detail"].get("steps", ())
        detail = {key: value for key, value in stop["detail"].items() if key != "steps"}
        yield f"{name}{part}", stop["became"], as_text(detail)
        for step in within:
            figures = {key: step[key] for key in ("score", "rank", "round") if key in step}
            kept = "" if step["kept"] else "dropped: "
            yield f"· {step['stage']}", f"{kept}{step['rule']}", as_text(figures)
