"""Figures that a question names by its own words: what of them is metric, part, kind and bound.

Such a requirement is written ``[number of | % of] [expected] [low end | high end] words``.
"""

import functools
import re
from dataclasses import dataclass

from hirec.lexicon import Kind, Metric, content_words, find_metrics, get_metric, match_row

OPTIONAL = frozenset(
    [
        "segment",
        "division",
        "business",
        "unit",
        "brand",
        "region",
        "geography",
        "market",
        "area",
        "category",
        "reportable",
        "operating",
        "reporting",
        "cast",
        "meeting",
    ]
)
"""Words that say what kind of part is meant; the part's name alone is enough."""
COUNT = "number of"
PERCENT = "% of"
EXPECTED = "expected"
LOW, HIGH = "low end", "high end"
_PREFIX = re.compile(
    rf"(?:(?P<kind>{COUNT}|{PERCENT})\s+)?(?:(?P<forward>{EXPECTED})\s+)?(?:(?P<bound>{LOW}|{HIGH})\s+)?"
)
_SYNONYMS = {
    word: first
    for first, words in {
        "cost": "cost expense expenditure spend spending spent outlay",
        "employ": "employ people person staff headcount workforce worker personnel",
        "borrow": "borrow credit borrowing",
        "customer": "customer client",
        "store": "store shop outlet location",
        "salary": "salary pay",
        "adjust": "adjust gaap",
        "legal": "legal litigation",
        "matter": "matter proceeding contingency",
        "revenue": "revenue sale",
        "remain": "remain left available",
        "repurchas": "repurchas buyback",
        "authoriz": "authoriz authoris",
    }.items()
    for word in words.split()
}
_ADJUSTED = re.compile(r"\badjusted\b|\badj\.|\bnon[- ]?gaap\b|\bcore\b|\bunderlying\b", re.I)
"""What a row or heading says of figures that accounting rules do not define."""
_SUFFIX = re.compile(r"(?:ations?|ments?|ings?|ees?|ers?|ors?|ions?|ed|es|e|s|y)$")
_OTHER_WORDS = 0.7
"""A label with a larger share of other words is not called by one word of it."""
_SAME = {"net_sales": "revenue", "total_equity": "equity", "eps": "eps_diluted"}
"""Metrics that tables do not tell apart."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A requirement's metric taken apart."""

    metric: Metric | None
    """The lexicon's metric, None where the words name none or several."""
    words: frozenset[str]
    """Stems that narrow the metric or, without one, name the figure; empty for plain metrics."""
    kind: Kind | None
    """What the number must count, None where not said."""
    forward: bool = False
    """A plan or an outlook, stated by sentences that look forward."""
    bound: str = ""
    """``low end`` or ``high end`` of a range."""
    adjusted: bool = False
    """Not as accounting rules have it: only what says so itself states it."""

    @property
    def plain(self) -> bool:
        """Whether it is the registrant's own figure of a metric of the lexicon."""
        return self.metric is not None and not self.words and not self.forward and not self.bound


@functools.lru_cache(maxsize=4096)
def read_wanted(metric_or_phrase: str) -> Wanted:
    """Take a requirement's metric apart."""
    metric = get_metric(metric_or_phrase)
    if metric is not None:
        return Wanted(metric, frozenset(), metric.kind)
    match = _PREFIX.match(metric_or_phrase)
    if match is None:
        raise ValueError("the prefix's pattern matches every text")
    rest = metric_or_phrase[match.end() :]
    kind = {COUNT: Kind.COUNT, PERCENT: Kind.PERCENT}.get(match["kind"] or "")
    mentions = find_metrics(rest)
    if len({mention.key for mention in mentions}) == 1 and kind is None:
        metric = get_metric(mentions[0].key)
        for mention in reversed(mentions):
            rest = f"{rest[: mention.start]} {rest[mention.end :]}"
        kind = metric.kind if metric else None
    words = stems(rest)
    if kind is Kind.COUNT and stems("shares") <= words:
        kind = Kind.SHARES
    # "Operated" is more than "operating": what is optional is so as it is written.
    needed = stems(" ".join(content_words(rest) - OPTIONAL))
    return Wanted(
        metric,
        needed or (frozenset() if metric else words),
        kind,
        bool(match["forward"]),
        match["bound"] or "",
        bool(_ADJUSTED.search(metric_or_phrase)),
    )


@functools.lru_cache(maxsize=65536)
def stems(text: str) -> frozenset[str]:
    """Content words by their stems, a few synonyms folded: "spent" is "cost"."""
    return frozenset(_stem(word) for word in content_words(text))


def _stem(word: str) -> str:
    if word in _SYNONYMS:
        return _SYNONYMS[word]
    shorter = _SUFFIX.sub("", word)
    if len(shorter) < 4:
        shorter = word
    return _SYNONYMS.get(shorter, shorter)


def says(metric: Metric, text: str) -> bool | None:
    """Whether a heading names the metric and no other; None where it names none."""
    keys = {_SAME.get(mention.key, mention.key) for mention in find_metrics(text)}
    if not keys:
        return None
    return keys == {_SAME.get(metric.key, metric.key)}


def phrase_fit(
    wanted: Wanted, label: str, section: str, column: str, headings: tuple[str, ...]
) -> float:
    """How surely a cell states what is wanted, 0 to 1.

    Args:
        wanted: What is wanted; with words.
        label: The row's label.
        section: Heading row above it.
        column: What the column's header says beside its period.
        headings: Caption of the table and heading of the page's section.

    """
    if wanted.forward or wanted.bound:
        return 0.0
    if wanted.adjusted and not _ADJUSTED.search(f"{label} | {section} | {column}"):
        return 0.0
    if stems(column) - wanted.words - stems(" ".join(OPTIONAL)) and not (
        wanted.metric and says(wanted.metric, column)
    ):
        return 0.0
    if wanted.metric is None:
        return _named(wanted.words, label, section, column, headings)
    return _narrowed(wanted.metric, wanted.words, label, section, column, headings)


def _named(
    asked: frozenset[str], label: str, section: str, column: str, headings: tuple[str, ...]
) -> float:
    """1 where the label says exactly the phrase; less for more words; 0 if one is missing."""
    own, above = stems(label), stems(section)
    if above - asked - own - stems(" ".join(OPTIONAL)):
        above = frozenset()  # "Franchised sales" above "U.S." are not the company's own
    around = above | stems(column) | stems(" ".join(headings))
    if not own & asked or not asked <= own | around:
        return 0.0
    outside = len(asked - own - stems(column)) / len(asked)
    extra = len(own - asked) / len(own)
    if len(asked) == 1 and extra > _OTHER_WORDS:
        return 0.0
    return round((1 - 0.5 * extra) * (1 - 0.3 * outside), 4)


def _narrowed(
    metric: Metric,
    asked: frozenset[str],
    label: str,
    section: str,
    column: str,
    headings: tuple[str, ...],
) -> float:
    """A part's figure: the part by label, section or column, the metric by one of the others."""
    own, optional = stems(label), stems(" ".join(OPTIONAL))
    if asked <= own:
        named = next(
            (
                said
                for text in (label, section, *headings)
                if (said := says(metric, text)) is not None
            ),
            False,
        )
        metric_words = stems(" ".join(metric.names)) if says(metric, label) else frozenset()
        extra = own - asked - optional - metric_words
        return (0.95 if named else 0.0) * (1 - 0.5 * len(extra) / len(own))
    stated = match_row(metric.key, label)
    if asked <= stems(column):
        return 0.95 * stated
    if asked <= stems(section) and not stems(section) - asked - optional:
        return 0.9 * stated
    if any(asked <= stems(text) for text in headings[:1]):
        return 0.8 * stated
    return 0.0
