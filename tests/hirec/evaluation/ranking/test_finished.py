"""Runs written here, read back and measured; ir-measures confirms the figures."""

import json
import random
from math import log2
from pathlib import Path

import pytest

from hirec.datasets.gold import GoldItem
from hirec.evaluation.ranking.finished import (
    NOTHING_RELEVANT,
    FinishedRun,
    load_finished,
    measure_runs,
    write_measured,
)
from hirec.evaluation.ranking.measures import MEASURES
from hirec.evaluation.ranking.records import RankingRecord
from hirec.evaluation.ranking.trec import write_qrels, write_run
from hirec.evaluation.records import AnswerRecord, PassageRecord, Record, RecordFile
from hirec.evaluation.store import RecordsError, Store
from hirec.types import Usage

JUDGED = {"one": {"a": 2, "b": 1}, "two": {"c": 1}, "none": {"d": 0}}


def trec_run(folder: Path, name: str = "bm25", **ranked: tuple[str, ...]) -> Path:
    write_qrels(folder / "qrels.txt", JUDGED)
    write_run(folder / f"{name}.run", ranked, name)
    return folder / f"{name}.run"


def asked(question: str, gold: dict[int, str], *ranked: str, any_one: bool = False) -> Record:
    """A record of ``hirec eval run``: gold page → filing; ranked passages by id."""
    passages = tuple(
        PassageRecord(one, one.split("#")[0], int(one.split("#")[1].split(".")[0]), "", False)
        for one in ranked
    )
    return Record(
        id=question,
        question="q",
        type="numeric",
        gold_answer="5",
        unit="",
        any_evidence=any_one,
        gold=tuple(GoldItem(filing, page, filing, "a") for page, filing in gold.items()),
        outcome="retrieved",
        lost_at="none",
        top_error="none",
        seconds=1.0,
        scores={},
        answer=AnswerRecord("", "", "", None, "", 0, (), None, (), passages, (), Usage(), ()),
    )


def test_a_trec_run_by_hand(tmp_path: Path) -> None:
    run = trec_run(tmp_path, one=("x", "b", "a"))
    metrics = measure_runs(load_finished(run, tmp_path / "qrels.txt"))
    figures = metrics["runs"]["bm25"]
    # of "two" nothing was ranked: it counts, as 0; of "none" nothing is relevant: it does not
    assert metrics["questions"] == 2
    assert metrics["left_out"] == {NOTHING_RELEVANT: ["none"]}
    assert metrics["unranked"] == {"bm25": 1}
    best = 2 / log2(2) + 1 / log2(3)
    assert figures["ndcg@5"]["value"] == pytest.approx((1 / log2(3) + 2 / log2(4)) / best / 2)
    assert figures["map@10"]["value"] == pytest.approx((1 / 2 + 2 / 3) / 2 / 2)
    assert figures["mrr@5"] == {"value": 0.25, "low": 0.0, "high": 0.5, "n": 2}
    assert figures["recall@5"]["value"] == 0.5
    assert list(figures) == list(MEASURES)


def test_runs_are_held_against_the_first(tmp_path: Path) -> None:
    worse = trec_run(tmp_path, "worse", one=("x", "a"), two=("c",))
    better = trec_run(tmp_path, "better", one=("a", "b"), two=("c",))
    qrels = tmp_path / "qrels.txt"
    runs = [run for path in (worse, better) for run in load_finished(path, qrels)]
    metrics = measure_runs(runs)
    assert metrics["first"] == "worse"
    assert list(metrics["differences"]) == ["better"]
    gained = metrics["differences"]["better"]["mrr@10"]
    assert gained == {"value": 0.25, "low": 0.0, "high": 0.5, "n": 2}


def test_of_an_asked_run_the_pages_are_measured(tmp_path: Path) -> None:
    folder = tmp_path / "hirec"
    folder.mkdir()
    records = [
        asked("one", {3: "A", 7: "B"}, "A#2.1", "A#2.4", "B#7.2", "A#3.1"),
        asked("two", {1: "A", 2: "A"}, "A#2.1", any_one=True),
        asked("three", {}, "A#2.1"),
    ]
    RecordFile(folder / "records.jsonl").replace(records)
    (run,) = load_finished(folder)
    assert run.name == "hirec"
    assert run.rankings["one"] == ("A#2", "B#7", "A#3")
    assert run.judgements == {"one": {"A#3": 1, "B#7": 1}, "two": {"A#1": 1, "A#2": 1}}
    assert run.left_out == ("three",)
    figures = measure_runs([run])["runs"]["hirec"]
    assert figures["mrr@5"]["value"] == (1 / 2 + 1) / 2
    assert figures["recall@5"]["value"] == (1 + 1 / 2) / 2


@pytest.mark.parametrize("seeds", [(0,), (0, 1)])
def test_a_contest_is_a_run_for_each_method_and_seed(tmp_path: Path, seeds) -> None:
    folder = tmp_path / "contest"
    folder.mkdir()
    ranked = {"bm25": (("p2", 2.0), ("p1", 1.0)), "evidence": (("p1", 2.0), ("p2", 1.0))}
    records = [
        RankingRecord(method, seed, "one", "q", {"p1": 1}, ranking=ranking)
        for seed in seeds
        for method, ranking in ranked.items()
    ]
    Store(folder / "records.jsonl", RankingRecord).replace(records)
    runs = load_finished(folder)
    if len(seeds) == 1:
        assert [run.name for run in runs] == ["contest-bm25", "contest-evidence"]
    else:
        assert [run.name for run in runs][2:] == ["contest-bm25.1", "contest-evidence.1"]
    figures = measure_runs(runs)["runs"]
    assert [figures[run.name]["mrr@5"]["value"] for run in runs] == [0.5, 1] * len(seeds)
    write_qrels(tmp_path / "qrels.txt", {"one": {"p2": 1}})
    turned = measure_runs(load_finished(folder, tmp_path / "qrels.txt"))["runs"]
    assert [turned[run.name]["mrr@5"]["value"] for run in runs] == [1, 0.5] * len(seeds)


def test_ir_measures_confirms_what_is_written(tmp_path: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="the extra `dev` brings it")
    rng = random.Random(7)
    folder = tmp_path / "asked run"
    folder.mkdir()
    records = []
    for number in range(50):
        places = [f"F{rng.randint(1, 4)}#{rng.randint(1, 12)}.{rng.randint(1, 3)}" for _ in
                  range(rng.choice((0, 4, 30)))]  # fmt: skip
        gold = {rng.randint(1, 12): f"F{rng.randint(1, 4)}" for _ in range(rng.randint(0, 3))}
        records.append(asked(f"question {number}", gold, *places))
    RecordFile(folder / "records.jsonl").replace(records)
    runs = load_finished(folder)
    metrics = measure_runs(runs)
    write_measured(tmp_path / "out", runs, metrics)
    assert json.loads((tmp_path / "out" / "metrics.json").read_text()) == metrics
    wanted = {
        name: ir_measures.parse_measure(f"{theirs}@{name.partition('@')[2]}")
        for name in MEASURES
        for ours, theirs in (
            ("ndcg", "nDCG"),
            ("map", "AP"),
            ("mrr", "RR"),
            ("recall", "R"),
            ("precision", "P"),
        )
        if name.startswith(ours)
    }
    found = ir_measures.calc_aggregate(
        wanted.values(),
        ir_measures.read_trec_qrels(str(tmp_path / "out" / "trec" / "qrels.txt")),
        ir_measures.read_trec_run(str(tmp_path / "out" / "trec" / "asked run.run")),
    )
    for name, measure in wanted.items():
        value = metrics["runs"]["asked run"][name]["value"]
        assert value == pytest.approx(found[measure]), name
    # and what is written is a run of its own, with the same figures
    again = load_finished(
        tmp_path / "out" / "trec" / "asked run.run", tmp_path / "out" / "trec" / "qrels.txt"
    )
    assert measure_runs(again)["runs"] == metrics["runs"]


def test_what_cannot_be_measured_is_named(tmp_path: Path) -> None:
    run = trec_run(tmp_path, one=("a",))
    with pytest.raises(RecordsError, match="give --qrels"):
        load_finished(run)
    with pytest.raises(RecordsError, match="neither a TREC run nor a folder"):
        load_finished(tmp_path)
    (tmp_path / "records.jsonl").write_text("no\n")
    with pytest.raises(RecordsError, match="line 1 is no JSON"):
        load_finished(tmp_path)
    write_qrels(tmp_path / "others.txt", {"three": {"a": 1}})
    with pytest.raises(RecordsError, match="ranks no question"):
        load_finished(run, tmp_path / "others.txt")


def test_runs_that_cannot_be_compared_are_refused() -> None:
    first = FinishedRun("first", {"one": {"a": 1}}, {"one": ("a",)})
    other = FinishedRun("other", {"one": {"a#1": 1}}, {"one": ("a#1",)})
    with pytest.raises(RecordsError, match="judged differently"):
        measure_runs([first, other])
    with pytest.raises(RecordsError, match="Two runs are called first"):
        measure_runs([first, first])
