"""Tables said in words by a language model (FinSage, section 3.1)."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from hirec.prompts import load_prompt
from hirec.types import Identity, Passage, PassageKind
from indexing.enrichment.enricher import appended
from indexing.enrichment.llm.annotator import Annotator, one_line, unprinted_figure

PROMPT = "describe_table"
_WHAT = "table description"


class TableWords(BaseModel):
    """What a table shows."""

    description: str = Field(max_length=900)


class LlmTableDescriber:
    """Appends a description to each table passage."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """A description with a figure that its table does not print is left out."""
        prompt = load_prompt(PROMPT)
        tables = [passage for passage in passages if passage.kind is PassageKind.TABLE]
        replies = self._annotator.ask(
            _WHAT,
            [
                prompt.request(
                    TableWords, filing=identity.title(), section=table.section, table=table.text
                )
                for table in tables
            ],
        )
        words = {
            table.passage_id: self._checked(reply, f"{table.title} {table.text}")
            for table, reply in zip(tables, replies, strict=True)
        }
        return [appended(passage, words.get(passage.passage_id, "")) for passage in passages]

    def _checked(self, reply: TableWords | None, source: str) -> str:
        words = one_line(reply.description) if reply else ""
        if figure := unprinted_figure(words, source):
            self._annotator.count_failure(_WHAT, f"states {figure}, which the table does not print")
            return ""
        return words
