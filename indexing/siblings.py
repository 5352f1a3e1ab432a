"""What filings of one registrant say of each other: its name, and the year its calendar gives.

A filing that is unsure of a field takes it from filings that state the same CIK, employer number,
file number or ticker and are sure of it. What was itself inherited is not passed on, so that one
round is enough and neither the order of the files nor the number of builds makes a difference.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from hirec.companies import normalize_name
from hirec.types import Confidence, Form, Identity
from indexing.hint_tables import Numbers
from indexing.hints import LABEL, LIST, SIBLING

_YEAR_DAYS = 365.2425
_SLACK_DAYS = 12
"""Between the ends of two fiscal years, or quarters, of one calendar: weeks of 52/53-week years."""
_FAR_DAYS = 10**6
_LENT = frozenset((SIBLING, LIST))
"""Sources that others lent; what they gave is not passed on."""
_KEYS = ("cik", "ein", "file_number", "ticker")
"""The most telling first; a ticker may pass to another company."""


@dataclass(frozen=True, slots=True)
class Registrants:
    """Contents by the numbers that they state."""

    numbers: Mapping[str, Numbers]
    by_number: Mapping[tuple[str, str], frozenset[str]]

    @classmethod
    def of(cls, filings: Iterable[Numbers]) -> "Registrants":
        """Group filings by each of their numbers."""
        numbers = {filing.sha256: filing for filing in filings}
        groups: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for filing in numbers.values():
            for key, number in _numbers(filing):
                groups[key, number].add(filing.sha256)
        return cls(numbers, {key: frozenset(found) for key, found in groups.items()})

    def together(self, contents: Iterable[str]) -> list[str]:
        """Those of the contents that are filings here, one registrant's beside each other."""
        found = [sha256 for sha256 in contents if sha256 in self.numbers]
        return sorted(found, key=lambda sha256: (_numbers(self.numbers[sha256])[:1], sha256))

    def groups_of(self, sha256: str) -> list[tuple[str, str]]:
        """(key, number) that others state too, the most telling key first."""
        return [group for group in _numbers(self.numbers[sha256]) if len(self.by_number[group]) > 1]


@dataclass(frozen=True, slots=True)
class KnownIdentity:
    """A filing's identity, and the fields that it has from siblings and lists."""

    identity: Identity
    inherited: frozenset[str] = frozenset()

    @classmethod
    def of(cls, identity: Identity, inherited: frozenset[str]) -> "KnownIdentity":
        """Without what siblings need not know, for there may be very many."""
        return cls(replace(identity, aliases=(), notes=()), inherited)

    def is_unsure(self, field: str) -> bool:
        """Whether a field is unknown, weak, or inherited."""
        identity = self.identity
        if field in self.inherited or identity.sources.get(field) in _LENT:
            return True
        if not getattr(identity, field):
            return field == "company" or identity.form.is_periodic
        return identity.confidence.get(field) is Confidence.WEAK

    @property
    def has_gaps(self) -> bool:
        """Whether siblings could add something."""
        return self.is_unsure("company") or self.is_unsure("fiscal_year")

    @property
    def has_certain_fields(self) -> bool:
        """Whether it may have something to pass on."""
        return not self.is_unsure("company") or self.is_sure("fiscal_year")

    def is_sure(self, field: str) -> bool:
        """Whether a field may be passed on."""
        if self.is_unsure(field):
            return False
        own = self.identity.sources.get(field) == LABEL
        return own or self.identity.confidence.get(field) is Confidence.CERTAIN


def hints_from_siblings(
    filing: KnownIdentity, siblings: Sequence[tuple[str, Sequence[KnownIdentity]]]
) -> dict[str, str]:
    """Fields, as text, that siblings give to a filing.

    Args:
        filing: What is known of it.
        siblings: Each number that it shares (``cik``, ``ein`` …) with those that state it too.

    """
    learned: dict[str, str] = {}
    if filing.is_unsure("company"):
        names = (_name(filing, others, key) for key, others in siblings)
        learned |= next(({"company": name} for name in names if name), {})
    if filing.is_unsure("fiscal_year"):
        years = (_year(filing, others) for key, others in siblings if key != "ticker")
        learned |= next(({"fiscal_year": str(year)} for year in years if year), {})
    return learned


def _name(filing: KnownIdentity, others: Sequence[KnownIdentity], key: str) -> str | None:
    """The registrant's name at the time of the filing; None where nobody is sure enough."""
    sure = [other for other in others if other.is_sure("company")]
    if not sure:
        # Two that are not quite sure will do where they agree.
        sure = [other for other in others if not other.is_unsure("company")]
        if len(sure) < 2 or not _agree(sure):
            return None
    if key == "ticker" and not _agree(sure):
        return None
    nearest = min(sure, key=lambda other: (_apart(filing, other), other.identity.company))
    return nearest.identity.company


def _agree(filings: Sequence[KnownIdentity]) -> bool:
    return len({normalize_name(filing.identity.company) for filing in filings}) == 1


def _year(filing: KnownIdentity, others: Sequence[KnownIdentity]) -> int | None:
    """The fiscal year of a period's last day by the calendar of the siblings' annual reports."""
    end, form = filing.identity.period_end, filing.identity.form
    if end is None:
        return None
    years = {
        year
        for other in others
        if other.identity.form is Form.ANNUAL and other.is_sure("fiscal_year")
        if (year := _counted(form, end, other.identity)) is not None
    }
    return years.pop() if len(years) == 1 else None


def _counted(form: Form, end: date, annual: Identity) -> int | None:
    """Count on from the end of a fiscal year whose number is known."""
    if annual.period_end is None or annual.fiscal_year is None:
        return None
    days = (end - annual.period_end).days
    quarters = round(days / _YEAR_DAYS * 4)
    if abs(days - quarters * _YEAR_DAYS / 4) > _SLACK_DAYS:
        return None
    ends_year = quarters % 4 == 0
    if ends_year != (form is Form.ANNUAL):
        return None
    return annual.fiscal_year + (quarters // 4 if ends_year else quarters // 4 + 1)


def _apart(left: KnownIdentity, right: KnownIdentity) -> int:
    """Days between the periods of two filings."""
    ends = [known.identity.period_end or known.identity.filing_date for known in (left, right)]
    if ends[0] is None or ends[1] is None:
        return _FAR_DAYS
    return abs((ends[0] - ends[1]).days)


def _numbers(filing: Numbers) -> list[tuple[str, str]]:
    """(key, number in its plain form) of a filing, the most telling key first."""
    found = []
    for key in _KEYS:
        number = getattr(filing, key)
        if number:
            parts = [part.lstrip("0") for part in number.upper().split("-")]
            found.append((key, "-".join(parts)))
    return found
