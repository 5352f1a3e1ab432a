import pytest

from hirec.index import Index
from training.data.mined import FACTS, SENTENCES, Miner


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def records(index):
    return list(Miner(index, seed=2).mine(3, 2))


def test_a_figure_is_asked_in_another_companys_words(index, records):
    facts = [record for record in records if record.source == FACTS]
    assert facts
    for record in facts:
        assert record.filing_id in index.filings
        rows = record.positive.lower().split("\n")
        assert not any(f" {row.partition(' | ')[0]}'" in record.query.lower() for row in rows[3:])
        assert record.positive not in {negative.text for negative in record.negatives}


def test_the_gold_pages_print_the_figure(index, records):
    for record in records:
        texts = [
            p.text for p in index.passages([record.filing_id]) if p.page_number in record.pages
        ]
        body = record.positive.partition("\n")[2].strip()
        assert record.source == SENTENCES or any(body in text for text in texts)


def test_a_sentences_passage_is_shown_without_it(records):
    sentences = [record for record in records if record.source == SENTENCES]
    assert sentences
    assert all(record.query not in record.positive for record in sentences)


def test_companies_left_out_are_not_asked(index):
    without = {next(iter(index.filings.values())).company_key}
    mined = Miner(index, without, seed=2).mine(1, 1)
    assert without.isdisjoint(record.group for record in mined)


def test_the_same_seed_mines_the_same(index, records):
    assert list(Miner(index, seed=2).mine(3, 2)) == records
