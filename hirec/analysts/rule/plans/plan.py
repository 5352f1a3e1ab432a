"""A plan: which figures a question needs, and what to do with them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from hirec.analysts.rule.plans.formula import (
    Binary,
    Expression,
    Leaf,
    Number,
    figures,
    foremost,
    missing,
    settle,
)
from hirec.lexicon import words_in
from hirec.types import Bound, CompanyRef, Figure, Operand, Operation, Ranking, Relation

_RELATIVE = re.compile(
    r"(?<!absolute )\bpercent(?:age)? (?:change|increase|decrease)", re.IGNORECASE
)
_EITHER_CHANGE = "Of a rate, a percentage change may mean points as well."
PRINTED = "as the filing prints it"
"""The convention of a company's own measure: a row of the very name."""


@dataclass(frozen=True, slots=True)
class Part:
    """One figure of a plan: a metric or formula of one company and period."""

    label: str
    """What tells it from the other parts: a period, a company or a metric."""
    expression: Expression


@dataclass(frozen=True, slots=True)
class Alternative:
    """The parts of a plan by another usual convention."""

    name: str
    """``on year-end balances``."""
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which figures a question needs and what to do with them."""

    finish: Operation
    parts: tuple[Part, ...]
    """In order of time, or as said."""
    unit: str = ""
    """Unit of the parts where the metric says it; else it follows from the operands."""
    scale: int = 0
    decimals: int | None = None
    percent: bool = False
    money: bool = False
    """An amount is asked for: what is printed as a percentage does not answer."""
    improving: bool = False
    of_whole: bool = False
    """Shares are those of a part in its whole, so never above 100%."""
    said_part: bool = False
    """The question calls a share a part of the other: more than all of it is in doubt."""
    amount: bool = False
    """Of a share the part itself is asked for: "how much of the inventory was raw materials"."""
    share: tuple[Figure, Figure] | None = None
    """Part and whole as the question names them, which one table may state together."""
    bound: Bound | None = None
    """What the one part is held against."""
    optional: bool = False
    """The question may ask for words: where no row bears the name it says, it does."""
    measure: str = ""
    """Key of the ratio whose convention the question leaves open or chooses; else empty."""
    convention: str = ""
    """That convention in words."""
    given: bool = False
    """Over a given page amounts are as printed: what is paid, lost or used up is told by size."""
    of_losses: bool = False
    """Losses are held against each other: the larger one is farther below zero."""
    distance: bool = False
    """A difference without a direction: "between 2018 and 2019"."""
    alternatives: tuple[Alternative, ...] = ()
    """The other usual conventions; what only they need may be missing."""
    ranking: Ranking | None = None
    """Which of the parts a choice names; None: the first."""
    apart: tuple[Part, ...] = ()
    """Each of two things that a name joins ("iPhone and Mac net sales"), where no row bears it."""

    @property
    def within_whole(self) -> bool:
        """Whether the question says that what it asks about is a part of the other figure."""
        return self.said_part or self.amount

    @property
    def relation(self) -> Relation:
        """The relation of the question's intent."""
        return self.finish.relation

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every number that may be needed; see :meth:`missing` for what really is lacking."""
        found = (need for part in self.parts for need in figures(part.expression))
        return tuple(dict.fromkeys(found))

    @property
    def foremost(self) -> tuple[Figure, ...]:
        """Those of them that are needed where each measure is stated as it is called."""
        found = (need for part in self.parts for need in foremost(part.expression))
        return tuple(dict.fromkeys(found))

    @property
    def further(self) -> tuple[Figure, ...]:
        """Numbers that only the alternatives need, or what a name joins."""
        every = (*self.apart, *(part for other in self.alternatives for part in other.parts))
        found = dict.fromkeys(need for part in every for need in figures(part.expression))
        return tuple(need for need in found if need not in self.figures)

    @property
    def companies(self) -> frozenset[CompanyRef | None]:
        """Whose figures it needs."""
        return frozenset(need.company for need in self.figures)

    @property
    def over_time(self) -> bool:
        """Whether its parts are one company's of different periods."""
        periods = {frozenset(f.period for f in figures(part.expression)) for part in self.parts}
        return len(periods) > 1 and len(self.companies) == 1

    @property
    def unprinted(self) -> bool:
        """Whether the company may print the measure, and it is computed all the same."""
        return any(one.name == PRINTED for one in self.alternatives)

    def as_printed(self, operands: Mapping[Figure, Operand]) -> Self:
        """The plan over the measure that the company itself prints, ours beside it."""
        own = next((one for one in self.alternatives if one.name == PRINTED), None)
        if own is None or not _found(own.parts, operands):
            return self
        others = tuple(one for one in self.alternatives if one is not own)
        computed = Alternative(self.convention, self.parts)
        return replace(self, parts=own.parts, convention=PRINTED, alternatives=(computed, *others))

    def as_listed(self, operands: Mapping[Figure, Operand]) -> Self:
        """The periods themselves, where an average of them is asked and each row is one already.

        "Average ticket in 2022 and 2023" are two numbers, by the name that the row bears; the mean
        of "weighted-average shares" is asked for besides.
        """
        used = self.used(operands)
        named = bool(used) and all(
            "average" in words_in(operands[need].row) - words_in(need.words) for need in used
        )
        averaged = self.finish is Operation.AVERAGE and len(self.parts) > 1 and named
        return replace(self, finish=Operation.SERIES) if averaged else self

    def in_points(self, operands: Mapping[Figure, Operand], said: str) -> tuple[Self, str]:
        """The change itself, where the growth of what turns out to be a rate is asked for.

        As it is, in doubt, where the words ask for its percentage change: that may mean either.
        """
        used = self.used(operands)
        rates = bool(used) and all(operands[need].unit == "%" for need in used)
        if not rates or self.finish is not Operation.GROWTH:
            return self, ""
        if _RELATIVE.search(said):
            return self, _EITHER_CHANGE
        return replace(self, finish=Operation.DIFFERENCE), ""

    def computable(self, operands: Mapping[Figure, Operand]) -> Self:
        """The plan by the first usual convention whose figures are found, where its own are not."""
        if not self.missing(operands):
            return self
        for one in self.alternatives:
            if _found(one.parts, operands):
                return replace(self, parts=one.parts, convention=one.name, alternatives=())
        if self.apart and _found(self.apart, operands):
            return replace(self, parts=self.apart, finish=Operation.SEVERAL, alternatives=())
        return self

    def as_share(self, operands: Mapping[Figure, Operand]) -> Self:
        """The plan over part and whole by their names, where only these are found."""
        found = self.share and all(figure in operands for figure in self.share)
        if self.share is None or not found or not self.missing(operands):
            return self
        share = Binary("/", *map(Leaf, self.share))
        parts = (Part("", Binary("*", Number(100), share)),)
        return replace(self, parts=parts, alternatives=())

    def settled(self, operands: Mapping[Figure, Operand]) -> tuple[Expression, ...]:
        """The parts by the way that is taken, where nothing is missing."""
        return tuple(settle(part.expression, operands) for part in self.parts)

    def used(self, operands: Mapping[Figure, Operand]) -> tuple[Figure, ...]:
        """The figures of the way that is taken, where nothing is missing."""
        settled = self.settled(operands)
        return tuple(dict.fromkeys(need for part in settled for need in figures(part)))

    def missing(self, operands: Mapping[Figure, Operand]) -> tuple[Figure, ...]:
        """Requirements that are lacking, empty where :func:`write_program` will succeed.

        Some figures can be had in several ways (gross profit, or revenue less cost of revenue):
        then only the way that lacks least is counted.
        """
        lacking = (need for part in self.parts for need in missing(part.expression, operands))
        return tuple(dict.fromkeys(lacking))


def _found(parts: Sequence[Part], operands: Mapping[Figure, Operand]) -> bool:
    """Whether nothing that these parts need is missing."""
    return not any(missing(part.expression, operands) for part in parts)
