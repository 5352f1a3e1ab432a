"""The derivation of a clause: the tree of the grammar over the pieces that it was parsed from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lark import Token, Tree

from hirec.understanding.annotate import Span
from hirec.understanding.parse import Piece

Node = Tree[Token]


@dataclass(frozen=True, slots=True)
class Derivation:
    """A tree whose leaves are places among the pieces."""

    tree: Node
    pieces: Sequence[Piece]

    def has(self, rule: str) -> bool:
        """Whether a rule of the grammar was applied."""
        return any(self.tree.find_data(rule))

    def spans(self, *rules: str) -> Iterator[Span]:
        """The spans that each of some rules covers, in the order of the rules."""
        for rule in rules:
            for node in self.tree.find_data(rule):
                yield from self.spans_of(node)

    def spans_of(self, node: Node) -> Iterator[Span]:
        """The spans that a node covers."""
        for piece in self.leaves(node):
            yield from piece.spans

    def leaves(self, node: Node) -> Iterator[Piece]:
        """The pieces under a node."""
        for token in node.scan_values(lambda value: isinstance(value, Token)):
            yield self.pieces[int(token)]

    def own(self, node: Node) -> Iterator[Piece]:
        """The pieces that a node holds itself, in none of its children."""
        return (self.pieces[int(leaf)] for leaf in node.children if isinstance(leaf, Token))

    def asked(self, kind: str) -> set[str]:
        """What the pieces of one kind say."""
        return {piece.value for piece in self.pieces if piece.kind == kind}


def children(node: Node, rule: str = "") -> Iterator[Node]:
    """The nodes right below one; with ``rule`` only those that it made."""
    for child in node.children:
        if isinstance(child, Tree) and rule in ("", child.data):
            yield child
