"""Keywords as people type them: short forms, nouns in front of "share", parts without "which"."""

import pytest

from hirec.types import Arithmetic, CompanyRef, Figure, Operation, Scope
from hirec.understanding import cut_apart, understand

ACME = CompanyRef("1", "Acme Corp", "acme")
SCOPE = Scope(companies=(ACME,))


def share(question: str) -> tuple[str, str, str]:
    """Words of part and whole, and the whole's concept."""
    (measure,) = understand(question, SCOPE).measures
    assert isinstance(measure, Arithmetic)
    assert measure.sign == "%"
    part, whole = measure.left, measure.right
    assert isinstance(part, Figure)
    assert isinstance(whole, Figure)
    return part.words, whole.words, whole.concept


def test_a_share_stands_behind_its_part_whatever_the_whole() -> None:
    part, whole, _ = share("gift cards share of acme accrued liabilities 2022")
    assert (part, whole) == ("gift cards", "accrued liabilities")
    part, whole, _ = share("commercial aftermarket share of acme aerospace sales 2022")
    assert "commercial aftermarket" in part
    assert whole == "aerospace sales"


@pytest.mark.parametrize(
    "question",
    ["acme net income per share of class A common stock 2022", "acme share of common stock 2022"],
)
def test_a_share_of_stock_is_no_part(question: str) -> None:
    measures = understand(question, SCOPE).measures
    assert not any(isinstance(measure, Arithmetic) for measure in measures)


def test_a_total_that_has_a_name_is_no_total_of_the_part() -> None:
    _, whole, concept = share("deferred gift card revenue as % of acme total accrued liabilities")
    assert (whole, concept) == ("total accrued liabilities", "accrued")
    assert share("services revenue as % of total for acme 2022")[2] == "revenue"


@pytest.mark.parametrize("question", ["acme product warranty liability 2022"])
def test_a_kind_of_part_names_a_figure_where_nothing_is_chosen(question: str) -> None:
    parsed = understand(question, SCOPE)
    assert not parsed.among_parts
    assert [figure.words for figure in parsed.figures] == ["product warranty liability"]


def test_short_forms_are_written_out() -> None:
    parsed = understand("acme avg revenue per tv station 2022", SCOPE)
    assert [figure.words for figure in parsed.figures] == ["average revenue per television station"]


def test_two_counts_are_two_questions() -> None:
    parts = cut_apart("how many stations and in how many markets did acme have in 2022?", SCOPE)
    assert parts == (
        "how many stations ",
        "how many markets did acme have in 2022?",
    )


def test_sales_of_the_segment_are_those_of_the_part_beside_them() -> None:
    part, whole, _ = share("acme operating income in greater china as a percent of segment sales")
    assert "greater china" in part
    assert whole == "greater china sales"


def test_current_is_kept_where_a_year_is_said() -> None:
    parsed = understand("acme current foreign tax provision 2022", SCOPE)
    assert "current" in parsed.figures[0].words


@pytest.mark.parametrize("day", ["september 2017", "the end of 2017", "september 30, 2017"])
def test_what_is_expected_has_its_year_and_the_day_it_was_told(day: str) -> None:
    question = f"acme expected amortization of intangibles in 2019 as of {day}"
    (figure,) = understand(question, SCOPE).figures
    assert figure.period is not None
    assert figure.told is not None
    assert figure.period.period.fiscal_year == 2019
    told = figure.told.period
    assert (told.end.year if told.end else told.fiscal_year) == 2017


@pytest.mark.parametrize(
    ("question", "counted"),
    [
        ("acme broadband customers end of 2022", "broadband customers"),
        ("acme kiosk count 2022", "kiosk count"),
        ("acme customers payable 2022", ""),
    ],
)
def test_a_noun_of_things_asks_how_many_there_are(question: str, counted: str) -> None:
    (measure,) = understand(question, SCOPE).measures
    assert isinstance(measure, Figure)
    assert measure.counted == counted


@pytest.mark.parametrize(
    "question",
    [
        "Did Acme's kayaks bring in more revenue than its paddles in 2022?",
        "Did Acme's kayak segment earn more operating income than its paddle segment in 2022?",
    ],
)
def test_what_two_parts_are_compared_in_may_stand_between_them(question: str) -> None:
    parsed = understand(question, SCOPE)
    first, second = parsed.measures
    assert parsed.operation is Operation.ABOVE
    assert isinstance(first, Figure)
    assert isinstance(second, Figure)
    assert first.concept == second.concept != ""
    assert "kayak" in first.part
    assert "paddle" in second.part


def test_what_is_spent_on_a_thing_is_its_expense() -> None:
    (measure,) = understand("What did Acme spend on advertising in 2022?", SCOPE).measures
    assert isinstance(measure, Figure)
    assert measure.concept == "advertising"
    (bought,) = understand("How much did Acme spend to collect kites in 2022?", SCOPE).measures
    assert isinstance(bought, Figure)
    assert bought.kind == "money"
    (plain,) = understand("What was Acme's advertising revenue in 2022?", SCOPE).measures
    assert isinstance(plain, Figure)
    assert plain.concept == "revenue"


def test_all_together_is_no_word_of_what_is_counted() -> None:
    (measure,) = understand("How many kiosks did Acme have altogether in 2022?", SCOPE).measures
    assert isinstance(measure, Figure)
    assert "altogether" not in measure.counted


def test_cash_that_flows_is_named_by_its_flow() -> None:
    (measure,) = understand("Total cash Acme laid out on share buybacks in 2022", SCOPE).measures
    assert isinstance(measure, Figure)
    assert measure.concept == "repurchases"
    both = understand("Acme cash and share buybacks in 2022", SCOPE).figures
    assert "cash" in " ".join(figure.words for figure in both)


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("In which state was Acme incorperated?", "state_of_incorporation"),
        ("Where was Acme incorporated, going by its 10-K?", "state_of_incorporation"),
        ("acme headquaters", "headquarters"),
        ("Where are the headquarters of Acme's rivals?", ""),
        ("In which year was Acme incorporated?", "incorporated_in"),
    ],
)
def test_a_fact_is_known_through_slips_and_set_phrases(question: str, fact: str) -> None:
    assert understand(question, SCOPE).disclosure == fact


def test_what_a_time_was_like_is_no_word_of_the_figure() -> None:
    (measure,) = understand(
        "What were Acme's loan losses in Q1 2020, when covid hit?", SCOPE
    ).measures
    assert isinstance(measure, Figure)
    assert measure.words == "loan losses"


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Which Acme segment earned more gross profit in 2022, Kayaks or Paddles?", 2),
        ("Which brought in more revenue for Acme in 2022, kayaks or paddles?", 2),
        ("Which Acme region had the highest revenue in 2022, Europe, Asia or Africa?", 3),
        ("Which segment of Acme earned more in 2022, Kayaks or Health Care Benefits?", 2),
        ("Which Acme segment is larger by revenue in 2022, Kayaks or Paddles?", 2),
    ],
)
def test_parts_to_choose_among_are_those_of_the_figure_before(question: str, parts: int) -> None:
    parsed = understand(question, SCOPE)
    assert parsed.operation is Operation.LARGEST
    assert not parsed.choose
    figures = [measure for measure in parsed.measures if isinstance(measure, Figure)]
    assert len(figures) == parts
    assert all(figure.concept and figure.part.strip(",") == figure.part for figure in figures)


def test_figures_to_choose_among_stay_what_they_are() -> None:
    question = "Which was larger for Acme in 2022, inventories, receivables or payables?"
    concepts = [figure.concept for figure in understand(question, SCOPE).figures]
    assert concepts == ["inventories", "receivables", "accounts_payable"]


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("By what percentage was Acme's capex lower in 2022?", Operation.GROWTH),
        ("How much higher was Acme's revenue in 2022?", Operation.DIFFERENCE),
        ("What was the jump in Acme's net income from 2021 to 2022?", Operation.DIFFERENCE),
        ("Did Acme's gross margin widen in 2022?", Operation.ROSE),
        ("what happened to Acme's cash in 2022", Operation.DIFFERENCE),
        ("Acme revenue for the past three fiscal years", Operation.SERIES),
        ("How does Acme's 2022 interest expense compare with 2021?", Operation.SERIES),
        ("How much did Acme lose in 2022?", Operation.VALUE),
    ],
)
def test_what_people_call_a_change(question: str, operation: Operation) -> None:
    parsed = understand(question, SCOPE)
    assert parsed.operation is operation
    assert not parsed.unplaced


@pytest.mark.parametrize(
    ("question", "operation", "moving"),
    [
        ("Was Acme's net income lower than its cash flow in 2022?", Operation.BELOW, None),
        ("Was Acme's net income higher than its cash flow in 2022?", Operation.ABOVE, None),
        ("Did Acme's inventories grow more than its sales in 2022?", Operation.ABOVE, "growth"),
        ("Did Acme's revenue rise slower than its costs in 2022?", Operation.BELOW, "growth"),
        ("Did Acme's revenue rise faster in 2022 than in 2021?", Operation.ABOVE, "growth"),
        ("Did Acme's revenue increase by more than 50% in 2022?", Operation.ABOVE, "growth"),
        ("Did Acme's revenue fall by more than 5% in 2022?", Operation.BELOW, "growth"),
        ("Did Acme's kayaks revenue fall more than its rent in 2022?", Operation.BELOW, "growth"),
        ("Did Acme's revenue rise by less than 5% in 2022?", Operation.TEXT, None),
        ("Which grew faster in 2022, Acme's kayaks or its paddles?", Operation.LARGEST, "growth"),
    ],
)
def test_what_is_held_against_what(question: str, operation: Operation, moving: str | None) -> None:
    parsed = understand(question, SCOPE)
    assert parsed.operation is operation
    assert (parsed.moving.value if parsed.moving else None) == moving


def test_a_fall_is_held_against_a_bound_below_zero() -> None:
    parsed = understand("Did Acme's revenue fall by more than 5% in 2022?", SCOPE)
    assert parsed.bound is not None
    assert (parsed.bound.value, parsed.bound.unit) == (-5, "%")
