"""``hirec train roles``: from marked questions to a model file and its card."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from hirec.understanding.roles import ASKED, RoleTagger
from training.errors import TrainingError
from training.roles.fitting import EPOCHS, RANK, fit
from training.roles.marked import Marked, read_marked
from training.roles.measuring import RolesReport, measure

MODEL = "roles.json"
CARD = "roles.md"


def train_roles(
    marked: Sequence[Path],
    held_out: Sequence[Path],
    out: Path,
    seed: int = 0,
    epochs: int = EPOCHS,
    progress: Callable[[str], None] | None = None,
) -> RolesReport:
    """Learn from ``marked``, measure on ``held_out``, write model and card.

    Raises :class:`TrainingError` where there is nothing to learn from, or a file cannot be read.
    """
    questions = [question for path in marked for question in read_marked(path)]
    others: list[Marked] = [question for path in held_out for question in read_marked(path)]
    if not questions:
        raise TrainingError("No marked question to learn from.")
    text = json.dumps(fit(questions, seed, epochs, progress), separators=(",", ":"))
    out.mkdir(parents=True, exist_ok=True)
    (out / MODEL).write_text(f"{text}\n", encoding="utf-8")
    report = measure(RoleTagger(json.loads(text)), others, len(questions), len(text.encode()))
    write_card(out / CARD, report)
    return report


def write_card(path: Path, report: RolesReport) -> None:
    """Write the card as Markdown."""
    lines = [
        "# A tagger of roles",
        "",
        "Given a question with plain names for its companies and periods, it says which of "
        f"{len(ASKED) - 1} things is asked of its figures ({', '.join(list(ASKED)[:-1])}) or that "
        "it is none of them, and which words name which figure. `roles.json` holds low-rank "
        f"matrices (LoRA, rank {RANK}) for the packaged MiniLM and two linear layers, in half "
        "precision; it is read with numpy alone. Made by `hirec train roles`. What the "
        "grammar's reading of a question does not answer is answered by the tagger's, never "
        "verified; and where it is sure of a figure that the grammar has nowhere, the answer is in "
        "doubt.",
        "",
        "## Data",
        "",
        f"{report.learnt:,} questions in which the words of each figure are marked "
        "(`data/roles`), written by a large language model in the voices of different people, "
        "none over a filing. While it learns, figures are swapped between questions.",
        "",
        "## A writer left out",
        "",
        f"Of {report.held_out} questions what is asked is right for {report.asked:.3f}, with every "
        f"word of every figure for {report.whole:.3f}.",
        "",
        "| probability at least | readings | right |",
        "|---|---|---|",
        *(f"| {least} | {count} | {share:.3f} |" for least, count, share in report.by_probability),
        "",
        "## Limits",
        "",
        "English, one calculation a question; over two figures, or three that are added up. A "
        "quotient of parts of two companies, a condition or a third step is none of what it knows.",
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
