from typing import Any

from rich.console import Console

from hirec.evaluation.reporting.ranking_table import LABELS, ranking_table, runs_table


def figure(value: float | None) -> dict[str, Any]:
    none = value is None
    return {"value": value, "low": value, "high": value, "n": 0 if none else 4}


def metrics() -> dict[str, Any]:
    runs = {"mean": 0.5, "sd": 0.01, "cv": 2.0, "low": 0.49, "high": 0.51}
    single = {"mean": 0.25, "sd": None, "cv": None, "low": None, "high": None}
    plain = {key: figure(0.25) for key in LABELS} | {"round_variance": figure(None)}
    better = {key: figure(0.5) for key in LABELS} | {"round_variance": figure(None)}
    gain = {"value": 0.25, "low": 0.2, "high": 0.3, "n": 4}
    return {
        "methods": {
            "bm25": plain | {"between_runs": {"ndcg@10": single}},
            "full": better | {"between_runs": {"ndcg@10": runs}},
        },
        "first": "bm25",
        "differences": {"full": {"ndcg@10": gain}},
        "welch": {"full": {"ndcg@10": {"t": 9.0, "degrees": 2.0, "p": 0.0123}}},
        "questions": 4,
        "seeds": [0, 1],
        "made_with": {"within": "filing"},
    }


def printed(table: object) -> str:
    screen = Console(width=120, record=True)
    screen.print(table)
    return screen.export_text()


def test_methods_stand_side_by_side_with_their_gain() -> None:
    text = printed(ranking_table(metrics()))
    assert "4 questions, within the filing; difference to bm25" in " ".join(text.split())
    assert "+0.250* (0.200 – 0.300)" in text
    assert "rank variance, runs" in text
    assert "rank variance, rounds" not in text


def test_runs_with_their_spread_and_test() -> None:
    text = printed(runs_table(metrics()))
    assert "0.4900 – 0.5100" in text
    assert "0.0123" in text
    assert "– – –" in " ".join(text.replace("│", " ").split())
