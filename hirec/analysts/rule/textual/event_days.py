"""The day of an event that a question describes: "when did Acme complete the purchase of Bolt?"."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hirec.analysts.protocol import Statement
from hirec.analysts.rule.textual.statements import asked_stems, split_sentences
from hirec.grounding.nouns import stems_of
from hirec.periods import find_date_spans
from hirec.types import Citation, Filing, Passage, PassageKind, Query
from hirec.understanding import parse_of

_DONE = stems_of(
    "complete completed completing completion close closed closing finish finished consummate"
    " consummated effect effective happen happened occur occurred take took place enter entered"
    " sign signed sale purchase"
)
"""Words of any event: a sentence may say another of them."""
_AHEAD = stems_of(
    "agreement agreements agree agreed announce announced announcement expect expected plan planned"
    " intend intends propose proposed will would may if subject pursuant amendment amended"
)
"""What is agreed or announced is not done yet: asked for, or a sentence has no such word."""
_EXACT = stems_of("date day exact exactly business company")
_DOUBT = "One sentence states the day; whether it is of just this event is for the reader to say."
_OF_A_PERIOD = re.compile(
    r"\b(?:ended|ending|as of|at|through|since)\s+(?:the\s+)?$", re.IGNORECASE
)
_OUTWEIGHS = 2
"""A day that more than twice as many sentences say as any other is the event's."""
_FEWEST = 2
"""Words that tell one event from others."""


@dataclass(frozen=True, slots=True)
class _Told:
    day: date
    printed: str
    sentence: str
    passage: Passage


def event_day(
    query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Statement | None:
    """The one day that sentences with every word of the question state; in doubt.

    None where no day is asked for, no sentence says all of it, or other days are said as well.

    Args:
        query: What is asked, parsed.
        passages: Evidence; only prose is read.
        filings: By filing_id; passages of others are not read.

    """
    parsed = parse_of(query)
    if parsed.asks_text != "day" or len(query.scope.companies) > 1:
        return None
    asked = asked_stems(query) - _EXACT
    needed = asked - _DONE
    if len(needed) < _FEWEST:
        return None
    own = {company.company_key for company in query.scope.companies}
    ours = (
        one
        for one in passages
        if one.kind is PassageKind.TEXT
        and (filing := filings.get(one.filing_id)) is not None
        and (not own or filing.company_key in own)
    )
    found = [told for passage in ours for told in _told_in(passage, needed, asked)]
    counts = Counter(one.day for one in found).most_common(2)
    if not counts or (len(counts) > 1 and counts[0][1] <= _OUTWEIGHS * counts[1][1]):
        return None
    first = next(one for one in found if one.day == counts[0][0])
    return Statement(first.printed, (Citation.of(first.passage, first.sentence),), _DOUBT)


def _told_in(passage: Passage, needed: frozenset[str], asked: frozenset[str]) -> Iterator[_Told]:
    """Sentences that say all that is needed, nothing of what lies ahead, and one day."""
    for sentence in split_sentences(passage.text):
        days = [
            day
            for day in find_date_spans(sentence)
            if not _OF_A_PERIOD.search(sentence[: day.start])
        ]
        if len(days) != 1:
            continue
        said = stems_of(sentence)
        if needed <= said and not said & (_AHEAD - asked):
            day = days[0]
            yield _Told(day.day, sentence[day.start : day.end], sentence, passage)
