from datetime import date

import pytest

from hirec.periods import find_dates, find_periods
from hirec.types import (
    Aggregated,
    Arithmetic,
    CompanyRef,
    Figure,
    Operation,
    ParsedQuestion,
    Scope,
)
from hirec.understanding.roles import Frame, choices, composed, is_composed

ACME = CompanyRef("acme", "Acme Inc.", "Acme")


def first(asked: str, when: str = "2023", **words: str) -> ParsedQuestion:
    scope = Scope(companies=(ACME,), periods=find_periods(when))
    return next(composed(Frame(asked, words, 1.0), "what of it", scope))


def test_a_part_of_a_whole_is_the_whole_narrowed() -> None:
    match first("share", N="iPhone", D="net sales").measures:
        case (Arithmetic("%", Figure(concept="net_sales", part="iPhone"), Figure(part="")),):
            pass
        case other:
            pytest.fail(str(other))


def test_a_part_may_be_a_figure_itself_at_second_sight() -> None:
    scope = Scope(companies=(ACME,), periods=find_periods("2023"))
    frame = Frame("share", {"N": "R&D", "D": "stock-based compensation"}, 1.0)
    of_both = [one.measures[0] for one in composed(frame, "what of it", scope)]
    match of_both:
        case [
            Arithmetic("%", Figure(concept="research_development"), _),
            Arithmetic(
                "%", Figure(concept="stock_compensation", part="research and development"), _
            ),
        ]:
            pass
        case other:
            pytest.fail(str(other))


def test_a_measure_said_once_is_of_both_parts() -> None:
    parsed = first("sum", N="iPad", D="Mac", M="net sales")
    (both,) = parsed.measures
    assert isinstance(both, Arithmetic)
    assert both.sign == "+"
    assert [figure.part for figure in parsed.figures] == ["iPad", "Mac"]
    assert {figure.concept for figure in parsed.figures} == {"net_sales"}


def test_parts_without_a_measure_are_compared_by_revenue() -> None:
    parsed = first("which_grew", N="footwear", D="apparel")
    assert (parsed.operation, parsed.moving) == (Operation.LARGEST, Operation.GROWTH)
    assert [figure.concept for figure in parsed.figures] == ["revenue", "revenue"]
    parsed = first("which_more", N="inventories", D="receivables")
    assert "revenue" not in {figure.concept for figure in parsed.figures}


@pytest.mark.parametrize(
    ("asked", "operation"),
    [
        ("change", Operation.DIFFERENCE),
        ("growth", Operation.GROWTH),
        ("average", Operation.AVERAGE),
        ("total", Operation.SUM),
        ("value", Operation.SERIES),
    ],
)
def test_what_is_computed_over_periods(asked: str, operation: Operation) -> None:
    parsed = first(asked, "2022 and 2023", N="net income")
    assert parsed.operation is operation
    assert [ref.said for ref in parsed.periods] == ["2022", "2023"]


def test_a_share_of_a_change_is_of_both_changes() -> None:
    match first("change_share", N="pricing", D="revenue").measures:
        case (Arithmetic("%", Aggregated("change", part), Aggregated("change", whole)),):
            assert (part.part, whole.concept) == ("pricing", "revenue")
        case other:
            pytest.fail(str(other))


def test_what_is_added_up_before_it_is_held_against() -> None:
    match first("sum_difference", N="capex", E="dividends", D="operating cash flow").measures:
        case (Arithmetic("-", Arithmetic("+", _, _), Figure(concept="cfo")),):
            pass
        case other:
            pytest.fail(str(other))


def test_a_year_is_not_held_against_a_quarter() -> None:
    scope = Scope(companies=(ACME,), periods=find_periods("2022 and Q3 2023"))
    assert not list(composed(Frame("change", {"N": "revenue"}, 1.0), "what of it", scope))


def test_a_frame_without_one_of_its_figures_is_not_whole() -> None:
    assert Frame("share", {"N": "tea", "D": "sales"}, 1.0).computes
    assert not Frame("share", {"N": "tea"}, 1.0).computes
    assert not Frame("other", {"N": "tea"}, 1.0).computes
    assert Frame("growth", {"M": "sales"}, 1.0).computes


def test_things_are_counted_where_a_figure_is_told_per_one() -> None:
    match first("ratio", N="revenue", D="employee").measures:
        case (Arithmetic("/", Figure(concept="revenue"), Figure(concept="employees")),):
            pass
        case other:
            pytest.fail(str(other))


def test_what_a_part_earns_is_held_against_its_own_sales() -> None:
    match first("share", N="Greater China EBIT", D="revenue").measures:
        case (Arithmetic("%", Figure(concept="ebit"), Figure(concept="revenue", part=part)),):
            assert part == "Greater China"
        case other:
            pytest.fail(str(other))


BOLT = CompanyRef("bolt", "Bolt Corp.", "Bolt")


def of_both_firms(asked: str, question: str, **words: str) -> list[ParsedQuestion]:
    """The likeliest reading of a question over Acme and Bolt, if any."""
    scope = Scope(
        companies=(ACME, BOLT), periods=find_periods(question), event_dates=find_dates(question)
    )
    return list(composed(Frame(asked, words, 1.0), question, scope))[:1]


def test_each_company_has_the_period_said_in_its_turn() -> None:
    question = "who sat on more inventory: Bolt in fiscal 2022 or Acme in fiscal 2023"
    (parsed,) = of_both_firms("firm_more", question, N="inventory")
    assert parsed.operation is Operation.LARGEST
    assert [
        (figure.company, figure.period.said if figure.period else "") for figure in parsed.figures
    ] == [(BOLT, "fiscal 2022"), (ACME, "fiscal 2023")]


def test_a_period_said_once_is_that_of_both_companies() -> None:
    (parsed,) = of_both_firms("firm_gap", "Acme over Bolt, 2023 capex", N="capex")
    assert parsed.operation is Operation.DIFFERENCE
    assert [figure.company for figure in parsed.figures] == [ACME, BOLT]
    assert {figure.period.said for figure in parsed.figures if figure.period} == {"2023"}


def test_each_company_has_the_day_said_in_its_turn() -> None:
    question = "bigger cash pile: Acme on June 30, 2023 or Bolt on January 31, 2023"
    (parsed,) = of_both_firms("firm_more", question, N="cash")
    ends = [figure.period.period.end for figure in parsed.figures if figure.period]
    assert ends == [date(2023, 6, 30), date(2023, 1, 31)]


def test_companies_are_compared_by_a_share_or_by_growth() -> None:
    (share,) = of_both_firms("firm_share_less", "Acme or Bolt, 2023", N="R&D", D="revenue")
    assert share.operation is Operation.SMALLEST
    assert [getattr(one, "sign", "") for one in share.measures] == ["%", "%"]
    (grown,) = of_both_firms("firm_grew", "Acme or Bolt, 2023", N="revenue")
    match grown.measures[0]:
        case Arithmetic("%", Arithmetic("-", Figure() as now, before), Figure() as base):
            assert before == base
            assert now.company == base.company == ACME
            assert [one.period.period.label() for one in (base, now)] == ["FY2022", "FY2023"]
        case other:
            pytest.fail(str(other))


def test_three_periods_of_two_companies_are_nobodys() -> None:
    assert not of_both_firms("firm_more", "Acme or Bolt in 2021, 2022, 2023", N="revenue")
    assert not of_both_firms("firm_more", "Acme's quarter Q1 2023 or Bolt's 2022", N="revenue")


@pytest.mark.parametrize(
    ("asked", "when", "words", "plain"),
    [
        (
            "part_least",
            "2023",
            {"K": "product category", "N": "profit margin"},
            "Which product category of Acme had the lowest profit margin in 2023?",
        ),
        (
            "part_fell",
            "from 2021 to 2023",
            {"K": "region"},
            "Which region of Acme had the largest percentage decline in revenue from 2021 to 2023?",
        ),
        (
            "part_share",
            "",
            {"K": "segment", "N": "services", "D": "sales"},
            "Which segment of Acme had the highest services as a percentage of sales?",
        ),
    ],
)
def test_a_choice_among_parts_is_asked_plainly(
    asked: str, when: str, words: dict[str, str], plain: str
) -> None:
    scope = Scope(companies=(ACME,), periods=find_periods(when))
    assert next(choices(Frame(asked, words, 1.0), scope)) == plain


def test_a_choice_is_of_one_company() -> None:
    assert not list(choices(Frame("part_most", {"K": "region"}, 1.0), Scope()))


def test_what_is_no_known_part_has_no_revenue_to_choose_by() -> None:
    scope = Scope(companies=(ACME,), periods=find_periods("2023"))
    assert not list(choices(Frame("part_most", {"K": "liability"}, 1.0), scope))
    assert not Frame("part_most", {"N": "liability"}, 1.0).computes
    asked = Frame("part_grew", {"K": "product or service line"}, 1.0)
    assert [text.split(" of ")[0] for text in choices(asked, scope)] == [
        "Which product or service line",
        "Which product",
    ]


def test_what_is_named_twice_is_looked_for_by_its_name_first() -> None:
    frame = Frame("growth", {"N": "bill for outside carriers (purchased transportation)"}, 1.0)
    scope = Scope(companies=(ACME,), periods=find_periods("2023"))
    read = [one.figures[0].words for one in composed(frame, "what of it", scope)]
    assert read == ["purchased transportation", "bill for outside carriers"]


def test_brackets_that_narrow_a_figure_stay_with_it() -> None:
    match first("share", N="rewards", D="revenues (net of interest expense)").measures:
        case (Arithmetic("%", _, Figure(words=whole)),):
            assert "net of interest expense" in whole
        case other:
            pytest.fail(str(other))


def test_one_amount_is_looked_up_where_it_is_named_twice() -> None:
    assert is_composed(Frame("value", {"N": "contracted revenue (RPO)"}, 1.0))
    assert not is_composed(Frame("value", {"N": "contracted revenue"}, 1.0))
    assert not is_composed(Frame("value", {"N": "debt (net of cash)"}, 1.0))


def test_a_part_is_held_against_the_total_of_all() -> None:
    match first("share", N="Aerospace revenue", D="total segment revenues").measures:
        case (Arithmetic("%", Figure(part="Aerospace"), Figure(part=part)),):
            assert part != "Aerospace"
        case other:
            pytest.fail(str(other))
