"""PRISM's methods over document types in FinAgentBench's form, and over the sample."""

import json
from pathlib import Path

import pytest

from hirec.evaluation.ranking.finagentbench import judged_finagentbench
from hirec.evaluation.ranking.graphs import TYPE_METHODS, load_exemplars
from hirec.evaluation.ranking.methods import METHODS
from hirec.evaluation.ranking.ranker import Pool, Ranker
from hirec.evaluation.ranking.workbench import Workbench
from hirec.index import Index
from hirec.llm.errors import LlmNotSetError
from hirec.settings import Settings
from hirec.testing.chat_model import ScriptedChatModel
from hirec.tournament.settings import AgentSettings, TournamentSettings
from hirec.types import QuestionError
from tests.hirec.evaluation.ranking.test_finagentbench import chunks, documents, line, written

HARBOR = "HPFD_2022_10K"


class ScriptedBench(Workbench):
    """A workbench whose language model plays a script."""

    client = None  # type: ignore[assignment]

    def __init__(self, agents: AgentSettings, chat: ScriptedChatModel) -> None:
        super().__init__(Settings(tournament=TournamentSettings(agents=agents)))
        self.client = chat  # type: ignore[assignment]


@pytest.fixture(scope="module")
def bench(sample_index):
    return Workbench(Settings(), Index.open(sample_index))


def typed(tmp_path: Path, question: str, grades: dict[str, int] | None = None) -> Path:
    return written(tmp_path, line(documents(question), grades or {"1": 4}, _id="d1"))


def order(ranker: Ranker, pool: Pool, question: str) -> list[str]:
    ranked = ranker.rank(question, pool, 0).passages
    texts = {passage.passage_id: passage.text for passage in pool.passages}
    return [texts[passage_id] for passage_id, _ in ranked]


@pytest.mark.parametrize("method", TYPE_METHODS)
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How many shares are left in the equity award pool?", "DEF14A"),
        ("Which concentration risks exist among its suppliers?", "10-K"),
        ("What guidance did management give to analysts?", "Earnings"),
        ("What did it earn in the second quarter of 2023?", "10-Q"),
    ],
)
def test_types_are_ranked_by_rules_without_index_or_model(tmp_path, method, question, first):
    (asked,) = judged_finagentbench(typed(tmp_path, question)).questions
    ranker = METHODS[method](Workbench(Settings()))
    found = order(ranker, asked.pool, asked.question)
    assert found[0] == first
    assert len(found) == 5
    trail = ranker.rank(asked.question, asked.pool, 0).detail["candidates"]
    assert {step["stage"] for step in trail[0]["steps"]} >= {"agents"}


@pytest.mark.parametrize("method", TYPE_METHODS)
def test_what_is_no_document_type_is_no_candidate(tmp_path, bench, method):
    path = written(tmp_path, line(chunks("Which?", ["10-K", "Net sales rose."]), {"1": 1}))
    (asked,) = judged_finagentbench(path).questions
    for pool in (asked.pool, Pool(bench.index, (HARBOR,)), Pool(bench.index, None)):
        with pytest.raises(QuestionError, match="no document types"):
            METHODS[method](bench).rank("Which?", pool, 0)


def test_agents_see_the_first_candidates_and_the_others_stand_behind(bench):
    agents = TournamentSettings(agents=AgentSettings(candidates=3))
    few = Workbench(Settings(tournament=agents), bench.index)
    pool, asked = Pool(bench.index, (HARBOR,)), "What were total net sales in 2022?"
    found = [key for key, _ in METHODS["retriever"](bench).rank(asked, pool, 0).passages]
    ranking = METHODS["a4"](few).rank(asked, pool, 0)
    ranked = [key for key, _ in ranking.passages]
    assert set(ranked[:3]) == set(found[:3])
    assert ranked[3:] == found[3:]
    assert [trail["passage"] for trail in ranking.detail["candidates"]] == found[:3]


def test_the_model_is_asked_where_the_settings_say_so(tmp_path):
    path = typed(tmp_path, "Which risks exist?")
    (asked,) = judged_finagentbench(path).questions
    said = ["8-K", "10-K", "10-Q", "EARNINGS", "DEF 14A"]
    solved = tmp_path / "solved.jsonl"
    solved.write_text(
        line(documents("Which threats exist for its suppliers?"), {"1": 4, "0": 2}) + "\n"
    )
    chat = ScriptedChatModel.fixed({"order": said})
    bench = ScriptedBench(AgentSettings(by="llm", prompt="p2", exemplars=str(solved)), chat)
    found = order(METHODS["document-types"](bench), asked.pool, asked.question)
    assert found == ["8-K", "10-K", "10-Q", "Earnings", "DEF14A"]
    assert chat.requests[0].task == "rank_types_p2"
    shown = chat.requests[0].messages[-1].content
    assert "threats exist for its suppliers?\norder: 10-K, DEF 14A, 10-Q, 8-K, EARNINGS" in shown


def test_passages_by_a_prompt_need_a_model(tmp_path):
    path = written(
        tmp_path, line(chunks("Net sales?", ["Net sales abroad.", "Net sales."]), {"1": 1})
    )
    (asked,) = judged_finagentbench(path).questions
    with pytest.raises(LlmNotSetError):
        METHODS["prompt"](Workbench(Settings()))
    bench = ScriptedBench(AgentSettings(), ScriptedChatModel.fixed({"order": ["P2", "P1"]}))
    first = METHODS["retriever"](bench).rank(asked.question, asked.pool, 0).passages[1][0]
    ranked = METHODS["prompt"](bench).rank(asked.question, asked.pool, 0).passages
    assert ranked[0][0] == first


def test_graphs_ask_the_model_for_each_role(tmp_path):
    path = written(
        tmp_path, line(chunks("Net sales?", ["Net sales.", "Net sales abroad."]), {"1": 1})
    )
    (asked,) = judged_finagentbench(path).questions
    chat = ScriptedChatModel(lambda _: json.dumps({"P1": 1, "P2": 9}))
    METHODS["a4"](ScriptedBench(AgentSettings(by="llm"), chat)).rank(asked.question, asked.pool, 0)
    assert [request.task for request in chat.requests] == ["score_passages"] * 2


def test_exemplars_are_solved_document_rankings_alone(tmp_path):
    path = written(
        tmp_path,
        line(documents("First?"), {"1": 4, "2": 3, "4": 2}),
        line(chunks("Second?", ["Net sales rose.", "10-K"]), {"0": 2}),
    )
    (found,) = load_exemplars(path)
    assert (found.question, found.order[:3]) == ("First?", ("10-K", "10-Q", "EARNINGS"))
