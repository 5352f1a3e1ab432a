"""Which of several places that state a figure is taken, and what the others say of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.grounding.cells import same_number
from hirec.lexicon.names import folded_name
from hirec.types import Filing, Operand

_SPLIT = "Found in reports from FY{} on alone: a split of shares since would show in it."
_CORRECTED = Decimal("0.01")
"""What a note states anew within this part of itself is the same figure, put right."""
_NOTE = "What notes say of it has changed, for a reason that only they may tell."
_NAMED = "The filing has a row of the very name, “{}”: {}."
_CLOSE = 0.015
"""Filings whose candidate is within this distance of the best count as equally good."""
_EQUAL = 0.005
"""Within a filing candidates have to be closer than this to count as equally good."""


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate with what decides between equals."""

    score: float
    filed: date
    operand: Operand
    company_key: str
    statement: str = ""
    """Kind of the primary statement it is from, empty for other tables and prose."""
    by_tag: bool = False
    """The row is called otherwise, and its tag is what other companies print under the name."""


def settle(found: Sequence[Found]) -> Operand | None:
    """The best candidate if its equals agree with it, up to rounding; None where they do not.

    Args:
        found: Candidates for one figure.

    """
    if not found:
        return None
    best = max(candidate.score for candidate in found)
    top = [candidate for candidate in found if candidate.score >= best - _CLOSE]
    if len({candidate.company_key for candidate in top}) > 1:
        return None
    # A primary statement speaks for the company; a note's row of that name may be a part.
    top = [candidate for candidate in top if candidate.statement] or top
    latest = max(candidate.filed for candidate in top)
    top = [candidate for candidate in top if candidate.filed == latest]
    best = max(candidate.score for candidate in top)
    top = [candidate for candidate in top if candidate.score >= best - _EQUAL]
    chosen = max(top, key=lambda c: (c.score, -c.operand.scale)).operand
    agree = all(same_number(chosen, candidate.operand) for candidate in top)
    return chosen if agree else None


def as_told(
    chosen: Operand,
    requirement: Requirement,
    found: Sequence[Found],
    filings: Mapping[str, Filing],
    preferred: Sequence[str],
) -> Operand:
    """What was chosen, from the page to cite, with what an earlier filing says otherwise.

    Args:
        chosen: By :func:`settle`.
        requirement: Which figure of which period it is.
        found: Every candidate.
        filings: By filing_id.
        preferred: filing_ids, the best to cite first.

    """
    before = _restated(chosen, found) if requirement.period else None
    cited = _cited(chosen, found, preferred)
    cited = replace(cited, doubt=cited.doubt or _by_its_name(requirement, chosen, found))
    if before is None:
        return replace(cited, doubt=cited.doubt or _told_later(requirement, chosen, found, filings))
    noted = _NOTE if _is_recast(before, chosen) else ""
    return replace(cited, earlier=before.operand, doubt=cited.doubt or noted)


def _by_its_name(requirement: Requirement, chosen: Operand, found: Sequence[Found]) -> str:
    """Doubt in a row called otherwise, where one of its filing has the figure's name; else empty.

    "Purchases of property" are what most companies mean by "capital expenditures".
    """
    metric = requirement.wanted.metric
    names = {folded_name(name) for name in metric.names} if metric else set()
    if folded_name(chosen.row) in names:
        return ""
    return next(
        (
            _NAMED.format(one.operand.row, one.operand.printed)
            for one in found
            if one.operand.filing_id == chosen.filing_id
            and folded_name(one.operand.row) in names
            and not same_number(one.operand, chosen)
        ),
        "",
    )


def _restated(chosen: Operand, found: Sequence[Found]) -> Found | None:
    """What a place of the same kind in an earlier filing says of the same figure, if it differs."""
    own = [c for c in found if c.operand.value == chosen.value]
    latest, statement = max(((c.filed, c.statement) for c in own), default=(date.min, ""))
    score = max((c.score for c in own), default=0.0)
    others = [
        c
        for c in found
        if (c.statement, bool(c.operand.column)) == (statement, bool(chosen.column))
        and c.filed < latest
        and c.score >= score - _CLOSE
        and not same_number(chosen, c.operand)
    ]
    return max(others, key=lambda c: c.filed) if others else None


def _is_recast(before: Found, chosen: Operand) -> bool:
    """Whether a note counts otherwise than before, which is more than a correction."""
    apart = abs(before.operand.value - chosen.value) > _CORRECTED * abs(chosen.value)
    return not before.statement and (apart or not before.operand.column)


def _cited(chosen: Operand, found: Sequence[Found], preferred: Sequence[str]) -> Operand:
    """Of the candidates with the chosen value, the one whose page is to be cited."""
    rank = {filing_id: place for place, filing_id in enumerate(dict.fromkeys(preferred))}
    rank.setdefault(chosen.filing_id, len(rank))
    equals = [
        candidate
        for candidate in found
        if candidate.operand.filing_id in rank
        and (candidate.operand.value, candidate.operand.unit) == (chosen.value, chosen.unit)
    ]

    def worth(candidate: Found) -> tuple[int, bool, float, int]:
        operand = candidate.operand
        place, primary = rank[operand.filing_id], bool(candidate.statement)
        return place, not primary, -candidate.score, operand.page_number

    return min(equals, key=worth).operand


def _told_later(
    requirement: Requirement,
    chosen: Operand,
    found: Sequence[Found],
    filings: Mapping[str, Filing],
) -> str:
    """Doubt in an amount a share that only later reports state: shares may have been split since.

    Empty for other amounts, and where the year's own report says the same.
    """
    year = requirement.period.period.fiscal_year if requirement.period else None
    if year is None or not chosen.unit.endswith("/shares"):
        return ""
    own = [c.operand.filing_id for c in found if c.operand.value == chosen.value]
    years = [y for filing_id in own if (y := filings[filing_id].identity.fiscal_year)]
    return _SPLIT.format(min(years)) if years and min(years) > year else ""
