"""Measures bound to a company and a period: which rows may state a figure, or give it."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from hirec.analysts.rule.plans.formula import (
    Binary,
    Choice,
    Expression,
    Leaf,
    Number,
    as_defined,
    mean,
    prior,
    total,
)
from hirec.analysts.rule.plans.per_thing import amount_and_things
from hirec.analysts.rule.plans.plan import PRINTED
from hirec.analysts.rule.plans.shares import SEGMENT_PROFIT
from hirec.grounding.counted import counted_in
from hirec.grounding.memory import packaged_memory
from hirec.grounding.nouns import same_noun
from hirec.lexicon import (
    SALES,
    Kind,
    Metric,
    all_metrics,
    content_words,
    get_metric,
    metric_named,
    unadjusted,
)
from hirec.lexicon.files import word_list
from hirec.lexicon.metric import read_formula
from hirec.periods import in_order
from hirec.types import (
    Aggregated,
    Arithmetic,
    CannotAnswer,
    CompanyRef,
    Constant,
    Figure,
    Measure,
    PeriodRef,
)
from hirec.understanding import joined_in
from hirec.understanding.parts import has_items, narrowed

_AVERAGE = "average"
_WHOLE = "net sales"
_LONGEST_NAME = 20
_SHORT = 2
"""So few words of accounts that are no metric's name may mean several: "cash flow"."""
_RESULTS = word_list("result")
_SEGMENT_MARGIN = re.compile(
    r"(?P<part>.+?) (?:segment (?:profit )?|(?<!net )(?<!gross )(?<!operating )profit )margins?",
    re.IGNORECASE,
)
_RATES = (Kind.PERCENT, Kind.RATIO)
_CAME_FROM = re.compile(r"\b(?:came?|comes?|earned|generated|derived) (?:from|by|through)\b", re.I)
_YEARS_OF_DAYS = frozenset({Decimal(360), Decimal(365)})


class Binder:
    """Binds measures to a company and a period; the question's definitions win."""

    def __init__(
        self,
        definitions: Mapping[str, Measure],
        formulas: Mapping[str, str],
        *,
        named: bool,
        given: bool = False,
        sums: bool = False,
    ) -> None:
        """Take what the question says of its measures.

        Args:
            definitions: Lexicon key or name → measure, as the question defines it.
            formulas: The lexicon's formula of a ratio's chosen convention, by its key.
            named: Whether a figure may be the very name of a row.
            given: The figures are those of one page, so the name of none is too short for it.
            sums: What one name joins is meant as one figure, and not as a list of several.

        """
        self._given = given
        self._sums = sums
        self.definitions = definitions
        self._formulas = formulas
        self._named = named

    def bind(
        self, measure: Measure, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        """The measure as an expression over figures of one company and period.

        Args:
            measure: A figure, or what is made of several.
            company: None where the question names none.
            period: None where it names none; a measure over several periods brings its own.

        """
        match measure:
            case Constant(value):
                return Number(value)
            case Arithmetic(left=left, right=right) if left == right:
                raise CannotAnswer("It would hold a figure against itself.")
            case Arithmetic("%", left, right):
                options: list[Expression] = []
                for part in _readings(left, right):
                    if options and self._is_vague(part):
                        continue  # "services" of a known whole are a part of it alone
                    share = Binary("/", *(self._operand(m, company, period) for m in (part, right)))
                    options.append(Binary("*", Number(100), share))
                stated = _stated_share(left, right, company, period)
                options += [stated] if stated else []
                return Choice(tuple(options)) if len(options) > 1 else options[0]
            case Arithmetic(sign, left, right):
                return Binary(sign, *(self._operand(m, company, period) for m in (left, right)))
            case Aggregated(aggregate, figure, periods):
                return self._aggregated(
                    aggregate, figure, company, periods or ((period,) if period else ())
                )
            case Figure():
                return self._figure(measure, company, period, alone=True)

    def _operand(
        self, measure: Measure, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        if not isinstance(measure, Figure):
            return self.bind(measure, company, period)
        if self._is_vague(measure):
            raise CannotAnswer(f"“{measure.words}” may be several figures.", (measure.words,))
        return self._figure(measure, company, period)

    def _is_vague(self, measure: Measure) -> bool:
        """Whether a name without a concept is made of words that many figures share."""
        if not isinstance(measure, Figure) or measure.concept or self._given:
            return False
        if self._defined(measure) is not None:
            return False
        words = content_words(measure.words)
        known = words <= _metric_words() and not packaged_memory().exactly(measure.words)
        return len(words) <= _SHORT and known

    def _aggregated(
        self,
        aggregate: str,
        figure: Figure,
        company: CompanyRef | None,
        periods: Sequence[PeriodRef],
    ) -> Expression:
        if not periods:
            raise CannotAnswer(f"The question names no period for the {aggregate}.")
        span = in_order(periods) if len(periods) > 1 else (prior(periods[0]), periods[0])
        bound = [self._figure(figure, company, period) for period in span]
        if aggregate == "change":
            return Binary("-", bound[-1], bound[0])
        return total(bound) if aggregate == "sum" else mean(bound)

    def _figure(
        self,
        figure: Figure,
        company: CompanyRef | None,
        period: PeriodRef | None,
        *,
        alone: bool = False,
    ) -> Expression:
        company, period = figure.company or company, figure.period or period
        if (defined := self._defined(figure)) is not None:
            inner = Binder(
                {k: v for k, v in self.definitions.items() if v is not defined},
                self._formulas,
                named=False,
            )
            whole = _of_part(defined, figure.part) if figure.part else defined
            return as_defined(figure.concept, inner.bind(whole, company, period))
        bound = replace(figure, company=company, period=period, row_name=False)
        if figure.kind == Kind.INVESTMENT:
            return Leaf(bound)
        metric = get_metric(figure.concept)
        if figure.counted and not self._given:
            rows = tuple(self._by_row(bound, None)) if alone and not figure.kind else ()
            return Choice((Leaf(bound), *rows)) if rows else Leaf(bound)
        options: list[Expression] = (
            list(self._by_row(bound, metric))
            if alone or (metric is None and bound.kind != Kind.COUNT) or _is_printed(bound, metric)
            else []
        )
        if metric is not None and not figure.part and not figure.qualifiers:
            if self._given:
                options.append(Leaf(bound))
            if metric.formula or not self._given:
                options.append(self._by_metric(metric, company, period))
            if alone and self._named and metric.formula and metric.kind in _RATES:
                # A row of its own name, where what it is computed of is not found.
                options.append(Leaf(replace(bound, concept="", kind=Kind.PERCENT, row_name=True)))
        else:
            options += self._by_words(bound)
            options += self._margin(bound)
            if metric is not None and metric.formula and not _is_balance(metric, figure.part):
                options.append(self._computed(metric, metric.formula, figure.part, company, period))
        options += self._average(bound)
        options += self._together(figure, company, period)
        options += self._per_thing(figure, company, period)
        options += self._of_share(bound) if alone else ()
        if not options:
            raise CannotAnswer(f"No row is called “{figure.words}”.", (figure.words,))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _together(
        self, figure: Figure, company: CompanyRef | None, period: PeriodRef | None
    ) -> Iterator[Expression]:
        """What one name joins added up, where no row has all of it: "Kite and Drum revenue"."""
        if self._sums and not self._given and (joined := joined_in((figure,))):
            yield total([self._figure(one, company, period, alone=True) for one in joined])

    def _per_thing(
        self, figure: Figure, company: CompanyRef | None, period: PeriodRef | None
    ) -> Iterator[Expression]:
        """An amount divided by the things that it is asked for each of."""
        if not self._given and (ends := amount_and_things(figure)):
            yield Binary("/", *(self._figure(one, company, period) for one in ends))

    def _of_share(self, part: Figure) -> Iterator[Expression]:
        """A part's sales as the share that a sentence states of all of them."""
        if self._given or part.concept not in SALES or not _CAME_FROM.search(part.words):
            return
        metric = get_metric(part.concept)
        share = _stated_share(part, Figure(_WHOLE, part.concept), part.company, part.period)
        if share is not None and metric is not None:
            whole = self._by_metric(metric, part.company, part.period)
            yield Binary("*", Binary("/", share, Number(Decimal(100))), whole)

    def _average(self, figure: Figure) -> Iterator[Expression]:
        """An "average" balance of one period, as the mean of its opening and its closing one."""
        first, _, rest = figure.words.partition(" ")
        metric = metric_named(rest) if first.lower() == _AVERAGE and not figure.concept else None
        period = figure.period
        if self._given or metric is None or not metric.instant or period is None:
            return
        balance = Figure(rest, metric.key, company=figure.company)
        yield self._aggregated(_AVERAGE, balance, figure.company, (period,))

    def _margin(self, figure: Figure) -> Iterator[Expression]:
        """A segment's margin that no row states: its profit over its sales."""
        said = _SEGMENT_MARGIN.fullmatch(figure.words)
        if self._given or figure.concept or said is None:
            return
        earned = Figure(f"{said['part']} {SEGMENT_PROFIT}")
        sales = narrowed(Figure("net sales", "net_sales", kind=Kind.MONEY), Figure(said["part"]))
        ends = (
            self._figure(one, figure.company, figure.period, alone=True) for one in (earned, sales)
        )
        yield Binary("*", Number(100), Binary("/", *ends))

    def _defined(self, figure: Figure) -> Measure | None:
        if figure.concept in self.definitions:
            return self.definitions[figure.concept]
        if figure.concept:
            return None
        said = content_words(figure.words)
        return next(
            (m for name, m in self.definitions.items() if content_words(name) == said), None
        )

    def _by_row(self, figure: Figure, metric: Metric | None) -> Iterator[Leaf]:
        """The row of the very name, where the question may have said it."""
        named = self._named and len(figure.words.split()) <= _LONGEST_NAME
        share = metric is not None and metric.kind is Kind.PERCENT  # rows of its name state amounts
        known = metric is None or metric.looked_up or (figure.part and not share)
        if named and known and not _forward(figure):
            kind = figure.kind if figure.kind == Kind.COUNT and not counted_in(figure) else ""
            bound = Figure(figure.words, "", "", kind, figure.company, figure.period)
            yield Leaf(replace(bound, row_name=True, told=figure.told))

    def _by_metric(
        self, metric: Metric, company: CompanyRef | None, period: PeriodRef | None
    ) -> Expression:
        leaf = Leaf(Figure(metric.names[0], metric.key, company=company, period=period))
        if self._formulas.get(metric.key) == PRINTED:
            return leaf
        if metric.key in self._formulas:
            return self._computed(metric, self._formulas[metric.key], "", company, period)
        if not metric.formula:
            return leaf
        formula = self._computed(metric, metric.formula, "", company, period)
        return Choice((leaf, formula)) if metric.looked_up else formula

    def _computed(
        self,
        metric: Metric,
        formula: str,
        part: str,
        company: CompanyRef | None,
        period: PeriodRef | None,
    ) -> Expression:
        """A formula of the lexicon over the figures of a part, empty for the whole."""
        measure = _of_part(read_formula(formula), part)
        if metric.kind is Kind.DAYS and period is not None and period.period.fiscal_quarter:
            measure = _of_quarter(measure)
        return as_defined(metric.key, self._operand(measure, company, period))

    def _by_words(self, figure: Figure) -> Iterator[Leaf]:
        if self._given or content_words(figure.words):
            yield Leaf(figure)


def _of_quarter(measure: Measure) -> Measure:
    """A formula over a day's sales or costs, where these are of a quarter and not of a year."""
    match measure:
        case Constant(value) if value in _YEARS_OF_DAYS:
            return Constant(Decimal(value) / 4)
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, _of_quarter(left), _of_quarter(right))
        case _:
            return measure


def _of_part(measure: Measure, part: str) -> Measure:
    """A formula with its figures by their names, as those of a part."""
    match measure:
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, _of_part(left, part), _of_part(right, part))
        case Aggregated(aggregate, figure):
            return Aggregated(aggregate, _named(figure, part))
        case Figure():
            return _named(measure, part)
        case Constant():
            return measure


def _is_balance(metric: Metric, part: str) -> bool:
    """Whether a part would have a balance that is computed of the whole's, as equity is."""
    return bool(part) and metric.instant and metric.kind is Kind.MONEY


def _is_printed(figure: Figure, metric: Metric | None) -> bool:
    """Whether companies print the very name, which is longer than the metric's own."""
    words = content_words(figure.words)
    own = content_words(metric.names[0]) if metric is not None else words
    return len(words) > max(2, len(own)) and bool(packaged_memory().exactly(figure.words))


def _named(figure: Figure, part: str) -> Figure:
    metric = get_metric(figure.concept)
    words = metric.names[0] if metric else figure.concept
    if figure.concept in SALES:
        part = unadjusted(part)
    return replace(figure, words=f"{part} {words}".strip(), part=part)


def _readings(part: Measure, whole: Measure) -> Iterator[Measure]:
    """A name beside a known whole is a part of it, "EMEA % of revenue", or a figure of its own."""
    match part, whole:
        case Figure(concept="", kind="", counted=things), Figure(part="") if (
            whole.concept
            and not has_items(whole)
            and not (whole.concept in SALES and _is_result(part.words))
            and (not things or whole.kind == Kind.MONEY.value)  # no things are a part of money
        ):
            yield narrowed(whole, replace(part, counted=""))
        case Figure(counted=one), Figure(part="", counted=other) if (
            one and other and not same_noun(one, other)
        ):
            yield narrowed(whole, part)  # employees at stores: no store is a part of employees
    yield part


def _is_result(words: str) -> bool:
    """Whether a name ends with what is left or spent of sales, which is no part of them."""
    return not _RESULTS.isdisjoint(words.lower().split()[-1:])


def _stated_share(
    part: Measure, whole: Measure, company: CompanyRef | None, period: PeriodRef | None
) -> Leaf | None:
    """The percentage itself, as sentences state it of what no statement has a row for."""
    if not (isinstance(part, Figure) and isinstance(whole, Figure)):
        return None
    if part.concept and not part.part:
        return None
    own = part.part or part.words
    words = dict.fromkeys(f"{whole.words} {own}".split())
    company, period = part.company or company, part.period or period
    share = Figure(" ".join(words), part=own, kind=Kind.PERCENT, company=company, period=period)
    return Leaf(share)


def _forward(figure: Figure) -> bool:
    return "expected" in figure.qualifiers


@functools.cache
def _metric_words() -> frozenset[str]:
    names = (name for metric in all_metrics().values() for name in metric.names)
    return frozenset(word for name in names for word in content_words(name))
