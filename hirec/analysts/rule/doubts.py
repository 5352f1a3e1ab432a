"""Why a number that was found may not be the one that was meant: one table of checks.

A place was found for every word of the question. A number is in doubt all the same where its row
or sentence says more than the question does, or less; where its name is that of many figures;
where a table prints it with and without the share of others; and where its sign is not one that
its name allows.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hirec.analysts.rule.phrases import OPTIONAL, says, stems
from hirec.analysts.rule.requirement import told_apart
from hirec.analysts.rule.said import words_beside
from hirec.analysts.rule.surroundings import (
    narrower_heading,
    places_of,
    surroundings,
)
from hirec.grounding.counted import counted_in
from hirec.grounding.tables import is_change, standing_of
from hirec.lexicon import (
    Kind,
    content_words,
    get_metric,
    head_nouns,
    match_row,
    metric_named,
    normalize_label,
)
from hirec.types import Figure, Filing, Operand, Passage

_OF_OWNERS = frozenset(
    {"attributable", "to", "common", "ordinary", "shareholder", "shareholders", "stockholder"}
    | {"stockholders", "shareowner", "shareowners", "owner", "owners", "parent", "company"}
    | {"corporation", "noncontrolling", "non", "controlling", "minority", "interest", "interests"}
    | {"including", "before", "of", "the", "and", "consolidated", "total", "net", "s"}
)
"""Words by which the two names of one figure differ, beside the company's own."""
_TELLING = frozenset({"attributable", "noncontrolling", "controlling", "minority", "common"})
"""Those of them that say whose share it is."""
_EITHER_WAY = stems(
    "income loss profit earnings gain benefit change growth increase decrease cash flow effect "
    "adjustment margin equity deficit used result return"
)
"""Names of figures that may be below zero."""
_HEADINGS = stems(
    " ".join(OPTIONAL)
    + " geographic industry product other current noncurrent financial selected data metrics"
    " ratios results statement revenue sales costs income profit assets liabilities"
    " equity cash flows activities investing financing"
)
"""Words that statements put above rows of every kind."""
_LOSS = re.compile(
    r"\b(?:net|operating|pre-?tax) (?:loss(?:es)?|deficit)\b|\bloss per\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Use:
    """A number in the place of a figure, and where it is printed."""

    figure: Figure
    operand: Operand
    passage: Passage | None
    filing: Filing
    question: str
    """The clause that asks."""

    @property
    def literal(self) -> bool:
        """Whether the question says the row's very name."""
        return self.figure.row_name or normalize_label(self.operand.row) == normalize_label(
            self.figure.words
        )

    @property
    def primary(self) -> bool:
        """Whether it stands in a primary statement."""
        table = self.passage.table if self.passage else None
        return table is not None and standing_of(table, self.passage.section).primary  # type: ignore[union-attr]

    @property
    def own_name(self) -> frozenset[str]:
        """The words of the company's name."""
        return frozenset(normalize_label(self.filing.identity.company).split())


def doubts_of(
    figure: Figure,
    operand: Operand,
    passages: Iterable[Passage],
    filings: Mapping[str, Filing],
    question: str = "",
) -> str:
    """The first reason to doubt a number; empty where there is none."""
    if operand.doubt or counted_in(figure):
        return operand.doubt
    passage = next((p for p in passages if p.passage_id == operand.passage_id), None)
    use = Use(figure, operand, passage, filings[operand.filing_id], question)
    return next(filter(None, (check(use) for check in CHECKS)), "")


def many_figures(use: Use) -> str:
    """A name such as "costs", but for a row of that very name in a statement."""
    figure = use.figure
    if figure.concept or figure.part or use.operand.unit != "USD":
        return ""
    words = content_words(figure.words)
    if not words <= head_nouns(Kind.MONEY) or (use.literal and (use.primary or len(words) > 1)):
        return ""
    this = f"; this is “{use.operand.row}”" if use.operand.column else ""
    return f"“{figure.words}” may be several figures{this}."


def other_share(use: Use) -> str:
    """A figure that is printed with and without the share of others, and asked for as neither."""
    figure, operand = use.figure, use.operand
    metric = get_metric(figure.concept) or metric_named(figure.words)
    table = use.passage.table if use.passage else None
    if use.literal or metric is None or not operand.row or table is None:
        return ""
    names = [column.label for column in table.columns]
    if names.count(operand.column) != 1:
        return ""
    at = names.index(operand.column)
    words = frozenset(normalize_label(operand.row).split())
    for row in table.rows:
        cell = row.cells[at] if at < len(row.cells) else None
        if cell is None or cell.value is None or cell.text == operand.printed:
            continue
        differing = words ^ frozenset(normalize_label(row.label).split())
        whose = differing <= _OF_OWNERS | use.own_name and differing & (_TELLING | use.own_name)
        if whose and match_row(metric.key, row.label, row.section):
            return f"The table also prints “{row.label}”: {cell.text}."
    return ""


def other_name(use: Use) -> str:
    """Words of a row that the question does not say, where it named the figure in its own."""
    figure, operand = use.figure, use.operand
    if use.literal or not operand.column or not operand.row:
        return ""
    metric = get_metric(figure.concept)
    known = stems(" ".join(metric.names)) if metric is not None else frozenset()
    asked = stems(" ".join((figure.words, figure.part, *figure.qualifiers, use.question)))
    row = operand.row
    if metric is not None and not figure.part:
        row = normalize_label(row).partition(" and ")[2].partition(" exclusive of ")[0]
        known |= _HEADINGS | stems("charges")
    more = stems(row) - asked - known - stems(" ".join(OPTIONAL))
    return f"The row is called “{operand.row}”." if more else ""


def other_surroundings(use: Use) -> str:
    """What a heading says beyond the part asked for, or what the row states of it besides."""
    figure, operand = use.figure, use.operand
    metric = get_metric(figure.concept)
    if metric is None or use.passage is None or not told_apart(figure.concept, figure.part):
        return ""
    asked = stems(" ".join((figure.part, *figure.qualifiers)))
    for passage, table, row, own in places_of(operand, [use.passage]):
        if said := narrower_heading(asked, metric, surroundings(passage, table, row, own)):
            return f"The figure stands under “{said}”."
        for at, column in enumerate(table.columns):
            cell = row.cells[at]
            beside = column.period == table.columns[own].period and not is_change(column.label)
            if cell and cell.text != operand.printed and beside and says(metric, column.label):
                return f"The row also states “{column.label}”: {cell.text}."
    return ""


def other_saying(use: Use) -> str:
    """A sentence that speaks of something narrower than the question."""
    figure, operand = use.figure, use.operand
    if operand.column or (figure.concept and not figure.part):
        return ""
    asked = stems(" ".join((figure.words, figure.part, *figure.qualifiers)))
    known = stems(" ".join((use.question, *use.own_name, *OPTIONAL))) | head_nouns(Kind.MONEY)
    if words_beside(asked, known, operand.row, operand.printed) >= max(1, len(asked) // 2):
        return "The sentence may say the amount of something else."
    return ""


def other_heading(use: Use) -> str:
    """A row below a heading that narrows it: "loans" below "Provisions for credit losses"."""
    figure, operand = use.figure, use.operand
    table = use.passage.table if use.passage else None
    if table is None or operand.unit != "USD":
        return ""
    if not figure.part and (figure.concept or metric_named(figure.words)):
        return ""
    known = stems(" ".join((use.question, figure.words, operand.row)))
    for row in table.rows:
        here = row.label == operand.row and any(c and c.text == operand.printed for c in row.cells)
        if here and stems(row.section) - known - _HEADINGS - use.own_name:
            return f"It stands below “{row.section}”."
    return ""


def other_sign(use: Use) -> str:
    """An amount below zero of what has no such amounts, or a loss that is above zero."""
    figure, operand = use.figure, use.operand
    gained = operand.value > 0 and stems("income profit earnings") & stems(operand.row)
    if gained and figure.concept and _LOSS.search(use.question):
        return f"“{operand.row}” is {operand.printed}, which is no loss."
    metric = get_metric(figure.concept) or metric_named(figure.words)
    if operand.value >= 0 or (metric is not None and not figure.part):
        return ""
    if (operand.tagged or 0) > 0 or operand.unit == "%" or stems(figure.words) & _EITHER_WAY:
        return ""
    return f"It is printed as {operand.printed}, perhaps only because it is deducted there."


CHECKS: tuple[Callable[[Use], str], ...] = (
    many_figures,
    other_share,
    other_name,
    other_surroundings,
    other_saying,
    other_heading,
    other_sign,
)
"""Each gives a sentence for the user where it doubts; the first that does is told."""
