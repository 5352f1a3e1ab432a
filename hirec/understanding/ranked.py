"""Choices of more than the first: a rank, the second largest, the top three, all above a bound.

Each is read as the choice of the largest, which is understood, and says besides which are named.
"""

import re
from dataclasses import replace

from hirec.numbers import find_numbers
from hirec.types import Bound, Operation, ParsedQuestion, Ranking

_KIND = (
    r"(?:segments?|regions?|divisions?|geograph(?:y|ies)|products?|product (?:lines?|categories)"
    r"|categor(?:y|ies)|business(?:es)?|markets?|countr(?:y|ies)|business units?)"
)
_MOST = r"(?:largest|biggest|highest|smallest|lowest|best|strongest|weakest|most|least)"
_NTH = re.compile(
    rf"\b(?P<nth>second|third|fourth|fifth|2nd|3rd|4th|5th|runner-?up)[- ]?(?P<most>{_MOST})\b",
    re.IGNORECASE,
)
_TOP = re.compile(
    rf"\b(?P<lead>the |its )?(?:top )?(?P<count>two|three|four|five|[2-5]) (?P<most>{_MOST})"
    rf" (?=(?:\w+ ){{0,2}}{_KIND}\b)|\btop (?P<top>two|three|four|five|[2-5])"
    rf" (?=(?:\w+ ){{0,2}}{_KIND}\b)",
    re.IGNORECASE,
)
_RANK = re.compile(
    rf"^(?P<lead>[^?]*?)\b(?:rank|order|sort)(?: all)?(?: of)? (?P<of>[^?,]*?\b{_KIND}\b"
    r"(?: of [^?,]*?)?),? (?:by|on|according to)(?: their)? (?P<by>[^?.]*?)"
    r"(?:,? (?:from|starting with)(?: the)? (?P<from>\w+)[^?.]*?)?[?.]*$",
    re.IGNORECASE,
)
_BOUNDED = re.compile(
    rf"\b(?P<how>how many|which)(?: of)? (?P<of>[^?,]*?\b{_KIND}\b(?: of [^?,]*?)?)"
    r" (?:had|have|has|posted|reported|earned|generated|made|recorded|with|show(?:ed)?)"
    r" (?:an? )?(?P<what>[^?,]*?) (?:of )?"
    r"(?P<sign>above|over|exceeding|in excess of|(?:greater|more|higher|larger|bigger) than"
    r"|at least|below|under|(?:less|lower|smaller) than)"
    r" (?P<bound>\$?\d[\d.,]*\d?(?: ?(?:billion|million|thousand|bn|mm|b|m|%|percent)\b|%)?)"
    r"(?P<rest>[^?]*)",
    re.IGNORECASE,
)
_COUNTS = {"second": 2, "runner-up": 2, "runnerup": 2, "third": 3, "fourth": 4, "fifth": 5}
_COUNTS |= {"two": 2, "three": 3, "four": 4, "five": 5}
_BELOW = frozenset({"below", "under", "less", "lower", "smaller"})
_UP = frozenset({"smallest", "lowest", "least", "worst"})


def ranked(text: str) -> tuple[str, Ranking | None, str]:
    """The question as one for the first of them, which are named instead, and the words left out.

    The question as it is, None and no words where the first is asked for, or nothing is ranked.
    """
    if found := _RANK.search(text):
        most = "smallest" if (found["from"] or "").lower() in _UP else "largest"
        asked = f"{found['lead']}Which of {found['of'].strip()} had the {most} {found['by']}?"
        return asked, Ranking(1, None), "rank"
    if found := _BOUNDED.search(text):
        numbers = find_numbers(found["bound"])
        if len(numbers) == 1:
            value, unit = numbers[0].value.scaleb(numbers[0].scale), numbers[0].unit
            below = found["sign"].split()[0].lower() in _BELOW
            counted = found["how"].lower() == "how many"
            bound = Bound(value, "%" if unit == "%" else "USD" if "$" in found["bound"] else "")
            whose, what = found["of"].strip(), f"{found['what']}{found['rest']}"
            asked = f"{text[: found.start()]}Which of {whose} had the largest {what}?"
            said = f"{found['sign']} {found['bound']}"
            return asked, Ranking(1, None, bound, below, counted), said
    if found := _NTH.search(text):
        at = _number(found["nth"])
        return (
            f"{text[: found.start('nth')]}{text[found.start('most') :]}",
            Ranking(at, at),
            found[0],
        )
    if found := _TOP.search(text):
        most = found["most"] or "largest"
        behind = f"{found['lead'] or ''}{most} {text[found.end() :]}"
        return (
            f"{text[: found.start()]}{behind}",
            Ranking(1, _number(found["count"] or found["top"])),
            found[0].strip(),
        )
    return text, None, ""


def with_ranking(parsed: ParsedQuestion, ranking: Ranking | None, said: str) -> ParsedQuestion:
    """The choice with those that it names; words that rank nothing are not understood."""
    if ranking is None:
        return parsed
    chooses = parsed.operation in (Operation.LARGEST, Operation.SMALLEST)
    if chooses and parsed.among_parts:
        return replace(parsed, ranking=ranking)
    return replace(parsed, unplaced=(*parsed.unplaced, said))


def _number(said: str) -> int:
    return _COUNTS.get(said.lower()) or int(said[0])
