"""Figures on a page that is given with its question: cells and amounts that its words point at."""

import functools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.requirement import requirement_of, variable_name
from hirec.analysts.rule.vocabulary import YEAR, years_in
from hirec.grounding.cells import TableCell, stated
from hirec.grounding.tables import (
    is_change,
    is_year_column,
    residual,
)
from hirec.lexicon import Kind, match_row, normalize_label, words_in
from hirec.numbers import NumberSpan, find_numbers, lists_of
from hirec.periods import cell_period, find_date_spans, find_period_spans, find_periods
from hirec.types import Figure, Operand, Passage, PeriodRef

_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_LISTED = re.compile(r"\s*(?:,|and|,\s*and)\s*", re.IGNORECASE)
_BESIDE = 90
_LEAST = 0.6
_MOVED = re.compile(
    r"\b(?:increased?|decreased?|grew|rose|fell|declined?|up|down)\s+(?:by\s+)?"
    r"(?:of\s+)?(?:approximately\s+|about\s+)?$",
    re.IGNORECASE,
)
_TOTAL = "total"
_OPENING = re.compile(r"\b(?:beginning|opening|january 1)\b", re.IGNORECASE)
_FAR = 0.6
_ABOUT = 0.5
_UNMET = 3.0
_RIVALS = 8
_BEAM = 40


@dataclass(frozen=True, slots=True)
class Place:
    """An amount with the words around it."""

    operand: Operand
    years: frozenset[int]
    """Years of its column or sentence, else of its row."""
    label: frozenset[str]
    around: frozenset[str]
    """Words of its column, and of the heading above its row."""
    text: str
    """Its label as printed."""
    prose: bool = False
    at: int = 0
    """Its column, or where it stands in its sentence."""
    change: bool = False
    """Its column states changes."""
    quarter: int | None = None
    moved: bool = False
    """It says by how much something changed."""
    far: frozenset[str] = frozenset()
    """Words of the rest of its sentence; of a bare total those of the rows it sums."""
    doubt: str = ""
    """Why its scale is not beyond doubt."""

    @property
    def total(self) -> float:
        """How surely it is a total: by its row, or by its column alone."""
        if not self.text or _TOTAL in words_in(self.text):
            return 1.0
        return 0.4 if _TOTAL in words_in(self.operand.column) else 0.0


@dataclass(frozen=True, slots=True)
class Fitting:
    """The places that fit the figures of a question, and why their scale may be another."""

    operands: dict[Figure, Operand]
    doubt: str


Shares = frozenset[tuple[Figure, Figure]]
"""Pairs of a part and its whole."""


def ground_page(figures: Sequence[Figure], passages: Sequence[Passage], shares: Shares) -> Fitting:
    """Places that together fit the figures best; figures whose words are not met are left out."""
    wholes = {whole for _, whole in shares}
    places = [place for passage in passages for place in _places(passage)]
    words = _Words(places, fold(" ".join(passage.text for passage in passages)))
    ranked = {
        figure: [
            (score, place)
            for score, place in sorted(
                ((_score(figure, place, words, figure in wholes), place) for place in places),
                key=lambda pair: -pair[0],
            )[:_RIVALS]
            if score >= _LEAST
        ]
        for figure in figures
    }
    wanted = sorted((f for f in figures if ranked[f]), key=lambda f: -ranked[f][0][0])
    taken = _together(wanted, ranked, shares)
    operands = {
        figure: replace(
            place.operand,
            name=variable_name(requirement_of(figure)),
            period=figure.period.period if figure.period else None,
        )
        for figure, place in taken.items()
    }
    return Fitting(operands, next((place.doubt for place in taken.values() if place.doubt), ""))


def _together(
    figures: Sequence[Figure], ranked: dict[Figure, list[tuple[float, Place]]], shares: Shares
) -> dict[Figure, Place]:
    """The assignment with the highest sum of scores and of what speaks for two places together."""
    beam: list[tuple[float, dict[Figure, Place]]] = [(0.0, {})]
    for figure in figures:
        grown = [
            (
                total
                + score
                + sum(_beside(figure, place, other, taken[other]) for other in taken)
                / max(len(taken), 1)
                - sum(_exceeds(figure, place, other, taken[other], shares) for other in taken),
                {**taken, figure: place},
            )
            for total, taken in beam
            for score, place in ranked[figure]
        ]
        beam = sorted(grown, key=lambda pair: -pair[0])[:_BEAM]
    return beam[0][1]


def _exceeds(figure: Figure, place: Place, other: Figure, taken: Place, shares: Shares) -> float:
    """What speaks against a part that is larger than its whole."""
    own, theirs = abs(place.operand.value), abs(taken.operand.value)
    larger = ((figure, other) in shares and own > theirs) or (
        (other, figure) in shares and theirs > own
    )
    return 0.4 * larger


def _beside(figure: Figure, place: Place, other: Figure, taken: Place) -> float:
    """What speaks for two places as the figures of one question."""
    one, two = place.operand, taken.operand
    if (one.passage_id, one.row, one.column, one.printed) == (
        two.passage_id,
        two.row,
        two.column,
        two.printed,
    ) and place.at == taken.at:
        return -1.0
    score = 0.0 if one.passage_id == two.passage_id else -0.1
    if (one.unit == "%") != (two.unit == "%"):
        score -= 0.3
    same_words = figure.words == other.words
    if place.prose or taken.prose:
        return score - (0.1 if place.prose != taken.prose else 0.0)
    if same_words:
        return score + (0.1 if one.row == two.row else 0.0 if place.label == taken.label else -0.3)
    return score + (0.1 if one.column == two.column or one.row == two.row else 0.0)


class _Words:
    """How much each word of a page tells."""

    def __init__(self, places: Sequence[Place], page: frozenset[str]) -> None:
        counts = Counter(word for place in places for word in place.label | place.around)
        self._weight = {word: math.log(1 + len(places) / n) for word, n in counts.items()}
        self._page = page

    def sum(self, words: Iterable[str]) -> float:
        """Together; a word that the page says but beside no amount tells what it is about."""
        return sum(self._weight.get(w, _ABOUT if w in self._page else _UNMET) for w in words)

    def met(self, asked: frozenset[str], held: frozenset[str], far: frozenset[str]) -> float:
        """The share of what is asked that a place says, in part also what stands farther off."""
        about = frozenset(w for w in asked if w not in self._weight and w in self._page)
        near = self.sum(asked & held) + _FAR * self.sum((asked & (far | about)) - held)
        return near / self.sum(asked)


def _score(figure: Figure, place: Place, words: _Words, whole: bool = False) -> float:
    year = year_of(figure.period)
    if year and place.years and year not in place.years:
        return 0.0
    asked = fold(f"{figure.words} {' '.join(figure.qualifiers)}")
    part = fold(figure.part)
    if not asked:
        return 0.0
    quarter = figure.period.period.fiscal_quarter if figure.period else None
    if quarter and place.quarter and quarter != place.quarter:
        return 0.0
    held = place.label | place.around
    met = words.met(asked, held, place.far)
    if part:
        met = 0.4 * met + 0.6 * words.met(part, held, place.far)
    dated = bool(year and year in place.years)
    own = 0.5 * (dated or place.total == 1.0)
    if place.label:
        own = words.sum(asked & place.label) / words.sum(place.label)
    score = -0.1 if place.quarter and not quarter else 0.0
    score += 0.65 * met + 0.35 * own
    if figure.concept and not part and not place.prose:
        score = max(score, match_row(figure.concept, place.text))
    percent = place.operand.unit == "%"
    if figure.kind == Kind.PERCENT and not percent:
        score -= 0.3
    if figure.kind in (Kind.MONEY, Kind.COUNT, Kind.SHARES) and percent:
        score -= 0.5
    if whole or _TOTAL in words_in(figure.words):
        score += place.total * (0.3 if whole else 0.1)
    if place.prose and not (place.operand.unit or place.operand.scale):
        score -= 0.15 * (figure.kind != Kind.COUNT) + 0.15 * (abs(place.operand.value) < 1000)
    if place.operand.printed in figure.words.split():
        return 0.0  # a number that the question itself says
    if _OPENING.search(f"{place.text} | {place.operand.column}") and not _OPENING.search(
        figure.words
    ):
        score -= 0.15
    if place.change and not is_change(figure.words):
        score -= 0.2
    score -= 0.05 * (place.operand.value == 0)
    if figure.words.lower().startswith("total") and not (place.total or place.prose):
        score -= 0.25 * bool(place.label - asked)
    if place.prose and place.moved and not is_change(figure.words):
        score -= 0.3
    strange = (place.around - asked) if not place.prose else ()
    score -= 0.1 if strange else 0.0
    latest = max(place.years, default=0) / 1e5 if not year else 0.0
    return score + latest - 0.1 * place.prose + 0.05 * dated


def year_of(period: PeriodRef | None) -> int | None:
    """The year of a period, of a day its own."""
    if period is None:
        return None
    return period.period.fiscal_year or (period.period.end.year if period.period.end else None)


def fold(text: str) -> frozenset[str]:
    """Words that carry meaning, by their stems."""
    words = normalize_label(YEAR.sub(" ", text.replace("(", " ").replace(")", " "))).split()
    return frozenset(_stem(word) for word in words if word not in _EMPTY)


_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "a an and any are as at by did do does for from had has have how in into is its it of on "
        "or our that the their this to was were what when which with amount value number and "
        "year ended end december respectively company s total due",
    )
)


def _stem(word: str) -> str:
    for ending in ("ations", "ation", "ments", "ment", "ings", "ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word[: -len(ending)]
    return word[:-1] if word.endswith(("y", "e")) and len(word) > 4 else word


@functools.lru_cache(maxsize=4096)
def _quarter(label: str) -> int | None:
    found = (ref.period.fiscal_quarter for ref in find_periods(label))
    return next((quarter for quarter in found if quarter), None)


def _places(passage: Passage) -> Iterator[Place]:
    table = passage.table
    if table is None:
        yield from _amounts(passage)
        return
    every = fold(" ".join(row.label for row in table.rows))
    for row in table.rows:
        label = fold(row.label)
        for at, (column, cell) in enumerate(zip(table.columns, row.cells, strict=False)):
            if cell is None or cell.value is None or is_year_column(column.label):
                continue
            period = cell_period(column, row)
            years = frozenset(years_in(column.label)) or (
                frozenset({period.fiscal_year}) if period and period.fiscal_year else frozenset()
            )
            beside = fold(residual(column.label)) | fold(row.section)
            place = TableCell(passage, table, row, column, cell)
            yield Place(
                place.operand("x"),
                years or frozenset(years_in(row.label)),
                label,
                beside,
                row.label,
                at=at,
                change=is_change(column.label),
                doubt=place.doubt(),
                far=frozenset() if label else every,
                quarter=_quarter(column.label) or _quarter(row.label),
            )


def _amounts(passage: Passage) -> Iterator[Place]:
    for sentence in _SENTENCE.split(passage.text):
        numbers = find_numbers(sentence)
        runs = _lists(sentence, numbers)
        years = iter(_years_of(sentence, runs))
        whole = fold(sentence)
        for run in runs:
            before = sentence[max(0, run[0].start - _BESIDE) : run[0].start]
            behind = sentence[run[-1].end : run[-1].end + _BESIDE]
            near, around = fold(f"{before[-45:]} {behind[:45]}"), fold(f"{before} {behind}")
            for number in run:
                yield Place(
                    stated("x", passage, number, sentence),
                    next(years),
                    near,
                    around,
                    "in prose",
                    prose=True,
                    at=number.start,
                    far=whole,
                    moved=bool(_MOVED.search(before)),
                )


def _years_of(sentence: str, runs: Sequence[Sequence[NumberSpan]]) -> list[frozenset[int]]:
    """The year of each amount: in a list as many years as amounts, else the nearest one behind."""
    said = [
        (span.start, year)
        for span in find_period_spans(sentence)
        for ref in span.refs
        if (year := year_of(ref))
    ]
    said += [
        (span.start, span.day.year)
        for span in find_date_spans(sentence)
        if not any(year == span.day.year for _, year in said)
    ]
    said.sort()
    years = list(dict.fromkeys(year for _, year in said))
    if not years:
        return [frozenset() for run in runs for _ in run]
    result: list[frozenset[int]] = []
    for run in runs:
        if len(run) == len(years) > 1:
            result += [frozenset({year}) for year in years]
            continue
        for number in run:
            behind = [year for start, year in said if start >= number.end]
            before = [year for start, year in said if start < number.start]
            result.append(frozenset(behind[:1] or before[-1:] or years[:1]))
    return result


def _lists(sentence: str, numbers: Sequence[NumberSpan]) -> list[list[NumberSpan]]:
    """Amounts that are listed together: "$1, $2 and $3 million"."""
    return lists_of(numbers, lambda a, b: bool(_LISTED.fullmatch(sentence[a.end : b.start])))
