"""Printed names within a clause, against the labels that the packaged memory holds."""

import pytest

from hirec.types import CompanyRef, Figure, Operation, Scope
from hirec.understanding import understand
from hirec.understanding.normalize import normalize, tokenize
from hirec.understanding.printed import printed_names


def found(text: str) -> set[str]:
    tokens = tokenize(text)
    return {text[tokens[a].start : tokens[b - 1].end] for a, b, _ in printed_names(tokens)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the marketing and sales of the group", "marketing and sales"),
        ("was reinvested earnings large", "reinvested earnings"),
        ("other income (expense), net in 2022", "other income (expense), net"),
    ],
)
def test_a_name_is_found_with_its_joints_and_asides(text: str, name: str) -> None:
    assert name in found(normalize(text))


@pytest.mark.parametrize(
    "text",
    [
        "at the end of the period",  # words that name nothing by themselves
        "net change in short-term borrowings",  # an operator before a name does something to it
        "the ratio of inventories to net income",  # "inventories net" is no name across "to"
        "inventories and net income",
    ],
)
def test_words_that_only_meet_are_no_name(text: str) -> None:
    names = found(text)
    assert not any(name.startswith(("net change", "end", "inventories")) for name in names), names


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("What were Acme's marketing and sales in FY2022?", Operation.VALUE),
        ("Acme reinvested earnings, % change from FY2021 to FY2022?", Operation.GROWTH),
        ("How do FY2021 and FY2022 differ for Acme's reinvested earnings?", Operation.DIFFERENCE),
        ("Add up Acme's marketing and sales for FY2021 and FY2022.", Operation.SUM),
    ],
)
def test_a_printed_name_is_one_figure(question: str, operation: Operation) -> None:
    parsed = understand(question, Scope(companies=(CompanyRef("1", "Acme Corp", "Acme"),)))
    (figure,) = parsed.measures
    assert parsed.operation is operation
    assert not parsed.unplaced
    assert isinstance(figure, Figure)
    assert figure.words in ("marketing and sales", "reinvested earnings")


def test_one_token_of_two_words_leads_to_nothing() -> None:
    assert not found(normalize("R&D credits' effect"))


def test_a_country_is_no_figures_name() -> None:
    """Its row is of its sales: "employees in the United States" are one figure."""
    (figure,) = understand("How many employees in the United States in 2022?", Scope()).figures
    assert figure.counted
    assert figure.part == "United States"
