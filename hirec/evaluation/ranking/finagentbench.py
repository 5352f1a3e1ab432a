"""FinAgentBench's graded candidates as questions with judged passages."""

from pathlib import Path

from hirec.datasets import finagentbench
from hirec.datasets.finagentbench import GradedQuestion
from hirec.evaluation.ranking.judged import JudgedQuestion, JudgedQuestions
from hirec.evaluation.ranking.ranker import GivenSource, Pool
from hirec.types import Passage, PassageKind


def judged_finagentbench(path: Path, limit: int = 0) -> JudgedQuestions:
    """Read the first ``limit`` lines (0: all); each question's candidates become its pool.

    A candidate's passage_id is ``<question id>#<place>``, the place as the file counts it.

    Raises:
        QuestionFileError: as :func:`hirec.datasets.finagentbench.load_finagentbench` does.

    """
    read = finagentbench.load_finagentbench(path, limit)
    return JudgedQuestions(tuple(map(_judged, read.questions)), read.left_out)


def _judged(graded: GradedQuestion) -> JudgedQuestion:
    name = graded.question_id
    passages = [
        Passage(f"{name}#{at}", name, 1, PassageKind.TEXT, "", text)
        for at, text in enumerate(graded.candidates)
    ]
    relevant = {f"{name}#{at}": grade for at, grade in graded.grades.items() if grade > 0}
    return JudgedQuestion(
        name, graded.question, relevant, Pool(GivenSource(name, passages), (name,))
    )
