"""Names of what can be measured, without a model and with one."""

from decimal import Decimal

import pytest

from hirec.datasets.questions import GoldEvidence, Question
from hirec.evaluation.strategies.by_name import NAMES, opened
from hirec.evaluation.strategies.long_context import CHARS_A_TOKEN
from hirec.llm.errors import LlmNotSetError
from hirec.settings import Settings
from hirec.systems import SYSTEMS
from hirec.types import QuestionError
from tests.hirec.evaluation.strategies.conftest import SALES

RULES = Settings()


def variants(*names, settings=RULES):
    return {name: (name, settings) for name in names}


def test_retrievers_keep_their_names():
    assert NAMES[: len(SYSTEMS)] == SYSTEMS
    assert len(set(NAMES)) == len(NAMES)


def test_an_unknown_name_is_refused_with_all_there_are(sample_index):
    with (
        pytest.raises(QuestionError, match=r"'ircott'.*ircot, decomposition, self-rag"),
        opened(sample_index, variants("ircott"), ()),
    ):
        pass


@pytest.mark.parametrize("name", ["ircot", "decomposition", "self-rag"])
def test_without_a_model_it_says_what_to_set(sample_index, name):
    with (
        pytest.raises(LlmNotSetError, match=r"llm\.base_url"),
        opened(sample_index, variants(name), ()),
    ):
        pass


def test_gold_pages_are_all_that_is_read(sample_index):
    asked = Question("1", SALES, "7547", evidence=(GoldEvidence("HPFD_2022_10K", 8),))
    with opened(sample_index, variants("gold-pages"), (asked,)) as systems:
        answer = systems["gold-pages"].ask(SALES)
    assert answer.value == Decimal(7547) * 10**6
    assert {p.page_number for p in answer.ranked} == {8}


def test_a_single_store_searches_the_gold_filing_alone(sample_index):
    # The question names another year than the filing that is held to be the gold one.
    asked = Question("1", SALES, "7547", evidence=(GoldEvidence("HPFD_2021_10K", 8),))
    with opened(sample_index, variants("single-store"), (asked,)) as systems:
        system = systems["single-store"]
        answer, found = system.ask(SALES), system.retrieve(SALES)
    assert {p.filing_id for p in answer.ranked} == {"HPFD_2021_10K"}
    assert [filing.filing_id for filing in found.filings] == ["HPFD_2021_10K"]
    assert len({p.page_number for p in answer.ranked}) > 1


def test_a_long_context_holds_whole_first_pages_of_the_filing_named(sample_index):
    wide, narrow = (
        Settings.model_validate({"baselines": {"window_tokens": tokens}})
        for tokens in (200_000, 3_000)
    )
    both = {"wide": ("long-context", wide), "narrow": ("long-context", narrow)}
    with opened(sample_index, both, ()) as systems:
        answers = {name: system.ask(SALES) for name, system in systems.items()}
        everything = systems["wide"].index.passages(["HPFD_2022_10K"])
    assert answers["wide"].value == Decimal(7547) * 10**6
    assert set(answers["wide"].ranked) == set(everything)
    told = {name: a.trace.steps[1].detail for name, a in answers.items()}
    assert told["wide"]["pages"] == told["wide"]["of"] > told["narrow"]["pages"] > 0
    shown = answers["narrow"].ranked
    assert sum(len(p.text) for p in shown) <= 3_000 * CHARS_A_TOKEN
    pages = {p.page_number for p in shown}
    assert pages == set(range(1, max(pages) + 1))
    assert {p.passage_id for p in everything if p.page_number in pages} == {
        p.passage_id for p in shown
    }


def test_ablations_switch_one_stage_off(sample_index):
    names = ("no-filter", "no-complement", "no-curation", "no-hierarchy")
    with opened(sample_index, variants(*names), ()) as systems:
        answers = {name: systems[name].ask(SALES) for name in names}
    told = {
        name: [s.detail.get("ablation") for s in answer.trace.steps if s.stage == "curation"]
        for name, answer in answers.items()
    }
    assert set(told["no-filter"]) == {"no filter"}
    assert set(told["no-complement"]) == {"no complement"}
    assert told["no-curation"] == ["no curation"]
    assert set(told["no-hierarchy"]) == {None}
    flat = {p.filing_id for p in answers["no-hierarchy"].ranked}
    assert len(flat) > len({p.filing_id for p in answers["no-filter"].ranked})
