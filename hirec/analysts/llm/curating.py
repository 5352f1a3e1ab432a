"""Curation by a model: filter, answerability and complementary question in one call (HiREC 4.2)."""

from dataclasses import replace

from hirec.analysts.llm.rendering import label_passages, show_passages
from hirec.analysts.llm.replies import CurationReply
from hirec.analysts.protocol import Analyst, Curation, CurationTask
from hirec.companies import CompanyDirectory
from hirec.llm.chat import ChatModel
from hirec.prompts import load_prompt
from hirec.settings import CurationSettings
from hirec.types import Passage, Query


class Curator:
    """Shows passages under labels and takes back only labels that were shown."""

    def __init__(
        self,
        chat: ChatModel,
        rules: Analyst,
        companies: CompanyDirectory,
        settings: CurationSettings,
    ) -> None:
        self._chat = chat
        self._rules = rules
        self._companies = companies
        self._settings = settings

    def curate(self, task: CurationTask) -> Curation:
        """One round; passages kept by earlier ones come first and are considered again."""
        found = [*task.kept, *(candidate.passage for candidate in task.shown)]
        labelled = label_passages(list({p.passage_id: p for p in found}.values()))
        if not labelled:
            return Curation((), answerable=False, missing=("any passage on it",))
        request = load_prompt("curate").request(
            CurationReply,
            limit=str(task.limit),
            passages=show_passages(labelled, task.query, self._settings.passage_chars),
            question=task.query.text,
        )
        reply = self._chat.chat(request).value
        notes: list[str] = []
        kept = _kept(reply, labelled, task.limit, notes)
        answerable = reply.answerable and bool(kept)
        if reply.answerable and not kept:
            notes.append("said to be answerable with nothing kept")
        return Curation(
            kept=kept,
            answerable=answerable,
            missing=() if answerable else tuple(text for text in reply.missing if text.strip()),
            complement=None if answerable else self._complement(reply.question, task.query, notes),
            notes=tuple(notes),
        )

    def _complement(self, text: str, query: Query, notes: list[str]) -> Query | None:
        """The complementary question, scoped by the rules; what it leaves open stays as it was."""
        text = " ".join(text.split())
        if not text:
            return None
        scope = self._rules.scope(text, self._companies, query.scope.as_of)
        if scope.unknown_companies:
            notes.append(f"asked for {', '.join(scope.unknown_companies)}, not in the index")
        scope = replace(
            scope,
            companies=scope.companies or query.scope.companies,
            periods=scope.periods or query.scope.periods,
            unknown_companies=(),
        )
        return self._rules.rewrite(text, scope)


def _kept(
    reply: CurationReply, labelled: dict[str, Passage], limit: int, notes: list[str]
) -> tuple[Passage, ...]:
    """Passages by their labels, best first; labels never shown are noted and dropped."""
    chosen: dict[str, Passage] = {}
    for label in (said.strip() for said in reply.keep):
        if label not in labelled:
            notes.append(f"unknown label '{label}'")
        elif label in chosen:
            notes.append(f"label '{label}' twice")
        else:
            chosen[label] = labelled[label]
    if len(chosen) > limit:
        notes.append(f"kept {len(chosen)} passages, {limit} allowed")
    return tuple(chosen.values())[:limit]
