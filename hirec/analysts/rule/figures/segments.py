"""Which segment, region, product or the like had the most: a choice among the parts of a table.

The members of a table's part axis, its rows or its columns, are enumerated as the years of a range
are, and the same programs choose among them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from hirec.analysts.rule.evidence import passages_of
from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.plans.formula import Binary, Leaf, Number, moved
from hirec.analysts.rule.plans.plan import Part, Plan
from hirec.analysts.rule.plans.writing import write_program
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.requirements.requirement import requirement_of
from hirec.analysts.rule.tables.axes import axes_of
from hirec.analysts.rule.tables.axis import Axis, Member
from hirec.analysts.rule.tables.joined_axes import joined_axes
from hirec.analysts.rule.tables.likely_axes import likely_axes
from hirec.analysts.rule.tables.parts_asked import (
    NAMED_OTHER,
    ONE_WAY,
    PartAsked,
    by_profit,
    part_asked,
    profit_and_sales,
)
from hirec.grounding.cells import TableCell
from hirec.lexicon import Kind
from hirec.lexicon.geography import is_country
from hirec.sentence_ends import sentences
from hirec.types import (
    CannotAnswer,
    CompanyRef,
    Figure,
    Filing,
    Operand,
    Operation,
    Passage,
    Program,
    Query,
)
from hirec.understanding import parse_of

_CORPORATE = re.compile(r"\bcorporate\b", re.IGNORECASE)
"""What is told of no part, with what else there is."""
_OTHER = re.compile(r"^\W*(?:all )?others?\b", re.IGNORECASE)
_EITHER = "By amount it is another one than by percent."
_COUNTRIES = "The table tells of countries; the company may have regions of its own."
_LIKELY = "Nothing says that these are all the parts, or that they are of the kind asked about."
_LEVELS = "Some of them are made of others there; either may be meant."
_OTHERS = "What is only called “other” there may hold parts as large."
_NONE = "None of them did so, though the question says that one did."
_NONE_FELL = "None of them fell, or lost anything."
_EARNED = "The margin is taken as what the filing calls their profit, over their sales."
_ALONE = "Their table does not say that they are all parts of the company, nor what it has in all."


class TablesDifferError(CannotAnswer):
    """Two tables that both prove their parts name another one each."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A program that names a part, and what the company states in all, where it was found."""

    program: Program
    total: Operand | None
    listing: Passage | None = None
    """Where the company names the parts one after the other, where that decides."""

    @property
    def carriers(self) -> frozenset[str]:
        """Passages that it rests on."""
        stated = (*self.program.operands, *((self.total,) if self.total else ()))
        own = (self.listing.passage_id,) if self.listing else ()
        return frozenset((*own, *(operand.passage_id for operand in stated)))


def choose_part(
    query: Query,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    *,
    likely: bool = True,
) -> Choice | None:
    """A program that names the largest or smallest part; None where no such choice is asked.

    Read are tables of the one company asked about: amounts whose parts add up to the total that
    the table states, rates, or the metric's row under the heading of each part.

    Args:
        query: What is asked, parsed.
        passages: Evidence; only tables are read.
        filings: By filing_id; passages of others are not read.
        likely: Where no table proves that it has all the parts, one will do that has some: in
            doubt.

    Raises:
        CannotAnswer: such a choice is asked, but no table states it, or two tables differ.

    """
    asked, doubt = part_asked(parse_of(query)), parse_of(query).doubt
    if asked is None:
        return None
    company = parse_of(query).companies[0]
    ours = [passage for passage, _ in passages_of(company, passages, filings)]
    by = partial(_best, company=company, passages=ours, filings=filings)
    pair = profit_and_sales(asked)
    if pair and asked.over:
        return _margin(asked, *map(by, pair))
    try:
        best = by(asked)
    except TablesDifferError:
        raise
    except CannotAnswer as unstated:
        with suppress(CannotAnswer):
            if pair is not None:
                return _margin(asked, *map(by, pair))
        with suppress(CannotAnswer):
            if (earned := by_profit(asked)) and (pair := profit_and_sales(earned)):
                choice = _margin(earned, *map(by, pair))
                return replace(choice, program=replace(choice.program, doubt=_EARNED))
        with suppress(CannotAnswer):
            if likely:
                return _likely(asked, pair, ours, filings)
        raise unstated from None
    program = _program(best.axis, asked, best.whole)
    doubt = doubt or (_COUNTRIES if _is_of_countries(best.axis, asked) else "")
    doubt = doubt or (_LEVELS if best.axis.nested and best.listing else "")
    return Choice(replace(program, doubt=program.doubt or doubt), best.total, best.listing)


def _operand(cell: TableCell, asked: PartAsked) -> Operand:
    """A part's number as what is asked for; a share of it where that is what a table prints."""
    if asked.metric is None:
        things = asked.counts or (cell.kind is Kind.MONEY and not cell.table.unit)
        return cell.operand("", Kind.COUNT if things else None)
    if cell.kind is Kind.PERCENT and not asked.is_rate:
        return cell.operand("", Kind.PERCENT)
    return cell.operand("", asked.metric.kind, asked.metric)


def _likely(
    asked: PartAsked,
    pair: tuple[PartAsked, PartAsked] | None,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Choice:
    """The choice among the likeliest parts; raises CannotAnswer where there are none."""
    likeliest = partial(_likeliest, passages=passages, filings=filings)
    if axes := likeliest(asked):
        program = _program(axes[0], asked, whole=False)
        return Choice(replace(program, doubt=_LIKELY), None)
    for profit, sales in product(*map(likeliest, pair)) if pair else ():
        with suppress(CannotAnswer):
            choice = _margin(asked, _Best(profit, False, None), _Best(sales, False, None))
            return replace(choice, program=replace(choice.program, doubt=_LIKELY))
    name = asked.figure.words
    raise CannotAnswer(f"No table states {name} by part.", (name,))


def _likeliest(
    asked: PartAsked, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> list[Axis]:
    """The parts that are chosen among, as tables may have them, the likeliest first."""
    found = [
        (rank, left)
        for rank, axis in likely_axes(passages, asked, filings)
        if len((left := _left(axis, asked)).members) > 1
    ]
    return [axis for _, axis in sorted(found, key=lambda one: one[0], reverse=True)]


@dataclass(frozen=True, slots=True)
class _Best:
    """The parts that are sure to be meant, and why."""

    axis: Axis
    whole: bool
    """They are known to be all parts of the company."""
    total: Operand | None
    listing: Passage | None = None


def _best(
    asked: PartAsked,
    company: CompanyRef,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> _Best:
    """The surest parts; raises CannotAnswer where there are none, or tables differ."""
    found = [one for passage in passages for one in axes_of(passage, asked)]
    found = found or [*joined_axes(passages, asked)]
    figure = replace(asked.figure, company=company)
    total = _in_all(figure, asked, passages, filings) if found else None
    ranked = [
        ((not _is_of_countries(axis, asked), not axis.nested, about), left)
        for about, axis in found
        if axis.makes_up(total) and len((left := _left(axis, asked)).members) > 1
    ]
    name = asked.figure.words
    if not ranked:
        raise CannotAnswer(f"No table states {name} by part.", (name,))
    surest = max(rank for rank, _ in ranked)
    axes = [axis for rank, axis in ranked if rank == surest]
    *_, (_, told) = surest
    whole = told or total is not None
    chosen = {_same_label(_chosen(axis, asked, asked.moving)): axis for axis in reversed(axes)}
    if len(chosen) == 1 or _are_renamed(chosen):
        return _Best(axes[0], whole, total)
    listed = {
        label: (axis, passage)
        for label, axis in chosen.items()
        for passage in passages
        if _lists(passage, axis, asked)
    }
    if len(listed) != 1:
        raise TablesDifferError(f"which {asked.among} it is, as tables differ: {', '.join(chosen)}")
    axis, passage = listed.popitem()[1]
    return _Best(axis, whole, total, passage)


def _are_renamed(chosen: Mapping[str, Axis]) -> bool:
    """Whether tables state the same amounts, under a name that only one of them has."""
    amounts = {
        tuple(sorted(cell.operand("").value for one in axis.members for cell in one.cells))
        for axis in chosen.values()
    }
    return len(amounts) == 1 and all(
        label == other or label not in {_same_label(one.label) for one in axis.members}
        for label in chosen
        for other, axis in chosen.items()
    )


def _left(axis: Axis, asked: PartAsked) -> Axis:
    """The parts that the question chooses among."""
    named = asked.ranking.among if asked.ranking else ()
    return axis.without(asked.left_out).among(named)


def _is_of_countries(axis: Axis, asked: PartAsked) -> bool:
    """Whether parts are countries for the most part, where regions are asked about."""
    named = sum(map(is_country, (member.label for member in axis.members)))
    return asked.kinds == {"region"} and not asked.place and 2 * named >= len(axis.members)


def _margin(asked: PartAsked, profit: _Best, sales: _Best) -> Choice:
    """The choice by what each part earns of its sales; raises CannotAnswer of other parts each."""
    of = {_same_label(member.label): member for member in sales.axis.members}
    if not {_same_label(member.label) for member in profit.axis.members} <= {*of}:
        name = asked.figure.words
        raise CannotAnswer(f"No table states {name} by part.", (name,))
    operands: dict[Figure, Operand] = {}
    parts: list[Part] = []
    for member in profit.axis.members:
        ends = []
        for words, one in (("profit", member), ("sales", of[_same_label(member.label)])):
            figure = Figure(f"{member.label} {words}", period=asked.period)
            operands[figure] = one.cells[-1].operand("", Kind.MONEY)
            ends.append(Leaf(figure))
        parts.append(Part(member.label, Binary("*", Number(100), Binary("/", *ends))))
    plan = Plan(asked.finish, tuple(parts), unit="%", ranking=asked.ranking)
    program = write_program(plan, operands)
    whole = profit.whole and sales.whole and not any(map(_is_named, profit.axis.rest))
    doubt = "" if whole else _ALONE
    return Choice(replace(program, doubt=doubt), sales.total, sales.listing)


def _lists(passage: Passage, axis: Axis, asked: PartAsked) -> bool:
    """Whether a sentence names the parts: "our four segments are Tools, Paint, Home and Garden"."""
    if passage.table_json:
        return False
    labels = [_same_label(member.label) for member in axis.members]
    told = map(_same_label, sentences(passage.text))
    return any(asked.kind_words & stems(one) and all(n in one for n in labels) for one in told)


def _in_all(
    figure: Figure, asked: PartAsked, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """What the company states in all; None where it is silent, and of rates: they do not add up."""
    if asked.is_rate:
        return None
    return find_operand(
        requirement_of(replace(figure, period=asked.period)), passages, filings, by_tag=False
    )


def _value(member: Member, moving: Operation | None) -> float:
    *before, now = (float(cell.operand("x").value) for cell in member.cells)
    if not moving or not before:
        return now
    moved = now - before[0]
    return moved / abs(before[0] or 1) if moving is Operation.GROWTH else moved


def _chosen(axis: Axis, asked: PartAsked, moving: Operation | None) -> str:
    """Label of the part, or of all that did what is asked; raises CannotAnswer of hidden ones."""
    if asked.finish is Operation.SEVERAL:
        return "; ".join(sorted(member.label for member in axis.members))
    if asked.finish in ONE_WAY:
        for other in filter(_is_named, _alike(axis.rest, asked)):
            raise CannotAnswer(f"which {asked.among} it is: some are only called “{other.label}”")
        return "; ".join(member.label for member in _alike(axis.members, asked)) or "none"
    values = {member.label: _value(member, moving) for member in axis.members}
    up = asked.finish is Operation.LARGEST
    hidden = _hidden(axis, values.values(), moving, up)
    if hidden and not _CORPORATE.search(hidden):
        raise CannotAnswer(f"which {asked.among} it is: some are only called “{hidden}”")
    if asked.ranking is not None:
        return "; ".join(sorted(values, key=lambda label: values[label], reverse=up))
    return max(values, key=lambda label: values[label] if up else -values[label])


def _alike(members: Sequence[Member], asked: PartAsked) -> list[Member]:
    """Those that did what any number may have done: grew, shrank, earned or lost money."""
    sign = 1 if ONE_WAY[asked.finish] is Operation.POSITIVE else -1
    return [member for member in members if sign * _value(member, asked.moving) > 0]


def _hidden(axis: Axis, values: Collection[float], moving: Operation | None, up: bool) -> str:
    """What is left beside the parts and may hold the one asked for; empty where nothing does.

    "Other" may be several parts, "Other Bets" is one. What "Corporate" loses is no part's.
    """
    for other in axis.rest:
        value, named = _value(other, moving), _is_named(other)
        most = value > max(values) if up else value < min(values)
        if most if up or moving else value > 0 or (named and most):
            return other.label
    return ""


def _is_named(other: Member) -> bool:
    return NAMED_OTHER.match(other.label) is not None


def _is_other(other: Member) -> bool:
    return _OTHER.search(other.label) is not None


def _same_label(label: str) -> str:
    words = label.lower().replace("&", "and").rstrip(" .").split()
    return " ".join(words[:-1] if words[-1:] == ["segment"] else words)


def _program(axis: Axis, asked: PartAsked, whole: bool) -> Program:
    """The choice as a program, with each part's value beside the name."""
    operands: dict[Figure, Operand] = {}
    parts: list[Part] = []
    listed = asked.finish is Operation.SEVERAL
    for member in (*axis.members, *(axis.rest if listed else ())):
        leaves: list[Leaf] = []
        for cell, period in zip(member.cells, asked.periods, strict=True):
            figure = replace(
                asked.figure,
                words=f"{asked.figure.words} {member.label}",
                concept="",
                period=period,
            )
            leaves.append(Leaf(figure))
            operands[figure] = _operand(cell, asked)
        relative = asked.moving is Operation.GROWTH
        value = moved(relative, *leaves) if asked.moving else leaves[0]
        parts.append(Part(member.label, value))
    finish, ranking = ONE_WAY.get(asked.finish, asked.finish), asked.ranking
    bound = ranking.bound if ranking else None
    plan = Plan(finish, tuple(parts), ranking=ranking, bound=bound)
    doubt = "" if whole else _ALONE
    if asked.ranking is not None and any(map(_is_other, axis.rest)):
        doubt = doubt or _OTHERS
    if asked.finish in ONE_WAY and asked.one and not _alike(axis.members, asked):
        doubt = doubt or _NONE
    if asked.finish in ONE_WAY and (left := [*filter(_is_other, _alike(axis.rest, asked))]):
        doubt = f"“{left[0].label}” did so too, whatever it holds."
    values = [_value(member, asked.moving) for member in axis.members]
    up = finish is Operation.LARGEST
    if (up or finish is Operation.SMALLEST) and _hidden(axis, values, asked.moving, up):
        doubt = doubt or _OTHERS
    if asked.falls and finish is Operation.SMALLEST and min(values) >= 0:
        doubt = _NONE_FELL
    if not listed and asked.moving is Operation.DIFFERENCE:
        ways = {_chosen(axis, asked, way) for way in (Operation.GROWTH, Operation.DIFFERENCE)}
        doubt = doubt or (_EITHER if len(ways) > 1 else "")
    return replace(write_program(plan, operands), doubt=doubt)
