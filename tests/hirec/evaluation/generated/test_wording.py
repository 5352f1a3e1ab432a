from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.evaluation.generated import wording
from hirec.evaluation.generated.tagged_facts import StatedFact
from hirec.evaluation.generated.wording import Naming
from hirec.types import Period

YEAR = Period(2024, None, date(2024, 5, 31), 12)
YEAR_END = Period(2024, None, date(2024, 5, 31), 0)


def fact(
    label: str,
    concept: str = "Custom",
    statement: str = "income",
    section: str = "",
    period: Period = YEAR,
) -> StatedFact:
    return StatedFact(
        company_key="nike",
        statement=statement,
        concept=concept,
        unit="USD",
        period=period,
        value=Decimal(5),
        decimals=0,
        label=label,
        section=section,
        gold=("F",),
        pages={"F": (1,)},
    )


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("TOTAL ASSETS", "total assets"),
        ("Less: Treasury stock, at cost (Note 4)", "treasury stock, at cost"),
        ("Interest expense (income), net", "interest expense (income), net"),
        ("TOTAL INCOME ATTRIBUTABLE TO NIKE", "total income attributable to NIKE"),
        ("Other", ""),
        ("Total", ""),
        ("", ""),
    ],
)
def test_own_label(label: str, said: str) -> None:
    assert wording.own_label(fact(label), "NIKE, Inc.") == said


def test_a_label_that_leans_on_its_heading_takes_it_along() -> None:
    row = fact("Diluted", section="Earnings per common share:")
    assert wording.own_label(row, "NIKE, Inc.") == "diluted earnings per common share"


def test_changes_of_working_capital_are_not_asked() -> None:
    assert wording.own_label(fact("Inventories", "IncreaseDecreaseInInventories"), "NIKE") == ""


def test_one_label_on_two_figures_of_a_period_names_neither() -> None:
    rows = [fact("Deferred income taxes", "A"), fact("Deferred income taxes", "B")]
    assert wording.name_facts(rows, "NIKE") == []
    later = fact("Deferred income taxes", "B", period=YEAR_END)
    assert len(wording.name_facts([rows[0], later], "NIKE")) == 2


def test_usual_name_and_abbreviation_come_from_the_lexicon() -> None:
    row = fact("Total selling and administrative expense", "SellingGeneralAndAdministrativeExpense")
    names = {(named.naming, named.words) for named in wording.name_facts([row], "NIKE")}
    assert (Naming.LABEL, "total selling and administrative expense") in names
    assert (Naming.ABBREVIATION, "SG&A") in names
    assert any(naming is Naming.USUAL for naming, _ in names)


def test_two_rivals_for_a_metric_leave_it_unnamed() -> None:
    rows = [fact("Net income", "NetIncomeLoss"), fact("Net income", "ProfitLoss")]
    assert all(named.naming is Naming.LABEL for named in wording.name_facts(rows, "NIKE"))


@pytest.mark.parametrize(
    ("label", "said"),
    [
        (
            "Property, less accumulated depreciation of $9,500",
            "property, less accumulated depreciation",
        ),
        ("Restricted funds at end of period", "restricted funds"),
        ("Restricted funds, beginning balances", ""),
        ("Receivables, net of allowances of ($35 and $40)", "receivables, net of allowances"),
        ("Stores (excludes stores of $40 in transit)", "stores"),
        ("Restricted funds, beginning of year", ""),
    ],
)
def test_amounts_and_days_leave_no_loose_end(label: str, said: str) -> None:
    assert wording.own_label(fact(label), "NIKE") == said


def test_a_name_that_fits_two_figures_is_not_asked() -> None:
    parent = fact("Net income attributable to NIKE", "NetIncomeLoss")
    whole = replace(fact("Consolidated net income", "ProfitLoss"), value=Decimal(6))
    words = {n.words for n in wording.name_facts([parent, whole], "NIKE, Inc.")}
    assert words == {"net income attributable to NIKE", "consolidated net income"}


def test_a_label_that_means_another_figure_is_not_asked() -> None:
    expense = fact("Income tax expense", "IncomeTaxExpenseBenefit")
    paid = replace(fact("Income taxes", "IncomeTaxesPaid", "cash_flow"), value=Decimal(6))
    named = wording.name_facts([expense, paid], "NIKE, Inc.")
    assert all(n.fact is expense for n in named if n.words == "income taxes")
    margin = fact("Gross margin", "GrossProfit")
    named = wording.name_facts([margin], "NIKE, Inc.")
    assert all(n.naming is not Naming.LABEL for n in named)


def test_a_flow_under_a_heading_is_not_called_like_a_balance() -> None:
    interest = fact("Debt", "InterestExpenseDebt", section="Interest:")
    assert wording.name_facts([interest], "NIKE") == []


def test_a_metrics_line_on_another_statement_is_not_asked_by_its_usual_name() -> None:
    part = fact("Depreciation and amortization", "DepreciationAndAmortization")
    assert {n.naming for n in wording.name_facts([part], "NIKE")} == {Naming.LABEL}
    whole = replace(part, statement="cash_flow")
    assert Naming.ABBREVIATION in {n.naming for n in wording.name_facts([whole], "NIKE")}
