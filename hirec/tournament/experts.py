"""Agents over passages that score by rules, from cards and intent, and the graphs A1 to A4.

PRISM's agents are prompts; here each is a small measure of what its prompt asks for, from 1 to 10
(appendix A.7.5). The graphs are the paper's: A1 four points of view, A2 two sieves before four
scorers, A3 one sieve before three, A4 the analyst and the risk officer alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hirec.caching import remembered
from hirec.lexicon.roles import all_roles
from hirec.lexicon.topics import find_topics
from hirec.tournament.agents import Agent, Graph, Scores, Sieve
from hirec.tournament.aggregation import jaccard
from hirec.tournament.alignment import align
from hirec.tournament.candidates import Contender
from hirec.tournament.diversity import content_of
from hirec.tournament.rule_judge import keyword_share, scope_fits, type_fits
from hirec.tournament.settings import AgentSettings
from hirec.types import Answerability, Card, ClaimRole, EvidenceType, Passage, Query, Relation


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage as agents get it: rules read the card, models the text."""

    contender: Contender
    passage: Passage

    @property
    def card(self) -> Card:
        """What it states."""
        return self.contender.card


_FIGURES = (EvidenceType.TABLE_NUMERIC, EvidenceType.NARRATIVE_NUMERIC)
_PROFILES = {
    Relation.LOOKUP: Answerability.SINGLE_FACT,
    Relation.DIFFERENCE: Answerability.COMPARISON,
    Relation.GROWTH: Answerability.TREND,
    Relation.SUM: Answerability.AGGREGATION,
    Relation.AVERAGE: Answerability.TREND,
    Relation.EXPLAIN: Answerability.ATTRIBUTION,
}
"""What a passage should be able to answer for what is to be done."""


def relevance(query: Query, chunk: Chunk) -> float:
    """Company, period, subject and words, and the place that retrieval gave it; 0 to 1."""
    found = align(chunk.card, query)
    fields = (found.metric, found.period, found.entity, found.number)
    met = (*fields, keyword_share(query, chunk.card))
    return (sum(met) / len(met) + chunk.contender.score) / 2


def figures(query: Query, chunk: Chunk) -> float:
    """Whether it states the measure in figures, in a period asked for."""
    found = align(chunk.card, query)
    printed = chunk.card.evidence_type in _FIGURES
    return (found.metric * found.period + found.topic + printed * scope_fits(query, chunk.card)) / 3


def explanation(query: Query, chunk: Chunk) -> float:
    """Whether it gives reasons or meaning, and could answer a question of this kind."""
    card = chunk.card
    fits = _PROFILES.get(query.intent.relation) in card.answerability
    return (card.explains + fits + keyword_share(query, card)) / 3


def proof(query: Query, chunk: Chunk) -> float:
    """Whether it could be quoted: what is asked for, of that period, in the form of an answer."""
    found = align(chunk.card, query)
    primary = chunk.card.claim_role is ClaimRole.PRIMARY_EVIDENCE
    return (found.metric * found.period + found.number * primary + type_fits(query, chunk.card)) / 3


def usable(query: Query, chunk: Chunk) -> float:
    """Whether it is text at all: no heading, not standing text alone."""
    del query
    heading = chunk.card.claim_role is ClaimRole.STRUCTURAL_HEADING
    return 0.0 if heading else 1 - chunk.card.risk.boilerplate


def _seen_from(role: str) -> Callable[[Query, Chunk], float]:
    """Relevance, half of it lost where the passage is of none of a role's parts of a filing."""
    topics = all_roles()[role].topics

    def score(query: Query, chunk: Chunk) -> float:
        card = chunk.card
        own = not topics.isdisjoint(_topics(f"{card.topic} {card.section} {card.caption}"))
        return relevance(query, chunk) * (0.5 + 0.5 * own)

    return score


@remembered
def _topics(text: str) -> frozenset[str]:
    return frozenset(find_topics(text))


@dataclass(frozen=True, slots=True)
class RuleExpert:
    """A role by a measure of each passage for itself."""

    name: str
    measure: Callable[[Query, Chunk], float]
    """From 0 to 1."""

    def score(self, query: Query, items: Mapping[str, Chunk]) -> Scores:
        """From 1 to 10."""
        return {key: 1 + 9 * self.measure(query, chunk) for key, chunk in items.items()}


class NewnessExpert:
    """Scores a passage the lower, the more one found before it says the same."""

    name = "diversity"

    def score(self, query: Query, items: Mapping[str, Chunk]) -> Scores:
        """From 1 to 10."""
        del query
        before: list[tuple[str, ...]] = []
        scores: dict[str, float] = {}
        for key, chunk in items.items():
            content = content_of(chunk.card)
            likest = max((jaccard(content, other) for other in before if content), default=0.0)
            scores[key] = 1 + 9 * (1 - likest)
            before.append(content)
        return scores


RULES: Mapping[str, Agent[Chunk]] = {
    "diversity": NewnessExpert(),
    **{
        name: RuleExpert(name, measure)
        for name, measure in {
            "strategist": _seen_from("strategist"),
            "operator": _seen_from("operator"),
            "risk_officer": _seen_from("risk_officer"),
            "analyst": figures,
            "relevance": relevance,
            "context": explanation,
            "evidence": proof,
            "noise": usable,
            "selector": relevance,
            "quick_filter": relevance,
        }.items()
    },
}
"""Every role of ``roles.yaml`` by rules."""

_GRAPHS: Mapping[str, tuple[Mapping[str, float], tuple[str, ...]]] = {
    "a1": ({}, ("strategist", "analyst", "operator", "risk_officer")),
    "a2": ({"noise": 4, "selector": 6}, ("relevance", "context", "evidence", "diversity")),
    "a3": ({"quick_filter": 4}, ("relevance", "context", "evidence")),
    "a4": ({}, ("analyst", "risk_officer")),
}
"""Graph → its sieves with their least score, and its agents."""

GRAPHS = tuple(_GRAPHS)
"""PRISM's names of them."""


def passage_graph(
    name: str, agents: Mapping[str, Agent[Chunk]], settings: AgentSettings
) -> Graph[Chunk]:
    """One of :data:`GRAPHS` made of the agents of its roles.

    Args:
        name: ``A1`` to ``A4``.
        agents: Role → agent; at least those of the graph.
        settings: How many a sieve keeps at least.

    """
    sieves, scorers = _GRAPHS[name]
    return Graph(
        tuple(agents[role] for role in scorers),
        tuple(Sieve(agents[role], least, settings.keep) for role, least in sieves.items()),
    )
