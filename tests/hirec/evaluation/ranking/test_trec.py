"""Our files, read by ir-measures (trec_eval's own code), give our figures."""

import random
from pathlib import Path
from statistics import mean

import pytest

from hirec.evaluation.ranking.measures import MEASURES, measured
from hirec.evaluation.ranking.trec import write_qrels, write_run

NAMES = {"ndcg": "nDCG", "map": "AP", "mrr": "RR", "recall": "R"}


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
    wanted = {name: ir_measures.parse_measure(_theirs(name)) for name in MEASURES}
    found = ir_measures.calc_aggregate(
        wanted.values(),
        ir_measures.read_trec_qrels(str(tmp_path / "qrels.txt")),
        ir_measures.read_trec_run(str(tmp_path / "our.run")),
    )
    scores = [measured(ranked[name], grades) for name, grades in judged.items()]
    for name, measure in wanted.items():
        assert mean(score[name] for score in scores) == pytest.approx(found[measure]), name


def _theirs(name: str) -> str:
    measure, _, depth = name.partition("@")
    return f"{NAMES[measure]}@{depth}"
