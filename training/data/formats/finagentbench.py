"""FinAgentBench's graded chunks: each chunk of the best grade against those of grade 0."""

from pathlib import Path

from hirec.datasets.finagentbench import GradedQuestion, load_finagentbench
from training.data.record import Negative, Record, Why

SOURCE = "finagentbench"


def read_finagentbench(path: Path) -> list[Record]:
    """Read the challenge's JSON Lines; raises :class:`hirec.types.QuestionFileError`."""
    return [record for graded in load_finagentbench(path).questions for record in _records(graded)]


def _records(graded: GradedQuestion) -> list[Record]:
    grades = [graded.grades.get(at, 0) for at in range(len(graded.candidates))]
    chunks = list(zip(graded.candidates, grades, strict=True))
    worthless = tuple(Negative(text, Why.JUDGED) for text, grade in chunks if not grade)
    return [
        Record(graded.question, text, worthless, SOURCE, graded.question_id)
        for text, grade in chunks
        if grade == max(grades)
    ]
