"""Our files, read by ir-measures (trec_eval's own code), give our figures."""

import random
from pathlib import Path
from statistics import mean

import pytest

from hirec.evaluation.ranking.measures import MEASURES, measured, reciprocal_rank
from hirec.evaluation.ranking.trec import read_qrels, read_run, write_qrels, write_run
from hirec.evaluation.store import RecordsError

NAMES = {"ndcg": "nDCG", "map": "AP", "mrr": "RR", "recall": "R", "precision": "P"}
THEIRS = [name for name in MEASURES if name.partition("@")[0] in NAMES]
"""F1 and normalized recall at k it does not have: these are held to hand-computed values."""


def test_the_lines(tmp_path: Path) -> None:
    write_qrels(tmp_path / "deep" / "qrels.txt", {"q 1": {"A_2020_10K#3.1": 2}})
    assert (tmp_path / "deep" / "qrels.txt").read_text() == "q%201 0 A_2020_10K#3.1 2\n"
    write_run(tmp_path / "run", {"q 1": ("b", "a"), "q2": ()}, "bm25")
    assert (tmp_path / "run").read_text() == "q%201 Q0 b 1 2 bm25\nq%201 Q0 a 2 1 bm25\n"


def test_ir_measures_confirms_every_figure(tmp_path: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="the extra `dev` brings it")
    rng = random.Random(11)
    judged, ranked = {}, {}
    for number in range(60):
        items = [f"F_20{n:02}_10K#{n}.1" for n in range(40)]
        grades = {item: rng.choice((1, 1, 2, 4)) for item in rng.sample(items, rng.randint(1, 15))}
        rng.shuffle(items)
        judged[f"question {number}"] = grades
        # some rankings are short, some empty: a question that was refused still counts
        ranked[f"question {number}"] = tuple(items[: rng.choice((0, 3, 8, 40))])
    write_qrels(tmp_path / "qrels.txt", judged)
    write_run(tmp_path / "our.run", ranked, "ours")
    wanted = {name: ir_measures.parse_measure(_theirs(name)) for name in THEIRS}
    found = ir_measures.calc_aggregate(
        wanted.values(),
        ir_measures.read_trec_qrels(str(tmp_path / "qrels.txt")),
        ir_measures.read_trec_run(str(tmp_path / "our.run")),
    )
    scores = [measured(ranked[name], grades) for name, grades in judged.items()]
    for name, measure in wanted.items():
        assert mean(score[name] for score in scores) == pytest.approx(found[measure]), name


def test_what_is_written_is_read(tmp_path: Path) -> None:
    judged = {"q 1": {"A_2020_10K#3.1": 2, "100%": 1}, "q2": {"b\tc": 0}}
    write_qrels(tmp_path / "qrels.txt", judged)
    assert read_qrels(tmp_path / "qrels.txt") == judged
    ranked = {"q 1": ("z", "a", "m"), "q2": ("b\tc",)}
    write_run(tmp_path / "run", ranked, "our method")
    assert read_run(tmp_path / "run") == ranked


def test_the_order_is_that_of_the_scores_and_not_of_the_ranks(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.write_text("q Q0 a 1 0.1 x\n\nq Q0 b 2 1e1 x\nq Q0 c 3 -inf x\nq Q0 d 4 0.1 x\n")
    assert read_run(run) == {"q": ("b", "d", "a", "c")}


def test_ir_measures_reads_foreign_runs_in_the_same_order(tmp_path: Path) -> None:
    """Equal scores, and such as are equal in single precision only.

    Its RR@k is MS MARCO's script, which parts equal scores the other way: RR is trec_eval's.
    """
    ir_measures = pytest.importorskip("ir_measures", reason="the extra `dev` brings it")
    rng = random.Random(5)
    scores = ("0.5", "0.50000000001", "0.25", "1e-3", "2", "-1")
    items = [f"d{number:02}" for number in range(30)]
    lines = [f"q{q} Q0 {item} 0 {rng.choice(scores)} x\n" for q in range(40) for item in items]
    (tmp_path / "run").write_text("".join(lines))
    judged = {f"q{q}": {i: rng.choice((1, 2)) for i in rng.sample(items, 6)} for q in range(40)}
    write_qrels(tmp_path / "qrels.txt", judged)
    cut = [name for name in THEIRS if not name.startswith("mrr")]
    wanted = {name: ir_measures.parse_measure(_theirs(name)) for name in cut}
    wanted["mrr"] = ir_measures.parse_measure("RR")
    found = ir_measures.calc_aggregate(
        wanted.values(),
        ir_measures.read_trec_qrels(str(tmp_path / "qrels.txt")),
        ir_measures.read_trec_run(str(tmp_path / "run")),
    )
    rankings = read_run(tmp_path / "run")
    ours = [
        measured(rankings[name], grades) | {"mrr": reciprocal_rank(rankings[name], grades, 30)}
        for name, grades in judged.items()
    ]
    for name, measure in wanted.items():
        assert mean(score[name] for score in ours) == pytest.approx(found[measure]), name


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("q Q0 a 1 0.5", "line 2, is not of the form"),
        ("q Q0 a 1 best x", "line 2: 'best' is no score"),
        ("q Q0 a 1 nan x", "line 2: 'nan' is no score"),
        ("q Q0 first 2 0.5 x", "line 2: first is ranked twice for q"),
    ],
)
def test_a_malformed_run_is_named(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "run").write_text(f"q Q0 first 1 1 x\n{line}\n")
    with pytest.raises(RecordsError, match=why):
        read_run(tmp_path / "run")


def test_malformed_judgements_are_named(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q 0 a high\n")
    with pytest.raises(RecordsError, match="line 1: 'high' is no whole grade"):
        read_qrels(tmp_path / "qrels")
    with pytest.raises(RecordsError, match="Cannot read"):
        read_qrels(tmp_path / "none")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    with pytest.raises(RecordsError, match="Cannot read"):
        read_run(tmp_path / "picture")


def _theirs(name: str) -> str:
    measure, _, depth = name.partition("@")
    return f"{NAMES[measure]}@{depth}"
