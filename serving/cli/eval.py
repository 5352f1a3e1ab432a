"""``hirec eval``: measure systems on a file of questions, and compare finished runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serving.cli.eval_build_set import build_set
from serving.cli.eval_data import data
from serving.cli.eval_finqa import convfinqa, finqa
from serving.cli.eval_judge import agree, judge
from serving.cli.eval_questions import make_questions
from serving.cli.eval_ranking import ranking
from serving.cli.eval_reading import reading
from serving.cli.eval_repeated import repeated
from serving.cli.eval_report import report
from serving.cli.eval_rerank import rerank
from serving.cli.eval_runs import Draw, EvidenceFrom, Stages, Task, show_comparison, show_run
from serving.cli.eval_slices import slices
from serving.cli.eval_spans import spans
from serving.cli.eval_tatqa import tatqa
from serving.cli.lines import print_json
from serving.cli.options import AsJson, At, Preset
from serving.cli.origin import STATE_HELP, DataState, origin_of

if TYPE_CHECKING:
    from hirec.settings import Settings

app = typer.Typer(name="eval", help="Measure answers against questions with gold pages.")
app.command("data")(data)
app.command("judge")(judge)
app.command("agree")(agree)
app.command("ranking")(ranking)
app.command("rerank")(rerank)
app.command("report")(report)
app.command("repeated")(repeated)
app.command("reading")(reading)
app.command("slices")(slices)
app.command("spans")(spans)
app.command("tatqa")(tatqa)
app.command("finqa")(finqa)
app.command("convfinqa")(convfinqa)
app.command("make-questions")(make_questions)
app.command("build-set")(build_set)


@app.callback()
def about() -> None:
    """Measure answers against questions with gold pages."""


@app.command("run")
def run(
    questions: Annotated[Path, typer.Option(help="JSON Lines file of questions.")],
    index: At,
    out: Annotated[Path, typer.Option(help="Folder for metrics, records and the report.")],
    system: Annotated[
        str,
        typer.Option(help="What to measure: hirec, dense, ircot …; several as a,b,…."),
    ] = "hirec",
    stages: Annotated[
        Stages, typer.Option(help="How far each question goes; retrieval reads nothing.")
    ] = Stages.ALL,
    leave_one_out: Annotated[
        bool, typer.Option("--leave-one-out", help="Also without each retrieval path.")
    ] = False,
    settings: Preset = None,
    evidence: Annotated[
        EvidenceFrom, typer.Option(help="Search, or be given each question's gold pages.")
    ] = EvidenceFrom.RETRIEVAL,
    limit: Annotated[int, typer.Option(min=0, help="First questions only; 0: all.")] = 0,
    sample: Annotated[int, typer.Option(min=0, help="So many, drawn by --strata; 0: all.")] = 0,
    seed: Annotated[int, typer.Option(help="Another seed, another sample.")] = 0,
    strata: Annotated[
        str, typer.Option(help="type, company, form, period, answer, evidence, as a,b,….")
    ] = "type",
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again what OUT holds.")] = False,
    state: Annotated[DataState, typer.Option(help=STATE_HELP)] = DataState.UNSTATED,
    as_json: AsJson = False,
) -> None:
    """Ask every question and measure; the same command again continues where it stopped.

    Several systems get a folder each in OUT, and a comparison to the first beside them. A sample is
    drawn of the first --limit questions, each with the same chance, strata in proportion.
    """
    from hirec.datasets.questions import load_questions
    from hirec.settings import Settings

    asked = load_questions(questions)[: limit or None]
    draw = Draw(sample, seed, tuple(name.strip() for name in strata.split(",")))
    asked = draw.of(asked, index)
    chosen = Settings.load(settings) if settings is not None else Settings()
    variants = _variants(system, chosen, leave_one_out)
    origin = origin_of(questions, state=state)
    task = Task(asked, index, out, stages, evidence, limit, draw, fresh, origin)
    if len(variants) == 1:
        metrics = task.run(variants)[out]
        if as_json:
            print_json(metrics)
        else:
            show_run(metrics, out)
        return
    show_comparison(list(task.run(variants)), out, as_json)


@app.command("compare")
def compare(
    runs: Annotated[list[Path], typer.Argument(help="Folders of finished runs, first one first.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for comparison.json, .html and plots.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show runs side by side, with paired bootstrap differences to the first."""
    show_comparison(runs, out, as_json)


def _variants(
    system: str, settings: "Settings", leave_one_out: bool
) -> "dict[str, tuple[str, Settings]]":
    """Name of each run → (system, settings)."""
    from hirec.evaluation import ablation
    from hirec.types import QuestionError

    names = list(dict.fromkeys(name.strip() for name in system.split(",")))
    if not leave_one_out:
        return {name: (name, settings) for name in names}
    if names != ["hirec"]:
        raise QuestionError("--leave-one-out takes paths from hirec: leave --system out.")
    return {name: ("hirec", s) for name, s in ablation.leave_one_out(settings).items()}
