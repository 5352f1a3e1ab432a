"""A question for words over several filings: an entry for each, read from that filing alone."""

from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.companies import CompanyDirectory
from hirec.llm.chat import ChatRequest, LlmError
from hirec.settings import RetrievalSettings, Settings
from hirec.stages.by_filing import too_much
from hirec.testing.chat_model import Script, ScriptedChatModel
from hirec.types import Answer, Asked, CompanyRef, Form, Identity, Scope, Verdict

SETTINGS = Settings(retrieval=RetrievalSettings(passages=5, max_filings_per_question=4))
RISKS = "Describe the cybersecurity risks of Harbor Peak Foods in 2022 and 2023."


class Model:
    """Says the first line on cyber risks of each filing back, nothing of the ``silent`` one."""

    def __init__(self, silent: str = "no filing") -> None:
        self._silent = silent

    def __call__(self, request: ChatRequest[Any]) -> dict[str, Any]:
        shown = request.messages[1].content
        if "keep" in request.schema.model_fields:
            return {"keep": ["P1"], "answerable": True, "more": False}
        lines = [line.partition(" ") for line in shown.splitlines() if line[:1].isdigit()]
        about = [(at, text) for at, _, text in lines if "cyber" in text.lower()]
        stated = self._silent not in shown and bool(about)
        answer = [{"lines": [at], "text": text[:200]} for at, text in about[:1]]
        return {"stated": stated, "answer": answer if stated else []}


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index, SETTINGS)


def asked(opened: HiREC, question: str, model: Script) -> tuple[Answer, list[ChatRequest[Any]]]:
    chat = ScriptedChatModel(model)
    rules = opened._analyst
    second = LlmAnalyst(chat, rules, SETTINGS)
    hirec = HiREC(opened.index, rules, opened.answerer.retriever, SETTINGS, second=second)
    return hirec.ask(question), chat.requests


def test_each_entry_is_worded_from_its_own_filing(opened: HiREC) -> None:
    answer, requests = asked(opened, RISKS, Model())
    assert [part.filings for part in answer.parts] == [("HPFD_2022_10K",), ("HPFD_2023_10K",)]
    for part in answer.parts:
        assert part.citations
        assert {citation.filing_id for citation in part.citations} == set(part.filings)
    for request in requests:
        shown = request.messages[1].content
        assert ("2022" in shown.split("<question>")[1]) != ("2023" in shown.split("<question>")[1])
    first, second = answer.text.splitlines()
    assert first.startswith("Harbor Peak Foods, Inc., FY2022 (HPFD_2022_10K): ")
    assert second.startswith("Harbor Peak Foods, Inc., FY2023 (HPFD_2023_10K): ")


def test_an_entry_that_says_nothing_is_named(opened: HiREC) -> None:
    answer, _ = asked(opened, RISKS, Model(silent="FY2023"))
    said, silent = answer.parts
    assert not said.abstained
    assert silent.abstained
    assert answer.verdict is Verdict.UNVERIFIED
    assert "Harbor Peak Foods, Inc., FY2023 (HPFD_2023_10K): Not found" in answer.reason
    # Where to look is said all the same.
    assert {place.filing_id for place in silent.citations} == {"HPFD_2023_10K"}
    assert "Look at HPFD_2023_10K page" in silent.text


def test_an_entry_the_model_fails_on_is_named_and_the_others_stand(opened: HiREC) -> None:
    whole = Model()

    def fails(request: ChatRequest[Any]) -> dict[str, Any] | LlmError:
        late = "2022" in request.messages[1].content.split("<question>")[1]
        return LlmError("The model took longer than 300 s.") if late else whole(request)

    answer, _ = asked(opened, RISKS, fails)
    first, second = answer.parts
    assert first.abstained
    assert first.reason == "The model took longer than 300 s."
    assert second.filings == ("HPFD_2023_10K",)
    assert answer.verdict is Verdict.UNVERIFIED
    assert "took longer" in answer.reason


def test_a_model_that_fails_on_each_entry_is_an_error(opened: HiREC) -> None:
    with pytest.raises(LlmError, match="server is gone"):
        asked(opened, RISKS, lambda _: LlmError("The server is gone."))


def test_a_model_alone_is_asked_about_each_filing(opened: HiREC) -> None:
    chat = ScriptedChatModel(Model())
    model = LlmAnalyst(chat, opened._analyst, SETTINGS)
    answer = HiREC(opened.index, model, opened.answerer.retriever, SETTINGS).ask(RISKS)
    assert [part.filings for part in answer.parts] == [("HPFD_2022_10K",), ("HPFD_2023_10K",)]
    assert {request.task for request in chat.requests} == {"curate", "explain"}


def test_without_a_model_each_filing_has_its_pages(opened: HiREC) -> None:
    answer = opened.ask(RISKS)
    assert answer.abstained
    assert "FY2022 (HPFD_2022_10K)" in answer.text
    places = [{place.filing_id for place in part.citations} for part in answer.parts]
    assert places == [{"HPFD_2022_10K"}, {"HPFD_2023_10K"}]


def test_without_a_model_facts_of_recognisable_form_are_stated(opened: HiREC) -> None:
    names = "Harbor Peak Foods and Lumenfell Outfitters"
    answer = opened.ask(f"Who are the auditors of {names} in fiscal 2022?")
    assert answer.verdict is not Verdict.ABSTAINED
    assert [part.filings for part in answer.parts] == [("HPFD_2022_10K",), ("LMFO_2022_10K",)]
    assert all("LLP" in part.text for part in answer.parts)


def test_quarters_come_from_quarterly_filings_and_a_missing_one_is_named(opened: HiREC) -> None:
    question = "For each quarter of 2023, what did Harbor Peak Foods' management say about demand?"
    answer = opened.ask(question)
    filings = [part.filings for part in answer.parts]
    assert filings[:3] == [("HPFD_2023Q1_10Q",), ("HPFD_2023Q2_10Q",), ("HPFD_2023Q3_10Q",)]
    last = answer.parts[3]
    assert not last.filings
    assert "holds no filing of Harbor Peak Foods, Inc. for Q4 2023" in last.text


def test_another_year_is_never_read_in_the_place_of_one_that_is_not_there(opened: HiREC) -> None:
    answer = opened.ask("Describe the competition of Harbor Peak Foods in 2020 and 2021.")
    missing, there = answer.parts
    assert not missing.filings
    assert "holds no filing of Harbor Peak Foods, Inc. for 2020" in missing.text
    assert there.filings == ("HPFD_2021_10K",)


def test_a_figure_that_the_rules_find_needs_no_entries(opened: HiREC) -> None:
    question = "What was Harbor Peak Foods' total net sales in fiscal 2021 and 2022?"
    answer, requests = asked(opened, question, Model())
    assert answer.verdict is Verdict.VERIFIED
    assert not requests


def test_more_entries_than_the_bound_are_refused_before_any_is_read(opened: HiREC) -> None:
    names = "Harbor Peak Foods, Lumenfell Outfitters and Quorvane Systems"
    question = f"Describe the competition of {names} in 2021 and 2022."
    answer, requests = asked(opened, question, Model())
    assert answer.abstained
    assert "6 answers" in answer.text
    assert "4 are the most" in answer.text
    assert not requests


def test_several_filings_of_nobody_are_not_mixed(opened: HiREC) -> None:
    answer = opened.ask("Describe the competition in 2021 and 2022.")
    assert answer.abstained
    assert answer.text.startswith("Name the company")


def test_the_only_company_of_an_index_needs_no_name() -> None:
    acme = Identity("Acme Corp", Form.ANNUAL, 2022)
    zeta = Identity("Zeta plc", Form.ANNUAL, 2022)
    alone = CompanyDirectory.build({"ACME_2022_10K": acme})
    two = CompanyDirectory.build({"ACME_2022_10K": acme, "ZETA_2022_10K": zeta})
    parts = [Asked("?", scope=Scope(), subject=f"FY{year}") for year in (2021, 2022)]
    assert too_much(parts, alone, most=2) == ""
    assert too_much(parts, two, most=2).endswith("the index holds filings of 2 companies.")
    owned = [Asked("?", scope=Scope((CompanyRef("a", "Acme", "Acme"),)), subject="Acme")]
    assert too_much(owned * 2, two, most=2) == ""
    assert too_much([Asked("?")] * 3, two, most=2) == ""
