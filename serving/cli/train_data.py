"""``hirec train data``: questions with passages that answer them and passages that do not."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serving.cli.lines import log_progress, print_json
from serving.cli.options import AsJson

if TYPE_CHECKING:
    from training.data.record import Record
    from training.lessons.lesson import Lesson

app = typer.Typer(
    name="data", help="Records for rerankers, lessons for language models.", no_args_is_help=True
)

IndexFolder = Annotated[Path, typer.Option("--index", help="Folder of an index.")]
OutFile = Annotated[Path, typer.Option("--out", help="JSON Lines of records.")]
Excluded = Annotated[
    list[Path] | None,
    typer.Option("--exclude", help="Index whose companies are left out, to measure on; several."),
]
Seed = Annotated[int, typer.Option("--seed", help="Draws passages and negatives.")]


@app.command()
def read(
    file: Annotated[Path, typer.Argument(help="A file as its authors publish it.")],
    out: OutFile,
    form: Annotated[str, typer.Option("--format", help="finqa, tatqa, convfinqa …")],
    as_json: AsJson = False,
) -> None:
    """Read a public question set into records."""
    from training.data.formats import READERS
    from training.errors import TrainingError

    if form not in READERS:
        raise TrainingError(f"Unknown format '{form}': choose one of {', '.join(READERS)}.")
    _written(READERS[form](file), out, as_json)


@app.command()
def mine(
    index: IndexFolder,
    out: OutFile,
    facts: Annotated[int, typer.Option(min=0, help="Tagged figures a filing.")] = 16,
    sentences: Annotated[int, typer.Option(min=0, help="Sentences a filing.")] = 8,
    questions: Annotated[
        Path | None, typer.Option(help="JSON Lines with gold pages, read instead.")
    ] = None,
    excluded: Excluded = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Mine records from the filings of an index, or from questions with gold pages in it."""
    from hirec.datasets.questions import load_questions
    from hirec.index import Index
    from training.data.asked import records_of_questions
    from training.data.mined import Miner

    opened, without = Index.open(index), _companies(excluded)
    if questions is None:
        _written(list(Miner(opened, without, seed).mine(facts, sentences)), out, as_json)
        return
    asked = load_questions(questions)
    found = list(records_of_questions(opened, asked, without, seed))
    _written(found, out, as_json, {"questions_left_out": len(asked) - len(found)})


@app.command()
def write(
    index: IndexFolder,
    settings: Annotated[Path, typer.Option(help="YAML preset with a language model.")],
    out: OutFile,
    count: Annotated[int, typer.Option(min=1, help="Passages to ask about.")] = 100,
    excluded: Excluded = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Let a language model write questions about passages; those that hold are kept.

    The model's cache of replies (llm.cache) makes a run that was killed go on.
    """
    from hirec.index import Index
    from hirec.llm.local import open_client
    from hirec.settings import Settings
    from training.data.written import QuestionWriter

    opened = Index.open(index)
    with open_client(Settings.load(settings)) as model:
        writer = QuestionWriter(opened, model, seed)
        written = writer.write(count, _companies(excluded), lambda at: _show_progress(at, count))
        records = list(written)
    _written(records, out, as_json, {"refused": dict(writer.refused)})


@app.command()
def hypotheses(
    records: Annotated[list[Path], typer.Option(help="Files of `hirec train data`; several.")],
    settings: Annotated[Path, typer.Option(help="YAML preset with the teacher, a model.")],
    out: Annotated[Path, typer.Option("--out", help="JSON Lines of lessons.")],
    count: Annotated[int, typer.Option(min=1, help="Pairs, the most alike first.")] = 2000,
    as_json: AsJson = False,
) -> None:
    """Let a large model write the hypothetical passages that a small one is to learn (FinSage)."""
    from hirec.llm.local import open_client
    from hirec.models.encoder import load_encoder
    from hirec.settings import Settings
    from training.data.record import read_records
    from training.lessons.hypotheses import HypothesisTeacher

    chosen = Settings.load(settings)
    found = [record for file in records for record in read_records(file)]
    asked = min(count, len({record.query for record in found}))
    with open_client(chosen) as model:
        teacher = HypothesisTeacher(model, load_encoder(chosen.models))
        lessons = list(teacher.lessons(found, count, lambda at: _show_progress(at, asked)))
    _taught(lessons, out, as_json, {"refused": dict(teacher.refused)})


@app.command()
def curation(
    index: IndexFolder,
    questions: Annotated[Path, typer.Option(help="JSON Lines with gold pages.")],
    out: Annotated[Path, typer.Option("--out", help="JSON Lines of lessons.")],
    settings: Annotated[
        Path | None, typer.Option(help="YAML preset that the curator will read under.")
    ] = None,
    excluded: Excluded = None,
    as_json: AsJson = False,
) -> None:
    """Write down what a model should reply to each round of curation, and what it should not."""
    from hirec.datasets.questions import load_questions
    from hirec.index import Index
    from hirec.settings import Settings
    from training.lessons.curation import CurationTeacher

    teacher = CurationTeacher(
        Index.open(index), Settings.load(settings) if settings else Settings()
    )
    lessons = list(teacher.lessons(load_questions(questions), _companies(excluded)))
    _taught(lessons, out, as_json)


@app.command()
def split(
    files: Annotated[list[Path], typer.Argument(help="Files of records.")],
    out: Annotated[Path, typer.Option(help="Folder for train.jsonl and held-out.jsonl.")],
    held_out: Annotated[float, typer.Option(min=0, max=1, help="Share held out.")] = 0.2,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Join files and part them by company, what is repeated year after year on one side."""
    from training.data.record import read_records, write_records
    from training.data.splits import split as parted

    records = list(dict.fromkeys(record for file in files for record in read_records(file)))
    kept, measured = parted(records, held_out, seed)
    write_records(measured, out / "held-out.jsonl")
    _written(kept, out / "train.jsonl", as_json, {"held_out": len(measured)})


def _companies(indexes: list[Path] | None) -> frozenset[str]:
    from hirec.index import Index

    opened = [Index.open(folder) for folder in indexes or ()]
    return frozenset(f.company_key for index in opened for f in index.filings.values())


def _show_progress(done: int, of: int) -> None:
    log_progress({"asked": done, "of": of})


def _taught(
    lessons: "Sequence[Lesson]", out: Path, as_json: bool, more: dict[str, Any] | None = None
) -> None:
    from training.lessons.lesson import write_lessons

    write_lessons(lessons, out)
    content = {
        "lessons": len(lessons),
        "groups": len({lesson.group for lesson in lessons}),
        "preferences": sum(bool(lesson.rejected) for lesson in lessons),
        **(more or {}),
    }
    _say(content, out, as_json)


def _written(
    records: "Sequence[Record]", out: Path, as_json: bool, more: dict[str, Any] | None = None
) -> None:
    """Write the records and say how many of which source and negatives there are."""
    from training.data.record import write_records
    from training.errors import TrainingError

    if not records:
        raise TrainingError(f"No record came of it, so {out} was not written.")
    write_records(records, out)
    content = {
        "records": len(records),
        "groups": len({record.group for record in records}),
        "sources": dict(Counter(record.source for record in records)),
        "negatives": dict(Counter(n.why.value for record in records for n in record.negatives)),
        **(more or {}),
    }
    _say(content, out, as_json)


def _say(content: dict[str, Any], out: Path, as_json: bool) -> None:
    if as_json:
        print_json(content | {"out": str(out)})
        return
    words = "; ".join(f"{name}: {value}" for name, value in content.items())
    typer.echo(f"{words}. Written: {out}")
