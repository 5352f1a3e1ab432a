"""Rankings that a finished run left behind, measured anew: ``hirec eval rerank``.

A run is a folder of ``hirec eval run`` (whose pages are ranked: its gold is pages), a folder of
``hirec eval ranking`` (passages; a run for each method and seed), or a file in TREC's format.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hirec.datasets.pages import PageKey
from hirec.evaluation.origin import Origin, write_metrics
from hirec.evaluation.ranking.measures import MEASURES, Judgements, measured
from hirec.evaluation.ranking.records import RankingRecord
from hirec.evaluation.ranking.trec import read_qrels, read_run, write_qrels, write_run
from hirec.evaluation.records import RecordFile
from hirec.evaluation.store import RecordsError, Store
from hirec.intervals import estimate, paired_difference
from hirec.json_files import parse_json, read_lines

NOTHING_RELEVANT = "nothing judged relevant"
"""Why a question is left out: no measure is defined for it."""


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """Rankings of the questions that can be measured."""

    name: str
    judgements: Mapping[str, Judgements]
    """question_id → judgements, at least one of which is above 0."""
    rankings: Mapping[str, Sequence[str]]
    """question_id → ids, best first; a question that is missing here was ranked nothing for, one
    that is not judged counts nowhere."""
    left_out: Sequence[str] = field(default_factory=tuple)
    """Questions without anything relevant."""

    def scores(self) -> dict[str, dict[str, float]]:
        """question_id → every measure; nothing ranked scores 0."""
        return {
            question: measured(self.rankings.get(question, ()), graded)
            for question, graded in self.judgements.items()
        }


def load_finished(path: Path, qrels: Path | None = None) -> list[FinishedRun]:
    """Read the runs of a folder, or the one of a TREC file.

    ``qrels``, needed for a TREC file, takes the place of a folder's own judgements.

    Raises:
        RecordsError: nothing there, malformed, without judgements, or of other questions.

    """
    given = read_qrels(qrels) if qrels else None
    if path.is_file():
        if given is None:
            raise RecordsError(f"{path} says nothing of what is relevant: give --qrels.")
        return [_run(path.stem, given, read_run(path))]
    records = path / "records.jsonl"
    if not records.is_file():
        raise RecordsError(
            f"{path} is neither a TREC run nor a folder of `hirec eval run` or `hirec eval "
            "ranking`."
        )
    if _has_methods(records):
        return _of_methods(path.name, Store(records, RankingRecord).read(), given)
    return [_of_pages(path.name, records, given)]


def measure_runs(runs: Sequence[FinishedRun]) -> dict[str, Any]:
    """Figures of each run, and each later run's paired differences to the first.

    A figure is ``{value, low, high, n}``: mean over questions with its bootstrap interval.

    Raises:
        RecordsError: two runs of one name, or runs that are judged differently.

    """
    first = runs[0]
    for number, run in enumerate(runs[1:], start=1):
        if run.name in {other.name for other in runs[:number]}:
            raise RecordsError(f"Two runs are called {run.name}: rename the file or folder of one.")
        if run.judgements != first.judgements:
            raise RecordsError(
                f"{first.name} and {run.name} are judged differently: give runs of the same "
                "questions over the same passages or pages, or the same --qrels."
            )
    by_run = {run.name: _by_figure(run) for run in runs}
    return {
        "questions": len(first.judgements),
        "left_out": {NOTHING_RELEVANT: list(first.left_out)} if first.left_out else {},
        "first": first.name,
        "runs": {
            name: {figure: estimate(values).to_json() for figure, values in figures.items()}
            for name, figures in by_run.items()
        },
        "unranked": {
            run.name: sum(not run.rankings.get(q) for q in run.judgements) for run in runs
        },
        "differences": {
            run.name: {
                figure: paired_difference(by_run[first.name][figure], values).to_json()
                for figure, values in by_run[run.name].items()
            }
            for run in runs[1:]
        },
    }


def write_measured(
    out: Path, runs: Sequence[FinishedRun], metrics: Mapping[str, Any], origin: Origin | None = None
) -> None:
    """Write ``metrics.json``, ``manifest.json`` and, under ``trec``, the qrels and each run.

    Args:
        out: Folder to write to, made if missing.
        runs: Of the same questions; the first one's judgements are the qrels.
        metrics: JSON-ready.
        origin: Where the runs come from, for ``manifest.json``.

    """
    out.mkdir(parents=True, exist_ok=True)
    write_metrics(out, metrics, origin)
    write_qrels(out / "trec" / "qrels.txt", runs[0].judgements)
    for run in runs:
        kept = {question: run.rankings.get(question, ()) for question in run.judgements}
        write_run(out / "trec" / f"{run.name}.run", kept, run.name)


def _run(
    name: str, judged: Mapping[str, Judgements], rankings: Mapping[str, Sequence[str]]
) -> FinishedRun:
    relevant = {q: graded for q, graded in judged.items() if any(g > 0 for g in graded.values())}
    if not relevant.keys() & rankings.keys():
        raise RecordsError(f"{name} ranks no question that has anything judged relevant.")
    return FinishedRun(name, relevant, rankings, tuple(sorted(judged.keys() - relevant.keys())))


def _by_figure(run: FinishedRun) -> dict[str, list[float]]:
    scores = run.scores()
    return {figure: [scores[q][figure] for q in sorted(scores)] for figure in MEASURES}


def _has_methods(records: Path) -> bool:
    """Whether a file of records is one of ``hirec eval ranking``."""
    number, line = next(read_lines(records, RecordsError), (1, ""))
    content = parse_json(line, f"{records}, line {number}", RecordsError)
    return isinstance(content, dict) and "method" in content


def _of_methods(
    name: str, records: Sequence[RankingRecord], given: Mapping[str, Judgements] | None
) -> list[FinishedRun]:
    """A run for each method and seed; the name says the seed where there are several."""
    kinds = list(dict.fromkeys((record.method, record.seed) for record in records))
    several = len({seed for _, seed in kinds}) > 1
    runs = []
    for method, seed in kinds:
        own = [record for record in records if (record.method, record.seed) == (method, seed)]
        label = f"{method}.{seed}" if several else method
        judged = given or {record.id: record.judgements for record in own}
        runs.append(_run(f"{name}-{label}", judged, {record.id: record.order for record in own}))
    return runs


def _of_pages(name: str, file: Path, given: Mapping[str, Judgements] | None) -> FinishedRun:
    """Every gold page is relevant alike, also where any one of them would be enough."""
    records = RecordFile(file).read()
    pages = {r.id: {_page(page): 1 for page in sorted(r.gold_pages)} for r in records}
    ranked = {r.id: tuple(_page(page) for page in r.ranked_pages) for r in records}
    return _run(name, given or pages, ranked)


def _page(page: PageKey) -> str:
    """``<filing_id>#<page>``, as passages are called without their ordinal."""
    return f"{page[0]}#{page[1]}"
