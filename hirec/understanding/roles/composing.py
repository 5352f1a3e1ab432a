"""From a frame to what the question asks for: figures looked up and computed as any others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.lexicon import Kind, get_metric
from hirec.periods import find_day_spans, find_period_spans, in_order, years_earlier
from hirec.types import (
    Aggregated,
    Arithmetic,
    CannotAnswer,
    CompanyRef,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    Scope,
)
from hirec.understanding.figures import of_each
from hirec.understanding.glosses import named_twice
from hirec.understanding.measured import share_of
from hirec.understanding.parts import (
    counted_one_by_one,
    names_parts,
    narrowed,
    of_same_part,
    outside_of,
)
from hirec.understanding.rereading import reread
from hirec.understanding.roles.asked_of import MEASURED, VALUE, Frame, unbracketed
from hirec.understanding.understand import understand
from hirec.understanding.vocabulary import domain_of

_REVENUE = Figure(MEASURED, "revenue", kind=Kind.MONEY.value)
"""By which parts are compared that are named without a measure."""
_YEAR = 12
_OVER_PERIODS = {
    "change": Operation.DIFFERENCE,
    "share_change": Operation.DIFFERENCE,
    "ratio_change": Operation.DIFFERENCE,
    "growth": Operation.GROWTH,
    "average": Operation.AVERAGE,
    "total": Operation.SUM,
}
_BETWEEN_FIRMS = {
    "firm_more": Operation.LARGEST,
    "firm_less": Operation.SMALLEST,
    "firm_gap": Operation.DIFFERENCE,
    "firm_share": Operation.LARGEST,
    "firm_share_less": Operation.SMALLEST,
    "firm_ratio": Operation.LARGEST,
    "firm_ratio_less": Operation.SMALLEST,
    "firm_grew": Operation.LARGEST,
}
_SUPERLATIVES = {
    "part_most": "highest",
    "part_least": "lowest",
    "part_grew": "largest growth of",
    "part_fell": "largest percentage decline in",
    "part_added": "largest increase in",
    "part_lost": "largest decrease in",
    "part_share": "highest",
    "part_share_least": "lowest",
}
"""What is asked → how the plain question says it."""
_CHOICES = {
    "is_more": Operation.LARGEST,
    "which_more": Operation.LARGEST,
    "which_less": Operation.SMALLEST,
    "which_grew": Operation.LARGEST,
}


def composed(frame: Frame, question: str, scope: Scope) -> Iterator[ParsedQuestion]:
    """What the frame asks for, the likeliest first: a part may be its whole's or a figure itself.

    Nothing where its periods are of different lengths.

    Args:
        frame: A whole one.
        question: As typed.
        scope: Its companies and periods.

    """
    asked = scope.periods or scope.days
    if len({_part_of_year(ref) for ref in asked}) > 1:
        return  # a quarter is held against no year
    pairs = _pairs(question, scope)
    if frame.compares:
        pairs = pairs or _in_turn(question, scope)
        if not pairs:
            return
    periods = in_order(asked)
    moved = (periods[0], periods[-1]) if frame.asked == "change_share" and len(periods) > 1 else ()
    called = [_figures(one, scope) for one in _called(frame)]
    meanings = [
        tuple(_measures(frame.asked, figures, moved, own=own))
        for own in (False, True)
        for figures in called
    ]
    if frame.asked.removeprefix("firm_").startswith("ratio") and (known := _per(frame, scope)):
        meanings.append((known,))
    for measures in dict.fromkeys(tuple(map(outside_of, of_one)) for of_one in meanings):
        own = of_each(measures, pairs) if pairs else measures
        yield ParsedQuestion(
            text=question,
            operation=_operation(frame.asked, scope, periods, pairs),
            measures=tuple(map(_grown, own)) if frame.asked == "firm_grew" else own,
            companies=scope.companies,
            periods=moved[1:] or periods,
            moving=Operation.GROWTH if frame.asked == "which_grew" else None,
            figure_asked=True,
            core=question,
        )


def is_composed(frame: Frame) -> bool:
    """Whether a frame computes, or looks up what it names twice."""
    looks_up = frame.asked == VALUE and frame.words.keys() == {"N"}
    return frame.computes or (looks_up and named_twice(frame.words["N"]) is not None)


def _called(frame: Frame) -> Iterator[Frame]:
    """The frame by the names in brackets, then by the words in front of them.

    Without brackets, which narrow a figure where they name none: "revenue (net of interest)".
    """
    plain = {role: unbracketed(words) for role, words in frame.words.items()}
    twice = {role: named_twice(words) for role, words in frame.words.items()}
    for at in range(2 if any(twice.values()) else 1):
        names = {role: names[at] for role, names in twice.items() if names}
        yield replace(frame, words=plain | names)


def _grown(measure: Measure) -> Measure:
    """The growth of a figure over the year to its own period, in percent."""
    match measure:
        case Figure(period=PeriodRef() as period):
            before = replace(measure, period=years_earlier(period))
            return Arithmetic("%", Arithmetic("-", measure, before), before)
    return measure


def choices(frame: Frame, scope: Scope) -> Iterator[str]:
    """A frame that chooses a part, as plain questions; none where it names no one company.

    At second sight the kind of part is the one word of it that is known: "product" of "product or
    service line". Only such a kind has a revenue that need not be said: a liability has none.

    Args:
        frame: A whole one that chooses.
        scope: Its company and periods.

    """
    if len(scope.companies) != 1:
        return
    said = frame.words["K"]
    known = next(filter(domain_of, said.split()), "")
    if "N" not in frame.words and not known:
        return
    measure = _in_filings_words(frame.words.get("N", MEASURED), scope)
    if "D" in frame.words:
        measure = f"{measure} as a percentage of {_in_filings_words(frame.words['D'], scope)}"
    when = _over(in_order(scope.periods or scope.days))
    rest = f"had the {_SUPERLATIVES[frame.asked]} {measure}{when}"
    for kind in dict.fromkeys(filter(None, (said, known))):
        yield f"Which {kind} of {scope.companies[0].said} {rest}?"


def _over(periods: Sequence[PeriodRef]) -> str:
    """The time of a choice; against the year before a change is held without saying so."""
    match periods:
        case (first, *_, last) if first.period != years_earlier(last).period:
            return f" from {first.said} to {last.said}"
        case (*_, last) if last.said:
            return f" in {last.said}"
    return ""


def _in_filings_words(words: str, scope: Scope) -> str:
    """Everyday words by the names that filings print, as they are where two are meant."""
    again = reread(words, scope.names)
    return again.text if again and not again.unclear else words


def _part_of_year(ref: PeriodRef) -> int:
    """Months of what is less than a year; 0 for years and days."""
    months = ref.period.months or 0
    return months if months < _YEAR else 0


def _pairs(question: str, scope: Scope) -> tuple[tuple[CompanyRef, PeriodRef], ...]:
    """Companies with a period of their own, as the grammar reads them; none where they share."""
    try:
        parsed = understand(question, scope)
    except CannotAnswer:
        return ()
    own = ((figure.company, figure.period) for figure in parsed.figures)
    pairs = tuple(dict.fromkeys((who, when) for who, when in own if who and when))
    return pairs if len({who for who, _ in pairs}) == len(pairs) > 1 else ()


def _in_turn(question: str, scope: Scope) -> tuple[tuple[CompanyRef, PeriodRef], ...]:
    """Two companies or more with the period of all, or each with its own, in the order said."""
    firms = sorted(scope.companies, key=lambda one: question.find(one.said))
    starts = {ref.said: span.start for span in find_period_spans(question) for ref in span.refs}
    days = {ref.said: span.start for span in find_day_spans(question) for ref in span.refs}
    told = {ref.period.end for ref in scope.periods}
    own = [*scope.periods, *(day for day in scope.days if day.period.end not in told)]
    own.sort(key=lambda ref: starts.get(ref.said, days.get(ref.said, 0)))
    if len(firms) < 2 or len(own) not in (1, len(firms)):
        return ()
    return tuple(zip(firms, own if len(own) > 1 else own * len(firms), strict=True))


def _figures(frame: Frame, scope: Scope) -> dict[str, Figure]:
    """Each role's figure; a measure that is said once is narrowed to each part."""
    found = {role: _figure(words, scope) for role, words in frame.words.items()}
    measure = found.pop("M", None)
    if measure is None and frame.asked in _CHOICES and names_parts(tuple(found.values())):
        measure = _REVENUE
    if measure is None:
        return found
    return {role: narrowed(measure, part) for role, part in found.items()} or {"N": measure}


def _figure(words: str, scope: Scope) -> Figure:
    """The figure that words name, everyday ones too, as a question for it alone has it."""
    words, whose = _in_filings_words(words, scope), _whose(scope)
    for text in (f"What was {whose} {words}?", f"How much did {whose[:-2]} {words}?"):
        try:
            alone = understand(text, Scope(companies=scope.companies))
        except CannotAnswer:
            continue
        match alone.measures:
            case (Figure() as figure,) if alone.operation is Operation.VALUE and not alone.unplaced:
                return figure
    return Figure(words)


def _whose(scope: Scope) -> str:
    return f"{scope.companies[0].said}'s" if scope.companies else "the"


def _per(frame: Frame, scope: Scope) -> Measure | None:
    """One figure for each of another, where that has a meaning of its own: "per head"."""
    words = _in_filings_words(f"{frame.words['N']} per {frame.words['D']}", scope)
    try:
        alone = understand(f"What was {_whose(scope)} {words}?", scope)
    except CannotAnswer:
        return None
    match alone.measures:
        case (Arithmetic("/") as measure,) if not alone.unplaced:
            return measure
        case (Figure() as measure,) if measure.concept and not alone.unplaced:
            return measure
    return None


def _measures(
    asked: str, figures: dict[str, Figure], moved: tuple[PeriodRef, ...], *, own: bool
) -> Iterator[Measure]:
    """What is computed within one period, or of a change between two.

    Args:
        asked: What the frame asks for.
        figures: By role.
        moved: The two periods; none for the one asked for and the one before.
        own: Whether a part is taken for the other of what it may be.

    """
    first, second, third = (figures.get(role) for role in "NDE")
    match asked.removeprefix("firm_").removesuffix("_less"), first, second, third:
        case "share" | "share_change", Figure(), Figure(), _:
            part = _part(second, first, own=own)
            yield Arithmetic("%", part, of_same_part(first, second))
        case "sum_share", Figure(), Figure(), Figure():
            parts = _part(second, first, own=own), _part(second, third, own=own)
            yield Arithmetic("%", Arithmetic("+", *parts), second)
        case "ratio" | "ratio_change", Figure(), Figure(), _:
            yield Arithmetic("/", first, of_same_part(first, counted_one_by_one(second)))
        case "difference", Figure(), Figure(), _:
            yield Arithmetic("-", first, second)
        case "sum", Figure(), Figure(), _:
            both = Arithmetic("+", first, second)
            yield Arithmetic("+", both, third) if third is not None else both
        case "sum_difference", Figure(), Figure(), Figure():
            yield Arithmetic("-", Arithmetic("+", first, third), second)
        case "excluding", Figure(), Figure(), _:
            yield Arithmetic("-", first, second if own else _part(first, second, own=False))
        case "change_share", Figure(), Figure(), _:
            part = _part(second, first, own=own)
            changes = Aggregated("change", part, moved), Aggregated("change", second, moved)
            yield Arithmetic("%", *changes)
        case _:
            yield from (figure for figure in (first, second, third) if figure is not None)


def _part(whole: Figure, figure: Figure, *, own: bool) -> Figure:
    """A part of the whole, or a figure itself: what is likelier, or with ``own`` the other."""
    match share_of(whole, figure).left:
        case Figure() as likelier if not own:
            return likelier
        case likelier:
            return narrowed(whole, _in_full(figure)) if likelier == figure else figure


def _in_full(figure: Figure) -> Figure:
    """A part by the name that rows print: "R&D" is "research and development"."""
    metric = get_metric(figure.concept)
    return replace(figure, words=metric.names[0]) if metric and not figure.part else figure


def _operation(
    asked: str, scope: Scope, periods: Sequence[PeriodRef], pairs: Sequence[object]
) -> Operation:
    if between := _BETWEEN_FIRMS.get(asked):
        return between
    if pairs:
        return Operation.SEVERAL
    if found := _OVER_PERIODS.get(asked) or _CHOICES.get(asked):
        return found
    if len(scope.companies) > 1:
        return Operation.SEVERAL
    return Operation.SERIES if len(periods) > 1 and asked != "change_share" else Operation.VALUE
