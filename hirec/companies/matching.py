"""Company names in a question: exact spellings first, then misspelt ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.companies.names import compact, is_legal_word, words
from hirec.companies.register import Kind
from hirec.companies.spellings import (
    Meaning,
    Near,
    Spellings,
    worth_asking,
)
from hirec.companies.strangers import runs
from hirec.companies.vocabulary import is_ordinary, is_rare, is_real, misspells_a_word
from hirec.companies.wording import Span, Usage, Wording
from hirec.lexicon.geography import is_region

_LONGEST_NAME = 7
"""Words of the longest name looked for."""
_MISSPELT_WORDS = 4
_ONE_WORD_TOO_MANY = 2
_CLEARLY_A_SYMBOL = 3
_LONG_ENOUGH = 4
_WORD_BONUS = 0.9
_BEYOND_CHANCE = 14
"""Letters of a name that no other words come so near to by chance."""
_SHORTEST_ALONE = 2
_JOINS = frozenset(("and", "&", "or", "vs", "versus"))
_GRAMMAR, _TERMS, _TRADE = words("function"), words("terms"), words("trade")
_TIME = words("time")


@dataclass(frozen=True, slots=True)
class Named:
    """A span that names companies: one, or several of which the question has to choose."""

    span: Span
    keys: tuple[str, ...] = ()
    """No key at all: a well-known company that is not in the index."""
    usage: Usage = Usage.SURE


def exact_names(wording: Wording, spellings: Spellings) -> list[Named]:
    """Spans that spell companies, longest first at each word."""
    found: list[Named] = []
    position = 0
    while position < len(wording.tokens):
        spelt = (
            _named(wording, spellings, span) for span in runs(wording, position, _LONGEST_NAME)
        )
        named = next(filter(None, spelt), None)
        position += 1
        if named is None:
            continue
        if not (longer := _other_company(wording, named.span.last)):
            found.append(named)
            position = named.span.last
        elif wording.owns(Span(longer - 1, longer)):
            found.append(Named(Span(named.span.first, longer)))
            position = longer
    return found


def lone_name(wording: Wording, spellings: Spellings) -> Named | None:
    """The one company that a question names which names no other by the rules of writing.

    A word that is but a name, or seldom said, stands anywhere ("lease term cvs"), an ordinary one
    leads the question ("target gross margin"), and initials are capitals: ``TI``.
    """
    for at in range(len(wording.tokens)):
        for span in runs(wording, at, _LONGEST_NAME):
            said = wording.text_of(span)
            single = len(wording.words(span)) == 1
            meaning = spellings.meaning(said)
            symbol = spellings.symbol(said.upper()) if single else None
            if meaning is None or (symbol and symbol.keys == meaning.keys and said.isupper()):
                meaning = symbol
            written = said.isupper() if not wording.shouted else not is_real(said)
            initials = single and (written or (wording.leads(span) and not is_real(said)))
            if meaning is None and initials and said.lower() not in _GRAMMAR | _TERMS:
                meaning = spellings.initials(said.upper())
            if meaning and len(meaning.keys) == 1 and _stands_alone(wording, span, meaning.kind):
                return Named(span, meaning.keys)
    return None


def joined_names(wording: Wording, spellings: Spellings, known: Sequence[Span]) -> list[Named]:
    """Ordinary words that spell a company, joined to one: "honeywell and caterpillar".

    Args:
        wording: The question, in tokens.
        spellings: Those of the index.
        known: Spans of companies that were found already.

    """
    found: list[Named] = []
    for at in range(len(wording.tokens)):
        for span in runs(wording, at, _LONGEST_NAME):
            others = [*known, *(named.span for named in found)]
            if any(span.overlaps(other) for other in others) or not _is_joined(
                wording, span, others
            ):
                continue
            said = wording.text_of(span)
            meaning = spellings.meaning(said) or spellings.symbol(said.upper())
            plain = said.lower() in _GRAMMAR | _TERMS or wording.holds_figure(span)
            if meaning and len(meaning.keys) == 1 and not plain and meaning.kind >= Kind.ALIAS:
                found.append(Named(span, meaning.keys))
                break
    return found


def _is_joined(wording: Wording, span: Span, others: Sequence[Span]) -> bool:
    """Whether one word joins a span to one of the others, with no more than a time before it."""
    for other in others:
        first, second = sorted((span, other))
        end, joint = first.last + wording.owns(first), second.first - 1
        joins = joint >= end and wording.token(joint).lower in _JOINS
        if joins and all(_is_time(wording, at) for at in range(end, joint)):
            return True
    return False


def _is_time(wording: Wording, at: int) -> bool:
    said = wording.token(at).lower
    return said in _TIME or said.isdigit() or wording.is_period(at)


def _stands_alone(wording: Wording, span: Span, kind: Kind) -> bool:
    """Whether a span that spells a company is one, where no other is named."""
    said = wording.text_of(span)
    if len(said) < _SHORTEST_ALONE or wording.goes_on(span, behind=kind is Kind.LEAD):
        return False
    if wording.follows_a_name(span) or _other_company(wording, span.last):
        return False
    if kind is Kind.LEAD and wording.continues(span) and wording.token(span.last).lower in _TRADE:
        return False
    rare = said.islower() and is_rare(said) and not wording.is_determined(span)
    own = rare or not all(map(is_ordinary, wording.words(span)))
    own = own and said.lower() not in _GRAMMAR and not wording.holds_figure(span)
    if kind is not Kind.LEAD and wording.governed(span):
        return True
    return own or wording.leads(span)


def misspelt_names(wording: Wording, spellings: Spellings, taken: Sequence[Span]) -> list[Named]:
    """Spans that misspell one company of the index, or may misspell some of several.

    Args:
        wording: The question, in tokens.
        spellings: Those of the index.
        taken: Spans that spell something exactly.

    Returns:
        With no key where it is unsure which company is meant.

    """
    near = {span: worth_asking(spellings.near(compact(wording.text_of(span))))
            for span in _odd_spans(wording, spellings, taken)}  # fmt: skip
    ranked = sorted(
        (span for span in near if near[span]),
        key=lambda span: near[span][0].cost - _WORD_BONUS * len(wording.words(span)),
    )
    found: list[Named] = []
    for span in ranked:
        companies = near[span]
        taken_already = any(span.overlaps(other.span) for other in found)
        if not taken_already and _meant_as_name(wording, span, companies[0]):
            sure = _is_beyond_doubt(wording, spellings, span, companies)
            own = span if companies[0].spelling.endswith("s") else wording.owner(span)
            found.append(Named(own, (companies[0].key,) if sure else ()))
    return found


def _is_beyond_doubt(
    wording: Wording, spellings: Spellings, span: Span, companies: Sequence[Near]
) -> bool:
    """Whether a span can but misspell the nearest company, which is of the index.

    Where all its words are words ("Wills Fargo"), one of the right ones has to be the name's own.
    """
    parts = [word for word in wording.words(span) if not is_legal_word(word)]
    right = [word for word in parts if word.lower() in spellings.name_words]
    if not spellings.means_one(parts, right, companies):
        return False
    short = len(compact(wording.text_of(span))) < _BEYOND_CHANCE
    if short and all(map(is_real, parts)) and all(map(is_ordinary, right)):
        return False
    named_on = wording.token(span.last).lower in spellings.name_words
    continues = wording.continues(span) and (named_on or len(parts) == 1)
    return not (wording.goes_on(span) or wording.follows_a_name(span) or continues)


def _meant_as_name(wording: Wording, span: Span, nearest: Near) -> bool:
    """Whether lower-case letters misspell a name rather than an ordinary word."""
    if wording.is_capital(span) or wording.placed(span):
        return True
    return not misspells_a_word(compact(wording.text_of(span)), nearest.spelling)


def _odd_spans(wording: Wording, spellings: Spellings, taken: Sequence[Span]) -> Iterator[Span]:
    """Runs of words of which one is none, or is but another word where a name stands."""
    for position in range(len(wording.tokens)):
        for span in runs(wording, position, _MISSPELT_WORDS):
            if any(span.overlaps(other) for other in taken) or wording.holds_figure(span):
                continue
            parts = wording.words(span)
            foreign = {word for word in parts if word.lower() not in spellings.name_words}
            odd = {word for word in parts if not is_real(word)}
            elsewhere = wording.placed(span) or all(word[0].isupper() for word in parts)
            few = len(foreign) < min(len(parts), _ONE_WORD_TOO_MANY)
            if foreign <= odd if odd else few and elsewhere:
                yield span


def _named(wording: Wording, spellings: Spellings, span: Span) -> Named | None:
    """What an exact spelling names; None for words that are no name here."""
    said, parts = wording.text_of(span), wording.words(span)
    meaning = spellings.meaning(said)
    symbol = spellings.symbol(said.upper()) if len(parts) == 1 else None
    if symbol and (usage := _usage_of_symbol(wording, span, meaning is not None)):
        return Named(span, symbol.keys, usage)
    if meaning is None:
        return None
    if symbol and meaning.kind < Kind.NAME and said in (said.upper(), said.lower()):
        meaning = Meaning(meaning.kind, tuple(dict.fromkeys((*meaning.keys, *symbol.keys))))
    usage = wording.usage(span)
    short = len(compact(said)) < _LONG_ENOUGH
    if short and said.islower() and not wording.placed(span):
        return None
    plain = len(parts) > 1 and all(word.islower() and is_ordinary(word) for word in parts)
    if plain and usage is Usage.SURE and not spellings.is_written(said):
        # Ordinary words may happen to spell a name between them: "the sales force".
        usage = Usage.POSSIBLE if wording.placed(span) else Usage.NONE
    lead = meaning.kind is Kind.LEAD
    longer = wording.goes_on(span, behind=lead or short) or wording.follows_a_name(span)
    if usage is Usage.NONE or longer or (lead and wording.continues(span)):
        return None
    return Named(span, meaning.keys, usage)


def _usage_of_symbol(wording: Wording, span: Span, named_otherwise: bool) -> Usage:
    """Whether a word is a trading symbol: in capitals, or where only a company can stand."""
    said = wording.text_of(span)
    if wording.cued(span.first):
        return Usage.SURE
    mixed = said != said.upper() and said != said.lower()
    if named_otherwise or len(said) == 1 or mixed or is_legal_word(said):
        return Usage.NONE
    if wording.goes_on(span) or wording.follows_a_name(span):
        return Usage.NONE
    capitals = said.isupper() and not wording.shouted
    long = len(said) >= _CLEARLY_A_SYMBOL
    if (capitals and not is_ordinary(said)) or (long and not is_real(said)):
        return Usage.SURE
    if said.lower() in _GRAMMAR:
        return Usage.NONE
    return Usage.POSSIBLE if (capitals and long) or wording.placed(span) else Usage.NONE


def _other_company(wording: Wording, following: int) -> int:
    """Where a name ends that goes on over capitalised words to a legal form or a possessive.

    Then it is another's, or that of a part: "Acme Credit Corp", "Acme Bottling's"; but where the
    company sells is its own, "Acme North America's", and so is "Acme Sam's Club". 0 where the
    name ends before.
    """
    words_behind = 0
    for at in range(following, following + 5):
        token = wording.token(at)
        if token.text in (",", "&"):
            continue
        if not token.text[0].isupper():
            return 0
        if is_legal_word(token.text) or token.text.upper() == "REIT":
            return at + 1 if words_behind else 0
        if wording.is_figure(at):
            return 0
        words_behind += 1
        if wording.owns(Span(at, at + 1)):
            own = is_region(wording.text_of(Span(following, at + 1)))
            goes_on = wording.token(at + 2).text[0].isupper() and not wording.is_figure(at + 2)
            return 0 if own or goes_on else at + 1
    return 0
