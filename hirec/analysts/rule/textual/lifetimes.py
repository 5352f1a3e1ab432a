"""How long assets are used: useful lives and depreciation periods by class of asset, as printed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.protocol import Statement
from hirec.analysts.rule.evidence import passages_of
from hirec.analysts.rule.textual.statements import asked_stems, split_sentences
from hirec.analysts.rule.vocabulary import ROUNDING
from hirec.grounding.nouns import stems_of
from hirec.periods import matches
from hirec.types import Citation, Filing, ParsedQuestion, Passage, Query

_ASKS = re.compile(
    r"\b(?:useful|depreciable|amorti[sz]able|economic|expected|service) li(?:fe|ves)\b"
    r"|\b(?:depreciation|amorti[sz]ation) (?:period|life|lives)\b"
    r"|\b(?:how many years|how long|what (?:period|time))\b.*\b(?:depreciate|amorti[sz]e)[sd]?\b"
    r"|\b(?:depreciate|amorti[sz]e)[sd]?\b.*\bhow many years\b",
    re.IGNORECASE,
)
_LIFE = stems_of(
    "useful life lives depreciable amortizable economic expected estimated service depreciation"
    " amortization period depreciate depreciates depreciated amortize amortizes amortized years"
    " year many long time range typical assets asset class use uses used apply applies applied"
    " assign assigns assume assumes over policy"
)
"""Words that ask for the life of assets, whichever they are."""
_ONES = "one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty"
_NUMBER = rf"(?:\d{{1,2}}(?:\.\d+)?|{_ONES})"
_YEARS = (
    rf"(?:{ROUNDING} )?"
    rf"{_NUMBER}(?:(?: years?)?(?: ?[-–—] ?| to | and ){_NUMBER})?"
)
_SPAN = re.compile(rf"{_YEARS}\+?(?P<years> ?(?:years?|yrs?\.?))?", re.IGNORECASE)
_IN_PROSE = re.compile(rf"\b{_YEARS} years?\b", re.IGNORECASE)
_HEADED = re.compile(
    r"\bli(?:fe|ves)\b|\b(?:depreciation|amorti[sz]ation) periods?\b", re.IGNORECASE
)
_FOR = re.compile(r" for (?P<what>[^,;.]+)", re.IGNORECASE)
_AVERAGED = stems_of("remaining average option award volatility grant granted")
"""Lives that are numbers of a table, not the policy of a class of assets."""
_OF_ASSETS = stems_of("life lives depreciate depreciation amortize amortise amortization")
_NEARLY = "The filing says it of “{}”."
_SENTENCE = "A sentence says so; whether of just these assets is for the reader to say."


@dataclass(frozen=True, slots=True)
class _Life:
    """The years that one place gives a class of assets."""

    printed: str
    label: str
    spare: int
    """Words of its label that nobody asked for."""
    passage: Passage
    said: str
    in_row: bool


def asks_lifetime(parsed: ParsedQuestion) -> bool:
    """Whether a question asks over how many years a class of assets is used."""
    return bool(_ASKS.search(parsed.core)) and not _AVERAGED & stems_of(parsed.core)


def find_lifetime(
    query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Statement | None:
    """The years that a row, or else a sentence, gives the assets asked about, as it prints them.

    None where no place has every word asked for, or the nearest places of one filing differ.

    Args:
        query: A question that :func:`asks_lifetime`.
        passages: Evidence.
        filings: By filing_id; passages of others are not read.

    """
    asked = asked_stems(query) - _LIFE
    company = query.scope.companies[0] if len(query.scope.companies) == 1 else None
    if not asked or len(query.scope.companies) > 1:
        return None
    found = [
        life
        for passage, _ in passages_of(company, passages, filings)
        for life in _lives(passage, asked)
    ]
    of_period = [one for one in found if _fits(query, filings[one.passage.filing_id])]
    best = min((_rank(one, filings) for one in of_period), default=None)
    chosen = [one for one in of_period if _rank(one, filings) == best]
    if len({one.printed for one in chosen}) != 1:
        return None
    life = chosen[0]
    doubt = "" if life.in_row else _SENTENCE
    return Statement(
        life.printed,
        (Citation.of(life.passage, life.said),),
        doubt or (_NEARLY.format(life.label) if life.spare else ""),
    )


def _rank(life: _Life, filings: Mapping[str, Filing]) -> tuple[bool, int, int]:
    """Rows before sentences, the nearest name, and of filings the newest."""
    day = filings[life.passage.filing_id].identity.available_ordinal
    return not life.in_row, life.spare, -day


def _fits(query: Query, filing: Filing) -> bool:
    asked = query.scope.periods
    return not asked or any(matches(ref, filing.identity.period) > 0 for ref in asked)


def _lives(passage: Passage, asked: frozenset[str]) -> Iterator[_Life]:
    headed = False
    for line in passage.text.splitlines():
        label, *cells = (cell.strip() for cell in line.split("|"))
        headed = headed or bool(_HEADED.search(line))
        own = stems_of(label)
        if not cells or not asked <= own:
            continue
        spans = [cell for cell in cells if (m := _SPAN.fullmatch(cell)) and (headed or m["years"])]
        if len(spans) == 1:
            printed = spans[0] if "y" in spans[0].lower() else f"{spans[0]} years"
            yield _Life(printed, label, len(own - asked), passage, line, in_row=True)
    for sentence in split_sentences(passage.text):
        if "|" not in sentence and _OF_ASSETS & stems_of(sentence):
            for printed, told in _told(sentence):
                own = stems_of(told)
                if asked <= own:
                    spare = len(own - asked - _LIFE)
                    yield _Life(printed, told, spare, passage, sentence, in_row=False)


def _told(sentence: str) -> Iterator[tuple[str, str]]:
    """Each number of years of a sentence with the words it is of: behind "for", else in front."""
    spans = list(_IN_PROSE.finditer(sentence))
    for at, span in enumerate(spans):
        before = sentence[spans[at - 1].end() if at else 0 : span.start()]
        behind = sentence[span.end() : spans[at + 1].start() if at + 1 < len(spans) else None]
        own = _FOR.match(behind)
        yield span[0], own["what"] if own else before
