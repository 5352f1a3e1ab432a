"""Textual questions that a language model writes, each with its passage as gold.

A question stays where its answer's quote stands in the passage letter for letter, where it names
its company and no other, where BM25 brings the page back within its filing, and where the model,
asked afresh, finds the answer there. The model's cache of replies lets a killed run go on.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pydantic import BaseModel, Field

from hirec.datasets.wording import company_names
from hirec.evaluation.construction.entailment import PageJudge
from hirec.evaluation.construction.rivals import Collection
from hirec.index import Index
from hirec.llm.chat import ChatModel
from hirec.llm.errors import LlmReplyError, LlmTruncatedError
from hirec.numbers import find_numbers
from hirec.prompts import load_prompt
from hirec.ranking.lexical import LexicalIndex
from hirec.types import Filing, Passage, PassageKind

_SHORTEST, _LONGEST = 300, 2000
"""Characters of a passage that a question is asked of, and that the model is shown."""
_RETRIEVED = 20
"""Places within its own filing in which BM25 has to bring the passage."""
_TRIED = 4
"""Passages that are read for a question wanted, at most."""
_FEWEST_WORDS = 5


class Written(BaseModel):
    """A model's question; empty where the passage holds nothing worth asking."""

    question: str = Field(max_length=300)
    answer: str = Field(max_length=600)
    quote: str = Field(max_length=800)


class TextWriter:
    """Asks a model for questions about prose of an index."""

    def __init__(self, index: Index, model: ChatModel, seed: int = 0) -> None:
        """Take what is read and who writes.

        Args:
            index: Its prose is asked about.
            model: Writes questions and judges whether passages answer them.
            seed: Of the draw of passages.

        """
        self._index = index
        self._model = model
        self._judge = PageJudge(model)
        self._collection = Collection(index)
        self._seed = seed
        self.dropped: Counter[str] = Counter()
        """Reason → questions that were not kept."""

    def write(
        self, count: int, progress: Callable[[int], None] | None = None
    ) -> list[dict[str, Any]]:
        """Rows of a question file; fewer than ``count`` where too few questions hold.

        Raises :class:`hirec.llm.chat.LlmError` where the model cannot be asked.
        """
        rows: list[dict[str, Any]] = []
        for passage in self._drawn(count * _TRIED):
            if len(rows) == count:
                break
            row, reason = self._row(passage)
            if row is None:
                self.dropped[f"written: {reason}"] += 1
                continue
            rows.append({"id": f"text-{len(rows) + 1:05}"} | row)
            if progress:
                progress(len(rows))
        return rows

    def _drawn(self, count: int) -> Iterator[Passage]:
        rng = random.Random(self._seed)  # noqa: S311 - a sample, not a secret
        filings = [*self._index.filings]
        drawn = 0
        while filings and drawn < count:
            for filing_id in rng.sample(filings, len(filings)):
                fitting = [p for p in self._index.passages([filing_id]) if _fits(p)]
                if not fitting:
                    filings.remove(filing_id)
                elif drawn < count:
                    drawn += 1
                    yield rng.choice(fitting)

    def _row(self, passage: Passage) -> tuple[dict[str, Any] | None, str]:
        filing = self._index.filings[passage.filing_id]
        companies, key = self._index.companies, filing.company_key
        name = company_names(companies.name(key), companies.aliases(key))[0]
        request = load_prompt("write_answered").request(
            Written,
            filing=f"{name} · {filing.identity.form.value} · {filing.identity.period.label()}",
            passage=passage.text[:_LONGEST],
        )
        try:
            written = self._model.chat(request).value
        except (LlmReplyError, LlmTruncatedError):
            return None, "the reply cannot be read"
        question, answer = " ".join(written.question.split()), " ".join(written.answer.split())
        reason = self._wrong(question, answer, written.quote, passage, filing)
        if reason:
            return None, reason
        return {
            "question": question,
            "answer": answer,
            "type": "textual",
            "evidence": [{"filing": passage.filing_id, "page": passage.page_number}],
            "any_evidence": True,
            "relation": "written",
            "check": "a model wrote it",
            "passage": passage.passage_id,
            "quote": " ".join(written.quote.split()),
        }, ""

    def _wrong(
        self, question: str, answer: str, quote: str, passage: Passage, filing: Filing
    ) -> str:
        if len(question.split()) < _FEWEST_WORDS or not answer:
            return "nothing worth asking"
        if not quote.strip() or _folded(quote) not in _folded(passage.text):
            return "its quote does not stand in the passage"
        printed = {number.value for number in find_numbers(passage.text)}
        if any(number.value not in printed for number in find_numbers(answer)):
            return "its answer states a number that the passage does not"
        if self._collection.other_companies(question, [filing.company_key]):
            return "it does not name its company alone"
        passages = self._index.passages([passage.filing_id])
        scores = LexicalIndex([p.text for p in passages]).scores(question)
        at = next(i for i, p in enumerate(passages) if p.passage_id == passage.passage_id)
        if int((scores > scores[at]).sum()) >= _RETRIEVED:
            return "search does not bring its passage"
        if not self._judge.answers(question, [passage]):
            return "the model does not find the answer there"
        return ""


def _fits(passage: Passage) -> bool:
    prose = passage.kind is PassageKind.TEXT and not passage.duplicate_of
    return prose and len(passage.text) >= _SHORTEST


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
