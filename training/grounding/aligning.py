"""Which printed number each figure of a question is, by what makes the computation come out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import product

from hirec.analysts.rule.questions.page import completed
from hirec.analysts.rule.questions.scope import read_scope
from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.companies import CompanyDirectory
from hirec.grounding.places import Place
from hirec.grounding.stems import stem_set
from hirec.numbers import AGREEMENT
from hirec.periods import find_period_spans
from hirec.types import CannotAnswer, Figure
from hirec.understanding import parse_of
from training.grounding.expansion import Expanded, expand
from training.grounding.pages import Asked

_MOST_FIGURES = 5
_POWERS = (0, 2, -2)
"""A percentage and its fraction are the same answer."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A question with its figures and, where the computation came out, the number of each."""

    asked: Asked
    expanded: Expanded
    numbers: tuple[Decimal, ...] | None
    """As printed, without sign, one for each figure; None where no choice gives the answer."""


def parse(asked: Asked) -> Expanded | None:
    """The figures that a question names, over its own page."""
    companies = CompanyDirectory.build({asked.question_id: asked.identity})
    try:
        scope = replace(read_scope(asked.question, companies, None), given=True)
        parsed = parse_of(rewrite(asked.question, scope))
        return expand(completed(parsed, asked.passages).parsed)
    except CannotAnswer:
        return None


def in_its_own_words(asked: Asked) -> Expanded:
    """A question as one figure: all of its words but the period."""
    spans = find_period_spans(asked.question)
    words = asked.question
    for span in reversed(spans):
        words = f"{words[: span.start]} {words[span.end :]}"
    said = [ref for span in spans for ref in span.refs]
    figure = Figure(" ".join(words.split()), period=said[0] if len(said) == 1 else None)
    return Expanded((figure,), lambda values: values[0], percent=False)


def align(asked: Asked, expanded: Expanded, places: Sequence[Sequence[Place]]) -> Aligned:
    """Try the gold numbers on the figures; of several choices the one nearer to words and years.

    ``places`` holds the candidates of each figure.
    """
    count = len(expanded.figures)
    if not 0 < count <= _MOST_FIGURES or not asked.numbers:
        return Aligned(asked, expanded, None)
    options = [
        [number for number in asked.numbers if any(states(p, number) for p in own)]
        for own in places
    ]
    found = []
    for choice in product(*options):
        if count > 1 and len(set(choice)) < min(count, len(asked.numbers)):
            continue
        if comes_out(expanded, choice, asked.gold):
            found.append(choice)
    if not found:
        return Aligned(asked, expanded, None)

    def nearness(choice: tuple[Decimal, ...]) -> float:
        return sum(
            max((_near(figure, p) for p in own if states(p, number)), default=0.0)
            for figure, own, number in zip(expanded.figures, places, choice, strict=True)
        )

    return Aligned(asked, expanded, max(found, key=nearness))


def states(place: Place, number: Decimal) -> bool:
    """Whether a place prints a number, signs aside."""
    return abs(place.value) == abs(number).scaleb(place.scale)


def comes_out(expanded: Expanded, values: Sequence[Decimal], gold: Decimal) -> bool:
    """Whether values give the answer, signs aside, since a page prints costs both ways."""
    try:
        result = abs(expanded.compute(values))
    except (DivisionByZero, InvalidOperation, ZeroDivisionError):
        return False
    gold = abs(gold)
    slack = max(gold * AGREEMENT, Decimal("0.00005"))
    return any(abs(result.scaleb(power) - gold) <= slack for power in _POWERS)


def _near(figure: Figure, place: Place) -> float:
    asked = stem_set(figure.words)
    around = stem_set(f"{place.label} {place.section} {place.column}")
    share = len(asked & around) / (len(asked) or 1)
    year = figure.period.period.fiscal_year if figure.period else None
    return share + (2.0 if year in place.years else 0.0)
