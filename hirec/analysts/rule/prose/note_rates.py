"""The interest rate of a security: in its name, or beside it in a table of what is owed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.evidence import passages_of
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.vocabulary import said_in
from hirec.grounding.cells import TableCell, stated
from hirec.lexicon import Kind
from hirec.numbers import find_numbers
from hirec.periods.dates import MONTH
from hirec.types import Figure, Filing, Operand, Passage, Row, Table

_PAPER = r"(?:notes?|bonds?|debentures?)"
_ASKED = re.compile(
    rf"^(?:(?:annual|fixed|stated) )?(?:interest rate|rate of interest)(?: on| of| for)? (?:the )?"
    rf"(?P<name>(?P<born>20\d\d )?(?:[^?]*?\b)?{_PAPER})\b(?P<rest>[^?]*)",
    re.IGNORECASE,
)
_DUE = re.compile(
    rf"\b(?:due|matur\w+)(?: (?:in|on))?(?: (?P<month>{MONTH}))? (?P<year>20\d\d)\b", re.IGNORECASE
)
_ISSUED = re.compile(
    rf"\b(?:issued|sold|priced)(?: (?:in|on))?(?: {MONTH})? 20\d\d\b", re.IGNORECASE
)
_NAMED = re.compile(
    rf"(?P<rate>\d{{1,2}}(?:\.\d+)?\s?%)\s(?P<name>(?:[\w.()/-]+\s){{0,7}}?{_PAPER}),?\s"
    r"(?:due|maturing)(?:\s(?:in|on))?\s(?:(?P<month>[A-Za-z]+)\.?\s)?(?:\d{1,2},\s)?(?P<year>20\d\d)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b20\d\d\b")
_AMOUNT = re.compile(r"\$\s?(?P<amount>\d[\d,.]*)(?:\s(?:million|billion))?")
_PLAIN = stems("due the our its company that which issued senior")
"""What a name may say or leave out."""
_OTHER_RATE = frozenset({"effective", "yield", "average", "fair", "hedged", "swap"})
"""Columns of rates beside the one that a security pays."""
_KINDS = stems("notes bonds debentures")


_SEVERAL = "Others may fall due then as well; no amount or name of their own tells them apart."


@dataclass(frozen=True, slots=True)
class _Paper:
    """What is asked about."""

    name: frozenset[str]
    year: str
    month: str
    amount: str


def find_note_rate(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The one rate of what is asked about; None where there is none, or several.

    Args:
        need: The figure asked for: "interest rate on exchangeable notes due 2026".
        passages: The evidence, text and tables.
        filings: By filing_id; passages of others are not read.

    """
    paper = _asked(need.words)
    if paper is None:
        return None
    found = [
        operand
        for passage, _ in passages_of(need.company, passages, filings)
        for operand in (*_rates(paper, passage), *_beside(paper, passage))
    ]
    if len({operand.value for operand in found}) != 1:
        return None
    told = paper.name - _KINDS or paper.amount
    doubt = "" if told else _SEVERAL
    return replace(found[0], doubt=found[0].doubt or doubt)


def is_in_name(found: Operand) -> bool:
    """Whether a rate was read off a name, which need not say that it is one."""
    names = () if found.column else _NAMED.finditer(found.row)
    return any(named["rate"] == found.printed for named in names)


def _asked(words: str) -> _Paper | None:
    asked = _ASKED.match(words)
    if asked is None:
        return None
    due = _DUE.search(asked["rest"])
    year = due["year"] if due else (asked["born"] or "").strip()
    if not year or _YEAR.search(_ISSUED.sub(" ", _DUE.sub(" ", asked["rest"]))):
        return None
    amount = _AMOUNT.search(asked["name"])
    return _Paper(
        stems(_YEAR.sub(" ", _AMOUNT.sub(" ", asked["name"]))) - _PLAIN,
        year,
        (due["month"] or "")[:3].lower() if due else "",
        amount["amount"] if amount else "",
    )


def _rates(paper: _Paper, passage: Passage) -> Iterator[Operand]:
    """Those in names: "3.625% Exchangeable Notes due 2026"."""
    table = passage.table
    for text in (row.label for row in table.rows) if table else (passage.text,):
        for named in _NAMED.finditer(text):
            rate = next(iter(find_numbers(named["rate"])), None)
            month = (named["month"] or "")[:3].lower()
            if paper.month and month and month != paper.month:
                continue
            if rate and named["year"] == paper.year and paper.name <= stems(named["name"]):
                yield stated("interest_rate", passage, rate, text if table else named[0])


def _beside(paper: _Paper, passage: Passage) -> Iterator[Operand]:
    """Those in a row of a table that gives what is owed, its maturity and its rate."""
    table = passage.table
    for row in table.rows if table else ():
        if table is None or not _is_of(paper, table, row):
            continue
        rates = [
            TableCell(passage, table, row, column, cell)
            for column, cell in zip(table.columns, row.cells, strict=False)
            if cell and cell.unit == "%" and not said_in(f"{column.label} {row.label}", _OTHER_RATE)
        ]
        if len(rates) == 1:
            yield rates[0].operand("interest_rate", Kind.PERCENT, None)


def _is_of(paper: _Paper, table: Table, row: Row) -> bool:
    cells = " ".join(cell.text for cell in row.cells if cell)
    said = f"{row.label} {cells}".lower()
    if paper.year not in _YEAR.findall(said) or (paper.amount and paper.amount not in said):
        return False
    if paper.month and paper.month not in said and re.search(MONTH, said, re.IGNORECASE):
        return False
    return paper.name <= stems(f"{row.label} {row.section} {cells} {table.caption}")
