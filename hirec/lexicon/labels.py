"""Whether a row of a table states a metric."""

import functools
import re
import unicodedata
from collections.abc import Sequence

from hirec.caching import remembered
from hirec.lexicon.catalog import all_metrics, get_metric
from hirec.lexicon.files import word_list
from hirec.lexicon.metric import Kind, Metric

Reading = tuple[str, float]
"""What a label may stand for, and how sure that is."""

_PARENTHESES = re.compile(r"\([^()]*\)|\[[^\]]*\]|\([^)]*$|^[^(]*\)(?=\s)")
_LEADERS = re.compile(r"\.{2,}|…")
_BLANKS = re.compile(r"[-–—/]")
_PUNCTUATION = re.compile(r"[^\w\s&']")
_STATES = re.compile(r"\bu s\b")
"""``U.S.`` without its points."""
_FOOTNOTE = re.compile(r"(?<=[a-z])\s+\d$")
_TAIL = re.compile(
    r" (net of|less|including|inclusive of|of which|see note|note \d|at cost|excluding) .*$"
)
_PARTIAL_LABELS = frozenset(
    {"total", "basic", "diluted", "net", "basic and diluted", "total net", "other", "current"}
    | {"deferred income taxes", "deferred taxes"}
)
_STOPWORDS = word_list("label_silent")
_PER_SHARE = re.compile(r"\bper (?:\w+ )?share\b")
"""A heading that says of all rows below what each of them leaves out."""
ADJUSTED = re.compile(r"\badjusted\b|\badj\.|\bnon[- ]?gaap\b|\bcore\b|\bunderlying\b", re.I)
"""What a row or heading says of figures that accounting rules do not define."""
SALES = frozenset({"revenue", "net_sales"})
"""Keys of what a margin is held against."""
_STEP = 0.02
_FLOOR = 0.7
_TAIL_FACTOR = 0.98
_SECTION_FACTOR = 0.97
_PARENT = re.compile(r"parent|registrant only|guarantor|pro ?forma|unaudited pro", re.IGNORECASE)


@remembered
def normalize_label(label: str) -> str:
    """Row label as the lexicon's patterns expect it: see ``concepts.yaml``."""
    text = unicodedata.normalize("NFKC", label).lower().replace("’", "'").replace("&", " and ")
    text = _LEADERS.sub(" ", text)
    text = _PARENTHESES.sub(" ", _PARENTHESES.sub(" ", text))
    text = _PUNCTUATION.sub(" ", _BLANKS.sub(" ", text)).replace("'", "")
    text = _STATES.sub("us", " ".join(text.split()))
    return _FOOTNOTE.sub("", text).removeprefix("the ")


@remembered
def content_words(phrase: str) -> frozenset[str]:
    """Words of a phrase that carry meaning, with plurals folded."""
    words = normalize_label(phrase).split()
    return frozenset(_singular(word) for word in words if word not in _STOPWORDS)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


_ALL_EARNINGS = re.compile(
    r"net (?:income|earnings|loss)(?: (?:attributable|available|applicable) to .*)?"
)
"""The last of the rows below "diluted earnings per share": continuing, discontinued, all."""


_CHOICE = re.compile(r"\\.|\([^()]*\)|\[[^]]*\]")
_REQUIRED = re.compile(r"[a-z ]+(?![?*{])")


def _letters(row: str) -> str:
    """A part of every label that a row's expression matches: the longest outside its choices."""
    while (plain := _CHOICE.sub("~", row)) != row:
        row = plain
    return "" if "|" in row else max(_REQUIRED.findall(row), key=len, default="")


@functools.cache
def _rows(metric_key: str) -> tuple[tuple[str, str], ...]:
    """The letters and the expression of each row of a metric."""
    return tuple((_letters(row), row) for row in all_metrics()[metric_key].rows)


@functools.cache
def _metrics_by_letters() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Letters of rows, and the places of the metrics that have such a row."""
    places: dict[str, dict[int, None]] = {}
    for place, key in enumerate(all_metrics()):
        for letters, _ in _rows(key):
            places.setdefault(letters, {})[place] = None
    return tuple((letters, tuple(found)) for letters, found in places.items())


@functools.cache
def _row_pattern(row: str) -> re.Pattern[str]:
    """Of one row: a question needs few of the 700, and compiling them all takes its time."""
    return re.compile(row)


@remembered
def match_row(metric_key_or_phrase: str, label: str, section: str = "", caption: str = "") -> float:
    """How surely a row states the metric, 0 to 1.

    Args:
        metric_key_or_phrase: A key of the lexicon, or words of a question that it does not know;
            of those every content word must be in the row's label, section or caption.
        label: The row's label as printed.
        section: Heading row above it: gives meaning to labels such as "Total" and "Basic".
        caption: The table's caption.

    """
    if _PARENT.search(caption):
        return 0.0
    metric = get_metric(metric_key_or_phrase)
    if metric is None:
        return _phrase_score(content_words(metric_key_or_phrase), label, section, caption)
    plain, per_share = _readings(normalize_label(label), section)
    return _score(metric, per_share if metric.kind is Kind.PER_SHARE else plain)


@remembered
def metrics_of_row(label: str, section: str = "", caption: str = "") -> tuple[str, ...]:
    """Lexicon keys of every metric that the row may state, as :func:`match_row` scores it.

    Most metrics are refused by letters that each of their rows has and the label has not.

    Args:
        label: As printed.
        section: Heading row above it.
        caption: Of the table; that of a parent's own statements states nothing.

    """
    if _PARENT.search(caption):
        return ()
    plain, per_share = _readings(normalize_label(label), section)
    said = "\n".join(reading for reading, _ in per_share)
    near = {at for letters, places in _metrics_by_letters() if letters in said for at in places}
    metrics = (_all()[at] for at in sorted(near))
    return tuple(
        metric.key
        for metric in metrics
        if _score(metric, per_share if metric.kind is Kind.PER_SHARE else plain)
    )


@functools.cache
def _all() -> tuple[Metric, ...]:
    return tuple(all_metrics().values())


def _score(metric: Metric, readings: Sequence[Reading]) -> float:
    best = 0.0
    for index, (letters, row) in enumerate(_rows(metric.key)):
        for reading, factor in readings:
            if letters in reading and _row_pattern(row).fullmatch(reading):
                best = max(best, factor * max(_FLOOR, 1 - _STEP * index))
    return best


def _readings(label: str, section: str) -> tuple[Sequence[Reading], Sequence[Reading]]:
    """What a label may stand for, and what of a figure per share; none where it excludes itself."""
    if excludes_itself(label):
        return (), ()
    plain = _stood_for(label, section)
    if not _PER_SHARE.search(normalize_label(section)):
        return plain, plain
    return plain, [*plain, *_per_share(label, section)]


def _per_share(label: str, section: str) -> list[Reading]:
    """What a row below a heading per share states: of all earnings what the heading says."""
    readings = [(f"{label} per share", _SECTION_FACTOR)]
    if _ALL_EARNINGS.fullmatch(label):
        readings.append((normalize_label(section), _SECTION_FACTOR))
    return readings


def _stood_for(label: str, section: str) -> list[Reading]:
    readings = [(label, 1.0)]
    tail_free = _TAIL.sub("", label)
    if tail_free != label:
        readings.append((tail_free, _TAIL_FACTOR))
        readings.append((f"{tail_free} net", _TAIL_FACTOR))
    if label in _PARTIAL_LABELS and section:
        readings = [(f"{normalize_label(section)} {label}", _SECTION_FACTOR)]
        readings.append((f"{label} {normalize_label(section)}", _SECTION_FACTOR))
    return readings


def excludes_itself(label: str) -> bool:
    """Whether a row leaves out a part of what it names: "… amortization, excluding amortization".

    Args:
        label: As :func:`normalize_label` gives it.

    """
    named, excluding, left_out = label.partition(" excluding ")
    return bool(excluding) and bool(content_words(left_out) & content_words(named))


def _phrase_score(asked: frozenset[str], label: str, section: str, caption: str) -> float:
    """1 where the label says exactly the phrase; less for more words; 0 if one is missing."""
    own = content_words(label)
    if not asked or not own or not asked & own:
        return 0.0
    around = content_words(section) | content_words(caption)
    if not asked <= own | around:
        return 0.0
    outside = len(asked - own) / len(asked)
    extra = len(own - asked) / len(own)
    return round((1 - 0.5 * extra) * (1 - 0.3 * outside), 4)


def match_concept(metric_key: str, concept: str) -> float:
    """How surely an XBRL concept is the metric: 1 for the first one listed, 0 if not listed."""
    metric = get_metric(metric_key)
    name = concept.partition(":")[2] or concept
    if metric is None or name not in metric.tags:
        return 0.0
    return 1 - _STEP / 2 * metric.tags.index(name)


def unadjusted(words: str) -> str:
    """Words without "adjusted" and its like: of an adjusted profit too, sales are as reported."""
    return " ".join(ADJUSTED.sub(" ", words).split())


@functools.cache
def head_nouns(*kinds: Kind) -> frozenset[str]:
    """The last words of the names of metrics: nouns that name such figures."""
    names = (name for m in all_metrics().values() if m.kind in kinds for name in m.names)
    return frozenset(word for name in names for word in content_words(name.split()[-1]))
