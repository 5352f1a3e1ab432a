"""How a scorer does on companies that it never saw: outcomes, risk and coverage, calibration."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation
from typing import Any

import numpy as np

from hirec.datasets.finqa import is_same
from hirec.grounding.certainty import Certainty, choice_features
from hirec.grounding.feature_table import GROUPS, MEANING, NAMES
from hirec.grounding.joint import Assignments, Chosen, Ranked
from hirec.grounding.trees import Trees
from training.grounding.aligning import comes_out
from training.grounding.examples import FOLDS, Case, Slot
from training.grounding.fitting import (
    Floats,
    contests_of,
    fit_bonds,
    fit_certainty,
    fit_origins,
    fit_trees,
    hidden,
    odds_of,
    ranked_of,
)

RISK = 0.02
"""Share of wrong ones among the answered that "verified" allows."""
EVEN = 0.5
"""Least probability of an answer: it is likelier right than not.

The look-ups written to learn from are harder than what people ask, so that a threshold by their
risk refuses what a person would have got right.
"""
ABLATED = (0, 1, 2)
"""Folds that ablation leaves out: fewer than all, for each group of features trains anew."""
_ABLATION_ROUNDS = 60
_BINS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a scorer that left the company out makes of one question."""

    case: Case
    choices: tuple[Floats, ...]
    """What is known of each figure's choice, see :mod:`hirec.grounding.certainty`."""
    right: bool
    """Whether every figure has its value, or at least the answer comes out, signs aside: what
    the probability is of, since signs and conventions are not the scorer's."""
    scored: bool
    """Whether the answer is right as FinQA's evaluation counts; of a tag the same as right."""
    complete: bool
    """Whether every figure has a value."""
    odds: tuple[Floats, ...]
    """Log-odds of the places of each figure."""
    among_three: bool
    """Whether each figure's right value is among its first three."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """An outcome with its probability."""

    outcome: Outcome
    probability: float


def cross_validate(
    cases: Sequence[Case],
    masked: Sequence[str] = (),
    progress: Callable[[str], None] | None = None,
) -> list[Outcome]:
    """Each fold of companies judged by trees and bonds learnt from the others."""
    odds: list[list[Floats]] = [[] for _ in cases]
    for fold in range(FOLDS):
        learnt = fit_origins([c for c in cases if c.fold != fold], masked)
        trees = {given: Trees.from_json(own) for given, own in learnt.items()}
        for at, case in enumerate(cases):
            if case.fold == fold:
                unread = (*masked, *MEANING) if case.given else masked
                odds[at] = [odds_of(slot, trees[case.given], unread) for slot in case.slots]
        if progress:
            progress(f"fold {fold} left out")
    return judge_all(cases, odds)


def judge_all(cases: Sequence[Case], odds: Sequence[Sequence[Floats]]) -> list[Outcome]:
    """Outcomes of log-odds of companies left out, each fold by the bonds of the others."""
    contests = [contests_of(case, own) for case, own in zip(cases, odds, strict=True)]
    found: list[Outcome] = []
    for fold in range(FOLDS):
        rest = [at for at, case in enumerate(cases) if case.fold != fold]
        joint = fit_bonds([contest for at in rest for contest in contests[at]])
        weights = np.array(joint["bonds"])
        found += [
            judge(case, odds[at], joint["trust"], weights)
            for at, case in enumerate(cases)
            if case.fold == fold
        ]
    return found


def judge(case: Case, odds: Sequence[Floats], trust: float, bonds: Floats) -> Outcome:
    """Ground the figures of a question together and compute its answer."""
    ranked = [ranked_of(slot, own) for slot, own in zip(case.slots, odds, strict=True)]
    chosen = Assignments(ranked, trust, bonds).best()
    choices, found, values = [], [], []
    for slot, one, pick in zip(case.slots, ranked, chosen, strict=True):
        if pick.pool is not None:
            choices.append(_choice(case, slot, one, pick))
            found.append(bool(slot.right[list(one.pools[pick.pool].members)].any()))
            values.append(_value(one, pick.member))
    complete = len(choices) == len(case.slots)
    right = scored = complete and all(found)
    if case.aligned is not None and complete:
        printed = [_printed(one, pick.member) for one, pick in zip(ranked, chosen, strict=True)]
        scored = answers(case, values)
        right = (
            right or scored or comes_out(case.aligned.expanded, printed, case.aligned.asked.gold)
        )
    near = all(map(_among_three, case.slots, ranked))
    return Outcome(case, tuple(choices), right, scored, complete, tuple(odds), near)


def _choice(case: Case, slot: Slot, ranked: Ranked, pick: Chosen) -> Floats:
    """What is known of a choice when the question is asked: meaning is not read of given pages."""
    own = slot.features[pick.member : pick.member + 1]
    place = hidden(own, MEANING if case.given else ())[0].astype(np.float64)
    at = pick.pool or 0
    return choice_features(place, ranked.pools, at, len(case.slots), pick.margin)


def answers(case: Case, values: Sequence[Decimal]) -> bool:
    """Whether values give a page's question its answer, as FinQA's evaluation counts it."""
    if case.aligned is None:
        return False
    expanded, asked = case.aligned.expanded, case.aligned.asked
    try:
        result = expanded.compute(values)
    except (DivisionByZero, InvalidOperation, ZeroDivisionError):
        return False
    unit = "%" if expanded.percent else ""
    signs = (result, -result) if len(values) == 1 else (result,)
    units = (unit, "USD", "%")
    return any(is_same(one, own, asked.gold, asked.said) for one in signs for own in units)


def judged(outcomes: Sequence[Outcome], basis: Sequence[Outcome] | None = None) -> list[Measured]:
    """Probabilities of answers, each by what was learnt of the other folds of ``basis``.

    By default of the outcomes themselves.
    """
    found: list[Measured] = []
    for fold in range(FOLDS):
        learnt = certainty_of([o for o in basis or outcomes if o.case.fold != fold])
        trees = Trees.from_json(learnt)
        own = [o for o in outcomes if o.case.fold == fold]
        found += [Measured(o, probability(o, trees)) for o in own]
    return found


def certainty_of(outcomes: Sequence[Outcome], seed: int = 0) -> dict[str, Any]:
    """Trees over choices: of each question its weakest figure against its answer."""
    weakest = [
        (min(o.choices, key=lambda own: own[0] + own[1]), o.right) for o in outcomes if o.complete
    ]
    return fit_certainty(weakest, seed)


def probability(outcome: Outcome, trees: Trees) -> float:
    """Of an answer: that of its weakest figure; 0 where a figure has no value."""
    if not outcome.complete:
        return 0.0
    return float(Certainty(trees, 0.0, 0.0).probabilities(np.array(outcome.choices)).min())


def sure_threshold(measured: Sequence[Measured], risk: float = RISK) -> float:
    """Least probability above which at most ``risk`` of the answers are wrong."""
    found, wrong = 1.0, 0
    for count, one in enumerate(_surest(measured), start=1):
        wrong += not one.outcome.right
        if wrong <= risk * count:
            found = one.probability
    return found


def shares(measured: Sequence[Measured], threshold: float, questions: int) -> dict[str, float]:
    """Right, wrong and refused of all questions."""
    given = [one for one in measured if one.probability >= threshold and one.outcome.complete]
    right = sum(one.outcome.scored for one in given)
    wrong = len(given) - right
    return {
        "questions": questions,
        "right": right / questions,
        "wrong": wrong / questions,
        "refused": 1 - len(given) / questions,
    }


def risk_coverage(measured: Sequence[Measured]) -> list[tuple[float, float]]:
    """(coverage, risk) from the surest answer to the least sure."""
    wrong = np.cumsum([not one.outcome.right for one in _surest(measured)])
    counts = np.arange(1, len(measured) + 1)
    return list(zip((counts / len(measured)).tolist(), (wrong / counts).tolist(), strict=True))


def reliability(measured: Sequence[Measured]) -> list[tuple[float, float, int]]:
    """(mean probability, share right, count) in ten bins of probability."""
    found = []
    for low in range(_BINS):
        inside = [m for m in measured if min(int(_BINS * m.probability), _BINS - 1) == low]
        if inside:
            mean = float(np.mean([one.probability for one in inside]))
            found.append((mean, float(np.mean([o.outcome.right for o in inside])), len(inside)))
    return found


def first_shares(outcomes: Sequence[Outcome]) -> Mapping[str, float]:
    """Of questions whose places are known: right at first choice, and right among three."""
    known = [one for one in outcomes if one.case.known]
    if not known:
        return {"known": 0, "first": 0.0, "among_three": 0.0}
    return {
        "known": len(known),
        "first": sum(one.right for one in known) / len(known),
        "among_three": sum(one.among_three for one in known) / len(known),
    }


def by_group_ablation(
    cases: Sequence[Case], progress: Callable[[str], None] | None = None
) -> dict[str, float]:
    """Share of figures whose first value is right, with all features and without each group.

    The companies of each fold of :data:`ABLATED` are left out; figures are looked up one by one.
    """
    found = {}
    for group in ("", *dict.fromkeys(GROUPS.values())):
        firsts = [first for fold in ABLATED for first in _firsts(cases, fold, group)]
        found[group] = sum(firsts) / max(len(firsts), 1)
        if progress:
            progress(f"without {group or 'nothing'}: {found[group]:.3f}")
    return found


def _firsts(cases: Sequence[Case], fold: int, group: str) -> Iterator[bool]:
    """Whether the first value of each figure of a fold is right."""
    masked = masked_without(group)
    rest = [case for case in cases if case.fold != fold]
    trees = Trees.from_json(fit_trees(rest, masked, _ABLATION_ROUNDS))
    for case in cases:
        for slot in case.slots if case.fold == fold and case.known else ():
            pools = ranked_of(slot, odds_of(slot, trees, masked)).pools
            yield bool(pools) and bool(slot.right[pools[0].members[0]])


def masked_without(group: str) -> tuple[str, ...]:
    """Features of one group, to be held at 0."""
    return tuple(name for name in NAMES if GROUPS[name] == group)


def _surest(measured: Sequence[Measured]) -> list[Measured]:
    return sorted(measured, key=lambda one: -one.probability)


def _value(ranked: Ranked, member: int) -> Decimal:
    if not ranked.places:
        return Decimal(0)  # of a tag only the place counts
    return ranked.places[member].value


def _printed(ranked: Ranked, member: int) -> Decimal:
    place = ranked.places[member]
    return place.value.scaleb(-place.scale)


def _among_three(slot: Slot, ranked: Ranked) -> bool:
    return any(slot.right[list(pool.members)].any() for pool in ranked.pools[:3])
