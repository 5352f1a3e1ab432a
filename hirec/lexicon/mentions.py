"""Metrics named in running text."""

import functools
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hirec.caching import remembered
from hirec.lexicon.catalog import all_metrics, all_ratios, get_metric
from hirec.lexicon.labels import content_words
from hirec.lexicon.metric import Metric
from hirec.lexicon.names import TOKEN, folded_name, name_token, stemmed

_GAP = re.compile(r"(?!\s+/\s)[\s\-–,/'’()]{0,3}")
_WORD = re.compile(r"[a-z]+")
_SHORT_ACRONYM = 3
_STOCK, _SHARE = "stock", "share"
_COMPOUNDS = {
    "cash": re.compile(r"[\s-]+flow", re.IGNORECASE),
    "equity": re.compile(
        r"[\s-]+(?:method|investees?|investments?|securit|awards?|affiliates?|instruments?|income"
        r"|earnings|incentive|compensation|based|offering|plans?|interests?)",
        re.IGNORECASE,
    ),
}
"""Words that are a name alone, and what makes another thing of them."""

_Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MetricMention:
    """A metric named in a text at ``text[start:end]``."""

    key: str
    said: str
    start: int
    end: int


@functools.cache
def _names() -> tuple[dict[_Words, tuple[str, str]], dict[str, int]]:
    """Folded name → (key, exact acronym or empty); first word → most words of such a name."""
    names: dict[_Words, tuple[str, str]] = {}
    longest: dict[str, int] = {}
    for metric in all_metrics().values():
        for name in metric.names:
            words = folded_name(name)
            acronym = name if len(name) <= _SHORT_ACRONYM and name.isupper() else ""
            names.setdefault(words, (metric.key, acronym))
            longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return names, longest


def find_metrics(text: str) -> tuple[MetricMention, ...]:
    """Metrics named in ``text`` in order; of overlapping names the longest wins.

    A name that begins within another loses its first word to it: "gross profit per employee" is no
    profit per employee.
    """
    tokens = list(TOKEN.finditer(text))
    found = sorted(_scan(text, tokens), key=lambda m: (m.start - m.end, m.start))
    kept: list[MetricMention] = []
    for mention in found:
        if any(other.start < mention.start < other.end < mention.end for other in found):
            continue
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    return tuple(sorted(kept, key=lambda mention: mention.start))


@remembered
def metric_named(words: str) -> Metric | None:
    """The metric whose name is all that the words say; None where they say more or another."""
    mentions = find_metrics(words)
    if len(mentions) == 1 and content_words(words) <= content_words(mentions[0].said):
        return get_metric(mentions[0].key)
    return None


def metric_asked(concept: str, words: str) -> Metric | None:
    """The metric of a figure: that of its key, else the one that its words name."""
    return get_metric(concept) or metric_named(words)


def metric_of_words(words: str) -> Metric | None:
    """The metric with a name of exactly these words in any order; None where none or two have."""
    return _only(_by_words(), content_words(words))


def amount_of_words(words: str) -> Metric | None:
    """The amount with a name of these words in any order and form: "repurchasing common stock".

    Ratios are none: "sales returns" are no return on sales. Nor is what was done to things,
    "shares repurchased", which counts them, a word alone, or what says one twice.
    """
    said = _WORD.findall(words.lower())
    stems = _stems(content_words(words))
    once = len(said) == len({*said})
    return _only(_by_stems(), stems) if len(stems) > 1 and once else None


def _only(keys: Mapping[frozenset[str], frozenset[str]], words: frozenset[str]) -> Metric | None:
    found = keys.get(words, frozenset())
    return get_metric(next(iter(found))) if len(found) == 1 else None


@functools.cache
def _by_words() -> Mapping[frozenset[str], frozenset[str]]:
    found: dict[frozenset[str], frozenset[str]] = {}
    for metric in all_metrics().values():
        for name in metric.names:
            words = content_words(name)
            found[words] = found.get(words, frozenset()) | {metric.key}
    return found


@functools.cache
def _by_stems() -> Mapping[frozenset[str], frozenset[str]]:
    found: dict[frozenset[str], frozenset[str]] = {}
    for words, keys in _by_words().items():
        amounts = keys - all_ratios().keys()
        found[_stems(words)] = found.get(_stems(words), frozenset()) | amounts
    return found


def _stems(words: frozenset[str]) -> frozenset[str]:
    done = {word for word in words if word.endswith("ed")}
    others = [_SHARE if word == _STOCK else word for word in words - done]
    return frozenset((*done, *stemmed(others)))


def _scan(text: str, tokens: list[re.Match[str]]) -> Iterator[MetricMention]:
    """For each token the longest name that starts there."""
    names, longest = _names()
    words = [name_token(token[0]) for token in tokens]
    for first, word in enumerate(words):
        if word not in longest:
            continue
        most = min(longest[word], len(words) - first)
        for count in range(most, 0, -1):
            key, acronym = names.get(tuple(words[first : first + count]), ("", ""))
            start, end = tokens[first].start(), tokens[first + count - 1].end()
            if not key or (acronym and acronym != text[start:end]):
                continue
            if _joined(text, tokens[first : first + count]) and _ends_well(text, word, end):
                yield MetricMention(key, text[start:end], start, end)
                break


def _joined(text: str, tokens: list[re.Match[str]]) -> bool:
    """Whether nothing but blanks, hyphens, commas and brackets stands between the words."""
    pairs = itertools.pairwise(tokens)
    return all(_GAP.fullmatch(text, a.end(), b.start()) for a, b in pairs)


def _ends_well(text: str, last_word: str, end: int) -> bool:
    """Whether the name really ends: "cash" is none in "cash flow", "PP" none in "PP&E"."""
    compound = _COMPOUNDS.get(last_word)
    if compound is not None and compound.match(text, end):
        return False
    return not re.match(r"&\w", text[end : end + 2])
