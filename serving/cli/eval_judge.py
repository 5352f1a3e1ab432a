"""``hirec eval judge``: textual answers of a finished run, marked by a language model."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serving.cli.lines import json_line, print_json
from serving.cli.options import AsJson, ModelPreset
from serving.cli.progress import steps

if TYPE_CHECKING:
    from hirec.evaluation.judging import Case
    from hirec.evaluation.rubric import Grade, RubricJudge

_BATCH = 32


def judge(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    settings: ModelPreset,
    index: Annotated[
        Path | None, typer.Option(help="Folder of the index: shows the judge the gold pages.")
    ] = None,
    tatqa: Annotated[
        Path | None, typer.Option(help="TAT-QA file that RUN answered, to measure the judge.")
    ] = None,
    numeric: Annotated[
        bool, typer.Option("--numeric", help="Numeric answers too, to measure the judge.")
    ] = False,
    rubric: Annotated[
        bool, typer.Option("--rubric", help="Grades from 1 to 5 and the share that passes.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print judge.json.")] = False,
) -> None:
    """Mark the answers; replies kept in llm.cache are not paid twice.

    A reply that cannot be read is an error of its case, never a mark; exit code 1 says that there
    was one.
    """
    from hirec.datasets.tatqa import load_tatqa
    from hirec.evaluation.compare import load_run
    from hirec.evaluation.judged_run import cases_of, write_grades, write_judgements
    from hirec.evaluation.judging import LlmJudge, judge_all
    from hirec.evaluation.rubric import RubricJudge
    from hirec.evaluation.tatqa.spans import span_cases
    from hirec.index import Index
    from hirec.llm.local import open_client
    from hirec.prompts import load_prompt
    from hirec.settings import Settings

    chosen = Settings.load(settings)
    if tatqa is not None:
        records, cases = [], span_cases(load_tatqa(tatqa), run)
    else:
        records = list(load_run(run).records)
        cases = cases_of(records, Index.open(index) if index is not None else None, numeric)
    if rubric:
        with open_client(chosen) as client, steps("judging", _progress_line) as progress:
            grades = _graded(RubricJudge(client), cases, progress)
        by = {"judge": client.name, "prompt_version": load_prompt("grade_answer").version}
        figures = write_grades(run, grades, records, by)
        _show_failure([grade.error for grade in grades])
        typer.echo(json_line(figures) if as_json else _rubric_lines(figures))
        raise typer.Exit(1 if figures["errors"] else 0)
    with open_client(chosen) as client, steps("judging", _progress_line) as progress:
        judgements = judge_all(LlmJudge(client), cases, progress)
    by = {"judge": client.name, "prompt_version": load_prompt("judge").version}
    metrics = write_judgements(run, judgements, records, by)
    _show_failure([judgement.error for judgement in judgements])
    if as_json:
        print_json(metrics)
    else:
        _show(metrics, run)
    raise typer.Exit(1 if metrics["errors"] else 0)


def agree(
    first: Annotated[Path, typer.Argument(help="judgements.jsonl or grades.jsonl, or one's own.")],
    second: Annotated[Path, typer.Argument(help="Another marker's: id and mark a line.")],
    as_json: AsJson = False,
) -> None:
    """Say how far two markers of the same answers agree, beyond chance (Cohen's kappa)."""
    from hirec.evaluation.agreement import agreement

    figures = agreement(first, second).to_json()
    if as_json:
        print_json(figures)
        return
    share = figures["agreement"]
    typer.echo(
        f"Marked by both: {figures['marked']}, by one only: {figures['only_one']}\n"
        f"Agreement: {share['value']:.3f} ({share['low']:.3f} to {share['high']:.3f})"
    )
    for name, words in (("kappa", "Cohen's kappa"), ("kappa_quadratic", "with squared weights")):
        if figures[name] is not None:
            typer.echo(f"{words}: {figures[name]:.3f}")
    if figures["differ"]:
        typer.echo(f"They differ on: {', '.join(figures['differ'])}")


def _graded(
    judge: "RubricJudge", cases: "list[Case]", progress: Callable[[int, int], None]
) -> "list[Grade]":
    grades: list[Grade] = []
    for start in range(0, len(cases), _BATCH):
        grades += judge.grade(cases[start : start + _BATCH])
        progress(len(grades), len(cases))
    return grades


def _show_failure(errors: Sequence[str]) -> None:
    """Say on standard error why the first of those that failed did."""
    if first := next(filter(None, errors), ""):
        typer.echo(f"First failure: {first}", err=True)


def _rubric_lines(figures: dict[str, Any]) -> str:
    lines = [f"{figures['judge']} graded {figures['cases']} answers, {figures['errors']} failed."]
    for name, words in (
        ("grade", "mean grade, of 5"),
        ("pass_rate", "passed, of those graded"),
        ("pass_rate_of_all", "passed, refusals counted as not"),
    ):
        if (figure := figures[name])["n"]:
            interval = f"{figure['low']:.3f} to {figure['high']:.3f}"
            lines.append(f"{words}: {figure['value']:.3f} ({interval}, n {figure['n']})")
    return "\n".join(lines)


def _progress_line(done: int, total: int) -> dict[str, int]:
    return {"done": done, "total": total}


def _show(metrics: dict[str, Any], run: Path) -> None:
    from serving.cli.render import console

    screen = console()
    screen.print(
        f"{metrics['judge']} marked {metrics['cases']} answers, {metrics['errors']} failed."
    )
    for name, words in (
        ("correct", "textual answers correct"),
        ("agreement", "agreement with known results"),
    ):
        figure = metrics[name]
        if figure["n"]:
            interval = f"{figure['low']:.3f} to {figure['high']:.3f}"
            screen.print(f"{words}: {figure['value']:.3f} ({interval}, n {figure['n']})")
    if metrics["kappa"] is not None:
        screen.print(f"Cohen's kappa: {metrics['kappa']:.3f}")
    if metrics["textual_abstained"]:
        screen.print(f"Textual questions refused, not marked: {metrics['textual_abstained']}")
    screen.print(f"Each mark with its reason: {run / 'judgements.jsonl'}")
