"""Every doubt about a figure that is computed, the first to be told."""

from collections.abc import Iterator, Mapping, Sequence

from hirec.analysts.rule.doubts.checks import doubts_of
from hirec.analysts.rule.doubts.context import in_context
from hirec.analysts.rule.doubts.periods import false_premise, moved_otherwise
from hirec.analysts.rule.doubts.rows import of_two_reports, side_by_side
from hirec.analysts.rule.figures.grounded import pair_of
from hirec.analysts.rule.plans.formula import divides, figures
from hirec.analysts.rule.plans.worked import Worked
from hirec.lexicon import Kind
from hirec.types import (
    Arithmetic,
    CannotAnswer,
    Figure,
    Filing,
    Measure,
    Operand,
    Operation,
    ParsedQuestion,
    Passage,
)

_OF_RATES = "Both are percentages; amounts may be meant."
_WHOLE = frozenset(("USD", "shares", ""))
"""Units of amounts and counts."""
_OF_TWO_KINDS = "What was found are figures of two kinds: {}."


def doubts_in(
    parsed: ParsedQuestion,
    worked: Worked,
    evidence: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Iterator[str]:
    """Doubts in the numbers and in what is computed of them, also empty ones.

    A page that is given with its question is what the question is about. Raises CannotAnswer where
    the numbers cannot be what is asked for.
    """
    used = worked.used
    aside = in_context(parsed, [*used.values()], evidence)
    held = "" if worked.plan.given else _held_together(parsed, [*used.values()])
    yield from (aside, held, worked.doubt)
    yield from (operand.doubt for operand in used.values())
    if worked.plan.given:
        return
    for need, operand in used.items():
        yield doubts_of(need, operand, evidence, filings, parsed.core)
    if worked.plan.finish in (Operation.DIFFERENCE, Operation.GROWTH):
        _of_one_kind(worked)
        yield false_premise(parsed.core, used)
    yield moved_otherwise(parsed.core, [*used])
    yield side_by_side(pair_of(worked.plan, worked.operands), evidence)
    yield of_two_reports(used)


def _of_one_kind(worked: Worked) -> None:
    """Raise CannotAnswer where an amount or a count is taken off a quotient."""
    parts = worked.plan.settled(worked.operands)
    plain = [need for part in parts if not divides(part) for need in figures(part)]
    whole = [need for need in plain if worked.operands[need].unit in _WHOLE]
    if whole and any(map(divides, parts)):
        raise CannotAnswer(_OF_TWO_KINDS.format("a quotient and an amount"))


def _held_together(parsed: ParsedQuestion, used: Sequence[Operand]) -> str:
    """Doubt in two figures of one sum or quotient.

    Raises CannotAnswer where they are one cell, or people are taken off dollars.
    """
    units = [operand.unit for operand in used]
    if len(parsed.measures) == 1 and _adds_up(parsed.measures[0]) and len(set(units)) > 1:
        raise CannotAnswer(_OF_TWO_KINDS.format(" and ".join(sorted(set(units)))))
    match parsed.measures:
        case (Arithmetic("/", Figure(), Figure()),) if units == ["%", "USD"]:
            raise CannotAnswer(_OF_TWO_KINDS.format("% and USD"))
        case (Arithmetic(sign, Figure(kind=one), Figure(kind=other)),) if len(used) > 1:
            cells = {(at.passage_id, at.row, at.column, at.printed) for at in used}
            if len(cells) == 1:
                raise CannotAnswer("What is asked of two figures was found of one alone.")
            return _OF_RATES if sign != "-" and one == other == Kind.PERCENT else ""
        case _:
            return ""


def _adds_up(measure: Measure) -> bool:
    """Whether all that is done is to add and to take off."""
    match measure:
        case Arithmetic("+" | "-", left, right):
            return all(isinstance(one, Figure) or _adds_up(one) for one in (left, right))
        case _:
            return False
