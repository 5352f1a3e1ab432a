"""Whether a sentence says its number of what is asked for, and of nothing else."""

import re

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.prose.narrowing import (
    is_deducted,
    is_joined,
    is_joined_behind,
    is_narrowed,
    unsaid,
    words_beside,
)
from hirec.analysts.rule.prose.note_rates import is_in_name
from hirec.analysts.rule.requirements.phrases import OPTIONAL, stems
from hirec.lexicon import (
    Kind,
    content_words,
    get_metric,
    head_nouns,
)

_FOR = re.compile(
    r"^(?: \w+)? (?P<purpose>for (?!(?:the|fiscal|each|all|our|first|second|third|fourth)\b"
    r"|\w+ (?:months|quarter))[a-z][\w-]+(?: (?:and )?[a-z]+){0,3})"
)
"""What a cost is for, right behind its name: "charges for severance and related costs"."""
_OF_EACH = re.compile(
    r"\b(?:each (?:with|of (?:which|whom))|industry|competitors?)\b", re.IGNORECASE
)
"""A sentence about others than the company."""


def other_source(use: Use) -> str:
    """A sentence in the place of the statement in which a figure has its row."""
    metric = get_metric(use.figure.concept)
    if metric is None or not metric.statement or use.operand.column or use.operand.unit != "USD":
        return ""
    return "Only a sentence states it, which may speak of a part." if not use.figure.part else ""


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
