"""ConvFinQA (Chen et al., EMNLP 2022): conversations over FinQA's pages, as published.

The questions of a conversation (``annotation.dialogue_break``) lean on each other; only those that
stand alone become records, each with the places that the conversation needs.
"""

import re
from pathlib import Path

from pydantic import BaseModel, Field

from training.data.formats.finqa import page_of
from training.data.formats.pages import load_entries, records_of
from training.data.record import Record

SOURCE = "convfinqa"
_LEANING = re.compile(
    r"\b(?:it|that|this|those|these|they|then)\b|^(?:and|for|in|what about) ", re.IGNORECASE
)


class _Gold(BaseModel):
    gold_inds: dict[str, str] = Field(default_factory=dict)


class _Annotation(BaseModel):
    dialogue_break: list[str]


class _Conversation(BaseModel):
    id: str
    pre_text: list[str]
    post_text: list[str]
    table: list[list[str]]
    qa: _Gold | None = None
    qa_0: _Gold | None = None
    qa_1: _Gold | None = None
    annotation: _Annotation


def read_convfinqa(path: Path) -> list[Record]:
    """Read the train or dev file; raises :class:`TrainingError`."""
    asked = []
    for talk in load_entries(path, "ConvFinQA", _Conversation):
        golds = (talk.qa, talk.qa_0, talk.qa_1)
        places = [place for gold in golds if gold for place in gold.gold_inds]
        name = re.sub(r"^(?:Single|Double)_", "", talk.id)
        for question in talk.annotation.dialogue_break:
            if not _LEANING.search(question):
                page = (talk.table, talk.pre_text, talk.post_text)
                asked.append(page_of(name, question, *page, places))
    return records_of(asked, SOURCE)
