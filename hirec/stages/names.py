"""Names that a question leaves open, by what the index holds: always in doubt, and said so.

Of several companies of one name it is the one that alone has filings of the periods asked about.
Small letters that misspell one company alone are its name, whatever words stand behind them.
A name that goes on where a company's ends ("Acme Credit") is read as a part of that company where
the company's own filings speak of it, and any other as a part of the one company whose covers list
a segment of that name.
"""

import re
from dataclasses import replace

import numpy as np

from hirec.companies import compact, normalize_name
from hirec.companies.parts import brands_in, parts_in
from hirec.index import Index
from hirec.stages.coverage import is_covered
from hirec.stages.identity_match import identity_score
from hirec.types import CompanyRef, Scope, Slot

_SPOKEN_OF = 2
"""Passages of its filings in which a company speaks of its part."""
_FILINGS_READ = 3
_COVERS_READ = 200
"""Covers nearest to a name by its words that are asked for a part so called."""


def with_names(scope: Scope, question: str, index: Index) -> Scope:
    """The scope with those of its unknown names that the index decides, each company in doubt.

    So is a company by a name that its own covers list as a part: RTX has a segment Raytheon.
    """
    companies = tuple(_whole(one, scope, index) for one in scope.companies)
    if companies != scope.companies:
        scope = replace(scope, companies=companies)
    found = {
        name: company
        for name in scope.unknown_companies
        if (
            company := _namesake(name, scope, index)
            or _misspelt(name, index)
            or _owner(name, scope, index)
            or _whose_part(name, question, index)
        )
    }
    if not (scope.companies or scope.unknown_companies or scope.given):
        found = {"": company} if (company := _whose_part("", question, index)) else {}
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


def _whole(ref: CompanyRef, scope: Scope, index: Index) -> CompanyRef:
    """The company, in doubt where a part of it has the name that was said."""
    own = compact(ref.said)
    if ref.doubt or own == compact(ref.name):
        return ref
    filings = index.companies.filings(ref.company_key)
    told = [index.filings[f] for f in filings if not scope.periods or _tells(f, scope, index)]
    parts = {compact(part) for filing in told for part in parts_in(filing.summary)}
    symbols = (index.filings[f].identity.ticker for f in filings)
    if own not in parts or own in map(compact, filter(None, symbols)):
        return ref
    whole = ref.name.removesuffix(".")
    return replace(ref, doubt=f"{ref.said} is read as all of {whole}, not its part of that name.")


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
    doubt = f"{name} is read as {held[0].name}"
    doubt += f": of {others} there is no filing of the period here." if others else "."
    return replace(held[0], doubt=doubt)


def _misspelt(name: str, index: Index) -> CompanyRef | None:
    """The one company that a name in small letters misspells, whatever stands behind it."""
    if not (key := index.companies.misspelt(name)):
        return None
    ref = _ref(key, name, index)
    return replace(ref, doubt=f"{name} is read as {ref.name.removesuffix('.')}.")


def _owner(name: str, scope: Scope, index: Index) -> CompanyRef | None:
    """The company whose name a longer one begins with, if its filings speak of the longer one.

    Or of what it adds: "Acme Paint's sales", of Acme's segment Paint. Of two such companies it is
    the one with the shorter name: "CVS", before "CVS Health", in "CVS Health Care Benefits".
    """
    found = None
    for said, key in index.companies.owners(name):
        filings = [
            filing_id
            for filing_id in reversed(index.companies.filings(key))
            if not scope.periods or _tells(filing_id, scope, index)
        ]
        part = re.escape(name.removeprefix(said).strip())
        # A word alone may be any; as a name it heads a row.
        of_words = rf"\b{part}\b" if " " in part or part.isupper() else rf"^{part} \|"
        spoken = re.compile(rf"{re.escape(name)}|{of_words}", re.MULTILINE)
        passages = index.passages(filings[:_FILINGS_READ])
        if sum(spoken.search(passage.text) is not None for passage in passages) >= _SPOKEN_OF:
            found = _as_part(_ref(key, said, index), name)
    return found


def _whose_part(name: str, question: str, index: Index) -> CompanyRef | None:
    """The company whose filings alone list a part of that name; the name stays in the question.

    An empty name: any part of several words that the question says.
    """
    near = np.argsort(-index.cover_scores(question), kind="stable")[:_COVERS_READ]
    own, said = compact(name), normalize_name(question)
    listed = {
        (part, filing.company_key)
        for filing in index.numbered(near.tolist())
        for part in (*parts_in(filing.summary), *(brands_in(filing.summary) if own else ()))
        if own in compact(part)
        if re.search(rf"\b{re.escape(normalize_name(part))}s?\b", said)
        if own or " " in part
    }
    owners = {company_key for _, company_key in listed}
    if len(owners) != 1:
        return None
    longest = max((part for part, _ in listed), key=len)
    return _as_part(_ref(owners.pop(), "", index), longest)


def _as_part(ref: CompanyRef, name: str) -> CompanyRef:
    whose = ref.name.removesuffix(".")
    return replace(ref, doubt=f"{name} is read as a part of {whose}.")


def _tells(filing_id: str, scope: Scope, index: Index) -> bool:
    identity = index.filings[filing_id].identity
    return any(identity_score(identity, Slot(None, one), scope) > 0 for one in scope.periods)


def _ref(key: str, said: str, index: Index) -> CompanyRef:
    return CompanyRef(key, index.companies.name(key), said)
