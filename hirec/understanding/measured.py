"""What a clause measures: its figures, and what is made of several."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lark import Token

from hirec.lexicon import SALES, Kind, get_metric, get_ratio, metric_named
from hirec.types import Arithmetic, CannotAnswer, Figure, Measure
from hirec.understanding.adjuncts import Clause
from hirec.understanding.annotate import Span
from hirec.understanding.antecedents import antecedent, stands_for
from hirec.understanding.counted import with_counted
from hirec.understanding.derivation import Derivation, Node, children
from hirec.understanding.figures import FigureReader, Named
from hirec.understanding.formulas import constant_of
from hirec.understanding.margins import earned_as, is_margin, margin_of
from hirec.understanding.parts import (
    compared_by,
    counted_one_by_one,
    each_once,
    elliptic,
    has_items,
    is_amount,
    is_narrowing,
    members,
    names_parts,
    narrowed,
    of_parts_sales,
    of_same_part,
    only_due,
    taken_off_part,
)

_WHOLE_FIRST = ("part_of_whole", "whole_first", "part_of_change", "part_in_bound")
"""Rules of the grammar whose first figure is the whole of the second."""
_PAYS = frozenset({"pay", "paid", "pays", "paid out", "pay out"})
_SPENDS = frozenset(
    {"spend", "spent", "spends", "spend on", "spent on", "spends on", "lay out", "laid out"}
)


class MeasureReader:
    """Reads the measures of one derivation."""

    def __init__(
        self, clause: Clause, derivation: Derivation, figures: FigureReader, kind: Kind | None
    ) -> None:
        """Take one derivation of one clause.

        Args:
            clause: With its pieces.
            derivation: Of the pieces by the grammar.
            figures: Makes figures out of the words that name them.
            kind: What every figure is asked for as: "how many" asks for a count; None: as each is
                named.

        """
        self._clause = clause
        self._derivation = derivation
        self._figures = figures
        self._kind = kind
        self.named: list[Named] = []
        """The figures read so far, in the order of their words."""

    def measures(self) -> tuple[str, tuple[Measure, ...]]:
        """The name of the structure and its measures; empty where the clause names no figure."""
        for node in children(self._derivation.tree):
            data = str(node.data)
            if data in ("share", "quotient", "pair"):
                return self._joined(data, next(children(node)))
            if data == "members":
                spans = self._derivation.spans_of(node)
                return data, tuple(
                    m for s in spans if s.kind == "MEMBERS" for m in members(s.value)
                )
            if data in ("figure", "binary", "listing", "multiple", "together"):
                return self._joined(data, node)
        return "figure", ()

    def names_ratio(self, node: Node) -> bool:
        """Whether what stands behind "the ratio of" is the name of a ratio itself."""
        return any(get_ratio(self._figure(child).concept) for child in children(node, "figure"))

    def counted(self, measures: tuple[Measure, ...], *, moved: bool) -> tuple[Measure, ...]:
        """Each figure with what it counts; a figure alone with every word of the clause.

        ``moved``: a change is asked for, so that the words for it count nothing.
        """
        spans = [s for s in self._clause.annotation.spans if not (moved and s.kind == "MOVE")]

        def counted(measure: Measure, *, alone: bool) -> Measure:
            match measure:
                case Figure():
                    return with_counted(measure, spans, alone=alone)
                case Arithmetic(sign, left, right):
                    return Arithmetic(sign, counted(left, alone=False), counted(right, alone=False))
                case _:
                    return measure

        return tuple(counted(measure, alone=len(self.named) == 1) for measure in measures)

    def _joined(self, data: str, node: Node) -> tuple[str, tuple[Measure, ...]]:
        kind = str(node.data)
        if kind == "figure":
            return "figure", (margin_of(self._figure(node)),)
        if kind == "binary":
            return "binary", (self._arithmetic(node),)
        figures = [self._figure(child) for child in children(node, "figure")]
        if data in ("pair", "multiple"):
            figures = list(compared_by(figures))
        if kind == "together" and self._has(node, "SUM_OF"):
            total: Measure = figures[0]
            for figure in figures[1:]:
                total = Arithmetic("+", total, figure)
            return "binary", (total,)
        if kind == "share_of_own":
            return kind, (figures[0],)
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
            things = counted_one_by_one(figures[1])
            if not things.concept:
                return "figure", (self._whole(node),)  # "revenue per passenger mile"
            figures[1] = things
        if data != "share" and len(figures) == 2 and kind != "one_of":
            figures[1] = elliptic(figures[0], figures[1])
            if self._has(node, "OR"):
                figures[0] = elliptic(figures[1], figures[0])  # "tools or paint sales"
        if data == "share":
            return self._share(kind, node, figures)
        if data == "multiple" and len(figures) > 1:
            turned = any(piece.value == "turned" for piece in self._derivation.own(node))
            above, below = figures if turned else figures[::-1]
            return "quotient", (Arithmetic("/", above, below),)
        if data == "quotient":
            below, above = figures if kind == "for_each" else figures[::-1]
            return data, (Arithmetic("/", above, of_same_part(above, below)),)
        if kind == "one_of" and not (figures[0].concept and names_parts(figures[1:])):
            return "apart", each_once(figures)
        if kind in ("of_parts", "one_of", "more_of"):
            whole, *parts = _of_parts(figures)
            narrow = tuple(narrowed(whole, part) for part in parts)
            return "more_than" if kind == "more_of" else "apart", narrow
        return (kind if data == "pair" else data), each_once(figures)

    def _share(
        self, kind: str, node: Node, figures: Sequence[Figure]
    ) -> tuple[str, tuple[Measure, ...]]:
        if kind == "part_as_share" and self._has(node, "SHARE"):
            return "share", (share_of(figures[1], figures[0]),)
        if kind == "part_to_whole" and is_narrowing(figures[0], figures[1]):
            to = replace(figures[1], words=f"to {figures[1].words}")
            return "share", (share_of(figures[0], to),)  # "percentage of sales to Acme"
        earned = earned_as(figures[0]) if self._brought_in(node) else None
        if kind in _WHOLE_FIRST and len(figures) > 1 and earned is not None:
            return "share", (share_of(earned, figures[1]),)  # "of its gross margin came from"
        if kind in _WHOLE_FIRST and len(figures) > 1 and is_margin(figures[0]):
            rate = narrowed(figures[0], figures[1])  # "franchised margin percentage in Europe"
            return "figure", (replace(rate, kind=Kind.PERCENT.value),)
        if kind in _WHOLE_FIRST and len(figures) > 1:
            return "share", (share_of(figures[0], figures[1]),)
        if len(figures) == 1:
            return "figure", (figures[0],)
        multiple = any(piece.value == "multiple" for piece in self._derivation.own(node))
        sign = "/" if multiple else "%"
        of = of_parts_sales(*figures)
        return "share", (Arithmetic(sign, of, of_same_part(*figures)),)

    def _brought_in(self, node: Node) -> bool:
        """Whether a part is said to do something for the whole: "came from", "did it bring in"."""
        did = any(span.kind == "DO" for span in self._derivation.spans_of(node))
        return did or self._has(node, "LINK")

    def _paid_to(self, node: Node, paid: Figure) -> bool:
        """Whether "A to B" names a payment and who gets it, not a ratio."""
        metric = get_metric(paid.concept)
        flow = metric is not None and metric.statement == "cash_flow" and metric.magnitude
        return flow and any(joint.kind == "TO" for joint in self._derivation.own(node))

    def _whole(self, node: Node) -> Figure:
        """Two figures and what joins them as one name."""
        named = self._figures.read(list(self._derivation.spans_of(node)))
        self.named[-2:] = [named]
        return named.figure

    def _payment(self, node: Node, figures: Sequence[Figure]) -> Figure:
        part = f"to {figures[1].words}"
        return replace(
            self._whole(node), concept=figures[0].concept, part=part, kind=figures[0].kind
        )

    def _arithmetic(self, node: Node) -> Measure:
        """Operands joined as they are said, the first with the second: "A divided by B times C"."""
        said = list(self._said(node))
        signs = [one for one in said if isinstance(one, str)]
        measure, *operands = [one for one in said if not isinstance(one, str)]
        for sign, operand in zip(signs, operands, strict=False):
            match measure, operand:
                case Figure() as first, Figure() as second if sign == "-":
                    measure = Arithmetic(sign, first, taken_off_part(first, second))
                case Figure() as first, Figure() as second if sign == "+":
                    both = elliptic(second, first), elliptic(first, second)
                    measure = Arithmetic(sign, *both)  # "Asia plus Europe sales"
                case _:
                    measure = Arithmetic(sign, measure, operand)
        return measure

    def _said(self, node: Node) -> Iterator[Measure | str]:
        """Operands and the signs between them, in the order of the question."""
        for child in node.children:
            if isinstance(child, Token):
                piece = self._derivation.pieces[int(child)]
                if piece.kind not in ("OPEN", "CLOSE"):
                    yield piece.value
            elif child.data == "constant":
                yield constant_of(next(self._derivation.leaves(child)))
            elif child.data == "figure":
                yield self._figure(child)
            elif child.data == "binary":
                yield from self._said(child)
            elif child.data != "ask":  # "how much is A plus how much is B"
                yield self._arithmetic(child)

    def _figure(self, node: Node) -> Figure:
        spans = _flow_of_cash(list(self._derivation.spans_of(node)))
        if spans[0].kind == "IT" and len(spans) == 1:
            named = Named(antecedent(spans[0].value), spans[0].first, spans[0].last)
        elif any(span.kind == "IT" for span in spans):
            raise CannotAnswer("The question is unclear: say in full what it asks.")
        else:
            named = self._figures.read(spans, self._kind.value if self._kind else "")
            if self._clause.repeats(named):
                named = replace(named, figure=antecedent("base"))
        self.named.append(named)
        return self._paid(named.figure)

    def _paid(self, figure: Figure) -> Figure:
        """What is paid in taxes is another figure than their expense, what is spent on ads one."""
        said = {span.said.lower() for span in self._clause.annotation.spans}
        ways = (*("paid" for _ in said & _PAYS), *("expense" for _ in said & _SPENDS))
        for words in (f"{figure.words} {way}" for way in ways if not figure.part):
            metric = metric_named(words)
            if metric is not None and metric.key != figure.concept:
                return replace(figure, words=words, concept=metric.key, kind=metric.kind.value)
        spent = said & _SPENDS and not figure.kind
        return replace(figure, kind=Kind.MONEY.value) if spent else figure

    def _has(self, node: Node, kind: str) -> bool:
        return any(piece.kind == kind for piece in self._derivation.leaves(node))


def _flow_of_cash(spans: list[Span]) -> list[Span]:
    """The name of a flow without the cash that flows: "cash laid out on share buybacks"."""
    concepts = [at for at, span in enumerate(spans) if span.kind == "CONCEPT"]
    if len(concepts) < 2 or spans[concepts[0]].value != "cash":
        return spans
    if any(span.kind in ("AND", "OR") for span in spans[: concepts[1]]):
        return spans
    metric = get_metric(spans[concepts[1]].value)
    flows = metric is not None and metric.statement == "cash_flow"
    return spans[concepts[1] :] if flows else spans


def _of_parts(figures: Sequence[Figure]) -> Sequence[Figure]:
    """What is measured and its two parts: "did A bring in more revenue than B" measures revenue."""
    first, second, *rest = figures
    led = not first.concept and is_amount(second.words) and not is_amount(first.words)
    return (second, first, *rest) if led else figures


_COST = re.compile(r"\b(?:costs?|expenses?|charges|spending|payroll|wages)$", re.IGNORECASE)


def share_of(whole: Figure, part: Figure) -> Arithmetic:
    """What a part is of its whole; other words narrow the whole's."""
    metric = get_metric(part.concept)
    counted = whole.kind == Kind.COUNT.value and metric is not None and metric.kind is Kind.MONEY
    own = not counted and (  # of the employees "in R&D" are some employees
        metric is not None
        or stands_for(part) != ""
        or (has_items(whole) and not only_due(part))
        or (whole.concept in SALES and _COST.search(part.words) is not None)  # spent, not earned
    )
    of = of_parts_sales(part, whole) if own else narrowed(whole, part)
    return Arithmetic("%", of, whole)
