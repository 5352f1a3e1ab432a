"""Retrieval measured in characters, as LegalBench-RAG does (Pipitone and Alami, 2024).

Of the first k passages, precision is the share of their characters that gold spans hold, recall
the share of the gold spans' characters that they hold. A character that two passages share counts
once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.datasets.questions import Question
from hirec.evaluation.origin import Origin, check_origin, write_metrics
from hirec.intervals import estimate, paired_difference, paired_ratio
from hirec.json_files import write_lines
from hirec.pipeline import HiREC
from hirec.types import HirecError, QuestionFileError, Span

CUTOFFS = (1, 2, 4, 8, 16, 32, 64)

Spans = Mapping[str, Sequence[Span]]
"""Document → stretches of its text."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one system found for one question."""

    question_id: str
    type: str
    document_hit: bool
    """Whether the first document is one that gold names."""
    precision: Mapping[int, float]
    """By cut-off; 0 where nothing was found."""
    recall: Mapping[int, float]
    ranked: int = 0
    """Passages that it ranked; from there on no cut-off changes anything."""


def overlap(found: Spans, gold: Spans) -> tuple[int, int, int]:
    """Characters in both, in what was found, and in gold; each character counts once."""
    left = {name: merged(spans) for name, spans in found.items()}
    right = {name: merged(spans) for name, spans in gold.items()}
    both = sum(
        max(0, min(end, last) - max(start, first))
        for name, spans in left.items()
        for start, end in spans
        for first, last in right.get(name, ())
    )
    return both, _length(left), _length(right)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same characters as stretches that neither meet nor overlap, in order."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _length(spans: Spans) -> int:
    return sum(end - start for of_one in spans.values() for start, end in of_one)


def at_cutoffs(
    ranked: Sequence[tuple[str, Span]], gold: Spans, cutoffs: Sequence[int] = CUTOFFS
) -> tuple[dict[int, float], dict[int, float]]:
    """Precision and recall of the first k, for each k.

    Args:
        ranked: (document, span) of the passages, best first.
        gold: Spans by document.
        cutoffs: The values of k.

    Returns:
        k → precision, and k → recall, both from 0 to 1.

    """
    precision: dict[int, float] = {}
    recall: dict[int, float] = {}
    for k in cutoffs:
        found = defaultdict(list)
        for name, span in ranked[:k]:
            found[name].append(span)
        both, seen, expected = overlap(found, gold)
        precision[k] = both / seen if seen else 0.0
        recall[k] = both / expected if expected else 0.0
    return precision, recall


def measure(
    system: HiREC,
    questions: Sequence[Question],
    progress: Callable[[int, int, str], None] | None = None,
) -> list[Found]:
    """Retrieve for every question.

    Args:
        system: Over an index of the profile ``documents``.
        questions: With gold spans.
        progress: Called with (done, all, question_id).

    Raises:
        QuestionFileError: a question has no gold span, or its document is not in the index.
        HirecError: a passage found has no place in its file's text.

    """
    names = {
        source: filing.filing_id
        for filing in system.index.filings.values()
        for source in filing.source_names
    }
    measured = []
    for number, question in enumerate(questions, start=1):
        gold = _gold(question, names)
        found = system.retrieve(question.question)
        ranked = []
        for candidate in found.candidates[: CUTOFFS[-1]]:
            passage = candidate.passage
            if passage.span is None:
                raise HirecError(
                    f"Passage {passage.passage_id} has no place in its file's text; spans are kept "
                    "of plain text, indexed with: hirec index PATH… --profile documents."
                )
            ranked.append((passage.filing_id, passage.span))
        first = found.filings[0].filing_id if found.filings else ""
        scores = at_cutoffs(ranked, gold)
        hit = first in gold
        measured.append(Found(question.question_id, question.type, hit, *scores, len(ranked)))
        if progress:
            progress(number, len(questions), question.question_id)
    return measured


def _gold(question: Question, names: Mapping[str, str]) -> Spans:
    gold: defaultdict[str, list[Span]] = defaultdict(list)
    for place in question.evidence:
        if place.span is None or place.filing not in names:
            what = "has no span" if place.span is None else "is not in the index"
            raise QuestionFileError(
                f"Question {question.question_id}: its gold in {place.filing!r} {what}."
            )
        gold[names[place.filing]].append(place.span)
    if not gold:
        raise QuestionFileError(f"Question {question.question_id} has no gold span.")
    return gold


def summarize(runs: Mapping[str, Sequence[Found]]) -> dict[str, Any]:
    """Figures of each system with 95% intervals, over all questions and by type.

    The first system is held against each other one: the difference of precision and the ratio of
    recall at each cut-off, over the same questions.
    """
    first = next(iter(runs))
    types = sorted({found.type for found in runs[first]})
    groups: dict[str, dict[str, list[Found]]] = {
        group: {
            name: [found for found in run if group in ("all", found.type)]
            for name, run in runs.items()
        }
        for group in ("all", *types)
    }
    return {
        group: {
            "systems": {name: _figures(run) for name, run in of_group.items()},
            f"{first} against": {
                name: _against(of_group[first], run)
                for name, run in of_group.items()
                if name != first
            },
        }
        for group, of_group in groups.items()
    }


def _figures(run: Sequence[Found]) -> dict[str, Any]:
    return {
        "document_hit@1": estimate([float(f.document_hit) for f in run]).to_json(),
        "precision": {str(k): estimate([f.precision[k] for f in run]).to_json() for k in CUTOFFS},
        "recall": {str(k): estimate([f.recall[k] for f in run]).to_json() for k in CUTOFFS},
        "ranked_passages": estimate([float(f.ranked) for f in run]).to_json(),
    }


def _against(run: Sequence[Found], other: Sequence[Found]) -> dict[str, Any]:
    return {
        "precision_difference": {
            str(k): paired_difference(
                [f.precision[k] for f in other], [f.precision[k] for f in run]
            ).to_json()
            for k in CUTOFFS
        },
        "recall_ratio": {
            str(k): paired_ratio([f.recall[k] for f in run], [f.recall[k] for f in other]).to_json()
            for k in CUTOFFS
        },
    }


def write(
    out: Path,
    runs: Mapping[str, Sequence[Found]],
    made_with: Mapping[str, Any],
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Write ``records.jsonl`` of all systems, ``metrics.json`` and the manifest of its origin.

    Returns the metrics: figures over all questions at the top, others under ``by_type``.

    Args:
        out: Folder to write to, made if missing.
        runs: System → what it found for each question.
        made_with: JSON-ready; stands at the top of the metrics.
        origin: Where the questions come from, for ``manifest.json``.

    Raises:
        RecordsError: ``out`` holds a run over other data.

    """
    check_origin(out, origin)
    out.mkdir(parents=True, exist_ok=True)
    rows = (
        {
            "system": name,
            "id": found.question_id,
            "type": found.type,
            "document_hit": found.document_hit,
            "precision": dict(found.precision),
            "recall": dict(found.recall),
        }
        for name, run in runs.items()
        for found in run
    )
    write_lines(out / "records.jsonl", rows)
    groups = summarize(runs)
    metrics = {**made_with, **groups.pop("all"), "by_type": groups}
    write_metrics(out, metrics, origin)
    return metrics
