"""A language model's summary of a section, put to every passage of it (FinSage, section 3.1)."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from hirec.prompts import load_prompt
from hirec.types import Identity, Passage
from indexing.enrichment.enricher import appended
from indexing.enrichment.llm.annotator import Annotator, one_line, unprinted_figure
from indexing.enrichment.section_summaries import sections_of

PROMPT = "summarize_section"
_WHAT = "section summary"
_MOST_CHARS = 12_000
"""Of a section's text: three thousand tokens tell what it is about."""


class SectionSummary(BaseModel):
    """What a section tells."""

    summary: str = Field(max_length=600)


class LlmSectionSummarizer:
    """Appends to each passage the summary of the smallest section around it worth one."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """A summary with a figure that its section does not print is left out."""
        stated, section_of = sections_of(passages)
        sections = list(dict.fromkeys(filter(None, section_of)))
        texts = ["\n".join(stated[section])[:_MOST_CHARS] for section in sections]
        prompt = load_prompt(PROMPT)
        replies = self._annotator.ask(
            _WHAT,
            [
                prompt.request(SectionSummary, filing=identity.title(), section=section, text=text)
                for section, text in zip(sections, texts, strict=True)
            ],
        )
        summaries = {
            section: self._checked(reply, f"{identity.title()} {section} {text}")
            for section, text, reply in zip(sections, texts, replies, strict=True)
        }
        return [
            appended(passage, summaries.get(section, ""))
            for passage, section in zip(passages, section_of, strict=True)
        ]

    def _checked(self, reply: SectionSummary | None, source: str) -> str:
        words = one_line(reply.summary) if reply else ""
        if figure := unprinted_figure(words, source):
            self._annotator.count_failure(
                _WHAT, f"states {figure}, which the section does not print"
            )
            return ""
        return words
