"""Values of a recognisable form in text: a person's name, a firm, a place, a day."""

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hirec.analysts.rule.textual.cover_figures import market_values, share_counts
from hirec.companies import compact
from hirec.lexicon.disclosures import Cue, Disclosure
from hirec.lexicon.files import word_list
from hirec.lexicon.geography import countries, states
from hirec.periods.dates import find_date_spans
from hirec.types import Identity

_AROUND = 160
"""Characters of a citation on either side of a value."""
_TOKEN = re.compile(r"/s/|[\w'’.-]+|[^\w\s]|\n")
_TITLES = word_list("office")
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
_PHONE = re.compile(r"\b\d{3}-\d{4}\b")
_FIRM = re.compile(
    r"(?:[A-Z][\w'’.-]*(?:,?\s+|\s*&\s*)){1,6}(?:LLP|L\.L\.P\.?|LLC|P\.C\.|P\.A\.|PLLC)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """A value as printed, a key under which equal ones are one, and the words around it."""

    text: str
    key: str
    around: str


def find_values(disclosure: Disclosure, text: str, identity: Identity) -> Iterator[Found]:
    """Every value of the disclosure's form beside one of its cues.

    Numbers that identify the registrant come from its identity, cited where they are printed.

    Args:
        disclosure: Says the form of the value and its cues.
        text: Of a passage.
        identity: That of the filing; its company's name is no value.

    """
    if disclosure.value == "shares":
        yield from (_found(text, value) for value in share_counts(text, 0))
        return
    if not disclosure.cues:
        yield from _printed(getattr(identity, _FIELDS[disclosure.value]), text)
        return
    lowered = text.lower()
    for cue in disclosure.cues:
        for match in re.finditer(rf"(?<!\w){re.escape(cue.words)}", lowered):
            for value in _beside(disclosure, cue, text, match.start(), match.end()):
                if value.key not in compact(identity.company):  # its name is nobody's
                    yield value


_FIELDS = {"symbol": "ticker", "cik": "cik", "ein": "ein"}


def _printed(value: str | None, text: str) -> Iterator[Found]:
    at = text.find(value) if value else -1
    if value and at >= 0:
        yield Found(value, value, _around(text, at, at + len(value)))


def _beside(disclosure: Disclosure, cue: Cue, text: str, start: int, end: int) -> Iterator[Found]:
    find = _FORMS[disclosure.value]
    if cue.before:
        window = text[max(0, start - cue.reach) : start]
        for value in list(find(window, start - len(window)))[-1:]:
            yield _found(text, value)
    if cue.after:
        window = text[end : end + cue.reach]
        for value in list(find(window, end))[:1]:
            yield _found(text, value)


_YEAR = re.compile(r"(?<!\d)(?:18|19|20)\d\d(?!\d)")
_Value = tuple[int, int, str, str]
"""Start and end in the text, as shown, key."""


def _found(text: str, value: _Value) -> Found:
    start, end, shown, key = value
    return Found(shown, key, _around(text, start, end))


def _around(text: str, start: int, end: int) -> str:
    return " ".join(text[max(0, start - _AROUND) : end + _AROUND].split())


def _days(window: str, offset: int) -> Iterator[_Value]:
    for span in find_date_spans(window):
        shown = f"{span.day:%B} {span.day.day}"
        yield (offset + span.start, offset + span.end, shown, shown)


def _years(window: str, offset: int) -> Iterator[_Value]:
    for match in _YEAR.finditer(window):
        yield (offset + match.start(), offset + match.end(), match[0], match[0])


def _firms(window: str, offset: int) -> Iterator[_Value]:
    for match in _FIRM.finditer(window):
        shown = " ".join(match[0].split())
        key = re.sub(r"\W", "", shown).lower()
        yield (offset + match.start(), offset + match.end(), shown, key)


def _places(window: str, offset: int) -> Iterator[_Value]:
    """Jurisdictions; the last word of a window that ends in a label is the nearest."""
    for match in _jurisdiction().finditer(window):
        shown = states().get(match[0], match[0].title().replace(" Of ", " of "))
        yield (offset + match.start(), offset + match.end(), shown, shown.lower())


def _addresses(window: str, offset: int) -> Iterator[_Value]:
    """What stands between the cover's field before and the caption: street, town, state."""
    body = window.rstrip(" (\n")
    while (label := re.search(r"\([^()]*\)\s*$", body)) is not None:
        body = body[: label.start()].rstrip(" \n")
    begin = max(body.rfind(")") + 1, 0)
    address = body[begin:].strip(" \n_*-")
    if any(letter.isdigit() for letter in address) and any(map(str.isalpha, address)):
        shown = ", ".join(" ".join(part.split()) for part in address.split("|") if part.strip())
        if _PHONE.search(shown):
            return  # columns of the cover run into each other
        at = offset + begin
        yield (at, offset + len(body), shown, re.sub(r"\W", "", shown).lower())


def _people(window: str, offset: int) -> Iterator[_Value]:
    """Runs of two to four capitalised words that are no words of an office.

    A longer run is two names side by side, as signatures in two columns are read, and tells
    nothing; one name printed twice (the signature and its line) is one.
    """
    tokens = list(_TOKEN.finditer(window))
    for named, group in itertools.groupby(tokens, key=lambda match: _of_name(match[0])):
        run = list(group) if named else []
        if name := _name([match[0].strip(".,") for match in run]):
            at, end = offset + run[0].start(), offset + run[-1].end()
            yield (at, end, name, re.sub(r"[\W_]", "", name).lower())


def _of_name(token: str) -> bool:
    plain = token.strip(".,").lower()
    return token[0].isupper() and plain not in _TITLES and plain.replace("'", "").isalpha()


def _name(parts: list[str]) -> str:
    half = len(parts) // 2
    lowered = [part.lower() for part in parts]
    if half and lowered[:half] == lowered[half:]:
        parts = parts[half:]
    initials = [part for part in parts if len(part) == 1]
    if not 2 <= len(parts) <= 4 or len(parts) - len(initials) < 2:
        return ""
    if parts[-1].lower() in _SUFFIXES and len(parts) < 3:
        return ""
    shown = [f"{part}." if len(part) == 1 else part for part in parts]
    return " ".join(part.title() if part.isupper() and len(part) > 3 else part for part in shown)


@functools.cache
def _jurisdiction() -> re.Pattern[str]:
    names = sorted((*states().values(), *countries()), key=len, reverse=True)
    spelt = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<!\w)(?:(?i:{spelt})|{'|'.join(states())})(?!\w)")


_FORMS: Mapping[str, Callable[[str, int], Iterator[_Value]]] = {
    "day": _days,
    "firm": _firms,
    "jurisdiction": _places,
    "address": _addresses,
    "person": _people,
    "money": market_values,
    "year": _years,
}
