"""PRISM's rankers: document types, prompts and graphs of agents as methods that can be measured."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from hirec.evaluation.ranking.finagentbench import judged_finagentbench
from hirec.evaluation.ranking.ranker import Pool, Ranker, Ranking
from hirec.evaluation.ranking.search import Search
from hirec.evaluation.ranking.workbench import Workbench
from hirec.ranking.document_types import read_type
from hirec.ranking.exemplars import Exemplar, ExemplarStore
from hirec.tournament.agents import Graph
from hirec.tournament.candidates import Contender
from hirec.tournament.experts import GRAPHS, RULES, Chunk, passage_graph
from hirec.tournament.model_agents import (
    PromptedPassages,
    PromptedTypes,
    asked_type_graph,
    role_agents,
)
from hirec.tournament.settings import Actor
from hirec.tournament.trail import Trails
from hirec.tournament.type_experts import FiledTypes, type_graph
from hirec.types import Form, QuestionError


class PassageAgents:
    """A graph of agents over the passages that retrieval brings."""

    def __init__(self, bench: Workbench, graph: Graph[Chunk]) -> None:
        self._search = Search(bench)
        self._bench = bench
        self._graph = graph

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """The first ``tournament.agents.candidates`` found, ordered; others stand behind them.

        Those that a sieve drops are in the trails only.
        """
        del seed
        query, found = self._search.candidates(question, pool)
        most = self._bench.settings.tournament.agents.candidates or len(found)
        best = max((candidate.score for candidate in found), default=1.0) or 1.0
        filings, card = pool.source.filings, self._bench.analyst.card
        chunks = {
            c.passage.passage_id: Chunk(
                Contender(card(c.passage, filings[c.passage.filing_id]), c.score / best), c.passage
            )
            for c in found[:most]
        }
        trails = Trails()
        ranked = self._graph.rank(query, chunks, trails)
        behind = ((c.passage.passage_id, -float(at)) for at, c in enumerate(found[most:], start=1))
        return Ranking((*ranked, *behind), detail=trails.detail())


class TypeAgents:
    """A graph of agents over document types: the candidates are names of types."""

    def __init__(self, bench: Workbench, graph: Graph[Form]) -> None:
        self._bench = bench
        self._graph = graph

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """All types; raises QuestionError where a candidate is none."""
        del seed
        passages = pool.passages if pool.filing_ids else []
        types = {p.passage_id: form for p in passages if (form := read_type(p.text)) is not None}
        if not types or len(types) < len(passages):
            raise QuestionError("Its candidates are no document types: use a method for passages.")
        analyst = self._bench.analyst
        scope = analyst.scope(question, pool.source.companies, None)
        query = analyst.rewrite(question, replace(scope, given=True))
        trails = Trails()
        return Ranking(tuple(self._graph.rank(query, types, trails)), detail=trails.detail())


def load_exemplars(path: Path) -> list[Exemplar]:
    """Solved questions of FinAgentBench's document ranking; raises QuestionFileError."""
    solved = []
    for judged in judged_finagentbench(path).questions:
        named = {p.passage_id: read_type(p.text) for p in judged.pool.passages}
        graded = sorted(named, key=lambda key: -judged.judgements.get(key, 0))
        order = tuple(form.value for key in graded if (form := named[key]) is not None)
        if len(order) == len(named):
            solved.append(Exemplar(judged.question, order))
    return solved


def _passages(bench: Workbench, name: str) -> Ranker:
    settings = bench.settings.tournament.agents
    agents = role_agents(bench.client, settings) if settings.by is Actor.LLM else RULES
    return PassageAgents(bench, passage_graph(name, agents, settings))


def _prompted(bench: Workbench) -> Ranker:
    agent = PromptedPassages(bench.client, bench.settings.tournament.agents)
    return PassageAgents(bench, Graph((agent,)))


def _types(bench: Workbench) -> Ranker:
    settings = bench.settings.tournament.agents
    if settings.by == "rules":
        return TypeAgents(bench, Graph((FiledTypes(),)))
    store = None
    if settings.exemplars:
        solved = load_exemplars(Path(settings.exemplars))
        store = ExemplarStore(solved, bench.encoder, settings.exemplar_likeness)
    return TypeAgents(bench, Graph((PromptedTypes(bench.client, settings, store),)))


def _type_graph(bench: Workbench) -> Ranker:
    by_model = bench.settings.tournament.agents.by is Actor.LLM
    return TypeAgents(bench, asked_type_graph(bench.client) if by_model else type_graph())


def _graph(name: str) -> Callable[[Workbench], Ranker]:
    return lambda bench: _passages(bench, name)


TYPE_METHODS: Mapping[str, Callable[[Workbench], Ranker]] = {
    "document-types": _types,
    "document-graph": _type_graph,
}
"""Over document types, by rules or by the model (``tournament.agents.by``)."""

AGENT_METHODS: Mapping[str, Callable[[Workbench], Ranker]] = {
    **{name: _graph(name) for name in GRAPHS},
    "prompt": _prompted,
}
"""Over passages; ``prompt`` is the model's alone."""
