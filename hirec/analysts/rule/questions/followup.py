"""A question that leans on the turns before it, made to stand alone (FinSage 3.2).

Its own words are parsed by the grammar of every question; what they leave out is taken from the
parse of the turn before: company, period, measure, operation, form. Where that turn offers two of
a kind, nobody can say which is meant, and the question is refused with the choice in words.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date
from typing import Any

from hirec.analysts.rule.plans.programs import plan
from hirec.analysts.rule.questions.same_parts import among_same_parts
from hirec.analysts.rule.questions.scope import read_scope
from hirec.analysts.rule.questions.turns import (
    CHANGES,
    LINES,
    Line,
    Turn,
    in_one_period,
    is_dated,
    over_years,
    periods_inside,
    result_of,
    spread_of,
    with_lines,
)
from hirec.companies import CompanyDirectory
from hirec.periods import in_order
from hirec.types import (
    ABOVE_BELOW,
    Aggregated,
    Arithmetic,
    Asked,
    CannotAnswer,
    Figure,
    Operation,
    ParsedQuestion,
    Scope,
    WantedFormat,
    figures_of,
)
from hirec.understanding import (
    Antecedents,
    Understood,
    around,
    instead,
    of_topic,
    owned,
    read_clause,
    worded,
)

_NAMING = frozenset({"NAME", "CONCEPT", "AND", "OR", "SLASH", "OPEN", "CLOSE", "BETWEEN", "TO"})
"""Pieces that name things and do nothing with them."""
_COMPARING = frozenset(
    {"MOVE", "MORE", "MOST", "LEAST", "SUM", "AVERAGE", "RATIO", "PERCENT", "TIMES_AS", "CAGR"}
    | {"SUM_OF", "AVERAGE_OF"}
)
_COURSE = frozenset({"rise", "fall", "growth", "improve"})
"""Changes that one figure makes in time."""
_COURSES = frozenset(
    {Operation.GROWTH, Operation.CAGR, Operation.ROSE, Operation.FELL, Operation.CHANGED}
    | {Operation.DIRECTION}
)
_JOINING = frozenset(
    {Operation.DIFFERENCE, Operation.SUM, Operation.AVERAGE, Operation.RATIO, Operation.PORTION}
    | {Operation.LARGEST, Operation.SMALLEST, Operation.MAXIMUM, Operation.MINIMUM}
    | ABOVE_BELOW
)
"""Operations that make one thing of several figures."""
_LISTING = frozenset({Operation.VALUE, Operation.SERIES, Operation.SEVERAL})
_PLURAL = frozenset({"their", "they", "them", "both", "the two", "those", "these two"})
_TOTAL = frozenset({"total", "the total", "in total", "altogether"})
_IN_FULL = "The question is unclear: say in full what it asks."


def resolve(
    question: str,
    turns: Sequence[Turn],
    companies: CompanyDirectory,
    as_of: date | None,
    whole: Scope | None = None,
) -> Asked:
    """The question as one that stands alone, after these turns; itself where there are none.

    ``whole`` is the scope of the sentence that it is a clause of: what is no company's name in
    that ("and how many of those at Mervyn's?") is none here.

    Raises CannotAnswer where the turn before offers several companies, periods or measures.
    """
    own = read_scope(question, companies, as_of)
    if whole:
        strange = tuple(n for n in own.unknown_companies if n in whole.unknown_companies)
        own = replace(own, unknown_companies=strange)
    if not turns:
        try:
            return Asked(question, read_clause(question, own).parsed, own)
        except CannotAnswer:
            return Asked(question)  # whose it is decides first whether it can be answered
    if chosen := among_same_parts(question, turns[-1].parsed):
        return Asked(chosen.text, chosen, turns[-1].scope)
    past, said = _leaning(question, own, turns)
    if said.parsed.disclosure or not _is_fragment(said):
        parsed = _asked_anew(said, own, past.parsed)
        measures = of_topic(parsed.measures, past.parsed.figures, question)
        parsed = replace(parsed, measures=measures)
    else:
        past = in_one_period(turns) if len(own.periods) == 1 else past
        parsed = _replaced(said, own, past.parsed)
    parsed = _as_growth(parsed)
    if _over_base(said):
        parsed = _over_last_periods(turns)
    scope = _scope_after(parsed, own, past.scope)
    text = worded(parsed, scope.unknown_companies, leaning=not _names(said))
    return Asked(text, replace(parsed, text=text, core=text), scope)


def _leaning(question: str, own: Scope, turns: Sequence[Turn]) -> tuple[Turn, Understood]:
    """The turn that a question leans on, and the question's own words beside it.

    Raises CannotAnswer where they say a period that nobody can place.
    """
    past, spread = turns[-1], spread_of(turns)
    said = _read(question, own, past, turns)
    lines = _lines(said)
    if not (own.companies or own.periods) and spread is not past and lines:
        past = spread_of(turns, lines)
        said = _read(question, own, past, turns)
    if any(s.kind == "PERIOD" and s.value and not s.periods for s in said.pieces.adjuncts):
        raise CannotAnswer("The question is unclear: say in full for which period it asks.")
    counted = said.parsed.years if not (own.periods or said.parsed.latest) else 0
    if counted > 1 and not _names_figure(said) and len(past.parsed.periods) != counted:
        past = over_years(turns, counted)
        said = _read(question, own, past, turns)
    return past, said


def _over_last_periods(turns: Sequence[Turn]) -> ParsedQuestion:
    """The growth of what was asked over periods; raises CannotAnswer where there is but one."""
    changed = spread_of(turns, ("periods",)).parsed
    if changed.operation in _LISTING and len(changed.periods) < 2:
        raise CannotAnswer(_IN_FULL)
    return replace(changed, operation=Operation.GROWTH)


def _scope_after(parsed: ParsedQuestion, own: Scope, past: Scope) -> Scope:
    """A question's own scope, with what it takes over from the turn before."""
    kept = not own.periods and not own.event_dates
    inside = (ref for measure in parsed.measures for ref in periods_inside(measure))
    strange = () if own.companies else past.unknown_companies
    return replace(
        own,
        companies=parsed.companies,
        periods=tuple(dict.fromkeys((*parsed.periods, *inside))),
        unknown_companies=own.unknown_companies or strange,
        forms=own.forms or (past.forms if kept else ()),
        event_dates=own.event_dates or (past.event_dates if kept else ()),
        outlook=own.outlook or (kept and past.outlook),
    )


def _read(question: str, own: Scope, past: Turn, turns: Sequence[Turn]) -> Understood:
    """The question's own words, with what they may lean on."""
    before = past.parsed
    carried = () if own.unknown_companies else before.companies
    given = replace(
        own,
        companies=own.companies or carried,
        periods=own.periods or (() if own.event_dates else before.periods),
    )
    changes = [turn for turn in reversed(turns) if turn.parsed.operation in CHANGES]
    change = result_of((changes or [spread_of(turns, ("periods",))])[0].parsed, bound=False)
    referred = {"same": before.periods, "both": spread_of(turns, ("periods",)).parsed.periods}
    read = (numeric := plan(before)) is not None and numeric.optional
    figure = not before.disclosure and (_known(before) or not read)
    it = before.measures if figure else ()
    if isinstance(change, Aggregated) and len({ref.period for ref in own.periods}) > 1:
        change = replace(change, periods=(own.periods[0], own.periods[-1]))
    measures = {"it": it, "base": it, "change": (change,) if change else ()}
    return read_clause(
        question,
        given,
        Antecedents(
            measures,
            referred | around(before.periods),
            before.companies,
            before.periods,
            result_of(before, bound=bool(own.periods)),
        ),
    )


def _lines(said: Understood) -> tuple[Line, ...]:
    """Along which lines the question compares what turns before it named; none where it does not.

    A rise or a growth is one figure's, in time; a difference may be of anything.
    """
    pieces = said.pieces.pieces
    named = [p for p in pieces if p.kind in ("NAME", "CONCEPT") and p.value != "it"]
    kinds = {piece.kind for piece in pieces}
    by = any(piece.kind == "WH" and piece.value == "by" for piece in pieces)
    if named or "REASON" in kinds or not (kinds & _COMPARING or by):
        return ()
    moves = {piece.value for piece in pieces if piece.kind == "MOVE"}
    return ("periods",) if moves & _COURSE else tuple(LINES)


def _names(said: Understood) -> bool:
    """Whether it names a figure of its own beside verbs that ask."""
    return _names_figure(said) and not _is_fragment(said)


def _names_figure(said: Understood) -> bool:
    return any(p.kind in ("NAME", "CONCEPT") and not p.value for p in said.pieces.pieces)


def _is_fragment(said: Understood) -> bool:
    """Whether a question but names things, or asks for "it" in another form: "And in 2021?"."""
    pieces, kinds = said.pieces.pieces, {piece.kind for piece in said.pieces.pieces}
    its = [p for p in pieces if p.kind == "CONCEPT" and p.value]
    spoken = any(span.last for piece in its for span in piece.spans)
    if spoken and said.pieces.adjuncts:
        return False
    only_it = len(its) == 1 and not said.pieces.adjuncts
    only_it &= not any(p.value == "by" or p.kind == "NAME" for p in pieces)
    return kinds <= _NAMING or (only_it and kinds <= {"CONCEPT", "WH", "BE"})


def _replaced(said: Understood, scope: Scope, past: ParsedQuestion) -> ParsedQuestion:
    """The question before with another company, period, measure or form."""
    own, new = said.parsed, dict[Line, Sequence[Any]]()
    if _names_figure(said):
        lead = next((s.said.lower() for s in said.annotation.spans if s.kind == "FILLER"), "")
        measures = instead(past.measures, own.measures, lead)
        new["measures"] = measures
        figures = {figure for measure in measures for figure in figures_of(measure)}
        strange = any(not figure.concept for figure in figures.difference(past.figures))
        if strange and any(figure.concept for figure in past.figures):
            raise CannotAnswer(_IN_FULL)
        if past.operation is Operation.TEXT:
            return own
        if not scope.companies and len(past.companies) > 1 and _says(said, {"its"}):
            raise _either([company.said for company in past.companies])
        past = replace(past, convention=own.convention, definitions=own.definitions, row_name="")
    if scope.companies or scope.unknown_companies:
        new["companies"] = scope.companies or (None,)
    if any(span.kind == "PERIOD" for span in said.pieces.adjuncts):
        new["periods"] = own.periods
    core = past.core
    for line, found in new.items():
        old = getattr(past, line)
        listed = past.operation is Operation.VALUE and None not in found
        if len(old) > 1 or (old and len(found) > 1 and not listed):
            raise CannotAnswer(
                f"The question is unclear: say in full for which {LINES[line]} it asks."
            )
        if line != "measures" and old and scope.companies:
            core = core.replace(old[0].said, found[0].said)
        if len(found) > 1:
            kind = Operation.SERIES if line == "periods" else Operation.SEVERAL
            past = replace(past, operation=kind)
    relative = own.wanted.percent and past.operation is Operation.DIFFERENCE
    past = replace(
        past,
        operation=Operation.GROWTH if relative else past.operation,
        wanted=own.wanted if own.wanted != WantedFormat() else past.wanted,
        core=core,
    )
    return with_lines(past, {line: tuple(filter(None, found)) for line, found in new.items()})


def _asked_anew(said: Understood, scope: Scope, past: ParsedQuestion) -> ParsedQuestion:
    """What the question itself asks, with what it left out; refused where that may be several."""
    parsed = said.parsed
    if any(p.kind == "CONCEPT" and p.value for p in said.pieces.pieces):
        parsed = _in_its_time(_as_change(_of_it(said, past)))
    elif any(span.kind == "IT" for span in said.annotation.spans) and not (
        parsed.figure_asked or parsed.asks_text or _known(parsed)
    ):
        raise CannotAnswer(_IN_FULL)
    if set(scope.companies) & set(past.companies) and len(parsed.companies) > len(scope.companies):
        raise CannotAnswer("The question is unclear: say what is to be compared.")
    if any(figure.words.isdigit() for figure in parsed.figures):
        raise CannotAnswer(_IN_FULL)  # "divided by 100"
    companies, operation = parsed.companies, parsed.operation
    if not scope.companies and not scope.unknown_companies:
        if parsed.choose == "company" and parsed is said.parsed and len(companies) < 2:
            companies = ()
        elif len(companies) > 1 and operation not in _JOINING and not _says(said, _PLURAL):
            raise _either([company.said for company in companies])
    referred = {span.value for span in said.pieces.adjuncts if span.kind == "PERIOD"}
    joint = parsed.years > 1 or operation in _JOINING | _COURSES or operation is Operation.TEXT
    if len(parsed.periods) > 1 and ("same" in referred or not (referred or joint)):
        raise _either([ref.said for ref in parsed.periods])
    return replace(parsed, companies=companies)


def _of_it(said: Understood, past: ParsedQuestion) -> ParsedQuestion:
    """A question about "it", said or left out, with all that belongs to it."""
    parsed, operation = said.parsed, said.parsed.operation
    if not parsed.measures or (len(parsed.measures) > 1 and operation not in _JOINING):
        raise CannotAnswer("The question is unclear: say which figure is meant.")
    several = max(len(parsed.measures), len(parsed.companies), len(parsed.periods)) > 1
    if operation in _LISTING and any(p.value == "by" for p in said.pieces.pieces):
        if not several:
            raise CannotAnswer("The question is unclear: say between which two figures.")
        operation = Operation.DIFFERENCE
    if operation in _LISTING and len(parsed.periods) > 1 and _says(said, _TOTAL):
        operation = Operation.SUM
    if operation in (Operation.LARGEST, Operation.SMALLEST) and not several:
        raise CannotAnswer(_IN_FULL)
    given = past.convention
    if given and [figure.concept for figure in parsed.figures] == [given.measure]:
        parsed = replace(parsed, convention=parsed.convention or given)
    core = _with_subject(said, past) if operation is Operation.TEXT else parsed.core
    definitions = parsed.definitions or past.definitions
    return replace(parsed, operation=operation, definitions=definitions, core=core)


def _known(parsed: ParsedQuestion) -> bool:
    return any(figure.concept for figure in parsed.figures)


def _either(choices: Sequence[str]) -> CannotAnswer:
    return CannotAnswer(f"The question is unclear: it may be about {' or '.join(choices)}.")


def _says(said: Understood, words: AbstractSet[str]) -> bool:
    return any(span.said.lower() in words for span in said.annotation.spans)


def _with_subject(said: Understood, past: ParsedQuestion) -> str:
    """A question for a reason with what it is about in the place of "it"."""
    annotation = said.annotation
    figure = past.figures[0].words if len(past.figures) == 1 else past.core
    subject = owned(figure, [company.said for company in said.parsed.companies])
    its = [span for span in annotation.spans if span.kind == "IT"]
    moves = [span for span in annotation.spans if span.kind == "MOVE"]
    if not its and not moves:
        return f"Why did {subject} change"
    at = (its or moves)[0]
    start, end = annotation.tokens[at.first].start, annotation.tokens[at.last - 1].end
    kept = "" if its else f"{annotation.text[start:end]} in "
    owner = annotation.tokens[at.first - 1] if at.first else None
    if owner and owner.lower in ("its", "their"):
        start, kept = owner.start, f"the {kept}"
    lead = annotation.spans[0]
    begin = annotation.tokens[lead.last].start if lead.kind == "AND" else 0
    return f"{annotation.text[begin:start]}{kept}{subject}{annotation.text[end:]}".strip()


def _over_base(said: Understood) -> bool:
    """Whether it divides by where "it" began: "the change over the 2016 value"."""
    tokens = [token.lower for token in said.annotation.tokens]
    return not _names_figure(said) and any(
        span.kind == "PERIOD"
        and "over" in tokens[max(span.first - 2, 0) : span.first]
        and tokens[span.last : span.last + 1] in (["value"], ["amount"], ["figure"])
        for span in said.pieces.adjuncts
    )


def _as_change(parsed: ParsedQuestion) -> ParsedQuestion:
    """The change "from 2009 to 2010" asked for again, over these: not one a year."""
    match parsed.measures:
        case (Aggregated("change", moved, over),) if over == parsed.periods:
            operation = Operation.DIFFERENCE
            return replace(parsed, operation=operation, measures=(moved,), periods=over)
    return parsed


def _in_its_time(parsed: ParsedQuestion) -> ParsedQuestion:
    """What brings all of its periods along is one value, not one of each period before."""
    dated = parsed.measures and all(map(is_dated, parsed.measures))
    if parsed.operation not in _LISTING or not dated:
        return parsed
    brought = in_order([ref for measure in parsed.measures for ref in periods_inside(measure)])
    return replace(parsed, operation=Operation.VALUE, periods=brought[-1:])


def _as_growth(parsed: ParsedQuestion) -> ParsedQuestion:
    """A change in percent of where it began is a growth."""
    match parsed.measures:
        case (Arithmetic("%" | "/", Aggregated("change", moved, over), Figure() as base),):
            began = base.period or parsed.periods[0]
            same = set(base.words.lower().split()) <= set(moved.words.lower().split())
            if same and began.period in (ref.period for ref in over):
                said = {"", *(ref.said for ref in over)}
                return replace(
                    parsed,
                    operation=Operation.GROWTH,
                    measures=(moved,),
                    periods=over,
                    unplaced=tuple(words for words in parsed.unplaced if words not in said),
                )
    return parsed
