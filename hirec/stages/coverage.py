"""Fail closed: refuse a question whose company or period the index does not hold."""

from hirec.index import Index
from hirec.stages.identity_match import identity_score
from hirec.types import CannotAnswer, Scope, Slot


def check_scope(scope: Scope, index: Index) -> None:
    """Raise :class:`CannotAnswer` naming what is not there; another is never put in its place."""
    if scope.unknown_companies:
        names = ", ".join(scope.unknown_companies)
        raise CannotAnswer(f"The index holds no filing of {names}.", scope.unknown_companies)
    uncovered = [slot for slot in scope.slots if not _covered(slot, scope, index)]
    reached = {slot.company for slot in scope.slots if slot not in uncovered}
    # A later year beside a covered one may be a forecast made in it: retrieval decides.
    missing = tuple(_describe(slot) for slot in uncovered if slot.company not in reached)
    if missing:
        raise CannotAnswer(f"The index holds no filing of {'; '.join(missing)}.", missing)


def _covered(slot: Slot, scope: Scope, index: Index) -> bool:
    if slot.period is None:
        return True
    if slot.company is None:
        candidates = list(index.filings)
    else:
        candidates = list(index.companies.filings(slot.company.company_key))
    return any(
        identity_score(index.filings[filing_id].identity, slot, scope) > 0
        for filing_id in candidates
    )


def _describe(slot: Slot) -> str:
    name = slot.company.name if slot.company else "any company"
    return f"{name} for {slot.period.said}" if slot.period else name
