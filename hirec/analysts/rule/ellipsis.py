"""Questions that say nothing without the one before: "Why?", "By how much?", "In USD billions?".

Each is worded in full from what the turn before named: its companies, its periods, its one metric.
What cannot be worded so, and has no content of its own, is refused: searched for as it stands it
would find something, and answer what nobody asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.lexicon import find_metrics
from hirec.types import CannotAnswer, PeriodRef, Scope

_CHANGE = (
    r"(?:grow\w*|grew|chang\w+|increas\w+|decreas\w+|rise|rose|fall|fell|drop\w*|declin\w+"
    r"|improv\w+|go(?:ne)? (?:up|down))"
)
_MOVED = re.compile(
    rf"^(?P<lead>(?:(?:by )?how (?:much )?|why |when )?(?:did|has) )(?:it|that|this|they)"
    rf"(?P<rest> {_CHANGE}\b.*)",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"^what (?P<verb>drove|drives|caused|explains|explained|led to|is behind|was behind) "
    rf"(?:it|that|(?:the|this|that|its) (?P<what>{_CHANGE}))\W*$",
    re.IGNORECASE,
)
_DRIVER = re.compile(
    r"^what (?:was|were|is|are) (?:the )?(?:main |primary |key )?(?:drivers?|reasons?|causes?)"
    rf"(?: (?:of|for|behind) (?:it|that|(?:the|this|that|its) (?P<what>{_CHANGE})))?\W*$",
    re.IGNORECASE,
)
_GROWTH = re.compile(
    r"^(?:the )?(?:(?:year[- ]over[- ]year|annual|yoy) )?"
    r"(?P<what>growth|change|increase|decrease)(?: rate)?\W*$",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"^what (?:share|percentage|percent|proportion|%) of (?P<whole>.+?) (?:is|was|are|were) "
    r"(?:it|that|this)\W*$",
    re.IGNORECASE,
)
_WHY = re.compile(r"^why(?: (?:is|was) that| so)?\W*$", re.IGNORECASE)
_FORM = re.compile(
    r"^(?:and )?(?:(?:expressed |stated )?in (?:(?:us )?(?:usd|dollars|\$) ?)?"
    r"(?:thousands|millions|billions|percent|%|usd|dollars)(?: of (?:us )?(?:usd|dollars))?"
    r"|as an? (?:percentage|percent|share|proportion|fraction|multiple|%) of .+"
    r"|rounded to .+|per share)\W*$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"^(?:is|was|are|were) (?:it|that|this|they) (?P<rest>(?:\w+ )?"
    r"(?:higher|lower|more|less|larger|smaller|greater|better|worse) than .+)",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"^(?:and )?(?:how (?:does|did) (?:it|that|this) compare|compared?) (?:with|to|against) .+$",
    re.IGNORECASE,
)
_THING = re.compile(
    r"^(?:what|how (?:much|high|large|big)) (?:was|were|is|are) (?P<thing>.+?)\s*\?", re.IGNORECASE
)
_LIST = re.compile(r",|\band\b", re.IGNORECASE)
_BY_HOW_MUCH = re.compile(r"^(?:and )?by (?:how much|what (?:amount|percentage))\W*$", re.I)
_WHICH = re.compile(
    r"^which (?:(?:one|company|of (?:them|the two|these|those)(?: companies)?) )?"
    r"(?:is|was|had|has|did have) (?:the )?"
    r"(?P<how>higher|lower|larger|smaller|greater|highest|lowest|largest|smallest)\b"
    r"(?P<what>.*)$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    rf"\b(?:{_CHANGE}|high\w*|low\w*|more|less|larg\w*|small\w*|great\w*|better|worse|growth"
    r"|comput\w+|calculat\w+|deriv\w+|compar\w+|differ\w+|explain\w*|reasons?|drove|driv\w+"
    r"|caus\w+|behind|by|much|why|how|did|does|do|was|were|is|are|has|had|than|with|to|usd"
    r"|thousands?|millions?|billions?|dollars?|percent\w*|those|these|this|that|them|they|it|its"
    r"|their|which|what|who|when|where|one|ones|two|both|of|the|an?|and|or|but|so|about|for|in|on"
    r"|as|at|same|again|also|then|please|you|can|could|would|tell|me|show|exactly|really|sure"
    r"|years?|quarters?|fiscal|fy|periods?|over|during|since|from|until|last|past|recent|recently"
    r"|few|several|three|four|five|ten|time)\b|['’]s\b|[\W\d_]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """What the turn before named, as it said it."""

    question: str
    names: tuple[str, ...]
    periods: tuple[PeriodRef, ...]
    metrics: tuple[str, ...]

    @classmethod
    def of(cls, question: str, scope: Scope) -> "Said":
        """Take it from a question and its scope; companies that are not in the index count."""
        return cls(
            question,
            (*(company.said for company in scope.companies), *scope.unknown_companies),
            scope.periods,
            metrics_of(question),
        )

    @property
    def metric(self) -> str:
        """The one metric; raises CannotAnswer where there is none or several."""
        if len(self.metrics) != 1:
            raise CannotAnswer("The question is unclear: say which figure is meant.")
        return self.metrics[0]

    @property
    def subject(self) -> str:
        """What "it" is: the one metric, else all that the question asked of, its period left out.

        Raises CannotAnswer where it asked for several things.
        """
        if len(self.metrics) == 1:
            return self.owned(self.metrics[0])
        thing = _THING.match(self.question)
        if thing is None or _LIST.search(thing["thing"]) or len(self.periods) > 1:
            raise CannotAnswer("The question is unclear: say which figure is meant.")
        said = thing["thing"]
        for ref in self.periods:
            said = re.sub(rf"\s+(?:in|for|during|of) {re.escape(ref.said)}", "", said)
        return said

    def owned(self, metric: str) -> str:
        """The metric of the one company; raises CannotAnswer where there are several."""
        if len(self.names) > 1:
            raise CannotAnswer(
                f"The question is unclear: it may be about {' or '.join(self.names)}."
            )
        return f"{possessive(self.names[0])} {metric}" if self.names else f"the {metric}"

    @property
    def period(self) -> str:
        """The one period with its preposition, empty without one; raises CannotAnswer."""
        if len(self.periods) > 1:
            either = " or ".join(ref.said for ref in self.periods)
            raise CannotAnswer(f"The question is unclear: it may be about {either}.")
        return f" in {self.periods[0].said}" if self.periods else ""


def possessive(name: str) -> str:
    """Nike's, Lumenfell Outfitters'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def metrics_of(question: str) -> tuple[str, ...]:
    """Metrics as a question says them."""
    return tuple(dict.fromkeys(mention.said for mention in find_metrics(question)))


def reword(question: str, own: Said, past: Said, names: Sequence[str]) -> str:
    """The question with the metric, form or comparison put in that it leans on.

    ``own`` is what it names itself, ``names`` are the companies of the whole conversation. Company
    and period may still be left out, as by any other question. Raises CannotAnswer where several
    things may be meant.
    """
    if form := _FORM.match(question):
        return _expressed(past, form[0].strip(" ?.").removeprefix("and "))
    if _BY_HOW_MUCH.match(question):
        return _difference(past)
    if _COMPARE.match(question):
        return _beside(own, past)
    if (which := _WHICH.match(question)) and len(chosen := _several(past.names, names)) > 1:
        what = which["what"].strip(" ?.") or past.metric
        return f"Which company had the {which['how']} {what}{past.period}, {' or '.join(chosen)}?"
    if than := _THAN.match(question):
        return f"Was {past.subject}{past.period} {than['rest']}"
    if share := _SHARE.match(question):
        return f"What was {past.subject} as a percentage of {share['whole']}{past.period}?"
    if own.metrics:
        return question
    if growth := _GROWTH.match(question):
        verb = "grow" if growth["what"].casefold() == "growth" else "change"
        return f"How much did {past.subject} {verb}{past.period}?"
    if moved := _MOVED.match(question):
        return f"{moved['lead']}{past.subject}{moved['rest']}"
    if cause := _CAUSE.match(question) or _DRIVER.match(question):
        verb = cause.groupdict().get("verb", "drove")
        return f"What {verb} the {cause['what'] or 'change'} in {past.subject}?"
    if _WHY.match(question):
        return f"Why did {past.subject} change?"
    return question


def check_content(question: str, said: Sequence[str]) -> None:
    """Refuse a question that asks for nothing; ``said`` names its own companies and periods."""
    for words in sorted(said, key=len, reverse=True):
        question = question.replace(words, " ")
    if not _EMPTY.sub("", question):
        raise CannotAnswer("The question is unclear: say in full what it asks.")


def _several(names: Sequence[str], all_names: Sequence[str]) -> Sequence[str]:
    """Companies to choose from: those of the turn before, else the two of the conversation."""
    if len(names) > 1:
        return names
    return all_names if len(all_names) == 2 else ()


def _difference(past: Said) -> str:
    """How far two things just compared are apart."""
    metric, periods = past.metric, past.periods
    years = [ref.period.fiscal_year for ref in periods]
    if len(past.names) == 1 and len(periods) == 2 and None not in years:
        first, last = sorted(periods, key=lambda ref: ref.period.fiscal_year or 0)
        return f"By how much did {past.owned(metric)} change from {first.said} to {last.said}?"
    if len(past.names) == 2 and len(periods) < 2:
        one, other = past.names
        owners = f"{possessive(one)} and {possessive(other)}"
        return f"What is the difference between {owners} {metric}{past.period}?"
    raise CannotAnswer("The question is unclear: say between which two figures.")


def _beside(own: Said, past: Said) -> str:
    """Two figures side by side: of another company, or of another period."""
    metric = past.metric
    if len(past.names) == 1 and len(own.names) == 1 and len(own.periods) < 2:
        period = f" in {own.periods[0].said}" if own.periods else past.period
        verb = "were" if metric.endswith("s") else "was"
        return f"What {verb} the {metric} of {past.names[0]} and {own.names[0]}{period}?"
    if not own.names and len(past.periods) == len(own.periods) == 1:
        both = f"{past.periods[0].said} and {own.periods[0].said}"
        return f"What was {past.owned(metric)} in {both}?"
    raise CannotAnswer("The question is unclear: say what is to be compared.")


def _expressed(past: Said, words: str) -> str:
    """The question before in another form: a share goes to the figure, a unit to the end."""
    words = words[:1].lower() + words[1:]
    if words.startswith("as a") and _THING.match(past.question):
        return f"What was {past.subject} {words}{past.period}?"
    head, mark, tail = past.question.partition("?")
    return f"{head.rstrip()} {words}{mark}{tail}"
