"""What a scorer knows of a place: one table of features, and how they are computed."""

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from hirec.caching import remembered
from hirec.grounding.feature_table import FEATURES, MEANING, NAMES
from hirec.grounding.memory import LabelMemory, Recalled
from hirec.grounding.places import Place
from hirec.grounding.rivals import compare, rival_features
from hirec.grounding.siblings import Siblings, said_words
from hirec.grounding.stems import grams, ordered_stems, overlap, stem_set
from hirec.grounding.tables import OPENING, PER_SHARE, calendar_fit, table_fit
from hirec.lexicon import (
    Kind,
    Metric,
    find_metrics,
    get_metric,
    match_row,
    normalize_label,
    words_in,
)
from hirec.types import Figure, Passage

_AT = {name: at for at, name in enumerate(NAMES)}
_ADJUSTED = stem_set("adjusted pro forma excluding constant currency organic non-gaap comparable")
_CLOSING = frozenset({"end", "ending", "close", "closing"})
_TOKEN = re.compile(r"\b[a-z]{3}|\d+")
"""Months by their first three letters, and the figures of a day or year."""
_TOTAL = "total"
_OTHER_LENGTH = -1.0
_LIKENESS = 11
_SAYS_TOTAL, _ADJUSTS, _OPENS, _YEAR_AROUND, _PER_SHARE, _CLOSES = 16, 17, 18, 19, 20, 21
"""Where these stand among what a row says."""

_RIVALS = slice(_AT["missed_elsewhere"], _AT["met_somewhere"] + 1)
_UNREAD = (0.0,) * len(MEANING)
"""Until :class:`hirec.grounding.scorer.Meaning` has read the likeliest places."""

_ALONE = (0.0,) * (_RIVALS.stop - _RIVALS.start)
"""Until all places are known."""

Floats = npt.NDArray[np.float64]
PageKey = tuple[str, int]
"""A filing and the number of a page."""
_NO_WORDS: frozenset[str] = frozenset()


class FeatureReader:
    """Computes the features of places for one figure."""

    def __init__(self, memory: LabelMemory) -> None:
        """``memory`` weighs words and knows what labels mean."""
        self._memory = memory

    def stems(self, figure: Figure) -> frozenset[str]:
        """Words beside which a place may stand: asked, usual names, labels recalled."""
        metric = get_metric(figure.concept)
        known = stem_set(" ".join(metric.names)) if metric else frozenset()
        recalled = self._memory.spellings(self._memory.recall(figure.words))
        asked = stem_set(said_words(figure))
        return frozenset().union(asked, known, *(stems for stems, _ in recalled))

    def read(
        self,
        figure: Figure,
        places: Sequence[Place],
        prose: Mapping[PageKey, frozenset[str]],
        others: Sequence[Figure] = (),
    ) -> Floats:
        """Features of places in the order of :data:`FEATURES`; shape (places, features).

        ``prose`` holds the words of the sentences of each page, ``others`` the other figures of
        the question.
        """
        about = _Asked(figure, self._memory, prose, others)
        if not places:
            return np.zeros((0, len(FEATURES)))
        found = np.array([about.features(place) for place in places])
        found[:, _RIVALS] = about.against_rivals(places)
        compare(found, [abs(place.value) for place in places])
        return found.astype(np.float32).astype(np.float64)  # as coarse as in training


class _Asked:
    """One figure, taken apart once; what rows and columns say of it is kept."""

    def __init__(
        self,
        figure: Figure,
        memory: LabelMemory,
        prose: Mapping[PageKey, frozenset[str]],
        others: Sequence[Figure],
    ) -> None:
        self.figure = figure
        self.prose = prose
        self.said = _tokens(figure.period.said) if figure.period else frozenset()
        self.memory = memory
        self.metric: Metric | None = get_metric(figure.concept)
        said = said_words(figure)
        self.order = ordered_stems(said)
        self.stems = frozenset(self.order)
        self.grams = grams(said)
        self.part = stem_set(figure.part)
        self.qualifiers = stem_set(" ".join(figure.qualifiers))
        self.weight = memory.weigh(self.stems) or 1.0
        self.recalled: Recalled = memory.recall(figure.words)
        self.spellings = [
            (other, memory.weigh(other), weight)
            for other, weight in memory.spellings(self.recalled)
        ]
        names = self.metric.names if self.metric else ()
        self.names = [(one, memory.weigh(one)) for one in dict.fromkeys(map(stem_set, names))]
        self.kind = figure.kind or (self.metric.kind.value if self.metric else "")
        self.year = _year(figure)
        self.siblings = Siblings(self.stems, others)
        self._rows: dict[tuple[str, ...], _RowWords] = {}
        self._columns: dict[str, tuple[float, float]] = {}

    def features(self, place: Place) -> list[float]:
        """All features of one place; what compares places is filled in later."""
        (row, beside, met), column = self._row(place), self._column(place.column)
        own_column = stem_set(place.column)
        met = met | own_column
        words = (
            *row[:5],
            *column,
            *row[5:11],
            self.memory.weigh(self.stems & met) / self.weight,
            self.memory.weigh(self.stems - met),
            self._on_page(place, met),
            float(len(self.stems)),
            *self._close(place),
            row[_LIKENESS],
            0.0,
            *self.siblings.features(beside, beside | own_column, met, self.memory),
        )
        return [
            *words,
            row[12],
            table_fit(self.metric, place.standing) if self.metric else 0.5,
            float(self.metric is not None),
            *row[13:16],
            self.recalled.likeness,
            row[14],
            self.recalled.instant * (2 * _instant(place) - 1),
            self.recalled.statements.get(place.standing.statement, 0.0),
            self.recalled.kinds.get(place.kind.value, 0.0),
            *self._kind(place, row),
            *self._period(place, row),
            *self._table(place, row),
            *self._parts(place, met),
            *_ALONE,
            0.0,
            0.0,
            0.0,
            *_UNREAD,
        ]

    def against_rivals(self, places: Sequence[Place]) -> Floats:
        """The group ``rivals`` of all places; shape (places, features of the group)."""
        met, beside = [], []
        for place in places:
            _, path, about = self._row(place)
            column = stem_set(place.column)
            met.append(about | column)
            beside.append(path | column)
        stems = sorted(self.stems)
        return rival_features(stems, [self.memory.weight(s) for s in stems], met, beside)

    def _on_page(self, place: Place, met: frozenset[str]) -> float:
        page = self.prose.get((place.passage.filing_id, place.passage.page_number), _NO_WORDS)
        return self.memory.weigh((self.stems - met) & page)

    def _close(self, place: Place) -> tuple[float, float]:
        if place.table is not None:
            return 0.0, 0.0
        weigh, stems = self.memory.weigh, self.stems
        before, behind = stem_set(place.before), stem_set(place.behind)
        return weigh(stems & before) / self.weight, weigh(stems & behind) / self.weight

    def _said_beside(self, place: Place) -> float:
        if not self.said:
            return 0.0
        beside = _tokens(place.label) | _tokens(place.heading) | _tokens(place.section)
        return len(self.said & beside) / len(self.said)

    def _column(self, column: str) -> tuple[float, float]:
        if column not in self._columns:
            beside = stem_set(column)
            extra = self.memory.weigh(beside - self.stems)
            asked = self.memory.weigh(beside & self.stems) / self.weight
            self._columns[column] = (extra, asked)
        return self._columns[column]

    def _row(self, place: Place) -> "_RowWords":
        heading = place.passage.section.rpartition(" > ")[2]
        key = (place.label, place.section, place.caption, heading, str(place.table is None))
        if key not in self._rows:
            self._rows[key] = self._read_row(place, heading)
        return self._rows[key]

    def _read_row(self, place: Place, heading: str) -> "_RowWords":
        own, above = stem_set(place.label), stem_set(place.section)
        about = stem_set(place.caption) | stem_set(heading)
        weigh, stems = self.memory.weigh, self.stems
        in_label = weigh(stems & own) / self.weight
        asked_of = weigh(own & stems) / (weigh(own) or 1.0)
        order = ordered_stems(place.label)
        last = (self.order[-1] in own if self.order else False) + (
            order[-1] in stems if order else False
        )
        pattern, named = self._known(place)
        whole = weigh(own)
        reminds = max(
            (w * self._like(own, whole, other, size) for other, size, w in self.spellings),
            default=0.0,
        )
        held = self.memory.exactly(place.label) if place.table is not None else {}
        shared = sum(w * held.get(name, 0.0) for name, w in self.recalled.concepts.items())
        in_path = weigh(stems & (own | above)) / self.weight
        words = (
            asked_of,
            in_label,
            in_path,
            weigh(own - stems),
            weigh(above & stems) / (weigh(above) or 1.0) if above else 0.5,
            weigh(about & stems) / self.weight,
            overlap(self.grams, grams(place.label)),
            float(own == stems),
            last / 2,
            float(bool(self.order) and self.order[0] in own),
            max((self._like(own, whole, name, size) for name, size in self.names), default=0.0),
            _harmonic(asked_of if place.table is not None else in_path, in_path),
        )
        rest = (pattern, named, reminds, shared)
        said = own | above
        table = (
            float(_TOTAL in own),
            float(bool(((said | about) & _ADJUSTED) - stems)),
            float(bool(OPENING & words_in(place.label))),
            float(self.year is not None and str(self.year) in f"{place.label} {place.section}"),
            float(PER_SHARE.search(normalize_label(f"{place.section} {place.label}")) is not None),
            float(bool(_CLOSING & words_in(place.label))),
        )
        return (*words, *rest, *table), said, said | about

    def _known(self, place: Place) -> tuple[float, float]:
        if self.metric is None:
            return 0.0, 0.0
        section = place.section if place.table is not None else ""
        pattern = match_row(self.metric.key, place.label, section, place.caption)
        keys = {mention.key for mention in find_metrics(place.label)}
        named = 0.0 if not keys else 1.0 if self.metric.key in keys else -1.0
        return pattern, named

    def _like(self, own: frozenset[str], whole: float, other: frozenset[str], size: float) -> float:
        """Dice's coefficient of two sets of words by weight; ``whole`` and ``size`` are theirs."""
        if own.isdisjoint(other):
            return 0.0
        return 2 * self.memory.weigh(own & other) / (whole + size)

    def _kind(self, place: Place, row: tuple[float, ...]) -> tuple[float, ...]:
        own = place.kind
        per_share = own is Kind.PER_SHARE or row[_PER_SHARE] > 0
        fits = 0.0
        if self.kind:
            like = own.value == self.kind or (per_share and self.kind == Kind.PER_SHARE)
            fits = 1.0 if like else -1.0
        return (
            fits,
            float(own is Kind.PERCENT),
            float(per_share),
            float(own is Kind.SHARES),
            float("$" in place.printed),
            float(bool(self.kind)),
            float(sum(map(str.isdigit, place.printed))),
            float(place.scale_said),
        )

    def _period(self, place: Place, row: tuple[float, ...]) -> tuple[float, ...]:
        asked = self.figure.period
        fit = calendar_fit(asked, place.period) if asked and place.period else 0.0
        printed = 0.0
        if self.year is not None and place.years:
            printed = 1.0 if self.year in place.years else -1.0
        months = place.period.months if place.period else None
        length = 0.0
        if asked is not None and months:
            wanted = asked.period.months or (3 if asked.period.fiscal_quarter else 12)
            length = 1.0 if months == wanted else _OTHER_LENGTH
        return (
            float(asked is not None),
            fit,
            printed,
            row[_YEAR_AROUND],
            self._said_beside(place),
            max(fit, printed),  # less that of the best place, later
            length,
            _instant(place),
            row[_OPENS],
            row[_CLOSES],
            float(place.states_change),
            float(_later_columns(place)),
        )

    def _table(self, place: Place, row: tuple[float, ...]) -> tuple[float, ...]:
        standing, table = place.standing, place.table
        count = len(table.rows) if table else 0
        return (
            float(standing.primary),
            float(standing.note),
            float(standing.statement == "partial"),
            float(standing.statement == "summary"),
            row[_SAYS_TOTAL],
            float(_TOTAL in self.stems),
            float(table.rows[place.row].level if table else 0),
            float(count),
            place.row / count if count else 0.0,
            float(table is None),
            row[_ADJUSTS],
            float(table is not None and not place.label.strip()),
        )

    def _parts(self, place: Place, met: frozenset[str]) -> tuple[float, ...]:
        around = met | stem_set(place.passage.section)
        qualified = 1.0
        if self.qualifiers:
            held = self.memory.weigh(self.qualifiers & around)
            qualified = held / (self.memory.weigh(self.qualifiers) or 1.0)
        return (
            1.0 if self.part and self.part <= around else -1.0 if self.part else 0.0,
            float(bool(place.column) and not self.part),
            qualified,
        )


_RowWords = tuple[tuple[float, ...], frozenset[str], frozenset[str]]
"""What a row says, its words with those of its heading, and all words about it."""


def prose_words(passages: Iterable[Passage]) -> dict[PageKey, frozenset[str]]:
    """Words of the sentences of each page."""
    found: dict[PageKey, frozenset[str]] = {}
    for passage in passages:
        if not passage.table_json:
            key = (passage.filing_id, passage.page_number)
            found[key] = found.get(key, _NO_WORDS) | stem_set(passage.text)
    return found


@remembered
def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(text.lower()))


def _year(figure: Figure) -> int | None:
    return figure.period.period.year if figure.period else None


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def _instant(place: Place) -> float:
    months = place.period.months if place.period else None
    return 0.5 if months is None else float(months == 0)


def _later_columns(place: Place) -> int:
    """How many columns beside a cell are of a later year."""
    if place.table is None or place.period is None or place.period.fiscal_year is None:
        return 0
    own = place.period.fiscal_year
    years = {c.period.fiscal_year for c in place.table.columns if c.period}
    return sum(year is not None and year > own for year in years)
