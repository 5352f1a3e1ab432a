"""A folder in BEIR's layout as questions with judged passages: each ranks the whole corpus."""

from pathlib import Path

from hirec.datasets.beir import load_beir
from hirec.evaluation.ranking.judged import JudgedQuestion, JudgedQuestions
from hirec.evaluation.ranking.ranker import GivenSource, Pool
from hirec.types import Passage, PassageKind

_NAME = "corpus"


def judged_beir(path: Path, limit: int = 0) -> JudgedQuestions:
    """Read the first ``limit`` judged queries (0: all); those without judgements are left out.

    Raises:
        QuestionFileError: as :func:`hirec.datasets.beir.load_beir` does.

    """
    read = load_beir(path)
    texts = [
        Passage(key, _NAME, 1, PassageKind.TEXT, "", text) for key, text in read.corpus.items()
    ]
    pool = Pool(GivenSource(_NAME, texts), (_NAME,))
    kept = [
        JudgedQuestion(key, query, read.judgements[key], pool)
        for key, query in read.queries.items()
        if key in read.judgements
    ]
    unjudged = tuple(key for key in read.queries if key not in read.judgements)
    left_out = {"no judgements": unjudged} if unjudged else {}
    return JudgedQuestions(tuple(kept[: limit or None]), left_out)
