from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.prose.figures import find_in_prose
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.types import Filing, Form, Identity, Passage, PassageKind, Period, PeriodRef

FY22 = PeriodRef(Period(2022), "FY2022", True)
FY23 = PeriodRef(Period(2023), "FY2023", True)
ANNUAL = Filing(
    "ACME_2022_10K",
    Identity("Acme", Form.ANNUAL, 2022, None, date(2022, 12, 31)),
    "acme",
    (),
    9,
    9,
    "",
)
EVENT = Filing(
    "ACME_2023-05-22_8K",
    Identity("Acme", Form.CURRENT, 2023, None, date(2023, 5, 22)),
    "acme",
    (),
    9,
    9,
    "",
)


def values(
    metric: str, text: str, period: PeriodRef | None = FY22, filing: Filing = ANNUAL
) -> list[Decimal]:
    place = f"{filing.filing_id}#3.1"
    passage = Passage(place, filing.filing_id, 3, PassageKind.TEXT, "", text, "Item 1 Business")
    found = find_in_prose(Requirement(metric, None, period), passage, filing)
    return [operand.value for _, operand in found]


@pytest.mark.parametrize(
    ("metric", "text", "value"),
    [
        ("spend advertising", "Advertising costs were $166.0 million in fiscal 2022.", "166E6"),
        ("accrued legal", "At December 31, 2022, we accrued $7.0 million in legal cases.", "7E6"),
        ("accrued legal", "At December 31, 2021, we accrued $5 million in legal cases.", None),
        ("% of net sales largest customer", "Our largest customer made 24% of net sales.", "24"),
        ("net_interest_expense", "Interest expense, net for the year ended December 31, 2022 was "
         "$276.9 million which included $34.7 million of fees.", "276.9E6"),
        ("cost_of_revenue", "Cost of products sold included expenses of $57 million.", None),
        ("operating_income", "International operating profit was $2.4 billion.", None),
        ("operating_income", "Acme operating profit was $2.4 billion.", "2.4E9"),
        ("total_debt", "The aggregate fair value of our total debt was $19.6 billion.", None),
        ("billed business", "Rewards of $1.0 billion followed billed business.", None),
        ("billed business", "Billed business of $1.0 billion was new.", "1E9"),
        ("total_debt", "The total amount of our total debt was $19.6 billion.", "19.6E9"),
        ("% of net sales largest customer", "Our customers pay within 24 days.", None),
        ("spend buybacks", "In 2022 the cumulative spend on buybacks was $9 million.", None),
        ("% of employees part-time", "We employed 900 persons, about 85 percent of whom were "
         "part-time.", "85"),
        ("comparable_sales", "Comparable sales decreased 6.1% in fiscal 2022.", "-6.1"),
        ("net_income", "The decrease in net income was $2.0 million in fiscal 2022.", None),
        ("net_income", "In 2022 net income of the segment was $2.0 million.", None),
        ("net_income", "Net income in the prior year was $2.0 million.", None),
        ("remaining repurchase authorization", "As of December 31, 2022, about $11.7 billion of "
         "the $15.0 billion share repurchase authorization remained available.", "11.7E9"),
        ("backlog", "Our order backlog was $1.82 billion at December 31, 2022.", "1.82E9"),
        ("advertising", "Advertising costs, which are included in selling costs, were $5 million "
         "and $6 million for fiscal 2022 and 2021, respectively.", "5E6"),
        ("advertising", "Advertising costs included within sales expenses were $5 million.", "5E6"),
        ("gizmos promotion", "Total gizmos and promotion expenses, which we call demand creation, "
         "were $5 million in fiscal 2022.", "5E6"),
        ("gizmos promotion", "Prepaid gizmos and promotion expenses totaled $7 million.", None),
        ("gizmos promotion", "Prepaid gizmos and promotion were $7 million in 2022.", None),
        ("spend advertising", "Advertising costs increased by $5.0 million in fiscal 2022.", None),
        ("spend advertising", "Advertising costs were $5.0 million and $6.0 million.", None),
        ("advertising", "Our advertising expenses were $584 million, $556 million and $521 million "
         "in 2022, 2021 and 2020, respectively.", "584E6"),
        ("advertising", "We recorded advertising expenses of $9 million in 2023, $8 million in "
         "2022, and $7 million in 2021.", "8E6"),
        ("advertising", "Net advertising costs, which are included in operating expenses, were "
         "$745 million and $707 million in 2023 and 2022, respectively.", "707E6"),
        ("advertising", "Advertising costs for fiscal 2022 and 2021 were $9 million, $8 million "
         "and $7 million.", None),
        ("backlog", "Backlog is applicable to sales of systems and totaled $15.2 billion at "
         "December 31, 2022.", "15.2E9"),
        ("backlog", "At December 31, 2022, backlog believed to be firm was about $30.7 billion, "
         "which was flat to the first quarter of 2022.", "30.7E9"),
        ("backlog", "Included in total backlog is defense backlog of $78 billion and $69 billion "
         "as of December 31, 2022 and 2021, respectively.", None),
        ("% of employees covered by union contracts", "About 85% of employees are covered by "
         "union contracts.", "85"),
        ("% of revenue Americas", "Revenue in the Americas saw a 4% decline in 2022.", None),
    ],
)  # fmt: skip
def test_phrases(metric: str, text: str, value: str | None) -> None:
    assert values(metric, text) == ([] if value is None else [Decimal(value)])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Advertising expense was $182.5 and $160.3 in 2022 and 2021, respectively.", "182.5E6"),
        ("Advertising expense was $182.5 million in 2022.", "182.5E6"),
        ("Advertising expense was $182,500,000 in 2022.", "182.5E6"),
    ],
)
def test_amounts_without_a_scale_are_printed_as_the_tables_are(text: str, value: str) -> None:
    passage = Passage("F#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", text, "")
    ((_, found),) = find_in_prose(Requirement("advertising", None, FY22), passage, ANNUAL, 6)
    assert found.value == Decimal(value)
    assert bool(found.doubt) is ("$182.5 and" in text)
    if found.doubt:
        assert not values("advertising", text)


def test_only_the_number_right_behind_the_phrase() -> None:
    text = (
        "She becomes chief financial officer. She receives a base salary of $780,000 and an "
        "award of $320,000."
    )
    assert values("base salary chief financial officer", text, FY23, EVENT) == [780000]


def test_outlook_is_read_only_where_asked_for() -> None:
    text = "For fiscal 2023 we expect net sales between $660.0 million and $680.0 million."
    assert values("expected net sales", text, FY23) == []
    assert values("net_sales", text, FY23) == []
    plan = "We expect capital expenditures of approximately $65.4 million in fiscal 2023."
    assert values("expected capital expenditures", plan, FY23) == [65_400_000]
    assert values("expected capital expenditures", plan, FY22) == []


@pytest.mark.parametrize(
    ("metric", "text", "value"),
    [
        (
            "common stock",
            "We had stock-based expense of $490 million, with a claim to shares of common stock.",
            None,
        ),
        ("common stock", "We had 427 shares of common stock, par value $0.001, at year end.", None),
        (
            "intangibles",
            "The value of the Gillette finite-lived intangible assets was $14.1 billion in 2022.",
            None,
        ),
        ("intangibles", "Intangible assets were $14.1 billion at December 31, 2022.", "14.1E9"),
        ("timber sales", "Of our timber sales, $3 million in 2022 were to one buyer.", None),
        ("timber sales", "Of the $9 million of timber sales, half were to one buyer.", "9E6"),
        (
            "timber revenue",
            "The cost of timber revenue benefits from credits, amounting to $6 million in 2022.",
            None,
        ),
        ("timber revenue", "Timber revenue benefited from prices, reaching $6 million.", "6E6"),
        ("timber revenue", "Storms reduced timber revenue by approximately $6 million.", None),
        (
            "timber gross profit",
            "December 31, 2022 2021 Timber revenue $ 13,688 $ 11,640 Cost of goods sold 8,645 "
            "8,028 Timber gross profit $ 5,043 million $ 3,612 Income $ 869 $ 835",
            None,
        ),
    ],
)
def test_a_number_beside_other_words_is_not_taken(
    metric: str, text: str, value: str | None
) -> None:
    assert values(metric, text) == ([] if value is None else [Decimal(value)])


@pytest.mark.parametrize(
    ("metric", "text"),
    [
        ("total_debt", "The Company incurred debt issuance costs of $5 million."),
        ("total_debt", "Total debt was $5 at year end."),
        ("effective_tax_rate", "States agreed to a global minimum tax rate of 15%."),
        ("effective_tax_rate", "A core annual effective tax rate of 20 percent; and"),
    ],
)
def test_the_name_of_something_else_or_no_scale_is_no_figure(metric: str, text: str) -> None:
    assert values(metric, text) == []


def test_a_name_may_have_an_opener_and_go_on_with_a_period() -> None:
    assert values("total_debt", "Total debt was $5 million at year end.") == [Decimal("5E6")]
    text = "Our effective tax rate for the year was 21.4%."
    assert values("effective_tax_rate", text) == [Decimal("21.4")]


def test_an_amount_of_the_year_ago_period_is_none_of_this_year() -> None:
    assert values("restructuring", "Restructuring charges were $5 million.") == [Decimal("5E6")]
    assert not values("restructuring", "Restructuring charges a year-ago period were $5 million.")


def test_what_was_done_up_to_a_day_is_not_what_was_done_in_the_year() -> None:
    so_far = "As of December 31, 2022, we had shipped crates for $43 million."
    in_year = "In fiscal 2022 we shipped crates for $50 million."
    assert values("shipped crates", so_far) == []
    assert values("shipped crates", in_year) == [Decimal("50E6")]


def test_what_an_amount_includes_is_told_in_doubt() -> None:
    text = "Marketing totaled $9 million, including advertising expenses of $5 million in 2022."
    requirement = Requirement("advertising", None, FY22)
    place = Passage("A#3.1", "A", 3, PassageKind.TEXT, "", text, "Item 1 Business")
    ((_, found),) = find_in_prose(requirement, place, ANNUAL)
    assert (found.value, "larger amount" in found.doubt) == (Decimal("5E6"), True)
    sales = "Costs totaled $9 million in 2022, including revenue of $5 million in 2022."
    assert values("revenue", sales) == []
