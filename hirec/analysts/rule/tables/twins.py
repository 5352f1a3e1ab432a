"""Tables of one make, one for each part: those of parts that nobody asked about are not read.

Below "Heavy Widgets" and below "Light Widgets" the same rows stand with other numbers. Neither
table says in a row that it is of a part; their titles do, and that there are several of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from hirec.analysts.rule.requirements.phrases import stems
from hirec.grounding.tables import residual, standing_of
from hirec.lexicon import find_metrics, normalize_label
from hirec.types import Figure, Operand, Passage

_LONGEST_TITLE = 8
"""A caption of more words is a sentence."""
_OF_ALL = stems(
    "results operations operating segment segments business reportable information data selected "
    "summary highlights overview statement statements consolidated total company financial "
    "condition key metrics measures performance supplemental other three six nine twelve months "
    "year quarter annual compared review analysis discussion management table note schedule item "
    "reconciliation adjusted gaap non revenues sales income expenses cost earnings cash assets"
)
"""Words of titles that name no part."""
_ALIKE = 0.33
"""Least share of the shorter table's rows that the other has too."""
_SEVERAL = 2
_SAME = 0.4
"""Most of these that may state the same: days of the period."""


@dataclass(frozen=True, slots=True)
class _Titled:
    """A table with a title that may name a part, and what it prints in each row."""

    passage: Passage
    title: frozenset[str]
    printed: dict[str, tuple[str, ...]]


def without_other_parts(
    passages: Sequence[Passage],
    figures: Sequence[Figure],
    found: Iterable[Operand],
    *,
    lacking: bool,
) -> list[Passage] | None:
    """The passages without tables of parts that no figure names; None where it is all the same.

    Args:
        passages: The evidence.
        figures: What is asked for, with the companies, whose names part nothing.
        found: What was found for them in all of the evidence.
        lacking: Something was not: tables of parts may have contradicted one another.

    """
    asked = stems(" ".join(w for f in figures for w in (f.words, f.part, *f.qualifiers)))
    own = stems(" ".join(figure.company.name for figure in figures if figure.company))
    out: set[str] = set()
    for one, other in permutations(_titled(passages, own), 2):
        apart = one.title - other.title
        if apart and other.title - one.title and not apart & asked and _are_twins(one, other):
            out.add(one.passage.passage_id)
    used = {operand.passage_id for operand in found}
    if not out or (out.isdisjoint(used) and not lacking):
        return None
    return [passage for passage in passages if passage.passage_id not in out]


def _titled(passages: Iterable[Passage], own: frozenset[str]) -> Iterator[_Titled]:
    for passage in passages:
        table = passage.table
        if table is None or standing_of(table, passage.section).primary:
            continue
        short = len(table.caption.split()) <= _LONGEST_TITLE
        said = table.caption if short and table.caption else passage.section.rpartition(" > ")[2]
        if len(said.split()) > _LONGEST_TITLE or find_metrics(said):
            continue
        if title := stems(residual(said)) - _OF_ALL - own:
            rows = {
                normalize_label(f"{row.section} {row.label}"): tuple(c.text for c in row.cells if c)
                for row in table.rows
                if row.label and any(row.cells)
            }
            yield _Titled(passage, title, rows)


def _are_twins(one: _Titled, other: _Titled) -> bool:
    """Whether both print the same rows of the same periods with other numbers."""
    if one.passage.filing_id != other.passage.filing_id or _periods(one) != _periods(other):
        return False
    both = one.printed.keys() & other.printed.keys()
    fewer = min(len(one.printed), len(other.printed))
    if len(both) < max(_SEVERAL, _ALIKE * fewer):
        return False
    return sum(one.printed[row] == other.printed[row] for row in both) <= _SAME * len(both)


def _periods(one: _Titled) -> set[str]:
    table = one.passage.table
    return {c.period.label() for c in table.columns if c.period} if table else set()
