"""A file of questions of either form, as questions with judged passages."""

from pathlib import Path

from hirec.datasets.beir import is_beir
from hirec.datasets.questions import load_questions
from hirec.evaluation.ranking.beir import judged_beir
from hirec.evaluation.ranking.finagentbench import judged_finagentbench
from hirec.evaluation.ranking.judged import JudgedQuestions, PoolScope, judge_by_pages
from hirec.evaluation.ranking.tatqa import TableReader, judged_tatqa
from hirec.index import Index
from hirec.json_files import parse_json, read_lines
from hirec.types import QuestionError, QuestionFileError


def load_judged(
    path: Path,
    index: Index | None,
    within: PoolScope,
    limit: int = 0,
    read_table: TableReader | None = None,
) -> JudgedQuestions:
    """Read the first ``limit`` questions (0: all) with what may be ranked for each.

    A folder in BEIR's layout brings its corpus, a file whose first line has ``messages``
    (FinAgentBench's) the candidates of each question, a JSON list (TAT-QA's) its tables, which
    ``read_table`` reads; all others hold gold pages, which ``index`` has to hold.

    Args:
        path: A file, or a folder in BEIR's layout.
        index: Holds the gold pages; None where candidates come with the file.
        within: Whether gold filings or the whole collection are ranked.
        limit: Questions read from the start; 0: all.
        read_table: Makes a passage of a TAT-QA table.

    Raises:
        QuestionFileError: the file is missing or malformed.
        QuestionError: there is no index, no reader of tables, or what comes with its own
            candidates is to be searched for in the whole collection.

    """
    listed = _is_list(path)
    if listed or is_beir(path) or _has_candidates(path):
        if within is PoolScope.COLLECTION:
            raise QuestionError(
                f"{path} brings the candidates of each question: rank them with --within filing."
            )
        if listed:
            if read_table is None:
                raise QuestionError(f"{path} holds tables, and nothing here reads them.")
            return judged_tatqa(path, read_table, limit)
        return judged_beir(path, limit) if path.is_dir() else judged_finagentbench(path, limit)
    questions = load_questions(path)[: limit or None]
    if index is None:
        raise QuestionError(f"The gold pages of {path} are looked up in an index: give --index.")
    return judge_by_pages(questions, index, within)


def _is_list(path: Path) -> bool:
    """Whether a file begins as a JSON list; what cannot be read does not, yet."""
    try:
        with path.open(encoding="utf-8-sig") as stream:
            return stream.read(1) == "["
    except (OSError, ValueError):
        return False  # the reader of questions says what is wrong with it


def _has_candidates(path: Path) -> bool:
    """Whether the first line is one of FinAgentBench's; what cannot be read is not, yet."""
    try:
        _, line = next(read_lines(path, QuestionFileError), (0, "null"))
        row = parse_json(line, str(path), QuestionFileError)
    except QuestionFileError:
        return False  # the reader of questions says what is wrong with it
    return isinstance(row, dict) and "messages" in row
