"""``hirec eval spans``: retrieval measured in characters of gold spans."""

from pathlib import Path
from typing import Annotated, Any

import typer

from serving.cli.lines import json_line
from serving.cli.options import AsMetrics, Preset
from serving.cli.origin import STATE_HELP, DataState, origin_of
from serving.cli.progress import progress_bar


def spans(
    questions: Annotated[Path, typer.Option(help="JSON Lines file of questions with gold spans.")],
    index: Annotated[Path, typer.Option(help="Folder of an index of documents.")],
    out: Annotated[Path, typer.Option(help="Folder for metrics and records.")],
    system: Annotated[
        str, typer.Option(help="Systems, the first held against the others.")
    ] = "hirec,flat-bm25,dense,hybrid,hhr",
    settings: Preset = None,
    state: Annotated[DataState, typer.Option(help=STATE_HELP)] = DataState.UNSTATED,
    as_json: AsMetrics = False,
) -> None:
    """Precision and recall in characters at 1 to 64 passages, and how often the document is right.

    The definition is LegalBench-RAG's; all systems rank the same passages of the same index.
    """
    from hirec.datasets.questions import load_questions
    from hirec.evaluation.spans import measure, write
    from hirec.pipeline import HiREC
    from hirec.settings import Settings

    asked = load_questions(questions)
    chosen = Settings.load(settings) if settings is not None else Settings()
    names = list(dict.fromkeys(name.strip() for name in system.split(",") if name.strip()))
    opened = HiREC.open_systems(index, {name: (name, chosen) for name in names})
    runs = {}
    for name, one in opened.items():
        with progress_bar(name) as move:
            runs[name] = measure(one, asked, move)
    made_with = {
        "questions": len(asked),
        "index": next(iter(opened.values())).index.fingerprint,
        "settings": chosen.model_dump(mode="json", exclude_defaults=True),
    }
    metrics = write(out, runs, made_with, origin_of(questions, state=state))
    typer.echo(json_line(metrics) if as_json else _table(metrics))


def _table(metrics: dict[str, Any]) -> str:
    lines = []
    for group, figures in {"all": metrics, **metrics["by_type"]}.items():
        systems = figures["systems"]
        count = next(iter(systems.values()))["document_hit@1"]["n"]
        lines.append(f"{group} ({count} questions)")
        cutoffs = list(next(iter(systems.values()))["recall"])
        lines.append(
            f"  {'':<12}doc@1 ranked  " + "".join(f"{'P@' + k:>7}{'R@' + k:>7}" for k in cutoffs)
        )
        for name, found in systems.items():
            ranked = found["ranked_passages"]["value"]
            cells = "".join(
                f"{found['precision'][k]['value']:7.3f}{found['recall'][k]['value']:7.3f}"
                for k in cutoffs
            )
            lines.append(
                f"  {name:<12}{found['document_hit@1']['value']:5.3f} {ranked:6.1f}  {cells}"
            )
    return "\n".join(lines)
