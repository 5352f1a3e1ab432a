"""Filings before they are set, and which of them the sample holds: ``sample.csv`` lists them."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.companies import BY_TICKER, Company
from generator.layout import Block, Pages, paginate
from generator.reports import Plan, filed_on, write
from hirec.types import Form, Identity, SourceKind

_SAMPLE = Path(__file__).with_name("sample.csv")
_FORMS: Mapping[str, tuple[Form, str]] = {
    "annual": (Form.ANNUAL, "{plan.year}_10K"),
    "amendment": (Form.ANNUAL, "{plan.year}_10KA"),
    "quarterly": (Form.QUARTERLY, "{plan.year}Q{plan.quarter}_10Q"),
    "release": (Form.EARNINGS, "{plan.year}Q{plan.quarter}_EARNINGS"),
    "proxy": (Form.PROXY, "{day.year}_DEF14A"),
}
_CURRENT = (Form.CURRENT, "{day}_8K")
"""All others."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A filing before it is set: who, what and in which format."""

    filing_id: str
    company: Company
    identity: Identity
    blocks: tuple[Block, ...]
    kind: SourceKind

    @property
    def pages(self) -> Pages:
        """Its pages, the same in every format."""
        return paginate(self.blocks)

    @property
    def file_name(self) -> str:
        """``HPFD_2023_10K.pdf``."""
        suffix = "txt" if self.kind is SourceKind.TEXT else self.kind.value
        return f"{self.filing_id}.{suffix}"


def make_draft(company: Company, plan: Plan, kind: SourceKind) -> Draft:
    """Write a filing of a company."""
    day, blocks = write(company, plan)
    form, name = _FORMS.get(plan.form, _CURRENT)
    identity = Identity(
        company=company.name,
        form=form,
        fiscal_year=plan.year if form.reports_period else day.year,
        fiscal_quarter=plan.quarter or None if form.reports_period else None,
        period_end=day,
        filing_date=filed_on(company, plan) if form.is_periodic else None,
        amendment=plan.form == "amendment",
        ticker=company.ticker,
        cik=company.cik,
        ein=company.ein,
        file_number=company.file_number,
    )
    filing_id = f"{company.ticker}_{name.format(plan=plan, day=day)}"
    return Draft(filing_id, company, identity, tuple(blocks), kind)


def sample_drafts() -> Iterator[Draft]:
    """All filings of the committed sample."""
    for row in csv.DictReader(_SAMPLE.read_text(encoding="utf-8").splitlines()):
        plan = Plan(row["form"], int(row["year"]), int(row["quarter"] or 0))
        yield make_draft(BY_TICKER[row["ticker"]], plan, SourceKind(row["kind"]))
