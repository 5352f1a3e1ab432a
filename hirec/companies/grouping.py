"""Filings of one registrant, whatever it was called at the time."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from hirec.companies.names import compact
from hirec.types import Identity


@dataclass(frozen=True, slots=True)
class _Registrant:
    filings: list[str]
    numbers: set[tuple[str, str]]
    """Its CIK, EIN and file numbers, each with its kind."""

    def agrees_with(self, other: "_Registrant", by_ticker: bool) -> bool:
        """Whether no kind of number contradicts; a ticker alone speaks only where none is known."""
        if by_ticker and self.numbers and other.numbers:
            return False
        here, there = ({kind for kind, _ in each.numbers} for each in (self, other))
        same = {kind for kind, _ in self.numbers & other.numbers}
        return here & there <= same


def group_filings(identities: Mapping[str, Identity]) -> list[list[str]]:
    """Groups of filing ids, one a registrant, in the order first met.

    CIK, EIN and file number join filings over changes of name. A name (and, for filings without
    any number, a ticker) joins groups whose numbers do not contradict each other.
    """
    owners: dict[str, _Registrant] = {}
    first: dict[tuple[str, str], str] = {}
    for filing, identity in identities.items():
        numbers = _numbers(identity)
        owners[filing] = _Registrant([filing], set(numbers))
        for number in numbers:
            _join(owners, first.setdefault(number, filing), filing)
    called: defaultdict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for filing, identity in identities.items():
        for name in _names(identity):
            called[name].setdefault(id(owners[filing]), filing)
    for (kind, _), one_of_each in called.items():
        named, *others = one_of_each.values()
        for other in others:
            left, right = owners[named], owners[other]
            if left is not right and left.agrees_with(right, by_ticker=kind == "ticker"):
                _join(owners, named, other)
    groups: defaultdict[int, list[str]] = defaultdict(list)
    for filing in identities:
        groups[id(owners[filing])].append(filing)
    return list(groups.values())


def _join(owners: dict[str, _Registrant], left: str, right: str) -> None:
    kept, other = owners[left], owners[right]
    if kept is not other:
        kept.filings.extend(other.filings)
        kept.numbers.update(other.numbers)
        owners.update(dict.fromkeys(other.filings, kept))


def _numbers(identity: Identity) -> list[tuple[str, str]]:
    found = [("cik", (identity.cik or "").lstrip("0")), ("ein", identity.ein or "")]
    found.append(("file", _file_number(identity.file_number)))
    return [(kind, number) for kind, number in found if number]


def _names(identity: Identity) -> list[tuple[str, str]]:
    found = [("name", compact(identity.company)), ("ticker", identity.ticker or "")]
    return [(kind, name) for kind, name in found if name]


def _file_number(printed: str | None) -> str:
    """Without leading zeros: ``001-09595`` and ``1-9595`` are one; registrations tell nothing."""
    parts = [part.strip().lstrip("0") for part in (printed or "").split("-")]
    return "-".join(parts[:2]) if len(parts) > 1 and parts[0] != "333" else ""
