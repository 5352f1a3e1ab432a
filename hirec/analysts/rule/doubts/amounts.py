"""What a number is: of which kind and sign, a balance or what moved, a part or the whole of it."""

import re

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.plans.signs import is_gain, without_direction
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.tables.surroundings import index_of_row
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding.stems import stem_set
from hirec.grounding.tables import standing_of
from hirec.lexicon import (
    Kind,
    content_words,
    find_metrics,
    get_metric,
    head_nouns,
    metric_asked,
    words_in,
)
from hirec.numbers import find_numbers

_EITHER_WAY = stems(
    "income loss profit earnings change growth increase decrease cash flow effect "
    "adjustment margin equity deficit used result return"
)
"""Names of figures that may be below zero."""
_GAINS = stems("gain benefit")
"""Below zero where a row says that it may be a loss."""
_LINK = re.compile(r"\s(?:of|for|from|on|to|in|related)\s")
_LOSS = re.compile(
    r"\b(?:net|operating|pre-?tax) (?:loss(?:es)?|deficit)\b|\bloss per\b|\blos(?:e|es|t|ing)\b",
    re.IGNORECASE,
)
_IN_SHARES = re.compile(r"\bin (?:(?:thousands|millions) of )?shares\b\W*$", re.IGNORECASE)
_OF_BEFORE = re.compile(r"\b(?:prior|previous|earlier) years\b", re.IGNORECASE)
_PAYS_FOR = re.compile(r"\b(?:pay|pays|paid)(?: out)?(?: in cash)? (?:for|on)\b", re.IGNORECASE)
_OF_RATES = words_of("percent", "rate", "share", "by_percent")
"""Words of a question that a percentage may answer."""
_MOVING = words_of("moving")
_PAYING = words_of("paying")
_RECOGNIZING = words_of("recognizing")
_OWING = words_of("owing")
"""What tables of balances are called after."""
_NUMBERED = frozenset({"shares"})
_LASTING = words_of("lasting")
"""Names of what is told in years."""
_FLOW = words_of("flow")
"""Names of what a period costs."""
_NO_CASH = stem_set("noncash")
_OUTSTANDING = "outstanding"
_STANDING = re.compile(
    r"\bbalances?\b(?! (?:sheet )?(?:item|change))|\bon (?:its|the|their) (?:books|balance sheet)\b"
    r"|\b(?:hold|holds|held|carr(?:y|ies|ied)) in\b|\b(?:have|had|has) on hand\b",
    re.IGNORECASE,
)
"""What asks for what there is, not for what a period had of it."""
_FLOWS = "cash_flow"
_PERCENT_OF = re.compile(r"^(?:as )?(?:an? )?(?:%|percent(?:age)?) of (?P<whole>.+)", re.IGNORECASE)
_SHARE_OF = re.compile(
    r"^(?!.*\bfrom\b).*\b(?:share|portion|proportion|percentage) of (?P<part>.+?) (?:in|within) "
    r"(?!fiscal|\d|the (?:\w+ )?(?:year|quarter))",
    re.IGNORECASE,
)
"""``share of A in B``, but of A in a year."""


def other_kind(use: Use) -> str:
    """A percentage where the question does not say that it wants one."""
    figure, operand = use.figure, use.operand
    if operand.unit != "%" or figure.kind or get_metric(figure.concept):
        return ""
    named = content_words(figure.words) & head_nouns(Kind.PERCENT)
    if named or said_in(f"{use.question} {figure.words}", _OF_RATES):
        return ""
    return f"It is printed as a percentage: {operand.printed}."


def other_sign(use: Use) -> str:
    """An amount below zero of what has no such amounts, or a loss that is above zero."""
    figure, operand = use.figure, use.operand
    gained = operand.value > 0 and stems("income profit earnings") & stems(operand.row)
    if gained and figure.concept and _LOSS.search(use.question):
        return f"“{operand.row}” is {operand.printed}, which is no loss."
    metric = metric_asked(figure.concept, figure.words)
    if operand.value >= 0 or (metric is not None and not figure.part):
        return ""
    if (operand.tagged or 0) > 0 or operand.unit == "%":
        return ""
    head = _LINK.split(figure.words, maxsplit=1)[0]  # "taxes paid for equity awards" are paid
    either = stems(head) & _EITHER_WAY or (stems(head) & _GAINS and not is_gain(operand.row))
    if either or without_direction(figure, operand) != operand.name:
        return ""
    return f"It is printed as {operand.printed}, perhaps only because it is deducted there."


def other_measure(use: Use) -> str:
    """Money for how long something lasts, or a figure of the year for one of earlier years."""
    figure, operand = use.figure, use.operand
    if operand.unit == "USD" and _IN_SHARES.search(use.question):
        return f"“{operand.printed}” is money, where shares are asked for."
    if operand.unit == "USD" and (said := _named_by_number(use)):
        return f"“{said}” may ask for their number; {operand.printed} is money."
    if operand.unit == "USD" and _ends_on(figure.words, _LASTING):
        return f"“{figure.words}” is a time, not an amount of money."
    beside = f"{operand.row} {operand.column} {figure.words}"
    if _OF_BEFORE.search(use.question) and not _OF_BEFORE.search(beside):
        return f"Nothing says that “{operand.row}” is of earlier years."
    return ""


def what_moved(use: Use) -> str:
    """A balance where it is asked what was issued, repaid or used of it."""
    metric, moved = get_metric(use.figure.concept), said_in(use.question, _MOVING)
    if metric is None or not metric.instant or not moved:
        return ""
    return f"“{use.operand.row}” is a balance, where “{moved}” asks what moved."


def what_stands(use: Use) -> str:
    """What a period spent or was charged, where it is asked what there is: "… balance 2023"."""
    asked, table = _STANDING.search(use.question), use.table
    if asked is None or table is None:
        return ""
    period = use.printed_for
    moved = period is not None and bool(period.months)
    flows = standing_of(table, use.heading).statement == _FLOWS
    instant = (metric := get_metric(use.figure.concept)) is not None and metric.instant
    if not (moved or flows) or instant:
        return ""
    return f"“{use.operand.row}” is what a period had, where “{asked[0]}” asks what there is."


def moved_no_cash(use: Use) -> str:
    """What is listed because no cash moved, where it is asked what was paid."""
    headings = " ".join((use.operand.table, *(row.section for _, _, row, _ in use.places)))
    told = stem_set(headings) >= _NO_CASH and not stem_set(use.question) >= _NO_CASH
    if not told or not said_in(use.question, _PAYING):
        return ""
    return f"“{use.operand.row}” stands among what moved no cash."


def recognized_then(use: Use) -> str:
    """What a sentence says was recognized at an event, where the balance of a day is asked for."""
    metric = get_metric(use.figure.concept)
    instant = metric.instant if metric else _OUTSTANDING in words_in(use.figure.words)
    named = use.table is not None and any(row.label == use.operand.row for row in use.table.rows)
    if use.operand.column or named or not instant:
        return ""
    event = said_in(use.operand.row, _RECOGNIZING)
    if not event or said_in(use.question, _RECOGNIZING):
        return ""
    return f"The sentence tells what was {event}, not what there is."


def charged(use: Use) -> str:
    """What was charged for, where it is asked what was paid: a restructuring is paid for later."""
    metric = metric_asked(use.figure.concept, use.figure.words)
    if metric is None or metric.instant or metric.statement == _FLOWS:
        return ""
    if (
        not metric.magnitude
        or not _PAYS_FOR.search(use.question)
        or "paid" in words_in(use.operand.row)
    ):
        return ""
    return f"“{use.operand.row}” is what was charged; what was paid may be another amount."


def still_owed(use: Use) -> str:
    """What is still owed of a cost, where the cost is asked for: a row of "Accrued expenses"."""
    table = use.table
    if table is None or not _ends_on(use.figure.words, _FLOW) or said_in(use.question, _OWING):
        return ""
    owed = said_in(table.caption, _OWING)
    return f"It stands in a table of what is owed: “{table.caption}”." if owed else ""


def share_of_itself(use: Use) -> str:
    """A row in percent of what is itself the part asked for: "% of company sales"."""
    whole, part = _PERCENT_OF.match(use.operand.row), _SHARE_OF.search(use.question)
    if use.operand.unit != "%" or whole is None or part is None:
        return ""
    met = content_words(whole["whole"]) <= content_words(part["part"])
    return f"“{use.operand.row}” is no share of it, but one in it." if met else ""


def share_of_row_above(use: Use) -> str:
    """A row "% of net sales" below another figure's, of which it tells the share."""
    if use.operand.unit != "%" or use.table is None or not _PERCENT_OF.match(use.operand.row):
        return ""
    for _, _, own, _ in use.places:
        at = index_of_row(own, use.table)
        above = use.table.rows[at - 1].label if at else ""
        if find_metrics(above) and not stems(above) <= stems(use.figure.words):
            return f"“{use.operand.row}” stands below “{above}”, and may be of that."
    return ""


def told_back(use: Use) -> str:
    """The amount that the question names itself: what is left "under its $5 billion program"."""
    value = abs(use.operand.value)
    named = (n for n in find_numbers(use.question) if n.unit)
    told = next((n.text for n in named if abs(n.value.scaleb(n.scale)) == value), "")
    return f"“{told}” is the question's own." if told else ""


def said_twice(use: Use) -> str:
    """A word that is said of the figure and of its part, and stands beside the number once.

    "Services revenues of the Pharmacy Services segment" are not all of its revenues.
    """
    figure, operand = use.figure, use.operand
    table = use.table
    if table is None or not figure.part:
        return ""
    rows = [own for _, _, own, _ in use.places]
    near = (operand.row, operand.column, table.caption, use.heading, *(r.section for r in rows))
    words = [stem for word in figure.words.split() for stem in stems(word)]
    met = [stem for text in set(near) for word in text.split() for stem in stems(word)]
    lacking = next((one for one in words if words.count(one) > max(1, met.count(one))), "")
    said = next((word for word in figure.words.split() if lacking in stems(word)), "")
    return f"“{said}” is said twice, and stands beside it once." if lacking else ""


def _named_by_number(use: Use) -> str:
    """The name of an amount that ends on "shares": "treasury shares"; empty where none does."""
    said = (one.said for one in find_metrics(use.question) if one.key == use.figure.concept)
    return next((name for name in said if _ends_on(name, _NUMBERED)), "")


def _ends_on(words: str, known: frozenset[str]) -> bool:
    return words.lower().split()[-1:] in ([word] for word in known)
