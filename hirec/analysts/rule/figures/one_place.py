"""Figures that are held against each other, as one report counts them.

Each is found by itself, and the report made last wins. A sum over years may so take one year from a
report that counts otherwise than those before it, a growth rate one quarter from another table of
the same page, a margin its profit from before a change and its sales from behind it. Where one
place states every period, or one filing every figure of a period, it is read.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.requirements.requirement import named, requirement_of
from hirec.grounding.cells import TableCell
from hirec.grounding.counted import counted_in
from hirec.grounding.tables import period_fit, residual
from hirec.lexicon import get_metric
from hirec.types import Figure, Filing, Operand, Passage, PeriodRef

_OTHERWISE = "{} states it as {}; all periods are taken from one place."
_BY_ITS_PERIOD = "Its column says only of when it is."
_APART = "It is of another filing than what it is held against, and may be counted otherwise."
_ANOTHER = "{} states it as {}; all figures of a period are taken from one filing."


def from_one_place(
    found: Mapping[Figure, Operand],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Mapping[Figure, Operand]:
    """What was found, the periods of a figure from one place where they were of several.

    Args:
        found: Operand of each figure, chosen by itself.
        passages: The evidence.
        filings: By filing_id.

    """
    series: defaultdict[Figure, dict[Figure, Operand]] = defaultdict(dict)
    for need, operand in found.items():
        if need.period is not None and not counted_in(need):
            series[replace(need, period=None)][need] = operand
    taken = dict(found)
    for chosen in series.values():
        places = {operand.passage_id for operand in chosen.values()}
        if len(chosen) > 1 and len(places) > 1:
            taken.update(
                _together(chosen, [p for p in passages if p.passage_id in places], filings)
            )
    return taken


def in_the_row(
    lacking: Sequence[Figure], found: Mapping[Figure, Operand], passages: Sequence[Passage]
) -> Iterator[tuple[Figure, Operand]]:
    """Figures of another period in the row where one was found, in doubt.

    A heading over several columns may be printed above one of them alone, "Net revenue" above the
    second of three years: the others say only of when they are.

    Args:
        lacking: Figures not found.
        found: Operand of each figure found.
        passages: The evidence.

    """
    by_id = {passage.passage_id: passage for passage in passages}
    for need in lacking:
        alike = replace(need, period=None)
        siblings = (at for one, at in found.items() if replace(one, period=None) == alike)
        at = next((at for at in siblings if at.cell is not None), None)
        passage = by_id.get(at.passage_id) if at else None
        if need.period is None or at is None or at.cell is None or passage is None:
            continue
        if (cell := _of_period(need.period, at.cell, passage)) is not None:
            metric = get_metric(need.concept)
            operand = cell.operand("", metric.kind if metric else None, metric)
            yield need, named(need, replace(operand, doubt=_BY_ITS_PERIOD))


def _of_period(asked: PeriodRef, at: tuple[int, int], passage: Passage) -> TableCell | None:
    """The one cell of a period beside another, with no word in its heading but of when."""
    table = passage.table
    if table is None:
        return None
    row, column = table.rows[at[0]], table.columns[at[1]]
    fits = [
        TableCell(passage, table, row, other, cell)
        for other, cell in zip(table.columns, row.cells, strict=False)
        if cell and cell.value is not None and other is not column and other.period is not None
        if period_fit(None, other.period, asked) > 0.0 and not residual(other.label)
    ]
    return fits[0] if len(fits) == 1 else None


def in_one_way(numeric: Plan, found: Mapping[Figure, Operand]) -> Mapping[Figure, Operand]:
    """What was found, without rows of the very name where these state some of the periods only.

    Args:
        numeric: Has other ways to the same figures, or nothing is left out.
        found: Operand of each figure.

    """
    series: defaultdict[Figure, list[Figure]] = defaultdict(list)
    for need in numeric.figures:
        if need.row_name:
            series[replace(need, period=None)].append(need)
    for needs in series.values():
        rest = {need: operand for need, operand in found.items() if need not in needs}
        some = any(need in found for need in needs) and any(need not in found for need in needs)
        if some and not numeric.missing(rest):
            found = rest
    return found


def from_one_filing(
    numeric: Plan,
    found: Mapping[Figure, Operand],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Mapping[Figure, Operand]:
    """What was found, the figures of a period from the latest filing that states them all.

    Args:
        numeric: Whose figures are held against each other.
        found: Operand of each figure, chosen by itself.
        passages: The evidence.
        filings: By filing_id.

    """
    if numeric.missing(found):
        return found
    periods: defaultdict[object, list[Figure]] = defaultdict(list)
    for need in numeric.used(found):
        if found[need].column and not counted_in(need):
            periods[need.company, need.period].append(need)
    taken = dict(found)
    for needs in periods.values():
        cited = {found[need].filing_id for need in needs}
        for filing_id in sorted(
            cited, key=lambda one: filings[one].identity.known_since, reverse=True
        ):
            own = [p for p in passages if p.filing_id == filing_id]
            stated = {
                need: operand
                for need in needs
                if len(cited) > 1 and (operand := find_operand(requirement_of(need), own, filings))
                if operand.column
            }
            if len(stated) == len(needs):
                taken.update(_retold(found, stated))
                break
        else:
            apart = {need: found[need] for need in needs if len(cited) > 1}
            taken |= {n: replace(one, doubt=one.doubt or _APART) for n, one in apart.items()}
    return taken


def _retold(
    found: Mapping[Figure, Operand], stated: Mapping[Figure, Operand]
) -> Iterator[tuple[Figure, Operand]]:
    """What one filing states, where it differs from what was found, with a word on it."""
    for need, one in stated.items():
        other = found[need]
        if one.value != other.value:
            told = _ANOTHER.format(other.filing_id, other.printed)
            yield need, named(need, replace(one, doubt=one.doubt or told))


def _together(
    chosen: Mapping[Figure, Operand],
    places: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Iterator[tuple[Figure, Operand]]:
    """The operands of the latest place that states all periods; nothing where none does.

    Nothing either where the place says the same: each year's own report is cited then.
    """
    for place in sorted(
        places, key=lambda one: filings[one.filing_id].identity.known_since, reverse=True
    ):
        stated = {need: find_operand(requirement_of(need), [place], filings) for need in chosen}
        if all(stated.values()):
            break
    else:
        return
    if all(one and one.value == chosen[need].value for need, one in stated.items()):
        return
    for need, one in stated.items():
        if one is None:
            return
        other = chosen[need]
        sure = other.earlier is not None or not other.doubt
        differs = one.value != other.value and sure
        told = _OTHERWISE.format(other.filing_id, other.printed) if differs else ""
        yield need, named(need, replace(one, doubt=one.doubt or told))
