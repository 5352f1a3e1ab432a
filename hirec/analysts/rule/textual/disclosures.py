"""Names, days and places that a filing states in a recognisable form, read and cited.

No sentence is understood here: a value of the right form beside the right words is taken, and it
is sure only where two passages agree on it and none says otherwise, or where its place is made for
it (a cover). All other questions about words are left to those who can read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.protocol import Statement
from hirec.analysts.rule.textual.spans import Found, find_values
from hirec.lexicon.disclosures import Disclosure
from hirec.periods import matches, told_after
from hirec.types import Citation, Filing, Passage, PassageKind, PeriodRef, Query

_COVER_PAGES = 4
"""A cover's own fields stand on the first pages, or behind a glossy letter."""
_CHANGING = frozenset(("person", "firm", "day", "shares", "money"))
"""Values of a time: a filing of another year does not state them for the year asked."""
_OF_COVERS = frozenset(
    ("jurisdiction", "address", "day", "symbol", "cik", "ein", "shares", "money")
)
_NOWHERE_ELSE = frozenset(("shares", "money"))
"""Values that elsewhere are other figures."""
_OUTWEIGHS = 2
"""A value that more than twice as many places state as any other stands."""
_SAME_YEAR = 0.7
"""Fit of a filing whose year ends in the calendar year asked."""
_ONCE = "Only one place states it."


@dataclass(frozen=True, slots=True)
class _Stated:
    """A value, where it stands, and how it compares with others."""

    value: Found
    passage: Passage


def asked_period(query: Query) -> PeriodRef | None:
    """The one period that a question for a fact names."""
    named = query.parsed.periods if query.parsed else query.scope.periods
    return named[0] if named else None


def read_disclosure(
    disclosure: Disclosure,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
    asked: PeriodRef | None = None,
) -> Statement | None:
    """The fact as the first of the filings states it that states it at all.

    Args:
        disclosure: What is asked for.
        passages: Evidence; only those of one filing are held against each other.
        filings: By id.
        ranking: filing_ids, best first.
        asked: The period of the question; only filings of it state what changes with time.

    """
    order = dict.fromkeys((*ranking, *(passage.filing_id for passage in passages)))
    for filing_id in _of_period(order, disclosure, filings, asked):
        own = [p for p in passages if p.filing_id == filing_id]
        found = _best(disclosure, list(_stated(disclosure, own, filings[filing_id])))
        if found:
            stated = _statement(disclosure, found)
            return _dated(stated, filings[filing_id]) if asked else stated
    return None


def _dated(statement: Statement, filing: Filing) -> Statement:
    """A year's end with the year, where the filing's own year ends on that day."""
    end = filing.identity.period_end
    if end is None or statement.text != f"{end:%B} {end.day}":
        return statement
    return replace(statement, text=f"{statement.text}, {end.year}")


def _of_period(
    order: Iterable[str],
    disclosure: Disclosure,
    filings: Mapping[str, Filing],
    asked: PeriodRef | None,
) -> list[str]:
    """Of what changes with time only the filings of the period asked, the closest first."""
    if asked is None or disclosure.value not in _CHANGING:
        return list(order)
    own = {filing_id: filings[filing_id].identity for filing_id in order}
    fit = {filing_id: matches(asked, identity.period) for filing_id, identity in own.items()}
    if (day := asked.period.end) is not None:
        fit |= {filing_id: 1.0 for filing_id in own if told_after(own[filing_id], day)}
    close = [filing_id for filing_id, value in fit.items() if value >= _SAME_YEAR]
    return sorted(close, key=lambda filing_id: -fit[filing_id])


def _best(disclosure: Disclosure, found: list[_Stated]) -> list[_Stated]:
    """What a cover states alone counts; of persons nothing that stands once, anywhere.

    A name beside the right word is often another's, and worth no answer.
    """
    if disclosure.value in _OF_COVERS:
        on_cover = [stated for stated in found if _is_cover(stated)]
        return on_cover or ([] if disclosure.value in _NOWHERE_ELSE else found)
    if _places(found) < 2 and not _at_home(disclosure, found):
        return [] if disclosure.value == "person" else found
    return found


def _is_cover(stated: _Stated) -> bool:
    passage = stated.passage
    # A cover's text may be set in columns, and so be read as a table.
    return passage.page_number <= _COVER_PAGES and (
        passage.kind is PassageKind.TEXT or passage.page_number == 1
    )


def _stated(
    disclosure: Disclosure, passages: Sequence[Passage], filing: Filing
) -> Iterator[_Stated]:
    for passage in passages:
        around = f"{passage.section}\n{passage.text}".lower()
        if disclosure.where and not any(words in around for words in disclosure.where):
            continue
        for value in find_values(disclosure, passage.text, filing.identity):
            yield _Stated(value, passage)


def _statement(disclosure: Disclosure, found: Sequence[_Stated]) -> Statement:
    """The value that most passages state."""
    groups: dict[str, list[_Stated]] = {}
    for stated in found:
        groups.setdefault(stated.value.key, []).append(stated)
    chosen, *others = sorted(groups.values(), key=lambda group: -_places(group))
    value = max((stated.value for stated in chosen), key=lambda v: sum(map(str.islower, v.text)))
    sure = _at_home(disclosure, chosen) or (
        _places(chosen) > 1 and disclosure.value not in _OF_COVERS
    )
    doubt = "" if sure else _ONCE
    if others and (not sure or _places(chosen) <= _OUTWEIGHS * _places(others[0])):
        said = ", ".join(group[0].value.text for group in others[:3])
        doubt = f"Other places say {said}."
    cited = {stated.passage.passage_id: stated for stated in chosen}
    return Statement(
        value.text,
        tuple(Citation.of(s.passage, s.value.around) for s in list(cited.values())[:3]),
        doubt,
    )


def _places(group: Sequence[_Stated]) -> int:
    return len({stated.passage.page_number for stated in group})


def _at_home(disclosure: Disclosure, group: Sequence[_Stated]) -> bool:
    """Whether a place made for the fact states it: a section, or the cover for its own fields."""
    if disclosure.home:
        headings = [stated.passage.section.lower() for stated in group]
        return any(words in heading for heading in headings for words in disclosure.home)
    return disclosure.value in _OF_COVERS and any(map(_is_cover, group))
