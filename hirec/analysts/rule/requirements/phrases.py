"""Figures that a question names by its own words: what of them is metric, part, kind and bound.

Such a requirement is written ``[number of | % of] [expected] words``.
"""

import re
from dataclasses import dataclass

from hirec.caching import remembered
from hirec.grounding.stems import stem
from hirec.lexicon import ADJUSTED, Kind, Metric, content_words, find_metrics, get_metric
from hirec.lexicon.files import any_of, word_list, word_lists

OPTIONAL = word_list("part_kind")
COUNT = "number of"
PERCENT = "% of"
EXPECTED = "expected"
_PREFIX = re.compile(rf"(?:(?P<kind>{COUNT}|{PERCENT})\s+)?(?:(?P<forward>{EXPECTED})\s+)?")
_SYNONYMS: dict[str, str] = {
    word: stem(first)
    for first, alike in word_lists()["amounts_alike"].items()
    for word in alike.split()
}
_OPERATING = re.compile(
    r"\boperating\b(?!\s+(?:segment|unit|division|business|region|area|market|category|categories))"
)
"""Says which leases or expenses, but of segments nothing."""
PER_ITEM = re.compile(r"\bper\s+(?!share|diluted|common|basic)", re.IGNORECASE)
"""``Revenue per unit`` is no revenue."""
LETTER = re.compile(r"(?<![\w.&'’-])(?<!^)[B-Z](?![\w.&'’-])|(?<=and )A\b|(?<=\w )A(?= and)")
"""``customers A and B``: letters that tell things of one name apart."""
TERM = re.compile(r"\b(?:(?:non-?)?current|(?:long|short)[- ]term)\b", re.IGNORECASE)
"""Says which part of a balance falls due when."""
BRACKETS = re.compile(r"\(([^()]*)\)")
"""``Europe, Middle East, and Africa (EMEA)``: what stands in brackets may be the other name."""
_PLACES: dict[str, str] = {
    short: place
    for place, shorts in word_lists()["places_alike"].items()
    for short in shorts.split(", ")
}
_SHORT = any_of(_PLACES)
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
    adjusted: bool = False
    """Not as accounting rules have it: only what says so itself states it."""
    every: frozenset[str] = frozenset()
    """Without a metric, all stems of the words, also those that need not be met."""

    @property
    def plain(self) -> bool:
        """Whether it is the registrant's own figure of a metric of the lexicon."""
        return self.metric is not None and not self.words and not self.forward


@remembered
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
    whole = PER_ITEM.search(rest) is None
    if len({mention.key for mention in mentions}) == 1 and kind is None and whole:
        metric = get_metric(mentions[0].key)
    if metric is not None and metric.instant and _FLOWS & stems(rest):
        metric = None  # "proceeds from issuing long-term debt"
    if metric is not None and metric.kind is Kind.COUNT:
        said = rest[mentions[0].start : mentions[0].end].lower()
        if f"{said}s" in metric.names:
            metric = None  # "employee compensation": in the singular it tells of another noun
    if metric is not None:
        for mention in reversed(mentions):
            rest = f"{rest[: mention.start]} {rest[mention.end :]}"
        kind = metric.kind
    words = stems(rest)
    if kind is Kind.COUNT and stems("shares") <= words:
        kind = Kind.SHARES
    needed = part_stems(rest) if whole else words
    return Wanted(
        metric,
        needed or (frozenset() if metric else words),
        kind,
        bool(match["forward"]),
        bool(ADJUSTED.search(metric_or_phrase)),
        frozenset() if metric else words,
    )


def part_stems(words: str) -> frozenset[str]:
    """Stems of what tells a part from others: "operated" is more than the optional "operating"."""
    said = content_words(_written_out(words))
    return frozenset(map(_stem, said - OPTIONAL | frozenset(_OPERATING.findall(words.lower()))))


@remembered
def stems(text: str) -> frozenset[str]:
    """Content words by their stems, a few synonyms folded: "spent" is "cost"."""
    return frozenset(_stem(word) for word in content_words(_written_out(text)))


def _written_out(text: str) -> str:
    return _SHORT.sub(lambda place: _PLACES[place[0].lower()], text)


def _stem(word: str) -> str:
    shorter = stem(word)
    return _SYNONYMS.get(word) or _SYNONYMS.get(shorter, shorter)


_FLOWS = stems("proceeds repayment payment issuance retirement redemption extinguishment")
"""What moves a balance is no balance."""


def says(metric: Metric, text: str) -> bool | None:
    """Whether a text names the metric and no other; None where it names none, or others too."""
    if PER_ITEM.search(text) and not any(map(PER_ITEM.search, metric.names)):
        return False
    mentions = find_metrics(BRACKETS.sub(" ", text))  # "Income (loss) from operations"
    keys = {_SAME.get(mention.key, mention.key) for mention in mentions}
    own = _SAME.get(metric.key, metric.key)
    return None if not keys or (own in keys and len(keys) > 1) else keys == {own}
