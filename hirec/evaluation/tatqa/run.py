"""Asking TAT-QA's questions over their own contexts and scoring what comes back."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hirec.datasets.tatqa import SCALES, Context, ContextQuestion
from hirec.evaluation.given_page import GivenPage
from hirec.evaluation.origin import Origin, check_origin, write_metrics
from hirec.evaluation.tatqa.metric import score
from hirec.evaluation.tatqa.reading import format_answer
from hirec.intervals import estimate
from hirec.json_files import write_lines
from hirec.settings import SandboxSettings
from hirec.types import Identity, Passage, Verdict

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TatqaRecord:
    """One question asked."""

    id: str
    question: str
    answer_type: str
    answer_from: str
    gold: tuple[str, ...]
    gold_scale: str
    predicted: tuple[str, ...]
    """Of a refusal the sentence that it points to; empty where it points to none."""
    predicted_scale: str
    verdict: str
    reason: str
    exact_match: float
    f1: float
    off_by: str
    """``scale`` or ``sign`` where a number differs from gold by nothing else; else empty."""
    program: str = ""


def evaluate_tatqa(
    contexts: Sequence[Context],
    system: GivenPage,
    read_context: Callable[[Context], Sequence[Passage]],
    out: Path,
    sandbox: SandboxSettings,
    progress: Progress | None = None,
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Ask every question over its own context; writes ``records.jsonl`` and ``metrics.json``.

    Args:
        contexts: Tables with their paragraphs and questions.
        system: Answers over the passages that it is given.
        read_context: Makes passages of a context.
        out: Folder to write to, made if missing.
        sandbox: Limits of the programs that are run again.
        progress: Called with (questions asked, all questions).
        origin: Where the questions come from, for ``manifest.json``.

    Raises:
        RecordsError: ``out`` holds a run over other data.

    """
    check_origin(out, origin)
    out.mkdir(parents=True, exist_ok=True)
    records: list[TatqaRecord] = []
    total = sum(len(context.questions) for context in contexts)
    for context in contexts:
        passages = read_context(context)
        records += [
            _ask(question, system, context.identity, passages, sandbox)
            for question in context.questions
        ]
        if progress:
            progress(len(records), total)
    metrics = summarize_tatqa(records)
    write_lines(out / "records.jsonl", (asdict(record) for record in records))
    write_metrics(out, metrics, origin)
    return metrics


def summarize_tatqa(records: Sequence[TatqaRecord]) -> dict[str, Any]:
    """Figures overall, by answer type, by source, and by both; verified and wrong by cause."""
    wrong = [r for r in records if r.verdict == Verdict.VERIFIED and not r.exact_match]
    return {
        **_figures(records),
        "by_type": _split(records, lambda r: r.answer_type),
        "by_source": _split(records, lambda r: r.answer_from),
        "by_type_and_source": _split(records, lambda r: f"{r.answer_type}/{r.answer_from}"),
        "verified_off_by": {
            cause: [r.id for r in wrong if r.off_by == cause and r.program]
            for cause in ("scale", "sign")
        },
    }


def _split(
    records: Sequence[TatqaRecord], key: Callable[[TatqaRecord], str]
) -> dict[str, dict[str, Any]]:
    groups: defaultdict[str, list[TatqaRecord]] = defaultdict(list)
    for record in records:
        groups[key(record)].append(record)
    return {name: _figures(groups[name]) for name in sorted(groups)}


def _figures(records: Sequence[TatqaRecord]) -> dict[str, Any]:
    def share(values: Iterable[float]) -> dict[str, Any]:
        return estimate(list(values)).to_json()

    return {
        "questions": len(records),
        "exact_match": share(r.exact_match for r in records),
        "f1": share(r.f1 for r in records),
        "abstained": share(float(r.verdict == Verdict.ABSTAINED) for r in records),
        "verified": share(float(r.verdict == Verdict.VERIFIED) for r in records),
        "exact_where_answered": share(
            r.exact_match for r in records if r.verdict != Verdict.ABSTAINED
        ),
    }


def _ask(
    question: ContextQuestion,
    system: GivenPage,
    identity: Identity,
    passages: Sequence[Passage],
    sandbox: SandboxSettings,
) -> TatqaRecord:
    answer = system.ask(question.question, passages, identity)
    formatted = format_answer(answer, question.question, sandbox)
    predicted, scale = formatted.spans, formatted.scale
    exact, f1 = score(question.answers, question.scale, predicted, scale, question.answer_type)
    return TatqaRecord(
        id=question.question_id,
        question=question.question,
        answer_type=question.answer_type,
        answer_from=question.answer_from,
        gold=question.answers,
        gold_scale=question.scale,
        predicted=predicted,
        predicted_scale=scale,
        verdict=answer.verdict.value,
        reason=answer.reason,
        exact_match=exact,
        f1=f1,
        off_by="" if exact or not predicted else _off_by(question, predicted, scale),
        program=answer.program.source if answer.program else "",
    )


def _off_by(question: ContextQuestion, predicted: tuple[str, ...], scale: str) -> str:
    """``sign`` or ``scale`` where that alone is wrong in a single number."""
    if len(predicted) != 1 or len(question.answers) != 1:
        return ""
    turned = predicted[0][1:] if predicted[0].startswith("-") else f"-{predicted[0]}"
    if score(question.answers, question.scale, (turned,), scale, "arithmetic")[0]:
        return "sign"
    others = (word for word in SCALES if word != scale)
    same = (score(question.answers, question.scale, predicted, w, "arithmetic")[0] for w in others)
    return "scale" if any(same) else ""
