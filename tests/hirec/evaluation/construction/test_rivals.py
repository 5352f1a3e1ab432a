from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.evaluation.construction.entailment import states, support
from hirec.evaluation.construction.rivals import Collection, same_period
from hirec.evaluation.generated.questions import Asked
from hirec.evaluation.generated.tagged_facts import stated_facts
from hirec.evaluation.generated.wording import Naming, name_facts
from hirec.index import Index
from hirec.lexicon import content_words
from hirec.types import Period


@pytest.fixture(scope="module")
def index(sample_index) -> Index:
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def sales(index) -> Asked:
    key = index.companies.key_of("CVIH_2023_10K")
    named = name_facts(stated_facts(index, key), index.companies.name(key))
    labels = [n for n in named if n.naming is Naming.LABEL and n.fact.period.months == 12]
    first = next(n for n in labels if "revenue" in n.words or "sales" in n.words)
    return Asked(first.words, first.fact)


def test_the_same_figure_on_other_pages_is_no_rival(index, sales) -> None:
    assert Collection(index).rivals(sales) == []


def test_another_value_under_the_same_words_and_period_is(index, sales) -> None:
    doubled = Asked(sales.words, replace(sales.fact, value=sales.fact.value * 2))
    rivals = Collection(index).rivals(doubled)
    places = {(rival.filing_id, rival.page_number) for rival in rivals}
    assert sales.fact.primary in places


def test_another_period_is_no_rival(index, sales) -> None:
    other = replace(sales.fact.period, fiscal_year=1999, end=None)
    moved = Asked(sales.words, replace(sales.fact, value=Decimal(1), period=other))
    assert Collection(index).rivals(moved) == []


def test_a_question_has_to_mean_its_companies_and_no_other(index, sales) -> None:
    collection = Collection(index)
    key = sales.fact.company_key
    name = index.companies.name(key)
    assert collection.other_companies(f"What were the net sales of {name}?", [key]) == []
    assert collection.other_companies("What were the net sales?", [key]) == [key]
    both = collection.other_companies(f"{name} or Harbor Peak Foods: net sales?", [key])
    assert both == [index.companies.key_of("HPFD_2023_10K")]


def test_a_page_states_a_figure_only_with_its_words_value_and_period(index, sales) -> None:
    filing_id, page = sales.fact.primary
    passages = [p for p in index.passages([filing_id]) if p.page_number == page]
    assert states(passages, sales)
    assert not states(passages, Asked("goodwill", sales.fact))
    assert not states(passages, Asked(sales.words, replace(sales.fact, value=Decimal(7))))
    assert not states([], sales)


def test_support_is_the_share_of_words_beside_the_number(index, sales) -> None:
    filing_id, page = sales.fact.primary
    passages = [p for p in index.passages([filing_id]) if p.page_number == page]
    words = content_words(sales.words)
    assert support(passages, words, sales.fact.value) == 1
    half = words | {f"unknown{number}" for number in range(len(words))}
    assert support(passages, frozenset(half), sales.fact.value) == pytest.approx(0.5)
    assert support(passages, words, Decimal("1.2345678")) == 0


def test_a_header_of_years_alone_means_whole_years() -> None:
    year, quarter = Period(2023, None, None, 12), Period(2023, 2, None, 3)
    assert same_period(Period(2023), year)
    assert not same_period(Period(2022), year)
    assert not same_period(Period(2023), quarter)
