"""What a row says in its own name: "Dividends declared ($5.02 per share)".

Statements of equity print the amount of all shares in the row's cells, and of one share in its
label. Balance sheets say in a label what they took off: "Receivables, net of allowances of $86".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.rule.evidence import tables_of
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding.cells import in_name, stated
from hirec.grounding.tables import period_fit
from hirec.lexicon import Kind, metric_asked
from hirec.numbers import find_numbers
from hirec.periods import cell_period, matches
from hirec.types import Figure, Filing, Operand, Passage, Period, PeriodRef, Row, Table

_DIVIDENDS = "dividends_per_share"
_PER_SHARE = re.compile(
    r"\bdividends?\b(?P<of>[^(]*)\((?P<aside>[^()]*?\$?\s?\d*\.\d+\s+(?:per|a)\s+(?:\w+\s+)?share[^()]*)\)",
    re.IGNORECASE,
)
_OTHER = words_of("other_holder")
_LEAST = 0.6
_NET_OF = re.compile(
    r"\b(?:net of|less)\b (?P<what>[a-z][a-z -]*?[a-z])(?:,? of|:|,)?(?:\s*[-–—])?\s*"
    r"(?P<amounts>(?=[\d$]).*)",
    re.IGNORECASE,
)
_DATED_FIRST = re.compile(r"(?P<year>(?:19|20)\d\d)\W{1,4}\$?\s?(?P<amount>[\d,.]*\d)")
_DATED_LAST = re.compile(
    r"\$?\s?(?P<amount>\d[\d,.]*)(?: million)? (?:in|at|for|as of)\b[^$;]*?(?P<year>(?:19|20)\d\d)"
)
_AMOUNT = re.compile(r"\$\s?(?P<amount>\d[\d,.]*)")
TAKEN_OFF = "It is said in the name of the row: “{}”."
RESTATED = "Another filing says another amount, as after a split of shares."


def find_aside(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> tuple[Operand, str] | None:
    """Dividends per share of the period as the newest filing's row says them, and what is in doubt.

    None where another figure or no period is asked, or where one filing says several.

    Args:
        need: The figure asked for, with company and period.
        passages: Evidence; only tables are read.
        filings: By filing_id; passages of others are not read.

    """
    metric = metric_asked(need.concept, need.words)
    if metric is None or metric.key != _DIVIDENDS or need.part or need.period is None:
        return None
    found = [
        (filing.identity.available_ordinal, operand)
        for passage, table, filing in tables_of(need.company, passages, filings)
        for period, operand in _asides(passage, table)
        if period is not None and period_fit(metric, period, need.period) >= _LEAST
    ]
    if not found:
        return None
    newest = max(day for day, _ in found)
    chosen = [operand for day, operand in found if day == newest]
    if len({operand.value for operand in chosen}) > 1:
        return None
    alike = len({operand.value for _, operand in found}) == 1
    return chosen[0], "" if alike else RESTATED


def find_taken_off(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """What a row's name says was taken off its amounts, always in doubt; None where none does.

    Args:
        need: The figure asked for, with company and period.
        passages: Evidence; only tables are read.
        filings: By filing_id; passages of others are not read.

    """
    if need.period is None or need.part or need.kind not in ("", Kind.MONEY):
        return None
    asked = stems(need.words)
    found = [
        (filing.identity.available_ordinal, operand)
        for passage, table, filing in tables_of(need.company, passages, filings)
        for operand in _taken_off(passage, table, need.period, asked)
    ]
    newest = max((day for day, _ in found), default=0)
    chosen = {operand.value: operand for day, operand in found if day == newest}
    return next(iter(chosen.values())) if len(chosen) == 1 else None


def _taken_off(
    passage: Passage, table: Table, asked: PeriodRef, words: frozenset[str]
) -> Iterator[Operand]:
    for row in table.rows:
        said = _NET_OF.search(row.label)
        if said is None or not words <= stems(row.label[: said.start()].rstrip(" ,(")) | stems(
            said["what"]
        ):
            continue
        if not stems(said["what"].split()[0]) & words:
            continue  # "receivables" stand before what is taken off
        columns = [
            period
            for column, cell in zip(table.columns, row.cells, strict=False)
            if cell is not None and (period := cell_period(column, row)) is not None
        ]
        amounts = _by_year(said["amounts"]) or [
            (_year(period), amount)
            for period, amount in zip(columns, _plain(said["amounts"]), strict=False)
        ]
        place = next((at for at, one in enumerate(columns) if matches(asked, one)), None)
        if place is None:
            continue
        printed = dict(amounts).get(_year(columns[place]))
        if printed:
            value = Decimal(printed.replace(",", ""))
            doubt = TAKEN_OFF.format(row.label)
            scale = max(0, table.scale)
            yield in_name(passage, table, row, printed, value, scale=scale, unit="USD", doubt=doubt)


def _year(period: Period) -> int | None:
    return period.end.year if period.end else period.fiscal_year


def _by_year(text: str) -> list[tuple[int | None, str]]:
    """Amounts that are said with their years: "2023: $105; 2022: $110", "$86 in 2023"."""
    found = [*_DATED_FIRST.finditer(text)] or [*_DATED_LAST.finditer(text)]
    return [(int(one["year"]), one["amount"].rstrip(".,")) for one in found]


def _plain(text: str) -> list[str]:
    """Amounts in the order of the columns: "$1,343 and $1,372"."""
    return [one["amount"].rstrip(".,") for one in _AMOUNT.finditer(text)]


def _asides(passage: Passage, table: Table) -> Iterator[tuple[Period | None, Operand]]:
    for row in table.rows:
        match = _PER_SHARE.search(row.label)
        if match is None or said_in(match["of"], _OTHER):
            continue
        numbers = find_numbers(match["aside"])
        if len(numbers) == 1 and numbers[0].value:
            yield _period_of(table, row), stated("", passage, numbers[0], row.label)


def _period_of(table: Table, row: Row) -> Period | None:
    """The row's own, or the only one that the columns of its cells say."""
    said = {
        period
        for column, cell in zip(table.columns, row.cells, strict=False)
        if cell is not None and (period := cell_period(column, row)) is not None
    }
    return row.period or (said.pop() if len(said) == 1 else None)
