"""Filings of one registrant, whatever it was called at the time."""

import re
from collections import defaultdict
from collections.abc import Mapping

from hirec.companies.names import compact
from hirec.types import Identity


class _Sets:
    """Disjoint sets of group numbers."""

    def __init__(self) -> None:
        self._parent: list[int] = []

    def add(self) -> int:
        self._parent.append(len(self._parent))
        return len(self._parent) - 1

    def root(self, item: int) -> int:
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]
            item = self._parent[item]
        return item

    def join(self, left: int, right: int) -> None:
        self._parent[self.root(right)] = self.root(left)


def group_filings(identities: Mapping[str, Identity]) -> list[list[str]]:
    """Groups of filing ids, one a registrant, in the order first met.

    CIK, EIN and file number join filings over changes of name. A name (and, for filings without
    any number, a ticker) joins groups whose numbers do not contradict each other.
    """
    sets = _Sets()
    numbers: dict[tuple[str, str], int] = {}
    members: dict[str, int] = {}
    for filing, identity in identities.items():
        item = sets.add()
        members[filing] = item
        for number in _numbers(identity):
            sets.join(numbers.setdefault(number, item), item)
    _join_by_name(identities, members, sets)
    groups: defaultdict[int, list[str]] = defaultdict(list)
    for filing, item in members.items():
        groups[sets.root(item)].append(filing)
    return list(groups.values())


def _numbers(identity: Identity) -> list[tuple[str, str]]:
    found = [("cik", (identity.cik or "").lstrip("0")), ("ein", identity.ein or "")]
    found.append(("file", _file_number(identity.file_number)))
    return [(kind, number) for kind, number in found if number]


def _file_number(printed: str | None) -> str:
    """Without leading zeros: ``001-09595`` and ``1-9595`` are one; registrations tell nothing."""
    parts = re.findall(r"\d+", printed or "")
    if len(parts) < 2 or parts[0].lstrip("0") == "333":
        return ""
    return "-".join(part.lstrip("0") for part in parts[:2])


def _join_by_name(
    identities: Mapping[str, Identity], members: Mapping[str, int], sets: _Sets
) -> None:
    known: dict[int, dict[str, set[str]]] = {}
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for filing, identity in identities.items():
        root = sets.root(members[filing])
        kinds = known.setdefault(root, defaultdict(set))
        for kind, number in _numbers(identity):
            kinds[kind].add(number)
        names = [f"name:{compact(identity.company)}"] if identity.company else []
        if identity.ticker:
            names.append(f"ticker:{identity.ticker}")
        for name in names:
            if root not in by_name[name]:
                by_name[name].append(root)
    for name, roots in by_name.items():
        for right in roots[1:]:
            left = sets.root(roots[0])
            other = sets.root(right)
            if left == other or not _compatible(known[left], known[other], name):
                continue
            sets.join(left, other)
            for kind, values in known[other].items():
                known[left][kind] |= values


def _compatible(left: Mapping[str, set[str]], right: Mapping[str, set[str]], name: str) -> bool:
    """Nothing contradicts; a ticker alone joins only filings that carry no number at all."""
    if name.startswith("ticker:") and left and right:
        return False
    return all(left[kind] & right[kind] for kind in left.keys() & right.keys())
