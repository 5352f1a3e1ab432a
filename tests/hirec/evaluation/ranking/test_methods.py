"""The methods over the sample collection, and over passages that come with a question."""

import pytest

from hirec import HiREC
from hirec.evaluation.ranking.graphs import TYPE_METHODS
from hirec.evaluation.ranking.methods import METHODS, known_methods
from hirec.evaluation.ranking.ranker import GivenSource, Pool, Ranker
from hirec.evaluation.ranking.workbench import Workbench
from hirec.index import Index
from hirec.settings import Settings
from hirec.types import CannotAnswer, Passage, PassageKind, QuestionError

ASKED = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
HARBOR = "HPFD_2022_10K"
OF_PASSAGES = tuple(
    name
    for name in METHODS
    if name not in (*TYPE_METHODS, "prompt", "features", "cross-encoder", "cascade")
)
"""Those that rank passages, and need no model that the settings would have to name."""


@pytest.fixture(scope="module")
def bench(sample_index):
    return Workbench(Settings(), Index.open(sample_index))


@pytest.fixture(scope="module")
def rankers(bench):
    return {name: METHODS[name](bench) for name in OF_PASSAGES}


def order(ranker: Ranker, pool: Pool, asked: str = ASKED) -> tuple[str, ...]:
    return tuple(passage_id for passage_id, _ in ranker.rank(asked, pool, 0).passages)


@pytest.mark.parametrize("method", OF_PASSAGES)
def test_every_method_keeps_to_its_pool_and_repeats_itself(rankers, bench, method) -> None:
    ranker, pool = rankers[method], Pool(bench.index, (HARBOR,))
    found = order(ranker, pool)
    assert set(found) <= {p.passage_id for p in pool.passages}
    assert found == order(ranker, pool)
    scores = [score for _, score in ranker.rank(ASKED, pool, 0).passages]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("method", OF_PASSAGES)
def test_every_method_ranks_what_comes_with_a_question(rankers, method) -> None:
    texts = ("The weather was mild.", "Total net sales were $5 million in 2022.", "")
    given = [Passage(f"q#{n}", "q", 1, PassageKind.TEXT, "", t) for n, t in enumerate(texts)]
    assert order(rankers[method], Pool(GivenSource("q", given), ("q",)))[0] == "q#1"


def test_over_the_collection_they_are_what_the_systems_find(rankers, bench, sample_index) -> None:
    everything = Pool(bench.index, None)
    for method, system in (("retriever", "hirec"), ("bm25", "flat-bm25")):
        found = HiREC.open(sample_index, system=system).retrieve(ASKED)
        expected = tuple(candidate.passage.passage_id for candidate in found.candidates)
        assert order(rankers[method], everything) == expected
    shown = Settings().retrieval.passages
    assert set(order(rankers["evidence"], everything)) == set(
        order(rankers["retriever"], everything)[:shown]
    )


def test_candidates_come_from_where_the_settings_say(sample_index) -> None:
    """BM25 alone is FinCards' own stage 1: a filing shorter than N_min takes part as a whole."""
    index = Index.open(sample_index)
    pool = Pool(index, (HARBOR,))
    found = {}
    for source in ("retriever", "bm25", "both"):
        candidates = {"source": source, "min_passages": 3, "max_passages": 3}
        tournament = {"candidates": candidates, "screening": {"enabled": False}}
        bench = Workbench(Settings.model_validate({"tournament": tournament}), index)
        found[source] = set(order(METHODS["fincards"](bench), pool))
    assert len(found["bm25"]) == 3
    assert found["both"] == found["bm25"] | found["retriever"]
    lexical = order(METHODS["bm25"](bench), pool)
    assert found["bm25"] == set(lexical[:3])


def test_screening_is_the_tournament_without_its_rounds(rankers, bench) -> None:
    pool = Pool(bench.index, (HARBOR,))
    screened, whole = (rankers[name].rank(ASKED, pool, 0) for name in ("screening", "fincards"))
    assert (screened.rounds, bool(whole.rounds)) == ((), True)
    assert {key for key, _ in screened.passages} == {key for key, _ in whole.passages}


def test_a_company_that_is_not_here_is_refused_only_where_it_is_searched_for(
    rankers, bench
) -> None:
    asked = "What was Zebulon Quarries Inc's total net sales in fiscal year 2022?"
    with pytest.raises(CannotAnswer):
        rankers["retriever"].rank(asked, Pool(bench.index, None), 0)
    assert order(rankers["retriever"], Pool(bench.index, (HARBOR,)), asked)


def test_a_question_without_a_word_of_the_filing_ranks_nothing_by_bm25(rankers, bench) -> None:
    assert order(rankers["bm25"], Pool(bench.index, (HARBOR,)), "Xylophonists?") == ()


def test_unknown_methods_are_named() -> None:
    assert known_methods(["bm25", " retriever ", "bm25"]) == ("bm25", "retriever")
    with pytest.raises(QuestionError, match="'tournement': choose among bm25"):
        known_methods(["bm25", "tournement"])


def test_a_collection_needs_an_index(bench) -> None:
    without = Workbench(Settings())
    with pytest.raises(QuestionError, match="--index"):
        METHODS["retriever"](without).rank(ASKED, Pool(bench.index, None), 0)
    without.close()
