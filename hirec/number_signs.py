"""Words around a number that speak for what it counts, and how strongly."""

import re
from dataclasses import dataclass
from enum import Enum


class NumberKind(Enum):
    """What a number counts."""

    MONEY = "money"
    SHARES = "shares"
    PER_SHARE = "per share"
    PERCENT = "percent"
    COUNT = "count"


class Shape(Enum):
    """What a number must look like for a sign to speak of it."""

    ANY = 0
    BROKEN = 1
    """A fraction is printed, or a dash or zero."""
    SMALL = 2
    """Below 10,000, as prices are, in whole dollars too."""
    RATE = 3
    """Broken, below 1,000, and without a currency sign."""
    CENTS = 4
    """Printed to the cent, below 1,000."""
    HUNDRED = 5
    """At most 100."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Words that speak for a kind, and how strongly."""

    kind: NumberKind
    words: re.Pattern[str]
    strength: float
    shape: Shape = Shape.ANY
    anywhere: bool = False
    """Speaks wherever it stands, not only as the head of the phrase."""


def _sign(
    kind: NumberKind,
    words: str,
    strength: float,
    shape: Shape = Shape.ANY,
    *,
    anywhere: bool = False,
) -> Sign:
    return Sign(kind, re.compile(words, re.IGNORECASE), strength, shape, anywhere)


_M, _S, _P, _R, _C = (
    NumberKind.MONEY,
    NumberKind.SHARES,
    NumberKind.PER_SHARE,
    NumberKind.PERCENT,
    NumberKind.COUNT,
)
_PER = (
    r"^(?!.*\b(?:comput\w+|calculat\w+|denominator|numerator|excluded|purposes)\b).*"
    r"(?:\bper[\s-]+(?:[\w-]+\s+){0,4}?(?:shares?|units?|ads|options?|awards?|rsus?|psus?)(?:\W|\b|\d)"
    r"|\beps\b)"
)
_PRICE = (
    r"\b(?:exercise|grant|strike|conversion|share|stock|repurchase)[\s-]+prices?\b"
    r"|\baverage\b.{0,30}\b(?:price|fair\s+value)s?\b"
)
_AWARDS = (
    r"\b(?:stock|restricted|share|performance|deferred|incentive)\s+(?:stock\s+)?(?:options|units|"
    r"awards)\b|\b[RP]SUs?\b|\boptions\b"
)
SIGNS = (
    _sign(
        _M,
        r"\bpar\s+value\b|\bauthori[sz]ed\b|\bliquidation\s+preference\b|\bat\s+cost\b",
        4.8, anywhere=True,
    ),
    _sign(_P, _PER, 6.5, Shape.BROKEN, anywhere=True),
    _sign(_P, _PRICE, 4.5, Shape.BROKEN),
    _sign(_P, _PER, 4, Shape.SMALL),
    _sign(_P, _PRICE, 4, Shape.SMALL),
    _sign(_P, r"\bgrant[\s-]+date\s+fair\s+values?\b|\bhigh\s*$|\blow\s*$", 4, Shape.BROKEN),
    _sign(_P, r"\b(?:basic|diluted)\b", 4, Shape.CENTS),
    _sign(
        _P,
        r"\bfair\s+values?\b.*\b(?:options?|units?|awards?|[RP][SP]Us?|shares?|rights)\b"
        r"|\b(?:options?|units?|awards?|[RP][SP]Us?)\b.*\bfair\s+values?\b",
        3.6, Shape.CENTS, anywhere=True,
    ),
    _sign(_P, r"\bdividends?\b.*\b(?:declared|paid)\b", 3.2, Shape.CENTS),
    _sign(_R, r"(?<!\d)%|\bpercent(?:age)?s?\b", 5, Shape.RATE, anywhere=True),
    _sign(_R, r"\b(?:target|actual|asset|plan)\s+allocations?\b", 3.5, Shape.HUNDRED),
    _sign(_R, r"\brates?\s*\d?\s*$|\bvolatility\b|\bdividend\s+yield\b", 3.2, Shape.RATE),
    _sign(
        _R,
        r"\b(?:interest|tax|discount|growth|coupon|risk-free|average|effective)\s+(?:[\w-]+\s+){0,2}"
        r"(?:rates?|yield)\b(?!\s+(?:contracts?|swaps?|hedg\w+|derivatives?|agreements?|caps?|locks?"
        r"|risk))|\brate\s+(?:of|used|on)\b",
        3.2, Shape.RATE,
    ),
    _sign(_R, r"\byield\b|\breturn\s+on\b", 2, Shape.RATE, anywhere=True),
    _sign(
        _C,
        r"\bnumber\s+of\s+(?!(?:[\w-]+\s+){0,5}?(?:shares|options|units|awards|rsus|psus|equivalents)\b)"
        r"|^\W*employees|headcount|square\s+f(?:ee|oo)t|\bmultiple\b|\bratio\b"
        r"|\b(?:packages?|units?|cases?|shipments?|carloads?)\s+(?:\w+\s+)?volumes?\b"
        r"|\b(?:operating|selling|business|working|trading)\s+days\b"
        r"|\bmembership\s+additions\b|\b(?:memberships|subscribers|customers)\s+at\b"
        r"|\bcards[- ]in[- ]force\b|\bvehicle\s+sales\b(?!\s+revenue)"
        r"|\bunit\s+sales\b|\bunits?\s+sold\b|\bunit\s+volumes?\b|\bunits\s+(?:shipped|delivered)\b",
        4.6, anywhere=True,
    ),
    _sign(
        _C,
        r"(?:\bin\s+years\b|\(years\))\W*$|remaining\s+(?:[\w-]+\s+){0,3}(?:life|lives|term)"
        r"|useful\s+(?:life|lives)|(?:lease|contractual|expected)\s+(?:terms?|life)\b",
        4.6, Shape.HUNDRED, anywhere=True,
    ),
    _sign(
        _S,
        r"\bnumber\s+of\s+(?:[\w-]+\s+){0,5}?(?:shares|options|units|awards|[RP]SUs|equivalents)\b",
        4.4, anywhere=True,
    ),
    _sign(_M, r"\b(?:impact|effect)\b", 1.7),
    _sign(_M, r"\b(?:treasury|unearned|esop)\s+(?:\w+\s+)?shares\W*$", 3.1),
    _sign(_S, r"\bshares\b|\bshare\s+equivalents\b|\bdilutive\b|\bdenominator\b", 3),
    _sign(_S, _AWARDS + r"|\bunits\s*$", 2.5),
    _sign(
        _M,
        r"\b(?:values?|amounts?|dollars|costs?|expenses?|compensation|proceeds|paid|prices?|income|cash"
        r"|earnings|loss(?:es)?|gains?|repurchases?|purchases?|issuances?|taxes|equity|liabilit\w+"
        r"|assets|dividends|premium|capital|revenues?|sales|provision|benefit|payable|notional)\b|[$€£]",
        3,
    ),
)  # fmt: skip
