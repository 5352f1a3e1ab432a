from decimal import Decimal

import pytest

from hirec.evaluation.generated.tagged_facts import stated_facts, statement_of
from hirec.index import Index
from hirec.types import Row, Table


@pytest.mark.parametrize(
    ("caption", "statement"),
    [
        ("CONSOLIDATED BALANCE SHEETS", "balance"),
        ("Condensed Consolidated Statements of Cash Flows (Unaudited)", "cash_flow"),
        ("CONSOLIDATED STATEMENTS OF OPERATIONS", "income"),
        ("Statements of Consolidated Income", "income"),
        ("ITEM 8. FINANCIAL STATEMENTS, Consolidated Statement of Results of Operations", "income"),
        ("2023 FORM 10-K 41, STATEMENT OF FINANCIAL POSITION", "balance"),
        ("CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME", "comprehensive"),
        ("Consolidated Statements of Operations and Comprehensive Loss", "income"),
        ("Consolidated Statements of Shareholders' Equity", "equity"),
        ("CONSOLIDATED BALANCE SHEETS (Parenthetical)", ""),
        ("Condensed Balance Sheets (Parent Company Only)", ""),
        ("The following table presents net income by segment", ""),
        ("", ""),
    ],
)
def test_statement_of(caption: str, statement: str) -> None:
    rows = (Row("Revenue", ()),) if statement == "income" else ()
    assert statement_of(Table(columns=(), rows=rows, caption=caption)) == statement


def test_facts_of_a_company_with_html_and_pdf_filings(sample_index) -> None:
    index = Index.open(sample_index)
    key = index.companies.key_of("CVIH_2023_10K")
    facts = stated_facts(index, key)
    assert facts
    for fact in facts:
        assert fact.value != 0
        assert fact.statement in ("income", "comprehensive", "balance", "cash_flow")
        assert set(fact.gold) <= set(fact.pages)
        for filing_id, pages in fact.pages.items():
            assert all(1 <= page <= index.filings[filing_id].page_count for page in pages)


def test_the_periods_own_filing_is_gold_and_a_comparative_only_where_it_is_not_tagged(
    sample_index,
) -> None:
    index = Index.open(sample_index)
    facts = stated_facts(index, index.companies.key_of("CVIH_2023_10K"))
    by_key = {(f.concept, f.period.fiscal_year): f for f in facts if f.period.months in (0, 12)}
    own = [f for (_, year), f in by_key.items() if year == 2023]
    assert own
    assert all(f.gold == ("CVIH_2023_10K",) for f in own)


def test_values_are_those_of_the_printed_cells(sample_index) -> None:
    index = Index.open(sample_index)
    facts = stated_facts(index, index.companies.key_of("CVIH_2023_10K"))
    fact = next(f for f in facts if f.unit == "USD" and f.gold == ("CVIH_2023_10K",))
    page = fact.pages["CVIH_2023_10K"][0]
    texts = [p.text for p in index.passages(["CVIH_2023_10K"]) if p.page_number == page]
    forms = {f"{abs(fact.value).scaleb(-scale):,f}" for scale in (0, 3, 6)}
    forms |= {form.rstrip("0").rstrip(".") for form in forms if "." in form}
    assert any(form in text for text in texts for form in forms), (fact, Decimal(fact.value))
