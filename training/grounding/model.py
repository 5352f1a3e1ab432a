"""The content of a model file, of cases and of what they measured."""

from collections.abc import Sequence
from typing import Any

from hirec.grounding.feature_table import NAMES
from hirec.grounding.joint import PAIR_FEATURES
from hirec.grounding.late_interaction import LateInteraction
from hirec.grounding.memory import LabelMemory
from hirec.grounding.scorer import FORMAT
from training.grounding.examples import Case
from training.grounding.fitting import contests_of, fit_bonds, fit_origins
from training.grounding.measuring import (
    EVEN,
    Measured,
    Outcome,
    certainty_of,
    judged,
    sure_threshold,
)
from training.grounding.searched import SEARCHED

GIVEN = ("finqa", "convfinqa", "tatqa")
"""Sources whose passages come with the question."""


def build_model(
    cases: Sequence[Case],
    outcomes: Sequence[Outcome],
    memory: LabelMemory,
    interaction: LateInteraction,
    seed: int = 0,
) -> dict[str, Any]:
    """Trees of all cases; bonds, certainty and thresholds by outcomes of companies left out."""
    given = [outcome for outcome in outcomes if outcome.case.source in GIVEN]
    searched = for_thresholds(outcomes)
    trees = fit_origins(cases, seed=seed)
    joint = fit_bonds([contest for one in outcomes for contest in contests_of(one.case, one.odds)])
    return {
        "format": FORMAT,
        "features": list(NAMES),
        "pairs": list(PAIR_FEATURES),
        "given": {
            **trees[True],
            "joint": joint,
            "certainty": _given(given or searched, seed),
        },
        "searched": {
            **trees[False],
            "joint": joint,
            "certainty": _searched(searched or given, searched_for(outcomes) or given, seed),
        },
        "memory": memory.to_json(),
        "interaction": interaction.to_json(),
    }


def for_thresholds(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """What sets thresholds over passages searched for: people's look-ups, else those of tags."""
    tags = [outcome for outcome in outcomes if outcome.case.source.startswith("tags")]
    return [outcome for outcome in outcomes if outcome.case.source == SEARCHED] or tags


def searched_for(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Those over passages that were searched for, from all of which certainty is learnt."""
    return [outcome for outcome in outcomes if not outcome.case.given]


def understood(measured: Sequence[Measured]) -> list[Measured]:
    """Those whose places are known, else all.

    Where no printed numbers of the page give the annotator's answer, the question was misread or
    the annotator meant another computation: of that the places chosen are no evidence.
    """
    return [one for one in measured if one.outcome.case.known] or list(measured)


def _given(outcomes: Sequence[Outcome], seed: int) -> dict[str, Any]:
    measured = understood(judged(outcomes))
    return {
        **certainty_of(outcomes, seed),
        "answer": EVEN,
        "sure": round(max(sure_threshold(measured), EVEN), 4),
    }


def _searched(outcomes: Sequence[Outcome], basis: Sequence[Outcome], seed: int) -> dict[str, Any]:
    measured = judged(outcomes, basis)
    return {
        **certainty_of(basis, seed),
        "answer": EVEN,
        "sure": round(sure_threshold(measured), 4),
    }
