"""``hirec train``: make models out of an index and questions."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hirec.types import HirecError
from serving.cli.extras import extra
from serving.cli.lines import log_progress, print_json
from serving.cli.options import AsJson
from serving.cli.progress import progress_bar
from serving.cli.train_data import app as data
from serving.cli.train_export import export

if TYPE_CHECKING:
    from training.reranker import Progress, TrainingEvent


class Preset(StrEnum):
    """Recipes that come with the package."""

    TINY = "tiny"


app = typer.Typer(name="train", help="Train models from an index and questions.")
app.add_typer(data)
app.command("export")(export)


@app.callback()
def about() -> None:
    """Train models from an index and questions."""


@app.command("reranker")
def reranker(
    records: Annotated[list[Path], typer.Option(help="Files of `hirec train data`; several.")],
    out: Annotated[Path, typer.Option(help="Folder for the reranker; a killed run continues.")],
    recipe: Annotated[Path | None, typer.Option(help="YAML: configs/train-….yaml.")] = None,
    preset: Annotated[
        Preset | None, typer.Option(help="In its place, `tiny`: a random DeBERTa-v3, in seconds.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="In the place of the recipe's seed.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a reranker on records.

    The folder serves as models.cross_encoder in the settings of every other command. Hold
    companies back (`hirec train data split`) and measure on them: who knows the wording looks
    better than it is.
    """
    if recipe and preset:
        raise HirecError("Give --recipe or --preset, not both.")
    with extra("train", "hirec train"):
        from training.card import write_card
        from training.data.record import read_records
        from training.reranker import train_reranker
        from training.settings import TrainingSettings, load_recipe
        from training.tiny import tiny_recipe
    from hirec.digests import sha256_of

    found = [record for file in records for record in read_records(file)]
    settings = (
        tiny_recipe(found, out / "base", seed or 0)
        if preset
        else load_recipe(TrainingSettings, recipe, seed)
    )
    with _progress() as progress:
        report = train_reranker(found, out, settings, progress)
    if report is None:
        return
    sources = [f"{file.name}, SHA-256 {sha256_of(file)}" for file in records]
    write_card(out, found, sources, settings, report)
    _write_curve(out, report.losses)
    if as_json:
        print_json(asdict(report) | {"out": str(out)})
        return
    typer.echo(
        f"{report.steps} steps over {report.examples} questions, loss {report.loss_first:.3f} to "
        f"{report.loss_last:.3f}; of {report.held_out_questions} held out the passage came first "
        f"for {report.held_out_before:.2f} before and {report.held_out_after:.2f} after. "
        f"Use it with models.cross_encoder: {out}"
    )


@app.command("language-model")
def language_model(
    recipe: Annotated[Path, typer.Option(help="YAML: configs/train-qwen-….yaml.")],
    lessons: Annotated[
        list[Path], typer.Option(help="Files of `hirec train data hypotheses` or `curation`.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for the adapter; a killed run continues.")],
    seed: Annotated[int | None, typer.Option(help="In the place of the recipe's seed.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train LoRA matrices of a language model: to write hypotheses, to curate.

    vLLM serves the folder by a name of your choice (vllm.adapters), which is then llm.model.
    """
    with extra("train", "hirec train"):
        from training.language_card import write_language_card
        from training.language_model import train_language_model
        from training.lessons.lesson import read_lessons
        from training.settings import LanguageSettings, load_recipe
    from hirec.digests import sha256_of

    found = [lesson for file in lessons for lesson in read_lessons(file)]
    settings = load_recipe(LanguageSettings, recipe, seed)
    with progress_bar("training") as move:

        def show_step(step: int, steps: int, loss: float) -> None:
            if move is not None:
                move(step, steps, f"training, loss {loss:.3f}")
                return
            line = {"step": step, "steps": steps, "loss": loss}
            log_progress(line)

        report = train_language_model(found, out, settings, show_step)
    if report is None:
        return
    sources = [f"{file.name}, SHA-256 {sha256_of(file)}" for file in lessons]
    write_language_card(out, found, sources, settings, report)
    _write_curve(out, report.losses)
    if as_json:
        print_json(asdict(report) | {"out": str(out)})
        return
    left = f" ({report.too_long} left out)" if report.too_long else ""
    typer.echo(
        f"{report.steps} steps over {report.lessons} lessons{left}; loss of "
        f"{report.held_out_lessons} held out {report.held_out_before:.3f} before and "
        f"{report.held_out_after:.3f} after. Serve it with vllm.adapters: {{name: {out}}}"
    )


@app.command("grounding")
def grounding(
    out: Annotated[Path, typer.Option(help="Folder for model, card, plot and what was measured.")],
    index: Annotated[
        list[Path] | None, typer.Option(help="Folder of an index of tagged filings; several.")
    ] = None,
    finqa: Annotated[Path | None, typer.Option(help="UDA-Benchmark's FinQA file.")] = None,
    convfinqa: Annotated[Path | None, typer.Option(help="ConvFinQA's dev file.")] = None,
    tatqa: Annotated[Path | None, typer.Option(help="TAT-QA's dev file, never its test.")] = None,
    questions: Annotated[
        list[Path] | None,
        typer.Option(help="JSON Lines of look-ups written over the first index; several."),
    ] = None,
    hard: Annotated[
        list[Path] | None,
        typer.Option(help="Look-ups to learn from that no probability is calibrated by; several."),
    ] = None,
    names: Annotated[
        Path | None, typer.Option(help="JSON Lines of what people call us-gaap concepts.")
    ] = None,
    ablate: Annotated[bool, typer.Option(help="Measure without each group of features.")] = False,
    seed: Annotated[int, typer.Option(help="Draws figures and words.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Train the scorer of places that may state a figure."""
    with extra("train", "hirec train"):
        from training.grounding.training import MODEL, Sources, train_grounding
    asked = tuple(questions or ()), tuple(hard or ())
    sources = Sources(tuple(index or ()), finqa, convfinqa, tatqa, *asked, names)
    report = train_grounding(sources, out, seed, ablate=ablate, progress=_say)
    if as_json:
        print_json(asdict(report) | {"out": str(out)})
        return
    for name, own in report.by_source.items():
        typer.echo(
            f"{name}: {own['right']:.3f} right, {own['wrong']:.3f} wrong of {own['questions']:.0f}"
        )
    typer.echo(f"Model: {out / MODEL} ({report.size_bytes / 1e6:.2f} MB)")


@app.command("roles")
def roles(
    marked: Annotated[
        list[Path], typer.Option(help="JSON Lines of questions with marked figures; several.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for roles.json and its card.")],
    held_out: Annotated[
        list[Path] | None, typer.Option(help="The same of other writers, to measure on; several.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Draws figures and the order of questions.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Train the tagger that reads what is asked of which figures."""
    with extra("train", "hirec train"):
        from training.roles.training import MODEL, train_roles
    report = train_roles(marked, held_out or [], out, seed, progress=_say)
    if as_json:
        print_json(asdict(report) | {"out": str(out)})
        return
    typer.echo(
        f"Of {report.held_out} questions left out {report.whole:.3f} are read rightly. "
        f"Model: {out / MODEL} ({report.size_bytes / 1e6:.2f} MB)"
    )


@app.command("sentences")
def sentences(
    questions: Annotated[
        list[Path],
        typer.Option(help="JSON Lines of questions, each answered by a sentence; several."),
    ],
    index: Annotated[Path, typer.Option(help="Folder of the index they were written over.")],
    out: Annotated[Path, typer.Option(help="Folder for sentences.json and its card.")],
    look_ups: Annotated[
        list[Path] | None, typer.Option(help="Look-ups of figures, few of them in sentences.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the features that a split may use.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Train the scorer that says which sentence answers a question for words."""
    with extra("train", "hirec train"):
        from training.sentences.training import MODEL, train_sentences
    report = train_sentences(questions, look_ups or [], index, out, seed, progress=_say)
    if as_json:
        print_json(asdict(report) | {"out": str(out)})
        return
    typer.echo(
        f"Of {report.questions} questions of companies left out the likeliest sentence answers "
        f"{report.first:.3f}. Model: {out / MODEL} ({report.size_bytes / 1e6:.2f} MB)"
    )


@app.command("ranker")
def ranker(
    index: Annotated[Path, typer.Option(help="Folder of the index that the records are of.")],
    records: Annotated[list[Path], typer.Option(help="Files of `hirec train data`; several.")],
    out: Annotated[Path, typer.Option(help="Folder for ranker.json and ranker-report.json.")],
    seed: Annotated[int, typer.Option(help="Parts companies, draws features of trees.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Train the first-stage ranker of passages, and measure it on companies left out.

    The file serves as models.ranker in the settings of every other command.
    """
    with extra("train", "hirec train"):
        from training.ranker import train_ranker
    from hirec.index import Index
    from training.data.record import read_records

    found = [record for file in records for record in read_records(file)]
    with progress_bar("competing") as move:
        report = train_ranker(
            Index.open(index),
            found,
            out,
            seed,
            (lambda done, of: move(done, of, "competing")) if move else None,
        )
    if as_json:
        print_json(asdict(report) | {"out": str(out)})
        return
    for source, figures in report.figures.items():
        ways = (
            f"{way} {figures[way]['hit@5']['value']:.3f}" for way in ("weights", "ranker", "both")
        )
        typer.echo(f"{source}, a right page among the first 5: {', '.join(ways)}")
    typer.echo(f"Use it with models.ranker: {out / 'ranker.json'}")


def _write_curve(out: Path, losses: Sequence[float]) -> None:
    """Where matplotlib is missing, say so on standard error and go on."""
    from hirec.plots import PlotsMissingError
    from training.curve import CURVE, write_curve

    try:
        write_curve(out / CURVE, losses)
    except PlotsMissingError as error:
        typer.echo(str(error), err=True)


def _say(message: str) -> None:
    log_progress({"progress": message})


@contextmanager
def _progress() -> "Iterator[Progress]":
    """A bar on a terminal, one JSON line a step elsewhere, both on standard error."""
    with progress_bar("training") as move:
        if move is None:
            yield _progress_line
        else:
            yield lambda event: move(event.step, event.steps, f"training, loss {event.loss:.3f}")


def _progress_line(event: "TrainingEvent") -> None:
    log_progress(asdict(event))
