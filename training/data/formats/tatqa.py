"""TAT-QA (Zhu et al., ACL 2021): contexts of a table and its paragraphs, as published.

``answer_from`` says whether a question needs the table, paragraphs (``rel_paragraphs``, by their
order) or both. A file whose name says ``test`` is refused: the test is what we are measured on.
"""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from training.data.formats.pages import PageQuestion, load_entries, records_of
from training.data.record import Record
from training.errors import TrainingError

SOURCE = "tatqa"


class _Table(BaseModel):
    uid: str
    table: list[list[str]]


class _Paragraph(BaseModel):
    order: int
    text: str


class _Question(BaseModel):
    question: str
    answer_from: Literal["table", "text", "table-text"]
    rel_paragraphs: list[str] = Field(default_factory=list)


class _Context(BaseModel):
    table: _Table
    paragraphs: list[_Paragraph]
    questions: list[_Question]


def read_tatqa(path: Path) -> list[Record]:
    """Read the train or dev file; raises :class:`TrainingError`."""
    if "test" in path.stem.lower():
        raise TrainingError(
            f"{path} looks like TAT-QA's test, which is measured on: give its train or dev file."
        )
    asked = []
    for context in load_entries(path, "TAT-QA", _Context):
        paragraphs = sorted(context.paragraphs, key=lambda paragraph: paragraph.order)
        rows = "\n".join(" | ".join(row) for row in context.table.table)
        passages = (rows, *(paragraph.text for paragraph in paragraphs))
        places = {str(p.order): at for at, p in enumerate(paragraphs, start=1)}
        for question in context.questions:
            gold = {places[order] for order in question.rel_paragraphs if order in places}
            if question.answer_from != "text":
                gold.add(0)
            uid = context.table.uid
            asked.append(PageQuestion(question.question, uid, uid, passages, gold))
    return records_of(asked, SOURCE)
