"""Whether a page states a figure: its value, under words that name it, for its period.

The rules' stand-in for the NLI model of HiREC's appendix B.3. A language model may be asked besides
(:class:`PageJudge`).
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel

from hirec.evaluation.construction.rivals import same_period
from hirec.evaluation.generated.questions import Asked
from hirec.lexicon import content_words, match_concept, metric_named, metrics_of_row
from hirec.llm.chat import ChatModel
from hirec.llm.errors import LlmReplyError, LlmTruncatedError
from hirec.numbers import find_numbers
from hirec.periods import cell_period
from hirec.prompts import load_prompt
from hirec.scales import cell_scale
from hirec.types import Cell, Passage, Row, Table

MAX_PAGE_CHARS = 6000
"""Of a page that a model is shown."""


def states(passages: Iterable[Passage], asked: Asked) -> bool:
    """Whether a table of these passages prints the figure in a row of its name and its period."""
    return any(
        _is_cell(table, row, at, asked)
        for passage in passages
        if (table := passage.table) is not None
        for row in table.rows
        if _names(table, row, asked)
        for at in range(len(row.cells))
    )


def support(passages: Iterable[Passage], words: frozenset[str], value: Decimal) -> float:
    """How far a page states a number under the words of a question, 0 to 1.

    The best over its rows and sentences that print the number, at any power of a thousand: the
    share of ``words`` that stand beside it, in the row's label, its heading and the table's
    caption, or in the sentence.

    Args:
        passages: Those of the page.
        words: Content words of the question, in lower case.
        value: Of the answer, as it is written.

    """
    best = 0.0
    for passage in passages:
        table = passage.table
        if table is None:
            if any(_is_amount(n.value, value) for n in find_numbers(passage.text)):
                best = max(best, _share(words, passage.text) / 2)
            continue
        for row in table.rows:
            if any(cell and _is_amount(cell.value, value) for cell in row.cells):
                best = max(best, _share(words, f"{row.label} {row.section} {table.caption}"))
    return best


class Answered(BaseModel):
    """Whether a page answers."""

    answered: Literal["yes", "no"]


class PageJudge:
    """Asks a language model whether a page answers a question."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def answers(self, question: str, passages: Sequence[Passage]) -> bool:
        """Whether it says yes; a reply that cannot be read is no yes."""
        text = "\n".join(passage.text for passage in passages)[:MAX_PAGE_CHARS]
        request = load_prompt("check_question").request(Answered, question=question, passage=text)
        try:
            return self._model.chat(request).value.answered == "yes"
        except (LlmReplyError, LlmTruncatedError):
            return False


def _names(table: Table, row: Row, asked: Asked) -> bool:
    """Whether a row is called so: by its words, or by the metric that the words are a name of."""
    stated = content_words(f"{row.label} {row.section} {table.caption}")
    if content_words(asked.words) <= stated:
        return True
    metric = metric_named(asked.words)
    if metric is None or _is_contrary(asked.words, row.label):
        return False
    tagged = any(c and c.fact and match_concept(metric.key, c.fact.concept) for c in row.cells)
    return tagged or metric.key in metrics_of_row(row.label, row.section, table.caption)


def _is_contrary(words: str, label: str) -> bool:
    """Whether one says income where the other says expense: one tag counts both."""
    asked, printed = content_words(words), content_words(label)
    return any(
        here in asked and there in printed and not (here in printed or there in asked)
        for here, there in (("expense", "income"), ("income", "expense"))
        if not {"tax", "taxe"} & printed
    )


def _is_cell(table: Table, row: Row, at: int, asked: Asked) -> bool:
    cell, column = row.cells[at], table.columns[at]
    if cell is None or cell.value is None:
        return False
    period = cell.fact.period if cell.fact else cell_period(column, row)
    if period is None or not same_period(period, asked.fact.period):
        return False
    return _value(cell, cell_scale(table, row, column, cell)) in (
        abs(asked.fact.value),
        abs(round(asked.fact.value, -6)),
    )


def _value(cell: Cell, scale: int) -> Decimal:
    return abs(cell.fact.value if cell.fact else (cell.value or Decimal(0)).scaleb(scale))


def _is_amount(printed: Decimal | None, value: Decimal) -> bool:
    if printed is None or not printed:
        return False
    return any(abs(printed).scaleb(power) == abs(value) for power in (-9, -6, -3, 0, 3, 6, 9))


def _share(words: frozenset[str], text: str) -> float:
    return len(words & content_words(text)) / len(words) if words else 0.0
