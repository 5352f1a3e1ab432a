"""The places that state the figures of one question, chosen together, or refused with reasons."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from hirec.grounding.cells import TableCell
from hirec.grounding.certainty import choice_features, lead
from hirec.grounding.clauses import of_another, of_earlier
from hirec.grounding.conventions import WORDS_OF_PART, broken, may_be
from hirec.grounding.feature_table import NAMES
from hirec.grounding.features import Floats, PageKey, prose_words
from hirec.grounding.joint import Assignments, Chosen, Ranked
from hirec.grounding.months import is_of_month, of_month
from hirec.grounding.places import Place, read_sheet, row_of, same_span
from hirec.grounding.pooling import pool
from hirec.grounding.result import GroundCandidate, Grounding
from hirec.grounding.scorer import Scorer, Weights, packaged_scorer
from hirec.grounding.stems import stem_set
from hirec.lexicon import Kind, get_metric
from hirec.numbers import unit_of
from hirec.types import Figure, Filing, Operand, Passage

_SHOWN = 3
"""Candidates that are given as reasons."""
_MEANT = 0.4
"""Least likeness of every word asked where those of a part may be others: of look-ups that miss
some 30 of 40 were right above it, 54 of 96 below."""
_TRIED, _INSTEAD = 3, 0.6
"""Values of a figure; how likely one is that comes after what cannot be it by a convention."""
_NEARLY_ALL = 0.8
"""Share of a question's words that a sentence bears nearly all of."""
_SAYS_ALL = 0.4
"""Least likelihood of an amount whose sentence does."""
_OF_THE_MONTH = 0.15
"""Least likelihood of a row of the month asked: of 47 look-ups 46 were right, at .2 as at .8."""
_SAID = (
    ("same_words", 0.5, "its label says just this"),
    ("asked_in_label", 0.8, "its label has the words asked for"),
    ("row_pattern", 0.5, "the lexicon knows such a row"),
    ("reminds", 0.6, "other companies call it so"),
    ("primary", 0.5, "it stands in a primary statement"),
    ("stated_primary", 0.5, "a primary statement has the same value"),
    ("year_printed", 0.5, "the year asked is printed for it"),
)
_OBJECTED = (
    ("asked_missing", 0.5, "words of the question are met nowhere beside it"),
    ("label_extra", 6.0, "its label says more than is asked"),
    ("column_extra", 3.0, "its column says more than is asked"),
    ("adjusted", 0.5, "it is adjusted"),
    ("note", 0.5, "it stands in a note"),
    ("change", 0.5, "its column states changes"),
)
"""Feature, least value, what it says."""
_TIES = {
    "asked_anywhere": 0.15,
    "letters": 0.25,
    "usual_name": 0.1,
    "row_pattern": 0.1,
    "reminds": 0.1,
    "meant_asked": 0.6,
}
"""What ties a place to the words asked for, these or others for the same, and its least value: a
"net promoter score" has but a "net" in common with net sales."""
_AS_LIKELY = 2.0
"""Log-odds by which a place may be less likely than the best of its value and yet be cited: the
same value beside other words is another figure's."""
_UNITS = {Kind.MONEY: "USD", Kind.PERCENT: "%", Kind.SHARES: "shares", Kind.PER_SHARE: "USD/shares"}


def ground(
    figures: Sequence[Figure],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    preferred: Sequence[str] = (),
    *,
    given: bool = False,
    own_words: bool = False,
    scorer: Scorer | None = None,
) -> tuple[Grounding, ...]:
    """Find what states the figures of one question, each in the light of the others.

    Every cell and every amount in a sentence is a candidate. The best values of each figure are
    tried together: two years of one figure rather stand in one row, parts in one table. A value
    is given where its calibrated probability reaches the model's threshold.

    Args:
        figures: What is asked, bound to company and period.
        passages: The evidence.
        filings: By filing_id; passages of others are not read.
        preferred: filing_ids; of equal sources the first is cited.
        given: The passages came with the question, so that they are about what is asked and
            conventions are no reason to refuse; else they were searched for.
        own_words: The figures are named by all words of the question: conventions that the
            scorer weighs itself are no reason to refuse.
        scorer: By default the packaged one.

    Returns:
        One grounding for each figure, in their order.

    """
    scorer = scorer or packaged_scorer()
    prose = prose_words(passages)
    ranked = [
        _rank(at, figures, passages, filings, prose, scorer, given=given)
        for at in range(len(figures))
    ]
    if not ranked:
        return ()
    learnt = scorer.of(given=given)
    first: list[Grounding] = []
    for _ in range(_TRIED):
        chosen = Assignments([one.ranked for one in ranked], learnt.trust, learnt.bonds).best()
        choices = [
            _Choice(one, pick, filings, learnt, given=given, own_words=own_words)
            for one, pick in zip(ranked, chosen, strict=True)
        ]
        settled = [choice.settle(preferred) for choice in choices]
        first = first or settled
        failing = [at for at, one in enumerate(settled) if one.ruled_out]
        if not failing:
            break
        for at in failing:
            ranked[at] = ranked[at].without(chosen[at].pool)
    told = zip(settled, first, strict=True)
    return tuple(now if now.operand and now.probability > _INSTEAD else was for now, was in told)


@dataclass(frozen=True, slots=True)
class _Scored:
    ranked: Ranked
    features: Floats
    odds: Floats
    """Log-odds of each place."""
    figures: int
    """How many the question has."""

    def without(self, value: int | None) -> "_Scored":
        """The same without one of its values."""
        pools = [one for at, one in enumerate(self.ranked.pools) if at != value]
        return replace(self, ranked=replace(self.ranked, pools=pools))


def _rank(
    at: int,
    figures: Sequence[Figure],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    prose: Mapping[PageKey, frozenset[str]],
    scorer: Scorer,
    *,
    given: bool,
) -> _Scored:
    figure, others = figures[at], [*figures[:at], *figures[at + 1 :]]
    year = figure.period.period.fiscal_year if figure.period else None
    stems, asked = scorer.stems(figure), stem_set(figure.words)
    places = [
        place
        for passage in passages
        if (filing := filings.get(passage.filing_id)) is not None
        and figure.is_of(filing.company_key)
        for place in read_sheet(passage, filing).near(stems)
        if not (of_another(asked, place) or of_earlier(year, place))
        if given or may_be(figure, place)
    ]
    places = [*of_month(figure, places)]
    features, odds = scorer.score(figure, places, prose, others, given=given)
    return _Scored(Ranked(figure, places, pool(places, odds)), features, odds, len(figures))


class _Choice:
    """One figure's values, and the one that the best assignment gives it."""

    def __init__(
        self,
        scored: _Scored,
        chosen: Chosen,
        filings: Mapping[str, Filing],
        learnt: Weights,
        *,
        given: bool,
        own_words: bool,
    ) -> None:
        self._figure = scored.ranked.figure
        self._places = scored.ranked.places
        self._pools = scored.ranked.pools
        self._features = scored.features
        self._odds = scored.odds
        self._figures = scored.figures
        self._chosen = chosen
        self._filings = filings
        self._learnt = learnt
        self._given = given
        self._own_words = own_words

    def settle(self, preferred: Sequence[str]) -> Grounding:
        """Choose, or say why nothing is chosen; of equal sources the first preferred is cited."""
        first = self._of_year(self._chosen.pool)
        best = range(min(_SHOWN, len(self._pools)))
        likelihoods = self._probabilities({*best} if first is None else {*best, first})
        shown = tuple(self._candidate(at, likelihoods[at]) for at in best)
        if first is None:
            reason = "No place states an amount beside such words."
            return Grounding(self._figure, None, 0.0, candidates=shown, reason=reason)
        likely = likelihoods[first]
        if likely < self._least(first):
            reason = f"The likeliest place is right with probability {likely:.2f} only."
            return Grounding(self._figure, None, likely, candidates=shown, reason=reason)
        if not self._is_tied(first):
            reason = "Neither these words nor others for them stand beside the likeliest place."
            return Grounding(self._figure, None, likely, candidates=shown, reason=reason)
        at = self._latest(first)
        place = self._cited(at, preferred)
        failing = broken(self._figure, place)
        refusing = broken(self._figure, place, weighed=not self._own_words)
        if self._means_all(at):
            refusing = tuple(one for one in refusing if one != WORDS_OF_PART)
        if refusing and not self._given:
            reason = f"The likeliest place fails: {refusing[0]}."
            return Grounding(self._figure, None, likely, False, shown, reason, ruled_out=True)
        operand = operand_of(self._figure, place)
        if at != first:
            operand = replace(operand, earlier=operand_of(self._figure, self._best_of(first)))
        unsure = f"{failing[0]} fails" if failing else ""
        if likely < self._learnt.certainty.sure:
            unsure = f"The place is right with probability {likely:.2f} only."
        return Grounding(self._figure, operand, likely, not unsure, shown, unsure)

    def _probabilities(self, pools: Set[int]) -> dict[int, float]:
        """That each of some values is right, were it the one chosen; all in one batch."""
        if not pools:
            return {}
        choices = np.array([self._choice(at) for at in pools])
        found = self._learnt.certainty.probabilities(choices)
        return dict(zip(pools, found.tolist(), strict=True))

    def _choice(self, at: int) -> Floats:
        chosen = at == self._chosen.pool
        member = self._chosen.member if chosen else self._pools[at].members[0]
        margin = self._chosen.margin if chosen else self._learnt.trust * lead(self._pools, at)
        return choice_features(self._features[member], self._pools, at, self._figures, margin)

    def _is_tied(self, at: int) -> bool:
        """Whether a place of a value has to do with the words asked for: a page may state none."""
        if is_of_month(self._figure, self._best_of(at)):
            return True
        features = self._features[list(self._pools[at].members)]
        ties = (features[:, NAMES.index(name)] >= least for name, least in _TIES.items())
        return any(tie.any() for tie in ties)

    def _least(self, at: int) -> float:
        """What a value has to be likely; less where its days or its sentence name the place."""
        least = self._learnt.certainty.answer
        if self._own_words and is_of_month(self._figure, self._best_of(at)):
            return min(least, _OF_THE_MONTH)
        return min(least, _SAYS_ALL) if self._own_words and self._says_all(at) else least

    def _says_all(self, at: int) -> bool:
        """Whether the place of a value is a sentence that bears nearly every word asked for."""
        place, asked = self._best_of(at), stem_set(self._figure.words)
        met = asked & stem_set(place.section)
        return place.table is None and len(met) >= _NEARLY_ALL * len(asked)

    def _means_all(self, at: int) -> bool:
        """Whether some place of a value says every word asked for, in any words."""
        least = self._features[list(self._pools[at].members), NAMES.index("meant_least")]
        return bool(least.max() >= _MEANT)

    def _best_of(self, at: int) -> Place:
        return self._places[self._pools[at].members[0]]

    def _of_year(self, first: int | None) -> int | None:
        """What the row of the value chosen prints for the very year asked, if that is another.

        A fiscal 2023 that ends in January 2024 is near to "2024"; a column "Fiscal 2024" is it. Of
        two days of one year the balance of the later one is the year's.
        """
        asked = self._figure.period.period if self._figure.period else None
        year = asked.fiscal_year if asked and asked.end is None else None
        own = self._places[self._chosen.member] if first is not None else None
        if own is None or own.table is None or year is None or not own.years:
            return first
        row = own.passage.passage_id, own.row
        found = [
            (at, place)
            for at, one in enumerate(self._pools)
            for place in (self._places[member] for member in one.members)
            if (place.passage.passage_id, place.row) == row
            and year in place.years
            and same_span(place, own)
        ]
        if year in own.years:
            found = [(at, place) for at, place in found if _closes_later(place, own)]
        return max(found, key=lambda one: _day(one[1]), default=(first, own))[0]

    def _latest(self, first: int) -> int:
        """The value chosen, or what a filing made later states in a cell of the same names.

        A later filing that states the value chosen in such a cell, too, has not restated it.
        """
        chosen = self._places[self._chosen.member]
        stating = (self._places[member] for member in self._pools[first].members)
        alike = (one for one in stating if _same_names(one, chosen))
        made = max(self._made(one) for one in (chosen, *alike))
        for at, one in enumerate(self._pools[: first + _SHOWN]):
            other = self._places[one.members[0]]
            if at != first and _same_names(other, chosen) and self._made(other) > made:
                return at
        return first

    def _made(self, place: Place) -> date:
        return self._filings[place.passage.filing_id].identity.known_since

    def _cited(self, at: int, preferred: Sequence[str]) -> Place:
        """Of the likely places of a value that in the first filing, in its primary statement."""
        rank = {filing_id: order for order, filing_id in enumerate(dict.fromkeys(preferred))}
        least = self._pools[at].odds - _AS_LIKELY
        near = (one for one in self._pools[at].members if self._odds[one] >= least)
        members = [self._places[member] for member in near]
        sound = [place for place in members if not broken(self._figure, place)] or members[:1]

        def worth(place: Place) -> tuple[int, bool, bool]:
            order = rank.get(place.passage.filing_id, len(rank))
            return order, not place.standing.primary, place.table is None

        return min(sound, key=worth)

    def _candidate(self, at: int, likely: float) -> GroundCandidate:
        member = self._pools[at].members[0]
        place = self._places[member]
        features = self._features[member]
        objections = (*_told(features, _OBJECTED), *broken(self._figure, place))
        operand = operand_of(self._figure, place)
        return GroundCandidate(
            operand.value,
            operand.unit,
            place.printed,
            operand.row,
            operand.column,
            operand.filing_id,
            operand.page_number,
            operand.passage_id,
            round(likely, 4),
            _told(features, _SAID),
            objections,
        )


def _same_names(one: Place, other: Place) -> bool:
    """Whether two cells are called alike and may be of one period."""
    if one.table is None or other.table is None:
        return False
    labels = stem_set(one.label) == stem_set(other.label)
    columns = stem_set(one.column) == stem_set(other.column)
    return labels and columns and one.years == other.years and same_span(one, other)


def _day(place: Place) -> date:
    return place.period.end if place.period and place.period.end else date.min


def _closes_later(one: Place, other: Place) -> bool:
    """Whether two places are balances of days, the first of a later one."""
    days = all(place.period and place.period.months == 0 for place in (one, other))
    return days and _day(one) > _day(other)


def _told(features: Floats, table: Sequence[tuple[str, float, str]]) -> tuple[str, ...]:
    return tuple(said for name, least, said in table if features[NAMES.index(name)] >= least)


def operand_of(figure: Figure, place: Place) -> Operand:
    """The place as an operand of a program; its name is the planner's to give."""
    period = figure.period.period if figure.period else None
    if is_of_month(figure, place):
        period = place.period  # of the quarter that has the month
    cell, row, table = place.cell, row_of(place), place.table
    if table is None or cell is None or row is None:
        return Operand(
            name="",
            value=place.value,
            unit=unit_of(place.printed) or _UNITS.get(place.kind, ""),
            filing_id=place.passage.filing_id,
            page_number=place.passage.page_number,
            passage_id=place.passage.passage_id,
            printed=place.printed,
            scale=place.scale,
            row=place.section,
            box=place.passage.box,
            period=period,
        )
    metric = get_metric(figure.concept) if not figure.part else None
    stated = TableCell(place.passage, table, row, table.columns[place.at], cell)
    operand = stated.operand("", metric.kind if metric else place.kind, metric)
    return replace(operand, row=place.label.strip(), period=period)
