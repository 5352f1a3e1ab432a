"""What the rows beside a number's own say against it."""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.requirements.phrases import OPTIONAL, TERM, part_stems, stems
from hirec.analysts.rule.vocabulary import FOOTNOTE
from hirec.grounding.counted import counted_in
from hirec.grounding.tables import residual, standing_of
from hirec.lexicon import (
    Kind,
    find_metrics,
    get_metric,
    head_nouns,
    match_row,
    normalize_label,
    words_in,
)
from hirec.lexicon.files import word_list
from hirec.periods import find_period_spans
from hirec.sums import sums
from hirec.types import Figure, Operand, Passage, Row

_CALLED_SO = 0.8
"""Least likeness of a row that is called as the figure is."""

_UNITS_OF_A_COMPANY = frozenset({"brand", "division", "business", "unit", "segment"})
_DECIMALS = re.compile(r"\d\.\d")
_TOTALS = frozenset({"total", "net"})
_SAYS_NOTHING = frozenset({"unaudited", "audited", "and", "period", "periods"})
_OF_ANY = stems(" ".join((*word_list("part_kind"), *head_nouns(Kind.MONEY), "profit loss change")))
"""Words that tell no column from those beside it."""
_LONGEST_TITLE = 20
"""A caption of more words is a sentence, or several."""


def other_rows(use: Use) -> str:
    """One of several rows of a balance sheet that are the figure only together."""
    metric = get_metric(use.figure.concept)
    if metric is None or metric.statement != "balance" or use.figure.part:
        return ""

    def is_called_so(own: Row, row: Row) -> bool:
        fit = match_row(metric.key, row.label, row.section)
        return row.label != own.label and fit >= _CALLED_SO

    return use.also_prints(is_called_so)


def printed_twice(use: Use) -> str:
    """A name that a balance sheet bears twice, as current and as noncurrent."""
    table, passage = use.table, use.passage
    if table is None or passage is None or use.figure.part or TERM.search(use.question):
        return ""
    if standing_of(table, passage.section).statement != "balance":
        return ""
    twice = (cell for own, row, cell in use.others if row.label == own.label)
    other = next(twice, None)
    return f"The table prints “{use.operand.row}” twice, also {other.text}." if other else ""


def totalled_beside(use: Use) -> str:
    """A row that differs from another by "total" or "net" alone, neither being the name asked.

    Nor is what other rows leave, "Other accrued expenses", the total of such.
    """
    first = use.operand.row.split()[:1]
    if first in (["Other"], ["other"]) and "other" not in words_in(use.question):
        return f"“{use.operand.row}” may leave out what has a row of its own."
    if use.literal:
        return ""

    def is_total(own: Row, row: Row) -> bool:
        apart = words_in(row.label) ^ words_in(own.label)
        block = row.section == own.section or not own.section
        return bool(apart) and apart <= _TOTALS and block

    return use.also_prints(is_total)


def of_a_namesake(use: Use) -> str:
    """A heading, or a column, of a brand or a unit with the company's name: "NIKE Brand"."""
    asked = words_in(f"{use.question} {use.figure.words}")
    for _, table, row, at in use.places:
        for heading in (row.section, table.columns[at].label):
            kinds = words_in(heading) & _UNITS_OF_A_COMPANY - asked
            if kinds and words_in(heading) & use.own_name:
                return f"It stands below “{heading}”, which may not be all of the company."
    return ""


def said_beside(use: Use) -> str:
    """Another row of the table that bears a word of the part that this one does not."""
    asked = stems(" ".join((use.figure.part, *use.figure.qualifiers)))

    def bears_more(own: Row, row: Row) -> bool:
        here = stems(f"{own.section} {own.label} {use.operand.column}")
        lacking, met, other = asked - here, asked & stems(own.label), stems(row.label)
        both = other | stems(row.section)  # "Business" below "Americas"
        return bool(met and other & lacking) and met <= both

    return use.also_prints(bears_more)


def word_for_word(use: Use) -> str:
    """Another row or column whose very name the question says, where this one's it does not.

    "Automotive sales revenue" is that of "Automotive sales", not of "Total automotive revenues".
    """
    return _column_word_for_word(use) or _row_word_for_word(use)


def _column_word_for_word(use: Use) -> str:
    told = f" {normalize_label(residual(f'{use.figure.words} | {use.question}'))} "
    for _, table, _, at in use.places:
        headings = [residual(FOOTNOTE.sub("", column.label)) for column in table.columns]
        if _is_named(headings[at], told):
            continue
        for column, said in zip(table.columns, headings, strict=True):
            of_figure = find_metrics(column.label)  # "Gross margin %" beside the amounts
            if not of_figure and len(said.split()) > 1 and _is_named(said, told):
                return f"Another column is called “{column.label}”."
    return ""


def _row_word_for_word(use: Use) -> str:
    asked, part = f" {normalize_label(use.figure.words)} ", stems(use.figure.part)

    def is_said(own: Row, row: Row) -> bool:
        said = stems(row.label)
        of_part = said & part  # "Net sales" are of no part
        named = _is_named(row.label, asked) and not _is_named(own.label, asked)
        return bool(of_part) and len(said) > 1 and named

    return use.also_prints(is_said)


def other_column(use: Use) -> str:
    """A column beside its own, of the same period, that bears a word asked for which its own lacks.

    "Severance charges" are not what stands under "Total" beside "Severance".
    """
    asked = stems(use.figure.words) - _OF_ANY
    for own, here, column, cell in use.alongside:
        lacking = asked - stems(f"{own.section} {own.label} {here.label}")
        if stems(residual(FOOTNOTE.sub("", column.label))) & lacking:
            return f"Another column is called “{column.label}”: {cell.text}."
    return ""


def unnamed_column(use: Use) -> str:
    """A column that says nothing but its period, beside another of that period: it is of a part.

    Region by region "2023, 2022" is printed again, and the heading above the first may be lost.
    """
    for _, here, column, cell in use.alongside:
        named = words_in(residual(here.label)) - _SAYS_NOTHING or "total" in words_in(here.label)
        share = "%" in f"{cell.text}{cell.unit}{column.label}"
        if here.period is not None and not (named or share):
            return f"Another column is of the same period: {cell.text}."
    return ""


def _is_named(label: str, asked: str) -> bool:
    return f" {normalize_label(label).removeprefix('total ')} " in asked


def of_two_reports(operands: Mapping[Figure, Operand]) -> str:
    """A part from another report than its whole, which may have counted otherwise since.

    A whole is that of all, or one that only its own words name.
    """
    for (one, part), (other, whole) in itertools.permutations(operands.items(), 2):
        same = (one.company, one.period) == (other.company, other.period)
        known = one.concept == other.concept and not other.part
        apart = part.filing_id != whole.filing_id
        if same and apart and one.part and (known or not other.concept):
            return f"{part.filing_id} and {whole.filing_id} may count otherwise."
    return ""


def side_by_side(pair: Sequence[Operand], passages: Iterable[Passage]) -> str:
    """A part and what it is a share of as rows that add up to one total: neither holds the other.

    "Marketing's share of subscription revenue" is none of the product called "Sales".
    """
    if len(pair) < 2 or not (pair[0].cell and pair[1].cell):
        return ""
    part, whole = pair
    if part.passage_id != whole.passage_id:
        return ""
    told = next((p for p in passages if p.passage_id == part.passage_id), None)
    (own, at), (other, column) = pair[0].cell, pair[1].cell
    if told is None or told.table is None or at != column:
        return ""
    beside = any({own, other} <= {*run.rows} for run in sums(told.table, at))
    return f"“{whole.row}” stands beside “{part.row}”, and is no whole of it." if beside else ""


def said_in_passing(use: Use) -> str:
    """A word that only a sentence above the table has, which may speak of other columns and rows.

    "Services" of "organic revenues, equipment and services organic revenues and profit margin".
    """
    table = use.table
    figure, operand = use.figure, use.operand
    words, read = (figure.part, part_stems) if figure.concept else (figure.words, stems)
    if table is None or use.passage is None or use.counts:
        return ""
    if len(table.caption.split()) <= _LONGEST_TITLE:
        return ""
    rows = [own for _, _, own, _ in use.places]
    near = " ".join((operand.row, operand.column, *(row.section for row in rows)))
    lacking = read(words) - stems(f"{near} {use.heading}")
    lacking -= stems(" ".join(OPTIONAL)) if lacking < read(words) else frozenset()
    passing = [w for w in words.split() if stems(w) & lacking & stems(table.caption)]
    return f"Only a sentence above the table says “{' '.join(passing)}”." if passing else ""


def one_of_several(use: Use) -> str:
    """One of the rows below the name of a place, where what is counted there is asked for."""
    counted, table = counted_in(use.figure), use.table
    if not counted or table is None:
        return ""
    asked = stems(f"{use.figure.words} {use.figure.part} {counted}")
    for _, _, own, at in use.places:
        others = [r for r in table.rows if r.section == own.section and r is not own]
        several = any((cell := row.cells[at]) and cell.value for row in others)
        if own.section and several and stems(own.section) & asked and not stems(own.label) & asked:
            return f"It is of “{own.label}” alone, one of several below “{own.section}”."
    return ""


def other_precision(use: Use) -> str:
    """Decimals where no dollar of the table has any: a count or a rate of the same table."""
    table, operand = use.table, use.operand
    if table is None or operand.unit != "USD" or not _DECIMALS.search(operand.printed):
        return ""
    dollars = [c.text for row in table.rows for c in row.cells if c is not None and "$" in c.text]
    if not dollars or any(map(_DECIMALS.search, dollars)):
        return ""
    return f"“{operand.printed}” has decimals, where the table's dollars have none."


def nothing_by_then(use: Use) -> str:
    """A dash where no year is asked and other columns of the row have amounts."""
    if use.operand.value or find_period_spans(use.question):
        return ""
    for _, table, own, _ in use.places:
        for column, cell in zip(table.columns, own.cells, strict=True):
            if cell and cell.value:
                return f"It is of no year that was asked; {column.label} has {cell.text}."
    return ""


def without_costs(use: Use) -> str:
    """Operating expenses below a gross profit: the cost of what was sold is not among them."""
    table = use.table
    if use.figure.concept != "total_costs" or table is None:
        return ""
    gross = (row.label for row in table.rows if match_row("gross_profit", row.label) >= _CALLED_SO)
    label = next(gross, "")
    row = use.operand.row
    return f"“{row}” stands below “{label}”, whose costs it leaves out." if label else ""


def netted(use: Use) -> str:
    """Interest paid less interest received, where the question names the one alone."""
    net = "net" in words_in(use.operand.row) and "net" not in words_in(use.question)
    if use.figure.concept != "interest_expense" or not net:
        return ""
    return f"“{use.operand.row}” may have interest income taken off."
