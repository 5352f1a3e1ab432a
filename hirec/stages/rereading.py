"""A question that is not verified as it stands, read again in other words."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from hirec.types import PLAIN_OPERATIONS, Answer, Asked, CannotAnswer, Scope, Verdict
from hirec.understanding import (
    as_defined_by,
    explained,
    named_behind,
    normalize,
    reread,
    respell,
    respell_as,
    stated_growth,
    understand,
    with_ranking,
    without_glosses,
)

_BESIDES = re.compile(
    r"(?<=\w),? and (?P<rest>(?:by )?(?:what|which|how|when"
    r"|the (?:part|rest|share|portion|change|gap|difference))\b[^?]*?)\W*$",
    re.IGNORECASE,
)
"""``, and how much of it was severance``"""
_ALL = 100
"""Percent."""


@dataclass(frozen=True, slots=True)
class Again:
    """The question in other words, and what an answer to these is worth."""

    asked: Asked
    readings: tuple[str, ...]
    """What was read as what, as the answer says it."""
    sure: bool = False
    """Nothing is guessed: the answer may be verified."""
    tables_only: bool = False
    """A sentence does not answer it."""
    part_of_whole: bool = False
    """More than all of it does not answer it."""
    instead: bool = False
    """The first answer left out what it asks for: any other goes before it."""
    in_words: bool = False
    """A sentence answers it as well as a figure."""

    def answered(self, answer: Answer, first: Answer, question: str) -> Answer:
        """The new answer to the question as typed, where it beats the first one."""
        used = answer.program.operands if answer.program else ()
        lesser = first.abstained or self.instead
        better = answer.verdict is Verdict.VERIFIED or (lesser and not answer.abstained)
        if not better or (answer.program is None and not self.in_words):
            return first
        if self.part_of_whole and answer.value is not None and answer.value > _ALL:
            return first
        if self.tables_only and not (used and all(operand.column for operand in used)):
            return first
        if self.sure:
            said = (*self.readings, answer.reason) if answer.reason else ()
            return replace(answer, question=question, reason=" ".join(said))
        reason = " ".join(filter(None, (*self.readings, answer.reason)))
        return replace(answer, question=question, verdict=Verdict.UNVERIFIED, reason=reason)


Reading = Callable[[Asked, Answer, Scope], Again | None]
"""From the question, its answer so far and its scope."""


def in_filings_words(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """Everyday words by the names that filings print.

    Raises :class:`CannotAnswer` with what to ask back where a phrase has two meanings.
    """
    del first
    again = reread(asked.text, scope.names)
    if again is None:
        return None
    if again.unclear:
        raise CannotAnswer(again.unclear)
    return Again(Asked(again.text), again.readings)


def as_abbreviated(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """The other form of what the filings found abbreviate."""
    text, _ = respell(normalize(asked.text), scope.names)
    found = as_defined_by(text, (passage.text for passage in first.ranked))
    if found is None:
        return None
    question, defined = found
    reading = f"“{defined.long}” and “{defined.short}” are one, as the filing defines."
    return Again(Asked(question), (reading,), sure=True)


def as_filings_spell(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """What was refused, with its slips mended by the words of the filings found."""
    if not first.abstained:
        return None
    told = (passage.text for passage in first.ranked)
    text, readings = respell_as(normalize(asked.text), scope.names, told)
    return Again(Asked(text), readings) if readings else None


def as_explained(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """The arithmetic that the question itself explains its figure by."""
    del first
    formula = explained(asked.text)
    if not formula or len(scope.companies) != 1:
        return None
    periods = " and ".join(ref.said for ref in scope.periods if ref.said not in formula)
    when = f" in {periods}" if periods else ""
    text = f"What was {scope.companies[0].name}'s {formula}{when}?"
    return Again(Asked(text), (f"It is computed as “{formula}”.",), sure=True)


def without_remarks(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """What was refused, without what is said besides."""
    del scope
    if not first.abstained or explained(asked.text):
        return None  # what a figure is computed of is no remark
    rest, glosses = without_glosses(asked.text)
    if not glosses:
        return None
    said = " and ".join(f"“{gloss}”" for gloss in glosses)
    return Again(Asked(rest), (f"{said} is left aside.",))


def among_the_named(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """A choice among parts that are named behind it, as one among those of a table."""
    del first
    found = named_behind(normalize(asked.text))
    if found is None:
        return None
    text, ranking = found
    strangers = tuple(name for name in scope.unknown_companies if name in text)
    scope = replace(scope, unknown_companies=strangers)
    parsed = with_ranking(understand(text, scope), ranking, " or ".join(ranking.among))
    if parsed.ranking is None:
        return None
    return Again(Asked(asked.text, scope=scope, parsed=parsed), (), sure=True)


def as_printed_growth(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """The growth that filings print of what they have no row for; a sentence may mean any."""
    if not first.abstained:
        return None
    stated = stated_growth(asked.parsed or understand(asked.text, scope))
    if stated is None:
        return None
    again = Asked(asked.text, scope=replace(scope, periods=stated.periods), parsed=stated)
    return Again(again, ("The growth is taken as the filing prints it.",), tables_only=True)


def first_of_two(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """What was refused, without what it asks besides, where both cannot be told apart."""
    found = _BESIDES.search(asked.text) if first.abstained else None
    if found is None or not all(one.said in asked.text[: found.start()] for one in scope.companies):
        return None
    return Again(Asked(asked.text[: found.start()]), (f"“{found['rest']}” was not answered.",))


def in_any_filing(asked: Asked, first: Answer, scope: Scope) -> Again | None:
    """What was refused, in the sentences of any filing of its companies.

    An event is told in other years than its own, and a question for words often says none. A figure
    of a period that was searched is none of another's.
    """
    if not first.abstained or not scope.companies or scope.given or scope.own_filings:
        return None
    with suppress(CannotAnswer):
        parsed = asked.parsed or understand(asked.text, scope)
        computes = parsed.operation not in PLAIN_OPERATIONS and not parsed.asks_text
        if computes or (parsed.figure_asked and scope.periods and first.filings):
            return None
    return Again(replace(asked, any_filing=True), (), in_words=True)
