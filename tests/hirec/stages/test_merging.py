from dataclasses import replace

from hirec.stages.merging import merge
from hirec.types import Answer, Citation, Verdict

CITED = Citation("A_2022_10K", 3, "A_2022_10K#3.1", "7")
GOOD = Answer("Sales?", "7", Verdict.VERIFIED, citations=(CITED,), filings=("A_2022_10K",))
UNSURE = Answer("Costs?", "5", Verdict.UNVERIFIED, "No page says 5.", citations=(CITED,))
NONE = Answer("Staff?", "Not found.", Verdict.ABSTAINED, "Not found.")


def test_parts_are_said_with_their_questions_and_cited_once():
    answer = merge("Sales, costs?", [GOOD, GOOD])
    assert answer.text == "Sales? 7\nSales? 7"
    assert answer.citations == (CITED,)
    assert answer.verdict is Verdict.VERIFIED
    assert answer.value is None
    assert answer.parts == (GOOD, GOOD)


def test_one_answer_is_as_sure_as_its_least_sure_part():
    unsure = merge("?", [GOOD, UNSURE])
    assert (unsure.verdict, unsure.reason) == (Verdict.UNVERIFIED, "Costs? No page says 5.")
    assert merge("?", [GOOD, NONE]).verdict is Verdict.UNVERIFIED
    assert merge("?", [GOOD, NONE]).reason == "Staff? Not found."
    assert merge("?", [NONE, NONE]).verdict is Verdict.ABSTAINED


def test_parts_by_filing_stand_under_their_filing():
    first = replace(GOOD, subject="Acme Corp, FY2022")
    second = replace(NONE, subject="Acme Corp, FY2021")
    answer = merge("?", [first, second])
    assert answer.text == "Acme Corp, FY2022 (A_2022_10K): 7\nAcme Corp, FY2021: Not found."
    assert answer.reason == "Acme Corp, FY2021: Not found."
