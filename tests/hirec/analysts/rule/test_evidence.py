from dataclasses import replace

from hirec.analysts.rule.evidence import passages_of, prose_of, tables_of
from hirec.types import CompanyRef
from tests.hirec.analysts.rule.figures.test_operands import INCOME, filing, passage

FILINGS = {"ACME_2022_10K": filing()}


def test_only_passages_of_known_filings_of_the_company_are_read() -> None:
    ours, strange = passage(INCOME), replace(passage(INCOME), filing_id="BOLT_2022_10K")
    company = CompanyRef(filing().company_key, "Acme", "Acme")
    other = CompanyRef("bolt", "Bolt", "Bolt")
    for asked in (None, company):
        assert list(passages_of(asked, [strange, ours], FILINGS)) == [(ours, filing())]
    assert list(passages_of(other, [strange, ours], FILINGS)) == []


def test_tables_and_text_are_told_apart() -> None:
    told, said = passage(INCOME), passage("Sales were $5 million.")
    assert [one for one, _, _ in tables_of(None, [told, said], FILINGS)] == [told]
    assert [one for one, _ in prose_of(None, [told, said], FILINGS)] == [said]
