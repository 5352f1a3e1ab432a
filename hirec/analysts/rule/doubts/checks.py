"""Why a number that was found may not be the one that was meant: one table of checks.

A place was found for every word of the question. A number is in doubt all the same where its row
or sentence says more than the question does, or less; where its name is that of many figures;
where a table prints it with and without the share of others; and where its sign is not one that
its name allows.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from hirec.analysts.rule.doubts.amounts import (
    charged,
    moved_no_cash,
    other_kind,
    other_measure,
    other_sign,
    recognized_then,
    said_twice,
    share_of_itself,
    share_of_row_above,
    still_owed,
    what_moved,
)
from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.doubts.periods import other_length, other_year
from hirec.analysts.rule.doubts.qualified import (
    adjusted_instead,
    averaged,
    is_taken_off,
    not_left_out,
    only_a_bound,
    owned_or_else,
    part_of_part,
    unmet_company,
    unmet_gross,
    unmet_metric,
    unmet_name,
    unmet_net,
    unmet_segments,
    unnamed,
    whole_or_own,
)
from hirec.analysts.rule.doubts.rows import (
    netted,
    nothing_by_then,
    of_a_namesake,
    one_of_several,
    other_column,
    other_precision,
    other_rows,
    printed_twice,
    said_beside,
    said_in_passing,
    totalled_beside,
    without_costs,
    word_for_word,
)
from hirec.analysts.rule.doubts.terms import other_term, unmet_term
from hirec.analysts.rule.prose.narrowing import (
    is_deducted,
    is_joined,
    is_joined_behind,
    is_narrowed,
    unsaid,
    words_beside,
)
from hirec.analysts.rule.prose.note_rates import is_in_name
from hirec.analysts.rule.requirements.exclusion import without_exclusions
from hirec.analysts.rule.requirements.phrases import OPTIONAL, says, stems
from hirec.analysts.rule.requirements.requirement import told_apart
from hirec.analysts.rule.tables.surroundings import narrower_heading, spellings, surroundings
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.companies.vocabulary import is_ordinary
from hirec.grounding.tables import is_change, residual
from hirec.lexicon import (
    Kind,
    content_words,
    get_metric,
    head_nouns,
    match_row,
    metric_named,
    normalize_label,
)
from hirec.lexicon.files import word_list
from hirec.lexicon.geography import is_region
from hirec.types import Figure, Filing, Operand, Passage, Row, Table

_OF_OWNERS = word_list("of_owners")
"""Words by which the two names of one figure differ, beside the company's own."""
_TELLING = frozenset({"attributable", "noncontrolling", "controlling", "minority", "common"})
"""Those of them that say whose share it is."""
_ANY_PART = stems(" ".join((*OPTIONAL, "geographic industry product")))
"""Words that name no part of their own."""
_HEADINGS = _ANY_PART | stems(
    "other current noncurrent financial selected data metrics ratios results statement revenue "
    "sales costs income profit assets liabilities equity cash flows activities investing financing "
    "operating supplemental disclosure information adjustments reconcile net provided used loss"
)
"""Words that statements put above rows of every kind."""
_KINDS = stems("revenue expense income cost")
"""Headings of a statement's rows that say of which kind they are: "Non-interest revenues"."""
_PAYING = words_of("paying")
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
_FOR = re.compile(
    r"^(?: \w+)? (?P<purpose>for (?!(?:the|fiscal|each|all|our|first|second|third|fourth)\b"
    r"|\w+ (?:months|quarter))[a-z][\w-]+(?: (?:and )?[a-z]+){0,3})"
)
"""What a cost is for, right behind its name: "charges for severance and related costs"."""
_OF_EACH = re.compile(
    r"\b(?:each (?:with|of (?:which|whom))|industry|competitors?)\b", re.IGNORECASE
)
"""A sentence about others than the company."""
_PROFIT = re.compile(
    r"^(?!.*\bnet (?:income|earnings|profit|loss)).*"
    r"(?<!net )(?<!gross )(?<!operating )(?<!tax )\bprofits?\b"
    r"(?! after| for the (?:year|period)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A profit of no kind."""


def doubts_of(
    figure: Figure,
    operand: Operand,
    passages: Iterable[Passage],
    filings: Mapping[str, Filing],
    question: str = "",
) -> str:
    """The first reason to doubt a number; empty where there is none.

    Args:
        figure: What is asked.
        operand: What was found for it; a doubt of its own comes first.
        passages: Evidence; that of the operand is looked up in it.
        filings: By filing_id.
        question: Its core, for words beside the figure's own.

    """
    if operand.doubt:
        return operand.doubt
    passage = next((p for p in passages if p.passage_id == operand.passage_id), None)
    use = Use(figure, operand, passage, filings[operand.filing_id], question)
    return next(filter(None, (check(use) for check in CHECKS)), "")


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


def other_source(use: Use) -> str:
    """A sentence in the place of the statement in which a figure has its row."""
    metric = get_metric(use.figure.concept)
    if metric is None or not metric.statement or use.operand.column or use.operand.unit != "USD":
        return ""
    return "Only a sentence states it, which may speak of a part." if not use.figure.part else ""


def other_share(use: Use) -> str:
    """A figure that is printed with and without the share of others, and asked for as neither."""
    figure, operand = use.figure, use.operand
    metric = get_metric(figure.concept) or metric_named(figure.words)
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
    if metric is None and column & stems(figure.words) and column - asked - _HEADINGS:
        return f"The column is called “{operand.column}”."
    if metric is not None and not figure.part:
        row = normalize_label(row).partition(" and ")[2].partition(" exclusive of ")[0]
        known |= _HEADINGS | stems("charges")
    more = stems(row) - asked - known - stems(" ".join(OPTIONAL))
    if figure.part and not stems(figure.part) & stems(row):  # what all have of it, not its own
        more |= stems("consolidated") & stems(operand.row) - stems(use.question)
    return f"The row is called “{operand.row}”." if more else ""


def other_surroundings(use: Use) -> str:
    """What a heading says beyond the part asked for, or what the row states of it besides."""
    figure, operand = use.figure, use.operand
    metric = get_metric(figure.concept)
    if metric is None or use.passage is None or not told_apart(figure.concept, figure.part):
        return ""
    asked = stems(" ".join((figure.part, *figure.qualifiers, *use.own_name)))
    for passage, table, row, own in use.places:
        if said := narrower_heading(asked, metric, surroundings(passage, table, row, own)):
            return f"The figure stands under “{said}”."
        for at, column in enumerate(table.columns):
            cell = row.cells[at]
            beside = column.period == table.columns[own].period and not is_change(column.label)
            if cell and cell.text != operand.printed and beside and says(metric, column.label):
                return f"The row also states “{column.label}”: {cell.text}."
    return ""


def other_saying(use: Use) -> str:
    """A sentence that leaves out a word of the question, or speaks of something narrower."""
    figure, operand = use.figure, use.operand
    if operand.column or use.counts or is_in_name(operand):
        return ""
    if figure.concept and not figure.part:
        before = operand.row.partition(operand.printed)[0].lower()
        purpose = _FOR.search(before.rpartition(figure.words.lower().split()[0])[2])
        return f"The sentence says it of a purpose: “{purpose['purpose']}”." if purpose else ""
    asked = stems(" ".join((figure.words, figure.part, *figure.qualifiers)))
    asked -= stems("share") if operand.unit.endswith("/shares") else frozenset()
    if lacking := unsaid(asked, f"{operand.row} {use.heading}"):
        words = [word for word in figure.words.split() if stems(word) & lacking]
        return f"The sentence does not say “{' '.join(words) or figure.words}”."
    if _OF_EACH.search(operand.row) and not _OF_EACH.search(use.question):
        return "The sentence may speak of others."
    known = stems(" ".join((use.question, *use.own_name, *OPTIONAL)))
    amounts = head_nouns(Kind.MONEY)
    named = figure.concept or content_words(figure.words) & amounts
    beside = words_beside(asked, known | amounts if named else known, operand.row, operand.printed)
    joined = is_deducted(operand.row, operand.printed)
    joined |= operand.unit == "%" and is_joined(asked, operand.row, operand.printed)
    joined |= is_joined_behind(asked, operand.row, operand.printed)
    joined |= is_narrowed(asked, known, operand.row, operand.printed)
    if joined or beside >= max(1, len(asked) // 2):
        return "The sentence may say the amount of something else."
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
        if apart or (narrower - known - _HEADINGS - use.own_name and not literal):
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


CHECKS: tuple[Callable[[Use], str], ...] = (
    many_figures,
    other_kind,
    other_source,
    other_share,
    other_name,
    other_surroundings,
    other_saying,
    other_heading,
    other_part,
    other_sign,
    nothing_by_then,
    other_rows,
    other_precision,
    other_term,
    other_year,
    other_length,
    of_a_namesake,
    said_beside,
    word_for_word,
    other_column,
    said_in_passing,
    one_of_several,
    other_measure,
    what_moved,
    moved_no_cash,
    recognized_then,
    charged,
    still_owed,
    share_of_itself,
    share_of_row_above,
    said_twice,
    netted,
    without_costs,
    unmet_gross,
    unmet_metric,
    unmet_name,
    unmet_net,
    unmet_term,
    is_taken_off,
    unmet_segments,
    adjusted_instead,
    only_a_bound,
    averaged,
    owned_or_else,
    not_left_out,
    unnamed,
    part_of_part,
    printed_twice,
    whole_or_own,
    totalled_beside,
    unmet_company,
)
"""Each gives a sentence for the user where it doubts; the first that does is told."""
