"""MultiHiertt (Zhao et al., ACL 2022): several hierarchical tables and paragraphs a document.

Tables are HTML. ``qa.table_evidence`` names cells as ``table-row-column``, ``qa.text_evidence``
paragraphs by their number.
"""

from pathlib import Path
from typing import Annotated

from lxml import html
from lxml.etree import ParserError
from pydantic import BaseModel, Field

from hirec.datasets.published import in_shape, read_rows
from training.data.formats.pages import PassageQuestion, records_of
from training.data.record import Record
from training.errors import TrainingError

SOURCE = "multihiertt"


class _Asked(BaseModel):
    question: str
    text_evidence: list[int] = Field(default_factory=list)
    table_evidence: list[Annotated[str, Field(pattern=r"^\d+-")]] = Field(default_factory=list)


class _Document(BaseModel):
    uid: str
    paragraphs: list[str]
    tables: list[str]
    qa: _Asked


def read_multihiertt(path: Path) -> list[Record]:
    """Read a file of the release; raises TrainingError or QuestionFileError."""
    asked = []
    for place, entry in read_rows(path):
        document = in_shape(_Document, entry, place)
        try:
            tables = [_rows(table) for table in document.tables]
        except ParserError as error:
            raise TrainingError(f"{place}: a table is no HTML: {error}.") from error
        gold = {int(cell.partition("-")[0]) for cell in document.qa.table_evidence}
        gold |= {len(tables) + at for at in document.qa.text_evidence}
        passages = (*tables, *document.paragraphs)
        inside = {at for at in gold if 0 <= at < len(passages)}
        uid = document.uid
        asked.append(PassageQuestion(document.qa.question, uid, uid, passages, inside))
    return records_of(asked, SOURCE)


def _rows(table: str) -> str:
    """The cells of an HTML table, a row a line."""
    rows = html.fromstring(table).iter("tr") if table.strip() else ()
    return "\n".join(" | ".join(_text(cell) for cell in row.iter("td", "th")) for row in rows)


def _text(cell: html.HtmlElement) -> str:
    return " ".join(cell.text_content().split())
