"""Curation by a model: filter, answerability and whether to look for more, in one call.

HiREC 4.2, with replies that point: the model names passages by their labels and sets two flags;
what is looked for next is put into words by the rules.
"""

from collections.abc import Sequence

from hirec.analysts.llm.exhibit import Exhibit, show_passages
from hirec.analysts.llm.replies import CurationReply, curation_reply
from hirec.analysts.protocol import Analyst, Curation, CurationTask
from hirec.llm.chat import ChatModel, ChatRequest
from hirec.prompts import load_prompt
from hirec.settings import CurationSettings
from hirec.types import Passage


def considered(task: CurationTask) -> list[Passage]:
    """What a round judges: passages kept by earlier ones first, each once."""
    found = [*task.kept, *(candidate.passage for candidate in task.shown)]
    return list({passage.passage_id: passage for passage in found}.values())


def curation_request(
    passages: Sequence[Passage], task: CurationTask, chars: int
) -> tuple[Exhibit, ChatRequest[CurationReply]]:
    """What a model is asked of a round, and what the labels in it stand for.

    Args:
        passages: Not empty; see :func:`considered`.
        task: The round.
        chars: About as many of each passage are shown.

    """
    exhibit = show_passages(passages, task.query, chars)
    request = load_prompt("curate").request(
        curation_reply(list(exhibit.passages), task.limit),
        passages=exhibit.shown,
        question=task.query.text,
    )
    return exhibit, request


class Curator:
    """Shows passages under labels and takes back labels."""

    def __init__(self, chat: ChatModel, rules: Analyst, settings: CurationSettings) -> None:
        """Take who curates, and what limits it.

        Args:
            chat: Chooses among passages.
            rules: Puts into words what is to be looked for next.
            settings: ``passage_chars`` of each passage are shown; the first ``always_kept`` have a
                vote too.

        """
        self._chat = chat
        self._rules = rules
        self._settings = settings

    def curate(self, task: CurationTask) -> Curation:
        """One round; passages kept by earlier ones come first and are considered again."""
        passages = considered(task)
        if not passages:
            return Curation((), answerable=False, missing=("any passage on it",))
        exhibit, request = curation_request(passages, task, self._settings.passage_chars)
        reply = self._chat.chat(request).value
        chosen = [exhibit.passages[label] for label in dict.fromkeys(reply.keep)]
        kept = self._voted(chosen, passages, task.limit)
        answerable = reply.answerable and bool(chosen)
        notes = (
            ("said to be answerable with nothing kept",) if reply.answerable > answerable else ()
        )
        if answerable or not reply.more:
            return Curation(kept, answerable, notes=notes)
        expected = self._rules.curate(task)
        return Curation(kept, answerable, expected.missing, expected.complement, notes=notes)

    def _voted(
        self, chosen: Sequence[Passage], passages: Sequence[Passage], limit: int
    ) -> tuple[Passage, ...]:
        """What the model chose and the first passages found, by the reciprocal ranks of both.

        A small model often misses a passage that the order of retrieval has right.
        """
        votes: dict[str, float] = {}
        first = passages[: self._settings.always_kept]
        for ranking in (chosen, first):
            for rank, passage in enumerate(ranking, start=1):
                key = passage.passage_id
                votes[key] = votes.get(key, 0.0) + 1 / rank
        named = {passage.passage_id: passage for passage in passages}
        best = sorted(votes, key=lambda key: -votes[key])
        return tuple(named[key] for key in best[:limit])
