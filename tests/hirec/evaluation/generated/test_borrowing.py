from dataclasses import replace
from datetime import date
from decimal import Decimal

from hirec.evaluation.generated.borrowing import Borrower
from hirec.evaluation.generated.tagged_facts import StatedFact
from hirec.types import Period

YEAR = Period(2024, None, date(2024, 5, 31), 12)
NAMES = {"nike": "NIKE, Inc.", "adidas": "Adidas Corp"}


def fact(label: str, concept: str, value: int = 5, company: str = "nike") -> StatedFact:
    return StatedFact(
        company_key=company,
        statement="cash_flow",
        concept=concept,
        unit="USD",
        period=YEAR,
        value=Decimal(value),
        decimals=0,
        label=label,
        section="",
        gold=("F",),
        pages={"F": (1,)},
    )


def borrowed(own: list[StatedFact], others: list[StatedFact]) -> set[tuple[str, str]]:
    lent = [replace(other, company_key="adidas") for other in others]
    names = Borrower({"nike": own, "adidas": lent}, NAMES).names("nike")
    return {(named.fact.concept, named.words) for named in names}


def test_the_label_of_another_company_asks_for_this_ones_figure() -> None:
    own = [fact("Outlays for plants", "PlantOutlays")]
    assert borrowed(own, [fact("Spending on plants", "PlantOutlays")]) == {
        ("PlantOutlays", "spending on plants")
    }


def test_the_own_label_is_not_borrowed() -> None:
    own = [fact("Outlays for plants", "PlantOutlays")]
    assert borrowed(own, [fact("OUTLAYS FOR PLANTS:", "PlantOutlays")]) == set()


def test_a_label_that_turns_the_sign_or_adds_a_part_is_not_borrowed() -> None:
    own = [fact("Outlays for plants", "PlantOutlays")]
    others = [
        fact("Decrease from plants", "PlantOutlays"),
        fact("Plants and machines", "PlantOutlays"),
        fact("Other outlays", "PlantOutlays"),
        fact("Spending on class B plants", "PlantOutlays"),
    ]
    assert borrowed(own, others) == set()


def test_a_label_that_names_another_figure_here_is_not_borrowed() -> None:
    own = [fact("Outlays for plants", "PlantOutlays"), fact("Wages", "Wages", 7)]
    others = [fact("Site spending", "PlantOutlays"), fact("Site spending", "Wages")]
    assert borrowed(own, others) == set()
    assert borrowed(own[:1], others) == {("PlantOutlays", "site spending")}


def test_words_of_the_lenders_page_are_not_borrowed() -> None:
    own = [fact("Outlays for plants", "PlantOutlays")]
    others = [
        fact("Spending of Adidas", "PlantOutlays"),
        fact("Spending (g)", "PlantOutlays"),
        fact("Spending since 1987", "PlantOutlays"),
    ]
    assert borrowed(own, others) == set()


def test_one_word_of_one_company_leans_on_its_heading() -> None:
    own = [fact("Accounts payable", "PayableTrade")]
    assert borrowed(own, [fact("Trade", "PayableTrade")]) == set()
    assert borrowed(own, [fact("Trade accounts", "PayableTrade")]) == {
        ("PayableTrade", "trade accounts")
    }
