"""hirec beside haystack, LlamaIndex and LangChain, same encoder, same PDFs, same questions.

``python tests/bench/peers.py FINANCEBENCH OUT [--files 20] [--seed 17] [--system NAME]…``
(``make bench-peers DATA=FINANCEBENCH``; ``make bench-readers DATA=… MODEL=….gguf`` for PaperQA2
and hirec with one language model): FINANCEBENCH holds ``pdfs/``, ``questions.jsonl`` and
``filings.jsonl`` (filing, company, form, period). Draws companies with questions about several
years, takes every file that their questions need, and more of their annual reports up to
``--files``.
Each system runs in a process of its own (``peer_systems.py``), one after another; what OUT already
has of the same files and questions is not run again. Pages are (file, page number from 1), distinct
ones are counted; the first page is sorted by whose filing it is in. Prints a table, writes
``metrics.json`` and ``manifest.json``, which ``hirec eval report`` reads. Wall time depends on what
else the machine does, processor time hardly.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.datasets.pages import PageKey, filing_hit, page_recall
from hirec.datasets.questions import Question, load_questions
from hirec.datasets.sampling import stratified
from hirec.digests import sha256_of
from hirec.evaluation.origin import DataState, Origin, write_metrics
from hirec.intervals import Estimate, estimate, paired_ratio, percentile
from hirec.json_files import write_json
from hirec.settings import Settings

SYSTEMS = (
    "hirec",
    "hirec:flat-bm25",
    "haystack",
    "llamaindex",
    "langchain",
    "haystack:ours",
    "llamaindex:ours",
    "langchain:ours",
    "hirec:dense",
)
READERS = ("hirec:tiered", "paperqa")
"""Systems that answer by the model of ``--model-url``; only where they are named."""
REPLIES = ("prompt_tokens", "reply_tokens")
DEPTH = 100
"""Passages asked for; enough for ten distinct pages."""
CUTOFFS = (5, 10)
WARM_UP = "What does the company say about its dividends?"
ANNUAL = "10k"


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the collection, as ``filings.jsonl`` tells it."""

    name: str
    company: str
    form: str
    period: int


def read_sources(path: Path) -> dict[str, Source]:
    """Files by name, in the order of the list."""
    if not path.exists():
        raise SystemExit(f"Missing: {path}, a line a file with filing, company, form and period.")
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)
    return {
        row["filing"]: Source(row["filing"], row["company"], row["form"], row["period"])
        for row in rows
    }


def choose(
    questions: Sequence[Question], sources: Mapping[str, Source], files: int, seed: int
) -> list[str]:
    """Names of so many files: whole companies' worth of questions, then more of their years."""
    rng = random.Random(seed)
    needed: dict[str, set[str]] = {}
    for question in questions:
        names = {place.filing for place in question.evidence}
        for company in {sources[name].company for name in names}:
            needed.setdefault(company, set()).update(names)
    several = [
        company
        for company, names in sorted(needed.items())
        if len({sources[name].period for name in names}) > 1
    ]
    chosen: set[str] = set()
    companies = []
    for company in rng.sample(several, len(several)):
        if len(chosen | needed[company]) <= files:
            chosen |= needed[company]
            companies.append(company)
    others = [
        source.name
        for source in sources.values()
        if source.company in companies and source.form == ANNUAL and source.name not in chosen
    ]
    return sorted(chosen | set(rng.sample(others, min(len(others), files - len(chosen)))))


def within(questions: Sequence[Question], names: Sequence[str]) -> list[Question]:
    """Questions whose gold pages all lie in these files."""
    known = set(names)
    return [
        question
        for question in questions
        if question.evidence and {place.filing for place in question.evidence} <= known
    ]


def pages(found: Sequence[Sequence[Any]]) -> tuple[PageKey, ...]:
    """Distinct pages of passages (stem, first page, last page), in their order."""
    each = ((stem, page) for stem, first, last in found for page in range(first, last + 1))
    return tuple(dict.fromkeys(each))


def whose(first: str | None, gold: set[str], sources: Mapping[str, Source]) -> str:
    """Whose filing the first page is in, seen from the gold filings."""
    if first is None:
        return "nothing"
    if first in gold:
        return "gold filing"
    of_company = [sources[name] for name in gold if sources[name].company == sources[first].company]
    if not of_company:
        return "another company"
    if all(source.period != sources[first].period for source in of_company):
        return "another year"
    return "same year, another filing"


def score(
    found: Sequence[Sequence[Any]], question: Question, sources: Mapping[str, Source]
) -> dict[str, Any]:
    """Page recall at each cut-off, whether the first filing is gold, and whose it is."""
    gold_pages = {(e.filing, e.page) for e in question.evidence if e.page is not None}
    gold = {place.filing for place in question.evidence}
    ranked = pages(found)
    filings = [name for name, _ in ranked[:1]]
    recalls = {
        f"page_recall@{k}": page_recall(ranked, gold_pages, k, question.any_evidence)
        for k in CUTOFFS
    }
    return recalls | {
        "filing_hit@1": filing_hit(filings, gold, 1, question.any_evidence),
        "first_page": whose(filings[0] if filings else None, gold, sources),
    }


def summarize(
    run: Mapping[str, Any], questions: Sequence[Question], sources: Mapping[str, Source]
) -> dict[str, Any]:
    """Figures of one system's run: quality with 95% intervals, costs as measured."""
    rows = [score(run["found"][each.question_id], each, sources) for each in questions]
    firsts = [row["first_page"] for row in rows]
    metrics = [*(f"page_recall@{k}" for k in CUTOFFS), "filing_hit@1"]
    figures = {metric: estimate([row[metric] for row in rows]) for metric in metrics}
    figures |= {
        f"first_page_of_{whose}": estimate([float(each == f"another {whose}") for each in firsts])
        for whose in ("year", "company")
    }
    figures |= {
        "question_s": estimate(run["question_s"], percentile(50)),
        "question_cpu_s": estimate(run["question_cpu_s"]),
    }
    once = ("index_s", "index_cpu_s", "index_peak_mb", "passages")
    figures |= {name: Estimate(float(run[name]), None, None, 1) for name in once}
    replies = run.get("replies", {})
    for name in REPLIES if replies else ():
        figures[name] = estimate([float(replies[each.question_id][name]) for each in questions])
    return {
        "versions": run["versions"],
        **{name: figure.to_json() for name, figure in figures.items()},
        "first_pages": {name: firsts.count(name) for name in sorted(set(firsts))},
        "questions": {q.question_id: row for q, row in zip(questions, rows, strict=True)},
    }


def against(first: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Ratios of the first system's figures to another's, recall with its interval."""
    costs = ("index_s", "index_cpu_s", "question_cpu_s")
    ratios: dict[str, Any] = {key: first[key]["value"] / other[key]["value"] for key in costs}
    for metric in (f"page_recall@{k}" for k in CUTOFFS):
        mine, theirs = ([row[metric] for row in s["questions"].values()] for s in (first, other))
        ratios[metric] = paired_ratio(mine, theirs).to_json()
    return ratios


COLUMNS = {
    "passages": ("passages", "{:,.0f}"),
    "index, s": ("index_s", "{:.0f}"),
    "index, CPU s": ("index_cpu_s", "{:.0f}"),
    "peak MB": ("index_peak_mb", "{:,.0f}"),
    "page recall @5": ("page_recall@5", "{:.3f}"),
    "@10": ("page_recall@10", "{:.3f}"),
    "filing hit@1": ("filing_hit@1", "{:.3f}"),
    "another year first": ("first_page_of_year", "{:.3f}"),
    "another company first": ("first_page_of_company", "{:.3f}"),
    "a question, s": ("question_s", "{:.3f}"),
    "CPU s": ("question_cpu_s", "{:.3f}"),
}
"""Heading → figure and how it is written."""


def table(summaries: Mapping[str, Mapping[str, Any]]) -> str:
    """A Markdown table, a line a system."""
    lines = [["system", *COLUMNS], ["---"] * (1 + len(COLUMNS))]
    for name, summary in summaries.items():
        cells = (form.format(summary[key]["value"]) for key, form in COLUMNS.values())
        lines.append([name, *cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def environment(threads: int) -> dict[str, str]:
    """Ours, without network or telemetry, with so many threads of arithmetic (0: unsaid)."""
    quiet = {
        "HF_HUB_OFFLINE": "1",
        "HAYSTACK_TELEMETRY_ENABLED": "False",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    return {**os.environ, **quiet} | ({"OMP_NUM_THREADS": str(threads)} if threads else {})


def measured(name: str, job: Mapping[str, Any], out: Path) -> dict[str, Any]:
    """What a system found and took, from OUT where it is there, by a process of its own if not."""
    path = out / f"{name.replace(':', '-')}.json"
    job_file = out / "job.json"
    if not path.exists():
        script = Path(__file__).with_name("peer_systems.py")
        print(f"{name} …", file=sys.stderr)
        command = [sys.executable, str(script), name, str(job_file), str(path)]
        done = subprocess.run(command, check=False, env=environment(job["threads"]))
        if done.returncode:
            raise SystemExit(
                f"{name} ended with {done.returncode}, its message stands above; what it needs is "
                "installed by: make bench-peers DATA=financebench"
            )
    run = json.loads(path.read_text(encoding="utf-8"))
    if run["found"].keys() != job["questions"].keys():
        raise SystemExit(f"{path} was made with other questions: give another folder.")
    return run


def main() -> None:
    """Choose, measure each system, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--threads", type=int, default=0, help="of a system; 0: its own choice")
    parser.add_argument("--state", default="unstated", choices=[state.value for state in DataState])
    named = f"of {', '.join(SYSTEMS)}, which are all taken without it; or {', '.join(READERS)}"
    parser.add_argument("--system", action="append", help=named)
    parser.add_argument("--questions", type=int, default=0, help="so many, by type; 0: all")
    parser.add_argument("--model-url", help="OpenAI-compatible server, as model_server.py starts")
    parser.add_argument("--model", default="local-model", help="name the server knows it by")
    given = parser.parse_args()
    questions = load_questions(given.data / "questions.jsonl")
    sources = read_sources(given.data / "filings.jsonl")
    names = choose(questions, sources, given.files, given.seed)
    asked = within(questions, names)
    if given.questions:
        asked = stratified(asked, [each.type for each in asked], given.questions, given.seed)
    pdfs = [(given.data / "pdfs" / f"{name}.pdf").resolve() for name in names]
    absent = [str(pdf) for pdf in pdfs if not pdf.exists()]
    if absent or not asked:
        raise SystemExit(f"Missing: {', '.join(absent) or 'questions within so few files'}.")
    job = {
        "pdfs": [str(pdf) for pdf in pdfs],
        "sha256": {pdf.name: sha256_of(pdf) for pdf in pdfs},
        "questions": {question.question_id: question.question for question in asked},
        "warm_up": WARM_UP,
        "depth": DEPTH,
        "threads": given.threads,
        "cut": [Settings().index.chunk_size, Settings().index.chunk_overlap],
    }
    if given.model_url:
        job["model"] = {"base_url": given.model_url, "name": given.model}
    elif set(given.system or ()) & set(READERS):
        raise SystemExit(f"{' and '.join(READERS)} ask a model: say --model-url.")
    given.out.mkdir(parents=True, exist_ok=True)
    job_file = given.out / "job.json"
    if job_file.exists() and json.loads(job_file.read_text(encoding="utf-8")) != job:
        raise SystemExit(f"{given.out} holds runs over other files or questions: give another.")
    write_json(job_file, job)
    names_of_systems = given.system or SYSTEMS
    summaries = {
        name: summarize(measured(name, job, given.out), asked, sources) for name in names_of_systems
    }
    first = names_of_systems[0]
    metrics = {
        "files": names,
        "seed": given.seed,
        "threads": given.threads,
        "systems": summaries,
        f"{first} against": {
            name: against(summaries[first], each)
            for name, each in summaries.items()
            if name != first
        },
    }
    command = " ".join(["python tests/bench/peers.py", *sys.argv[1:]])
    data = (given.data / "questions.jsonl", given.data / "filings.jsonl")
    write_metrics(given.out, metrics, Origin(command, data, DataState(given.state)))
    print(f"{len(asked)} questions, {len(pdfs)} files: {', '.join(names)}\n")
    print(table(summaries))
    for name, each in summaries.items():
        said = ", ".join(f"{package} {number}" for package, number in each["versions"].items())
        print(f"{name}: {said}; first pages in: {each['first_pages']}")


if __name__ == "__main__":
    main()
