import pytest

from hirec.index import Index
from training.data.negatives import HardNegatives, masked
from training.data.record import Why


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def positive(index):
    found = (p for filing in index.filings for p in index.passages([filing]) if p.table)
    return next(p for p in found if "balance sheet" in p.text.lower())


def test_what_answers_is_never_a_negative(index, positive):
    page = (positive.filing_id, positive.page_number)
    found = HardNegatives(index, 3).choose(
        "total assets and inventories", positive, lambda p: (p.filing_id, p.page_number) == page
    )
    assert found
    assert len({one.text for one in found}) == len(found)
    assert all(not one.passage_id.startswith(f"{page[0]}#{page[1]}.") for one in found)


def test_the_reason_says_where_a_negative_comes_from(index, positive):
    found = HardNegatives(index, 3).choose("total assets", positive, lambda p: p == positive)
    own = (Why.SIBLING, Why.SEGMENT, Why.RETRIEVED, Why.BOILERPLATE)
    company = index.filings[positive.filing_id].company_key
    for one in found:
        filing = index.filings[one.passage_id.rpartition("#")[0]]
        if one.why in own:
            assert filing.filing_id == positive.filing_id
        elif one.why is Why.OTHER_PERIOD:
            assert filing.company_key == company
            assert filing.filing_id != positive.filing_id
        elif one.why is Why.OTHER_COMPANY:
            assert filing.company_key != company
    reasons = {one.why for one in found}
    assert Why.OTHER_COMPANY in reasons
    assert reasons & set(own)


def test_the_same_seed_chooses_the_same(index, positive):
    chosen = [HardNegatives(index, 5).choose("assets", positive, lambda _: False) for _ in "ab"]
    assert chosen[0] == chosen[1]


def test_sentences_of_two_years_are_the_same_without_their_figures():
    assert masked("Sales rose 5% in 2021.") == masked("sales  rose 7% in 2022.")
