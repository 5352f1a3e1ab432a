"""TAT-QA (Zhu et al., ACL 2021): contexts of a table and its paragraphs.

A question needs the table, paragraphs or both, as the release says. A file whose name says
``test`` is refused: the test is what we are measured on.
"""

from pathlib import Path

from hirec.datasets.tatqa import load_tatqa
from training.data.formats.pages import PassageQuestion, records_of
from training.data.record import Record
from training.errors import TrainingError

SOURCE = "tatqa"


def read_tatqa(path: Path) -> list[Record]:
    """Read the train or dev file.

    Raises:
        TrainingError: it is the test file.
        QuestionFileError: as :func:`hirec.datasets.tatqa.load_tatqa`.

    """
    if "test" in path.stem.lower():
        raise TrainingError(
            f"{path} looks like TAT-QA's test, which is measured on: give its train or dev file."
        )
    asked = []
    for context in load_tatqa(path):
        uid = context.context_id
        passages = ("\n".join(" | ".join(row) for row in context.table), *context.paragraphs)
        for question in context.questions:
            gold = {at + 1 for at in question.paragraphs}
            if "table" in question.answer_from:
                gold.add(0)
            asked.append(PassageQuestion(question.question, uid, uid, passages, gold))
    return records_of(asked, SOURCE)
