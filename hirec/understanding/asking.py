"""A question in plain words and taken apart, with what its words said that it does without."""

import re
from dataclasses import dataclass

from hirec.types import Convention, Ranking, Scope
from hirec.understanding.abbreviations import without_initials
from hirec.understanding.against import as_comparison, asks_which_way
from hirec.understanding.choices import as_choice
from hirec.understanding.conventions import read_convention, said_how
from hirec.understanding.deals import priced
from hirec.understanding.disclosed import telling, without_names
from hirec.understanding.imperatives import as_asked
from hirec.understanding.layout import Layout, Mark, read_layout
from hirec.understanding.listing import left_out, listed_last, without_echo
from hirec.understanding.normalize import normalize
from hirec.understanding.plainly import plainly
from hirec.understanding.ranked import ranked
from hirec.understanding.short_years import with_year
from hirec.understanding.spelling import respell
from hirec.understanding.topics import topic_first

_BRACKETED = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Asking:
    """What a question asks, as text, and what was read from its words on the way."""

    text: str
    layout: Layout
    slips: tuple[str, ...]
    """How slips of spelling and short forms were read."""
    signed: bool
    """It leaves open if there was a profit or a loss."""
    left_out: str
    """The part that a choice leaves out."""
    ranking: Ranking | None
    ranked: str
    """The words of the ranking."""
    convention: Convention | None
    doubt: str
    """Why the convention that is asked for may not be the one that is read."""

    @property
    def lead(self) -> str:
        """The text before the sentence that asks."""
        return self.text[: self.layout.start]

    @property
    def clause(self) -> str:
        """The sentence that asks."""
        return self.text[self.layout.start : self.layout.end]

    @property
    def core(self) -> str:
        """The clause of it that asks."""
        return self.text[self.layout.asked : self.layout.end].strip()

    @property
    def tail(self) -> str:
        """The text behind it."""
        return self.text[self.layout.end :]

    @property
    def marks(self) -> list[Mark]:
        """The set forms of words by where they stand in the sentence."""
        start = self.layout.start
        return [Mark(m.start - start, m.end - start, m.kind) for m in self.layout.marks]


def read_asking(question: str, scope: Scope) -> Asking:
    """Put a question into plain words and take it apart."""
    names = [normalize(name) for name in scope.names]
    spelled = _out_of_brackets(without_initials(normalize(question)), names)
    spelled, slips = respell(spelled, names)
    text = topic_first(without_echo(as_asked(with_year(spelled, names))))
    signed = asks_which_way(text)
    text, out = left_out(as_comparison(text, names), names)
    text, ranking, said = ranked(priced(plainly(listed_last(as_choice(text), names))))
    text, layout, convention, doubt = _without_convention(text, names)
    return Asking(text, layout, slips, signed, out, ranking, said, convention, doubt)


def _without_convention(text: str, names: list[str]) -> tuple[str, Layout, Convention | None, str]:
    """The question, laid out, without the words that say by which convention to compute."""
    layout = read_layout(text, names)
    if layout.definitions:
        return text, layout, None, ""
    clause = text[layout.asked : layout.end]
    convention, rest = read_convention(clause, text)
    doubt = said_how(clause, rest)
    if rest != clause:
        text = f"{text[: layout.asked]}{rest}{text[layout.end :]}"
        layout = read_layout(text, names)
    return text, layout, convention, doubt


def _out_of_brackets(text: str, names: list[str]) -> str:
    """Without brackets around nothing but whose report it is: "(Acme 10-K)"."""

    def plain(match: re.Match[str]) -> str:
        named = any(name.lower() in match[1].lower() for name in names)
        return match[0] if not named or telling(without_names(match[1], names)) else match[1]

    return _BRACKETED.sub(plain, text)
