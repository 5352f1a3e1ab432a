"""Which readings of a question are tried, and in which order."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from hirec.stages.answering import abstain
from hirec.stages.recorder import Recorder
from hirec.stages.rereading import (
    Reading,
    among_the_named,
    as_abbreviated,
    as_explained,
    as_filings_spell,
    as_printed_growth,
    first_of_two,
    in_any_filing,
    in_filings_words,
    without_remarks,
)
from hirec.stages.roles import BY_ROLES, left_out
from hirec.types import Answer, Asked, CannotAnswer, Scope, Verdict

READINGS: tuple[Reading, ...] = (
    in_filings_words,
    as_abbreviated,
    as_filings_spell,
    as_explained,
    without_remarks,
    among_the_named,
    as_printed_growth,
)
"""In their order; each is tried until an answer is verified."""


def read_again(
    asked: Asked,
    first: Answer,
    scope_of: Callable[[], Scope],
    ask: Callable[[Asked], Answer],
    recorder: Recorder,
    *,
    certain: bool,
) -> Answer:
    """The first answer, or that to the question in other words, where it is worth more.

    Args:
        asked: The question.
        first: Its answer as it stands.
        scope_of: Its scope, read only where it is needed.
        ask: Answers it in other words.
        recorder: Takes each reading that is tried.
        certain: Whether it was read by a grammar, which is then held against the tagger of roles.

    """
    scope = cache(scope_of)
    answer = first
    if certain and not first.abstained and (words := left_out(asked, scope())):
        reason = " ".join(filter(None, (f"“{words}” is left aside.", first.reason)))
        answer = replace(first, verdict=Verdict.UNVERIFIED, reason=reason)
    for reading in (*READINGS, *((*BY_ROLES, in_any_filing) if certain else ()), first_of_two):
        if answer.verdict is Verdict.VERIFIED:
            break
        try:
            again = reading(asked, answer, scope())
        except CannotAnswer as refusal:
            answer = replace(abstain(asked.text, str(refusal)), filings=answer.filings)
            continue
        if again is not None:
            with recorder.step("rereading") as detail:
                detail.update(question=again.asked.text, readings=list(again.readings))
            answer = again.answered(ask(again.asked), answer, asked.text)
    return answer
