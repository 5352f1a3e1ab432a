"""The public question sets that can be measured on, and how to get from their files to a run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from hirec.datasets.beir import load_beir
from hirec.datasets.convfinqa import load_convfinqa
from hirec.datasets.finagentbench import load_finagentbench
from hirec.datasets.finqa import load_finqa
from hirec.datasets.kg_rag import read_kg_rag
from hirec.datasets.legalbench import read_legalbench
from hirec.datasets.official import read_financebench, read_lofin, read_mmlongbench
from hirec.datasets.questions import GoldEvidence, Question, load_questions
from hirec.datasets.tatqa import load_tatqa
from hirec.digests import sha256_of
from hirec.json_files import write_lines
from hirec.types import QuestionFileError

Reader = Callable[[Path], list[Question]]
Counter = Callable[[Path], Sequence[str]]
"""Reads what is published and gives the type of each question."""


@dataclass(frozen=True, slots=True)
class PublicSet:
    """A question set, where it comes from and what measures it."""

    what: str
    where: str
    licence: str
    then: str
    """The command that runs on it; ``{file}`` is the question file, or what was published."""
    read: Reader | None = None
    """Makes questions with gold pages of it; None where ``then`` takes the published files."""
    types: Counter | None = None
    """Reads the published files where ``read`` does not."""


_RUN = "hirec eval run --questions {file} --index INDEX --out OUT"
_RANK = "hirec eval ranking --questions {file} --out OUT --method bm25,retriever"
_SPANS = "hirec eval spans --questions {file} --index INDEX --out OUT"

_TEXTS = (".json", ".jsonl", ".csv", ".tsv", ".txt")
"""Endings of files that a set's hash is made of; reports in PDF are hashed when indexed."""


def _of_pages(path: Path) -> Sequence[str]:
    return ["number" if isinstance(q.gold, Decimal) else "yes or no" for q in load_finqa(path)]


def _of_turns(path: Path) -> Sequence[str]:
    return ["later turn" if q.history else "first turn" for q in load_convfinqa(path)]


def _of_contexts(path: Path) -> Sequence[str]:
    return [question.answer_type for context in load_tatqa(path) for question in context.questions]


def _of_beir(path: Path) -> Sequence[str]:
    return ["judged"] * len(load_beir(path).judgements)


def _of_graded(path: Path) -> Sequence[str]:
    read = load_finagentbench(path)
    left_out = [reason for reason, names in read.left_out.items() for _ in names]
    return ["judged"] * len(read.questions) + left_out


PUBLIC: Mapping[str, PublicSet] = {
    "lofin": PublicSet(
        "1,595 questions over 145,897 SEC filings, of three answer types (HiREC)",
        "github.com/deep-over/LOFin-bench-HiREC (encrypted; its README says how to open it)",
        "see the repository",
        _RUN,
        read_lofin,
    ),
    "financebench": PublicSet(
        "150 questions over 10-K, 10-Q, 8-K and earnings releases, with pages",
        "github.com/patronus-ai/financebench: data/financebench_open_source.jsonl and pdfs/",
        "questions CC BY-NC 4.0",
        _RUN,
        read_financebench,
    ),
    "mmlongbench": PublicSet(
        "questions that people asked of long documents; those over annual reports are read",
        "github.com/mayubo2333/MMLongBench-Doc: data/samples.json and documents/",
        "Apache-2.0",
        _RUN,
        read_mmlongbench,
    ),
    "finqa": PublicSet(
        "8,281 questions with programs over pages of annual reports",
        "github.com/czyssrs/FinQA: dataset/*.json; or UDA-Benchmark's",
        "MIT; UDA-Benchmark's file CC BY-SA 4.0",
        "hirec eval finqa --data {file} --out OUT",
        types=_of_pages,
    ),
    "convfinqa": PublicSet(
        "3,892 conversations of 14,115 questions over FinQA's pages",
        "github.com/czyssrs/ConvFinQA: data.zip, dev.json; or Program-of-Thoughts' dev file",
        "MIT",
        "hirec eval convfinqa --data {file} --out OUT",
        types=_of_turns,
    ),
    "tatqa": PublicSet(
        "16,552 questions over tables with paragraphs of annual reports",
        "github.com/NExTplusplus/TAT-QA: dataset_raw/*.json",
        "CC BY 4.0",
        "hirec eval tatqa --data {file} --out OUT",
        types=_of_contexts,
    ),
    "finagentbench": PublicSet(
        "rankings of document types and of passages for S&P 500 filings",
        "its authors' release (arXiv 2508.14052)",
        "see the release",
        _RANK,
        types=_of_graded,
    ),
    "fiqa": PublicSet(
        "648 questions over 57,638 posts on finance (BEIR)",
        "the BEIR benchmark's download of FiQA-2018, unpacked",
        "see BEIR",
        _RANK,
        types=_of_beir,
    ),
    "financerag": PublicSet(
        "seven sets of passages from filings with judged queries, each a folder in BEIR's layout",
        "the FinanceRAG challenge (ICAIF 2024)",
        "see the challenge",
        _RANK,
        types=_of_beir,
    ),
    "kg-rag": PublicSet(
        "questions over quarterly reports of five companies (Docugami), gold reports without pages",
        "github.com/docugami/KG-RAG-datasets: sec-10-q/data/v1 (qna_data.csv beside docs/)",
        "MIT",
        _RUN,
        read_kg_rag,
    ),
    "legalbench-rag": PublicSet(
        "6,889 questions over contracts and privacy policies, with character spans",
        "github.com/zeroentropy-ai/legalbenchrag: benchmarks/*.json and corpus/",
        "of its parts; ContractNLI CC BY 4.0",
        _SPANS,
        read_legalbench,
    ),
}


@dataclass(frozen=True, slots=True)
class Converted:
    """What a set's files hold."""

    questions: int
    types: Mapping[str, int]
    filings: int
    """Named by gold evidence."""
    sha256: str
    """Of the published files, in the order of their paths."""


def convert(name: str, source: Path, out: Path | None = None) -> Converted:
    """Read a public set's files and tell what they hold; with ``out``, write our question file.

    Args:
        name: A set of :data:`PUBLIC`.
        source: File or folder as it is published.
        out: Question file to write; None: only count.

    Raises:
        QuestionFileError: the set is unknown or needs no conversion, a file is absent or malformed.

    """
    chosen = known(name)
    if out is not None and chosen.read is None:
        raise QuestionFileError(
            f"{name} needs no conversion: {chosen.then.format(file='FILE')} reads it as published."
        )
    if out is not None and out.is_dir():
        raise QuestionFileError(f"{out} is a folder; give --out the question file to write.")
    if not source.exists():
        raise QuestionFileError(
            f"There is nothing at {source}. {name} is not redistributed here; get it from "
            f"{chosen.where}."
        )
    questions = _read(chosen.read, source) if chosen.read else []
    kinds = [question.type for question in questions]
    if chosen.types is not None:
        kinds = list(chosen.types(source))
    if out is not None:
        write_lines(out, map(_row, questions))
    filings = {gold.filing for question in questions for gold in question.evidence}
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    return Converted(len(kinds), counts, len(filings), sha256_of(source, _TEXTS))


def _read(reader: Reader, source: Path) -> list[Question]:
    """What a reader makes of a source, which may be a question file of ours by mistake."""
    try:
        return reader(source)
    except QuestionFileError as error:
        try:
            load_questions(source)
        except QuestionFileError:
            raise error from error.__cause__
        raise QuestionFileError(
            f"{source} is a question file already: {_RUN.format(file=source)}."
        ) from error


def known(name: str) -> PublicSet:
    """The set of this name; raises :class:`QuestionFileError` with those there are."""
    if name not in PUBLIC:
        raise QuestionFileError(f"Unknown set {name!r}: choose one of {', '.join(PUBLIC)}.")
    return PUBLIC[name]


def _row(question: Question) -> dict[str, Any]:
    kind = {"evidence_kind": question.evidence_kind} if question.evidence_kind else {}
    return {
        "id": question.question_id,
        "question": question.question,
        "answer": question.answer,
        "type": question.type,
        "evidence": [_gold(gold) for gold in question.evidence],
        **kind,
    }


def _gold(gold: GoldEvidence) -> dict[str, Any]:
    place: dict[str, Any] = {"filing": gold.filing, "page": gold.page}
    return place | ({"span": list(gold.span)} if gold.span else {})
