"""Choices of more than the first: a rank, the second largest, the top three, all above a bound.

Each is read as the choice of the largest, which is understood, and says besides which are named.
"""

import re
from dataclasses import replace
from decimal import Decimal

from hirec.numbers import find_numbers
from hirec.periods.asked import COUNTS
from hirec.types import Bound, Operation, ParsedQuestion, Ranking
from hirec.understanding.choices import KIND

_MOST = r"(?:largest|biggest|highest|smallest|lowest|best|strongest|weakest|most|least)"
_OF = r"(?:[\w&'’.-]+ ){0,4}?"
"""Words in front of what parts are called: "Acme's operating segments"."""
_NTH = re.compile(
    rf"\b(?P<nth>second|third|fourth|fifth|2nd|3rd|4th|5th|runner-?up)[- ]?(?P<most>{_MOST})\b",
    re.IGNORECASE,
)
_TOP = re.compile(
    rf"\b(?P<lead>the |its )?(?:top )?(?P<count>two|three|four|five|[2-5]) (?P<most>{_MOST})"
    rf" (?={_OF}{KIND}\b)|\btop (?P<top>two|three|four|five|[2-5]) (?={_OF}{KIND}\b)",
    re.IGNORECASE,
)
_SO_MANY = re.compile(
    rf"\b(?P<which>which|what) (?P<count>two|three|four|five|[2-5])(?: of)? (?={_OF}{KIND}\b)",
    re.IGNORECASE,
)
"""``which two segments had the highest sales``"""
_NTH_BY = re.compile(
    r"\b(?:was|is|ranked|were|came) (?P<nth>second|third|fourth|fifth) (?=(?:by|in) )",
    re.IGNORECASE,
)
"""``which state was third by revenue``"""
_MOVED = re.compile(
    rf"\b(?P<how>in how many|how many|which)(?: of)? (?P<of>[^?,]*?\b{KIND}\b(?: of [^?,]*?)?)"
    r" (?:(?P<own>grew|increased|raised|expanded|decreased|shrank|reduced|cut) (?:its |their )?"
    r"(?P<a>[^?,]*?)|(?:did|saw|had) (?P<b>[^?,]*?) (?P<moved>grow|increase|rise|fall|decline"
    r"|decrease|shrink|drop)(?:ing|ed)?)(?: by)?"
    r"(?: (?P<sign>more|less|faster) than (?P<bound>\d[\d.]*) ?(?:%|percent))?"
    r"(?P<rest>,? (?:in|for|at|during|from|between|compared)\b[^?]*)?[?.]*$",
    re.IGNORECASE,
)
"""``how many segments grew sales by more than 5%``"""
_RANK = re.compile(
    rf"^(?P<lead>[^?]*?)\b(?:rank|order|sort)(?: all)?(?: of)? (?P<of>[^?,]*?\b{KIND}\b"
    r"(?: of [^?,]*?)?),? (?:by|on|according to)(?: their)? (?P<by>[^?.]*?)"
    r"(?:,? (?:from|starting with)(?: the)? (?P<from>\w+)[^?.]*?)?[?.]*$",
    re.IGNORECASE,
)
_BOUNDED = re.compile(
    rf"\b(?P<how>how many|which)(?: of)? (?P<of>[^?,]*?\b{KIND}\b(?: of [^?,]*?)?)"
    r" (?:had|have|has|posted|reported|earned|generated|made|recorded|with|show(?:ed)?)"
    r" (?:an? )?(?P<what>[^?,]*?) (?:of )?"
    r"(?P<sign>above|over|exceeding|in excess of|(?:greater|more|higher|larger|bigger) than"
    r"|at least|below|under|(?:less|lower|smaller) than)"
    r" (?P<bound>\$?\d[\d.,]*\d?(?: ?(?:billion|million|thousand|bn|mm|b|m|%|percent)\b|%)?)"
    r"(?P<rest>[^?]*)",
    re.IGNORECASE,
)
_THAN = re.compile(
    rf"(?i:\b(?P<how>how many|which)(?: of)? (?P<of>[^?,]*?\b{KIND}\b(?: of [^?,]*?)?)"
    r" (?:had|have|has|posted|reported|earned|generated|made|recorded|sold)"
    r" (?P<sign>more|less|fewer|(?:an? )?(?:higher|lower|larger|bigger|greater|smaller))"
    r" (?P<what>[^?,]*?) than) (?P<than>(?:the )?[A-Z][^?,]*?)"
    r"(?P<rest>,? (?:in|for|at|during|as of) [^?]*)?[?.]*$"
)
"""``which segments had more sales than Paint in 2022``"""
_ORDERS = re.compile(r"\W*(?:please |can you |could you )?rank\b", re.IGNORECASE)
_PLACES = {"second": 2, "runner-up": 2, "runnerup": 2, "third": 3, "fourth": 4, "fifth": 5}
_BELOW = frozenset({"below", "under", "less", "fewer", "lower", "smaller"})
_DOWN = frozenset({"de", "sh", "re", "cu", "fa", "dr"})
"""How words for a move down begin: decreased, shrank, reduced, cut, fell, dropped."""
_ANY_NUMBER = (Operation.ROSE, Operation.FELL, Operation.POSITIVE, Operation.NEGATIVE)
"""What any number of parts may have done."""
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
    if found := _THAN.search(text):
        whose, what = found["of"].strip(), f"{found['what']}{found['rest'] or ''}"
        below = found["sign"].split()[-1].lower() in _BELOW
        counted = found["how"].lower() == "how many"
        than = found["than"].removeprefix("the ")
        asked = f"{text[: found.start()]}Which of {whose} had the largest {what}?"
        ranking = Ranking(1, None, below=below, counted=counted, than=than)
        return asked, ranking, f"than {than}"
    if (found := _MOVED.search(text)) and (found["bound"] or "many" in found["how"].lower()):
        return _moving(text, found)
    text = _NTH_BY.sub(r"was the \g<nth> largest ", text)
    if found := _NTH.search(text):
        at = _number(found["nth"])
        return (
            f"{text[: found.start('nth')]}{text[found.start('most') :]}",
            Ranking(at, at),
            found[0],
        )
    if found := _SO_MANY.search(text):
        asked = f"{text[: found.start()]}{found['which']} {text[found.end() :]}"
        return asked, Ranking(1, _number(found["count"])), found[0].strip()
    if found := _TOP.search(text):
        most = found["most"] or "largest"
        behind = f"{found['lead'] or ''}{most} {text[found.end() :]}"
        return (
            f"{text[: found.start()]}{behind}",
            Ranking(1, _number(found["count"] or found["top"])),
            found[0].strip(),
        )
    return text, None, ""


def _moving(text: str, found: re.Match[str]) -> tuple[str, Ranking, str]:
    """Parts of which a figure moved so far, or moved at all."""
    what = (found["a"] or found["b"]).strip()
    down = (found["own"] or found["moved"]).lower()[:2] in _DOWN
    bound = Bound(Decimal(found["bound"] or 0), "%")
    if down:
        bound = Bound(-bound.value, "%")
    below = down ^ ((found["sign"] or "").lower() == "less")
    counted = "many" in found["how"].lower()
    figure = f"{what} growth{found['rest'] or ''}"
    asked = f"{text[: found.start()]}Which of {found['of'].strip()} had the largest {figure}?"
    return asked, Ranking(1, None, bound, below, counted), found[0]


def with_ranking(parsed: ParsedQuestion, ranking: Ranking | None, said: str) -> ParsedQuestion:
    """The choice with those that it names; words that rank nothing are not understood."""
    if ranking is None:
        if not _ORDERS.match(parsed.text):
            return parsed
        several = parsed.operation is Operation.SEVERAL and len(parsed.measures) == 1
        if several and len(parsed.companies) > 1:
            return replace(parsed, operation=Operation.LARGEST, ranking=Ranking(1, None))
        unread = ("rank",) if parsed.operation is Operation.VALUE else ()
        return replace(parsed, unplaced=(*parsed.unplaced, *unread))
    chooses = parsed.operation in (Operation.LARGEST, Operation.SMALLEST)
    chooses |= bool(ranking.among) and parsed.operation in _ANY_NUMBER
    if chooses and parsed.among_parts:
        return replace(parsed, ranking=ranking)
    return replace(parsed, unplaced=(*parsed.unplaced, said))


def _number(said: str) -> int:
    return {**COUNTS, **_PLACES}.get(said.lower()) or int(said[0])
