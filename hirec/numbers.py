"""Numbers as filings print them: table cells, unit lines and prose, as exact decimals."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from hirec.caching import remembered
from hirec.periods.dates import BARE_YEAR

AGREEMENT = Decimal("0.005")
"""Two figures agree within half a percent: rounded and unrounded ones do."""

_LONGEST = 64
"""Characters; no printed amount is longer, so longer text is refused before any regex runs."""

_DASHES = str.maketrans(
    dict.fromkeys("−‐‑‒–—―﹣－", "-") | dict.fromkeys("\xa0\u2007\u2009\u202f", " ")
)
_AMOUNT = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,18})(?:\.[0-9]{1,12})?|\.[0-9]{1,12}"
_CURRENCY = (
    r"(?:US\$|U\.S\.\$|C\$|A\$|\$|€|£|¥"
    r"|(?:USD|EUR|GBP|JPY|CAD|AUD|CHF|CNY|RMB|MXN|INR|BRL)(?=[\s\d(]))"
)
_FOOTNOTE = (
    r"(?:\s*(?:\((?:[a-z]{1,2}|[0-9]{1,2})\)|\[[0-9a-z]{1,2}\]|\{[0-9a-z]{1,2}\}|[*†‡§#¹²³]+))*"
)

_STACKED = re.compile(r"\s*[—―]\s")
"""An em dash apart from what follows is a value of its own, not a minus sign."""
_ZERO = re.compile(rf"{_CURRENCY}?\s*\(?\s*-(?:0?-){{0,2}}\s*\)?\s*(?:%|pts?|bps)?{_FOOTNOTE}")
_PLAIN = re.compile(rf"{_CURRENCY}?\s*(?P<number>{_AMOUNT})")
_CELL = re.compile(
    rf"{_CURRENCY}?\s*(?P<minus>[-+])?\s*(?P<open>\()?\s*{_CURRENCY}?\s*(?P<inner>[-+])?\s*"
    rf"(?P<number>{_AMOUNT})\s*"
    r"(?:%|[x×]|pts?\.?|ppts?|pp|bps|¢)?\s*(?P<close>\))?\s*(?:%|[x×]|pts?\.?|ppts?|pp|bps|¢)?"
    rf"{_FOOTNOTE}"
)

SCALE_WORDS = {3: "thousands", 6: "millions", 9: "billions", 12: "trillions"}
"""What unit lines call powers of ten."""
SCALE_POWERS = {
    "thousand": 3, "k": 3, "million": 6, "m": 6, "mm": 6, "mn": 6,
    "billion": 9, "b": 9, "bn": 9, "trillion": 12, "tn": 12,
}  # fmt: skip
"""Words and abbreviations of powers of ten, in lower case."""
_SCALE_WORD = re.compile(
    r"(?P<thousand>thousands?\b|(?<![0-9.,])0{3}['’]?s?\b|\$k\b)"
    r"|(?P<million>millions?\b|\bmm\b|\$m\b|\bmn\b)"
    r"|(?P<billion>billions?\b|\bbn\b|\$b\b)",
    re.IGNORECASE,
)
_WHOLE_DOLLARS = re.compile(
    r"\b(?:whole|actual|full)\s+(?:u\.?s\.?\s+)?dollars\b|\bin\s+dollars\b|\bto\s+the\s+dollar\b",
    re.IGNORECASE,
)
_CURRENCY_UNITS = (
    ("C$", "CAD"), ("A$", "AUD"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY"), ("$", "USD"),
)  # fmt: skip
SIGNS = {unit: sign for sign, unit in _CURRENCY_UNITS if len(sign) == 1}
"""Currencies with a sign of their own: ``EUR`` → ``€``."""
_CODE = 3
_CURRENCY_WORDS = re.compile(
    r"\b(?:(?P<CAD>canadian dollars?|cad)|(?P<AUD>australian dollars?|aud)|(?P<USD>dollars?|usd)"
    r"|(?P<EUR>euros?|eur)|(?P<GBP>pounds? sterling|gbp)|(?P<JPY>yen|jpy)"
    r"|(?P<CNY>renminbi|rmb|yuan|cny))\b",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r"[,;(]?\s*\b(?:except|other than|unless|excluding)\b.*", re.IGNORECASE)


def parse_number(text: str) -> Decimal | None:
    """Value of a printed cell, without any scale; None where the text is not one number.

    ``(1,234)`` → -1234, ``—`` → 0, ``$ 5.6`` → 5.6, ``12.5%`` → 12.5, ``Note 3`` → None. Exponents
    and more than 18 digits before the point are refused.
    """
    return None if len(text) > _LONGEST else _parsed(text)


@remembered
def _parsed(text: str) -> Decimal | None:
    """Reading a filing asks about the same cell many times, and the same amounts come back."""
    printed = text.translate(_DASHES).strip()
    if not printed:
        return None
    if plain := _PLAIN.fullmatch(printed):
        return Decimal(plain["number"].replace(",", ""))
    if _ZERO.fullmatch(printed):
        return Decimal(0)
    match = _CELL.fullmatch(printed)
    if match is None or (match["close"] and not match["open"]) or _STACKED.match(text):
        return None
    value = Decimal(match["number"].replace(",", ""))
    negative = bool(match["open"]) or "-" in (match["minus"], match["inner"])
    return -value if negative and value else value


def scale_of(unit_line: str) -> int:
    """Power of ten said by a unit line: ``(In millions, except per share data)`` → 6, else 0."""
    match = _SCALE_WORD.search(unit_line)
    return SCALE_POWERS[match.lastgroup] if match and match.lastgroup else 0


def stated_scale(words: str) -> int | None:
    """Power of ten that the words state, 0 for whole dollars; None where they state none.

    ``in U.S. dollars`` names the currency and leaves the scale open.
    """
    return scale_of(words) or (0 if _WHOLE_DOLLARS.search(words) else None)


def unit_of(text: str) -> str:
    """Unit said by a cell or a unit line: ``USD``, ``EUR``, ``%``, ``shares``, ``USD/shares``.

    Empty where none is said; what follows "except" is not looked at.
    """
    stated, lowered = text[:2000], text[:2000].lower()
    if lowered == stated.upper():  # no letters: a cell with its sign
        return _sign(stated) or ("%" if "%" in stated else "")
    stated = _EXCEPTION.sub("", stated)
    lowered = stated.lower()
    currency = _currency(stated)
    if "per share" in lowered or "per common share" in lowered:
        return f"{currency or 'USD'}/shares"
    if currency:
        return currency
    if "%" in stated or "percent" in lowered:
        return "%"
    return "shares" if "shares" in lowered else ""


def is_currency(unit: str) -> bool:
    """Whether a unit is a currency's code: ``USD``; ``shares`` and ``Boe`` are none."""
    return len(unit) == _CODE and unit.isalpha() and unit.isupper()


def _sign(text: str) -> str:
    return next((unit for sign, unit in _CURRENCY_UNITS if sign in text), "")


def _currency(text: str) -> str:
    if sign := _sign(text):
        return sign
    match = _CURRENCY_WORDS.search(text)
    return match.lastgroup if match and match.lastgroup else ""


@dataclass(frozen=True, slots=True)
class NumberSpan:
    """A number in prose: ``text[start:end]`` with its sign, scale word and unit."""

    start: int
    end: int
    text: str
    value: Decimal
    """As printed, the scale is not applied."""
    scale: int
    unit: str
    """``USD``, ``USD/shares``, ``%``, ``shares`` or empty."""


_MONTH = (
    r"(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?"
    r"|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)"
)
_NOT_A_NUMBER = re.compile(
    rf"\b{_MONTH}\s+[0-9]{{1,2}}(?:st|nd|rd|th)?\b(?:\s*,\s*[0-9]{{4}}\b)?"
    rf"|\b[0-9]{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\b(?:\s*,?\s*[0-9]{{4}}\b)?"
    rf"|\b{_MONTH}\s+[0-9]{{4}}\b"
    r"|\b[0-9]{1,2}[/.-][0-9]{1,2}[/.-](?:[0-9]{4}|[0-9]{2})\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b"
    r"|\b(?:notes?|items?|pages?|parts?|sections?|tables?|exhibits?|rules?|forms?|asu|asc|sfas|ifrs"
    r"|topics?|nos?\.|number|chapters?|articles?|schedules?|levels?|phases?|tier|step|footnotes?"
    r"|regulation|proposals?|file|release|fy|fiscal(?:\s+year)?s?)\s+[0-9][0-9A-Za-z.()-]*"
    r"(?:(?:,|\s+(?:and|or|to|through)|,\s+and)\s+(?:19|20|[0-9]{1,2}\b)[0-9.]*(?!,?[0-9]|\s?%))*"
    r"|\b[A-Za-z][A-Za-z.&]*-?[0-9][\w.-]*|\b[0-9]+(?:st|nd|rd|th)\b|\b[0-9]+-?[A-Za-z]-[0-9A-Z]+"
    r"|\b[0-9]+(?!(?:mn|mm|bn)\b)[A-Za-z]{2,}[0-9]*\b|\b[0-9]+-[A-Za-z]+\b|\b[0-9]{2,3}-[0-9]{5,8}\b"
    r"|(?<=[a-z] )(?-i:[A-Z][a-z]+) [0-9]\b(?![.,]?[0-9]|\s?(?:%|percent|thousand|[mbt]illion))"
    r"|\b(?:19|20)[0-9]{2}\s*[-–/]\s*(?:(?:19|20)?[0-9]{2})\b|(?<![$€£¥])\([0-9]{1,2}\)(?!\s?%|\s+(?:m|b)illion)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]")
_SPAN = re.compile(
    rf"(?P<currency>{_CURRENCY})?\s?(?P<open>\()?(?P<minus>(?<![\w)])[-−–])?(?P<inside>{_CURRENCY})?"
    rf"(?<![\w.,])(?P<number>{_AMOUNT})(?![0-9])(?P<close>\))?"
    r"(?:[\s-]?(?P<scale>thousand|million|billion|trillion|mm|mn|bn|[MBK](?![\w]))s?\b)?"
    r"(?P<percent>\s?%|\s(?:percent|percentage\spoints?)\b)?(?P<points>\s?(?:basis\spoints|bps)\b)?"
)
_AFTER_PER_SHARE = re.compile(r"\s*(?:per|a)\s+(?:\w+\s+){0,3}shares?\b", re.IGNORECASE)
_AFTER_SHARES = re.compile(r"\s+(?:\w+\s+){0,3}shares\b", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:to|and|or|-|–|—)\s*")


def lists_of(
    numbers: Sequence[NumberSpan], joined: Callable[[NumberSpan, NumberSpan], bool]
) -> list[list[NumberSpan]]:
    """Numbers in runs: each beside the one before where ``joined`` says so of the two."""
    runs: list[list[NumberSpan]] = []
    for number in numbers:
        if runs and joined(runs[-1][-1], number):
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def find_numbers(text: str) -> list[NumberSpan]:
    """Amounts in prose, left to right: ``$1.2 billion`` → value 1.2, scale 9, unit USD.

    Years, dates, form, note, item and page numbers, list marks and numbers inside names
    (``10-K``, ``COVID-19``, ``364-day``, ``Model 3``) are left out. In ``$1 to $2 billion`` both
    are billions.
    """
    if _DIGIT.search(text) is None:
        return []
    masked = _NOT_A_NUMBER.sub(lambda match: "x" * len(match.group()), text)
    spans = [span for match in _SPAN.finditer(masked) if (span := _span(match, text))]
    for at in range(len(spans) - 2, -1, -1):
        spans[at] = _share_scale(spans[at], spans[at + 1], text)
    return spans


def _span(match: re.Match[str], text: str) -> NumberSpan | None:
    sign = match["currency"] or match["inside"]
    number, word = match["number"], match["scale"]
    percent = bool(match["percent"])
    if not (sign or word or percent or match["points"]) and (
        BARE_YEAR.fullmatch(number) or len(number) > _LONGEST
    ):
        return None
    start, end = match.span()
    while text[start].isspace():
        start += 1
    bracketed = bool(match["open"] and match["close"])
    if match["open"] and not bracketed and not match["currency"]:
        start += 1
    elif match["close"] and not bracketed:
        end = match.start("close")
        word, percent = None, False
    value = Decimal(number.replace(",", ""))
    if match["minus"] or bracketed:
        value = -value
    scale = SCALE_POWERS[word.lower()] if word else 0
    unit = _span_unit(sign or "", percent, text[end : end + 60])
    return NumberSpan(start, end, text[start:end], value, scale, unit)


def _span_unit(sign: str, percent: bool, after: str) -> str:
    if percent:
        return "%"
    if sign:
        unit = _currency(sign)
        return f"{unit}/shares" if _AFTER_PER_SHARE.match(after) else unit
    return "shares" if _AFTER_SHARES.match(after) else ""


def _share_scale(first: NumberSpan, second: NumberSpan, text: str) -> NumberSpan:
    if first.scale or not second.scale or "," in first.text or abs(first.value) >= 1000:
        return first
    if first.unit not in ("", second.unit) or not _RANGE.fullmatch(text[first.end : second.start]):
        return first
    return NumberSpan(first.start, first.end, first.text, first.value, second.scale, second.unit)


def figures_agree(one: Decimal, other: Decimal) -> bool:
    """Whether two readings came to the same figure, whichever of them is rounded."""
    return abs(one - other) <= AGREEMENT * max(abs(one), abs(other))
