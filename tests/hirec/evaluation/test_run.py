import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hirec.datasets.questions import GoldEvidence, Question
from hirec.evaluation.compare import compare, load_run
from hirec.evaluation.records import RecordFile
from hirec.evaluation.reporting.table import metrics_table
from hirec.evaluation.run import RunPlan, Stages, evaluate
from hirec.evaluation.scores import METRICS
from hirec.evaluation.store import RecordsError
from hirec.types import Answer, ModelError, StageRecord, Trace, Verdict

ISSUE_KEYS = (
    "filing_hit@1", "filing_hit@5", "page_recall@5", "page_recall@10", "page_precision@5",
    "evidence_page_recall", "evidence_page_precision", "evidence_passages", "numeric_right",
    "numeric_wrong", "numeric_abstained", "seconds_p50", "seconds_p95", "tokens_mean",
)  # fmt: skip
MADE_WITH = {"system": "scripted", "index": "tiny"}


def question(name: str, answer: str | None, kind: str, *gold: tuple[str, int | None]) -> Question:
    return Question(name, f"{name}?", answer, kind, tuple(GoldEvidence(f, p) for f, p in gold))


QUESTIONS = [
    question("right", "5", "numeric", ("A1", 3)),
    question("wrong", "6", "numeric", ("A1", 3), ("A2", 4)),
    question("silent", "7", "numeric", ("zeta", 1)),
    question("prose", "The text.", "textual", ("B1", None)),
    question("refused", None, "unanswerable", ("A1", 3)),
    question("guessed", None, "unanswerable"),
    question("broken", "8", "numeric", ("A1", 3)),
]


@pytest.fixture
def system(scripted: Callable[..., Any], answer: Callable[..., Answer]) -> Any:
    ranked = "A1#9.1 A1#3.1 A1#3.2"
    refusal = Verdict.ABSTAINED
    return scripted(
        {
            "right?": answer("A1 B1", ranked, "A1#3.1", "5"),
            "wrong?": answer("B1 A1", ranked, "A1#3.1 A1#9.1", "7"),
            "silent?": answer("B1", "", "", verdict=refusal),
            "prose?": answer("B1", "B1#1.1", "B1#1.1"),
            "refused?": answer(verdict=refusal),
            "guessed?": answer("A1", ranked, "A1#3.1", "5"),
            "broken?": ModelError("The model is <gone>."),
        }
    )


def value(metrics: dict[str, Any], key: str) -> tuple[float | None, int]:
    return metrics[key]["value"], metrics[key]["n"]


def test_figures_by_hand(system: Any, tmp_path: Path) -> None:
    metrics = evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))
    assert metrics == json.loads((tmp_path / "metrics.json").read_text("utf-8"))
    for figures in (metrics, *metrics["by_type"].values()):
        assert all(set(figures[key]) == {"value", "low", "high", "n"} for key in ISSUE_KEYS)
    assert metrics["cost_usd_mean"] == {"value": 0.25, "low": 0.25, "high": 0.25, "n": 6}
    # five answerable questions with gold filings: right, wrong, silent, prose, broken
    assert value(metrics, "filing_hit@1") == ((1 + 0 + 0 + 1 + 0) / 5, 5)
    assert value(metrics, "filing_hit@5") == ((1 + 1 / 2 + 0 + 1 + 0) / 5, 5)
    # four of them with gold pages: right, wrong, silent, broken
    assert value(metrics, "page_recall@5") == ((1 + 1 / 2 + 0 + 0) / 4, 4)
    assert value(metrics, "page_precision@5") == ((1 / 2 + 1 / 2 + 0 + 0) / 4, 4)
    assert value(metrics, "evidence_page_recall") == ((1 + 1 / 2 + 0 + 0) / 4, 4)
    assert value(metrics, "evidence_page_precision") == ((1 + 1 / 2 + 0 + 0) / 4, 4)
    assert value(metrics, "evidence_passages") == ((1 + 2 + 0 + 1 + 0 + 1) / 6, 6)
    assert value(metrics, "numeric_right") == (1 / 4, 4)
    assert value(metrics, "numeric_wrong") == (1 / 4, 4)
    assert value(metrics, "numeric_abstained") == (1 / 4, 4)
    assert value(metrics, "abstained_right") == (1 / 2, 2)
    assert value(metrics, "errors") == (1 / 7, 7)
    assert value(metrics, "tokens_mean") == (100.0, 6)
    assert value(metrics, "retrieval_prompt_tokens") == (60.0, 6)
    assert value(metrics, "retrieval_reply_tokens") == (4.0, 6)
    assert value(metrics, "answer_prompt_tokens") == (30.0, 6)
    assert value(metrics, "answer_reply_tokens") == (6.0, 6)
    assert value(metrics, "prefix_share") == (pytest.approx(18 / (60 + 30)), 6)
    # one of the reply's six tokens is gold's only one; gold states no amount
    assert value(metrics, "textual_f1") == (pytest.approx(2 / 7), 1)
    assert value(metrics, "textual_key_figures") == (None, 0)
    assert value(metrics["by_type"]["textual"], "numeric_right") == (None, 0)
    assert metrics["seconds_by_stage"]["documents"]["value"] == 0.25
    assert metrics["missing_filings"] == ["zeta"]
    assert metrics["outcomes"] == {
        "abstained": 1, "answered": 1, "error": 1, "right": 2, "wrong": 2,
    }  # fmt: skip


def test_retrieval_alone_measures_no_answers(system: Any, tmp_path: Path) -> None:
    metrics = evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH, stages=Stages.RETRIEVAL))
    assert value(metrics, "filing_hit@1") == ((1 + 0 + 0 + 1 + 0) / 5, 5)
    assert value(metrics, "page_recall@20") == ((1 + 1 / 2 + 0 + 0) / 4, 4)
    for key in ("evidence_page_recall", "numeric_right", "abstained_right"):
        assert value(metrics, key) == (None, 0)
    assert metrics["outcomes"] == {"error": 1, "retrieved": 6}
    records = {record.id: record for record in RecordFile(tmp_path / "records.jsonl").read()}
    assert [records[name].lost_at for name in ("right", "wrong", "silent", "prose")] == [
        "none", "documents", "index", "none",
    ]  # fmt: skip
    with pytest.raises(RecordsError, match="made with other stages"):
        evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))


def test_error_classes_by_hand(system: Any, tmp_path: Path) -> None:
    metrics = evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))
    # first passage: right and wrong rank A1 page 9 first (a gold filing), silent's is not there
    assert value(metrics, "page_error") == ((1 + 1 + 0) / 3, 3)
    assert value(metrics, "company_error") == (0 / 3, 3)
    # among the first ten pages right and wrong have a gold page; of prose any page will do
    assert metrics["misses"] == {"index": 1, "none": 3}
    assert metrics["curve"][0]["k"] == 1
    assert metrics["curve"][1]["recall"] == (1 + 1 / 2 + 0 + 0) / 4


def test_records_tell_the_story(system: Any, tmp_path: Path) -> None:
    evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))
    records = {record.id: record for record in RecordFile(tmp_path / "records.jsonl").read()}
    assert list(records) == [q.question_id for q in QUESTIONS]
    right = records["right"]
    assert right.answer is not None
    assert [(p.filing_id, p.page, p.gold) for p in right.answer.ranked] == [
        ("A1", 9, False),
        ("A1", 3, True),
        ("A1", 3, True),
    ]
    assert right.answer.ranked[1].score == 1 / 2
    assert right.top_error == "page"
    assert [records[name].lost_at for name in ("right", "wrong", "silent", "guessed")] == [
        "none", "documents", "index", "answer",
    ]  # fmt: skip
    assert records["broken"].error == "ModelError: The model is <gone>."
    assert records["broken"].scores["numeric_right"] == 0.0


def test_a_run_is_continued_and_errors_are_asked_again(system: Any, tmp_path: Path) -> None:
    evaluate(system, RunPlan(QUESTIONS[:3], tmp_path, MADE_WITH))
    path = tmp_path / "records.jsonl"
    path.write_text(path.read_text("utf-8") + '{"id": "cut sho', encoding="utf-8")
    system.asked.clear()
    done: list[int] = []
    plan = RunPlan(QUESTIONS, tmp_path, MADE_WITH)
    evaluate(system, plan, lambda n, _, __: done.append(n))
    assert system.asked == ["prose?", "refused?", "guessed?", "broken?"]
    assert done == [3, 4, 5, 6, 7]
    system.asked.clear()
    evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))
    assert system.asked == ["broken?"]
    system.asked.clear()
    changed = [question("right", "5", "numeric", ("A2", 3)), *QUESTIONS[1:]]
    evaluate(system, RunPlan(changed, tmp_path, MADE_WITH))
    assert system.asked == ["right?", "broken?"]
    system.asked.clear()
    evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH, fresh=True))
    assert len(system.asked) == len(QUESTIONS)


def test_results_of_another_run_are_refused(system: Any, tmp_path: Path) -> None:
    evaluate(system, RunPlan(QUESTIONS[:1], tmp_path, MADE_WITH))
    with pytest.raises(RecordsError, match=r"made with other system: .*--fresh"):
        evaluate(system, RunPlan(QUESTIONS[:1], tmp_path, {**MADE_WITH, "system": "flat-bm25"}))
    lines = (tmp_path / "records.jsonl").read_text("utf-8")
    (tmp_path / "records.jsonl").write_text('{"id": 1}\n' + lines, encoding="utf-8")
    with pytest.raises(RecordsError, match="line 1"):
        evaluate(system, RunPlan(QUESTIONS[:1], tmp_path, MADE_WITH))


def test_answers_to_other_questions_are_not_lost(system: Any, tmp_path: Path) -> None:
    evaluate(system, RunPlan(QUESTIONS[:1], tmp_path, MADE_WITH))
    kept = (tmp_path / "records.jsonl").read_bytes()
    with pytest.raises(RecordsError, match="answers to other questions"):
        evaluate(system, RunPlan(QUESTIONS[1:2], tmp_path, MADE_WITH))
    assert (tmp_path / "records.jsonl").read_bytes() == kept


def test_a_failure_that_is_no_named_one_is_not_swallowed(system: Any, tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        evaluate(system, RunPlan([question("unscripted", "5", "numeric")], tmp_path, MADE_WITH))


def test_the_report_is_self_contained_and_escaped(system: Any, tmp_path: Path) -> None:
    evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "The model is &lt;gone&gt;." in page
    assert "Not in the index (1)" in page
    assert page.count('<details class="question"') == len(QUESTIONS)
    assert not any(word in page for word in ("http://", "https://", "src=", "@import", "url("))


def test_compare(
    system: Any, scripted: Callable[..., Any], answer: Callable[..., Answer], tmp_path: Path
) -> None:
    evaluate(system, RunPlan(QUESTIONS[:2], tmp_path / "one", MADE_WITH))
    better = scripted(
        {q.question: answer("A1 A2", "A1#3.1 A2#4.1", "", q.answer) for q in QUESTIONS[:2]}
    )
    evaluate(better, RunPlan(QUESTIONS[:2], tmp_path / "two", {**MADE_WITH, "system": "better"}))
    runs = [load_run(tmp_path / "one"), load_run(tmp_path / "two")]
    assert [run.name for run in runs] == ["scripted (one)", "better (two)"]
    differences = compare(runs)
    assert differences["numeric_right"][0].value == (0 + 1) / 2
    assert differences["filing_hit@5"][0].value == (0 + 1 / 2) / 2
    with pytest.raises(RecordsError, match="no finished run"):
        load_run(tmp_path)


def test_a_run_that_lacks_a_metric_of_today_is_compared(system: Any, tmp_path: Path) -> None:
    evaluate(system, RunPlan(QUESTIONS[:2], tmp_path, MADE_WITH))
    path = tmp_path / "metrics.json"
    metrics = json.loads(path.read_text("utf-8"))
    del metrics["page_f1@5"]
    path.write_text(json.dumps(metrics), encoding="utf-8")
    assert load_run(tmp_path).metrics["page_f1@5"]["n"] == 0


def test_every_metric_that_a_run_computes_is_printed(system: Any, tmp_path: Path) -> None:
    metrics = evaluate(system, RunPlan(QUESTIONS, tmp_path, MADE_WITH))
    computed = {
        key for key, figure in metrics.items() if isinstance(figure, dict) and "n" in figure
    }
    console = Console(width=200)
    with console.capture() as screen:
        console.print(metrics_table(metrics))
    measured = {metric.label for metric in METRICS if metrics[metric.key]["n"]}
    assert computed == {metric.key for metric in METRICS}
    assert {label for label in measured if label not in screen.get()} == set()
    assert "0.2500" in screen.get(), "dollars a question"


def test_who_answered_in_which_tier_at_which_cost(
    scripted: Callable[..., Any], answer: Callable[..., Answer], tmp_path: Path
) -> None:
    call = {"input_tokens": 100, "output_tokens": 20}

    def read(value: str, by: str, calls: int) -> Answer:
        plain = answer("A1", "A1#3.1", "A1#3.1", value)
        curation = StageRecord("curation", 1, 0.1, {"calls": [call] * calls} if calls else {})
        tiers = StageRecord("tiers", 0, 0.0, {"answered": by})
        return replace(plain, trace=Trace("q", (curation, tiers)))

    system = scripted(
        {
            "right?": read("5", "rules", 0),
            "wrong?": read("7", "llm", 2),
            "silent?": read("7", "", 1),
        }
    )
    tiers = evaluate(system, RunPlan(QUESTIONS[:3], tmp_path, MADE_WITH))["tiers"]
    assert list(tiers) == ["llm", "nobody", "rules"]
    assert tiers["rules"]["outcomes"] == {"right": 1}
    assert (tiers["rules"]["calls"], tiers["rules"]["tokens"]) == (0, 0)
    assert tiers["llm"]["outcomes"] == {"wrong": 1}
    assert (tiers["llm"]["calls"], tiers["llm"]["tokens"]) == (2, 2 * (100 + 20))
