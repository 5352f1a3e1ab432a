"""``hirec eval finqa``: questions over one page of an annual report."""

import json
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.origin import STATE_HELP, DataState, origin_of


def finqa(
    data: Annotated[Path, typer.Option(help="FinQA file: official, or UDA-Benchmark's.")],
    out: Annotated[Path, typer.Option(help="Folder for metrics and records.")],
    settings: Annotated[
        Path | None, typer.Option(help="YAML preset laid over the defaults.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="First questions only; 0: all.")] = 0,
    state: Annotated[DataState, typer.Option(help=STATE_HELP)] = DataState.UNSTATED,
    as_json: Annotated[bool, typer.Option("--json", help="Print metrics.json.")] = False,
) -> None:
    """Answer FinQA with the analyst of ``hirec ask``, each question over its own page."""
    from hirec.analysts.rule.analyst import RuleAnalyst
    from hirec.datasets.finqa import PageQuestion, load_finqa
    from hirec.evaluation.finqa.run import evaluate_finqa
    from hirec.evaluation.given_page import GivenPage
    from hirec.models.encoder import load_encoder
    from hirec.settings import Settings
    from hirec.types import Passage
    from indexing.contexts import read_page

    def passages(question: PageQuestion) -> list[Passage]:
        return read_page(
            question.question_id, question.table, question.paragraphs, question.identity
        )

    chosen = Settings.load(settings) if settings is not None else Settings()
    questions = load_finqa(data)[: limit or None]
    system = GivenPage(RuleAnalyst(load_encoder(chosen.models)), chosen)
    metrics = evaluate_finqa(questions, system, passages, out, origin=origin_of(data, state=state))
    if as_json:
        typer.echo(json.dumps(metrics, ensure_ascii=False))
        return
    shares = " · ".join(
        f"{name.replace('_', ' ')} {metrics[name]['value']:.3f}"
        for name in ("numeric_right", "numeric_wrong", "numeric_abstained")
        if metrics[name]["value"] is not None
    )
    typer.echo(f"n {metrics['numeric']} · {shares}")
    typer.echo(f"Records: {out / 'records.jsonl'}")
