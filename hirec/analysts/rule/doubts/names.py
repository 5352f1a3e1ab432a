"""Whether a number bears the name that is asked for, or that of more, or of less."""

import re

from hirec.analysts.rule.doubts.headings import HEADINGS
from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.requirements.phrases import OPTIONAL, stems
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding.tables import residual
from hirec.lexicon import (
    Kind,
    content_words,
    get_metric,
    head_nouns,
    match_row,
    metric_asked,
    normalize_label,
)
from hirec.lexicon.files import word_list
from hirec.types import Row

_OF_OWNERS = word_list("of_owners")
"""Words by which the two names of one figure differ, beside the company's own."""
_TELLING = frozenset({"attributable", "noncontrolling", "controlling", "minority", "common"})
"""Those of them that say whose share it is."""
_PAYING = words_of("paying")
_PROFIT = re.compile(
    r"^(?!.*\bnet (?:income|earnings|profit|loss)).*"
    r"(?<!net )(?<!gross )(?<!operating )(?<!tax )\bprofits?\b"
    r"(?! after| for the (?:year|period)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A profit of no kind."""


def many_figures(use: Use) -> str:
    """A name such as "costs", but for a row of that very name in a statement."""
    figure = use.figure
    if figure.concept == "net_income" and _PROFIT.search(use.question):
        return f"“profit” is taken as “{use.operand.row}”."
    if figure.concept or figure.part or use.operand.unit != "USD":
        return ""
    words = content_words(figure.words)
    named = all(word[:1].isupper() for word in figure.words.split())
    if named and said_in(use.question, _PAYING) and words.isdisjoint(head_nouns(Kind.MONEY)):
        return f"Nothing says that it was paid for “{figure.words}”."
    if not words <= head_nouns(Kind.MONEY) or (use.literal and (use.primary or len(words) > 1)):
        return ""
    this = f"; this is “{use.operand.row}”" if use.operand.column else ""
    return f"“{figure.words}” may be several figures{this}."


def other_share(use: Use) -> str:
    """A figure that is printed with and without the share of others, and asked for as neither."""
    figure, operand = use.figure, use.operand
    metric = metric_asked(figure.concept, figure.words)
    table = use.table
    if use.literal or metric is None or not operand.row or table is None:
        return ""
    if [column.label for column in table.columns].count(operand.column) != 1:
        return ""
    asked = {*normalize_label(use.question).split()}
    if asked.intersection(_TELLING, normalize_label(operand.row).split()):
        return ""

    def is_of_others(own: Row, row: Row) -> bool:
        said, other = (normalize_label(one.label).split() for one in (own, row))
        differing = {*said} ^ {*other}
        whose = differing <= _OF_OWNERS | use.own_name and differing & (_TELLING | use.own_name)
        return bool(whose) and match_row(metric.key, row.label, row.section) > 0

    return use.also_prints(is_of_others)


def other_name(use: Use) -> str:
    """Words of a row that the question does not say, where it named the figure in its own."""
    figure, operand = use.figure, use.operand
    if use.literal or not operand.column or not operand.row:
        return ""
    if "excluding" in normalize_label(operand.row) and "excluding" not in figure.words.lower():
        return f"The row is called “{operand.row}”."
    metric = get_metric(figure.concept)
    known = stems(" ".join(metric.names)) if metric is not None else frozenset()
    asked = stems(" ".join((figure.words, figure.part, *figure.qualifiers, use.question)))
    row, column = operand.row, stems(residual(operand.column))
    if metric is None and column & stems(figure.words) and column - asked - HEADINGS:
        return f"The column is called “{operand.column}”."
    if metric is not None and not figure.part:
        row = normalize_label(row).partition(" and ")[2].partition(" exclusive of ")[0]
        known |= HEADINGS | stems("charges")
    more = stems(row) - asked - known - stems(" ".join(OPTIONAL))
    if figure.part and not stems(figure.part) & stems(row):  # what all have of it, not its own
        more |= stems("consolidated") & stems(operand.row) - stems(use.question)
    return f"The row is called “{operand.row}”." if more else ""
