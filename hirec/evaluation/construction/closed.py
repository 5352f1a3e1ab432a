"""Closed questions made open: company and period put in, the gold page found (appendix B.2, B.3).

A closed question was asked over a page that its reader held: "what are the total operating
expenses?". Over a collection it needs the company and the period, and its page has to be found.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hirec.datasets.wording import company_names, possessive, short_when
from hirec.evaluation.construction.entailment import support
from hirec.index import Index
from hirec.json_files import read_lines
from hirec.lexicon import content_words
from hirec.numbers import find_numbers
from hirec.periods import find_periods
from hirec.periods.dates import MONTH_NAMES
from hirec.ranking.lexical import LexicalIndex
from hirec.types import Filing, Passage, QuestionFileError
from hirec.validation_errors import first_problem

_OWNER = re.compile(
    r"\b(?:the|this|our)\s+(?:company|corporation|firm|registrant)['’]s\b|\b(?:its|their|our)\b",
    re.IGNORECASE,
)
_COMPANY = re.compile(r"\b(?:the|this)\s+(?:company|corporation|firm|registrant)\b", re.IGNORECASE)
_ASKING = re.compile(
    r"^(?:what|how|which|who|when|by|in|did|does|do|is|are|was|were|has|have)\b", re.I
)
_DIGITS = re.compile(r"\S*\d\S*")
_TELLING_DIGITS = 3
_LEAST_SUPPORT = 0.5
"""Share of the words, or of the context's numbers, that a page has to state."""
_QUESTION_WORDS = content_words(
    "what which how much many was were is are did does do have report company year fiscal total "
    "million millions thousand thousands percent change increase decrease amount figure state "
    f"end first second third fourth two three six nine months quarter ended usd {MONTH_NAMES}"
)


class ClosedQuestion(BaseModel):
    """A line of a file of closed questions."""

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True)

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    filing: str = Field(min_length=1)
    """A filing_id of the index or the stem of a source file."""
    page: int | None = Field(default=None, ge=1)
    context: str = ""
    """Text of the table and paragraphs that it was asked over, where known."""
    unit: str = ""
    type: str = "numeric_table"


@dataclass(frozen=True, slots=True)
class GoldPage:
    """The page a closed question was asked over."""

    page: int | None
    sure: bool
    """BM25 and the entailment check choose the same page, or it was given."""
    candidates: tuple[int, ...] = ()
    """What a person should look at where they do not."""


def load_closed(path: Path) -> list[ClosedQuestion]:
    """Read JSON Lines; raises :class:`QuestionFileError`, which names the line."""
    found: dict[str, ClosedQuestion] = {}
    for number, line in read_lines(path, QuestionFileError):
        try:
            row = ClosedQuestion.model_validate_json(line)
        except ValidationError as error:
            raise QuestionFileError(
                f"{path}, line {number}: {first_problem(error)}; each line is a JSON object with "
                "id, question, answer and filing, and maybe page, context, unit, type."
            ) from error
        if row.id in found:
            raise QuestionFileError(f"{path}, line {number}: id {row.id!r} was already used.")
        found[row.id] = row
    if not found:
        raise QuestionFileError(f"{path} holds no question: expected JSON Lines.")
    return list(found.values())


class Opener:
    """Makes closed questions open, over an index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._pages: dict[str, tuple[Mapping[int, list[Passage]], LexicalIndex]] = {}

    def opened(self, closed: ClosedQuestion) -> tuple[dict[str, Any] | None, str]:
        """A row of a question file and what a person should check; None and why it was dropped."""
        filing = self._index.by_source(closed.filing)
        if filing is None:
            return None, "its filing is not in the index"
        if closed.page is not None and closed.page > filing.page_count:
            return None, f"{filing.filing_id} has no page {closed.page}"
        gold = self.gold_page(closed, filing)
        pages = [gold.page] if gold.page else list(gold.candidates[:1])
        if not pages:
            return None, "no page of its filing states the answer"
        row = {
            "question": self.made_open(closed.question, filing),
            "answer": closed.answer,
            "type": closed.type,
            "evidence": [{"filing": filing.filing_id, "page": pages[0]}],
            "any_evidence": True,
            "relation": "opened",
            "closed": closed.question,
        } | ({"unit": closed.unit} if closed.unit else {})
        others = ", ".join(map(str, gold.candidates))
        check = "" if gold.sure else f"which page? BM25 and the entailment check say {others}"
        return row, check

    def made_open(self, question: str, filing: Filing) -> str:
        """The question with the company and the period it lacks; nothing it says is changed."""
        companies = self._index.companies
        text = question.strip()
        name = company_names(
            companies.name(filing.company_key), companies.aliases(filing.company_key)
        )[0]
        named, _ = companies.find(text)
        put = ""
        if filing.company_key not in {company.company_key for company in named}:
            replaced = _OWNER.sub(possessive(name), text, count=1)
            if replaced == text:
                replaced = _COMPANY.sub(name, text, count=1)
            put = "" if replaced != text else f"at {name}"
            text = replaced
        if not find_periods(text) and filing.identity.fiscal_year is not None:
            put = f"{put} in {_period(filing)}".strip()
        if not put:
            return text[:1].upper() + text[1:]
        body = text[:1].lower() + text[1:] if _ASKING.match(text) else text
        return f"{put[0].upper()}{put[1:]}, {body}"

    def gold_page(self, closed: ClosedQuestion, filing: Filing) -> GoldPage:
        """The page that both BM25 and the entailment check choose (appendix B.3).

        Entailment is the share of the context's numbers that a page prints; without a context how
        far it states the answer under the question's words.
        """
        if closed.page is not None:
            return GoldPage(closed.page, sure=True)
        pages, lexical = self._of(filing.filing_id)
        numbers = list(pages)
        answers = find_numbers(closed.answer)
        printed = " ".join(f"{abs(number.value):,}" for number in answers)
        asked = f"{closed.question} {closed.answer} {printed} {closed.context}"
        scores = lexical.scores(asked)
        entailed = self._entailment(closed, filing, pages)
        if not numbers or not max(entailed):
            return GoldPage(None, sure=False)
        best = max(entailed)
        by_words = max(range(len(numbers)), key=lambda at: (scores[at], -at))
        chosen = max(range(len(numbers)), key=lambda at: (entailed[at], scores[at], -at))
        distinctive = bool(closed.context) or any(_tells(number.value) for number in answers)
        if distinctive and entailed[by_words] == best >= _LEAST_SUPPORT:
            return GoldPage(numbers[by_words], sure=True)
        looked_at = dict.fromkeys((numbers[chosen], numbers[by_words]))
        return GoldPage(None, sure=False, candidates=tuple(looked_at))

    def _entailment(
        self, closed: ClosedQuestion, filing: Filing, pages: Mapping[int, Sequence[Passage]]
    ) -> list[float]:
        context = {abs(number.value) for number in find_numbers(closed.context)}
        if context:
            printed = [_amounts(passages) for passages in pages.values()]
            return [len(context & amounts) / len(context) for amounts in printed]
        words = content_words(_DIGITS.sub(" ", closed.question)) - _QUESTION_WORDS
        words -= content_words(self._index.companies.name(filing.company_key))
        answers = [number.value for number in find_numbers(closed.answer)]
        if not answers:
            return [0.0] * len(pages)
        return [support(passages, words, answers[0]) for passages in pages.values()]

    def _of(self, filing_id: str) -> tuple[Mapping[int, list[Passage]], LexicalIndex]:
        if filing_id not in self._pages:
            pages: dict[int, list[Passage]] = {}
            for passage in self._index.passages([filing_id]):
                pages.setdefault(passage.page_number, []).append(passage)
            texts = ["\n".join(p.text for p in passages) for passages in pages.values()]
            self._pages[filing_id] = pages, LexicalIndex(texts)
        return self._pages[filing_id]


def _tells(value: Decimal) -> bool:
    """Whether a number has digits enough to be found by: a 2 stands on every page."""
    return len(value.normalize().as_tuple().digits) >= _TELLING_DIGITS


def _period(filing: Filing) -> str:
    identity = filing.identity
    if identity.fiscal_quarter is None:
        return f"fiscal {identity.fiscal_year}"
    return short_when(identity.period)


def _amounts(passages: Sequence[Passage]) -> set[Decimal]:
    found: set[Decimal] = set()
    for passage in passages:
        table = passage.table
        if table is None:
            found |= {abs(number.value) for number in find_numbers(passage.text)}
        else:
            cells = (cell for row in table.rows for cell in row.cells)
            found |= {abs(cell.value) for cell in cells if cell and cell.value is not None}
    return found
