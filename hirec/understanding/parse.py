"""The grammar, parsed by Earley over spans instead of characters."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from hirec.caching import remembered
from hirec.types import CannotAnswer
from hirec.understanding.annotate import Span

_WORD = re.compile(r"\w+")
"""Names of rules and terminals."""


CLASSES = {
    "OPERATOR": ("YEARLY", "CAGR", "MOST", "LEAST", "SIGN", "SERIES", "EXPECT", "DOMAIN"),
    "ODD": ("HYPOTHETICAL", "JUDGE"),
    "TERM": ("PLUS", "MINUS"),
    "FACTOR": ("TIMES", "OVER"),
}
"""Terminals that stand for several kinds of spans, where the grammar makes no difference."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One terminal of the grammar: a telling span, or the words of a figure run together."""

    kind: str
    value: str
    spans: tuple[Span, ...]


class _SpanLexer(Lexer):
    """Hands the parser terminals; the value of each is its place among them."""

    def __init__(self, lexer_conf: object) -> None:
        del lexer_conf

    def lex(self, data: Sequence[str]) -> Iterator[Token]:  # type: ignore[override]
        for place, terminal in enumerate(data):
            yield Token(terminal, str(place))


@functools.cache
def _grammar() -> str:
    text = resources.files("hirec.understanding").joinpath("grammar.lark").read_text("utf-8")
    return "\n".join(line.partition("//")[0] for line in text.splitlines())


@functools.cache
def _classes() -> Mapping[str, str]:
    return {kind: terminal for terminal, kinds in CLASSES.items() for kind in kinds}


@functools.cache
def _terminals() -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(_grammar()) if word.isupper())


@functools.cache
def known_kinds() -> frozenset[str]:
    """Kinds of spans that the grammar knows; adjuncts, fillers and set forms are not among them."""
    return _terminals() - CLASSES.keys() | _classes().keys()


@functools.cache
def _parser() -> Lark:
    return Lark(
        f"{_grammar()}\n%declare {' '.join(sorted(_terminals()))}\n",
        parser="earley",
        lexer=_SpanLexer,
        start=["question", "formula"],
        maybe_placeholders=False,
    )


def parse(pieces: Sequence[Piece], start: str) -> Tree[Token]:
    """The best derivation of ``question`` or ``formula``; raises CannotAnswer where none is."""
    try:
        return _derived(tuple(_classes().get(piece.kind, piece.kind) for piece in pieces), start)
    except UnexpectedInput as error:
        said = " ".join(span.said for piece in pieces for span in piece.spans)
        raise CannotAnswer(f"“{said}” is not understood.", (said,)) from error


@remembered
def _derived(terminals: tuple[str, ...], start: str) -> Tree[Token]:
    """A tree of places: many questions are worded alike, and Earley takes 30 ms for one."""
    return _parser().parse(terminals, start=start)
