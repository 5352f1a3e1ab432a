"""From the derivation of a question to a :class:`ParsedQuestion`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from lark import Token, Tree

from hirec.lexicon import Kind, get_metric, get_ratio, metric_named
from hirec.periods import years_earlier
from hirec.types import (
    Arithmetic,
    Bound,
    CannotAnswer,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    WantedFormat,
    figures_of,
)
from hirec.understanding.adjuncts import EVERY, Adjuncts, Clause
from hirec.understanding.annotate import Span
from hirec.understanding.antecedents import antecedent, stands_for
from hirec.understanding.counted import with_counted
from hirec.understanding.figures import FigureReader, Named
from hirec.understanding.operations import Chosen, Count, Operators, choose
from hirec.understanding.parse import CLASSES
from hirec.understanding.parts import (
    amounts,
    each_once,
    elliptic,
    has_items,
    is_narrowing,
    margin_of,
    members,
    narrowed,
    only_due,
    sign_of,
    whole_of,
)

Derivation = Tree[Token]

_TELLING = frozenset({"count", "by"})
_PAYS = frozenset({"pay", "paid", "pays", "paid out", "pay out"})
_PLAIN = frozenset({Operation.VALUE, Operation.SERIES, Operation.SUM})


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
        reasons = self._reasons()
        structure, measures = self._measures()
        if not measures and self._ops.has("SIGN"):
            measures = (Figure("net income", "net_income", kind=Kind.MONEY.value),)  # "profitable"
            self._ops.polar = True
        adjuncts = Adjuncts(self._clause, self._ops, self._named)
        companies, periods, said = adjuncts.said()
        measures = adjuncts.with_own(measures)
        if self._clause.wanted.scale and not self._ops.percent:
            measures = amounts(measures)
        if self._clause.antecedents is not None:
            measures = self._clause.antecedents.put(measures)
        count = Count(len(measures), len(periods), len(companies))
        chosen = choose(self._ops, count, structure)
        chosen, measures = self._fitted(chosen, measures)
        measures = self._counted(measures)
        if self._ops.polar and chosen.operation is Operation.TEXT and (sign := sign_of(measures)):
            chosen = Chosen(sign)
        operation = Operation.TEXT if reasons or not measures else chosen.operation
        years, latest = adjuncts.years()
        if operation is Operation.VALUE and years > 1 and latest:
            operation = Operation.SERIES
        if operation is Operation.SERIES and len(measures) == 1:
            operation = adjuncts.computed() or operation
        if self._earns() and operation in _PLAIN and (years > 1 or len(periods) > 1):
            operation = Operation.GROWTH
        series = operation is Operation.SERIES and not self._ops.has("SERIES")
        if series and all(f.period for m in measures for f in figures_of(m)):
            operation, series = Operation.VALUE, False  # each has its own
        loose = adjuncts.scattered() if series else ()
        if (
            operation is Operation.SHARE
            and len({bool(r.period.fiscal_quarter) for r in periods}) < 2
        ):
            loose = tuple(ref.said for ref in periods[1:])
        if self._earns() and any(s.said == "difference" for s in self._ops.by["MOVE"]):
            loose += ("difference",)  # between two returns, each a growth
        steps = operation is Operation.CAGR or (operation is Operation.GROWTH and self._earns())
        if steps and years and len(periods) == years:
            periods = (years_earlier(periods[0]), *periods)  # so many steps, not so many years
        if operation in EVERY:
            periods = adjuncts.ranged(periods, years)
        companies, periods = adjuncts.in_turn(operation, structure, companies, periods)
        return ParsedQuestion(
            text=text,
            operation=operation,
            measures=measures,
            companies=companies,
            periods=said if operation in (Operation.ABOVE, Operation.BELOW) else periods,
            listed=(adjuncts.listed() and not self._ops.has("SERIES"))
            or self._ops.values("MOVE") == {"compare"},
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
            unplaced=(*self._unplaced(chosen), *loose, *adjuncts.beyond()),
            readings=chosen.readings,
        )

    # ------------------------------------------------------------------ what is measured

    def _reasons(self) -> list[Span]:
        """What asks for words; "how does A compare with B" asks for two figures."""
        spans = self._clause.annotation.spans
        compared = any(span.kind == "MOVE" and span.value == "compare" for span in spans)
        asking = (s for piece in self._pieces if piece.kind == "REASON" for s in piece.spans)
        return [span for span in asking if not (compared and span.value == "description")]

    def _measures(self) -> tuple[str, tuple[Measure, ...]]:
        """The name of the structure and its measures; empty where the clause names no figure."""
        for node in self._tree.children:
            if not isinstance(node, Tree):
                continue
            data = str(node.data)
            if data in ("share", "quotient", "pair"):
                return self._joined(data, next(_trees(node)))
            if data == "members":
                return data, tuple(
                    m for s in self._spans(node) if s.kind == "MEMBERS" for m in members(s.value)
                )
            if data in ("figure", "binary", "listing", "multiple", "together"):
                return self._joined(data, node)
        return "figure", ()

    def _joined(self, data: str, node: Derivation) -> tuple[str, tuple[Measure, ...]]:
        kind = str(node.data)
        if kind == "figure":
            return "figure", (margin_of(self._figure(node)),)
        if kind == "binary":
            return "binary", (self._arithmetic(node),)
        figures = [self._figure(child) for child in _children(node, "figure")]
        if kind == "together" and self._has(node, "SUM_OF"):
            total: Measure = figures[0]
            for figure in figures[1:]:
                total = Arithmetic("+", total, figure)
            return "binary", (total,)
        if kind == "stated_share" and (whole := whole_of(figures[0])):
            return "share", (Arithmetic("%", figures[0], whole),)  # "share of sales from Asia"
        if kind == "stated_share":
            return kind, (replace(figures[0], kind=Kind.PERCENT.value),)
        if kind == "single_ratio":
            return "figure" if get_ratio(figures[0].concept) else kind, (figures[0],)
        if kind == "named_ratio":
            words = figures[0].words if figures[0].concept else f"{figures[0].words} ratio"
            return "figure", (replace(figures[0], words=words, kind=Kind.RATIO.value),)
        if kind == "short_ratio" and self._paid_to(node, figures[0]):
            return "figure", (self._payment(node, figures),)
        if kind == "short_ratio" and not figures[1].concept and self._has(node, "PER"):
            figures[1] = replace(figures[1], kind=Kind.COUNT.value)  # "sales per store"
        if data != "share" and len(figures) == 2:
            figures[1] = elliptic(figures[0], figures[1])
        if kind == "part_as_share" and self._has(node, "SHARE"):
            return data, (self._share_of(figures[1], figures[0]),)
        if kind == "part_to_whole" and is_narrowing(figures[0], figures[1]):
            to = replace(figures[1], words=f"to {figures[1].words}")
            return data, (self._share_of(figures[0], to),)  # "percentage of sales to Acme"
        if kind in ("part_of_whole", "whole_first", "part_of_change") and len(figures) > 1:
            return data, (self._share_of(figures[0], figures[1]),)
        if data == "share" and len(figures) == 1:
            return "figure", (figures[0],)
        if data == "share":
            return data, (Arithmetic("%", figures[0], figures[1]),)
        if data == "quotient":
            return data, (Arithmetic("/", figures[0], figures[1]),)
        if kind in ("of_parts", "more_of"):
            parts = tuple(narrowed(figures[0], part) for part in figures[1:])
            return "apart" if kind == "of_parts" else "more_than", parts
        return (kind if data == "pair" else data), each_once(figures)

    def _paid_to(self, node: Derivation, paid: Figure) -> bool:
        """Whether "A to B" names a payment and who gets it, not a ratio."""
        joints = {self._pieces[int(t)].kind for t in node.children if isinstance(t, Token)}
        metric = get_metric(paid.concept)
        flow = metric is not None and metric.statement == "cash_flow" and metric.magnitude
        return flow and "TO" in joints

    def _payment(self, node: Derivation, figures: Sequence[Figure]) -> Figure:
        named = self._figures.read(list(self._spans(node)))
        self._named[-2:] = [named]
        part = f"to {figures[1].words}"
        return replace(named.figure, concept=figures[0].concept, part=part, kind=figures[0].kind)

    def _share_of(self, whole: Figure, part: Figure) -> Arithmetic:
        """What a part is of its whole; other words narrow the whole's."""
        own = (
            get_metric(part.concept) is not None
            or stands_for(part) != ""
            or (has_items(whole) and not only_due(part))
        )
        return Arithmetic("%", part if own else narrowed(whole, part), whole)

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
        counted = "count" in self._asked("WH") | self._asked("COUNT")
        kind = Kind.COUNT.value if counted and not self._ops.has("PERCENT") else ""
        spans = list(self._spans(node))
        if spans[0].kind == "IT" and len(spans) == 1:
            named = Named(antecedent(spans[0].value), spans[0].first, spans[0].last)
        elif any(span.kind == "IT" for span in spans):
            raise CannotAnswer("The question is unclear: say in full what it asks.")
        else:
            named = self._figures.read(spans, kind)
            if self._clause.repeats(named):
                named = replace(named, figure=antecedent("base"))
        self._named.append(named)
        return self._paid(named.figure)

    def _counted(self, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
        """Each figure with what it counts; a figure alone with every word of the clause."""
        spans = self._clause.annotation
        alone = len(self._named) == 1
        return tuple(
            with_counted(m, spans, alone=alone) if isinstance(m, Figure) else m for m in measures
        )

    def _paid(self, figure: Figure) -> Figure:
        """What is paid in taxes or interest is another figure than their expense."""
        said = {span.said.lower() for span in self._clause.annotation.spans}
        paid = metric_named(f"{figure.words} paid") if said & _PAYS else None
        if paid is None or figure.part or paid.key == figure.concept:
            return figure
        return replace(figure, words=f"{figure.words} paid", concept=paid.key, kind=paid.kind.value)

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
            if self._totalled() and several and plain and not self._ops.has("SERIES"):
                why = "“total” over several periods is their sum."
                chosen = Chosen(Operation.SUM, readings=(why,))
            return chosen, (figure,)
        return chosen, measures

    def _earns(self) -> bool:
        """Whether the figure is what an investment is worth: its return is a growth."""
        spans = self._clause.annotation.spans
        at = next((n for n, s in enumerate(spans) if s.kind == "YEARS"), len(spans))
        counted = any(s.said.lower() in ("return", "returns") for s in spans[at + 1 : at + 2])
        return counted or any(span.kind == "RETURN" for span in spans)

    def _totalled(self) -> bool:
        """Whether "total" or "combined" leads up to the figure."""
        spans = self._clause.annotation.spans
        last = self._named[0].last
        return any(
            span.kind in ("LIGHT", "FILLER") and "total" in span.said.lower().split()
            for span in spans
            if span.last <= last
        )

    # ------------------------------------------------------------------ operators and the rest

    def _operators(self, tree: Derivation) -> Operators:
        spans = [span for node in tree.find_data("op") for span in self._spans(node)]
        links = [span for node in tree.find_data("link") for span in self._spans(node)]
        spans += [span for span in links if span.kind in CLASSES["OPERATOR"]]
        kinds = [piece.kind for piece in self._pieces]
        first = next((at for at, kind in enumerate(kinds) if kind != "AND"), 0)
        if _has(tree, "front"):
            first = next((at for at, kind in enumerate(kinds) if kind in ("DO", "BE")), first)
        polar = kinds[first] in ("DO", "BE") and not {"WH", "WHICH"} & set(kinds)
        polar |= "polar" in self._asked("DO")
        ops = Operators.of(sorted(spans, key=_first), polar=polar, percent=False)
        ops.percent |= self._clause.wanted.percent or _has(tree, "rate")
        ops.amount = "WH" in kinds or any(s.said[:3].lower() == "how" for s in ops.by["MORE"])
        ops.bounded = _has(tree, "bound")
        held = [span for node in tree.find_data("bound") for span in self._spans(node)]
        ops.limits = frozenset(span.value for span in held)
        return ops

    def _wanted(self) -> WantedFormat:
        wanted = self._clause.wanted
        percent = self._ops.percent or any(self._tree.find_data("stated_share"))
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
        share = (
            self._ops.has("PERCENT") or self._ops.has("CAGR") or any(self._tree.find_data("share"))
        )
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
        nodes = (
            node
            for data in ("hard", "stray", "part_of_change")
            for node in self._tree.find_data(data)
        )
        spans = [span for node in nodes for span in self._spans(node)]
        for node in self._tree.find_data("back"):
            # "A changes B" may be one name
            spans += [span for span in self._spans(node) if span.kind == "MOVE"]
        if chosen.operation is not Operation.RATIO:
            ratios = [n for n in self._tree.find_data("single_ratio") if not self._names_ratio(n)]
            spans += [span for node in ratios for span in self._spans(node) if span.kind == "RATIO"]
        return tuple(span.said for span in sorted([*spans, *chosen.unused], key=_first))

    def _has(self, node: Derivation, kind: str) -> bool:
        return any(
            self._pieces[int(token)].kind == kind
            for token in node.scan_values(lambda value: isinstance(value, Token))
        )

    def _names_ratio(self, node: Derivation) -> bool:
        """Whether what stands behind "the ratio of" is the name of a ratio itself."""
        return any(get_ratio(self._figure(child).concept) for child in _children(node, "figure"))

    def _spans(self, node: Derivation) -> Iterator[Span]:
        for token in node.scan_values(lambda value: isinstance(value, Token)):
            yield from self._pieces[int(token)].spans

    def _said(self, node: Derivation) -> str:
        return " ".join(span.said for span in self._spans(node))


def _trees(node: Derivation) -> Iterator[Derivation]:
    return (child for child in node.children if isinstance(child, Tree))


def _children(node: Derivation, data: str) -> Iterator[Derivation]:
    for child in node.children:
        if isinstance(child, Tree) and child.data == data:
            yield child


def _has(tree: Derivation, data: str) -> bool:
    return any(True for _ in tree.find_data(data))


def _first(span: Span) -> int:
    return span.first
