"""The tagged numbers of a generated filing must agree with the books behind it."""

from datetime import date
from decimal import Decimal

import pytest
from lxml import etree

from generator.books import keep_books
from generator.companies import BY_TICKER

NS = {
    "ix": "http://www.xbrl.org/2013/inlineXBRL",
    "xbrli": "http://www.xbrl.org/2003/instance",
    "xbrldi": "http://xbrl.org/2006/xbrldi",
}


@pytest.fixture(scope="module")
def root(sample_dir):
    return etree.parse(str(sample_dir / "HPFD_2023_10K.html")).getroot()


def _facts(root, concept: str) -> dict[tuple[str, str, str], Decimal]:
    contexts = {c.get("id"): c for c in root.iterfind(".//xbrli:context", NS)}
    facts = {}
    for tag in root.iterfind(f'.//ix:nonFraction[@name="{concept}"]', NS):
        context = contexts[tag.get("contextRef")]
        if context.find(".//xbrldi:explicitMember", NS) is not None:
            continue
        digits = "0" if tag.text == "—" else tag.text.replace(",", "")
        value = Decimal(digits).scaleb(int(tag.get("scale")))
        key = tuple(
            context.findtext(f".//xbrli:{name}", "", NS)
            for name in ("startDate", "endDate", "instant")
        )
        facts[key] = -value if tag.get("sign") == "-" else value
    return facts


def test_values_scales_and_signs(root) -> None:
    company = BY_TICKER["HPFD"]
    span = keep_books(company).span(2023)
    year = ("2023-01-01", "2023-12-31", "")
    end = ("", "", "2023-12-31")
    assert _facts(root, "us-gaap:Revenues")[year] == span.income["revenue"] * 10**6
    assert _facts(root, "us-gaap:InventoryNet")[end] == span.balance["inventories"] * 10**6
    capex = _facts(root, "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment")[year]
    assert capex == -span.flows["capex"] * 10**6 > 0
    receivables = _facts(root, "us-gaap:IncreaseDecreaseInAccountsReceivable")[year]
    assert receivables == -span.flows["change_receivables"] * 10**6
    assert _facts(root, "us-gaap:TreasuryStockValue")[end] == -span.balance["treasury"] * 10**6
    earnings = _facts(root, "us-gaap:EarningsPerShareDiluted")[year]
    assert Decimal(1) < earnings < Decimal(20)


def test_document_facts(root) -> None:
    named = {
        tag.get("name").removeprefix("dei:"): "".join(tag.itertext())
        for tag in root.iterfind(".//ix:nonNumeric", NS)
    }
    assert named["EntityRegistrantName"] == "HARBOR PEAK FOODS, INC."
    assert named["DocumentType"] == "10-K"
    assert named["DocumentPeriodEndDate"] == "December 31, 2023"
    assert named["DocumentFiscalYearFocus"] == "2023"
    assert named["DocumentFiscalPeriodFocus"] == "FY"
    assert named["EntityCentralIndexKey"] == BY_TICKER["HPFD"].cik


def test_contexts_and_ids(root) -> None:
    contexts = {c.get("id") for c in root.iterfind(".//xbrli:context", NS)}
    units = {u.get("id") for u in root.iterfind(".//xbrli:unit", NS)}
    tags = root.findall(".//ix:nonFraction", NS)
    assert len(tags) > 150
    assert all(t.get("contextRef") in contexts and t.get("unitRef") in units for t in tags)
    assert len({t.get("id") for t in tags}) == len(tags)
    for end in root.iterfind(".//xbrli:endDate", NS):
        assert date.fromisoformat(end.text) <= date(2023, 12, 31)
