"""The interest rate that is part of a security's name: "3.625% Exchangeable Notes due 2026"."""

import re
from collections.abc import Iterator, Mapping, Sequence

from hirec.analysts.rule.requirements.phrases import stems
from hirec.grounding.cells import stated
from hirec.numbers import find_numbers
from hirec.types import Figure, Filing, Operand, Passage

_PAPER = r"(?:notes?|bonds?|debentures?)"
_ASKED = re.compile(
    rf"^(?:(?:annual|fixed|stated) )?(?:interest rate|rate of interest)(?: on| of| for)? (?:the )?"
    rf"(?P<name>(?P<born>20\d\d )?(?:[^?]*?\b)?{_PAPER})\b(?: due (?:\w+ )?(?P<year>20\d\d))?",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?P<rate>\d{{1,2}}(?:\.\d+)?\s?%)\s(?P<name>(?:[\w.()/-]+\s){{0,7}}?{_PAPER}),?\s"
    r"(?:due|maturing)(?:\s(?:in|on))?\s(?:[A-Za-z]+\.?\s)?(?:\d{1,2},\s)?(?P<year>20\d\d)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b20\d\d\b")
_PLAIN = stems("due the our its company")


def find_note_rate(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The one rate in the names of what is asked about; None where there is none, or several.

    Args:
        need: The figure asked for: "interest rate on exchangeable notes due 2026".
        passages: The evidence, text and tables.
        filings: By filing_id; passages of others are not read.

    """
    asked = _ASKED.match(need.words)
    year = asked and (asked["year"] or asked["born"])
    if asked is None or not year:
        return None
    found = [
        operand
        for passage in passages
        if (filing := filings.get(passage.filing_id)) and need.is_of(filing.company_key)
        for operand in _rates(stems(_YEAR.sub(" ", asked["name"])) - _PLAIN, year.strip(), passage)
    ]
    return found[0] if len({operand.value for operand in found}) == 1 else None


def is_in_name(found: Operand) -> bool:
    """Whether a rate was read off a name, which need not say that it is one."""
    return not found.column and _NAMED.match(found.row) is not None


def _rates(asked: frozenset[str], year: str, passage: Passage) -> Iterator[Operand]:
    table = passage.table
    for text in (row.label for row in table.rows) if table else (passage.text,):
        for named in _NAMED.finditer(text):
            rate = next(iter(find_numbers(named["rate"])), None)
            if rate and named["year"] == year and asked <= stems(named["name"]):
                yield stated("interest_rate", passage, rate, text if table else named[0])
