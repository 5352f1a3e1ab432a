"""Who filed what, for which period: the fields that tell look-alike filings apart."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from hirec.types.period import Period

_MONTH_DAYS = 365.2425 / 12


class Form(StrEnum):
    """Kinds of filing the system tells apart, and what holds of each.

    Amendments are a flag of the identity.
    """

    ANNUAL = "10-K"
    QUARTERLY = "10-Q"
    CURRENT = "8-K"
    PROXY = "DEF 14A"
    EARNINGS = "EARNINGS"
    OTHER = "OTHER"
    """A form of the SEC that is none of these: ``S-3``, ``20-F``."""
    UNKNOWN = "UNKNOWN"
    """A readable document that does not say what it is."""

    @classmethod
    def from_code(cls, code: str) -> "Form | None":
        """The form of such a :attr:`code`."""
        return next((form for form in cls if form.code == code), None)

    @property
    def code(self) -> str:
        """Without blanks and hyphens, as names of files and filings have it: ``10K``."""
        return re.sub(r"[\s-]", "", self.value)

    @property
    def words(self) -> str:
        """What people call it: ``annual report``."""
        return _WORDS[self]

    @property
    def is_periodic(self) -> bool:
        """Reports on a fiscal year or quarter, which its cover names."""
        return self in (Form.ANNUAL, Form.QUARTERLY)

    @property
    def reports_period(self) -> bool:
        """States a fiscal year's or quarter's figures, with such a cover or without."""
        return self.is_periodic or self is Form.EARNINGS

    @property
    def is_dated(self) -> bool:
        """Named by its day, having no fiscal period."""
        return self in (Form.CURRENT, Form.OTHER)

    @property
    def is_event(self) -> bool:
        """Tells of an event or a meeting; its fiscal year is that of its day."""
        return self.is_dated or self is Form.PROXY


_WORDS = {
    Form.ANNUAL: "annual report",
    Form.QUARTERLY: "quarterly report",
    Form.CURRENT: "current report",
    Form.PROXY: "proxy statement",
    Form.EARNINGS: "earnings release, results announcement",
    Form.OTHER: "filing",
    Form.UNKNOWN: "document of unknown kind",
}


class Confidence(StrEnum):
    """How sure a field of an identity is: its probability, and how many places make it.

    The surest comes first.
    """

    CERTAIN = "certain"
    """Highly probable by places that do not copy each other, or stated by the user."""
    LIKELY = "likely"
    """Probable, though perhaps by one place only."""
    WEAK = "weak"
    """Inferred, known from the file's name only, not confirmed, or contradicted."""


class AliasSource(StrEnum):
    """Where a filing gives another name of its registrant."""

    SYMBOL = "symbol"
    """A trading symbol of its shares."""
    FORMER = "former name"
    DEFINED = "defined"
    """A short form that the filing defines: ``3M Company ("3M")``."""
    LISTED = "listed"
    """A name, today's or a former one, by which EDGAR lists the registrant's CIK."""
    CO_REGISTRANT = "co-registrant"
    """A company that files the same report jointly, mostly a subsidiary."""


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a registrant, as one of its filings prints it."""

    name: str
    source: AliasSource


@dataclass(frozen=True, slots=True)
class IdentityCandidate:
    """One value that places of a filing give a field of its identity."""

    value: str
    """As text: a name, a form's code, a year, an ISO date."""
    probability: float
    """That it is the right one, from 0 to 1."""
    places: tuple[str, ...]
    """Where it was read, the most telling first: ``cover label``, ``signature``."""


UNKNOWN_COMPANY = "unknown company"
"""Stands where a registrant's name is shown and none is known."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of one filing, weighed over all places of the filing that tell of it.

    ``sources`` says for each field where it came from: ``label`` (the user), ``dei``, ``cover``,
    ``header`` (EDGAR's or a vendor's, in front of the filing), ``text`` (elsewhere in the filing),
    ``sibling`` (another filing of the registrant), ``list`` (EDGAR's list of companies),
    ``derived`` (from other fields) or ``name`` (the file's name, the last resort);
    ``confidence`` how sure it is.
    """

    company: str
    """Registrant's name as printed, white space folded: ``THE J. M. SMUCKER COMPANY``.

    Empty where it is unknown.
    """
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
    document_title: str = ""
    """Of a document that is no filing, as printed: ``MUTUAL NON-DISCLOSURE AGREEMENT``."""
    parties: tuple[str, ...] = ()
    """Who such a document is between, or whose it is."""
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    confidence: Mapping[str, Confidence] = field(default_factory=dict, hash=False)
    """Of the fields whose errors mislead: company, form, fiscal year and quarter, both dates."""
    candidates: Mapping[str, tuple[IdentityCandidate, ...]] = field(
        default_factory=dict, hash=False
    )
    """Of the same fields, the values considered, the most probable first, three at most."""
    notes: tuple[str, ...] = ()
    """Contradictions between sources, in words, for ``hirec inspect``."""

    @property
    def available_since(self) -> date | None:
        """The day since when it can be read: it was filed, else its period ended."""
        return self.filing_date or self.period_end

    @property
    def known_since(self) -> date:
        """That day; the first of all where none is said."""
        return self.available_since or date.min

    @property
    def available_ordinal(self) -> int:
        """Ordinal of that day, else of its fiscal year's last in December; 0 where none is said."""
        if (since := self.available_since) is not None:
            return since.toordinal()
        return date(self.fiscal_year, 12, 31).toordinal() if self.fiscal_year else 0

    def available_on(self, day: date | None) -> bool:
        """Whether it could be read on a day, as far as is said; always where none is named."""
        return day is None or self.available_since is None or self.available_since <= day

    @property
    def period(self) -> Period:
        """The reported period as a :class:`Period` (12 months, 3 months, or an instant)."""
        months = {Form.ANNUAL: 12, Form.QUARTERLY: 3}.get(self.form)
        if months and self.transition_from and self.period_end:
            months = round((self.period_end - self.transition_from).days / _MONTH_DAYS)
        return Period(self.fiscal_year, self.fiscal_quarter, self.period_end, months)

    def title(self) -> str:
        """``Company · form · period``: the identity line in front of every passage and summary.

        Of a document that is no filing ``title · parties · date``.
        """
        if self.document_title:
            day = self.period_end.isoformat() if self.period_end else ""
            return " · ".join(filter(None, (self.document_title, ", ".join(self.parties), day)))
        company = self.company or UNKNOWN_COMPANY
        kind = f"{self.form.value}T" if self.transition_from else self.form.value
        form = f"{kind}/A" if self.amendment else kind
        if self.form.is_dated and self.period_end:
            return f"{company} · {form} · {self.period_end.isoformat()}"
        return f"{company} · {form} · {self.period.label()}"
