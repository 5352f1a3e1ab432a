"""What a question with each abbreviation is expanded to: the rows to look for."""

import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.lexicon import find_metrics, query_terms, rows_needed, rows_related
from hirec.types import Scope


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("SG&A", ["sga"]),
        ("G&A", ["general_administrative"]),
        ("S&M", ["selling_marketing"]),
        ("R&D", ["research_development"]),
        ("COGS", ["cost_of_revenue"]),
        ("opex", ["operating_expenses"]),
        ("EBIT", ["ebit"]),
        ("EBITDA", ["operating_income", "depreciation_amortization"]),
        ("EBT", ["pretax_income"]),
        ("PBT", ["pretax_income"]),
        ("PAT", ["net_income"]),
        ("NII", ["net_interest_income"]),
        ("D&A", ["depreciation_amortization"]),
        ("SBC", ["stock_compensation"]),
        ("EPS", ["eps"]),
        ("DPS", ["dividends_per_share"]),
        ("BVPS", ["equity", "shares_outstanding"]),
        ("top line", ["revenue"]),
        ("bottom line", ["net_income"]),
        ("PP&E", ["ppe"]),
        ("PPNE", ["ppe"]),
        ("A/R", ["receivables"]),
        ("A/P", ["accounts_payable"]),
        ("ROU assets", ["operating_lease_assets"]),
        ("AOCI", ["accumulated_oci"]),
        ("APIC", ["paid_in_capital"]),
        ("NCI", ["noncontrolling_interest"]),
        ("LTD", ["long_term_debt"]),
        ("NWC", ["current_assets", "current_liabilities"]),
        ("bad debt expense", ["bad_debt"]),
        ("allowance for doubtful accounts", ["allowance_doubtful"]),
        ("capex", ["capex"]),
        ("CFO", ["cfo"]),
        ("OCF", ["cfo"]),
        ("FCF", ["cfo", "capex"]),
        ("RPO", ["remaining_performance_obligations"]),
        ("ETR", ["effective_tax_rate"]),
        ("DPO", ["accounts_payable", "cost_of_revenue"]),
        ("DSO", ["receivables", "revenue"]),
        ("DIO", ["inventories", "cost_of_revenue"]),
        ("days sales in inventory", ["inventories", "cost_of_revenue"]),
        ("ROA", ["net_income", "total_assets"]),
        ("ROE", ["net_income", "equity"]),
        ("quick ratio", ["current_assets", "inventories", "current_liabilities"]),
        ("current ratio", ["current_assets", "current_liabilities"]),
        ("interest cover", ["operating_income", "interest_expense"]),
        ("asset turnover", ["revenue", "total_assets"]),
    ],
)
def test_an_abbreviation_becomes_the_rows_it_needs(said, rows):
    (mention,) = find_metrics(f"What was Acme's {said} in 2022?")
    assert mention.said == said
    assert list(rows_needed(mention.key)) == rows


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("quick_ratio", ("total current assets", "inventories", "total current liabilities")),
        ("days_payable", ("accounts payable", "cost of goods sold")),
        ("free_cash_flow", ("capital expenditures", "operating cash flow")),
    ],
)
def test_a_ratio_is_searched_by_its_lines_and_their_statement(key, words):
    terms = query_terms(key)
    assert set(words) <= set(terms)
    assert any(term.startswith("consolidated ") for term in terms)


def test_a_ratio_of_several_definitions_looks_for_the_rows_of_each():
    scope = Scope()
    words = rewrite("What is the quick ratio?", scope).passage_text
    for row in ("current liabilities", "cash and cash equivalents", "short-term investments"):
        assert row in words, row
    assert "receivable" in words
    assert rows_related("current_ratio") == ()


def test_the_place_is_looked_for_where_what_is_of_it_is_asked() -> None:
    assert "europe" in rewrite("What were Acme's European sales in 2022?", Scope()).passage_text
    assert "europe" not in rewrite("What were Acme's sales in 2022?", Scope()).passage_text
