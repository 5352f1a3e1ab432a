"""Who filed what, for which period: the fields that tell look-alike filings apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from hirec.types.period import Period

_MONTH_DAYS = 365.2425 / 12


class Form(StrEnum):
    """Kinds of filing the system tells apart. Amendments are a flag of the identity."""

    ANNUAL = "10-K"
    QUARTERLY = "10-Q"
    CURRENT = "8-K"
    PROXY = "DEF 14A"
    EARNINGS = "EARNINGS"
    OTHER = "OTHER"


class Confidence(StrEnum):
    """How sure a field of an identity is, by how many independent places of the filing say it."""

    CERTAIN = "certain"
    """Two places that do not copy each other say it, and none says otherwise."""
    LIKELY = "likely"
    """One place made for it says it and none says otherwise, or most of several do."""
    WEAK = "weak"
    """Inferred, known from the file's name only, or contradicted by as many as say it."""


class AliasSource(StrEnum):
    """Where a filing gives another name of its registrant."""

    SYMBOL = "symbol"
    """A trading symbol of its shares."""
    FORMER = "former name"
    DEFINED = "defined"
    """A short form that the filing defines: ``3M Company ("3M")``."""
    LISTED = "listed"
    """A name, today's or a former one, by which EDGAR lists the registrant's CIK."""


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a registrant, as one of its filings prints it."""

    name: str
    source: AliasSource


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of one filing, read from its cover page or its dei tags.

    ``sources`` says for each field where it came from: ``dei``, ``cover``, ``header`` (EDGAR's or
    a vendor's, in front of the filing), ``text`` (elsewhere in the filing), ``derived`` (from
    other fields) or ``name`` (the file's name, the last resort); ``confidence`` how sure it is.
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
    aliases: tuple[Alias, ...] = ()
    """Other names the filing gives its registrant."""
    transition_from: date | None = None
    """First day of a transition period, between two fiscal calendars; None for all others."""
    restated_years: tuple[int, ...] = ()
    """Earlier fiscal years whose statements this filing restates."""
    sources: Mapping[str, str] = field(default_factory=dict)
    confidence: Mapping[str, Confidence] = field(default_factory=dict)
    """Of the fields whose errors mislead: company, form, fiscal year and quarter, both dates."""
    notes: tuple[str, ...] = ()
    """Contradictions between sources, in words, for ``hirec inspect``."""

    @property
    def period(self) -> Period:
        """The reported period as a :class:`Period` (12 months, 3 months, or an instant)."""
        months = {Form.ANNUAL: 12, Form.QUARTERLY: 3}.get(self.form)
        if months and self.transition_from and self.period_end:
            months = round((self.period_end - self.transition_from).days / _MONTH_DAYS)
        return Period(self.fiscal_year, self.fiscal_quarter, self.period_end, months)

    def title(self) -> str:
        """``Company · form · period``: the identity line in front of every passage and summary."""
        kind = f"{self.form.value}T" if self.transition_from else self.form.value
        form = f"{kind}/A" if self.amendment else kind
        if self.form in (Form.CURRENT, Form.OTHER) and self.period_end:
            return f"{self.company} · {form} · {self.period_end.isoformat()}"
        return f"{self.company} · {form} · {self.period.label()}"
