from string import Formatter

import pytest

from hirec.evaluation.generated.phrasings import BANKS, templates

RELATIONS = ("lookup", "difference", "growth", "average", "sum", "share")
KINDS = ("money", "balance", "flow")
SLOTS = {"company", "owner", "what", "whole", "when", "When", "short", "before", "after", "scale"}


def every(bank: str, relation: str) -> tuple[str, ...]:
    return templates(bank, relation, KINDS, scaled=True)


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("bank", BANKS)
def test_a_template_names_a_company_a_figure_and_its_periods(bank: str, relation: str) -> None:
    for text in every(bank, relation):
        slots = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert slots <= SLOTS, text
        assert "what" in slots, text
        assert slots & {"company", "owner"}, text
        assert slots & {"when", "When", "short"} or {"before", "after"} <= slots, text
        assert ("whole" in slots) == (relation == "share"), text


def test_people_ask_in_sixty_ways_and_none_of_them_is_plain() -> None:
    said = {text for relation in RELATIONS for text in every("people", relation)}
    plain = {text for relation in RELATIONS for text in every("plain", relation)}
    assert len(said) == 60
    assert not said & plain


def test_a_template_with_a_scale_is_for_figures_that_have_one() -> None:
    assert not any("{scale}" in t for t in templates("people", "lookup", KINDS, scaled=False))
    assert any("{scale}" in t for t in every("people", "lookup"))


def test_a_relation_that_a_bank_does_not_ask_has_no_templates() -> None:
    assert every("plain", "share") == ()
