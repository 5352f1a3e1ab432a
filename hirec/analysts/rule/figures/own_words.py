"""A look-up in the question's own words, for what no plan or rule could read.

"What did Amex spend on cardmember rewards in Q3 2023?" names no figure that a label bears word by
word. It asks for one amount of one company and period all the same, and the scorer of places knows
how likely each amount of the passages found is the one (:mod:`hirec.grounding`). Such an answer is
never verified.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hirec.analysts.rule.figures.meant import is_meant
from hirec.analysts.rule.plans.formula import Leaf
from hirec.analysts.rule.plans.plan import Part, Plan
from hirec.analysts.rule.plans.writing import write_program
from hirec.analysts.rule.requirements.requirement import named
from hirec.analysts.rule.tables.twins import without_other_parts
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding import Grounding, ground
from hirec.grounding.months import has_month
from hirec.grounding.nouns import is_of_things
from hirec.lexicon import Kind, content_words, find_metrics, get_metric
from hirec.lexicon.disclosures import all_disclosures
from hirec.types import (
    Arithmetic,
    Figure,
    Filing,
    Operand,
    Operation,
    ParsedQuestion,
    Passage,
    PeriodRef,
    Program,
    Query,
)
from hirec.understanding import IN_MONEY, naming_words, parse_of

_ONE = frozenset({Operation.VALUE, Operation.TEXT})
"""Operations that may ask for one amount."""
_CHANGES = frozenset({Operation.DIFFERENCE, Operation.GROWTH})
"""May be printed as one amount: "by how much did the weaker yen cut sales"."""
_MOVING = words_of("moving_itself")
"""What a figure does itself, which is a change of it."""
_SUPPOSING = frozenset({"if", "would", "assuming", "suppose", "were", "had"})
"""What is left of a case that no filing states."""
_POLAR = frozenset(
    {"is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "can", "could"}
)
_PERSONS = frozenset({"who", "whom", "whose", "where"})
_NAMES_OF = frozenset({("name", "of"), ("names", "of")})
_QUANTITIES = frozenset(
    ["amount", "figure", "number", "percentage", "percent", "share", "rate", "value", "price"]
)
"""What "which" asks a quantity by."""
_OPENING = 6
"""Words of a question in which it says that it asks for names."""
_COUNTS = ("how many ", "number of ")
_HOW_MUCH_OF = "how much of"
"""An amount or a percentage."""
_UNITS = re.compile(r"\bunits (?:sold|shipped|delivered)\b|\bunit (?:sales|volumes?)\b")
_AMOUNTS = content_words(
    "gain loss cost charge expense obligation liability proceeds earnings pay paid spend spent owe"
    " owed booked"
)
_RATES = words_of("percent", "rate", "share") | {"per"}
_IN_MONEY = (*IN_MONEY, "in us dollars", "how many dollars")
_IN_PERCENT = ("as a percent", "as a %", "in percent")
_LIKELIER = 0.7
"""Least likelihood of an amount where the question was read as no look-up: of those known in
between .5 and .7 half are wrong, above it one in twelve."""
_DOUBT = "It is taken by what its words mean, right with probability {:.2f}."
_FIGURES = frozenset({"money", "shares", "count", "percent"})
"""What facts of recognisable form may be that an amount answers."""


def looked_up(query: Query) -> Figure | None:
    """The one amount that a question asks for, named by all its words but whose and of when.

    None where it computes, chooses, compares, judges, or asks for words.
    """
    parsed = parse_of(query)
    companies, periods = query.scope.companies, _periods(query, parsed)
    one = len(companies) == 1 and len(periods) < 2 and _may_be_one(parsed)
    one = one and not any(figure.told for figure in parsed.figures)  # a schedule says, or nothing
    if query.scope.given or not one or _asks_otherwise(parsed):
        return None
    return named_by(query)


def of_a_month(query: Query, passages: Sequence[Passage]) -> bool:
    """Whether one amount of one month is asked for, and a table has rows by month."""
    periods = _periods(query, parse_of(query))
    by_month = bool(periods) and has_month(periods[0], passages)
    return by_month and looked_up(query) is not None


def _may_be_one(parsed: ParsedQuestion) -> bool:
    """Whether one printed amount may be the answer: a share of two figures is often printed."""
    if parsed.operation in _CHANGES:
        one = len(parsed.figures) == 1
        return one and _MOVING.isdisjoint(parsed.core.lower().split())
    one = len(parsed.figures) < 2 or (_is_share(parsed) and not parsed.wanted.money)
    return one and parsed.operation in _ONE


def _is_read_otherwise(parsed: ParsedQuestion) -> bool:
    """Whether the grammar read it as something else, or not all of it."""
    return bool(parsed.unplaced) or len(parsed.figures) > 1 or parsed.operation not in _ONE


def _is_share(parsed: ParsedQuestion) -> bool:
    return any(isinstance(one, Arithmetic) and one.sign == "%" for one in parsed.measures)


def named_by(query: Query) -> Figure | None:
    """A figure named by the words of a question; None where nothing is left of them."""
    parsed = parse_of(query)
    periods = _periods(query, parsed)
    scope = query.scope
    words = naming_words(query.text, scope.companies, scope.unknown_companies)
    if not words:
        return None
    figures = parsed.figures
    return Figure(
        words,
        part=figures[0].part if len(figures) == 1 else "",
        kind=_kind(parsed),
        company=scope.companies[0] if scope.companies else None,
        period=periods[0] if periods else None,
    )


def _kind(parsed: ParsedQuestion) -> str:
    """What is asked for by the form of the question, not by its words: a rate, a count."""
    core = parsed.core.lower()
    percent = parsed.wanted.percent or any(said in core for said in _IN_PERCENT)
    if percent or (_is_share(parsed) and _HOW_MUCH_OF not in core):
        return Kind.PERCENT.value
    if any(said in core for said in _IN_MONEY):
        return Kind.MONEY.value
    if any(said in core for said in _COUNTS):
        return Kind.COUNT.value
    figures = parsed.figures
    if _UNITS.search(core):
        return Kind.COUNT.value
    if len(figures) == 1 and figures[0].kind:
        return figures[0].kind
    if len(figures) == 1 and is_of_things(figures[0].counted):
        return Kind.COUNT.value
    if content_words(core) & _AMOUNTS and not said_in(core, _RATES):
        return Kind.MONEY.value
    named = (get_metric(mention.key) for mention in find_metrics(parsed.core))
    first = next(filter(None, named), None)
    return Kind.PERCENT.value if first is not None and first.kind is Kind.PERCENT else ""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A question read as a look-up: its plan, and what was found."""

    plan: Plan
    found: Grounding

    @property
    def operands(self) -> Mapping[Figure, Operand]:
        """What the plan computes with; empty where no place is likely enough."""
        figure, operand = self.found.figure, self.found.operand
        if operand is None or not is_meant(figure, operand):
            return {}
        return {figure: named(figure, operand)}

    @property
    def carriers(self) -> frozenset[str]:
        """Passages of the likeliest places: what may be meant stays beside what is."""
        return frozenset(one.passage_id for one in self.found.candidates)

    @property
    def notes(self) -> tuple[str, ...]:
        """The likeliest places, for the trace."""
        return tuple(f"own words: {one.describe()}" for one in self.found.candidates)

    def program(self) -> Program:
        """The program of the answer, in doubt."""
        likely = _DOUBT.format(self.found.probability)
        return replace(write_program(self.plan, self.operands), doubt=likely)


def read_lookup(
    query: Query,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> Lookup | None:
    """What the passages state of the one amount asked for; None where no such is asked for."""
    figure = looked_up(query)
    if figure is None:
        return None
    wanted = parse_of(query).wanted
    plan = Plan(
        Operation.VALUE,
        (Part("", Leaf(figure)),),
        scale=wanted.scale,
        decimals=wanted.decimals,
        percent=wanted.percent,
        money=wanted.money,
    )
    (found,) = ground([figure], passages, filings, ranking, own_words=True)
    places = [found.operand] if found.operand else []
    rest = without_other_parts(passages, [figure], places, lacking=not places)
    if rest is not None:
        (found,) = ground([figure], rest, filings, ranking, own_words=True)
    if _is_read_otherwise(parse_of(query)) and found.probability < _LIKELIER:
        found = replace(found, operand=None)
    return Lookup(plan, found)


def _periods(query: Query, parsed: ParsedQuestion) -> tuple[PeriodRef, ...]:
    return parsed.periods or query.scope.periods


def _asks_names(words: Sequence[str]) -> bool:
    """Whether a question in these words asks who, where or which one it is: no amount says that."""
    if words[:1] == ["which"]:
        return _QUANTITIES.isdisjoint(words[1:3])
    named = not _NAMES_OF.isdisjoint(pairwise(words[:_OPENING]))
    return named or not _PERSONS.isdisjoint(words[:1])


def _asks_otherwise(parsed: ParsedQuestion) -> bool:
    """Whether words, a choice, a change, a judgement or a fact in words is asked for."""
    disclosure = all_disclosures().get(parsed.disclosure)
    worded = disclosure is not None and disclosure.value not in _FIGURES
    polar = parsed.core.lower().split(maxsplit=1)[:1]
    return bool(
        parsed.asks_text
        or _asks_names(parsed.core.lower().split())
        or _SUPPOSING.intersection(" ".join(parsed.unplaced).lower().split())
        or parsed.choose
        or parsed.moving
        or parsed.judgement
        or parsed.bound
        or parsed.years
        or parsed.definitions
        or worded
        or _POLAR.intersection(polar)
    )
