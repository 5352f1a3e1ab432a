"""The whole flow on the sample collection: real index, real encoder, rule analyst."""

import asyncio
import re
from datetime import date
from decimal import Decimal

import pytest

from hirec import HiREC
from hirec.pipeline import MAX_QUESTION_CHARS
from hirec.types import QuestionError, Verdict

WORKINGS = re.compile(
    r"(?P<word>Yes|No) \(FY2021 (?P<first>[\d.]+)%; FY2022 (?P<last>[\d.]+)%; "
    r"gross profit over revenue\)"
)


@pytest.fixture(scope="module")
def hirec(sample_index):
    return HiREC.open(sample_index)


def test_a_lookup_cites_the_cell_it_was_read_from(hirec):
    answer = hirec.ask("What was Harbor Peak Foods' total net sales in fiscal year 2022?")
    assert answer.verdict is Verdict.VERIFIED
    assert answer.value == Decimal(7547) * 10**6
    assert answer.unit == "USD"
    citation = answer.citations[0]
    assert citation.filing_id == "HPFD_2022_10K"
    assert "7,547" in hirec.index.passage(citation.passage_id).text
    assert answer.filings[0] == "HPFD_2022_10K"
    assert [step.stage for step in answer.trace.steps] == [
        "scope",
        "documents",
        "passages",
        "curation",
        "tournament",
        "answer",
    ]


def test_two_companies_keep_a_slot_each(hirec):
    answer = hirec.ask(
        "What is the difference in fiscal 2023 net sales between Harbor Peak Foods and "
        "Harbor Pike Foods, in USD millions rounded to one decimal place?"
    )
    assert answer.text == "$6,016.3 million"
    assert {operand.filing_id for operand in answer.program.operands} == {
        "HPFD_2023_10K",
        "HPKF_2023_10K",
    }


def test_a_word_comes_with_the_figures_it_rests_on(hirec):
    answer = hirec.ask("Did Harbor Peak Foods' gross margin improve from FY2021 to FY2022?")
    assert answer.verdict is Verdict.VERIFIED
    shown = WORKINGS.fullmatch(answer.text)
    assert shown, answer.text
    assert shown["word"] == ("Yes" if float(shown["last"]) > float(shown["first"]) else "No")
    sales = next(o for o in answer.program.operands if o.name == "revenue_fy2022")
    assert sales.value == Decimal(7547) * 10**6


def test_a_ratio_of_one_convention_is_verified_and_names_it(hirec):
    answer = hirec.ask("What was Harbor Peak Foods' current ratio in FY2022?")
    assert answer.verdict is Verdict.VERIFIED
    assert answer.text.endswith(" (current assets over current liabilities)")


def test_a_ratio_whose_conventions_differ_comes_with_each_and_is_unverified(hirec):
    answer = hirec.ask("What was Harbor Peak Foods' inventory turnover in FY2022?")
    stated = {operand.name: operand.value for operand in answer.program.operands}
    cost, last = stated["cost_of_revenue_fy2022"], stated["inventories_fy2022"]
    on_average = cost / ((stated["inventories_fy2021"] + last) / 2)
    assert answer.value == pytest.approx(on_average)
    assert answer.verdict is Verdict.UNVERIFIED
    assert answer.reason.startswith("Usual conventions differ: cost of goods sold over average")
    assert f"on year-end balances {cost / last:.2f}" in answer.text
    assert f"on year-end balances {cost / last:.2f}" in answer.reason


def test_a_question_that_names_the_convention_is_answered_by_it_alone(hirec):
    answer = hirec.ask(
        "What was Harbor Peak Foods' inventory turnover on year-end inventory in FY2022?"
    )
    stated = {operand.name: operand.value for operand in answer.program.operands}
    assert answer.verdict is Verdict.VERIFIED
    assert answer.value == pytest.approx(
        stated["cost_of_revenue_fy2022"] / stated["inventories_fy2022"]
    )


def test_the_larger_of_two_comes_with_both(hirec):
    answer = hirec.ask(
        "Which company had the higher net sales in fiscal 2023, Harbor Peak Foods or "
        "Harbor Pike Foods?"
    )
    assert answer.text.startswith("Harbor Peak Foods")
    assert answer.text.count(" million") == 2


def test_what_asks_for_reading_is_not_answered_but_the_places_are_named(hirec):
    answer = hirec.ask("Why did net sales of Harbor Peak Foods increase in fiscal 2023?")
    assert answer.abstained
    assert answer.text.startswith("This asks for reading; look at HPFD_2023_10K page ")
    assert 1 <= len(answer.citations) <= 3
    for citation in answer.citations:
        text = " ".join(hirec.index.passage(citation.passage_id).text.split())
        assert " ".join(citation.quote.split()) in text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Who is Brindlewood Home Stores' independent auditor for fiscal 2022?",
            "Penhallow Stroud LLP",
        ),
        ("Which firm audited Brindlewood Home Stores in fiscal 2022?", "Penhallow Stroud LLP"),
        ("How many employees does Brindlewood Home Stores have?", "8,780"),
    ],
)
def test_a_fact_of_recognisable_form_is_stated_and_cited(hirec, question, text):
    answer = hirec.ask(question)
    assert answer.text == text
    assert answer.verdict is Verdict.VERIFIED
    assert text in " ".join(hirec.index.passage(answer.citations[0].passage_id).text.split())


def test_a_restated_year_is_read_from_the_filing_that_restates_it(hirec):
    answer = hirec.ask(
        "What was Harbor Pike Foods' cost of goods sold in fiscal 2022? Answer in USD millions, "
        "rounded to one decimal place."
    )
    assert answer.text == "$1,180.8 million"
    assert answer.citations[0].filing_id == "HPKF_2023_10K"
    assert "HPKF_2022_10K" in answer.reason  # what it said before is mentioned


def test_before_the_restatement_was_filed_the_original_holds(hirec):
    answer = hirec.ask(
        "What was Harbor Pike Foods' cost of goods sold in fiscal 2022?", as_of=date(2023, 6, 30)
    )
    assert answer.value == Decimal(1169110) * 1000
    assert answer.citations[0].filing_id == "HPKF_2022_10K"


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("What was Zelmont Airways' operating margin in FY2023?", "Zelmont Airways"),
        ("What was the total net sales of Harbor Peak Foods in fiscal 2016?", "fiscal 2016"),
        (
            "What was the net promoter score of Brindlewood Home Stores in fiscal 2023?",
            "Not found in the filings",
        ),
    ],
)
def test_what_is_not_there_is_refused_and_named(hirec, question, missing):
    answer = hirec.ask(question)
    assert answer.abstained
    assert answer.value is None
    assert missing in answer.text


def test_instructions_inside_a_filing_change_nothing(hirec):
    injected = [
        passage
        for filing_id in hirec.index.filings
        for passage in hirec.index.passages([filing_id])
        if "ignore your instructions" in passage.text.lower()
    ]
    assert injected
    company = hirec.index.filings[injected[0].filing_id].identity.company
    year = hirec.index.filings[injected[0].filing_id].identity.fiscal_year
    answer = hirec.ask(f"What were the total net sales of {company} in fiscal {year}?")
    assert answer.value != 42
    assert answer.verdict is Verdict.VERIFIED


@pytest.mark.parametrize("question", ["", "  \n ", "x" * (MAX_QUESTION_CHARS + 1)])
def test_a_question_that_is_none_is_an_error(hirec, question):
    with pytest.raises(QuestionError):
        hirec.ask(question)


def test_an_unknown_system_is_an_error(sample_index):
    with pytest.raises(QuestionError, match="hirec, flat-bm25, dense, hybrid, hhr"):
        HiREC.open(sample_index, system="best")


def test_the_flat_baseline_searches_everything_at_once(sample_index):
    flat = HiREC.open(sample_index, system="flat-bm25")
    answer = flat.ask("What was Harbor Peak Foods' total net sales in fiscal year 2022?")
    assert len({passage.filing_id for passage in answer.ranked}) > 5


def test_retrieving_ranks_without_reading(hirec):
    question = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
    found, answer = hirec.retrieve(question), hirec.ask(question)
    assert tuple(filing.filing_id for filing in found.filings) == answer.filings
    assert tuple(candidate.passage for candidate in found.candidates) == answer.ranked
    assert [step.stage for step in found.trace.steps] == ["scope", "documents", "passages"]


def test_retrieving_refuses_what_is_not_there(hirec):
    found = hirec.retrieve("What was Zelmont Airways' operating margin in FY2023?")
    assert "Zelmont Airways" in found.refusal
    assert (found.filings, found.candidates) == ((), ())


def test_the_same_question_gives_the_same_answer(hirec):
    question = "What was the FY2022 net profit margin of Brindlewood Home Stores, in percent?"
    first, second = hirec.ask(question), hirec.ask(question)
    assert (first.text, first.evidence, first.program) == (
        second.text,
        second.evidence,
        second.program,
    )


SALES = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"


def test_a_follow_up_is_answered_as_if_it_stood_alone(hirec):
    answer = hirec.ask("And the net income?", history=[(SALES, "$7,547 million")])
    assert answer.question == "And the net income?"
    assert answer.value == Decimal(815) * 10**6
    assert answer.trace.steps[0].stage == "questions"
    assert answer.trace.steps[0].detail["questions"] == [
        "What was Harbor Peak Foods' net income in fiscal year 2022?"
    ]


def test_an_unclear_follow_up_is_refused(hirec):
    before = (
        "What is the difference in net sales of Harbor Peak Foods and Harbor Pike Foods in 2022?"
    )
    answer = hirec.ask("What was its net income?", history=[(before, "…")])
    assert answer.abstained
    assert "Harbor Peak Foods or Harbor Pike Foods" in answer.text


def test_a_compound_question_is_answered_part_by_part(hirec):
    question = "What was Harbor Peak Foods' total net sales and net income in fiscal year 2022?"
    answer = hirec.ask(question)
    assert answer.question == question
    assert answer.verdict is Verdict.VERIFIED
    assert [part.value for part in answer.parts] == [Decimal(7547) * 10**6, Decimal(815) * 10**6]
    assert {citation.filing_id for citation in answer.citations} == {"HPFD_2022_10K"}
    parts = [step.detail["part"] for step in answer.trace.steps if step.stage == "answer"]
    assert parts == [1, 2]


def test_many_are_answered_in_order_with_failures_in_their_place(hirec):
    first, empty, last = hirec.ask_many([SALES, " ", SALES.replace("2022", "2021")])
    assert first.value == Decimal(7547) * 10**6
    assert isinstance(empty, QuestionError)
    assert last.value == Decimal(6901) * 10**6


def test_events_tell_each_step_and_end_with_the_answer(hirec):
    *steps, answer = hirec.events(SALES)
    assert [step.stage for step in steps] == [step.stage for step in answer.trace.steps]
    assert answer.value == Decimal(7547) * 10**6


def test_asking_without_blocking_gives_the_same(hirec):
    answer = asyncio.run(hirec.aask("And in 2021?", history=[(SALES, "")]))
    assert answer.value == Decimal(6901) * 10**6


def test_each_year_is_answered_by_a_list_of_years_and_values(hirec):
    answer = hirec.ask("Harbor Peak Foods net sales by year, 2021 to 2022")
    assert answer.verdict is Verdict.VERIFIED
    assert re.fullmatch(r"FY2021 \$[\d,.]+ million; FY2022 \$7,547 million", answer.text), (
        answer.text
    )


def test_what_is_not_understood_is_said_with_what_would_be(hirec):
    answer = hirec.ask("How much would Harbor Peak Foods' net sales have been in FY2022 by now?")
    assert answer.abstained
    assert "“would" in answer.reason
    assert "I can answer: “What was Harbor Peak Foods" in answer.reason


def test_a_figure_of_the_company_that_leads(hirec: HiREC) -> None:
    pair = "Lumenfell Outfitters and Brindlewood Home Stores"
    which = hirec.ask(f"Which of {pair} had the higher net sales in FY2021?")
    leader = next(name for name in pair.split(" and ") if which.text.startswith(name))
    alone = hirec.ask(f"What was the net income of {leader} in FY2021?")
    assert alone.value is not None
    found = hirec.ask(
        f"Of {pair}, what was the net income of the one with the highest net sales in FY2021?"
    )
    assert (found.value, found.unit) == (alone.value, alone.unit)
    assert [part.text for part in found.parts][1:] == [alone.text]
    assert set(alone.citations) < set(found.citations)
    unknown = hirec.ask(
        f"Of {pair}, what was the net income of the one with the highest moonlight in FY2021?"
    )
    assert unknown.abstained
