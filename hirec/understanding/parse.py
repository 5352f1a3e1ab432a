"""The grammar, parsed by Earley over spans instead of characters."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from hirec.types import CannotAnswer
from hirec.understanding.annotate import Span


@dataclass(frozen=True, slots=True)
class Piece:
    """One terminal of the grammar: a telling span, or the words of a figure run together."""

    kind: str
    value: str
    spans: tuple[Span, ...]


class _SpanLexer(Lexer):
    """Hands the parser pieces as terminals; a terminal's value is its place among them."""

    def __init__(self, lexer_conf: object) -> None:
        del lexer_conf

    def lex(self, data: Sequence[Piece]) -> Iterator[Token]:  # type: ignore[override]
        for place, piece in enumerate(data):
            yield Token(piece.kind, str(place))


TERMINALS = [
    "MOVE",
    "YEARLY",
    "PERCENT",
    "CAGR",
    "AVERAGE",
    "SUM",
    "MOST",
    "LEAST",
    "MORE",
    "SIGN",
    "SERIES",
    "EXPECT",
    "END",
    "WHICH",
    "DOMAIN",
    "YEARS",
    "RATIO",
    "COMPARE",
    "LIMIT",
    "NUMBER",
    "WH",
    "COUNT",
    "DO",
    "BE",
    "REASON",
    "AND",
    "OR",
    "SLASH",
    "OPEN",
    "CLOSE",
    "VS",
    "BETWEEN",
    "TO",
    "LINK",
    "PER",
    "HYPOTHETICAL",
    "JUDGE",
    "TIMES_AS",
    "SHARE",
    "AS_SHARE",
    "PART_OF",
    "MEMBERS",
    "PLUS",
    "MINUS",
    "TIMES",
    "OVER",
    "NAME",
    "CONCEPT",
]
"""Kinds of spans that the grammar knows, beside adjuncts, fillers and set forms."""


@functools.cache
def _parser() -> Lark:
    text = resources.files("hirec.understanding").joinpath("grammar.lark").read_text("utf-8")
    declared = f"%declare {' '.join(TERMINALS)}\n"
    return Lark(
        text + declared,
        parser="earley",
        lexer=_SpanLexer,
        start=["question", "formula"],
        maybe_placeholders=False,
    )


def parse(pieces: Sequence[Piece], start: str) -> Tree[Token]:
    """The best derivation of ``question`` or ``formula``; raises CannotAnswer where none is."""
    try:
        return _parser().parse(pieces, start=start)
    except UnexpectedInput as error:
        said = " ".join(span.said for piece in pieces for span in piece.spans)
        raise CannotAnswer(f"“{said}” is not understood.", (said,)) from error
