"""FinCards' query intent: what a question demands, in the fields that cards supply."""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from hirec.types.period import Period


class Relation(StrEnum):
    """What is to be done with the numbers or statements asked for."""

    LOOKUP = "lookup"
    DIFFERENCE = "difference"
    GROWTH = "growth"
    RATIO = "ratio"
    AVERAGE = "average"
    SUM = "sum"
    EXTREME = "extreme"
    YES_NO = "yes_no"
    EXPLAIN = "explain"


class AnswerForm(StrEnum):
    """What an answer would look like."""

    AMOUNT = "amount"
    PERCENT = "percent"
    RATIO = "ratio"
    COUNT = "count"
    SERIES = "series"
    """A value for each period."""
    LIST = "list"
    """Several figures side by side."""
    CHOICE = "choice"
    """The name of the one that is the most."""
    YES_NO = "yes_no"
    REASON = "reason"
    DEFINITION = "definition"
    PERSON = "person"
    PLACE = "place"
    DAY = "day"
    DESCRIPTION = "description"


class TimeScope(StrEnum):
    """What kind of time a question demands."""

    OPEN = "open"
    INSTANT = "instant"
    QUARTER = "quarter"
    YEAR = "year"
    RANGE = "range"
    """Several periods."""


@dataclass(frozen=True, slots=True)
class Intent:
    """FinCards' query intent (T, E, M, R, Θ, ν, K), equation 3, and the form of an answer."""

    topic: str
    entities: tuple[str, ...]
    metrics: tuple[str, ...]
    """Lexicon keys, or the question's own noun phrases where the lexicon has none."""
    relation: Relation
    periods: tuple[Period, ...]
    needs_number: bool
    keywords: tuple[str, ...]
    form: AnswerForm = AnswerForm.DESCRIPTION

    @property
    def time(self) -> TimeScope:
        """The kind of Θ."""
        if len(self.periods) != 1:
            return TimeScope.RANGE if self.periods else TimeScope.OPEN
        (period,) = self.periods
        if period.months == 0:
            return TimeScope.INSTANT
        return TimeScope.QUARTER if period.fiscal_quarter else TimeScope.YEAR

    @property
    def trend(self) -> bool:
        """Whether figures of several periods are held against each other."""
        moved = self.relation in (Relation.GROWTH, Relation.DIFFERENCE)
        return self.form is AnswerForm.SERIES or (moved and self.needs_number)

    @property
    def explained(self) -> bool:
        """Whether words are asked for that explain: a reason, a definition, a policy."""
        forms = (AnswerForm.REASON, AnswerForm.DEFINITION, AnswerForm.DESCRIPTION)
        return self.form in forms and not self.needs_number

    def canonical(self) -> "Intent":
        """The one form of all questions that demand the same.

        Order and spelling of names do not count; keywords are kept only where no metric says what
        is asked for.
        """
        return replace(
            self,
            entities=tuple(sorted({name.casefold() for name in self.entities})),
            metrics=tuple(sorted(set(self.metrics))),
            periods=tuple(sorted(set(self.periods), key=_order)),
            keywords=() if self.metrics else tuple(sorted(set(self.keywords))),
        )


def _order(period: Period) -> tuple[int, int, date, int]:
    return (
        period.fiscal_year or 0,
        period.fiscal_quarter or 0,
        period.end or date.min,
        -1 if period.months is None else period.months,
    )
