"""Definitions that a question gives: "365 * (average A) / (B + change in C)"."""

from decimal import Decimal

from hirec.types import Aggregated, Arithmetic, Constant, Measure, PeriodRef
from hirec.understanding.annotate import Annotation
from hirec.understanding.derivation import Derivation, Node, children
from hirec.understanding.figures import FigureReader, Named, bound_to
from hirec.understanding.parse import Piece
from hirec.understanding.pieces import periods_of


def read_formula(annotation: Annotation, derivation: Derivation) -> Measure:
    """A definition's right side as a measure."""
    reader = FigureReader(annotation, ())

    def read(node: Node) -> Measure:
        trees = list(children(node))
        signs = list(derivation.own(node))
        if node.data == "binary":
            sign = next(piece.value for piece in signs if piece.kind not in ("OPEN", "CLOSE"))
            sign = {"slash": "/", "share": "%"}.get(sign, sign)
            return Arithmetic(sign, read(trees[0]), read(trees[1]))
        if node.data == "constant":
            return constant_of(signs[0])
        if node.data != "aggregated":
            return read(next(child for child in trees if child.data != "lead"))
        named = reader.read(list(derivation.spans_of(trees[0])))
        kinds = {piece.kind for piece in signs}
        beside = _periods_beside(annotation, named)
        aggregate = "average" if "AVERAGE" in kinds else "change" if "MOVE" in kinds else ""
        if aggregate or len(beside) > 1:
            return Aggregated(aggregate or "average", named.figure, beside)
        return bound_to(named.figure, (), beside)

    return read(derivation.tree)


def constant_of(number: Piece) -> Constant:
    """The number that a piece says."""
    amount = Decimal(number.value.split()[0])
    return Constant(int(amount) if amount == int(amount) else amount)


def _periods_beside(annotation: Annotation, named: Named) -> tuple[PeriodRef, ...]:
    """Periods between the operators around a figure."""
    breaks = [s for s in annotation.spans if s.kind in ("PLUS", "MINUS", "TIMES", "OVER", "SLASH")]
    start = max((s.last for s in breaks if s.last <= named.first), default=0)
    end = min((s.first for s in breaks if s.first >= named.last), default=1 << 30)
    return periods_of([s for s in annotation.spans if start <= s.first < end])
