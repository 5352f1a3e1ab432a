"""What filings of one registrant teach each other: its name, and the year its calendar gives.

Who is unsure of a field learns it from filings that state the same CIK, employer number, file
number or ticker and are sure of it. What was itself taught never teaches, so that one round is
enough and neither the order of the files nor the number of builds makes a difference.
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
class Known:
    """A filing's identity, and the fields that it was told when it was read."""

    identity: Identity
    taught: frozenset[str] = frozenset()

    @classmethod
    def of(cls, identity: Identity, taught: frozenset[str]) -> "Known":
        """Without what teaching needs not, for there may be very many."""
        return cls(replace(identity, aliases=(), notes=()), taught)

    def is_unsure(self, field: str) -> bool:
        """Whether a field is unknown, weak, or was told by others."""
        identity = self.identity
        if field in self.taught or identity.sources.get(field) in _LENT:
            return True
        if not getattr(identity, field):
            return field == "company" or identity.form in (Form.ANNUAL, Form.QUARTERLY)
        return identity.confidence.get(field) is Confidence.WEAK

    @property
    def learns(self) -> bool:
        """Whether there is something to teach it."""
        return self.is_unsure("company") or self.is_unsure("fiscal_year")

    @property
    def teaches(self) -> bool:
        """Whether it may have something to pass on."""
        return not self.is_unsure("company") or self.is_sure("fiscal_year")

    def is_sure(self, field: str) -> bool:
        """Whether a field may be passed on."""
        if self.is_unsure(field):
            return False
        own = self.identity.sources.get(field) == LABEL
        return own or self.identity.confidence.get(field) is Confidence.CERTAIN


def teach(filing: Known, siblings: Sequence[tuple[str, Sequence[Known]]]) -> dict[str, str]:
    """What siblings, by the number they share, tell a filing: fields as text, often none."""
    learned: dict[str, str] = {}
    if filing.is_unsure("company"):
        names = (_name(filing, others, key) for key, others in siblings)
        learned |= next(({"company": name} for name in names if name), {})
    if filing.is_unsure("fiscal_year"):
        years = (_year(filing, others) for key, others in siblings if key != "ticker")
        learned |= next(({"fiscal_year": str(year)} for year in years if year), {})
    return learned


def _name(filing: Known, others: Sequence[Known], key: str) -> str | None:
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


def _agree(filings: Sequence[Known]) -> bool:
    return len({normalize_name(filing.identity.company) for filing in filings}) == 1


def _year(filing: Known, others: Sequence[Known]) -> int | None:
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


def _apart(left: Known, right: Known) -> int:
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
