"""The lexicon's files are refused where they are broken, with the entry in the message."""

import pytest

from hirec.lexicon import Concept, Ratio, all_metrics, all_ratios
from hirec.lexicon.catalog import read_catalog

CONCEPTS = """
sales: {names: [sales], rows: [sales]}
profit: {names: [profit], rows: [profit]}
margin_stated: {names: [stated margin], rows: [margin], kind: percent}
"""
RATIO = """
margin:
  names: [margin]
  group: profitability
  kind: percent
  formula: {formula}
  convention: profit over sales
  source: practice
"""


def ratio(formula: str = "profit / sales", more: str = "") -> str:
    return RATIO.format(formula=formula) + more


def test_concepts_and_ratios_are_read_into_one_catalog() -> None:
    catalog = read_catalog(CONCEPTS, ratio())
    assert isinstance(catalog["sales"], Concept)
    assert isinstance(catalog["margin"], Ratio)


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("profit / turnover", "'turnover'"),
        ("profit / (sales", "no formula"),
        ("profit of sales", "no formula"),
        ("median(profit) / sales", "no formula"),
        ("margin_stated * sales", "percentage"),
    ],
)
def test_a_formula_that_cannot_be_computed_is_refused(formula: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_catalog(CONCEPTS, ratio(formula))


def test_an_alternative_is_checked_like_the_formula() -> None:
    with pytest.raises(ValueError, match="'turnover'"):
        read_catalog(
            CONCEPTS, ratio(more="  alternatives: [{name: other, formula: profit / turnover}]\n")
        )


def test_formulas_that_lead_back_to_themselves_are_refused() -> None:
    circle = ratio("rest / sales") + (
        "rest:\n  names: [rest]\n  group: returns\n  formula: other_rest\n"
        "  convention: c\n  source: s\n"
        "other_rest:\n  names: [other rest]\n  group: returns\n  formula: sales - rest\n"
        "  convention: c\n  source: s\n"
    )
    with pytest.raises(ValueError, match="rest → other_rest → rest"):
        read_catalog(CONCEPTS, circle)


def test_a_name_means_one_thing_whatever_its_case_and_plural() -> None:
    with pytest.raises(ValueError, match="'SALE' names both"):
        read_catalog(CONCEPTS + "turnover: {names: [SALE], rows: [turnover]}\n", ratio())


def test_a_key_is_defined_once() -> None:
    with pytest.raises(ValueError, match="Defined twice: sales"):
        read_catalog(CONCEPTS + "sales: {names: [revenue], rows: [revenue]}\n", ratio())
    with pytest.raises(ValueError, match="Both a concept and a ratio: margin"):
        read_catalog(CONCEPTS + "margin: {names: [rate], rows: [rate]}\n", ratio())


@pytest.mark.parametrize("more", ["  colour: red\n", "  alternatives: [{name: x}]\n"])
def test_unknown_and_missing_fields_are_refused(more: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        read_catalog(CONCEPTS, ratio(more=more))


def test_a_ratio_needs_its_convention_in_words() -> None:
    with pytest.raises(ValueError, match="convention"):
        read_catalog(CONCEPTS, ratio().replace("  convention: profit over sales\n", ""))


def test_the_lexicon_knows_at_least_150_ratios_in_every_group() -> None:
    ratios = all_ratios().values()
    assert len(ratios) >= 150
    assert {str(one.group) for one in ratios} >= {"liquidity", "returns", "insurance", "software"}
    assert all(len({o.name for o in one.alternatives}) == len(one.alternatives) for one in ratios)


def test_an_alternative_computes_otherwise_than_the_main_formula() -> None:
    for one in all_ratios().values():
        formulas = [one.formula, *(other.formula for other in one.alternatives)]
        assert len(set(formulas)) == len(formulas), one.key


def test_entries_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        all_metrics()["revenue"].kind = None  # type: ignore[misc, assignment]
