"""Words that say which figure is meant, though they look like words that only ask."""

import pytest

from hirec.types import Arithmetic, Figure, Operation
from tests.hirec.understanding.test_senses import parsed
from tests.hirec.understanding.test_understand import figure


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much did Acme contribute to its pension plans in 2021?", "pension plans"),
        ("How much did Acme borrow under its term loan in 2021?", "term loan"),
        ("What was allocated to goodwill at Acme in 2021?", "goodwill"),
    ],
)
def test_a_verb_that_names_a_figure_is_not_lost(question: str, words: str) -> None:
    (figure,) = parsed(question).figures
    assert figure.words.endswith(words)
    assert figure.words.split()[0] in ("contribute", "borrow", "allocated")
    assert not figure.concept


def test_a_verb_before_a_known_figure_only_leads_to_it() -> None:
    (figure,) = parsed("How much did Acme charge for depreciation in 2021?").figures
    assert (figure.words, figure.concept) == ("depreciation", "depreciation")


def test_us_between_names_is_the_country() -> None:
    (figure,) = parsed("acme gizmo us revenue 2021").figures
    assert "US" in figure.words.split()


@pytest.mark.parametrize(
    ("question", "due", "told"),
    [
        ("What portion of Acme's operating lease payments falls due in 2024?", "2024", None),
        ("What share of Acme's lease payments comes due in 2024 as of fiscal 2021?", "2024", 2021),
    ],
)
def test_a_portion_that_falls_due_is_a_share_of_all(
    question: str, due: str, told: int | None
) -> None:
    (measure,) = parsed(question).measures
    assert isinstance(measure, Arithmetic)
    part, whole = measure.left, measure.right
    assert isinstance(part, Figure)
    assert isinstance(whole, Figure)
    assert measure.sign == "%"
    assert part.period is not None
    assert part.period.said == due
    assert whole.words in ("operating lease payments", "lease payments")
    assert (part.told and part.told.period.fiscal_year) == told


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("acme 2021 restructuring program reserve june 30 2021", []),
        ("acme revenue in 2021", ["FY2021"]),
    ],
)
def test_a_year_that_names_a_thing_is_no_period(question: str, years: list[str]) -> None:
    found = parsed(question)
    assert [ref.period.label() for ref in found.periods] == years


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What was Acme's revenue (Kites) in 2021?", "Kites"),
        ("What was Acme's net income (loss) in 2021?", ""),
        ("What was Acme's research and development (R&D) in 2021?", ""),
    ],
)
def test_a_part_in_brackets_is_met_and_a_sign_is_none(question: str, part: str) -> None:
    assert figure(question).part == part


def test_a_change_printed_either_way_is_the_figure_itself() -> None:
    found = parsed("What was Acme's cash and equivalents increase (decrease) in 2021?")
    assert found.figures[0].concept == "net_change_in_cash"
    assert found.operation is Operation.VALUE


def test_a_margin_without_a_known_name_is_a_percentage() -> None:
    assert figure("What was Acme's kite segment margin in 2021?").kind == "percent"


@pytest.mark.parametrize(
    "question",
    ["How many kite shops in total did Acme run in Asia?", "What was goodwill on Acme's books?"],
)
def test_words_that_only_say_all_of_it_are_no_words_of_a_name(question: str) -> None:
    found = parsed(question)
    assert not found.unplaced
    assert not {"total", "books"} & set(found.figures[0].words.lower().split())


def test_what_is_not_paid_in_cash_is_told_apart() -> None:
    found = figure("What were Acme's non-cash additions to property, plant and equipment in 2021?")
    assert "non-cash" in " ".join((found.part, *found.qualifiers)).replace("non cash", "non-cash")
