"""Who filed what, for which period: the fields that tell look-alike filings apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from hirec.types.period import Period


class Form(StrEnum):
    """Kinds of filing the system tells apart. Amendments are a flag of the identity."""

    ANNUAL = "10-K"
    QUARTERLY = "10-Q"
    CURRENT = "8-K"
    PROXY = "DEF 14A"
    EARNINGS = "EARNINGS"
    OTHER = "OTHER"


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of one filing, read from its cover page or its dei tags.

    ``sources`` says for each field where it came from: ``dei``, ``cover``, ``text`` (elsewhere in
    the filing), ``derived`` (from other fields) or ``name`` (the file's name, the last resort).
    """

    company: str
    """Registrant's name as printed, white space folded: ``THE J. M. SMUCKER COMPANY``."""
    form: Form
    fiscal_year: int | None = None
    """By the company's own calendar; for an 8-K the year of the report's date."""
    fiscal_quarter: int | None = None
    """1 to 4; None for a whole year and for event filings."""
    period_end: date | None = None
    """End of the period reported on; for an 8-K the date of the report."""
    filing_date: date | None = None
    amendment: bool = False
    ticker: str | None = None
    cik: str | None = None
    """Ten digits."""
    ein: str | None = None
    """I.R.S. employer identification number, ``NN-NNNNNNN``: survives changes of name."""
    file_number: str | None = None
    """Commission file number, e.g. ``001-36743``."""
    former_name: str | None = None
    restated_years: tuple[int, ...] = ()
    """Earlier fiscal years whose statements this filing restates."""
    sources: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """Contradictions between sources, in words, for ``hirec inspect``."""

    @property
    def period(self) -> Period:
        """The reported period as a :class:`Period` (12 months, 3 months, or an instant)."""
        months = {Form.ANNUAL: 12, Form.QUARTERLY: 3}.get(self.form)
        return Period(self.fiscal_year, self.fiscal_quarter, self.period_end, months)

    def title(self) -> str:
        """``Company · form · period``: the identity line in front of every passage and summary."""
        form = f"{self.form.value}/A" if self.amendment else self.form.value
        if self.form in (Form.CURRENT, Form.OTHER) and self.period_end:
            return f"{self.company} · {form} · {self.period_end.isoformat()}"
        return f"{self.company} · {form} · {self.period.label()}"
