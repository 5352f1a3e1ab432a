"""``hirec feedback``: what was said of answers, and what can be learned from it."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hirec.types import HirecError
from serving.cli.lines import print_json
from serving.cli.options import AsJson, At

if TYPE_CHECKING:
    from serving.feedback.store import Feedback

app = typer.Typer(name="feedback", help="What people said of answers.", no_args_is_help=True)


@app.command()
def give(
    run: Annotated[str, typer.Argument(help="Id of a stored run, as `hirec ask` prints it.")],
    kind: Annotated[str, typer.Argument(help="helpful, wrong_figure, wrong_source or other.")],
    index: At,
    score: Annotated[int | None, typer.Option(min=1, max=5, help="1: useless, 5: right.")] = None,
    words: Annotated[str, typer.Option(help="Anything else.")] = "",
    passage: Annotated[str, typer.Option(help="passage_id of what does answer.")] = "",
    answer: Annotated[str, typer.Option(help="What would be right.")] = "",
) -> None:
    """Say what an answer was worth; the last that is said of a run counts."""
    from hirec.index import Index
    from serving.feedback.store import Feedback, FeedbackStore, Kind
    from serving.traces import load_trace

    if kind not in list(Kind):
        raise HirecError(f"{kind!r} is no kind of feedback; there is {', '.join(Kind)}.")
    stored = load_trace(index, run)
    if passage:
        Index.open(index).passage(passage)
    entry = Feedback(
        stored["trace_id"], stored["question"], Kind(kind), score, words, passage, answer
    )
    FeedbackStore(index).add(entry)


@app.command("list")
def listed(
    index: At,
    limit: Annotated[int, typer.Option(min=1, help="The newest so many.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List what was said lately, the newest first."""
    from serving.feedback.store import FeedbackStore

    found = FeedbackStore(index).recent(limit)
    if as_json:
        print_json([asdict(entry) for entry in found])
        return
    for entry in found:
        typer.echo(_line(entry))


@app.command()
def export(
    index: At,
    pairs: Annotated[
        Path | None, typer.Option(help="File for records as `hirec train reranker` reads them.")
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="File for questions as `hirec eval run` reads them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make preference pairs for training and questions for evaluation of what was said.

    Pairs need a passage that was said to answer and one that was said not to. Answers of questions
    are those that somebody called right, or told.
    """
    from hirec.json_files import write_lines
    from serving.feedback.export import export as exported
    from training.data.record import write_records

    if pairs is None and questions is None:
        raise HirecError("Say what to write: --pairs FILE, --questions FILE, or both.")
    made = exported(index)
    if pairs is not None:
        write_records(made.pairs, pairs)
    if questions is not None:
        write_lines(questions, made.questions)
    counts = {"pairs": len(made.pairs), "questions": len(made.questions)}
    if as_json:
        print_json({**counts, "left_out": dict(made.left_out)})
        return
    typer.echo(f"{counts['pairs']} records of pairs, {counts['questions']} questions")
    for reason, count in made.left_out.items():
        typer.echo(f"  {count} left out: {reason}")


def _line(entry: "Feedback") -> str:
    parts = [
        entry.given,
        entry.kind.value,
        f"{entry.score}/5" if entry.score else "",
        entry.trace_id,
    ]
    parts += [entry.question, entry.answer and f"right: {entry.answer}", entry.words]
    return "  ".join(" ".join(part.split()) for part in parts if part)
