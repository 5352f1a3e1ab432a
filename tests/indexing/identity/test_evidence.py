"""Weights of places, added up into probabilities."""

import math

import pytest

from hirec.types import Confidence, IdentityCandidate
from indexing.identity.evidence import level_of, weigh_field
from indexing.identity.evidence_kinds import EVIDENCE_KINDS, NONE_OF_THEM, SHORT_FORM
from indexing.identity.findings import Findings


def test_weights_are_log_odds_normalized_with_a_value_nobody_names() -> None:
    heard = [Findings("dei", fiscal_year=2023), Findings("name", fiscal_year=2022)]
    weighed = weigh_field("fiscal_year", heard)
    dei, name = EVIDENCE_KINDS["dei"].weight, EVIDENCE_KINDS["name"].weight
    total = math.exp(dei) + math.exp(name) + math.exp(0.0)
    assert weighed is not None
    assert weighed.candidates == (
        IdentityCandidate("2023", round(math.exp(dei) / total, 4), ("dei",)),
        IdentityCandidate("2022", round(math.exp(name) / total, 4), ("name",)),
    )


def test_a_field_that_nobody_names_has_no_value() -> None:
    assert weigh_field("fiscal_year", [Findings("dei", company="Acme")]) is None


def test_spellings_of_one_name_speak_together() -> None:
    heard = [
        Findings("cover label", company="B EST R OCKETS C O."),
        Findings("signature", company="Best Rockets Co."),
    ]
    weighed = weigh_field("company", heard, lambda spellings: spellings[-1])
    score = EVIDENCE_KINDS["cover label"].weight + EVIDENCE_KINDS["signature"].weight
    expected = math.exp(score) / (math.exp(score) + math.exp(NONE_OF_THEM["company"]))
    assert weighed is not None
    assert weighed.value == "Best Rockets Co."
    assert weighed.candidates[0].probability == round(expected, 4)


def test_a_users_spelling_is_shown_as_it_was_given() -> None:
    heard = [
        Findings("cover label", company="BEST ROCKETS CO."),
        Findings("label", company="Best!"),
    ]
    same = [*heard[:1], Findings("label", company="Best Rockets")]
    for findings, expected in ((heard, "Best!"), (same, "Best Rockets")):
        weighed = weigh_field("company", findings, lambda spellings: spellings[0])
        assert weighed is not None
        assert weighed.value == expected


def test_a_short_form_speaks_for_the_whole_name() -> None:
    heard = [
        Findings("ticker line", company="Amber Water Works Company, Inc."),
        Findings("headline", company="Amber Water"),
    ]
    weighed = weigh_field("company", heard)
    score = EVIDENCE_KINDS["ticker line"].weight + SHORT_FORM * EVIDENCE_KINDS["headline"].weigh(
        "company"
    )
    expected = math.exp(score) / (math.exp(score) + math.exp(NONE_OF_THEM["company"]))
    assert weighed is not None
    assert [c.value for c in weighed.candidates] == ["Amber Water Works Company, Inc."]
    assert weighed.candidates[0].probability == round(expected, 4)


@pytest.mark.parametrize(
    ("probability", "places", "expected"),
    [
        (0.99, ("cover label", "signature"), Confidence.CERTAIN),
        (0.99, ("cover label", "legal form"), Confidence.LIKELY),
        (0.99, ("label",), Confidence.CERTAIN),
        (0.99, ("dei",), Confidence.LIKELY),
        (0.99, ("self-naming", "body", "whole name"), Confidence.WEAK),
        (0.8, ("cover label", "signature"), Confidence.LIKELY),
        (0.7, ("cover label", "signature"), Confidence.WEAK),
    ],
)
def test_a_level_takes_probability_and_places_that_do_not_copy_each_other(
    probability: float, places: tuple[str, ...], expected: Confidence
) -> None:
    assert level_of(probability, places) is expected
