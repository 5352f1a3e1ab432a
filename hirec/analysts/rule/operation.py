"""What a question wants done with its figures: the operation over periods and companies."""

import re
from dataclasses import dataclass
from enum import StrEnum

from hirec.lexicon import find_metrics
from hirec.types import CannotAnswer, Relation


class Finish(StrEnum):
    """How the parts of a plan, in order, become the answer."""

    VALUE = "value"
    DIFFERENCE = "difference"
    """Last less first."""
    GROWTH = "growth"
    """Last against first in percent of the first."""
    CAGR = "cagr"
    AVERAGE = "average"
    SUM = "sum"
    SHARE = "share"
    """First in percent of the last."""
    PORTION = "portion"
    """First in percent of the sum of all."""
    RATIO = "ratio"
    """First divided by the last."""
    LARGEST = "largest"
    SMALLEST = "smallest"
    ROSE = "rose"
    FELL = "fell"
    CHANGED = "changed"
    DIRECTION = "direction"
    POSITIVE = "positive"
    NEGATIVE = "negative"

    @property
    def relation(self) -> Relation:
        """The relation of the question's intent."""
        return _RELATIONS.get(self, Relation.YES_NO)

    @property
    def worded(self) -> bool:
        """Whether the result is a word or a truth value, not a number."""
        return self in _WORDED


_WORDED = frozenset(
    (
        Finish.LARGEST,
        Finish.SMALLEST,
        Finish.ROSE,
        Finish.FELL,
        Finish.CHANGED,
        Finish.DIRECTION,
        Finish.POSITIVE,
        Finish.NEGATIVE,
    )
)
_RELATIONS = {
    Finish.VALUE: Relation.LOOKUP,
    Finish.DIFFERENCE: Relation.DIFFERENCE,
    Finish.GROWTH: Relation.GROWTH,
    Finish.CAGR: Relation.GROWTH,
    Finish.AVERAGE: Relation.AVERAGE,
    Finish.SUM: Relation.SUM,
    Finish.SHARE: Relation.RATIO,
    Finish.PORTION: Relation.RATIO,
    Finish.RATIO: Relation.RATIO,
    Finish.LARGEST: Relation.EXTREME,
    Finish.SMALLEST: Relation.EXTREME,
}


@dataclass(frozen=True, slots=True)
class Operation:
    """A finish, and how many periods back it reaches where the question counts them."""

    finish: Finish
    years: int = 0
    """3 for a "three year average"; 0 where not said."""
    improving: bool = False
    """The question says "improve" instead of "rise"."""
    backwards: bool = False
    """The figure said last stands first: "how many times as large as B were those of A"."""


_NO_NUMBER = re.compile(
    r"^\W*(?:why|who|whose|where|when)\b|^\W*(?:what|which)\s+(?:\w+\s+){0,2}?(?:drove|drives|caused|"
    r"led|explains?|contributed|factors?|reasons?|events?|risks?|type|kind|segments?|products?)\b"
    r"|\b(?:describe|explain|discuss|elaborate|guidance|outlook|forecast|plans? to)\b"
    r"|\bthe (?:nature|reasons?|purpose|outcome|impact|agenda)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"^\W*(?:did|does|do|is|are|was|were|has|have|had)\b", re.IGNORECASE)
_UP = re.compile(
    r"\b(?:improv\w*|grow\w*|grew|increas\w*|rises?|rising|rose|higher|expand\w*|gain\w*|upward)\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:declin\w*|decreas\w*|drop\w*|fall\w*|fell|lower|reduc\w*|shr[aiu]nk\w*|"
    r"deteriorat\w*|worsen\w*)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\bchang\w+\b|\bdiffer(?:s|ed|ence|ences)?\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:more|less|higher|lower|greater|fewer|at least|at most|exceed\w*|above|below|over|under)"
    r"(?:\s+than)?\s+(?:\$|roughly|about)?\s*\d|\bconsistent\w*|\bfluctuat\w*|\bstable\b",
    re.IGNORECASE,
)
_GROWTH = re.compile(
    r"\bgrowth\b|\bgr[eo]w(?:n|th|s)?\b|\brate of (?:change|increase|decrease|decline)\b|\byoy\b"
    r"|(?:%|\bpercent(?:age)?)\s+(?:\w+\s+)?(?:change|increase|decrease|decline|drop|rise|fall)",
    re.IGNORECASE,
)
_MOVE = re.compile(
    rf"{_CHANGE.pattern}|{_UP.pattern}|{_DOWN.pattern}"
    r"|\b(?:vs\.?|versus|compared|compare (?:to|with))\b",
    re.IGNORECASE,
)
_CAGR = re.compile(r"\bCAGR\b|\bcompound(?:ed)? (?:annual )?(?:annual |growth )", re.IGNORECASE)
_AVERAGE = re.compile(r"\baverage\b|\bmean\b|\bavg\b", re.IGNORECASE)
_SUM = re.compile(
    r"\bsum\b|\bcombined\b|\bcumulative(?:ly)?\b|\baggregate\b|\baltogether\b|\btotal\b",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:sum|combined|aggregate|together|joint(?:ly)?|both companies)\b", re.IGNORECASE
)
_SHARE = re.compile(r"(?:%|\bpercent(?:age)?|\bproportion|\bshare|\bportion) of\b", re.IGNORECASE)
_TIMES = re.compile(
    r"\bhow many times\s+as\s+\w+\s+(?:(?P<backwards>as)|(?:were|was|is|are))\b", re.IGNORECASE
)
_RATIO_OF = re.compile(r"\bratio (?:of|between)\b(?P<backwards>(?!))?", re.IGNORECASE)
_MOST = re.compile(r"\b(?:highest|largest|most|greatest|biggest|best|maximum)\b", re.IGNORECASE)
_LEAST = re.compile(r"\b(?:lowest|smallest|least|fewest|worst|minimum)\b", re.IGNORECASE)
_COMPARATIVE = re.compile(r"\b(?:higher|lower)\b", re.IGNORECASE)
_CHOICE = re.compile(
    r"^\W*(?:in |by |for |among |of |between )?(?:which|what year|among|who)\b", re.I
)
_YEARS = re.compile(r"\b(?P<n>two|three|four|five|\d)[\s-]year\b", re.IGNORECASE)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}


def asks_for_words(core: str) -> bool:
    """Whether a core asks for names, reasons or descriptions."""
    return _NO_NUMBER.search(core) is not None


def read_operation(core: str, percent: bool, alternatives: int) -> Operation:
    """The operation that a masked core asks for.

    Args:
        core: The question's core without companies, periods, format and sources.
        percent: The question wants its result in percent.
        alternatives: How many periods or companies it names.

    Raises:
        CannotAnswer: The question asks for a judgement beyond a comparison.

    """
    rest = _without_metrics(core)
    if _YES_NO.match(core):
        return _comparison(rest)
    if _CHOICE.match(core):
        return _extreme(rest)
    if alternatives > 1 and (times := _TIMES.search(rest) or _RATIO_OF.search(rest)):
        return Operation(Finish.RATIO, backwards=bool(times["backwards"]))
    counted = _YEARS.search(rest)
    years = 0
    if counted:
        years = _COUNTS.get(counted["n"].lower()) or int(counted["n"])
    if _CAGR.search(rest):
        return Operation(Finish.CAGR, years)
    if _AVERAGE.search(rest) and (years or alternatives > 1):
        return Operation(Finish.AVERAGE, years)
    if _GROWTH.search(rest) or (percent and _MOVE.search(rest)):
        return Operation(Finish.GROWTH, years)
    if _MOVE.search(rest):
        return Operation(Finish.DIFFERENCE, years)
    if alternatives > 1 and _SHARE.search(core):
        return Operation(Finish.PORTION if _TOGETHER.search(rest) else Finish.SHARE)
    if alternatives > 1 and _SUM.search(core):
        return Operation(Finish.SUM)
    return Operation(Finish.VALUE)


def _without_metrics(core: str) -> str:
    """The core with the names of metrics blanked: "income before change in accounting"."""
    for mention in reversed(find_metrics(core)):
        core = f"{core[: mention.start]} # {core[mention.end :]}"
    return core


def _comparison(rest: str) -> Operation:
    if _BOUND.search(rest):
        raise CannotAnswer("The question asks for a judgement against a bound.")
    up, down = _UP.search(rest), _DOWN.search(rest)
    improving = bool(re.search(r"\bimprov", rest, re.IGNORECASE))
    if up and down:
        return Operation(Finish.DIRECTION, improving=improving)
    if up:
        return Operation(Finish.ROSE, improving=improving)
    if down:
        return Operation(Finish.FELL)
    if _CHANGE.search(rest):
        return Operation(Finish.CHANGED)
    if re.search(r"\bpositive\b", rest, re.IGNORECASE):
        return Operation(Finish.POSITIVE)
    if re.search(r"\bnegative\b", rest, re.IGNORECASE):
        return Operation(Finish.NEGATIVE)
    raise CannotAnswer("The question asks for a judgement, not for a comparison of figures.")


def _extreme(rest: str) -> Operation:
    if _MOVE.search(_COMPARATIVE.sub(" ", rest)):
        raise CannotAnswer("The question compares changes.")
    most, least = _MOST.search(rest), _LEAST.search(rest)
    if most and (not least or most.start() < least.start()):
        return Operation(Finish.LARGEST)
    if least:
        return Operation(Finish.SMALLEST)
    if re.search(r"\b(?:higher|more|larger|greater|bigger)\b", rest, re.IGNORECASE):
        return Operation(Finish.LARGEST)
    if re.search(r"\b(?:lower|less|smaller|fewer)\b", rest, re.IGNORECASE):
        return Operation(Finish.SMALLEST)
    raise CannotAnswer("The question asks which, but not by what measure.")
