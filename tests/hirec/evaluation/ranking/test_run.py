"""Runs of rankers written here: one fixed, one that draws, one that refuses and fails."""

import json
import random
from collections.abc import Callable
from math import log2
from pathlib import Path

import pytest

from hirec.evaluation.ranking.judged import JudgedQuestion, JudgedQuestions
from hirec.evaluation.ranking.ranker import GivenSource, Pool, Ranking
from hirec.evaluation.ranking.records import FIGURES, RankingRecord
from hirec.evaluation.ranking.run import RankingPlan, evaluate_rankings
from hirec.evaluation.store import RecordsError, Store, stamp
from hirec.llm.meter import Call, report
from hirec.types import CannotAnswer, ModelError, Passage, PassageKind, QuestionFileError, Usage

MADE_WITH = stamp("", {"within": "filing"})
PLACES = ("1.1", "1.2", "2.1", "3.1")


def question(name: str, *relevant: str) -> JudgedQuestion:
    passages = [Passage(f"{name}#{at}", name, 1, PassageKind.TEXT, "", at) for at in PLACES]
    judgements = {f"{name}#{at}": 1 for at in relevant}
    pages = tuple(sorted({(name, int(at[0])) for at in relevant}))
    return JudgedQuestion(
        name, f"{name}?", judgements, Pool(GivenSource(name, passages), (name,)), pages
    )


JUDGED = JudgedQuestions(
    (question("one", "1.1", "3.1"), question("two", "2.1"), question("three", "1.2")),
    {"must be refused": ("four",)},
)


class Scripted:
    """Ranks by a function of the passages and the seed, and remembers what it was asked."""

    def __init__(self, order: Callable[[list[str], int], list[str]]) -> None:
        self._order = order
        self.asked: list[tuple[str, int]] = []

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        self.asked.append((question, seed))
        found = self._order([p.passage_id for p in pool.passages], seed)
        return Ranking(tuple((item, -float(place)) for place, item in enumerate(found)))


def fixed() -> Scripted:
    return Scripted(lambda items, _: items)


def drawing() -> Scripted:
    return Scripted(lambda items, seed: random.Random(seed).sample(items, 4))


def test_figures_by_hand(tmp_path: Path) -> None:
    contest = RankingPlan(
        JUDGED, {"fixed": fixed(), "back": Scripted(lambda items, _: items[::-1])}
    )
    metrics = evaluate_rankings(contest, tmp_path, MADE_WITH)
    assert metrics == json.loads((tmp_path / "metrics.json").read_text("utf-8"))
    figures = metrics["methods"]["fixed"]
    # relevant at ranks 1 and 4 of one, 3 of two, 2 of three
    ideal = 1 / log2(2) + 1 / log2(3)
    ndcg = ((1 + 1 / log2(5)) / ideal, 1 / log2(4), 1 / log2(3))
    assert figures["ndcg@10"]["value"] == pytest.approx(sum(ndcg) / 3)
    assert figures["map@10"]["value"] == pytest.approx(((1 + 2 / 4) / 2 + 1 / 3 + 1 / 2) / 3)
    assert figures["mrr@5"]["value"] == pytest.approx((1 + 1 / 3 + 1 / 2) / 3)
    assert figures["recall@10"] == {"value": 1, "low": 1, "high": 1, "n": 3}
    assert figures["page_recall@5"]["value"] == 1
    assert figures["rank_variance"]["n"] == figures["round_variance"]["n"] == 0
    # backwards: relevant at ranks 1 and 4 of one, 2 of two, 3 of three
    assert metrics["first"] == "fixed"
    assert metrics["differences"]["back"]["mrr@5"]["value"] == pytest.approx(0)
    assert metrics["welch"]["back"] == dict.fromkeys(FIGURES)
    assert metrics["left_out"] == {"must be refused": ["four"]}
    assert (tmp_path / "trec" / "qrels.txt").read_text().splitlines()[0] == "one 0 one#1.1 1"
    assert (tmp_path / "trec" / "back.0.run").read_text().startswith("one Q0 one#3.1 1 4 back\n")


def test_runs_with_several_seeds(tmp_path: Path) -> None:
    contest = RankingPlan(JUDGED, {"fixed": fixed(), "drawing": drawing()}, (1, 2, 3))
    methods = (metrics := evaluate_rankings(contest, tmp_path, MADE_WITH))["methods"]
    assert methods["fixed"]["rank_variance"]["value"] == 0
    assert methods["fixed"]["between_runs"]["mrr@5"]["sd"] == 0
    assert methods["drawing"]["rank_variance"]["value"] > 0
    runs = methods["drawing"]["between_runs"]["ndcg@10"]
    assert len(set(runs["values"])) > 1
    assert runs["mean"] == pytest.approx(methods["drawing"]["ndcg@10"]["value"])
    assert runs["low"] < runs["mean"] < runs["high"]
    test = metrics["welch"]["drawing"]["ndcg@10"]
    assert test["degrees"] == pytest.approx(2)
    assert test["t"] * (runs["mean"] - methods["fixed"]["ndcg@10"]["value"]) > 0
    assert len(list((tmp_path / "trec").glob("drawing.*.run"))) == 3
    again = evaluate_rankings(contest, tmp_path / "again", MADE_WITH)["methods"]["drawing"]
    assert again["between_runs"] == methods["drawing"]["between_runs"]


def test_a_run_is_continued_and_methods_seeds_and_questions_are_added(tmp_path: Path) -> None:
    first = JudgedQuestions(JUDGED.questions[:2], {})
    evaluate_rankings(RankingPlan(first, {"fixed": fixed()}), tmp_path, MADE_WITH)
    records = tmp_path / "records.jsonl"
    records.write_text(records.read_text() + '{"method": "cut sh')
    again, new = fixed(), drawing()
    heard: list[int] = []
    evaluate_rankings(
        RankingPlan(JUDGED, {"fixed": again, "drawing": new}, (0, 7)),
        tmp_path,
        MADE_WITH,
        progress=lambda done, _, __: heard.append(done),
    )
    assert sorted(again.asked) == [("one?", 7), ("three?", 0), ("three?", 7), ("two?", 7)]
    assert len(new.asked) == 6
    assert heard == list(range(2, 13))
    # what nobody asks for now is kept all the same
    again = fixed()
    evaluate_rankings(RankingPlan(first, {"fixed": again}), tmp_path, MADE_WITH)
    assert again.asked == []
    assert len(Store(records, RankingRecord).read()) == 12
    changed = JudgedQuestions((question("one", "2.1"), *JUDGED.questions[1:]), {})
    evaluate_rankings(RankingPlan(changed, {"fixed": again}), tmp_path, MADE_WITH)
    assert again.asked == [("one?", 0)]
    evaluate_rankings(RankingPlan(first, {"fixed": again}), tmp_path, MADE_WITH, fresh=True)
    assert len(Store(records, RankingRecord).read()) == 2
    with pytest.raises(RecordsError, match="made with other within"):
        evaluate_rankings(
            RankingPlan(first, {"fixed": again}), tmp_path, stamp("", {"within": "collection"})
        )


def test_methods_take_turns_at_being_the_first() -> None:
    names = [key[0] for key, _ in RankingPlan(JUDGED, {"a": fixed(), "b": fixed()}).rankings()]
    assert names == ["a", "b", "b", "a", "a", "b"]


class Troubled:
    """Refuses the first question, fails on the second, asks a model about the third."""

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        del seed
        if question == "one?":
            raise CannotAnswer("Which one?")
        if question == "two?":
            raise ModelError("The model is gone.")
        usage = Usage(input_tokens=90, output_tokens=10, calls=1)
        report(usage, Call("judge", "1", usage))
        found = [p.passage_id for p in pool.passages]
        order, rounds = tuple((item, 0.0) for item in found), (tuple(found), tuple(found[::-1]))
        return Ranking(order, rounds, judge_calls=4, judge_failures=("order: not JSON",))


def test_refusals_and_errors_score_nothing_and_tokens_are_counted(tmp_path: Path) -> None:
    metrics = evaluate_rankings(RankingPlan(JUDGED, {"troubled": Troubled()}), tmp_path, MADE_WITH)
    figures = metrics["methods"]["troubled"]
    assert (figures["refused"], figures["errors"]) == (1, 1)
    assert figures["mrr@10"]["value"] == pytest.approx((0 + 0 + 1 / 2) / 3)
    assert figures["page_recall@5"]["value"] == pytest.approx((0 + 0 + 1) / 3)
    assert figures["tokens_mean"]["value"] == pytest.approx(100 / 3)
    assert figures["calls_mean"]["value"] == pytest.approx(1 / 3)
    # places 0 to 1 and the reverse: variance 1² / 4 for the outer two, (1/3)² / 4 inside
    assert figures["round_variance"]["value"] == pytest.approx((1 / 4 + 1 / 36) / 2)
    assert figures["round_variance"]["n"] == 1
    assert figures["round_kendall"]["value"] == pytest.approx(-1)
    assert figures["round_jaccard@10"]["value"] == 1
    assert figures["judge_valid"] == {"value": 3 / 4, "low": 3 / 4, "high": 3 / 4, "n": 1}
    records = {r.id: r for r in Store(tmp_path / "records.jsonl", RankingRecord).read()}
    assert records["one"].refusal == "Which one?"
    assert records["two"].error == "ModelError: The model is gone."


def test_errors_are_ranked_again_and_unnamed_failures_are_not_swallowed(tmp_path: Path) -> None:
    evaluate_rankings(RankingPlan(JUDGED, {"m": Troubled()}), tmp_path, MADE_WITH)
    ranker = fixed()
    evaluate_rankings(RankingPlan(JUDGED, {"m": ranker}), tmp_path, MADE_WITH)
    assert ranker.asked == [("two?", 0)]

    def broken(items: list[str], seed: int) -> list[str]:
        raise KeyError(seed, *items)

    with pytest.raises(KeyError):
        evaluate_rankings(RankingPlan(JUDGED, {"new": Scripted(broken)}), tmp_path, MADE_WITH)


def test_no_question_to_measure_says_why(tmp_path: Path) -> None:
    contest = RankingPlan(JudgedQuestions((), {"no gold page": ("a", "b")}), {"fixed": fixed()})
    with pytest.raises(QuestionFileError, match="no gold page: 2"):
        evaluate_rankings(contest, tmp_path / "out", MADE_WITH)
    assert not (tmp_path / "out").exists()
