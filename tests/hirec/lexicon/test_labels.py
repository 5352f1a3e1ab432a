import pytest

from hirec.lexicon import (
    all_metrics,
    excludes_itself,
    match_concept,
    match_row,
    metrics_of_row,
    normalize_label,
)
from hirec.lexicon.labels import _letters


@pytest.mark.parametrize(
    ("label", "normal"),
    [
        ("Property, plant and equipment, net . . . . .", "property plant and equipment net"),
        ("Net cash provided by (used in) operating activities", None),
        ("Total shareholders’ equity (Note 3)", "total shareholders equity"),
        ("SG&A expenses", "sg and a expenses"),
        ("Goodwill 1", "goodwill"),
    ],
)
def test_normalize(label: str, normal: str | None) -> None:
    assert normalize_label(label) == (normal or "net cash provided by operating activities")


@pytest.mark.parametrize(
    ("metric", "label", "section"),
    [
        ("cfo", "Net cash provided by (used in) operating activities", ""),
        ("cfo", "Total cash provided by operating activities", ""),
        ("capex", "Purchases of property and equipment.......", ""),
        ("capex", "Capital spending", ""),
        ("capex", "Payments for acquisition of property, plant and equipment", ""),
        ("inventories", "Merchandise inventories", ""),
        ("receivables", "Trade receivables, net of allowances of $7,293 and $7,867", ""),
        ("revenue", "Total net revenue", ""),
        ("revenue", "Total", "Revenue:"),
        ("eps_diluted", "Diluted", "Net income per share:"),
        ("eps_diluted", "Net income (loss) attributable to Acme", "Diluted earnings per share:"),
        ("dividends_per_share", "Dividends declared", "Amounts per share"),
        ("cost_of_revenue", "Cost of products sold", ""),
        ("operating_income", "Operating Profit", ""),
        ("income_tax", "(Benefit from) provision for income taxes", ""),
    ],
)
def test_row_states_metric(metric: str, label: str, section: str) -> None:
    assert match_row(metric, label, section) >= 0.7


@pytest.mark.parametrize(
    ("metric", "label", "section"),
    [
        ("revenue", "Cost of revenue", ""),
        ("eps_diluted", "Loss from discontinued operations", "Diluted earnings per share:"),
        ("eps_basic", "Net income attributable to Acme", "Diluted earnings per share:"),
        ("revenue", "Deferred revenue", ""),
        ("revenue", "Total", "Cost of revenue:"),
        ("operating_income", "Total non-operating income (expense), net", ""),
        ("equity", "Total liabilities and stockholders' equity", ""),
        ("current_assets", "Other current assets", ""),
        ("cash", "Cash and cash equivalents at beginning of year", ""),
        ("inventories", "Inventories, net Raw materials and supplies", ""),
        ("long_term_debt", "Long-term debt due within one year", ""),
        ("net_income", "Net income attributable to noncontrolling interests", ""),
    ],
)
def test_row_is_something_else(metric: str, label: str, section: str) -> None:
    assert match_row(metric, label, section) == 0.0


def test_parent_company_tables_state_nothing() -> None:
    assert match_row("total_assets", "Total assets", "", "Condensed Parent Company Only") == 0.0


def test_better_rows_score_higher() -> None:
    assert match_row("revenue", "Total revenues") > match_row("revenue", "Net sales")
    assert match_row("net_sales", "Net sales") > match_row("net_sales", "Total revenues")


def test_free_phrase_needs_every_content_word() -> None:
    assert match_row("wages expense", "Wages and benefits") == 0.0
    assert match_row("adjusted EBITDA", "Adjusted EBITDA") == 1.0
    # one word of four is extra: 1 - 0.5 / 3
    assert match_row("adjusted EBITDA", "Adjusted EBITDA growth") == pytest.approx(0.8333, abs=1e-3)


def test_concepts_score_in_order() -> None:
    assert match_concept("revenue", "us-gaap:Revenues") == 1.0
    assert 0.9 < match_concept("revenue", "us-gaap:SalesRevenueNet") < 1.0
    assert match_concept("revenue", "us-gaap:CostOfRevenue") == 0.0


def test_a_row_that_excludes_a_part_of_itself_is_not_the_metric() -> None:
    label = "Depreciation and amortization, excluding amortization of intangible assets"
    assert match_row("depreciation_amortization", label) == 0.0
    assert excludes_itself(normalize_label(label))
    assert match_row("cost_of_revenue", "Cost of sales, excluding depreciation") > 0.9


def test_dividends_to_other_holders_are_not_the_companys() -> None:
    assert match_row("dividends_paid", "Dividends paid to noncontrolling interests") == 0.0
    assert match_row("dividends_paid", "Dividends paid to shareholders") > 0.9


def test_the_metrics_of_a_row_are_those_that_match_it_one_by_one() -> None:
    rows = [
        ("Net sales", "", ""),
        ("Diluted", "Earnings per common share:", ""),
        ("Diluted", "Weighted average shares:", ""),
        ("Total", "Inventories", ""),
        ("Depreciation and amortization, including impairment", "", ""),
        ("Amortization of goodwill, excluding goodwill", "", ""),
        ("Widgets", "", ""),
        ("Net sales", "", "Parent company only"),
    ]
    for row in rows:
        one_by_one = {key for key in all_metrics() if match_row(key, *row)}
        assert set(metrics_of_row(*row)) == one_by_one
    assert "net_sales" in metrics_of_row("Net sales")
    assert not metrics_of_row("Widgets")


@pytest.mark.parametrize(
    ("row", "letters"),
    [
        ("total (net )?revenues?( net)?", "revenue"),
        ("net sales (and|including) .+", "net sales "),
        ("(capitalized interest|interest capitalized)( .+)?", ""),
        ("a|b", ""),
        (r"remaining obligations?( \(?rpo\)?)?", "remaining obligation"),
        (r"(\w+ ){0,4}?common x{2} .+", "common "),
    ],
)
def test_letters_of_a_row_are_in_every_label_that_it_matches(row: str, letters: str) -> None:
    assert _letters(row) == letters
