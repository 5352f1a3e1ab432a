"""Words of a question that look like a company which the index does not know."""

from collections.abc import Iterable, Iterator, Sequence

from hirec.companies.names import compact, is_legal_word, words
from hirec.companies.vocabulary import is_ordinary, is_real, misspells_a_word
from hirec.companies.wording import Span, Wording

_FUNCTION, _TERMS, _NEVER_IN_NAME = words("function"), words("terms"), words("never_in_name")
_OWN_WORDS = frozenset(("company", "corporation", "registrant", "issuer"))
_EDGES = frozenset(("the", "and", "a", "an", "of", "in", "for", "to", "at", "by", "or"))
"""Words that stand at neither end of a name of several."""
_LONGEST = 4
_SHORTEST_STRANGE = 3
_LONGEST_SYMBOL = 5


def unknown_names(wording: Wording, known: Iterable[Span]) -> list[str]:
    """Capitalised names that look like companies, beside those already known.

    Conservative: a name counts where a company stands ("X's", "did X", "for X") or with a legal
    form. Beside a known company only names coordinated with it in a comparison count, since
    others are mostly products, subsidiaries and markets.
    """
    taken = sorted(known)
    spans = list(taken)
    found: list[str] = []
    for span in _capitalised(wording, taken):
        if taken and wording.is_bought(span):
            continue
        legal = _has_legal_form(wording, span)
        beside = bool(spans) and wording.stands_beside(span, spans)
        if legal or beside or (not taken and _stands(wording, span)):
            found.append(wording.text_of(span))
            spans.append(span)
    return found


def strange_names(wording: Wording) -> Iterator[Span]:
    """Words that are none, or end on a legal form, where a company stands; symbols behind "$"."""
    for at, token in enumerate(wording.tokens):
        if wording.cued(at) and token.text[0].isalpha():
            yield Span(at, at + 1)
        for span in runs(wording, at, _LONGEST):
            if _is_strange(wording, span):
                yield span
                break


def runs(wording: Wording, first: int, longest: int) -> Iterator[Span]:
    """Spans that begin at a token, longest first, within a sentence.

    Args:
        wording: The question, in tokens.
        first: Position of the token.
        longest: Words that a span has at most; signs between them do not count.

    """
    ends: list[int] = []
    count = 0
    for at in range(first, len(wording.tokens)):
        token = wording.tokens[at]
        count += token.is_word
        if count > longest:
            break
        if token.is_word or wording.is_ending(at):
            ends.append(at + 1)
        if not ends or wording.breaks(at) or wording.tokens[first].lower in _EDGES:
            break
    for end in reversed(ends):
        if end == first + 1 or wording.tokens[end - 1].lower not in _EDGES:
            yield Span(first, end)


def _is_strange(wording: Wording, span: Span) -> bool:
    said = wording.words(span)
    plain = [word.lower() for word in said]
    if not _FUNCTION.isdisjoint(plain) or wording.holds_figure(span):
        return False
    if len({word[0].isupper() for word in said}) > 1:
        return False
    odd = [word for word in plain if len(word) >= _SHORTEST_STRANGE and not is_real(word)]
    legal = len(said) > 1 and is_legal_word(said[-1]) and not is_ordinary(said[-1])
    if not legal and not odd:
        return False
    if wording.placed(span) and (
        wording.is_capital(span) or not any(misspells_a_word(compact(word)) for word in odd)
    ):
        return True
    return len(said[0]) > _LONGEST_SYMBOL and wording.named_in_capitals(span)


def _capitalised(wording: Wording, taken: Sequence[Span]) -> Iterator[Span]:
    """Runs of capitalised words that are neither function words nor terms of finance."""
    first = None
    for at in range(len(wording.tokens) + 1):
        token = wording.token(at)
        here = Span(at, at + 1)
        if token.text[0].isupper() and token.lower not in _FUNCTION:
            if not any(here.overlaps(other) for other in taken):
                first = at if first is None else first
                continue
        elif first is not None and _joins(wording, at):
            continue
        if first is not None and (span := _name(wording, Span(first, at))) is not None:
            yield span
        first = None


def _joins(wording: Wording, at: int) -> bool:
    """Whether a sign stands within a name: ``J & J``, ``Acme, Inc.``."""
    following = wording.token(at + 1)
    if wording.token(at).text == "&":
        return following.text[0].isupper()
    return wording.token(at).text == "," and is_legal_word(following.text)


def _name(wording: Wording, span: Span) -> Span | None:
    """A run of capitalised words without the terms at its end; None where nothing is left."""
    plain = [token.lower.rstrip(".") for token in wording.tokens[span.first : span.last]]
    if _has_legal_form(wording, span) and plain[0] not in _OWN_WORDS:
        return span
    if not _NEVER_IN_NAME.isdisjoint(plain):
        return None
    while plain and (plain[-1] in _TERMS or not plain[-1][0].isalnum()):
        plain.pop()
    named = Span(span.first, span.first + len(plain))
    return None if all(_is_term(wording, at) for at in range(*named)) else named


def _is_term(wording: Wording, at: int) -> bool:
    token = wording.token(at)
    return token.lower in _TERMS or len(token.text) < 2 or wording.is_period(at)


def _has_legal_form(wording: Wording, span: Span) -> bool:
    parts = wording.words(span)
    return len(parts) > 1 and is_legal_word(parts[-1])


def _stands(wording: Wording, span: Span) -> bool:
    """Whether a span stands as a company does; abbreviations and terms have to own or act."""
    if wording.owns(span):
        return True
    name = wording.text_of(span)
    abbreviation = len(name) <= _LONGEST_SYMBOL and name.rstrip("s").isupper()
    terms = [_is_term(wording, at) for at in range(*span)]
    plain = any(terms) and all(map(is_ordinary, wording.words(span)))
    return wording.acts(span) or (not abbreviation and not plain and wording.ends_clause(span))
