"""From a frame to what the question asks for: figures looked up and computed as any others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.lexicon import Kind, get_metric
from hirec.periods import in_order
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
from hirec.understanding.measured import share_of
from hirec.understanding.parts import (
    counted_one_by_one,
    names_parts,
    narrowed,
    of_same_part,
    outside_of,
)
from hirec.understanding.rereading import reread
from hirec.understanding.roles.asked_of import Frame
from hirec.understanding.understand import understand

_REVENUE = Figure("revenue", "revenue", kind=Kind.MONEY.value)
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
    if len({_part_of_year(ref) for ref in scope.periods}) > 1:
        return  # a quarter is held against no year
    figures, pairs = _figures(frame, scope), _pairs(question, scope)
    periods = in_order(scope.periods)
    moved = (periods[0], periods[-1]) if frame.asked == "change_share" and len(periods) > 1 else ()
    meanings = (tuple(_measures(frame.asked, figures, moved, own=own)) for own in (False, True))
    for measures in dict.fromkeys(tuple(map(outside_of, of_one)) for of_one in meanings):
        yield ParsedQuestion(
            text=question,
            operation=Operation.SEVERAL if pairs else _operation(frame.asked, scope, periods),
            measures=of_each(measures, pairs) if pairs else measures,
            companies=scope.companies,
            periods=moved[1:] or periods,
            moving=Operation.GROWTH if frame.asked == "which_grew" else None,
            figure_asked=True,
            core=question,
        )


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
    again = reread(words, scope.names)
    words = again.text if again and not again.unclear else words
    whose = f"{scope.companies[0].said}'s" if scope.companies else "the"
    for text in (f"What was {whose} {words}?", f"How much did {whose[:-2]} {words}?"):
        try:
            alone = understand(text, Scope(companies=scope.companies))
        except CannotAnswer:
            continue
        match alone.measures:
            case (Figure() as figure,) if alone.operation is Operation.VALUE and not alone.unplaced:
                return figure
    return Figure(words)


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
    match asked, first, second, third:
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


def _operation(asked: str, scope: Scope, periods: Sequence[PeriodRef]) -> Operation:
    if found := _OVER_PERIODS.get(asked) or _CHOICES.get(asked):
        return found
    if len(scope.companies) > 1:
        return Operation.SEVERAL
    return Operation.SERIES if len(periods) > 1 and asked != "change_share" else Operation.VALUE
