"""Whether what stands above a number says more than is asked for."""

import re

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.requirements.exclusion import without_exclusions
from hirec.analysts.rule.requirements.phrases import OPTIONAL, says, stems
from hirec.analysts.rule.requirements.requirement import told_apart
from hirec.analysts.rule.tables.surroundings import Runs, narrower_heading, spellings, surroundings
from hirec.companies.vocabulary import is_ordinary
from hirec.grounding.tables import is_change, residual
from hirec.lexicon import (
    content_words,
    get_metric,
    match_row,
    metric_named,
)
from hirec.lexicon.geography import is_region
from hirec.types import Row, Table

_ANY_PART = stems(" ".join((*OPTIONAL, "geographic industry product")))
"""Words that name no part of their own."""
HEADINGS = _ANY_PART | stems(
    "other current noncurrent financial selected data metrics ratios results statement revenue "
    "sales costs income profit assets liabilities equity cash flows activities investing financing "
    "operating supplemental disclosure information adjustments reconcile net provided used loss"
)
"""Words that statements put above rows of every kind."""
_KINDS = stems("revenue expense income cost")
"""Headings of a statement's rows that say of which kind they are: "Non-interest revenues"."""
_SEGMENT = re.compile(r"(?P<name>[A-Z][\w&-]*(?:,? (?:and |& )?[A-Z&][\w&-]*)*) [Ss]egments?\b")
"""A segment by its name, in capitals: "Heavy Widgets segment"."""
_SHORT = re.compile(r"(?:[Tt]able \d+[:.]? )?(?P<name>[A-Z]{2,5})\b(?=.*[a-z]{2})")
"""A caption that begins with a segment's name in short: "Table 11: CS Selected Data"."""
_SHORTEST_WORD = 4
"""Shorter words in capitals are seldom words."""
_APART = re.compile(
    r"\bparent(?: company)?[ -]only\b|\bregistrant only\b|\bguarantors?\b|\bobligors?\b"
    r"|\bpro ?forma\b|\bjoint ventures?\b",
    re.IGNORECASE,
)
"""Headings of figures that are not the whole group's own."""


def other_surroundings(use: Use) -> str:
    """What a heading says beyond the part asked for, or what the row states of it besides."""
    figure, operand = use.figure, use.operand
    metric = get_metric(figure.concept)
    if metric is None or use.passage is None or not told_apart(figure.concept, figure.part):
        return ""
    asked = stems(" ".join((figure.part, *figure.qualifiers, *use.own_name)))
    for passage, table, row, own in use.places:
        if said := narrower_heading(asked, metric, surroundings(passage, Runs(table), row, own)):
            return f"The figure stands under “{said}”."
        for at, column in enumerate(table.columns):
            cell = row.cells[at]
            beside = column.period == table.columns[own].period and not is_change(column.label)
            if cell and cell.text != operand.printed and beside and says(metric, column.label):
                return f"The row also states “{column.label}”: {cell.text}."
    return ""


def other_heading(use: Use) -> str:
    """A row below a heading that narrows it: "loans" below "Provisions for credit losses"."""
    figure, operand = use.figure, use.operand
    table = use.table
    if table is None or operand.unit != "USD":
        return ""
    if not figure.part and (figure.concept or metric_named(figure.words)):
        return ""
    known = stems(" ".join((use.question, figure.words, operand.row)))
    blocks = {row.section for row in table.rows if row.label == operand.row}
    repeated = len(blocks) > 1 and figure.part
    for row in table.rows:
        here = row.label == operand.row and any(c and c.text == operand.printed for c in row.cells)
        heading = row.section or (_only_heading(table, row) if figure.part else "")
        narrower = residual(heading) and stems(heading)  # a year above its rows is none
        if not (here and narrower):
            continue
        apart = repeated and not _names_figure(heading, use)
        kinds = stems(heading.split()[-1]) & _KINDS and not is_change(heading)
        literal = use.primary and use.literal and kinds
        if apart or (narrower - known - HEADINGS - use.own_name and not literal):
            return f"It stands below “{heading}”."
    return ""


def _names_figure(heading: str, use: Use) -> bool:
    """Whether a heading is of what is asked for: "Franchised revenues" beside the sum of all."""
    stated = heading.lower().partition(" by ")[0]  # "Revenue by reportable segment"
    if metric_named(stated) or match_row(use.figure.concept, stated):
        return True
    telling = {word for word in content_words(heading) if not stems(word) <= _ANY_PART}
    return telling <= content_words(use.question)


def _only_heading(table: Table, row: Row) -> str:
    """The one heading of a table, above all its rows; a subtotal between them ends it on paper."""
    headings = {one.section for one in table.rows if one.section}
    first = table.rows[0].section or table.rows[0].label
    return first if headings == {first} and row.label != first else ""


def other_part(use: Use) -> str:
    """A table about a segment by name or another than the group, where the question names none."""
    if use.passage is None or not use.operand.column:
        return ""
    table = use.passage.table
    asked = without_exclusions(use.question), without_exclusions(use.figure.words)
    known = stems(" ".join((*asked, use.operand.row))) | use.own_name
    for heading in (table.caption if table else "", use.heading):
        if (apart := _APART.search(heading)) and not stems(apart[0]) <= known:
            return f"It stands under “{heading}”."
        if is_region(heading) and not any(stems(one) <= known for one in spellings(heading)):
            return f"It is of {heading}."
        for named in _SEGMENT.finditer(heading):
            if stems(named["name"]) - known - _ANY_PART:
                return f"It is of the segment {named['name']}."
        short = _SHORT.match(heading)
        if short and not use.figure.part and _name_in_short(short["name"]) - known:
            return f"It stands under “{heading}”, which may be of a part."
    return ""


def _name_in_short(short: str) -> frozenset[str]:
    """The stems of letters in capitals that are no word in capitals; empty for a word."""
    word = len(short) >= _SHORTEST_WORD and is_ordinary(short.lower())
    return frozenset() if word else stems(short)
