"""Figures stated in sentences: "net sales were $10.2 billion in fiscal 2022"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from hirec.analysts.rule.prose.amounts import amounts_of
from hirec.analysts.rule.prose.by_metric import number_of_metric
from hirec.analysts.rule.prose.by_words import number_of_words
from hirec.analysts.rule.requirements.phrases import Wanted
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.analysts.rule.vocabulary import AHEAD
from hirec.caching import remembered
from hirec.grounding.cells import stated
from hirec.lexicon import Kind
from hirec.numbers import NumberSpan, find_numbers
from hirec.sentence_ends import sentence_end
from hirec.types import Filing, Operand, Passage

_SENTENCE = re.compile(rf"{sentence_end()}|(?<=[.!?:])\s*\n|\n{{2,}}|\s*•\s*")
_SO_FAR = re.compile(
    r"\bas of\b[^.;]*\bhad (?:been )?\w+ed\b|\bpreviously (?:reported|stated)\b|\bcumulative", re.I
)
"""``As of May 31, the company had repurchased``: all up to a day, in whatever year it was done."""
_RUN_TOGETHER = re.compile(r"(?:\$\s*)?\d[\d,.]*\d[)%]?\s+\(?\$?\s*\d[\d,.]*\d")
_ROWS = 3
"""So many pairs of numbers with nothing between are a table that lost its columns."""
_SCORE = 0.65
_TO_THE_DOLLAR = 100_000
"""Prose of a filing "in millions" may say $5 for five millions; no filing says 100,000 so."""
AS_TABLES = "The sentence does not say in which scale it is printed; it is taken as in the tables."
_ASIDE = re.compile(
    r",?\s+(?:including|excluding|as well as|whereas|while)\b"
    r"|(?<!percent)(?<!%),?\s+of (?:whom|which)\b"  # "85% of whom" says what the percentage is of
    r"|,?\s+compared (?:to|with)\b"
    r"|,\s+which\b|(?<=\d)\s+which\b|(?<=[mb]illion)\s+which\b|,\s+(?:up|down) from\b",
    re.IGNORECASE,
)
_INCLUDING = re.compile(r",?\s+including\s+", re.IGNORECASE)
_INCLUDED = "The sentence tells it as a part of a larger amount."
_UNITS = {
    Kind.MONEY: ("USD",),
    Kind.PER_SHARE: ("USD/shares", "USD"),
    Kind.PERCENT: ("%",),
    Kind.SHARES: ("shares",),
}


@remembered
def find_in_prose(
    requirement: Requirement, passage: Passage, filing: Filing, scale: int = 0
) -> tuple[tuple[float, Operand], ...]:
    """Operands of sentences that name what is wanted and one number that states it.

    A metric of the lexicon must be followed by its number ("was", "of" and the like); of a
    question's own words every one must be in the sentence, or some with the number right behind
    them and the rest in its paragraph and heading. A sentence that names a period must name the one
    required; one without is read as speaking of the filing's own. Sentences about changes, plans
    and segments are read only where such are asked for.

    Args:
        requirement: What is wanted.
        passage: Read sentence by sentence.
        filing: That of the passage.
        scale: Of the filing's tables: notes "in millions" print amounts without it too. An amount
            that is taken so is in doubt.

    Returns:
        Each with its score; remembered, since every round of curation asks again.

    """
    return tuple(_read(requirement, passage, filing, scale))


def _read(
    requirement: Requirement, passage: Passage, filing: Filing, scale: int
) -> Iterator[tuple[float, Operand]]:
    wanted = requirement.wanted
    kind = wanted.metric.kind if wanted.plain and wanted.metric else wanted.kind
    for full in _SENTENCE.split(passage.text):
        sentence, aside = _apart(full)
        if len(_RUN_TOGETHER.findall(sentence)) >= _ROWS:
            continue
        if bool(AHEAD.search(sentence)) != wanted.forward or _SO_FAR.search(sentence):
            continue
        numbers = _of_kind(kind, sentence, scale)
        amounts = amounts_of(requirement.period, sentence, numbers, filing, forward=wanted.forward)
        number = None
        if amounts and wanted.metric and wanted.plain:
            number = number_of_metric(wanted.metric, sentence, filing, amounts)
        elif amounts:
            number = number_of_words(requirement, sentence, passage, amounts)
        if number is not None:
            yield _SCORE, _operand(requirement, wanted, passage, sentence, number)
        elif wanted.plain and (number := _included(requirement, aside, filing)):
            operand = _operand(requirement, wanted, passage, full, number)
            yield _SCORE, replace(operand, doubt=operand.doubt or _INCLUDED)


def _apart(sentence: str) -> tuple[str, str]:
    """A sentence up to where it turns to a part, a comparison or another thing, and the rest."""
    first = next(iter(find_numbers(sentence)), None)
    behind = first.end if first else 0
    aside = next((m for m in _ASIDE.finditer(sentence) if m.start() >= behind), None)
    return (sentence[: aside.start()], sentence[aside.start() :]) if aside else (sentence, "")


def _included(requirement: Requirement, aside: str, filing: Filing) -> NumberSpan | None:
    """The number of what a sentence says to be included: "including advertising of $3.8 billion".

    None for figures of the statements, of which such a one is but a part.
    """
    lead, metric = _INCLUDING.match(aside), requirement.wanted.metric
    if lead is None or metric is None or metric.statement:
        return None
    clause, _ = _apart(aside[lead.end() :])
    numbers = _of_kind(metric.kind, clause, 0)
    amounts = amounts_of(requirement.period, clause, numbers, filing, forward=False)
    return number_of_metric(metric, clause, filing, amounts) if amounts else None


def _of_kind(kind: Kind | None, sentence: str, scale: int) -> list[NumberSpan]:
    """Numbers of a kind; money without a scale as the tables have it, or printed to the dollar."""
    units = _UNITS.get(kind or Kind.MONEY, ())
    numbers = [number for number in find_numbers(sentence) if number.unit in units]
    if kind is Kind.PERCENT:
        return [number for number in numbers if "point" not in number.text]  # moves, not levels
    if kind not in (None, Kind.MONEY):
        return numbers
    own = [n for n in numbers if not _is_unscaled(n)]
    if scale and len(own) == 0:
        return [replace(number, scale=scale) for number in numbers]
    return own


def _is_unscaled(number: NumberSpan) -> bool:
    return number.unit == "USD" and not number.scale and abs(number.value) < _TO_THE_DOLLAR


def _operand(
    requirement: Requirement, wanted: Wanted, passage: Passage, sentence: str, number: NumberSpan
) -> Operand:
    name = re.sub(r"\W+", "_", requirement.metric.lower()).strip("_")
    operand = stated(name, passage, number, sentence)
    unit = wanted.metric.unit if wanted.plain and wanted.metric else number.unit
    inferred = number.scale and not any(map(str.isalpha, number.text))
    doubt = AS_TABLES if inferred else ""
    return replace(operand, unit=unit, period=requirement.asked_for, doubt=doubt)
