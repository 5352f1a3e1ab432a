"""TAT-QA as a ranking task: find the table that a question asks about among twenty others.

The questions name neither company nor filing, so each is ranked over its own table and
:data:`OTHERS` drawn from the other contexts of the file, shuffled, each on a page of its own.
Questions that paragraphs alone answer are left out.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hirec.datasets.tatqa import Context, load_tatqa
from hirec.evaluation.ranking.judged import JudgedQuestion, JudgedQuestions
from hirec.evaluation.ranking.ranker import GivenSource, Pool
from hirec.types import Passage

OTHERS = 20
"""Tables beside the right one."""
TableReader = Callable[[Context], Passage | None]
"""Reads a context's table as a passage, None where there is none to read."""


def judged_tatqa(path: Path, read_table: TableReader, limit: int = 0) -> JudgedQuestions:
    """Read the first ``limit`` questions (0: all) that the table answers, alone or with text.

    The drawing depends on the question's id alone. Raises
    :class:`hirec.types.QuestionFileError` as :func:`hirec.datasets.tatqa.load_tatqa` does.

    Args:
        path: A JSON file as TAT-QA publishes it.
        read_table: Makes a passage of a context's table; None: there is nothing to read in it.
        limit: Of the questions that are kept.

    """
    contexts = load_tatqa(path)
    tables = {c.context_id: table for c in contexts if (table := read_table(c)) is not None}
    kept: list[JudgedQuestion] = []
    left_out: dict[str, list[str]] = {}
    for context in contexts:
        for asked in context.questions:
            own = tables.get(context.context_id)
            if asked.answer_from == "text" or own is None:
                reason = "no table to read" if own is None else "answered by text alone"
                left_out.setdefault(reason, []).append(asked.question_id)
                continue
            others = [table for key, table in tables.items() if key != context.context_id]
            pool = _pool(asked.question_id, own, others)
            kept.append(
                JudgedQuestion(asked.question_id, asked.question, {own.passage_id: 1}, pool)
            )
    return JudgedQuestions(
        tuple(kept[: limit or None]), {why: tuple(ids) for why, ids in left_out.items()}
    )


def _pool(question_id: str, own: Passage, others: Sequence[Passage]) -> Pool:
    rng = random.Random(question_id)  # noqa: S311 - a sample, not a secret
    drawn = [own, *rng.sample(others, min(OTHERS, len(others)))]
    rng.shuffle(drawn)
    pages = [
        replace(table, filing_id=question_id, page_number=page)
        for page, table in enumerate(drawn, start=1)
    ]
    return Pool(GivenSource(question_id, pages), (question_id,))
