"""Periods of one figure, from one place where it states them all.

Each period's figure is found by itself, and the report made last wins. A sum over years may so take
one year from a report that counts otherwise than those before it, a growth rate one quarter from
another table of the same page. Where one place states every period, it is read.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.requirements.requirement import named, requirement_of
from hirec.grounding.counted import counted_in
from hirec.types import Figure, Filing, Operand, Passage

_OTHERWISE = "{} states it as {}; all periods are taken from one place."


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


def _together(
    chosen: Mapping[Figure, Operand],
    places: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Iterator[tuple[Figure, Operand]]:
    """The operands of the latest place that states all periods; nothing where none does.

    Nothing either where the place says the same: each year's own report is cited then.
    """
    for place in sorted(places, key=lambda one: _made(one, filings), reverse=True):
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


def _made(passage: Passage, filings: Mapping[str, Filing]) -> str:
    known = filings[passage.filing_id].identity.available_since
    return known.isoformat() if known else ""
