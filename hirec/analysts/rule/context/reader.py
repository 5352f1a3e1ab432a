"""The rule analyst over a given context: a program over its cells, or a span of its text."""

import re
from collections.abc import Sequence

from hirec.analysts.rule.context.asking import Asked, Deed, take_apart
from hirec.analysts.rule.context.cells import (
    Reading,
    citation_of,
    computed,
    operand_of,
    quoted,
    terms_of,
)
from hirec.analysts.rule.context.spans import SpanFinder
from hirec.analysts.rule.context.view import Place, TableView, best_place, years_of
from hirec.models.encoder import Encoder
from hirec.types import CannotAnswer, Citation, Passage

_LEAST = 0.75
"""Least support of a cell that a program may use."""


class ContextReader:
    """Reads one table and its paragraphs; needs no company, period or retrieval."""

    def __init__(self, encoder: Encoder) -> None:
        self._spans = SpanFinder(encoder)

    def read(self, question: str, passages: Sequence[Passage]) -> Reading:
        """Answer from the passages alone; raises CannotAnswer where they do not say."""
        asked = take_apart(question)
        views = [TableView(p, table) for p in passages if (table := p.table) is not None]
        if asked is not None and views:
            reading = _from_table(asked, views)
            if reading is not None:
                return reading
        if asked is not None and asked.deed not in (Deed.LOOKUP, Deed.LIST, Deed.CHANGE):
            raise CannotAnswer("The table does not name what the question computes with.")
        text, passage = self._spans.find(question, passages)
        citation = Citation(passage.filing_id, passage.page_number, passage.passage_id, text)
        return Reading((text,), citations=(citation,))


def _from_table(asked: Asked, views: Sequence[TableView]) -> Reading | None:
    match asked.deed:
        case Deed.YEARS:
            return _years(views)
        case Deed.LARGEST | Deed.SMALLEST:
            return _choose(asked, views)
        case Deed.COUNT | Deed.WITHIN:
            return _count(asked, views)
        case Deed.CHANGE | Deed.PERCENT_CHANGE:
            return _change(asked, views)
        case Deed.RATIO | Deed.SHARE:
            return _of_two(asked, views)
    places = _places(asked, views)
    if not places or (asked.deed is Deed.AVERAGE and len(places) < 2):
        return None
    if asked.deed in (Deed.LOOKUP, Deed.LIST):
        return quoted(places)
    total = " + ".join(terms_of(places))
    formula = f"({total}) / {len(places)}" if asked.deed is Deed.AVERAGE else total
    return computed(places, formula)


def _places(asked: Asked, views: Sequence[TableView]) -> list[Place]:
    """A cell for each part and year; all years of the row where none is said and several meant."""
    years: tuple[int | None, ...] = asked.years or (None,)
    found: list[Place] = []
    for part in asked.parts:
        for year in years:
            place = _sure(best_place(views, part, year))
            if place is None:
                return []
            found.append(place)
    if len({id(place.cell) for place in found}) < len(found):
        return []
    every = asked.deed in (Deed.AVERAGE, Deed.SUM)
    if every and len(found) == 1 and len(asked.years) < 2:
        view = next(view for view in views if view.table is found[0].table)
        return view.across(found[0])
    return found


def _sure(place: Place | None) -> Place | None:
    return place if place is not None and place.score >= _LEAST else None


def _change(asked: Asked, views: Sequence[TableView]) -> Reading | None:
    percent = asked.deed is Deed.PERCENT_CHANGE
    if len(asked.parts) == 2:
        year = asked.years[0] if asked.years else None
        first = _sure(best_place(views, asked.parts[0], year))
        second = _sure(best_place(views, asked.parts[1], year))
        after, before = first, second
    else:
        known = sorted({year for view in views for year in view.years})
        years = sorted(asked.years)
        if len(years) == 1:
            years = [y for y in known if y < years[0]][-1:] + years
        elif not years:
            years = [*known[:1], *known[-1:]]
        if len(years) < 2 or years[0] == years[-1]:
            return None
        before = _sure(best_place(views, asked.parts[0], years[0]))
        after = _sure(best_place(views, asked.parts[0], years[-1]))
    if before is None or after is None or before.cell is after.cell:
        return None
    one, other = terms_of([after, before])
    if percent:
        return computed([after, before], f"100 * ({one} - {other}) / {other}", "%")
    if len(asked.parts) == 2:
        return computed([after, before], f"abs({one} - {other})")
    if asked.distance:
        doubt = "The question does not say which year is to be taken from which."
        return computed([after, before], f"abs({one} - {other})", doubt=doubt)
    formula = f"{other} - {one}" if asked.downward else f"{one} - {other}"
    return computed([after, before], formula)


def _of_two(asked: Asked, views: Sequence[TableView]) -> Reading | None:
    said = [years_of(part) for part in asked.parts]
    common = asked.years[0] if asked.years else None
    years = [own[0] if own else common for own in said]
    texts = list(asked.parts)
    if not _has_words(texts[1]):
        texts[1] = texts[0]
    places = [
        place
        for text, year in zip(texts, years, strict=True)
        if (place := _sure(best_place(views, text, year)))
    ]
    if len(places) != 2 or places[0].cell is places[1].cell:
        return None
    one, other = terms_of(places)
    if asked.deed is Deed.RATIO:
        return computed(places, f"{one} / {other}", "ratio")
    return computed(places, f"100 * {one} / {other}", "%")


def _has_words(text: str) -> bool:
    return bool(re.sub(r"\W|\d|fiscal|year", "", text))


def _choose(asked: Asked, views: Sequence[TableView]) -> Reading | None:
    """The year or the row with the largest or smallest figure."""
    year = asked.years[0] if len(asked.years) == 1 and not asked.by_year else None
    place = best_place(views, asked.parts[0], year)
    if place is None:
        return None
    view = next(view for view in views if view.table is place.table)
    if asked.by_year:
        rivals = view.across(place)
        if asked.years:
            rivals = [r for r in rivals if set(years_of(r.column.label)) & set(asked.years)]
        labels = [str((years_of(r.column.label) or ("",))[0]) for r in rivals]
    else:
        rivals = [r for r in view.down(place) if r.cell.unit == place.cell.unit]
        labels = [r.row.label for r in rivals]
    if len(rivals) < 2 or "" in labels:
        return None
    names = terms_of(rivals)
    function = "max" if asked.deed is Deed.LARGEST else "min"
    chosen = repr(labels[-1])
    for name, label in reversed(list(zip(names[:-1], labels[:-1], strict=True))):
        chosen = f"{label!r} if {name} == {function}({', '.join(names)}) else {chosen}"
    return computed(rivals, chosen, "")


def _years(views: Sequence[TableView]) -> Reading | None:
    """The years the table reports on, as its columns print them."""
    table = views[0].table
    years = dict.fromkeys(str(y) for column in table.columns for y in years_of(column.label))
    passage = views[0].passage
    said = ", ".join(column.label for column in table.columns)
    citation = Citation(passage.filing_id, passage.page_number, passage.passage_id, said)
    return Reading(tuple(years), citations=(citation,)) if years else None


def _count(asked: Asked, views: Sequence[TableView]) -> Reading | None:
    """How many years or rows lie above or below a bound."""
    year = asked.years[0] if len(asked.years) == 1 else None
    place = best_place(views, asked.parts[0], None if asked.by_year else year)
    if place is None:
        return None
    view = next(view for view in views if view.table is place.table)
    places = view.across(place) if asked.by_year else view.down(place)
    if len(places) < 2:
        return None
    operands = [operand_of(place, "x") for place in places]
    scale = operands[0].scale if asked.bound_scale is None else asked.bound_scale
    if asked.deed is Deed.WITHIN:
        limit = asked.bound.scaleb(scale)
        inside = [
            place
            for place, operand in zip(places, operands, strict=True)
            if (operand.value > limit if asked.above else operand.value < limit)
        ]
        years = [str(year) for place in inside for year in years_of(place.column.label)[:1]]
        return Reading(tuple(years), citations=tuple(map(citation_of, inside))) if years else None
    listed = ", ".join(terms_of(places))
    bound = f"{asked.bound} * 10 ** {scale}" if scale else f"{asked.bound}"
    sign = ">" if asked.above else "<"
    return computed(places, f"len([v for v in [{listed}] if v {sign} {bound}])", "")
