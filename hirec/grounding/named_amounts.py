"""What a sentence calls each of its amounts: "goodwill, …, was $5", "$2 of other assets".

A row has a label; an amount in a sentence has the subject of what it is the value of, the object
that it is "of", and the noun behind it. In a list all amounts are what the first one is.
"""

import re
from collections.abc import Sequence

from hirec.numbers import NumberSpan
from hirec.periods.dates import MONTH_NAMES, YEAR

_MOST = 9
"""Words of a name on one side of its amount; those nearest to it are kept."""
_REACH = 400
"""Characters on one side of an amount in which its name stands, however long a sentence is."""
_WORD = re.compile(r"[\w&'’/-]+")
_BRACKETED = re.compile(
    r"\([^()]*\)|,\s*(?:which|who|where|including|excluding|net of|representing)\b[^,]*,",
    re.IGNORECASE,
)
"""What stands between brackets or commas and names nothing."""
_ABOUT = re.compile(
    r"(?:\W*\b(?:approximately|about|nearly|almost|roughly|some|over|only|just|up to|as much as"
    r"|at least|more than|less than|an? additional|(?:an? )?(?:total|aggregate) of))*\W*$",
    re.IGNORECASE,
)
"""What stands between an amount and its name."""
_IS = re.compile(
    r"\b(?:was|were|is|are|be|been|being|total\w+|amount\w* to|aggregat(?:ed|ing)|averag(?:ed|ing)"
    r"|equal\w*(?: to)?|reach(?:ed|ing)|approximat(?:ed|es)|stood at|represent(?:ed|s|ing)"
    r"|compris(?:ed|es)|account(?:ed|s) for|(?:increas|decreas|declin|improv|dropp)ed to"
    r"|(?:rose|fell|grew) to)$",
    re.IGNORECASE,
)
"""Between a subject and its amount."""
_CLAUSE = re.compile(
    r"[;:]|,\s+(?:and|but|while|compared)\b|\b(?:that|which|while|whereas)\b", re.IGNORECASE
)
_LEADING = re.compile(
    r"^\W*(?:as of|as at|at|in|for|during|on|over|through|since|including|excluding|under|with|by"
    r"|after|before|upon|following|prior to|pursuant to|based on|due to|because of)\b[^,]*"
    rf"(?:[\s,]*(?:and\s+)?{YEAR}\b)*\s*,",
    re.IGNORECASE,
)
"""``as of June 30, 2025,`` in front of a sentence's subject."""
_WHEN = re.compile(
    r"\b(?:in|at|for|during|as of|on|over|from|through|by)\s+(?:\w+\s+){0,5}?"
    rf"(?:{YEAR}|years?|quarters?|months?|period|{MONTH_NAMES})\b.*$",
    re.IGNORECASE,
)
"""From where a phrase says a time."""
_VERB = re.compile(
    r"\b(?:recorded|recogni[sz]ed|incurred|had|has|have|having|paid|received|reported|issued"
    r"|(?:re)?purchased|acquired|sold|completed|made|generated|used|contributed|includ\w+|with"
    r"|consist\w* of|result\w* in|reflect\w*|declared|borrowed|repaid|earned|reali[sz]ed|expects?"
    r"|expected to|estimates?|maintained|provided|by|due to|primarily|exclud\w+|net of|related to"
    r"|in|was|were|is|are)\b",
    re.IGNORECASE,
)
"""What an object stands behind."""
_BEHIND = re.compile(
    r"^\W*(?:(?:of|in|for|on|from|per|related to|attributable to|were|was)\b)?\s*"
    r"(?P<noun>[^,;.:()$]*)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:was|were|is|are|had|has|have|and|or|as compared|compared|respectively|due|primarily"
    r"|versus|from|that|which)\b.*",
    re.IGNORECASE,
)
"""Where the noun behind an amount ends."""
_TRAILING = re.compile(r"(?:\s+(?:of|at|to|for|with|by|an?|the))+\s*$", re.IGNORECASE)
_CONTINUES = re.compile(
    r"(?:[\s,(]|\b(?:and|or|to|versus|compared|with|up|down|from|in|for|at|during|fiscal|the"
    rf"|years?|ended|{YEAR})\b)*",
    re.IGNORECASE,
)
"""Between two amounts of one list."""


def names_of(sentence: str, numbers: Sequence[NumberSpan]) -> list[str]:
    """What each amount is, in the sentence's own words; empty where nothing says.

    Args:
        sentence: As printed.
        numbers: Its amounts, as :func:`hirec.numbers.find_numbers` has them.

    """
    found: list[str] = []
    own = ""
    for at, number in enumerate(numbers):
        begin = numbers[at - 1].end if at else 0
        end = numbers[at + 1].start if at + 1 < len(numbers) else len(sentence)
        before = _ABOUT.sub("", sentence[max(begin, number.start - _REACH) : number.start])
        if not (at and _CONTINUES.fullmatch(before)):
            own = _named_before(before) or own
        behind = sentence[number.end : min(end, number.end + _REACH)]
        found.append(f"{own} {_named_behind(behind)}".strip())
    return found


def _named_before(text: str) -> str:
    """The subject of an amount that is its value, or the object that it is the amount of."""
    plain = _BRACKETED.sub(" ", text).rstrip(" ,")
    is_ = _IS.search(plain)
    return _subject(plain[: is_.start()]) if is_ else _object(plain)


def _subject(text: str) -> str:
    clause = _last(_CLAUSE.split(_LEADING.sub("", text)))
    head, _, aside = clause.partition(",")
    if aside.strip() and len(_WORD.findall(head)) <= _MOST:
        clause = head
    return _nearest(_WHEN.sub("", clause))


def _object(text: str) -> str:
    clause = _last(_last(_CLAUSE.split(text)).split(","))
    ends = [verb.end() for verb in _VERB.finditer(clause) if clause[verb.end() :].strip()]
    own = clause[max(ends, default=0) :].strip()
    return _nearest(_TRAILING.sub("", own))


def _named_behind(text: str) -> str:
    match = _BEHIND.match(_WHEN.sub("", text))
    noun = _ENDS.sub("", match["noun"]) if match else ""
    return " ".join(_WORD.findall(_TRAILING.sub("", noun))[:_MOST])


def _last(parts: Sequence[str]) -> str:
    """The last part that says anything."""
    return next((part for part in reversed(parts) if part.strip(" ,")), "")


def _nearest(text: str) -> str:
    return " ".join(_WORD.findall(text)[-_MOST:])
