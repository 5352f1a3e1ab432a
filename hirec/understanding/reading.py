"""From the derivation of a question to a :class:`ParsedQuestion`."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from hirec.lexicon import Kind, get_metric
from hirec.periods import month_of, years_earlier
from hirec.types import (
    ABOVE_BELOW,
    COUNT_OPERATIONS,
    Bound,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    WantedFormat,
    figures_of,
)
from hirec.understanding.adjuncts import EVERY, Adjuncts, Clause
from hirec.understanding.annotate import Span
from hirec.understanding.comparing import held_last
from hirec.understanding.derivation import Derivation
from hirec.understanding.figures import FigureReader, of_each
from hirec.understanding.joined import joined_in
from hirec.understanding.measured import MeasureReader
from hirec.understanding.operations import Chosen, Count, Operators, choose
from hirec.understanding.parse import CLASSES
from hirec.understanding.parts import (
    amounts,
    asked_of,
    by_parts,
    done_to,
    led_by,
    names_parts,
    narrowed,
    outside_of,
    sign_of,
)
from hirec.understanding.pieces import periods_of
from hirec.understanding.senses import EARN, LOSE
from hirec.understanding.vocabulary import KINDS_OF_PARTS

IN_MONEY = frozenset({"in dollars", "in usd"})
"""What asks for an amount of money, not for a rate."""
_DOLLARS = frozenset({"dollar", "dollars", "usd"})
_AMOUNT = frozenset({"amount", "amounts"})
_SELL = frozenset({"outsell", "outsells", "outsold"})
_SOLD = frozenset({"sell", "sells", "sold"})
_SALES_OF_PART = Figure("revenue", "revenue", kind=Kind.MONEY.value)
_PROFIT_OF_PART = Figure("profit", "operating_income", kind=Kind.MONEY.value)
"""What a part earns is called "segment profit" as often as "operating income"."""
_OF_AMOUNTS = frozenset({"positive", "negative"})
"""Signs that amounts have of themselves; parts and companies are profitable or lose money."""
_TELLING = frozenset({"count", "by"})
_TURNED = {
    Operation.LARGEST: Operation.SMALLEST,
    Operation.SMALLEST: Operation.LARGEST,
    Operation.MAXIMUM: Operation.MINIMUM,
    Operation.MINIMUM: Operation.MAXIMUM,
}
_STEPPED = (Operation.CAGR, Operation.GROWTH, Operation.DIFFERENCE)
"""Over "the two years to 2023" they take two steps, and three years."""
_OVER_TIME = frozenset(
    {Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.ROSE, Operation.FELL}
)
_TIMES = frozenset({"years", "the years", "fiscal years", "quarters", "the quarters"})
_PACES = frozenset({"how fast", "how quickly", "how strongly"})
_HELD_AGAINST = ("more_than", "more_of")
"""Rules of the grammar that hold one figure against another."""


class Reading:
    """Reads one derivation."""

    def __init__(self, clause: Clause, derivation: Derivation) -> None:
        self._clause = clause
        self._spans = clause.annotation.spans
        self._derivation = derivation
        self._ops = self._operators()
        self._figures = FigureReader(clause.annotation, self._qualifiers())
        counted = "count" in derivation.asked("WH") | derivation.asked("COUNT")
        counted &= not (self._ops.has("PERCENT") or self._ops.counting)
        kind = Kind.COUNT if counted else None
        self._measures = MeasureReader(clause, derivation, self._figures, kind)
        self._named = self._measures.named

    def parsed(self, text: str, core: str) -> ParsedQuestion:
        """The question as parsed; what is not understood is in ``unplaced``."""
        reasons = self._reasons()
        structure, measures = self._measures.measures()
        measures = tuple(map(outside_of, self._of_implied(measures) or self._implied()))
        adjuncts = Adjuncts(self._clause, self._ops, self._named)
        companies, periods, said = adjuncts.said()
        measures = adjuncts.with_own(measures)
        if self._wanted().money:
            measures = amounts(measures)
        if self._clause.antecedents is not None:
            measures = self._clause.antecedents.put(measures)
        pairs = adjuncts.pairs() if measures and not reasons else ()
        joined = len(measures) == 1 < len(own := _figures(measures)) and all(f.company for f in own)
        owners = 1 if joined else len(companies)  # "Acme's revenue minus Borealis' revenue"
        count = Count(len(measures), 1 if pairs else len(periods), owners)
        chosen = choose(self._ops, count, structure)
        chosen, measures = self._fitted(chosen, measures)
        if not self._ops.counting:
            measures = self._measures.counted(measures, moved=chosen.operation in _OVER_TIME)
        verb = next((span.said for span in self._spans if span.kind == "VERB"), "")
        measures = done_to(measures, verb)
        chosen = self._signed(chosen, measures)
        years, latest = adjuncts.years()
        operation = Operation.TEXT if reasons or not measures else chosen.operation
        if operation is Operation.VALUE and years > 1 and latest:
            operation = Operation.SERIES
        if operation is Operation.SERIES and len(measures) == 1:
            operation = adjuncts.computed() or operation
        series = operation is Operation.SERIES and not self._ops.has("SERIES")
        if series and all(figure.period for figure in _figures(measures)):
            operation, series = Operation.VALUE, False  # each has its own
        beside = self._ops.values("MOVE") == {"compare"}  # "2022's compared with 2021"
        scattered = adjuncts.scattered() if series and not beside else ()
        loose = self._loose(operation, measures, periods, scattered)
        each = operation in (Operation.ROSE, Operation.FELL) and self._ops.has("SERIES")
        counted = 0 < years == len(periods) and str(periods[0].period.fiscal_year) not in text
        if operation in _STEPPED and counted:
            periods = (years_earlier(periods[0]), *periods)  # so many steps, not so many years
        elif each and not pairs:
            periods = adjuncts.stepped(periods, years)
        elif operation in EVERY and not pairs:
            periods = adjuncts.ranged(periods, years)
        companies, periods = adjuncts.in_turn(operation, structure, companies, periods)
        parted = by_parts(measures) if operation is Operation.VALUE else None
        if parted is not None:
            measures, operation = (parted[0],), Operation.SEVERAL
        if pairs:
            pairs = tuple(sorted(pairs, key=lambda pair: companies.index(pair[0])))
            bound = all(figure.company and figure.period for figure in _figures(measures))
            measures = measures if bound else of_each(measures, pairs)
        return ParsedQuestion(
            text=text,
            operation=operation,
            measures=measures,
            companies=companies,
            periods=held_last(said, self._spans) if operation in ABOVE_BELOW else periods,
            each=each,
            listed=(adjuncts.listed() and not self._ops.has("SERIES"))
            or self._ops.values("MOVE") == {"compare"},
            wanted=self._wanted(),
            bound=self._bound(),
            choose=parted[1] if parted else self._chosen_among(measures),
            years=years,
            latest=latest and not periods,
            moving=self._moved_by(chosen.moving, measures),
            improving="improve" in self._ops.values("MOVE"),
            figure_asked=not reasons and self._figure_asked(),
            asks_text=reasons[0].value if reasons else "",
            row_name=self._whole_name(),
            core=core,
            unplaced=(*self._unplaced(chosen), *loose, *adjuncts.beyond()),
            readings=chosen.readings,
            doubt=chosen.doubt,
        )

    def _of_implied(self, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
        """Parts that a question names without a figure, in what is implied of parts."""
        if not all(any(map(str.isalpha, figure.words)) for figure in _figures(measures)):
            return ()  # "what is 2+2"
        named = [measure for measure in measures if isinstance(measure, Figure)]
        if len(named) == len(measures) and all(one.words.lower() in EARN for one in named):
            return ()  # "did it earn less than …"
        earned = {span.said.lower() for span in self._ops.by.get("SIGN", ())} - _OF_AMOUNTS
        if len(named) == len(measures) == 1 and earned and not named[0].concept:
            self._ops.polar = True
            return (narrowed(_PROFIT_OF_PART, named[0]),)  # "was the Retail segment profitable"
        if len(named) < max(2, len(measures)):
            return measures
        sold = self._ops.has("MORE") and self._says(_SOLD)
        among = self._ops.among_parts or self._says(_SELL) or sold
        if among and (parts := led_by(named)):
            return parts
        if not names_parts(named):
            return measures
        if any(part.qualifiers for part in named):
            return asked_of(named)
        if not among:
            return measures
        (implied,) = self._implied() or (_SALES_OF_PART,)
        return tuple(narrowed(implied, part) for part in named if isinstance(implied, Figure))

    def _implied(self) -> tuple[Measure, ...]:
        """The figure of a question that names none: how large parts are, what is earned."""
        earns = self._ops.has("SIGN") or self._says(EARN)
        if self._ops.among_parts or self._says(_SELL):
            return (_PROFIT_OF_PART if earns else _SALES_OF_PART,)
        if not earns:  # "profitable"
            return ()
        self._ops.polar |= self._ops.has("SIGN")
        return (Figure("net income", "net_income", kind=Kind.MONEY.value),)

    def _signed(self, chosen: Chosen, measures: tuple[Measure, ...]) -> Chosen:
        """What figures make of an operation that are a gain or a loss by their name."""
        silent = Operation.VALUE if self._ops.among_parts else Operation.TEXT
        asks_sign = self._ops.polar or self._ops.among_parts
        if asks_sign and chosen.operation is silent and (sign := sign_of(measures)):
            chosen = Chosen(sign)
        # "which segment lost the most"
        lost = bool(self._named) and all(one.figure.words.lower() in LOSE for one in self._named)
        if lost or sign_of(measures) is Operation.NEGATIVE:
            # The largest loss is the smallest income.
            chosen = replace(chosen, operation=_TURNED.get(chosen.operation, chosen.operation))
        return chosen

    def _reasons(self) -> list[Span]:
        """What asks for words; "how does A compare with B" asks for two figures."""
        compared = any(span.kind == "MOVE" and span.value == "compare" for span in self._spans)
        pieces = (piece for piece in self._derivation.pieces if piece.kind == "REASON")
        asking = (span for piece in pieces for span in piece.spans)
        return [span for span in asking if not (compared and span.value == "description")]

    def _fitted(
        self, chosen: Chosen, measures: tuple[Measure, ...]
    ) -> tuple[Chosen, tuple[Measure, ...]]:
        """What operators change of a figure: an average that is part of its name."""
        if len(measures) == len(self._named) == 1 and isinstance(figure := measures[0], Figure):
            average = self._ops.by.get("AVERAGE", [])
            before = average and average[0].first < self._named[0].first
            if before and chosen.operation is not Operation.AVERAGE:
                name = f"{average[0].said} {figure.words}"
                figure = replace(figure, words=name, concept="", part="")
            several = chosen.operation is Operation.SERIES or self._ops.has("YEARS")
            plain = chosen.operation in (Operation.SERIES, Operation.VALUE)
            summed = plain and several and figure.kind != Kind.COUNT.value
            if self._totalled() and summed and not self._ops.has("SERIES"):
                why = "“total” over several periods is their sum."
                chosen = Chosen(Operation.SUM, readings=(why,))
            if (
                chosen.operation is Operation.VALUE
                and self._ops.has("SUM")
                and joined_in((figure,))
            ):
                chosen = Chosen(Operation.SUM)
            return chosen, (figure,)
        return chosen, measures

    def _totalled(self) -> bool:
        """Whether "total" or "combined" leads up to the figure."""
        last = self._named[0].last
        return any(
            span.kind in ("LIGHT", "FILLER") and "total" in span.said.lower().split()
            for span in self._spans
            if span.last <= last
        )

    # ------------------------------------------------------------------ operators and the rest

    def _operators(self) -> Operators:
        said = self._derivation
        links = (span for span in said.spans("link") if span.kind in CLASSES["OPERATOR"])
        kinds = [piece.kind for piece in said.pieces]
        first = next((at for at, kind in enumerate(kinds) if kind != "AND"), 0)
        if said.has("front"):
            first = next((at for at, kind in enumerate(kinds) if kind in ("DO", "BE")), first)
        polar = kinds[first] in ("DO", "BE") and not {"WH", "WHICH"} & set(kinds)
        polar |= "polar" in said.asked("DO")
        held = (span for span in said.spans("one_of") if span.kind == "MORE")
        spans = sorted([*said.spans("op"), *links, *held], key=_first)
        ops = Operators.of(spans, polar=polar, percent=False)
        ops.percent |= self._clause.wanted.percent or said.has("rate")
        how = any(s.said[:3].lower() == "how" for s in ops.by["MORE"])
        ops.amount = "WH" in kinds or how
        asked = [s.said.lower() for piece in said.pieces if piece.kind == "WH" for s in piece.spans]
        ops.paced = not _PACES.isdisjoint(asked)
        dollars = any("dollars" in words for words in asked)
        dollars |= any(span.said.lower() in IN_MONEY for span in self._spans)
        ops.absolute = dollars or "count" in said.asked("WH")
        ops.bounded = said.has("bound")
        times = any(s.kind == "YEARS" or s.said.lower() in _TIMES for s in self._spans)
        ops.counting = ops.bounded and times and "count" in said.asked("WH")
        joins = {span.kind for span in self._clause.pieces.joins} | set(kinds)
        before = {self._clause.annotation.tokens[s.first - 1].lower for s in ops.by["MORE"]}
        ops.moved = bool(before) and not ({"VS", "OR"} & joins or "the" in before)
        ops.either = "OR" in joins and "VS" not in kinds and not how
        ops.limits = frozenset(span.value for span in said.spans("bound", *_HELD_AGAINST))
        return ops

    def _wanted(self) -> WantedFormat:
        wanted = self._clause.wanted
        percent = self._ops.percent or self._derivation.has("stated_share")
        percent |= wanted.percent
        return replace(wanted, percent=percent, money=self._in_money() and not percent)

    def _in_money(self) -> bool:
        """Whether an amount is asked for by its form: "in millions", "margin dollars"."""
        said = [span.said.lower() for span in self._spans if span.kind in ("FILLER", "WH", "COUNT")]
        behind = zip(self._spans, self._spans[1:], strict=False)
        amount = any(a.kind == "CONCEPT" and b.said.lower() in _AMOUNT for a, b in behind)
        dollars = any(_DOLLARS & {*words.split()} for words in said)
        dollars |= self._clause.annotation.text.rstrip(" ?.").endswith("$")
        return bool(self._clause.wanted.scale) or dollars or amount

    def _moved_by(
        self, moving: Operation | None, measures: tuple[Measure, ...]
    ) -> Operation | None:
        """The change that is held against a bound: by a percentage an amount grows."""
        bound = self._bound()
        rates = all(figure.kind == Kind.PERCENT.value for figure in _figures(measures))
        if moving is Operation.DIFFERENCE and bound is not None and bound.unit == "%" and not rates:
            return Operation.GROWTH
        return moving

    def _bound(self) -> Bound | None:
        for span in self._derivation.spans("bound"):
            if span.kind == "NUMBER":
                value, _, unit = span.value.partition(" ")
                sign = -1 if self._ops.falling else 1
                return Bound(sign * Decimal(value), unit)
        return None

    def _chosen_among(self, measures: tuple[Measure, ...]) -> str:
        """What kind of thing is chosen among; empty where the question names the parts itself."""
        domains = self._ops.by.get("DOMAIN", [])
        among = domains[0].value if domains else ""
        return "" if among in KINDS_OF_PARTS and len(measures) > 1 else among

    def _qualifiers(self) -> list[str]:
        ops = list(self._derivation.spans("op"))
        said = ["expected" for span in ops if span.kind == "EXPECT"][:1]
        context = " ".join(span.said for span in self._derivation.spans("context"))
        refs = periods_of(self._clause.pieces.adjuncts)
        return [*said, *([context] if context else ()), *filter(None, map(month_of, refs))]

    def _says(self, words: frozenset[str]) -> bool:
        return any(span.said.lower() in words for span in self._clause.annotation.spans)

    def _figure_asked(self) -> bool:
        said = {span.said.lower() for span in self._spans}
        asked = (self._derivation.asked("WH") | self._derivation.asked("COUNT")) & _TELLING
        counted = any(words.split()[0] in ("amount", "value", "number", "total") for words in said)
        much = any(words.startswith("how much") for words in said)
        share = self._ops.has("PERCENT") or self._ops.has("CAGR") or self._derivation.has("share")
        share = share and not self._ops.polar
        return bool(asked) or much or counted or share

    def _whole_name(self) -> str:
        """The name with an operator in front, as a row may bear it: "net change in cash"."""
        moves = self._ops.by.get("MOVE", [])
        if len(moves) != 1 or len(self._named) != 1 or moves[0].first > self._named[0].first:
            return ""
        first, last = moves[0].first, self._named[0].last
        return self._figures.said([s for s in self._spans if first <= s.first and s.last <= last])

    def _loose(
        self,
        operation: Operation,
        measures: Sequence[Measure],
        periods: Sequence[PeriodRef],
        scattered: tuple[str, ...],
    ) -> tuple[str, ...]:
        """Words that the operation has no place for, beside those scattered over a series."""
        lengths = {bool(ref.period.fiscal_quarter) for ref in periods}
        loose = scattered
        if operation in _OVER_TIME and len(lengths) == 2 and _flows(measures):
            loose = tuple(ref.said for ref in periods[-1:])  # a quarter is no change from a year
        if operation is Operation.SHARE and len(lengths) < 2:
            loose = tuple(ref.said for ref in periods[1:])
        return loose

    def _unplaced(self, chosen: Chosen) -> tuple[str, ...]:
        derivation = self._derivation
        context = list(derivation.spans("context"))
        if any(span.kind == "QUALIFIER" and span.value == "without" for span in context):
            return (" ".join(span.said for span in context),)  # "excluding Acme Europe, what was …"
        unmet = (
            () if chosen.operation in ABOVE_BELOW | COUNT_OPERATIONS else ("bound",)
        )  # "how many years was it over 5%"
        spans = [*derivation.spans(*unmet, "hard", "stray", "part_of_change")]
        # "A changes B" may be one name
        spans += [span for span in derivation.spans("back") if span.kind == "MOVE"]
        if chosen.operation is not Operation.RATIO:
            for node in derivation.tree.find_data("single_ratio"):
                if not self._measures.names_ratio(node):
                    spans += [s for s in derivation.spans_of(node) if s.kind == "RATIO"]
        return tuple(span.said for span in sorted([*spans, *chosen.unused], key=_first))


def _figures(measures: Sequence[Measure]) -> list[Figure]:
    return [figure for measure in measures for figure in figures_of(measure)]


def _flows(measures: Sequence[Measure]) -> bool:
    """Whether one of the figures is of a span, not of a day."""
    metrics = (get_metric(figure.concept) for figure in _figures(measures))
    return any(metric is not None and not metric.instant for metric in metrics)


def _first(span: Span) -> int:
    return span.first
