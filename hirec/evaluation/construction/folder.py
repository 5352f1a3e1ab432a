"""A constructed set on disk: candidates, review file, questions and card."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hirec.digests import sha256_of
from hirec.evaluation.construction.build import SetBuilder
from hirec.evaluation.construction.card import BuildRecord, write_card
from hirec.evaluation.construction.closed import load_closed
from hirec.evaluation.construction.entailment import PageJudge
from hirec.evaluation.construction.review import (
    Reviewed,
    holds_decisions,
    take_back,
    unreviewed,
    write_review,
)
from hirec.evaluation.construction.written import TextWriter
from hirec.index import Index
from hirec.json_files import write_json, write_lines
from hirec.llm.chat import ChatModel
from hirec.types import QuestionError, QuestionFileError

CANDIDATES = "candidates.jsonl"
QUESTIONS = "questions.jsonl"
REVIEW = "review.csv"
CARD = "card.md"
_BUILD = "build.json"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to build."""

    count: int
    """Questions from tags."""
    seed: int = 0
    phrasings: str = "formal"
    several_share: float = 0.4
    """Of them, those over several years or companies."""
    closed: Path | None = None
    """JSON Lines file of closed questions to be made open."""
    written: int = 0
    """Textual questions that a model is to write."""
    command: str = ""
    version: str = ""


def build_set(
    index: Index,
    out: Path,
    plan: Plan,
    model: ChatModel | None = None,
    model_name: str = "",
    overwrite: bool = False,
) -> BuildRecord:
    """Write candidates, review file, questions and card into a folder.

    With a model it judges gold pages and writes ``plan.written`` textual questions; without one
    both are skipped, and the card says so. The same plan over the same index writes the same files.

    Raises:
        QuestionError: nothing could be built; or the folder's review file holds decisions, and
            ``overwrite`` is not set.
        QuestionFileError: the file of closed questions is absent or malformed.

    """
    review = out / REVIEW
    if not overwrite and review.exists() and holds_decisions(review):
        raise QuestionError(
            f"{review} holds a person's decisions, which a new build would overwrite: take them "
            f"back with --review {review}, choose another --out, or say --fresh."
        )
    closed = load_closed(plan.closed) if plan.closed else []
    judge = PageJudge(model) if model else None
    builder = SetBuilder(index, plan.seed, plan.phrasings, judge)
    parts = []
    if plan.count:
        parts.append(builder.from_tags(plan.count, plan.several_share))
    if closed:
        parts.append(builder.from_closed(closed))
    rows = [row for part in parts for row in part.rows]
    dropped = {reason: n for part in parts for reason, n in sorted(part.dropped.items())}
    skipped = ""
    if model is not None and plan.written:
        writer = TextWriter(index, model, plan.seed)
        rows += writer.write(plan.written)
        dropped |= dict(sorted(writer.dropped.items()))
    elif model is None:
        skipped = (
            "Textual questions and a second look at gold pages were skipped: no language model "
            "is configured (section llm of --settings)."
        )
    if not rows:
        raise QuestionError(f"No question could be built: {dropped or 'nothing was asked for'}.")
    out.mkdir(parents=True, exist_ok=True)
    write_lines(out / CANDIDATES, rows)
    write_review(rows, review)
    made = BuildRecord(
        command=plan.command,
        version=plan.version,
        index_fingerprint=index.fingerprint,
        seed=plan.seed,
        phrasings=plan.phrasings,
        candidates=len(rows),
        dropped=dropped,
        made_precise=sum(part.made_precise for part in parts),
        model=model_name if model else "",
        skipped=skipped,
        closed_sha256=sha256_of(plan.closed) if plan.closed else "",
        candidates_sha256=sha256_of(out / CANDIDATES),
    )
    write_json(out / _BUILD, asdict(made))
    _finish(out, unreviewed(rows), made, index, None)
    return made


def review_set(index: Index, out: Path, review: Path) -> Reviewed:
    """Take a person's decisions about a built set; questions and card are written again.

    Args:
        index: The build that the set was made from.
        out: Folder of the set.
        review: The review file that a person has edited.

    Raises:
        QuestionFileError: OUT holds no set, another index made it, or lines of the review file
            cannot be taken; nothing is written then.

    """
    made, rows = _built(out)
    if made.index_fingerprint != index.fingerprint:
        raise QuestionFileError(
            f"{out / _BUILD} is of another index, or of an earlier build of this one: review it "
            "with the index it was made from, or build the set again."
        )
    reviewed = take_back(rows, review, index)
    if not reviewed.rows:
        raise QuestionFileError(f"{review} leaves no question: keep at least one.")
    _finish(out, reviewed.rows, made, index, reviewed.decisions)
    return reviewed


def _finish(
    out: Path,
    rows: Sequence[Mapping[str, Any]],
    made: BuildRecord,
    index: Index,
    decisions: Mapping[str, int] | None,
) -> None:
    path = out / QUESTIONS
    fresh = path.with_suffix(".new")
    write_lines(fresh, rows)
    digest = sha256_of(fresh)
    fresh.replace(path)
    card = write_card(rows, made, index, digest, decisions)
    (out / CARD).write_text(card, encoding="utf-8")


def _built(out: Path) -> tuple[BuildRecord, list[dict[str, Any]]]:
    remedy = f"build the set first: hirec eval build-set --index INDEX --out {out}"
    try:
        made = BuildRecord(**json.loads((out / _BUILD).read_text(encoding="utf-8")))
        text = (out / CANDIDATES).read_text(encoding="utf-8")
        rows = [json.loads(line) for line in text.split("\n") if line]
    except OSError as error:
        raise QuestionFileError(
            f"Cannot read {error.filename}: {error.strerror}; {remedy}"
        ) from error
    except (ValueError, TypeError) as error:
        raise QuestionFileError(f"{out} holds a damaged set: {error}; {remedy}") from error
    if sha256_of(out / CANDIDATES) != made.candidates_sha256:
        raise QuestionFileError(f"{out / CANDIDATES} was changed since it was built; {remedy}")
    return made, rows
