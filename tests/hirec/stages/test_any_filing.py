"""What no filing of its period answers is looked for in the sentences of any of its company."""

from dataclasses import replace
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.stages.recorder import Recorder
from hirec.stages.rereading import in_any_filing
from hirec.types import Answer, Asked, CannotAnswer, CompanyRef, Scope, Verdict

QUESTION = "Who asked Brindlewood Home Stores in 1998 for a report on packaging waste?"
REFUSED = Answer(QUESTION, "", Verdict.ABSTAINED)
SCOPE = Scope(companies=(CompanyRef("b", "Brindlewood", "Brindlewood"),))


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index)


def test_only_what_was_refused_of_a_company_is_looked_for_elsewhere() -> None:
    again = in_any_filing(Asked(QUESTION), REFUSED, SCOPE)
    assert again is not None
    assert again.asked == Asked(QUESTION, any_filing=True)
    assert (
        in_any_filing(Asked(QUESTION), replace(REFUSED, verdict=Verdict.UNVERIFIED), SCOPE) is None
    )
    for other in (Scope(), replace(SCOPE, given=True), replace(SCOPE, own_filings=True)):
        assert in_any_filing(Asked(QUESTION), REFUSED, other) is None


def test_a_sentence_is_an_answer_there_and_nothing_is_computed(opened: HiREC) -> None:
    again = in_any_filing(Asked(QUESTION), REFUSED, SCOPE)
    assert again is not None
    told = Answer(QUESTION, "A shareholder asked for it.", Verdict.UNVERIFIED)
    assert again.answered(told, REFUSED, QUESTION).text == told.text
    assert replace(again, in_words=False).answered(told, REFUSED, QUESTION) is REFUSED
    answer = opened.ask("What were the net sales of Brindlewood Home Stores in fiscal 1998?")
    assert answer.abstained
    assert "no filing of Brindlewood Home Stores Corporation for fiscal 1998" in answer.text


def test_no_year_rules_a_filing_out(opened: HiREC) -> None:
    reader = opened.answerer._first
    with pytest.raises(CannotAnswer, match="1998"):
        reader.understand(Asked(QUESTION), None, Recorder(""))
    query = reader.understand(Asked(QUESTION, any_filing=True), None, Recorder(""))
    answer = reader.read(query, Recorder(""))
    assert len(answer.filings) > 5
    assert "packaging waste" in answer.ranked[0].text
