"""What a scorer knows of a place: one table of features, and how they are computed."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from hirec.analysts.rule.tables import PER_SHARE, calendar_fit, table_fit
from hirec.grounding.memory import LabelMemory, Recalled
from hirec.grounding.places import Place
from hirec.grounding.stems import grams, ordered_stems, overlap, stem_set
from hirec.lexicon import Kind, Metric, find_metrics, get_metric, match_row, normalize_label
from hirec.types import Figure

FEATURES: tuple[tuple[str, str, str], ...] = (
    ("label_asked", "words", "weight of the label's words that are asked for"),
    ("asked_in_label", "words", "weight of the question's words that the label has"),
    ("asked_in_path", "words", "the same with the headings above the row"),
    ("label_extra", "words", "weight of the label's words that are not asked for, absolute"),
    ("section_asked", "words", "weight of the row heading's words that are asked for"),
    ("column_extra", "words", "weight of the column's words that are not asked for"),
    ("column_asked", "words", "weight of the question's words that the column has"),
    ("caption_asked", "words", "weight of the question's words that caption and section have"),
    ("letters", "words", "likeness of label and question by letters: misspelt words"),
    ("same_words", "words", "label and question have the same words"),
    ("last_word", "words", "the last word of one is in the other, and the other way round"),
    ("first_word", "words", "the first word asked for is in the label"),
    ("usual_name", "words", "likeness of the label to a usual name of the concept"),
    ("asked_anywhere", "words", "weight of the question's words met in row, column or caption"),
    ("asked_missing", "words", "weight of the question's words that are met nowhere, absolute"),
    ("asked_count", "words", "how many words are asked for"),
    ("best_words", "words", "likeness of the words less that of the best place"),
    ("rank_words", "words", "how many other values have words at least as like"),
    ("row_pattern", "lexicon", "the lexicon's rows of the concept fit the label"),
    ("table_trust", "lexicon", "how far the lexicon trusts this statement for the concept"),
    ("concept_known", "lexicon", "the question's words are a concept of the lexicon"),
    ("label_concept", "lexicon", "the label names that concept 1, another -1, none 0"),
    ("reminds", "memory", "likeness to labels under which others state what the words mean"),
    ("shared_concepts", "memory", "weight of concepts that label and question have in common"),
    ("recalled", "memory", "likeness of the nearest label of the memory to the question"),
    ("best_reminds", "memory", "likeness to those labels less that of the best place"),
    ("instant_fits", "memory", "expected balance or flow against that of the place"),
    ("statement_fits", "memory", "weight of the concepts of this statement"),
    ("kind_recalled", "memory", "weight of the concepts of this kind of value"),
    ("kind_fits", "kind", "kind asked for: the place's 1, another -1, not said 0"),
    ("percent", "kind", "the place is a percentage"),
    ("per_share", "kind", "the place is per share"),
    ("shares", "kind", "the place counts shares"),
    ("dollar", "kind", "a currency is printed with it"),
    ("kind_known", "kind", "the question says its kind"),
    ("scale_said", "kind", "the page says in what scale it is printed"),
    ("period_asked", "period", "the question says a period"),
    ("period_fit", "period", "how well the place's period fits, 0 where it says none"),
    ("year_printed", "period", "the year asked is printed for it 1, another -1, none 0"),
    ("year_around", "period", "the year asked is printed in the label or sentence"),
    ("best_period", "period", "period and year less those of the best place"),
    ("length_fits", "period", "length of the span: as asked 1, other -1, unknown 0"),
    ("instant", "period", "the place is a balance 1, a flow 0, unknown 0.5"),
    ("opening", "period", "the label says opening balance"),
    ("change", "period", "the column states changes"),
    ("newest", "period", "how many columns of the table are of a later year"),
    ("primary", "table", "the table is a primary statement"),
    ("note", "table", "the table is in a note or an exhibit"),
    ("partial", "table", "the table is a segment's, a parent's or the like"),
    ("summary", "table", "the table has rows of several statements"),
    ("total", "table", "the label says total"),
    ("total_asked", "table", "the question says total"),
    ("level", "table", "indentation of the row"),
    ("rows", "table", "rows of the table"),
    ("row_place", "table", "how far down the table the row stands"),
    ("prose", "table", "the place is an amount in a sentence"),
    ("adjusted", "table", "words of adjustment in the label that are not asked for"),
    ("unlabelled", "table", "the row has no label"),
    ("part_met", "part", "the part's words are met beside the place"),
    ("part_column", "part", "the column names a part and none is asked for"),
    ("qualified", "part", "weight of the qualifiers' words that are met, 1 where none is asked"),
    ("stated", "agreement", "places with the same value"),
    ("stated_primary", "agreement", "one of them is in a primary statement"),
    ("stated_words", "agreement", "best likeness of the words among them"),
)
"""Name, group, what it says."""
NAMES = tuple(name for name, _, _ in FEATURES)
GROUPS = {name: group for name, group, _ in FEATURES}
_AT = {name: at for at, name in enumerate(NAMES)}
_ADJUSTED = stem_set("adjusted pro forma excluding constant currency organic non-gaap comparable")
_OPENING = re.compile(r"\b(?:beginning|start|opening)\b", re.IGNORECASE)
_TOTAL = "total"
_OTHER_LENGTH = -1.0
_LIKENESS, _SAYS_TOTAL, _ADJUSTS, _OPENS, _YEAR_AROUND, _PER_SHARE = 11, 16, 17, 18, 19, 20
"""Where these stand among what a row says."""

Floats = npt.NDArray[np.float64]


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
        asked = stem_set(_said(figure))
        return frozenset().union(asked, known, *(stems for stems, _ in recalled))

    def read(self, figure: Figure, places: Sequence[Place]) -> Floats:
        """Features of places in the order of :data:`FEATURES`; shape (places, features)."""
        about = _Asked(figure, self._memory)
        if not places:
            return np.zeros((0, len(FEATURES)))
        found = np.array([about.features(place) for place in places])
        _compare(found, [abs(place.value) for place in places])
        return found.astype(np.float32).astype(np.float64)  # as coarse as in training


def _said(figure: Figure) -> str:
    return " ".join((figure.part, figure.words, *figure.qualifiers))


class _Asked:
    """One figure, taken apart once; what rows and columns say of it is kept."""

    def __init__(self, figure: Figure, memory: LabelMemory) -> None:
        self.figure = figure
        self.memory = memory
        self.metric: Metric | None = get_metric(figure.concept)
        said = _said(figure)
        self.order = ordered_stems(said)
        self.stems = frozenset(self.order)
        self.grams = grams(said)
        self.part = stem_set(figure.part)
        self.qualifiers = stem_set(" ".join(figure.qualifiers))
        self.weight = memory.weigh(self.stems) or 1.0
        self.recalled: Recalled = memory.recall(figure.words)
        self.spellings = memory.spellings(self.recalled)
        names = self.metric.names if self.metric else ()
        self.names = tuple(dict.fromkeys(stem_set(name) for name in names))
        self.kind = figure.kind or (self.metric.kind.value if self.metric else "")
        self.year = _year(figure)
        self._rows: dict[tuple[str, ...], tuple[tuple[float, ...], frozenset[str]]] = {}
        self._columns: dict[str, tuple[float, float]] = {}

    def features(self, place: Place) -> list[float]:
        """All features of one place; what compares places is filled in later."""
        heading = place.passage.section.rpartition(" > ")[2]
        key = (place.label, place.section, place.caption, heading, str(place.table is None))
        if key not in self._rows:
            self._rows[key] = self._row(place, heading)
        (row, met), column = self._rows[key], self._column(place.column)
        met = met | stem_set(place.column)
        words = (
            *row[:5],
            *column,
            *row[5:11],
            self.memory.weigh(self.stems & met) / self.weight,
            self.memory.weigh(self.stems - met),
            float(len(self.stems)),
            row[_LIKENESS],
            0.0,
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
            0.0,
            0.0,
            0.0,
        ]

    def _column(self, column: str) -> tuple[float, float]:
        if column not in self._columns:
            beside = stem_set(column)
            extra = self.memory.weigh(beside - self.stems)
            asked = self.memory.weigh(beside & self.stems) / self.weight
            self._columns[column] = (extra, asked)
        return self._columns[column]

    def _row(self, place: Place, heading: str) -> tuple[tuple[float, ...], frozenset[str]]:
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
        reminds = max((w * self._like(own, other) for other, w in self.spellings), default=0.0)
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
            max((self._like(own, name) for name in self.names), default=0.0),
            _harmonic(asked_of if place.table is not None else in_path, in_path),
        )
        rest = (pattern, named, reminds, shared)
        said = own | above
        table = (
            float(_TOTAL in own),
            float(bool(((said | about) & _ADJUSTED) - stems)),
            float(_OPENING.search(place.label) is not None),
            float(self.year is not None and str(self.year) in f"{place.label} {place.section}"),
            float(PER_SHARE.search(normalize_label(f"{place.section} {place.label}")) is not None),
        )
        return (*words, *rest, *table), said | about

    def _known(self, place: Place) -> tuple[float, float]:
        if self.metric is None or place.table is None:
            return 0.0, 0.0
        pattern = match_row(self.metric.key, place.label, place.section, place.caption)
        keys = {mention.key for mention in find_metrics(place.label)}
        named = 0.0 if not keys else 1.0 if self.metric.key in keys else -1.0
        return pattern, named

    def _like(self, own: frozenset[str], other: frozenset[str]) -> float:
        both = self.memory.weigh(own & other)
        if not both:
            return 0.0
        return 2 * both / (self.memory.weigh(own) + self.memory.weigh(other))

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
            max(fit, printed),  # less that of the best place, later
            length,
            _instant(place),
            row[_OPENS],
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


def _year(figure: Figure) -> int | None:
    if figure.period is None:
        return None
    period = figure.period.period
    return period.fiscal_year or (period.end.year if period.end else None)


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


def _compare(found: Floats, values: Sequence[Decimal]) -> None:
    """Fill in what compares a place with the others."""
    words, reminds, period = _AT["best_words"], _AT["best_reminds"], _AT["best_period"]
    own_words = found[:, words].copy()
    found[:, words] -= own_words.max()
    found[:, reminds] -= found[:, reminds].max()
    found[:, period] -= found[:, period].max()
    ordered = np.sort(np.unique(own_words))[::-1]
    found[:, _AT["rank_words"]] = np.searchsorted(-ordered, -own_words)
    counts = Counter(values)
    primary: dict[Decimal, float] = {}
    best: dict[Decimal, float] = {}
    for at, value in enumerate(values):
        primary[value] = max(primary.get(value, 0.0), float(found[at, _AT["primary"]]))
        best[value] = max(best.get(value, 0.0), float(own_words[at]))
    found[:, _AT["stated"]] = [min(counts[value], 10) for value in values]
    found[:, _AT["stated_primary"]] = [primary[value] for value in values]
    found[:, _AT["stated_words"]] = [best[value] for value in values]
