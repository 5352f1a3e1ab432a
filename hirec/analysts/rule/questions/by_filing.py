"""A question for words over several filings as the same question of each of them.

No page says how the risks of two companies compare, or those of two years: each filing says its
own. So each company and period is asked apart, of its own filing alone.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hirec.analysts.rule.plans.programs import names_number
from hirec.analysts.rule.questions.scope import read_forms
from hirec.types import (
    Asked,
    CompanyRef,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
)
from hirec.understanding import about_one, by_quarter, understand, worded

_OF_EACH = frozenset(
    {Operation.TEXT, Operation.VALUE, Operation.SERIES, Operation.SEVERAL}
    | {Operation.DIFFERENCE, Operation.CHANGED, Operation.DIRECTION}
)
"""Operations that words about each can answer; a choice or a sum needs all at once."""


def by_filing(asked: Asked) -> Asked:
    """The question with its parts by filing; itself where a figure or one filing answers it."""
    parsed, scope = asked.parsed, asked.scope
    if parsed is None or scope is None or not _wants_words_of_each(parsed, scope):
        return asked
    spans = _spans(asked.text, parsed, scope)
    owners = [_Owner(company.said, company) for company in scope.companies]
    owners += [_Owner(name) for name in scope.unknown_companies]
    if max(len(owners), len(spans)) < 2:
        return asked
    slots = itertools.product(owners or [_Owner("")], spans)
    return replace(asked, by_filing=tuple(_part(asked, parsed, scope, *slot) for slot in slots))


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose filing, as the question says it."""

    said: str
    company: CompanyRef | None = None
    """None where the index does not hold it, or nobody is named."""


def _wants_words_of_each(parsed: ParsedQuestion, scope: Scope) -> bool:
    """Whether it asks for words, or for what no figure is known by, of each filing by itself."""
    if scope.given or scope.event_dates or not (scope.companies or not scope.unknown_companies):
        return False
    if parsed.judgement or parsed.choose or parsed.operation not in _OF_EACH:
        return False
    return parsed.operation is Operation.TEXT or not names_number(parsed)


def _spans(question: str, parsed: ParsedQuestion, scope: Scope) -> list[tuple[PeriodRef, ...]]:
    """The periods of each part: one, or all where what moved between them is to be explained."""
    periods = parsed.periods or scope.periods
    if by_quarter(question):
        periods = tuple(itertools.chain(*map(_quarters, periods)))
    elif parsed.asks_text == "reason" and not parsed.listed:
        return [periods]
    return [(ref,) for ref in map(_apart, periods)] or [()]


def _quarters(ref: PeriodRef) -> Iterator[PeriodRef]:
    """The quarters of a year; another period as it is."""
    year = ref.period.fiscal_year
    if year is None or ref.period.fiscal_quarter or ref.period.months is not None:
        yield ref
        return
    for quarter in range(1, 5):
        yield replace(ref, period=Period(year, quarter, None, 3))


def _apart(ref: PeriodRef) -> PeriodRef:
    """A year or quarter in words of its own, where a range or "each quarter" was said."""
    year, quarter = ref.period.fiscal_year, ref.period.fiscal_quarter
    if year is None or (quarter and ref.period.months not in (None, 3)):
        return ref
    named = f"Q{quarter} " if quarter else ""
    return replace(ref, said=f"{named}{'fiscal ' if ref.fiscal else ''}{year}")


def _part(
    asked: Asked, parsed: ParsedQuestion, scope: Scope, owner: _Owner, span: tuple[PeriodRef, ...]
) -> Asked:
    """The question of one filing, in words that name no other."""
    company = owner.company
    own = replace(
        scope,
        companies=(company,) if company else (),
        unknown_companies=() if company or not owner.said else (owner.said,),
        periods=span,
        forms=scope.forms or read_forms(asked.text, span, ()),
        own_filings=not scope.outlook and len(span) < 2,
    )
    text = about_one(parsed, scope, owner.said, span[0] if len(span) == 1 else None)
    part = replace(
        understand(text, own),
        core=text,
        operation=Operation.TEXT,
        asks_text=parsed.asks_text,
        companies=own.companies,
        periods=span,
    )
    text = worded(part, own.unknown_companies)
    name = company.name if company else owner.said
    labels = [ref.period.label() for ref in (*span[:1], *span[1:][-1:])]
    subject = ", ".join(word for word in (name, " to ".join(labels)) if word)
    return Asked(text, replace(part, text=text, core=text), own, subject=subject)
