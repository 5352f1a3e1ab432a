"""What is done with the figures: the operation that a question's operators come to.

A question may hold several operators ("average growth", "highest % change"). They are read
together, the first rule that fits decides, and each says why.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from hirec.types import WHOLE_COMPANY_CHOICES, Operation
from hirec.understanding.annotate import Span

_GROWS = frozenset({"grow", "grew", "grown"})
"""What an average does itself."""
_OVER_YEARS = frozenset({"year over year", "year on year", "y o y"})
"""Ask for growth by themselves: "revenue 2023, year over year"."""
_FAST = frozenset({"faster", "quicker", "quickly", "rapidly", "slower", "slowly"})
_UP = frozenset({"rise", "improve", "growth"})

_COUNTS = {
    Operation.ABOVE: Operation.COUNT_ABOVE,
    Operation.BELOW: Operation.COUNT_BELOW,
}


@dataclass(frozen=True, slots=True)
class Count:
    """How many of each a question names."""

    measures: int
    periods: int
    companies: int

    @property
    def several(self) -> bool:
        """Whether there are several of any."""
        return max(self.measures, self.periods, self.companies) > 1


@dataclass(frozen=True, slots=True)
class Chosen:
    """An operation, the change it is about, and operators that it has no use for."""

    operation: Operation
    moving: Operation | None = None
    unused: tuple[Span, ...] = ()
    readings: tuple[str, ...] = ()
    doubt: str = ""
    """Why another may be meant."""


@dataclass
class Operators:
    """The operators of a question by kind."""

    polar: bool
    percent: bool
    bounded: bool = False
    counting: bool = False
    """Whether it is asked in how many years or quarters a bound is kept to."""
    amount: bool = False
    """Whether it is asked how much; "lower margin, A or B" asks which."""
    absolute: bool = False
    """Whether an amount or a count is asked for: "by how many stores did it grow" wants no rate."""
    paced: bool = False
    """Whether it is asked how fast something moved: a rate, whatever it is called."""
    either: bool = False
    """Whether two are named with "or" between them: the one is asked for, not yes or no."""
    moved: bool = False
    """Whether a comparison without "the" and "than" is with before: "which had lower sales"."""
    limits: frozenset[str] = frozenset()
    """What the words before a bound, or between two figures, say: ``more`` or ``less``."""
    by: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, spans: Iterable[Span], *, polar: bool, percent: bool) -> "Operators":
        """Sort spans by kind.

        Args:
            spans: Those of operators, in the order of their words.
            polar: Whether the question is one of yes or no.
            percent: Whether the result is wanted in percent.

        """
        found = cls(polar, percent)
        for span in spans:
            found.by[span.kind.removesuffix("_OF")].append(span)
        found.percent = percent or "percent" in found.values("PERCENT")
        return found

    def has(self, kind: str) -> bool:
        """Whether an operator of this kind is said."""
        return bool(self.by.get(kind))

    def values(self, kind: str) -> set[str]:
        """What the operators of a kind say."""
        return {span.value for span in self.by.get(kind, ())}

    @property
    def among_parts(self) -> bool:
        """Whether parts of a company are chosen among."""
        return not self.values("DOMAIN") <= WHOLE_COMPANY_CHOICES

    @property
    def falling(self) -> bool:
        """Whether what is asked about is a fall: more of it is less growth."""
        return self.values("MOVE") == {"fall"}

    @property
    def averages(self) -> bool:
        """Whether an average is asked for; one whose change is asked for is but a name.

        "Average growth", and "did it grow on average", but not "did average deposits grow".
        """
        if not self.has("AVERAGE"):
            return False
        moves = self.by.get("MOVE", [])
        first = self.by["AVERAGE"][0].first
        if not moves or first == moves[0].first - 1:
            return True
        moved = first < moves[0].first and moves[0].said.lower() in _GROWS
        return self.values("MOVE") == {"growth"} and not moved

    @property
    def explicit_average(self) -> bool:
        """Whether "the average of" is said: a row may be called "average price"."""
        return any(span.kind == "AVERAGE_OF" for span in self.by.get("AVERAGE", ()))

    @property
    def moving(self) -> Operation | None:
        """The change that is asked about, None where none is."""
        moves = self.values("MOVE")
        if not moves:
            said = {span.said.lower().replace("-", " ") for span in self.by.get("YEARLY", ())}
            grown = said & _OVER_YEARS or (said and self.percent)
            return Operation.GROWTH if grown else None
        pace = "pace" in self.values("MOST") | self.values("LEAST")  # "the fastest rise"
        pace |= any(_FAST & set(s.said.lower().split()) for s in self.by.get("MORE", ()))
        pace |= self.paced
        relative = ("growth" in moves and not self.absolute) or self.percent or pace
        return Operation.GROWTH if relative else Operation.DIFFERENCE


def choose(ops: Operators, count: Count, structure: str) -> Chosen:
    """The operation that the operators come to; see the module.

    Args:
        ops: Operators of the question.
        count: Measures, periods and companies that it names.
        structure: How the measures are joined: ``listing``, ``stated_share``, ``multiple`` and
            others.

    """
    if ops.counting:
        held = _judged(ops, count, structure)
        return replace(held, operation=_COUNTS.get(held.operation, held.operation))
    if ops.polar:
        chosen = _judged(ops, count, structure)
        return replace(chosen, unused=tuple(_computing(ops, chosen.operation)))
    if structure == "single_ratio":
        # One figure is no ratio but over two periods; the word itself is in the derivation.
        return Chosen(Operation.RATIO if count.periods == 2 else Operation.VALUE)
    if structure == "multiple" or (
        structure == "share_of_own" and max(count.periods, count.companies) == 2
    ):
        return Chosen(Operation.RATIO)
    years = 1 if ops.moved else 2
    if ops.among_parts and ops.has("MORE") and ops.moving is None and count == Count(1, years, 1):
        # "Which segment sold less in 2022 than in 2021"
        said = ops.by["MORE"][0].said
        if ops.moved and not ops.by["DOMAIN"][0].said.lower().endswith("s"):
            doubt = f"“{said}” is taken as {said} than the others, not than the year before."
            return replace(_extreme(ops, count), doubt=doubt)
        why = (f"“{said}” is taken as {said} than the year before.",) if ops.moved else ()
        fell = ops.values("MORE") == {"less"}
        return Chosen(Operation.FELL if fell else Operation.ROSE, readings=why)
    if ops.has("MOST") or ops.has("LEAST") or (ops.has("MORE") and ops.has("WHICH")):
        return _extreme(ops, count)
    if ops.has("MORE") and ops.either and count.several:
        return _extreme(ops, count, chosen=True)  # "what was larger, A or B"
    if ops.among_parts and (did := _done(ops)):
        return Chosen(did, ops.moving)  # "which segment shrank"
    if "direction" in ops.values("MOVE") and not ops.amount:
        return Chosen(Operation.DIRECTION)  # "inventory, up or down"
    if ops.has("CAGR"):
        return Chosen(Operation.CAGR)
    if ops.has("SERIES"):
        return Chosen(Operation.SERIES, ops.moving)
    if ops.averages and (count.several or ops.has("YEARS") or ops.explicit_average):
        return Chosen(Operation.AVERAGE, ops.moving)
    if structure == "apart" and ops.has("MORE") and not (ops.amount or ops.percent):
        return _extreme(ops, count, chosen=True)  # "A vs B, which is higher"
    if structure == "more_than" or (structure == "apart" and ops.has("MORE")):
        return Chosen(Operation.GROWTH if ops.percent else Operation.DIFFERENCE)
    asks_which = ops.has("DOMAIN") or not ops.amount
    if ops.has("MORE") and asks_which and count.companies > 1:
        return _extreme(ops, count, chosen=True)
    if ops.has("MORE") and count.measures == 1 and 2 in (count.periods, count.companies):
        return Chosen(Operation.GROWTH if ops.percent else Operation.DIFFERENCE)
    if ops.has("MORE") and (ops.percent or ops.amount) and count == Count(1, 1, count.companies):
        return Chosen(Operation.GROWTH if ops.percent else Operation.DIFFERENCE)
    if ops.values("MOVE") == {"course"} and count.periods > 1:
        return Chosen(Operation.SERIES)  # "how did it develop from 2019 to 2023"
    if ops.moving is not None and structure != "listing":
        return replace(_moved(ops, count, structure), unused=tuple(ops.by.get("RATIO", ())))
    if ops.has("SUM") and (count.several or ops.has("YEARS")) and structure != "stated_share":
        return Chosen(Operation.SUM)
    if structure == "stated_share" and count.companies > 1:
        return Chosen(Operation.PORTION if ops.has("SUM") else Operation.SHARE)
    if structure == "stated_share" and count.periods == 2:
        return Chosen(Operation.SHARE)
    unused = tuple(
        span for kind in ("SIGN", "MORE", "WHICH", "RATIO") for span in ops.by.get(kind, ())
    )
    if count.measures > 1 or count.companies > 1:
        return Chosen(Operation.SEVERAL, unused=unused)
    return Chosen(Operation.SERIES if count.periods > 1 else Operation.VALUE, unused=unused)


def _computing(ops: Operators, operation: Operation) -> Iterator[Span]:
    """What is computed before it is judged, which no judgement does: "above its average"."""
    kinds = {"AVERAGE", "SUM", "CAGR", "MOST", "LEAST", "SERIES"}
    if operation in (Operation.LARGEST, Operation.SMALLEST):
        kinds -= {"MOST", "LEAST"}
    if operation in (Operation.ROSE, Operation.FELL):
        kinds -= {"SERIES"}  # "did it rise every year"
    if operation is Operation.TEXT:
        return
    for kind in sorted(kinds):
        yield from ops.by.get(kind, ())


def _moved(ops: Operators, count: Count, structure: str) -> Chosen:
    moving = ops.moving or Operation.DIFFERENCE
    if ops.values("MOVE") == {"compare"} and count.several:
        beside = max(count.measures, count.companies) > 1
        return Chosen(Operation.SEVERAL if beside else Operation.SERIES)
    relative = moving is Operation.GROWTH and ops.values("MOVE") != {"growth"}
    if relative and structure == "share":
        return Chosen(Operation.DIFFERENCE, readings=("A share moves by percentage points.",))
    if count.measures > 1 and count.periods > 1 and structure != "apart":
        return Chosen(Operation.SEVERAL, moving)
    return Chosen(moving)


def _judged(ops: Operators, count: Count, structure: str) -> Chosen:
    """Yes or no."""
    moves = ops.values("MOVE")
    if ops.bounded:
        moving = ops.moving
        below = "less" in ops.values("MORE") | ops.limits
        if below and moving is not None:
            why = "“Rose by less than” says two things: that it rose, and how far at most."
            return Chosen(Operation.TEXT, readings=(why,))
        below ^= ops.falling  # who fell by more than 5% grew by less than -5%
        return Chosen(Operation.BELOW if below else Operation.ABOVE, moving)
    if structure == "more_than":
        # "Did inventories grow more than sales": rates are compared, not what they grew to.
        less = ("less" in ops.limits) ^ ops.falling
        grew = Operation.GROWTH if ops.moving is not None else None
        return Chosen(Operation.BELOW if less else Operation.ABOVE, grew)
    if ops.has("MORE") and ops.either and count.several:
        return _extreme(ops, count, chosen=True)
    if ops.has("MORE") and count.several:
        less = (ops.values("MORE") == {"less"}) ^ ops.falling
        return Chosen(Operation.BELOW if less else Operation.ABOVE, ops.moving)
    if (
        "direction" in moves
        or (moves & _UP and "fall" in moves)
        or {"more", "less"} <= ops.values("MORE")
    ):
        return Chosen(Operation.DIRECTION)
    if did := _done(ops):
        if ops.either and count.companies > 1:  # "did Acme's or Borealis' revenue grow"
            return Chosen(Operation.SEVERAL, ops.moving)
        return Chosen(did)
    return Chosen(Operation.TEXT)


def _done(ops: Operators) -> Operation | None:
    """What a figure did: rose, fell, changed, or is of a sign."""
    moves = ops.values("MOVE")
    if moves & _UP:
        return Operation.ROSE
    if "fall" in moves:
        return Operation.FELL
    if "change" in moves:
        return Operation.CHANGED
    if ops.has("SIGN"):
        negative = "negative" in ops.values("SIGN")
        return Operation.NEGATIVE if negative else Operation.POSITIVE
    return None


def _extreme(ops: Operators, count: Count, *, chosen: bool = False) -> Chosen:
    """The largest or smallest: which one it is, or what it comes to."""
    first = min(
        (span for kind in ("MOST", "LEAST", "MORE") for span in ops.by.get(kind, ())),
        key=lambda span: span.first,
    )
    least = first.kind == "LEAST" or first.value == "less"
    least ^= ops.values("MOVE") == {"fall"}  # what fell most has the smallest change
    if chosen or ops.has("WHICH") or ops.has("DOMAIN"):
        operation = Operation.SMALLEST if least else Operation.LARGEST
        return Chosen(operation, ops.moving)
    if count.several or ops.has("YEARS"):
        why = f"“{first.said}” asks for the value, since no year or company is asked for."
        operation = Operation.MINIMUM if least else Operation.MAXIMUM
        return Chosen(operation, ops.moving, readings=(why,))
    if not count.periods:
        operation = Operation.MINIMUM if least else Operation.MAXIMUM
        return Chosen(operation, ops.moving, readings=("Over every period that is reported.",))
    return Chosen(Operation.VALUE, unused=(first,))
