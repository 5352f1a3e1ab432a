"""What one place says about a filing."""

from dataclasses import dataclass
from datetime import date

from hirec.types import Alias, Form


@dataclass(frozen=True, slots=True)
class Findings:
    """Fields of an identity as one place states them; None where it is silent."""

    source: str
    """A place of :data:`indexing.identity.evidence_kinds.EVIDENCE_KINDS`."""
    company: str | None = None
    form: Form | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    period_end: date | None = None
    filing_date: date | None = None
    amendment: bool | None = None
    ticker: str | None = None
    cik: str | None = None
    ein: str | None = None
    file_number: str | None = None
    former_name: str | None = None
    aliases: tuple[Alias, ...] | None = None
    transition_from: date | None = None
    notes: tuple[str, ...] = ()
