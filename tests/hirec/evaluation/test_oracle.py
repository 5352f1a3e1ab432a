"""Gold pages instead of retrieval, on the sample collection."""

from decimal import Decimal

import pytest

from hirec import HiREC
from hirec.datasets.questions import GoldEvidence, Question
from hirec.evaluation.oracle import GoldPages
from hirec.types import Verdict

ASKED = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"


@pytest.fixture(scope="module")
def opened(sample_index):
    return HiREC.open(sample_index)


def question(*evidence: GoldEvidence) -> Question:
    return Question("1", ASKED, "7547", evidence=evidence)


def test_only_the_gold_page_is_read(opened):
    found = opened.ask(ASKED)
    page = found.citations[0].page_number
    gold = GoldPages(opened, [question(GoldEvidence("HPFD_2022_10K", page))])
    answer = gold.ask(ASKED)
    assert answer.value == found.value == Decimal(7547) * 10**6
    assert {(p.filing_id, p.page_number) for p in answer.ranked} == {("HPFD_2022_10K", page)}
    assert answer.filings == ("HPFD_2022_10K",)
    assert gold.index is opened.index


def test_retrieving_gives_the_gold_page(opened):
    gold = GoldPages(opened, [question(GoldEvidence("HPFD_2022_10K", 1))])
    found = gold.retrieve(ASKED)
    assert {c.passage.page_number for c in found.candidates} == {1}


def test_a_page_without_the_figure_answers_nothing(opened):
    gold = GoldPages(opened, [question(GoldEvidence("HPFD_2022_10K", 1))])
    assert gold.ask(ASKED).verdict is Verdict.ABSTAINED


def test_an_absent_filing_and_an_unknown_question_get_no_evidence(opened):
    gold = GoldPages(opened, [question(GoldEvidence("NONE_2022_10K", 1))])
    assert gold.ask(ASKED).ranked == ()
    assert gold.ask("What was Harbor Peak Foods' net income in fiscal 2022?").ranked == ()
