"""FinQA (Chen et al., EMNLP 2021): the official release, and UDA-Benchmark's by report.

``gold_inds`` (UDA: ``evidence``) names the rows of the table and the sentences that a question
needs: ``table_3``, ``text_5``. The table is one passage, as HiREC trains on FinQA's tables.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from hirec.datasets.finqa import restored
from hirec.invalid import first_problem
from training.data.formats.pages import PageQuestion, records_of
from training.data.record import Record
from training.errors import TrainingError

SOURCE = "finqa"
_PLACE = re.compile(r"(?P<kind>table|text)_(?P<at>\d+)")
_REPORT = re.compile(r"(?P<ticker>[A-Z.]+)[/_](?P<year>(?:19|20)\d\d)")


class _Asked(BaseModel):
    question: str
    gold_inds: dict[str, str] = Field(default_factory=dict)


class OfficialPage(BaseModel):
    """An entry of the official release."""

    id: str
    pre_text: list[str]
    post_text: list[str]
    table: list[list[str]]
    qa: _Asked


class _Context(BaseModel):
    pre_text: list[str]
    post_text: list[str]
    table_ori: list[list[str]]


class _UdaPage(BaseModel):
    q_uid: str
    question: str
    evidence: dict[str, str] = Field(default_factory=dict)
    context: _Context


_OFFICIAL = TypeAdapter(list[OfficialPage])
_UDA = TypeAdapter(dict[str, list[_UdaPage]])


def read_finqa(path: Path) -> list[Record]:
    """Read a file of either form; raises :class:`TrainingError`, which says where it fails."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TrainingError(f"Cannot read FinQA file {path}: {error.strerror}.") from error
    except ValueError as error:
        raise TrainingError(f"FinQA file {path} is no JSON: {error}.") from error
    try:
        asked = list(_uda(content) if isinstance(content, dict) else _official(content))
    except ValidationError as error:
        problem = first_problem(error, "the file")
        raise TrainingError(f"FinQA file {path}: {problem}.") from error
    return records_of(asked, SOURCE)


def page_of(
    page_id: str,
    question: str,
    table: Sequence[Sequence[str]],
    before: Sequence[str],
    after: Sequence[str],
    places: Sequence[str],
) -> PageQuestion:
    """A page as passages: the table with the sentence in front of it, then each sentence.

    Args:
        page_id: As FinQA names it: ticker, year and page.
        question: As it was asked.
        table: Row by row.
        before: Sentences in front of the table.
        after: Those behind it.
        places: Gold, by FinQA's names; a sentence counts over ``before`` and ``after`` together.

    """
    sentences = [restored(text) for text in (*before, *after)]
    rows = "\n".join(" | ".join(restored(cell) for cell in row) for row in table)
    named = _REPORT.search(page_id)
    report = f"{named['ticker']} {named['year']}" if named else page_id
    caption = restored(before[-1]) if before else ""
    passages = [f"{report}\n{caption}\n{rows}", *(f"{report}\n{text}" for text in sentences)]
    gold = set()
    for place in places:
        if match := _PLACE.fullmatch(place):
            gold.add(0 if match["kind"] == "table" else 1 + int(match["at"]))
    worth = [at for at, text in enumerate(passages) if at == 0 or len(text) > len(report) + 3]
    return PageQuestion(
        restored(question),
        named["ticker"] if named else page_id,
        page_id.rpartition("-")[0] or page_id,
        tuple(passages[at] for at in worth),
        {new for new, old in enumerate(worth) if old in gold},
    )


def _official(content: Any) -> Iterator[PageQuestion]:  # noqa: ANN401 - JSON
    for page in _OFFICIAL.validate_python(content):
        places = list(page.qa.gold_inds)
        yield page_of(page.id, page.qa.question, page.table, page.pre_text, page.post_text, places)


def _uda(content: Any) -> Iterator[PageQuestion]:  # noqa: ANN401 - JSON
    for pages in _UDA.validate_python(content).values():
        for page in pages:
            own = page.context
            yield page_of(
                page.q_uid,
                page.question,
                own.table_ori,
                own.pre_text,
                own.post_text,
                list(page.evidence),
            )
