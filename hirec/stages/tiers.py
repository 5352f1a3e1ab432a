"""Two readers one after the other: what the first verifies costs nothing of the second."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from hirec.analysts.protocol import History
from hirec.stages.answering import abstain
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.types import Answer, Asked, CannotAnswer, Query, Verdict

_CLOSE = Decimal("0.005")
"""Two values agree within half a percent: rounded and unrounded figures do."""


class Tiers:
    """The first reader answers what it can verify; all else goes to the second.

    Where both answer and differ the answer is unverified and shows both. The trace says who
    answered.
    """

    def __init__(self, first: Reader, second: Reader) -> None:
        self._first = first
        self._second = second

    def questions(self, question: str, history: History, as_of: date | None) -> tuple[Asked, ...]:
        """The first reader's; the second's where the first cannot tell what is meant."""
        try:
            return self._first.questions(question, history, as_of)
        except CannotAnswer:
            return self._second.questions(question, history, as_of)

    def understand(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Query:
        """As the first reader understands it."""
        return self._first.understand(asked, as_of, recorder)

    def answer(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Answer:
        """Answer, or say what is missing."""
        try:
            query = self._first.understand(asked, as_of, recorder)
        except CannotAnswer as refusal:
            return abstain(asked.text, str(refusal))
        first = self._first.read(query, recorder)
        if first.verdict is Verdict.VERIFIED:
            return self._told(first, self._first.name, first, None, recorder)
        second = self._second.answer(asked, as_of, recorder)
        if first.abstained and second.abstained:
            refused = _where(second, first, query.facts)
            return self._told(refused, "", first, second, recorder)
        if first.abstained or second.abstained:
            chosen, who = (second, self._second) if first.abstained else (first, self._first)
            return self._told(chosen, who.name, first, second, recorder)
        both = f"{self._first.name}, {self._second.name}"
        settled = _beside(first, second) if query.facts else _settled(first, second)
        return self._told(settled, both, first, second, recorder)

    def _told(
        self, answer: Answer, by: str, first: Answer, second: Answer | None, recorder: Recorder
    ) -> Answer:
        """The answer, with a step in the trace that says whose it is."""
        with recorder.step("tiers") as detail:
            detail["answered"] = by
            detail[self._first.name] = first.verdict.value
            if second is not None:
                detail[self._second.name] = second.verdict.value
                detail["agree"] = agree(first, second)
        return answer


def _where(refused: Answer, other: Answer, facts: tuple[Answer, ...]) -> Answer:
    """A refusal with the places where the other reader would look, and the figures that are known.

    Places of its own stay.
    """
    if refused.citations:
        return refused
    pages = dict.fromkeys(f"{at.filing_id} page {at.page_number}" for at in other.citations)
    look = f" Look at {', '.join(pages)}." if pages else ""
    known = "".join(f"\n{fact.question} {fact.text}." for fact in facts)
    text = f"{refused.text}{look}{known}"
    return replace(refused, text=text, reason=text, citations=other.citations)


def _beside(figures: Answer, words: Answer) -> Answer:
    """A judgement in words, with the figures that it looks at."""
    cited = dict.fromkeys((*words.citations, *figures.citations))
    reason = " ".join(dict.fromkeys(part for part in (words.reason, figures.reason) if part))
    text = f"{words.text}\n{figures.text}"
    return replace(words, text=text, reason=reason, citations=tuple(cited))


def _settled(first: Answer, second: Answer) -> Answer:
    """Both answer, and the first is not sure: its answer where they agree, else both."""
    if agree(first, second):
        return first
    reason = f"Two readings differ: {first.text}; {second.text}."
    return replace(
        second,
        text=f"{first.text} (another reading: {second.text})",
        verdict=Verdict.UNVERIFIED,
        reason=" ".join(part for part in (reason, first.reason) if part),
        citations=(*first.citations, *second.citations),
    )


def agree(first: Answer, second: Answer) -> bool:
    """Whether two answers come to the same."""
    one, other = first.value, second.value
    if one is not None and other is not None:
        return abs(one - other) <= _CLOSE * max(abs(one), abs(other))
    folded, theirs = first.text.casefold(), second.text.casefold()
    return folded in theirs or theirs in folded
