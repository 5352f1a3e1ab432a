"""Fail closed: refuse a question whose company or period the index does not hold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from hirec.companies import CompanyDirectory
from hirec.index import Index
from hirec.stages.identity_match import identity_score
from hirec.types import (
    Answer,
    CannotAnswer,
    CompanyRef,
    Filing,
    Form,
    Identity,
    Operation,
    ParsedQuestion,
    Scope,
    Slot,
    Verdict,
)


def checked_scope(scope: Scope, parsed: ParsedQuestion, index: Index) -> Scope:
    """The scope where the index covers it; for words a quarterly report does for its year.

    Raises :class:`CannotAnswer` naming what is not there and what is nearest to it. Another company
    or year is never put in the place of the one asked about.

    Args:
        scope: What the question names.
        parsed: Says whether words or a figure are asked for.
        index: As of one build.

    """
    if scope.any_filing:
        return scope
    try:
        _check(scope, index)
    except CannotAnswer:
        partial = replace(scope, partial=True)
        if parsed.operation is not Operation.TEXT or scope.own_filings or not scope.companies:
            raise
        _check(partial, index)
        return partial
    return scope


def in_doubt(answer: Answer, scope: Scope, filings: Mapping[str, Filing]) -> Answer:
    """The answer, in doubt where a company is named by half, or not all that is said of when held.

    A figure over some period is in doubt where a day is said as well, which is of something else
    unless a report of that period ends with it.
    """
    doubts = [company.doubt for company in scope.companies if company.doubt]
    if scope.partial:
        said = ", ".join(ref.said for ref in scope.periods)
        doubts.append(f"The index holds no report of {said}: this was read in one of a part of it.")
    ends = {ref.period.end for ref in scope.periods} | _closing(answer, filings)
    days = [day for day in scope.event_dates if day not in ends]
    if answer.program and scope.periods and days:
        said = ", ".join(day.isoformat() for day in days)
        doubts.append(f"The day said, {said}, is not that of the figure.")
    if not doubts or answer.abstained:
        return answer
    reason = " ".join(part for part in (answer.reason, *doubts) if part)
    return replace(answer, verdict=Verdict.UNVERIFIED, reason=reason)


def _closing(answer: Answer, filings: Mapping[str, Filing]) -> set[date | None]:
    """Days with which reports of an answer's own periods end."""
    used = answer.program.operands if answer.program else ()
    own = ((filings[one.filing_id].identity, one.period) for one in used)
    return {
        identity.period_end
        for identity, period in own
        if period is not None
        and (identity.fiscal_year, identity.fiscal_quarter)
        == (period.fiscal_year, period.fiscal_quarter)
    }


def _check(scope: Scope, index: Index) -> None:
    if scope.unknown_companies:
        messages = (ask_which(name, index.companies) for name in scope.unknown_companies)
        raise CannotAnswer(" ".join(messages), scope.unknown_companies)
    uncovered = [slot for slot in scope.slots if not is_covered(slot, scope, index)]
    reached = {slot.company for slot in scope.slots if slot not in uncovered}
    # A later year beside a covered one may be a forecast made in it: retrieval decides.
    missing = [slot for slot in uncovered if slot.company not in reached]
    if missing:
        said = tuple(map(_describe, missing))
        companies = dict.fromkeys(slot.company for slot in missing if slot.company)
        there = "".join(f" {_holdings(company, index)}" for company in companies)
        raise CannotAnswer(f"The index holds no filing of {'; '.join(said)}.{there}", said)


def ask_which(name: str, companies: CompanyDirectory) -> str:
    """What to say of a name that is no one company of the index: which are near, if any."""
    near = companies.nearest(name)
    choice = _either(near.names)
    if near.exact:
        return f"Which do you mean by {name}: {choice}?"
    asked = f" Did you mean {choice}?" if choice else ""
    return f"The index holds no filing of {name}.{asked}"


def is_covered(slot: Slot, scope: Scope, index: Index) -> bool:
    """Whether the index holds a filing that can tell of a company and a period."""
    if slot.period is None:
        return True
    if slot.company is None:
        return any(identity_score(profile, slot, scope) > 0 for profile in index.profiles())
    return any(
        identity_score(index.filings[filing_id].identity, slot, scope) > 0
        for filing_id in index.companies.filings(slot.company.company_key)
    )


def _describe(slot: Slot) -> str:
    name = slot.company.name if slot.company else "any company"
    return f"{name} for {slot.period.said}" if slot.period else name


def _holdings(company: CompanyRef, index: Index) -> str:
    """What there is: ``Filings of X here: FY2019 to FY2023 (10-K), Q1 FY2023 (10-Q)``."""
    filings = index.companies.filings(company.company_key)
    identities = [index.filings[filing_id].identity for filing_id in filings]
    held = [
        f"{periods} ({form.value})"
        for form in Form
        if form.reports_period and (periods := _periods(i for i in identities if i.form is form))
    ]
    return f"Filings of {company.name} here: {', '.join(held)}." if held else ""


def _periods(identities: Iterable[Identity]) -> str:
    """Years or quarters, those without a gap between them as a span."""
    known = {(i.fiscal_year, i.fiscal_quarter) for i in identities if i.fiscal_year}
    steps = sorted(
        (year * 4 + quarter - 1, f"Q{quarter} FY{year}") if quarter else (year * 4, f"FY{year}")
        for year, quarter in known
        if year
    )
    width = 1 if any(label.startswith("Q") for _, label in steps) else 4
    spans = []
    for _, run in groupby(enumerate(steps), lambda pair: pair[1][0] - width * pair[0]):
        labels = [label for _, (_, label) in run]
        spans.append(labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}")
    return ", ".join(spans)


def _either(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"
