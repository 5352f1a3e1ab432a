"""The rule judge: the same rubric as the papers' prompts, computed from cards alone."""

from collections.abc import Mapping, Sequence

from hirec.caching import remembered
from hirec.ranking.lexical import tokenize
from hirec.tournament.alignment import align
from hirec.tournament.judge import Selected
from hirec.tournament.settings import TournamentSettings
from hirec.types import AnswerForm, Card, ClaimRole, EntityScope, EvidenceType, Query

_FIGURES = (EvidenceType.TABLE_NUMERIC, EvidenceType.NARRATIVE_NUMERIC)
_PARTS = (EntityScope.SEGMENT, EntityScope.GEOGRAPHY, EntityScope.PRODUCT)
_SCOPE_WEIGHT = 0.1
_TYPE_WEIGHT = 0.15
_BOILERPLATE_FACTOR = 0.5
_STANDING = (ClaimRole.BOILERPLATE, ClaimRole.STRUCTURAL_HEADING)


class RuleJudge:
    """Deterministic; equal cards keep the order in which they are shown."""

    def __init__(
        self, settings: TournamentSettings, prior: Mapping[str, float] | None = None
    ) -> None:
        """``prior`` are scores of stage 1 (0 to 1), which count with ``settings.prior_weight``."""
        self._settings = settings
        self._prior = prior or {}
        self._known: dict[int, tuple[Card, Query, float]] = {}

    def relevance(self, query: Query, card: Card) -> float:
        """How well a card would serve as evidence; 0 upwards, comparable within a question."""
        known = self._known.get(id(card))
        if known is None or known[0] is not card or known[1] is not query:
            known = self._known[id(card)] = (card, query, self._score(query, card))
        return known[2]

    def select(
        self, query: Query, cards: Sequence[Card], least: int, most: int
    ) -> Sequence[Selected]:
        """The best; beyond ``least`` only those not far behind the first."""
        ordered = sorted(cards, key=lambda card: -self.relevance(query, card))
        best = self.relevance(query, ordered[0]) if ordered else 0.0
        enough = best * self._settings.screening.near
        chosen = [
            card
            for at, card in enumerate(ordered[:most])
            if at < least or self.relevance(query, card) >= enough
        ]
        return [
            Selected(c.passage_id, 100 * self.relevance(query, c) / (best or 1)) for c in chosen
        ]

    def order(self, query: Query, cards: Sequence[Card]) -> Sequence[str]:
        """All by relevance."""
        ordered = sorted(cards, key=lambda card: -self.relevance(query, card))
        return [card.passage_id for card in ordered]

    def prefer(self, query: Query, first: Card, second: Card) -> str:
        """The more relevant; the first of two equal ones."""
        better = second if self.relevance(query, second) > self.relevance(query, first) else first
        return better.passage_id

    def _score(self, query: Query, card: Card) -> float:
        weights = self._settings
        score = align(card, query).score(weights)
        score += weights.keyword_weight * keyword_share(query, card)
        score += _SCOPE_WEIGHT * scope_fits(query, card)
        score += _TYPE_WEIGHT * type_fits(query, card)
        score += weights.prior_weight * self._prior.get(card.passage_id, 0.0)
        standing = card.claim_role in _STANDING or card.boilerplate
        return score * (_BOILERPLATE_FACTOR if standing else 1.0)


def keyword_share(query: Query, card: Card) -> float:
    """Share of the intent's keywords among the names and the summary of a card."""
    asked = set(query.intent.keywords)
    if not asked:
        return 0.0
    return len(asked & _words(card)) / len(asked)


@remembered
def _stems(text: str) -> frozenset[str]:
    return frozenset(tokenize([text])[0]) if text.strip() else frozenset()


def _words(card: Card) -> frozenset[str]:
    labels = " ".join(row.label for row in card.rows)
    named = " ".join((card.section, card.caption, *card.sketch.anchors, card.sketch.summary))
    return _stems(f"{named} {labels}")


def scope_fits(query: Query, card: Card) -> bool:
    """Whether company-wide is asked and said, or a part asked and said."""
    parts = any(figure.part for figure in query.parsed.figures) if query.parsed else False
    chosen = bool(query.parsed and query.parsed.among_parts)
    return (card.scope in _PARTS) == (parts or chosen)


def type_fits(query: Query, card: Card) -> bool:
    """Whether its form is that of the answer: tables for figures, prose for reasons."""
    if query.intent.needs_number or query.intent.form in (AnswerForm.SERIES, AnswerForm.LIST):
        return card.evidence_type in _FIGURES
    return card.explains or card.evidence_type is EvidenceType.NARRATIVE_NUMERIC
