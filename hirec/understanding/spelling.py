"""Short forms and misspelt words of a question, read as the lexicon's own."""

import functools
import itertools
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from hirec.caching import remembered
from hirec.companies.vocabulary import is_ordinary
from hirec.grounding.stems import stem_set
from hirec.lexicon import all_metrics, all_ratios
from hirec.lexicon.disclosures import all_disclosures
from hirec.lexicon.names import folded_name
from hirec.understanding.normalize import Token, tokenize
from hirec.understanding.vocabulary import entries, folded, general_words, short_forms

_ENDINGS = ("", "s", "d", "ed", "ing", "ly", "r", "er")
_LONG = 9
"""Words of so many letters may hold two slips, shorter ones only one."""
_SHORTEST = 5
_LONGER = 6
"""Letters of words that those of a filing mend: of shorter ones too many are near."""
_SWAPPED = 4
"""Words so short may only have two letters in the wrong order."""
_OPERATORS = frozenset(
    {"MOVE", "PERCENT", "AVERAGE", "CAGR", "RATIO", "SHARE", "MOST", "LEAST"}
    | {"WH", "WHICH", "BETWEEN", "DOMAIN"}
)


def respell(text: str, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The text with short forms written out and slips mended, and what was read as what.

    Names of companies stay as they are, and every word of general English.
    """
    tokens = tokenize(text)
    kept = {word for name in names for word in folded(name)}
    readings: list[str] = []
    pieces: list[tuple[int, int, str]] = []
    position = 0
    while position < len(tokens):
        length, meant = _meant(tokens, position, kept, text)
        if meant:
            start, end = tokens[position].start, tokens[position + length - 1].end
            if meant.lower() != text[start:end].lower():
                readings.append(f"“{text[start:end]}” is read as “{meant}”.")
            pieces.append((start, end, meant))
        position += length
    for start, end, meant in reversed(pieces):
        text = text[:start] + meant + text[end:]
    return text, tuple(readings)


def respell_as(text: str, names: Iterable[str], told: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The text with its slips mended by the words of others, and what was read as what.

    Args:
        text: A question.
        names: Of companies, which stay as they are.
        told: What filings say; a word that they have in any form is none.

    """
    own = stem_set(" ".join(names))
    strange = [
        token
        for token in tokenize(text)
        if len(token.lower) >= _LONGER
        and not (token.lower in general_words() or is_ordinary(token.lower))
        and not stem_set(token.lower) & own
    ]
    if not strange:
        return text, ()  # what filings say need not be read
    words = {token.lower for said in told for token in tokenize(said)}
    long = sorted(word for word in words if word.isalpha() and len(word) >= _LONGER)
    known = stem_set(" ".join(long))
    readings = []
    for token in reversed(strange):
        if not stem_set(token.lower) & known and (meant := _nearest(token.lower, long)):
            readings.append(f"“{token.text}” is read as “{meant}”.")
            text = text[: token.start] + meant + text[token.end :]
    return text, tuple(readings)


def _meant(tokens: tuple[Token, ...], position: int, kept: set[str], text: str) -> tuple[int, str]:
    """How many tokens are one short form or slip, and what it means; empty if it is neither."""
    for length in (3, 2, 1):
        run = tokens[position : position + length]
        words = tuple(token.lower for token in run)
        if len(run) == length and words in short_forms() and not kept & set(words):
            return length, short_forms()[words]
    joined = text[: tokens[position].start].endswith("-")  # "company-operated margin"
    pair = tokens[position : position + 2]
    if len(pair) > 1 and not joined and not kept & {token.lower for token in pair}:
        first, second = (token.lower for token in pair)
        if near := _near_ratio(first, second):
            return 2, f"{near} {second}"
    token = tokens[position]
    word = token.lower
    if word.upper() in _acronyms() and word not in general_words() and word not in kept:
        return 1, word.upper()
    if not word.isalpha() or len(word) < _SWAPPED or word in kept or word in general_words():
        return 1, ""
    inside = token.start > 0 and text[: token.start].rstrip()[-1:] not in ".?!:"
    if inside and token.text[:1].isupper():
        return 1, ""  # a name
    mended = _mended(word)
    other = len(mended) == len(word) or OSA.distance(word, mended) > 1
    if other and is_ordinary(word):
        return 1, ""  # "unfilled" is no "unbilled", "depreciate" no "depreciable"
    return 1, mended


@functools.cache
def _acronyms() -> frozenset[str]:
    """Names of metrics that are capitals alone."""
    names = (name for metric in all_metrics().values() for name in metric.names)
    return frozenset(name for name in names if name.isalpha() and name.isupper())


@remembered
def _mended(word: str) -> str:
    """The lexicon's word that a slip meant, or two that were run together; empty for others."""
    known = _known_words()
    if any(word.removesuffix(ending) in known for ending in _ENDINGS):
        return ""
    for cut in range(3, len(word) - 2):
        if (word[:cut], word[cut:]) in _pairs():
            return f"{word[:cut]} {word[cut:]}"
    if len(word) < _SHORTEST:
        return next((each for each in _correct_words() if _is_swapped(word, each)), "")
    return _nearest(word, _correct_words())


def _nearest(word: str, correct: Iterable[str]) -> str:
    """The word that a slip or two are nearest to; empty where none is near."""
    slips = 2 if len(word) >= _LONG else 1
    near = [
        (OSA.distance(word, each, score_cutoff=slips), each[-1] != word[-1], each)
        for each in correct
        if each[0] == word[0] and abs(len(each) - len(word)) <= slips
    ]
    distance, _, best = min(near, default=(slips + 1, False, ""))
    return best if distance <= slips else ""


@remembered
def _near_ratio(first: str, second: str) -> str:
    """What a word before another meant, as the name of a ratio has it: "receive turnover"."""
    starts = {a for a, b in _ratio_pairs() if b == second and a[:_SHORTEST] == first[:_SHORTEST]}
    if len(first) < _SHORTEST or folded_name(first)[0] in _name_words():
        return ""
    return min(starts, key=lambda start: OSA.distance(first, start), default="")


@functools.cache
def _ratio_pairs() -> frozenset[tuple[str, str]]:
    """The last two words of ratios' names."""
    names = [folded(name) for ratio in all_ratios().values() for name in ratio.names]
    return frozenset((w[-2], w[-1]) for w in names if len(w) > 1 and len(w[-1]) > _SHORTEST)


@functools.cache
def _name_words() -> frozenset[str]:
    names = (name for metric in all_metrics().values() for name in metric.names)
    return frozenset(word for name in names for word in folded_name(name))


def _is_swapped(word: str, meant: str) -> bool:
    return sorted(word) == sorted(meant) and OSA.distance(word, meant) == 1


@functools.cache
def _pairs() -> frozenset[tuple[str, str]]:
    """Words that stand side by side in the name of a metric."""
    names = [folded(name) for metric in all_metrics().values() for name in metric.names]
    return frozenset(pair for words in names for pair in itertools.pairwise(words))


@functools.cache
def _correct_words() -> frozenset[str]:
    """Words that a slip may have meant: those of metrics' and facts' names and of operators."""
    called = [name for metric in all_metrics().values() for name in metric.names]
    called += [name for fact in all_disclosures().values() for name in fact.asked]
    names = {word for name in called for word in folded(name)}
    said = {word for p, found in entries().items() for word in p if found[0].kind in _OPERATORS}
    return frozenset(word for word in names | said if word.isalpha() and len(word) >= _SWAPPED)


@functools.cache
def _known_words() -> frozenset[str]:
    words = set(_correct_words())
    words |= {w for metric in all_metrics().values() for name in metric.names for w in folded(name)}
    words |= {word for phrase in entries() for word in phrase}
    return frozenset(word for word in words if word.isalpha() and len(word) >= 3)
