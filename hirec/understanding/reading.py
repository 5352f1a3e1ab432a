"""From the derivation of a question to a :class:`ParsedQuestion`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from lark import Token, Tree

from hirec.lexicon import Kind, get_metric
from hirec.periods import in_order, members
from hirec.types import (
    Aggregated,
    Arithmetic,
    Bound,
    CompanyRef,
    Constant,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
    WantedFormat,
)
from hirec.understanding.annotate import Annotation, Span
from hirec.understanding.figures import FigureReader, Named, bound_to
from hirec.understanding.operations import Chosen, Count, Operators, choose
from hirec.understanding.parse import Piece
from hirec.understanding.pieces import Pieces, companies_of, periods_of

Derivation = Tree[Token]

_EVERY = frozenset(
    {Operation.LARGEST, Operation.SMALLEST, Operation.MAXIMUM, Operation.MINIMUM}
    | {Operation.AVERAGE, Operation.SUM, Operation.SERIES}
)
"""Operations over every member of a range, not over its two ends."""
_LAST = ("last", "past", "previous", "trailing", "prior", "recent")
_TELLING = frozenset({"count", "by"})


@dataclass(frozen=True, slots=True)
class Clause:
    """What the reading of one clause starts from."""

    annotation: Annotation
    pieces: Pieces
    wanted: WantedFormat
    scope: Scope


class Reading:
    """Reads one derivation."""

    def __init__(self, clause: Clause, tree: Derivation) -> None:
        self._clause = clause
        self._pieces = clause.pieces.pieces
        self._named: list[Named] = []
        self._ops = self._operators(tree)
        self._context = [self._said(node) for node in tree.find_data("context")]
        self._figures = FigureReader(clause.annotation, self._qualifiers(tree))
        self._tree = tree

    def parsed(self, text: str, core: str) -> ParsedQuestion:
        """The question as parsed; what is not understood is in ``unplaced``."""
        reasons = [span for span in self._clause.annotation.spans if span.kind == "REASON"]
        structure, measures = self._measures()
        companies, periods, said = self._adjuncts(measures)
        measures = self._with_own(measures)
        count = Count(len(measures), len(periods), len(companies))
        chosen = choose(self._ops, count, structure)
        chosen, measures = self._fitted(chosen, measures, count)
        operation = Operation.TEXT if reasons or not measures else chosen.operation
        years, latest = self._years()
        if operation is Operation.VALUE and years > 1:
            operation = Operation.SERIES
        if operation in _EVERY:
            periods = self._ranged(periods, years)
        companies, periods = self._in_turn(operation, structure, companies, periods)
        return ParsedQuestion(
            text=text,
            operation=operation,
            measures=measures,
            companies=companies,
            periods=said if operation in (Operation.ABOVE, Operation.BELOW) else periods,
            wanted=self._wanted(),
            bound=self._bound(),
            choose=self._chosen_among(),
            years=years,
            latest=latest and not periods,
            moving=chosen.moving,
            improving="improve" in self._ops.values("MOVE"),
            figure_asked=not reasons and self._figure_asked(),
            asks_text=reasons[0].value if reasons else "",
            row_name=self._whole_name(),
            core=core,
            unplaced=self._unplaced(chosen),
            readings=chosen.readings,
        )

    # ------------------------------------------------------------------ what is measured

    def _measures(self) -> tuple[str, tuple[Measure, ...]]:
        """The name of the structure and its measures; empty where the clause names no figure."""
        for node in self._tree.children:
            if not isinstance(node, Tree):
                continue
            data = str(node.data)
            if data in ("share", "quotient", "pair"):
                inner = node.children[0]
                assert isinstance(inner, Tree)
                return self._joined(data, inner)
            if data == "members":
                return data, tuple(self._members(node))
            if data in ("figure", "binary", "listing", "multiple"):
                return self._joined(data, node)
        return "figure", ()

    def _joined(self, data: str, node: Derivation) -> tuple[str, tuple[Measure, ...]]:
        kind = str(node.data)
        if kind == "figure":
            return "figure", (self._figure(node),)
        if kind == "binary":
            return "binary", (self._arithmetic(node),)
        figures = [self._figure(child) for child in _children(node, "figure")]
        if kind == "stated_share":
            return kind, (replace(figures[0], kind=Kind.PERCENT.value),)
        if kind == "named_ratio":
            words = figures[0].words if figures[0].concept else f"{figures[0].words} ratio"
            return "figure", (replace(figures[0], words=words, kind=Kind.RATIO.value),)
        if kind in ("part_of_whole", "whole_first"):
            return data, (self._share_of(figures[0], figures[1]),)
        if data == "share":
            return data, (Arithmetic("%", figures[0], figures[1]),)
        if data == "quotient":
            return data, (Arithmetic("/", figures[0], figures[1]),)
        if kind == "of_parts":
            whole = figures[0]
            return "apart", tuple(_part(whole, part) for part in figures[1:])
        return (kind if data == "pair" else data), _same(figures)

    def _members(self, node: Derivation) -> Iterator[Figure]:
        """Figures listed by the head they share: "operating, investing and financing activities"."""
        for span in self._spans(node):
            if span.kind == "MEMBERS":
                for member in span.value.split("; "):
                    words, _, concept = member.partition("=")
                    yield Figure(words, concept, kind=Kind.MONEY.value)

    def _share_of(self, whole: Figure, part: Figure) -> Arithmetic:
        """What a part is of its whole; words that name no figure of their own narrow the whole's."""
        own = get_metric(part.concept) is not None
        return Arithmetic("%", part if own else _part(whole, part), whole)

    def _arithmetic(self, node: Derivation) -> Measure:
        sign, operands = "", list[Measure]()
        for child in node.children:
            if isinstance(child, Token):
                piece = self._pieces[int(child)]
                sign = piece.value if piece.kind not in ("OPEN", "CLOSE") else sign
            elif child.data == "figure":
                operands.append(self._figure(child))
            else:
                operands.append(self._arithmetic(child))
        return operands[0] if len(operands) == 1 else Arithmetic(sign, operands[0], operands[1])

    def _figure(self, node: Derivation) -> Figure:
        kind = Kind.COUNT.value if "count" in self._asked("WH") | self._asked("COUNT") else ""
        named = self._figures.read(list(self._spans(node)), kind)
        self._named.append(named)
        return named.figure

    def _fitted(
        self, chosen: Chosen, measures: tuple[Measure, ...], count: Count
    ) -> tuple[Chosen, tuple[Measure, ...]]:
        """What the operators change of the figures: an average or a most that is part of a name."""
        if len(measures) == 1 and isinstance(figure := measures[0], Figure):
            average = self._ops.by.get("AVERAGE", [])
            before = average and average[0].first < self._named[0].first
            if before and chosen.operation is not Operation.AVERAGE:
                name = f"{average[0].said} {figure.words}"
                figure = replace(figure, words=name, concept="", part="")
            total = figure.words.lower().startswith(("total", "combined"))
            if total and chosen.operation is Operation.SERIES and not self._ops.has("SERIES"):
                why = "“total” over several periods is their sum."
                chosen = Chosen(Operation.SUM, readings=(why,))
            return chosen, (figure,)
        return chosen, measures

    # ------------------------------------------------------------------ whose, and of when

    def _adjuncts(
        self, measures: Sequence[Measure]
    ) -> tuple[tuple[CompanyRef, ...], tuple[PeriodRef, ...], tuple[PeriodRef, ...]]:
        """Companies, periods in order of time, and periods as said."""
        spans = self._clause.pieces.adjuncts
        companies = companies_of(spans) or self._clause.scope.companies
        periods = periods_of(spans)
        periods = periods or self._clause.scope.periods
        if not periods:
            days = self._clause.scope.event_dates[:1]
            periods = tuple(PeriodRef(Period(end=day, months=0), day.isoformat()) for day in days)
        return companies, in_order(periods), periods

    def _in_turn(
        self,
        operation: Operation,
        structure: str,
        companies: tuple[CompanyRef, ...],
        periods: tuple[PeriodRef, ...],
    ) -> tuple[tuple[CompanyRef, ...], tuple[PeriodRef, ...]]:
        """Whose share it is stands first; so does what is so many times as large."""
        if operation in (Operation.SHARE, Operation.PORTION) and len(companies) > 1:
            spans = [span for span in self._clause.pieces.adjuncts if span.company]
            own = spans[-1].company
            return (*(c for c in companies if c == own), *(c for c in companies if c != own)), periods
        if structure == "multiple" and "times" in self._asked("TIMES_AS"):
            return (companies, periods[::-1]) if len(periods) > 1 else (companies[::-1], periods)
        return companies, periods

    def _with_own(self, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
        """Figures with a company and period of their own, where each of several has one."""
        owners = [self._beside(at) for at in range(len(self._named))]
        if len(owners) < 2:
            return measures
        own_company = all(len(companies_of(spans)) == 1 for spans in owners)
        own_period = all(len(periods_of(spans)) == 1 for spans in owners)
        same_period = len({periods_of(spans) for spans in owners}) == 1
        bound = {
            id(named.figure): bound_to(
                named.figure,
                companies_of(spans) if own_company else (),
                periods_of(spans) if own_period and not same_period else (),
            )
            for named, spans in zip(self._named, owners, strict=True)
        }
        return tuple(_mapped(measure, bound) for measure in measures)

    def _beside(self, at: int) -> list[Span]:
        """Adjuncts from one figure to the next; the first one takes those in front of it too."""
        start = self._named[at].first if at else -1
        end = self._named[at + 1].first if at + 1 < len(self._named) else 1 << 30
        adjuncts = self._clause.pieces.adjuncts
        if at + 1 < len(self._named):
            # What stands right in front of the next figure is its own: "Intel's revenue".
            between = [s.last for s in self._telling() if s.first >= self._named[at].last]
            joint = [last for last in between if last <= end]
            end = min(end, joint[0]) if joint else end
        if at:
            start = min(start, self._beside_end(at - 1))
        return [span for span in adjuncts if start <= span.first < end]

    def _beside_end(self, at: int) -> int:
        ends = [s.last for s in self._telling() if s.first >= self._named[at].last]
        return ends[0] if ends else self._named[at + 1].first

    def _telling(self) -> list[Span]:
        return [
            span
            for piece in self._pieces
            if piece.kind not in ("NAME", "CONCEPT")
            for span in piece.spans
        ]

    def _ranged(self, periods: tuple[PeriodRef, ...], years: int) -> tuple[PeriodRef, ...]:
        """Every member of a range; as many years back as are counted."""
        kinds = {span.kind for span in self._clause.pieces.joins}
        if len(periods) == 2 and kinds & {"BETWEEN", "TO", "MINUS"}:
            return members(periods[0], periods[1])
        year = periods[0].period.fiscal_year if len(periods) == 1 else None
        if year is not None and years > 1:
            first = replace(periods[0].period, fiscal_year=year - years + 1)
            return members(replace(periods[0], period=first), periods[0])
        return periods

    def _years(self) -> tuple[int, bool]:
        """How many years are counted, and whether back from the newest."""
        for span in self._ops.by.get("YEARS", ()):
            before = self._clause.annotation.tokens[max(span.first - 2, 0) : span.first]
            return int(span.value), any(token.lower in _LAST for token in before)
        return 0, False

    # ------------------------------------------------------------------ operators and the rest

    def _operators(self, tree: Derivation) -> Operators:
        spans = [span for node in tree.find_data("op") for span in self._spans(node)]
        kinds = [piece.kind for piece in self._pieces]
        first = next((at for at, kind in enumerate(kinds) if kind != "AND"), 0)
        if _has(tree, "front"):
            first = next((at for at, kind in enumerate(kinds) if kind in ("DO", "BE")), first)
        polar = kinds[first] in ("DO", "BE") and not {"WH", "WHICH"} & set(kinds)
        ops = Operators.of(sorted(spans, key=_first), polar=polar, percent=False)
        ops.percent |= self._clause.wanted.percent
        ops.bounded = _has(tree, "bound")
        return ops

    def _wanted(self) -> WantedFormat:
        wanted = self._clause.wanted
        percent = self._ops.has("PERCENT") or any(self._tree.find_data("stated_share"))
        return replace(wanted, percent=wanted.percent or percent)

    def _bound(self) -> Bound | None:
        for node in self._tree.find_data("bound"):
            numbers = [span for span in self._spans(node) if span.kind == "NUMBER"]
            value, _, unit = numbers[0].value.partition(" ")
            return Bound(Decimal(value), unit)
        return None

    def _chosen_among(self) -> str:
        domains = self._ops.by.get("DOMAIN", [])
        return domains[0].value if domains else ""

    def _qualifiers(self, tree: Derivation) -> list[str]:
        ops = [span for node in tree.find_data("op") for span in self._spans(node)]
        said = ["expected" for span in ops if span.kind == "EXPECT"][:1]
        return [*said, *(span.value for span in ops if span.kind == "END"), *self._context]

    def _figure_asked(self) -> bool:
        said = {span.said.lower() for span in self._clause.annotation.spans}
        asked = (self._asked("WH") | self._asked("COUNT")) & _TELLING or "how much" in said
        counted = any(words.split()[0] in ("amount", "value", "number", "total") for words in said)
        share = self._ops.has("PERCENT") or self._ops.has("CAGR") or any(self._tree.find_data("share"))
        return bool(asked or counted or (share and not self._ops.polar))

    def _asked(self, kind: str) -> set[str]:
        return {piece.value for piece in self._pieces if piece.kind == kind}

    def _whole_name(self) -> str:
        """The name with an operator in front, as a row may bear it: "net change in cash"."""
        moves = self._ops.by.get("MOVE", [])
        if len(moves) != 1 or len(self._named) != 1 or moves[0].first > self._named[0].first:
            return ""
        first, last = moves[0].first, self._named[0].last
        spans = self._clause.annotation.spans
        return self._figures.said([s for s in spans if first <= s.first and s.last <= last])

    def _unplaced(self, chosen: Chosen) -> tuple[str, ...]:
        nodes = (node for data in ("hard", "stray") for node in self._tree.find_data(data))
        spans = [span for node in nodes for span in self._spans(node)]
        return tuple(span.said for span in sorted([*spans, *chosen.unused], key=_first))

    def _spans(self, node: Derivation) -> Iterator[Span]:
        for token in node.scan_values(lambda value: isinstance(value, Token)):
            yield from self._pieces[int(token)].spans

    def _said(self, node: Derivation) -> str:
        return " ".join(span.said for span in self._spans(node))


def read_formula(annotation: Annotation, pieces: Sequence[Piece], tree: Derivation) -> Measure:
    """A definition's right side as a measure."""
    reader = FigureReader(annotation, ())

    def read(node: Derivation) -> Measure:
        trees = [child for child in node.children if isinstance(child, Tree)]
        signs = [pieces[int(child)] for child in node.children if isinstance(child, Token)]
        if node.data == "binary":
            sign = next(piece.value for piece in signs if piece.kind not in ("OPEN", "CLOSE"))
            sign = "/" if sign == "slash" else sign
            return Arithmetic(sign, read(trees[0]), read(trees[1]))
        if node.data == "constant":
            return Constant(int(Decimal(signs[0].value.split()[0])))
        if node.data != "aggregated":
            return read(next(child for child in trees if child.data != "lead"))
        tokens = trees[0].scan_values(lambda value: isinstance(value, Token))
        named = reader.read([span for token in tokens for span in pieces[int(token)].spans])
        kinds = {piece.kind for piece in signs}
        beside = _periods_beside(annotation, named)
        aggregate = "average" if "AVERAGE" in kinds else "change" if "MOVE" in kinds else ""
        if aggregate or len(beside) > 1:
            return Aggregated(aggregate or "average", named.figure, beside)
        return bound_to(named.figure, (), beside)

    return read(tree)


def _periods_beside(annotation: Annotation, named: Named) -> tuple[PeriodRef, ...]:
    """Periods between the operators around a figure."""
    breaks = [s for s in annotation.spans if s.kind in ("PLUS", "MINUS", "TIMES", "OVER", "SLASH")]
    start = max((s.last for s in breaks if s.last <= named.first), default=0)
    end = min((s.first for s in breaks if s.first >= named.last), default=1 << 30)
    return periods_of([s for s in annotation.spans if start <= s.first < end])


def _children(node: Derivation, data: str) -> Iterator[Derivation]:
    for child in node.children:
        if isinstance(child, Tree) and child.data == data:
            yield child


def _has(tree: Derivation, data: str) -> bool:
    return any(True for _ in tree.find_data(data))


def _first(span: Span) -> int:
    return span.first


def _part(whole: Figure, part: Figure) -> Figure:
    """The whole's figure narrowed to a part of it."""
    words = f"{whole.words} {part.words}"
    named = " ".join(word for word in (whole.part, part.words) if word)
    return replace(
        whole, words=words, part=named, qualifiers=(*whole.qualifiers, *part.qualifiers)
    )


def _same(figures: Sequence[Figure]) -> tuple[Measure, ...]:
    """Figures each once: "Apple's revenue and Intel's revenue" is one figure of two companies."""
    return tuple({(f.concept or f.words.lower(), f.part.lower()): f for f in figures}.values())


def _mapped(measure: Measure, bound: dict[int, Figure]) -> Measure:
    match measure:
        case Figure():
            return bound.get(id(measure), measure)
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, _mapped(left, bound), _mapped(right, bound))
        case _:
            return measure
