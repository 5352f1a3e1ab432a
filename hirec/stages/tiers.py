"""Two readers one after the other: what the first verifies costs nothing of the second."""

from dataclasses import replace
from datetime import date

from hirec.analysts.protocol import History
from hirec.llm.errors import LlmUnusableError
from hirec.numbers import figures_agree
from hirec.stages.answering import abstain
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.types import Answer, Asked, CannotAnswer, Query, Relation, Verdict, named_pages


class Tiers:
    """What the first reader verifies or computes is the answer; all else goes to the second.

    Where both answer and differ the answer is unverified and shows both. A figure that only the
    second comes to is no answer, but told with the refusal: a model finds words, not figures. A
    reply that cannot be used is a refusal of the second. The trace says who answered.
    """

    def __init__(self, first: Reader, second: Reader, *, figures: bool = True) -> None:
        """Put one reader before the other.

        Args:
            first: Asked always.
            second: Asked where the first does not verify or compute.
            figures: Whether the second is asked for figures that the first refuses.

        """
        self._first = first
        self._second = second
        self._figures = figures

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
        computed = first.program is not None and not first.abstained
        if first.verdict is Verdict.VERIFIED or computed or not self._may_go_on(query):
            by = "" if first.abstained else self._first.name
            return self._recorded(first, by, first, None, recorder)
        try:
            second = self._second.answer(asked, as_of, recorder)
        except LlmUnusableError as error:  # the model is there, and unfit
            second = abstain(asked.text, str(error))
        chosen, by = self._chosen(first, second, query)
        return self._recorded(chosen, by, first, second, recorder)

    def _chosen(self, first: Answer, second: Answer, query: Query) -> tuple[Answer, str]:
        """One of two answers, or both in one, and whose it is; nobody's where it is a refusal."""
        if first.abstained and second.abstained:
            # Of a figure the first reader's refusal says what comes nearest.
            of_words = not query.intent.needs_number
            return (_where(second, first, query.facts) if of_words else first), ""
        if first.abstained:
            if second.program and second.verdict is Verdict.UNVERIFIED:
                return _pointed(first, second), ""
            return second, self._second.name
        if second.abstained:
            return first, self._first.name
        settled = _beside(first, second) if query.facts else _reconciled(first, second)
        return settled, f"{self._first.name}, {self._second.name}"

    def _may_go_on(self, query: Query) -> bool:
        """Whether the second reader is asked what the first refuses: always for words."""
        explained = query.intent.relation is Relation.EXPLAIN
        return self._figures or explained or not query.intent.needs_number

    def _recorded(
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
    pages = named_pages(other.citations)
    look = f" Look at {pages}." if pages else ""
    known = "".join(f"\n{fact.question} {fact.text}." for fact in facts)
    text = f"{refused.text}{look}{known}"
    return replace(refused, text=text, reason=text, citations=other.citations)


def _beside(figures: Answer, words: Answer) -> Answer:
    """A judgement in words, with the figures that it looks at."""
    cited = dict.fromkeys((*words.citations, *figures.citations))
    reason = " ".join(dict.fromkeys(part for part in (words.reason, figures.reason) if part))
    text = f"{words.text}\n{figures.text}"
    return replace(words, text=text, reason=reason, citations=tuple(cited))


def _pointed(refusal: Answer, figure: Answer) -> Answer:
    """A refusal that names the figure which the second reader took for the answer."""
    text = f"{refusal.text} A model points at {figure.text}: read the places cited."
    cited = dict.fromkeys((*figure.citations, *refusal.citations))
    return replace(refusal, text=text, reason=text, citations=tuple(cited))


def _reconciled(first: Answer, second: Answer) -> Answer:
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
        return figures_agree(one, other)
    folded, theirs = first.text.casefold(), second.text.casefold()
    return folded in theirs or theirs in folded
