"""Questions that a language model writes about passages, kept where they hold (InPars).

Bonifacio et al., "InPars: Data Augmentation for Information Retrieval using Large Language
Models", 2022: a model reads a passage and writes the question it answers. Kept is what names its
company, does not point at the passage itself, is brought back by BM25 within its own filing, and
of which the model, asked afresh, says that the passage answers it. The model's cache of replies
makes a run that was killed go on where it stopped.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Set
from typing import Literal

from pydantic import BaseModel, Field

from hirec.datasets.wording import company_names
from hirec.index import Index
from hirec.llm.chat import ChatModel
from hirec.llm.errors import LlmReplyError, LlmTruncatedError
from hirec.prompts import load_prompt
from hirec.types import Filing, Passage, PassageKind
from training.data.negatives import HardNegatives, masked, repeated
from training.data.record import Record

SOURCE = "written"
KINDS = {
    PassageKind.TABLE: ("a figure", "a change", "the largest", "a share or ratio"),
    PassageKind.TEXT: ("why", "what", "yes or no", "how", "a name, place or date"),
}
"""What is wanted of a passage, in turn, so that questions differ."""
_SHORTEST, _LONGEST = 250, 1200
"""Characters of a passage that a question is asked of, and that the model is shown."""
_FEWEST, _MOST = 4, 30
"""Words of a question."""
_RETRIEVED = 30
"""Places within its own filing in which BM25 has to bring the passage."""
_POINTING = re.compile(
    r"\b(?:passage|excerpt|(?:this|the|above|following|given|provided) (?:table|text|section))\b",
    re.IGNORECASE,
)
Refusals = Counter[str]


class WrittenQuestion(BaseModel):
    """A model's question; empty where the passage holds nothing worth asking."""

    question: str = Field(max_length=240)


class Checked(BaseModel):
    """Whether the passage answers."""

    answered: Literal["yes", "no"]


class QuestionWriter:
    """Asks a model about passages of an index."""

    def __init__(self, index: Index, model: ChatModel, seed: int = 0) -> None:
        """Take what is read and who writes.

        Args:
            index: Its passages are asked about.
            model: Writes questions and judges whether passages answer them.
            seed: Of the draw of passages and negatives.

        """
        self._index = index
        self._model = model
        self._seed = seed
        self._negatives = HardNegatives(index, seed)
        self.refused: Refusals = Counter()
        """How many questions were not kept, by reason."""

    def write(
        self,
        count: int,
        without: Set[str] = frozenset(),
        progress: Callable[[int], None] | None = None,
    ) -> Iterator[Record]:
        """Ask about passages of the index.

        Each passage gives one record or none; the same for the same index, model and seed. Raises
        :class:`hirec.llm.chat.LlmError` where the model cannot be asked; a reply that cannot be
        used costs its passage.

        Args:
            count: Passages asked about.
            without: Companies (keys) that are left out.
            progress: Called with the number of passages asked about.

        """
        for at, (passage, kind) in enumerate(self._drawn(count, without), start=1):
            record = self._record(passage, kind)
            if progress:
                progress(at)
            if record is not None:
                yield record

    def _drawn(self, count: int, without: Set[str]) -> Iterator[tuple[Passage, str]]:
        """Passages to ask about: a filing after another, tables and text in turn."""
        rng = random.Random(self._seed)  # noqa: S311 - a sample, not a secret
        filings = [f for f in self._index.filings.values() if f.company_key not in without]
        drawn = 0
        while filings and drawn < count:
            for filing in rng.sample(filings, len(filings)):
                kind = (PassageKind.TEXT, PassageKind.TABLE)[rng.random() < 0.4]
                pool = [
                    p for p in self._negatives.texts(filing.filing_id).passages if _fits(p, kind)
                ]
                style = rng.choice(KINDS[kind])
                if pool and drawn < count:
                    drawn += 1
                    yield rng.choice(pool), style

    def _record(self, passage: Passage, kind: str) -> Record | None:
        filing = self._index.filings[passage.filing_id]
        try:
            question = self._asked(passage, filing, kind)
            reason = self._wrong(question, passage)
            question = self._named(question, filing)
            reason = reason or self._unanswered(question, passage)
        except (LlmReplyError, LlmTruncatedError):
            reason = "reply cannot be used"
        if reason:
            self.refused[reason] += 1
            return None
        words = frozenset(masked(passage.text).split())
        negatives = self._negatives.choose(
            question,
            passage,
            lambda p: (
                (p.filing_id, p.page_number) == (passage.filing_id, passage.page_number)
                or (p.filing_id == passage.filing_id and repeated(p, words))
            ),
        )
        return Record(
            question,
            passage.retrieval_text,
            negatives,
            SOURCE,
            filing.company_key,
            passage.filing_id,
            (passage.page_number,),
        )

    def _asked(self, passage: Passage, filing: Filing, kind: str) -> str:
        name = self._name(filing)
        request = load_prompt("write_question").request(
            WrittenQuestion,
            filing=f"{name} · {filing.identity.form.value} · {filing.identity.period.label()}",
            kind=kind,
            passage=passage.text[:_LONGEST],
        )
        return " ".join(self._model.chat(request).value.question.split())

    def _named(self, question: str, filing: Filing) -> str:
        """With the company's name: small models forget it, people type it in front as well."""
        named, _ = self._index.companies.find(question)
        if filing.company_key in {company.company_key for company in named}:
            return question
        return f"{self._name(filing)} {filing.identity.period.label()}: {question}"

    def _name(self, filing: Filing) -> str:
        companies, key = self._index.companies, filing.company_key
        return company_names(companies.name(key), companies.aliases(key))[0]

    def _wrong(self, question: str, passage: Passage) -> str:
        words = len(question.split())
        if words < _FEWEST or words > _MOST:
            return "nothing worth asking" if words < _FEWEST else "too long"
        if _POINTING.search(question):
            return "points at the passage"
        best = self._negatives.texts(passage.filing_id).best(question, _RETRIEVED)
        if passage.passage_id not in {p.passage_id for p in best}:
            return "not retrieved"
        return ""

    def _unanswered(self, question: str, passage: Passage) -> str:
        request = load_prompt("check_question").request(
            Checked, question=question, passage=passage.text[:_LONGEST]
        )
        answered = self._model.chat(request).value.answered
        return "" if answered == "yes" else "not answered"


def _fits(passage: Passage, kind: PassageKind) -> bool:
    return passage.kind is kind and len(passage.text) >= _SHORTEST and not passage.duplicate_of
