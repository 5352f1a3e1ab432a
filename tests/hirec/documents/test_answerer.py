"""An index of documents, from its files to the places that a question is answered with."""

from datetime import date
from pathlib import Path

import pytest

from hirec.documents.answerer import DocumentAnswerer
from hirec.documents.retriever import DocumentRetriever
from hirec.index import Index
from hirec.pipeline import HiREC
from hirec.profiles import profile_of
from hirec.settings import Reading, Settings
from hirec.stages.recorder import Recorder
from hirec.testing.analyst import ScriptedAnalyst
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError, IndexIncompatibleError, Verdict
from indexing.builder import build

SETTINGS = Settings.model_validate(
    {"index": {"profile": "documents", "workers": 1, "chunk_size": 256}}
)
CONTRACT = """NON-DISCLOSURE AGREEMENT
This Agreement is made as of {day} between {party} and the undersigned.
1. Use
The recipient may use information for the stated purpose only.
2. Return
On request of {party} the recipient returns or destroys all copies within {days} days.
3. Law
The law of {place} governs this agreement and every dispute about it.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("documents")
    (root / "in").mkdir()
    for name, party, day, days, place in (
        ("birch", "Birch Lane Pictures Inc.", "March 3, 2014", 10, "Colorado"),
        ("ostrava", "Ostrava Tools GmbH", "May 9, 2019", 30, "Moravia"),
        ("oak", "Oak Mill Works Ltd.", "June 1, 2021", 60, "Kent"),
    ):
        text = CONTRACT.format(party=party, day=day, days=days, place=place)
        (root / "in" / f"{name}.txt").write_text(text)
    report = build([root / "in"], root / "index", SETTINGS, encoder=HashingEncoder())
    assert (report.filings, report.failed) == (3, ())
    return root


@pytest.fixture(scope="module")
def hirec(folder: Path) -> HiREC:
    index = Index.open(folder / "index")
    retriever = DocumentRetriever(index, HashingEncoder(), SETTINGS.retrieval)
    return HiREC(index, ScriptedAnalyst(), retriever, SETTINGS)


def test_an_index_says_what_it_holds(hirec: HiREC) -> None:
    assert hirec.index.profile == "documents"
    assert isinstance(hirec.answerer, DocumentAnswerer)


def test_first_the_document_then_its_passage(hirec: HiREC) -> None:
    found = hirec.retrieve("Within how many days must copies be returned to Ostrava Tools?")
    assert [filing.filing_id for filing in found.filings] == ["ostrava"]
    assert {c.passage.filing_id for c in found.candidates} == {"ostrava"}
    assert "within 30 days" in found.candidates[0].passage.text
    assert [step.stage for step in found.trace.steps] == ["scope", "documents", "passages"]


def test_the_places_are_the_answer(hirec: HiREC) -> None:
    answer = hirec.ask("Which law governs the agreement of Birch Lane?")
    assert answer.verdict is Verdict.ABSTAINED
    assert "look at birch page 1" in answer.text
    assert any("The law of Colorado" in place.quote for place in answer.citations)
    assert answer.filings[0] == "birch"


def test_where_none_is_named_all_compete_but_not_those_of_later(hirec: HiREC) -> None:
    question = "when must the recipient return copies?"
    assert len(hirec.retrieve(question).filings) == 3
    known = hirec.retrieve(question, as_of=date(2015, 1, 1))
    assert [filing.filing_id for filing in known.filings] == ["birch"]
    assert not hirec.retrieve(question, as_of=date(2000, 1, 1)).candidates


def test_unchanged_documents_are_skipped(folder: Path) -> None:
    report = build([folder / "in"], folder / "index", SETTINGS, encoder=HashingEncoder())
    assert (report.done, report.skipped, report.filings) == (0, 3, 3)


def test_profiles_do_not_mix(folder: Path) -> None:
    with pytest.raises(IndexIncompatibleError, match=r"one of documents.*--profile documents"):
        build([folder / "in"], folder / "index", Settings(), encoder=HashingEncoder())


def test_no_model_is_said_to_read(hirec: HiREC) -> None:
    with pytest.raises(HirecError, match="set analyst to rules"):
        profile_of(hirec.index).require(Reading.LLM)
    profile_of(hirec.index).require(Reading.AUTO)


def test_the_trace_says_what_was_taken_for_a_name(hirec: HiREC) -> None:
    recorder = Recorder("q")
    hirec.answerer.understand("Which law governs the agreement of Oak Mill Works?", None, recorder)
    (step,) = recorder.trace().steps
    assert step.detail["named"] == ["Oak Mill Works"]
    assert step.detail["question"] == "Which law governs the agreement of ?"
