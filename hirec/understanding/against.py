"""One part against another, or a thing against its opposite, in a question for yes or no.

"Did Tools outgrow Paint in sales?" asks whether one's growth was higher than the other's, "did
Tools have larger sales than Paint?" whether its sales were; "did Tools make or lose money?" is
answered by its profit, with its sign.
"""

import re
from collections.abc import Sequence

_AMOUNTS = r"(?:revenues?|sales|profits?|income|earnings|ebitd?a?|volumes?|margins?)"
_WHEN = (
    r",? (?:in|during|for|over|between|at|from)(?: the)? (?:fiscal|fy|the|q[1-4]|first|second"
    r"|third|fourth|three|six|nine|quarter|year|(?:19|20)\d\d|[A-Z])[^?]*?"
)
_IS_PART = r"(?: (?:segment|division|business|unit|region))?"
_ONE = rf"^(?P<lead>[^?]*?,? ?)(?i:did|does) (?:the |its )?(?P<one>[^?,]+?){_IS_PART}"
_OTHER = rf"(?P<other>(?:the |its )?i?[A-Z][^?,]*?){_IS_PART}"
_BY = rf",? (?:in|by|on) (?:terms of )?(?P<{{}}>(?:[a-z-]+ )*?{_AMOUNTS})(?: growth)?"
_OUTGREW = re.compile(
    rf"{_ONE} (?:(?i:outgrow|outpace)|(?i:grow|increase)(?: its)?"
    rf"(?: (?P<a>[a-z][^?,]*?{_AMOUNTS}))? (?i:faster|quicker|more) than) {_OTHER}"
    rf"(?:{_BY.format('b')})?(?P<when>{_WHEN})??(?:{_BY.format('c')})?\W*$"
)
_HAD_MORE = re.compile(
    rf"{_ONE} (?:have|post|report|record|show|earn|generate|make|achieve)(?: an?)?"
    r" (?P<more>higher|larger|bigger|greater|better|more|lower|smaller|less|fewer)"
    rf" (?P<what>[^?,]*?) than {_OTHER}(?: (?:did|had))?(?P<when>{_WHEN})??\W*$"
)
_EITHER = re.compile(
    r"\b(?P<did>did|does) (?P<who>[^?,]+?) (?:(?:make|earn|lose)(?: money)? or (?:lose|make|earn)"
    r"(?: any)? money|(?:make|earn|report|post|have|record|show|incur|generate) (?:an? )?"
    r"(?:[a-z-]+ )??(?:profit|loss) or (?:an? )?(?:[a-z-]+ )??(?:loss|profit))\b",
    re.IGNORECASE,
)
_MOVED_IN = re.compile(
    r"\b(?P<did>did) (?P<who>[^?,]+?) (?P<moves>(?:grow|rise|increase|expand|gain) or (?:shrink"
    r"|fall|decline|decrease|drop|contract|lose)|(?:shrink|fall|decline|decrease|drop) or (?:grow"
    rf"|rise|increase)) in (?:terms of )?(?P<what>(?:[a-z-]+ )*?{_AMOUNTS})\b",
    re.IGNORECASE,
)
_LOST_MORE = re.compile(
    r"\b(?:did|does) (?P<who>[^?,]+?) lose (?P<more>more|less)(?: money)? "
    r"(?=(?:in|during|for)\b[^?]*\bthan\b)",
    re.IGNORECASE,
)
_LOWER = {"lower", "smaller", "less", "fewer"}


def as_comparison(text: str, companies: Sequence[str]) -> str:
    """Such a question as one for two figures or for one; any other as it is.

    Args:
        text: A normalized question.
        companies: Names in it: companies are held against each other as they stand.

    """
    text = _EITHER.sub(r"\g<did> \g<who> lose money", text)
    text = _MOVED_IN.sub(_moved, text)
    text = _LOST_MORE.sub(_lost, text)
    for pattern, write in ((_OUTGREW, _by_growth), (_HAD_MORE, _by_size)):
        found = pattern.match(text)
        if found and found["other"].lower() not in {name.lower() for name in companies}:
            return write(found)
    return text


def asks_which_way(text: str) -> bool:
    """Whether a question leaves open if there was a profit or a loss: its answer is the amount."""
    return _EITHER.search(text) is not None


def _moved(found: re.Match[str]) -> str:
    return f"{found['did']} {_owner_of(found['who'])} {found['what']} {found['moves']}"


def _lost(found: re.Match[str]) -> str:
    size = "larger" if found["more"].lower() == "more" else "smaller"
    return f"was {_owner_of(found['who'])} net loss {size} "


def _by_growth(found: re.Match[str]) -> str:
    what = found["a"] or found["b"] or found["c"] or "revenue"
    return _compared(found, "higher", f"{what} growth")


def _by_size(found: re.Match[str]) -> str:
    more = "lower" if found["more"].lower() in _LOWER else "higher"
    return _compared(found, more, found["what"])


def _compared(found: re.Match[str], more: str, what: str) -> str:
    one, other = (_owner(found[name].strip()) for name in ("one", "other"))
    return f"{found['lead']}was {one} {what} {more} than {other} {what}{found['when'] or ''}?"


def _owner(name: str) -> str:
    """A part's name as an owner: ``Tools'``, but ``Acme's Tools`` as it stands."""
    name = re.sub(r"^(?:the|its) ", "", name)
    return name if re.search(r"['’]s? ", name) else _owner_of(name)


def _owner_of(name: str) -> str:
    return f"{name}'" if name[-1] == "s" else f"{name}'s"
