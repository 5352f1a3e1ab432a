"""What is said beside a question is part of it, or told to be left aside; it is never dropped."""

import pytest

from hirec.types import CompanyRef, ParsedQuestion, Scope, figures_of
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")

TOLD_APART = (
    "Acme 2022, {}: what were net sales?",
    "Acme {} 2022: what were net sales?",
    "{}: Acme net sales 2022",
    "{} - Acme net sales 2022",
    "{}: what were Acme's net sales in 2022?",
    "Regarding Acme's {} segment, what were net sales in 2022?",
    "As for {}, what were Acme's net sales in 2022?",
    "Looking only at {}: what were Acme's net sales in 2022?",
    "I'm looking at Acme's {} segment. What were net sales in 2022?",
    "With regard to {}, what were Acme's net sales in 2022?",
    "Acme {}. Net sales 2022?",
    "For {}, what were Acme's net sales in 2022?",
    "What were Acme's net sales in 2022? {} only.",
    "What were Acme's net sales in 2022? Only for {} please.",
    "What were Acme's net sales in 2022? I mean the {} segment.",
    "Acme net sales 2022. {}.",
    "What were Acme's net sales in 2022? Exclude {}.",
)


def parsed(question: str) -> ParsedQuestion:
    return understand(question, Scope(companies=(ACME,)))


def said(question: ParsedQuestion) -> str:
    """All that an answer has to meet, or says that it does not."""
    figures = [figure for measure in question.measures for figure in figures_of(measure)]
    words = [" ".join((f.words, f.part, *f.qualifiers)) for f in figures]
    return " ".join((*words, question.context, *question.unplaced))


@pytest.mark.parametrize("form", TOLD_APART)
@pytest.mark.parametrize("part", ["Japan", "Widgets", "Services", "Converse"])
def test_a_part_told_beside_the_question_is_asked_about_or_left_aside(form: str, part: str) -> None:
    assert part in said(parsed(form.format(part)))


@pytest.mark.parametrize(
    "question",
    [
        "Quick question: what was Acme's revenue in 2022?",
        "Hi team: what was Acme's revenue in 2022?",
        "Task: calculate Acme's revenue in 2022",
        "Acme FY2022: what was revenue?",
        "Acme income statement 2022: what was revenue?",
        "You are an analyst with one page to read. What was Acme's revenue in 2022?",
        "What was Acme's revenue in 2022? Answer in USD millions. Base it on the balance sheet.",
        "What was Acme's revenue in 2022? Thanks!",
        "Answer the following question by using what is shown in the balance sheet: "
        "what was Acme's revenue in 2022?",
    ],
)
def test_who_asks_and_where_to_look_leaves_nothing_aside(question: str) -> None:
    found = parsed(question)
    assert (found.context, found.unplaced) == ("", ())
    assert [figure.part for figure in found.figures] == [""]


@pytest.mark.parametrize(
    "question",
    [
        "Acme 2022, Aerospace: what were services revenues?",
        "For Aerospace, what were Acme's services revenues in 2022?",
    ],
)
def test_a_part_of_the_part_told_before_is_a_part_of_both(question: str) -> None:
    (figure,) = parsed(question).figures
    assert (figure.part, figure.qualifiers) == ("Aerospace services", ())


@pytest.mark.parametrize("month", ["Sept", "September", "Jan", "Dec."])
def test_a_month_is_no_part(month: str) -> None:
    (figure,) = parsed(f"Acme valuation allowance on deferred tax assets, {month} 2022").figures
    assert figure.part == ""
