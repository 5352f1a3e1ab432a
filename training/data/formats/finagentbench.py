"""FinAgentBench's graded chunks: each chunk of the best grade against those of grade 0."""

from pathlib import Path

from hirec.evaluation.ranking.finagentbench import load_finagentbench
from training.data.record import Negative, Record, Why

SOURCE = "finagentbench"


def read_finagentbench(path: Path) -> list[Record]:
    """Read the challenge's JSON Lines; raises :class:`hirec.types.QuestionFileError`."""
    found = []
    for question in load_finagentbench(path).questions:
        passages = question.pool.passages
        best = max(question.judgements.values())
        worthless = tuple(
            Negative(passage.text, Why.JUDGED)
            for passage in passages
            if not question.judgements.get(passage.passage_id)
        )
        found += [
            Record(question.question, passage.text, worthless, SOURCE, question.question_id)
            for passage in passages
            if question.judgements.get(passage.passage_id) == best
        ]
    return found
