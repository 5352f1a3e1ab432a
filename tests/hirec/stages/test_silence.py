"""Not disclosed: only where a place made for it was read whole, and has no word of it."""

from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.llm.chat import ChatRequest
from hirec.settings import RetrievalSettings, Settings
from hirec.stages.recorder import Recorder
from hirec.stages.silence import undisclosed
from hirec.testing.chat_model import ScriptedChatModel
from hirec.types import Answer, CompanyRef, Passage, PassageKind, Period, PeriodRef, Scope, Verdict

SETTINGS = Settings(retrieval=RetrievalSettings(passages=5))
FILING = "HPFD_2022_10K"
CONTROLS = "Item 9A Controls and Procedures"


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index, SETTINGS)


@pytest.fixture(scope="module")
def scope(opened: HiREC) -> Scope:
    key = opened.index.filings[FILING].company_key
    return Scope(
        (CompanyRef(key, "Harbor Peak Foods, Inc.", "Harbor Peak Foods"),),
        (PeriodRef(Period(2022), "2022"),),
    )


WEAKNESS = "Did Harbor Peak Foods report any material weakness in 2022?"
STAFF = "Did Harbor Peak Foods have unresolved staff comments in 2022?"


def silence(opened: HiREC, scope: Scope, question: str, *parts: tuple[str, str]) -> Answer | None:
    """Of a filing of these sections and texts, a page each."""
    passages = [
        Passage(f"{FILING}#{page}.1", FILING, page, PassageKind.TEXT, "", text, section)
        for page, (section, text) in enumerate(parts, start=1)
    ]
    filing = opened.index.filings[FILING]
    return undisclosed(question, scope, filing, lambda _: passages, Recorder(question))


def test_a_section_that_has_no_word_of_it_is_named_with_its_pages(
    opened: HiREC, scope: Scope
) -> None:
    answer = silence(
        opened,
        scope,
        WEAKNESS,
        ("Item 9", "Other matters."),
        (CONTROLS, "We evaluated our controls."),
        (f"{CONTROLS} > Conclusion", "They were effective."),
    )
    assert answer is not None
    assert answer.text == (
        "Not disclosed: Item 9A Controls and Procedures of HPFD_2022_10K, pages 2 to 3, does not "
        "mention a material weakness."
    )
    assert answer.verdict is Verdict.UNVERIFIED
    assert "Concluded from silence" in answer.reason
    assert [citation.page_number for citation in answer.citations] == [2, 3]


@pytest.mark.parametrize(
    "passages",
    [
        # It says so, in other words too.
        [(CONTROLS, "Controls were effective but for a material weakness over leases.")],
        [(CONTROLS, "Controls were effective. They have been; now they are not effective.")],
        # Nothing shows that the section is whole.
        [(CONTROLS, "We evaluated our controls.")],
        # Another section says nothing about it, as any would.
        [("Item 1A Risk Factors", "Our marketing is effective.")],
    ],
)
def test_silence_elsewhere_or_in_part_stays_a_refusal(
    opened: HiREC, scope: Scope, passages: list[tuple[str, str]]
) -> None:
    assert silence(opened, scope, WEAKNESS, *passages) is None


def test_an_auditors_standard_wording_is_no_mention(opened: HiREC, scope: Scope) -> None:
    text = (
        "They were effective. An audit includes assessing the risk that a material weakness exists."
    )
    assert silence(opened, scope, WEAKNESS, (CONTROLS, text)) is not None
    assert silence(opened, scope, WEAKNESS, (CONTROLS, f"{text} A material weakness is …")) is None


@pytest.mark.parametrize("section", ["Item 1B Unresolved Staff Comments", "Item 2 Properties"])
def test_a_section_of_one_word_is_quoted(opened: HiREC, scope: Scope, section: str) -> None:
    """Also where the passage goes on with the next section."""
    text = "Item 1B. Unresolved Staff Comments\nNone.\nItem 2. Properties\nWe own a plant."
    answer = silence(opened, scope, STAFF, (section, text))
    assert answer is not None
    assert answer.text.startswith("None: so says Item 1B")
    assert answer.verdict is Verdict.VERIFIED
    assert len(answer.citations) == 1


@pytest.mark.parametrize("said", ["We have one. None is closed.", "None of them is closed."])
def test_a_section_that_says_more_is_left_to_readers(
    opened: HiREC, scope: Scope, said: str
) -> None:
    text = f"Item 1B. Unresolved Staff Comments\n{said}"
    assert silence(opened, scope, STAFF, ("Item 1B Unresolved Staff Comments", text)) is None


def test_without_a_period_the_newest_filing_is_assumed(opened: HiREC, scope: Scope) -> None:
    some = Scope(scope.companies)
    text = "Item 1B. Unresolved Staff Comments None."
    answer = silence(opened, some, STAFF, ("Item 1B Unresolved Staff Comments", text))
    assert answer is not None
    assert answer.verdict is Verdict.UNVERIFIED


@pytest.mark.parametrize(
    "other",
    [
        Scope(),
        Scope((CompanyRef("other", "Other Inc.", "Other"),), (PeriodRef(Period(2022), "2022"),)),
    ],
)
def test_only_the_filing_asked_about_may_be_silent(opened: HiREC, other: Scope) -> None:
    passage = (CONTROLS, "They were effective.")
    assert silence(opened, other, WEAKNESS, passage) is None


def test_another_years_silence_is_not_this_years(opened: HiREC, scope: Scope) -> None:
    earlier = Scope(scope.companies, (PeriodRef(Period(2021), "2021"),))
    assert silence(opened, earlier, WEAKNESS, (CONTROLS, "They were effective.")) is None


def test_what_rules_and_model_refuse_is_answered_by_the_silence(opened: HiREC) -> None:
    def nothing(request: ChatRequest[Any]) -> dict[str, Any]:
        if "keep" in request.schema.model_fields:
            return {"keep": ["P1"], "answerable": False, "more": False}
        verdict = {"verdict": "No"} if "verdict" in request.schema.model_fields else {}
        return {"stated": False, "answer": [], **verdict}

    rules = opened._analyst
    second = LlmAnalyst(ScriptedChatModel(nothing), rules, SETTINGS)
    hirec = HiREC(opened.index, rules, opened.answerer.retriever, SETTINGS, second=second)
    for reader in (opened, hirec):
        answer = reader.ask(STAFF)
        assert answer.text.startswith("None: so says Item 1B")
        assert answer.filings[0] == FILING
        assert answer.trace.steps[-1].stage == "silence"
    assert hirec.ask("Did Harbor Peak Foods open a brewery in fiscal 2022?").abstained


def test_by_filing_each_section_speaks_for_itself(opened: HiREC) -> None:
    answer = opened.ask("Did Harbor Peak Foods have unresolved staff comments in 2021 and 2022?")
    assert [part.text.split(":")[0] for part in answer.parts] == ["None", "None"]
    assert [part.citations[0].filing_id for part in answer.parts] == [
        "HPFD_2021_10K",
        "HPFD_2022_10K",
    ]
