"""A conversation's question taken apart: each part is sure to stand alone (FinSage 3.2).

Several sentences or clauses with a question each, or one question over a plain list of companies,
periods or measures. Each part has to be a question whose figures we know how to find, or ask for
the reason of one; otherwise the question stays whole. What is compared, added or divided is one
question to begin with.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from hirec.analysts.rule.plans.programs import LISTING, plan
from hirec.analysts.rule.questions.followup import resolve
from hirec.analysts.rule.questions.scope import read_scope
from hirec.analysts.rule.questions.turns import Turn
from hirec.analysts.rule.tables.parts_asked import part_asked
from hirec.companies import CompanyDirectory
from hirec.lexicon import words_in
from hirec.types import (
    Asked,
    CannotAnswer,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    figures_of,
)
from hirec.understanding import (
    cut_apart,
    in_both_forms,
    led,
    plainly,
    whole_of,
    without_echo,
    worded,
)

_MOST = 6
_OF_WHOM = "“its” may mean {}’s; the company’s is taken."
_MORE = "“{}?” was not answered beside it."


def read_questions(
    question: str,
    history: Sequence[tuple[str, str]],
    companies: CompanyDirectory,
    as_of: date | None,
) -> tuple[Asked, ...]:
    """The questions that one comes to after the turns before it, in order.

    Raises CannotAnswer where those turns offer several companies, periods or measures.

    Args:
        question: As typed.
        history: The (question, answer) turns before it, oldest first; answers are not read.
        companies: Those of the index.
        as_of: Taken over into the scopes.

    """
    turns: list[Turn] = []
    for asked, _ in history:
        try:
            turns.append(_turn(_parts(asked, turns, companies, as_of)))
        except CannotAnswer:
            continue  # a turn that was unclear is forgotten
    if not turns and (of_leader := led(question, read_scope(question, companies, as_of))):
        return (of_leader,)
    return _parts(question, turns, companies, as_of)


def _turn(parts: Sequence[Asked]) -> Turn:
    """A turn to lean on; one of several questions offers the figures of all of them."""
    known = [part for part in parts if part.parsed and part.scope]
    if not known or known[-1].parsed is None or known[-1].scope is None:
        raise CannotAnswer("The turn before was not understood.")
    last = known[-1].parsed
    if len(known) > 1:
        parsed = [part.parsed for part in known if part.parsed]
        last = replace(
            last,
            operation=Operation.SEVERAL,
            measures=tuple(dict.fromkeys(m for one in parsed for m in one.measures)),
            companies=tuple(dict.fromkeys(c for one in parsed for c in one.companies)),
            periods=tuple({ref.period: ref for one in parsed for ref in one.periods}.values()),
        )
    return Turn(last, known[-1].scope)


def _parts(
    question: str, turns: Sequence[Turn], companies: CompanyDirectory, as_of: date | None
) -> tuple[Asked, ...]:
    text = " ".join(question.split())
    if forms := in_both_forms(text):
        return tuple(resolve(one, turns, companies, as_of) for one in forms)
    if whole := whole_of(text):
        both = [resolve(one, turns, companies, as_of) for one in (whole, question)]
        if all(_stands(one) or _counts(one) for one in both):
            return _of_same_time(*both)
    try:
        clauses = _clauses(text, turns, companies, as_of)
    except CannotAnswer:
        clauses = ()
    if len(clauses) < 2:
        clauses = (resolve(question, turns, companies, as_of),)
    for parts in (_each_once(itertools.chain(*map(_listed, clauses))), clauses):
        if 1 < len(parts) <= _MOST and all(map(_stands, parts)):
            return parts
    if len(clauses) == 1:
        return clauses
    as_one = resolve(question, turns, companies, as_of)
    lost = as_one.parsed is not None and as_one.parsed.unplaced
    if lost and len(clauses) <= _MOST and any(map(_stands, clauses)):
        return clauses  # read apart at least one is understood, read as one nothing is
    return (_doubted(as_one, text),)


def _doubted(whole: Asked, text: str) -> Asked:
    """A question of several sentences that ask, of which not each was understood."""
    *others, last = (one for one in text.split("?") if one.strip(" .!"))
    if not others or whole.parsed is None:
        return whole
    return replace(whole, parsed=replace(whole.parsed, doubt=_MORE.format(last.strip())))


def _clauses(
    text: str, turns: Sequence[Turn], companies: CompanyDirectory, as_of: date | None
) -> tuple[Asked, ...]:
    """Sentences or clauses that ask; each takes what it leaves out from those before."""
    scope = read_scope(text, companies, as_of)
    text = plainly(without_echo(text))
    pieces = cut_apart(text, scope)
    if len(pieces) < 2:
        return ()
    parts: list[Asked] = []
    known = list(turns)
    for piece in pieces:
        clause = piece.strip(" ?.,;")
        part = resolve(f"{clause[:1].upper()}{clause[1:]}?", known, companies, as_of, scope)
        part = _whose(part, clause, parts[-1:])
        parts.append(part)
        known.append(_turn([part]))
    sentences = text.count("?") > 1
    return tuple(parts) if sentences else _of_one_period(parts)


def _whose(part: Asked, clause: str, before: Sequence[Asked]) -> Asked:
    """In doubt where "its" may mean the company's, or those of a part that was asked about."""
    named = [one.parsed.figures[0].part for one in before if one.parsed and one.parsed.figures]
    parsed = part.parsed
    if parsed is None or not any(named) or "its" not in words_in(clause):
        return part
    if any(figure.part for figure in parsed.figures):
        return part
    return replace(part, parsed=replace(parsed, doubt=parsed.doubt or _OF_WHOM.format(named[0])))


def _of_one_period(parts: Sequence[Asked]) -> tuple[Asked, ...]:
    """The only period that the clauses of a sentence say, put to those that say none."""
    said = {part.scope.periods for part in parts if part.scope and part.scope.periods}
    if len(said) != 1 or len(periods := said.pop()) != 1:
        return tuple(parts)
    return tuple(
        part
        if part.parsed is None or part.scope is None or part.scope.periods
        else _told(part, replace(part.parsed, periods=periods))
        for part in parts
    )


def _of_same_time(first: Asked, last: Asked) -> tuple[Asked, Asked]:
    """Two questions, the first over the period or day of the last where it names none."""
    own, other = first.scope, last.scope
    if own is None or other is None or own.periods or own.event_dates:
        return first, last
    timed = replace(own, periods=other.periods, event_dates=other.event_dates)
    return replace(first, scope=timed, parsed=None), last


def _listed(asked: Asked) -> tuple[Asked, ...]:
    """One lookup for each member of the lists that a question has."""
    parsed = asked.parsed
    if parsed is None or parsed.operation not in LISTING or parsed.moving or parsed.definitions:
        return (asked,)
    if parsed.operation is Operation.SERIES and not parsed.listed:
        return (asked,)
    figures = parsed.figures
    if len(figures) > 1 and not all(figure.concept for figure in figures):
        return (asked,)  # "hourly vs salaried employees"
    crossed = len(figures) > 1 and parsed.listed
    if crossed and figures[0].words.lower().startswith(("total", "combined")):
        return (asked,)  # their sum, or the first one's name
    return tuple(_told(asked, part) for part in _each(parsed))


def _each_once(parts: Iterable[Asked]) -> tuple[Asked, ...]:
    """Parts without those asked before: "what was it in 2015, and how does that compare"."""
    first: dict[object, Asked] = {}
    for part in parts:
        one = part.parsed
        asked = one and (one.operation, one.measures, one.companies, one.periods)
        first.setdefault(asked or part.text, part)
    return tuple(first.values())


def _each(parsed: ParsedQuestion) -> Iterator[ParsedQuestion]:
    for measure in parsed.measures:
        owners = {(figure.company, figure.period) for figure in figures_of(measure)}
        own_company, own_period = owners.pop() if len(owners) == 1 else (None, None)
        companies = (own_company,) if own_company else parsed.companies or (None,)
        spans: tuple[tuple[PeriodRef, ...], ...] = (parsed.periods,)
        if own_period:
            spans = ((own_period,),)
        elif parsed.listed:
            spans = tuple((ref,) for ref in parsed.periods)
        for company, span in itertools.product(companies, spans):
            yield replace(
                parsed,
                operation=Operation.VALUE if len(span) < 2 else Operation.SERIES,
                measures=(_bare(measure),),
                companies=(company,) if company else (),
                periods=span,
            )


def _bare(measure: Measure) -> Measure:
    """A figure without the company and period that its part of the question has."""
    return replace(measure, company=None, period=None) if isinstance(measure, Figure) else measure


def _told(asked: Asked, parsed: ParsedQuestion) -> Asked:
    """A part with its words, and a scope of its own companies and periods."""
    if asked.scope is None:
        return asked
    scope = replace(asked.scope, companies=parsed.companies, periods=parsed.periods)
    text = worded(parsed, scope.unknown_companies)
    return Asked(text, replace(parsed, text=text, core=text), scope)


def _stands(asked: Asked) -> bool:
    """Whether a part asks for a figure that we can plan, or for the reason of one."""
    parsed = asked.parsed
    if parsed is None:
        return False
    if parsed.among_parts:
        return part_asked(parsed) is not None
    if parsed.asks_text == "reason":
        return any(figure.concept for figure in parsed.figures)
    numeric = plan(parsed)
    asks = parsed.figure_asked or all(figure.concept for figure in parsed.figures)
    return numeric is not None and not numeric.optional and asks


def _counts(asked: Asked) -> bool:
    """Whether a part names nothing but what is counted: "staff worldwide"."""
    parsed = asked.parsed
    return parsed is not None and bool(parsed.figures) and all(f.counted for f in parsed.figures)
