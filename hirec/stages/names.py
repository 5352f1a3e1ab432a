"""Names that a question leaves open, by what the index holds: always in doubt, and said so.

Of several companies of one name it is the one that alone has filings of the periods asked about.
A name that goes on where a company's ends ("Acme Credit") is read as a part of that company where
the company's own filings speak of it.
"""

from dataclasses import replace

from hirec.index import Index
from hirec.stages.coverage import is_covered
from hirec.stages.identity_match import identity_score
from hirec.types import CompanyRef, Scope, Slot

_SPOKEN_OF = 2
"""Passages of its filings in which a company speaks of its part."""
_FILINGS_READ = 3


def with_names(scope: Scope, question: str, index: Index) -> Scope:
    """The scope with those of its unknown names that the index decides, each company in doubt."""
    found = {
        name: company
        for name in scope.unknown_companies
        if (company := _namesake(name, scope, index) or _owner(name, scope, index))
    }
    if not found:
        return scope
    return replace(
        scope,
        companies=tuple(
            sorted(
                dict.fromkeys((*scope.companies, *found.values())),
                key=lambda company: question.find(company.said),
            )
        ),
        unknown_companies=tuple(n for n in scope.unknown_companies if n not in found),
    )


def _namesake(name: str, scope: Scope, index: Index) -> CompanyRef | None:
    """The one company of a name that has filings of every period asked about."""
    if not scope.periods:
        return None
    refs = [_ref(key, name, index) for key in index.companies.namesakes(name)]
    held = [
        ref
        for ref in refs
        if all(is_covered(Slot(ref, period), scope, index) for period in scope.periods)
    ]
    if len(held) != 1:
        return None
    others = " and ".join(ref.name for ref in refs if ref != held[0])
    doubt = f"{name} is read as {held[0].name}: of {others} there is no filing of the period here."
    return replace(held[0], doubt=doubt)


def _owner(name: str, scope: Scope, index: Index) -> CompanyRef | None:
    """The company whose name a longer one begins with, if its filings speak of the longer one."""
    for said, key in index.companies.owners(name):
        ref = _ref(key, said, index)
        filings = [
            filing_id
            for filing_id in reversed(index.companies.filings(key))
            if not scope.periods or _tells(filing_id, scope, index)
        ]
        passages = index.passages(filings[:_FILINGS_READ])
        if sum(name in passage.text for passage in passages) >= _SPOKEN_OF:
            return replace(ref, doubt=f"{name} is read as a part of {ref.name}.")
    return None


def _tells(filing_id: str, scope: Scope, index: Index) -> bool:
    identity = index.filings[filing_id].identity
    return any(identity_score(identity, Slot(None, one), scope) > 0 for one in scope.periods)


def _ref(key: str, said: str, index: Index) -> CompanyRef:
    return CompanyRef(key, index.companies.name(key), said)
