"""``hirec demo``: the whole flow on the sample collection, three questions long."""

import importlib.metadata
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hirec.types import Answer, HirecError

if TYPE_CHECKING:
    from hirec.datasets.questions import Question

INDEX_DIR = Path(".demo/index")
"""Made by the demo and only by it."""

QUESTION_FILE = "questions.jsonl"
QUESTIONS = {
    "sample-001": "A lookup: one figure of one filing, among look-alikes",
    "sample-061": "A comparison of two companies with confusable names",
    "sample-071": "A company that is not there: to be refused, not replaced by a similar one",
}
"""Ids in the sample's ``questions.jsonl``, and what each one shows."""


def demo(
    sample: Annotated[
        Path | None, typer.Option(help="Folder of the sample (default: the one that came along).")
    ] = None,
) -> None:
    """Index the sample collection and ask a lookup, a comparison, and one that must be refused."""
    from rich.text import Text

    from hirec.datasets.questions import load_questions
    from hirec.pipeline import HiREC
    from serving.cli.render import console, show_answer

    sample = sample or sample_folder()
    questions = choose(load_questions(sample / QUESTION_FILE))
    out = console()
    out.print(f"Indexing {sample} into {INDEX_DIR} …")
    out.print(_build(sample))
    started = time.perf_counter()
    hirec = HiREC.open(INDEX_DIR)
    out.print(
        f"Opened {len(hirec.index.filings)} filings in {time.perf_counter() - started:.1f} s."
    )
    surprises = []
    for question in questions:
        out.print(Text(f"\n{QUESTIONS[question.question_id]}", style="dim"))
        out.print(Text(question.question, style="bold cyan"))
        answer = hirec.ask(question.question)
        show_answer(out, answer)
        expected = f"{question.answer} {question.unit}" if question.answerable else "a refusal"
        out.print(Text.assemble(("  expected  ", "dim"), expected))
        if not as_expected(question, answer):
            surprises.append(question.question_id)
    if surprises:
        raise HirecError(f"The demo did not answer as expected: {', '.join(surprises)}.")


def sample_folder() -> Path:
    """Where the sample collection is: in the checkout, or installed with the wheel.

    Raises:
        HirecError: it is in neither place.

    """
    checkout = Path(__file__).parents[2] / "data" / "sample"
    if (checkout / QUESTION_FILE).is_file():
        return checkout
    for file in importlib.metadata.files("hirec") or ():
        if file.as_posix().endswith(f"share/hirec/sample/{QUESTION_FILE}"):
            return Path(str(file.locate())).resolve().parent
    raise HirecError(
        "The sample collection did not come with this installation; install hirec from its "
        "wheel or from a checkout, or give a folder with --sample."
    )


def choose(questions: Sequence["Question"]) -> list["Question"]:
    """The demo's questions in its order; raises :class:`HirecError` where one is missing."""
    known = {question.question_id: question for question in questions}
    missing = QUESTIONS.keys() - known.keys()
    if missing:
        raise HirecError(f"The sample's questions lack {', '.join(sorted(missing))}.")
    return [known[question_id] for question_id in QUESTIONS]


def as_expected(question: "Question", answer: Answer) -> bool:
    """True where the number is right, or what must be refused was refused."""
    from hirec.evaluation.numeric import gold_number, is_right

    gold = gold_number(question)
    return answer.abstained if gold is None else is_right(gold, answer)


def _build(sample: Path) -> str:
    """Bring the demo's index up to date, and say what that took; nothing is read twice."""
    from hirec.settings import Settings
    from hirec.types import IndexIncompatibleError
    from indexing.builder import build
    from indexing.plan import BuildOptions

    INDEX_DIR.parent.mkdir(exist_ok=True)
    try:
        report = build([sample], INDEX_DIR, Settings(), options=BuildOptions(prune=True))
    except IndexIncompatibleError as error:
        raise HirecError(f"{error} The demo's own index may go: rm -r {INDEX_DIR}.") from error
    return (
        f"{report.done} files read ({report.pages} pages, {report.pages_per_s:.0f} pages/s), "
        f"{report.skipped} unchanged, {len(report.failed)} failed, in {report.seconds:.1f} s."
    )
