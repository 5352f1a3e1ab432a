"""Numeric equality by LOFin's rule (HiREC, section 5.1), with units and scale normalised.

**Which gold answers are numbers.** A gold answer counts as a number when its first sentence (or
what follows its last ``=``) is one number with its unit and at most three more words:
``$1832.00``, ``65.4%``, ``(1,234)``, ``1.2 billion``, ``$400,000,000 increase.``. A sentence that
merely holds numbers is textual, and so are years asked for and every type that says ``textual``.

**Scale** of the gold number, the first that speaks: a word in the answer (``billion``, ``mn``),
the record's ``unit`` (``USD millions``), the question's demand (``in USD millions``). Where none
speaks and the record has no unit at all, an amount of money or shares may agree in base units, as
it printed itself, or in thousands, millions or billions; :func:`scale_assumed` marks the last.

**Unit.** Currencies, shares and percent must not contradict each other; a missing unit agrees
with any. ``%`` and fraction are converted; a bare number is read both ways where the question
speaks of percent or the prediction has no unit. A gold number with a word such as ``decrease``
is compared without sign.

**Equality.** Both are rounded, or both truncated, to the coarser precision of the two, and must
be equal; a nonzero gold number rounded to nothing never is. Gold precision is its last printed
digit, except that zeros which only fill scaled money to cents (``$4.60`` in billions) do not
count, and never coarser than the places the question asks for. A computed prediction is exact
unless its program rounds.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext

from hirec.datasets.questions import Question
from hirec.numbers import SCALE_POWERS
from hirec.periods.dates import BARE_YEAR
from hirec.types import Answer

_CURRENCIES = {"$": "USD", "US$": "USD", "USD": "USD", "€": "EUR", "EUR": "EUR"} | {
    "£": "GBP", "GBP": "GBP", "¥": "JPY", "JPY": "JPY", "DOLLARS": "USD", "DOLLAR": "USD",
}  # fmt: skip
_NUMBER = re.compile(
    r"""(?P<open>\()?\s*(?P<sign>[-−–+])?\s*
        (?P<currency>US\$|[$€£¥]|(?:USD|EUR|GBP|JPY)(?=[\s\d]))?\s*
        (?P<sign2>[-−–])?\s*(?P<open2>\()?
        (?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
        (?P<close>\))?\s*
        (?:(?P<scale>(?:thousand|million|billion|trillion)s?|bn|mn|mm|tn|[KMB])(?![A-Za-z]))?\s*
        (?P<percent>%|percent(?:age)?\ points?|per\ ?cent)?\s*(?P<close2>\))?""",
    re.VERBOSE | re.IGNORECASE,
)
_DEMANDED_SCALE = re.compile(
    r"(?:\b(?:in|of)\s+|\()(?:units\s+of\s+)?(?:USD|US\$|US\s+dollars?|dollars?|[$€£¥]|EUR|GBP)?\s*"
    r"(thousand|million|billion)s?\b",
    re.IGNORECASE,
)
_DEMANDED_PERCENT = re.compile(
    r"(?:\bin|\bas)\s+(?:units\s+of\s+)?(?:an?\s+)?(?:percent|per cent|%)|\(%\)", re.IGNORECASE
)
_DEMANDED_PLACES = re.compile(r"\b(\d|one|two|three|four)\s+decimals?\b", re.IGNORECASE)
_PLACES = {"one": 1, "two": 2, "three": 3, "four": 4}
_SCALE_WORD = re.compile(r"thousand|million|billion", re.IGNORECASE)
_YEAR_ASKED = re.compile(r"\b(?:which|what|in what)\s+(?:fiscal\s+)?year\b|\bwhen\b", re.IGNORECASE)
_PERCENT_TALK = re.compile(r"percent|per cent|%", re.IGNORECASE)
_DIRECTION = re.compile(r"decreas|declin|drop|lower|fell|reduc|down", re.IGNORECASE)
_MAX_OTHER_WORDS = 3


@dataclass(frozen=True, slots=True)
class GoldNumber:
    """A gold answer that is a number."""

    value: Decimal
    """In base units; percent as percent."""
    exponent: int
    """Power of ten of the last digit that counts, in base units."""
    unit: str
    """``USD``, ``EUR``, ``%``, ``shares``, ``USD/shares`` or empty."""
    scale_known: bool
    """False where nothing says whether 12.3 means 12.3 or 12.3 million."""
    any_sign: bool = False
    percent_talk: bool = False
    """The question speaks of percent, so a bare number may be a percent or a fraction."""


@dataclass(frozen=True, slots=True)
class _Reading:
    value: Decimal
    exponent: int


def gold_number(question: Question) -> GoldNumber | None:
    """The gold answer as a number, or None where it is textual or there is none."""
    if not question.answerable or question.answer is None or "textual" in question.type.lower():
        return None
    found = _sole_number(question.answer)
    if found is None:
        return None
    match, rest = found
    if BARE_YEAR.fullmatch(match["digits"]) and _YEAR_ASKED.search(question.question):
        return None
    unit = _gold_unit(match, rest, question)
    scale, known = _gold_scale(match, rest, unit, question)
    digits = match["digits"].replace(",", "")
    exponent = _printed_exponent(digits, padded=unit == "USD" and scale > 0)
    places = _DEMANDED_PLACES.search(question.question)
    if places:
        exponent = min(exponent, -(_PLACES.get(places[1].lower()) or int(places[1])))
    negative = bool(match["sign"] in ("-", "−", "–") or match["sign2"])
    negative |= bool((match["open"] or match["open2"]) and (match["close"] or match["close2"]))
    value = Decimal(digits).scaleb(scale)
    return GoldNumber(
        value=-value if negative else value,
        exponent=exponent + scale,
        unit=unit,
        scale_known=known,
        any_sign=bool(_DIRECTION.search(rest)),
        percent_talk=bool(_PERCENT_TALK.search(question.question)),
    )


def is_right(gold: GoldNumber, answer: Answer) -> bool:
    """Whether the answer's value equals the gold number; an answer without a value never does."""
    if answer.value is None or not answer.value.is_finite() or abs(answer.value.adjusted()) > 60:
        return False
    if not _units_agree(gold.unit, _unit(answer.unit)):
        return False
    return _any_equal(gold, [*_readings(gold, answer), *_rescaled(gold, answer)])


def scale_assumed(gold: GoldNumber, answer: Answer) -> bool:
    """Whether a right answer is so only in thousands, millions or billions that nobody named."""
    return is_right(gold, answer) and not _any_equal(gold, _readings(gold, answer))


def _any_equal(gold: GoldNumber, readings: Sequence["_Reading"]) -> bool:
    with localcontext() as context:
        context.prec = 160
        return any(_equal(gold, reading) for reading in readings)


def _sole_number(text: str) -> tuple[re.Match[str], str] | None:
    """The one number of a gold answer and the few words around it, None where it is prose."""
    sentence = re.split(r"[.;]\s|\n", text.rsplit("=", 1)[-1].strip(), maxsplit=1)[0]
    matches = list(_NUMBER.finditer(sentence))
    if len(matches) != 1:
        return None
    match = matches[0]
    start = match.end() - len(match[0].lstrip())
    end = match.start() + len(match[0].rstrip())
    before, after = sentence[:start], sentence[end:]
    if before[-1:].isalnum() or after[:1].isalnum() or re.match(r"[-/]\w", after):
        return None
    rest = f"{before} {after}"
    return (match, rest) if len(re.findall(r"[^\W\d_]+", rest)) <= _MAX_OTHER_WORDS else None


def _gold_unit(match: re.Match[str], rest: str, question: Question) -> str:
    if match["percent"]:
        return "%"
    if match["currency"]:
        per_share = "share" in rest.lower() or _unit(question.unit) == "USD/shares"
        return "USD/shares" if per_share else _CURRENCIES[match["currency"].upper()]
    if question.unit:
        return _unit(question.unit)
    if (
        _DEMANDED_PERCENT.search(question.question)
        and Decimal(match["digits"].replace(",", "")) >= 1
    ):
        return "%"
    return _unit(rest)


def _gold_scale(match: re.Match[str], rest: str, unit: str, question: Question) -> tuple[int, bool]:
    """Power of ten of the gold number, and whether anything said so."""
    if unit == "%":
        return 0, True
    if match["scale"]:
        return SCALE_POWERS[match["scale"].lower().rstrip("s")], True
    stated = _SCALE_WORD.search(rest) or _SCALE_WORD.search(question.unit)
    if stated:
        return SCALE_POWERS[stated[0].lower()], True
    if unit in ("", "shares") or unit in _CURRENCIES.values():
        demanded = _DEMANDED_SCALE.search(question.question)
        if demanded:
            return SCALE_POWERS[demanded[1].lower()], True
    return 0, bool(question.unit)


def _printed_exponent(digits: str, padded: bool) -> int:
    """Power of ten of the last digit; ``padded``: zeros that fill up to cents do not count."""
    decimals = digits.partition(".")[2]
    if padded and len(decimals) == 2 and Decimal(digits) != 0:
        decimals = decimals.rstrip("0")
    return -len(decimals)


def _unit(text: str) -> str:
    """Canonical unit of a unit text; empty for bare numbers (ratio, times, days)."""
    lowered = text.lower()
    if "%" in lowered or "percent" in lowered or "per cent" in lowered:
        return "%"
    words = re.findall(r"us\$|[$€£¥]|[a-z]+", lowered)
    currency = next((_CURRENCIES[w.upper()] for w in words if w.upper() in _CURRENCIES), "")
    if any(word in ("share", "shares") for word in words):
        return f"{currency}/shares" if currency else "shares"
    return currency


def _units_agree(gold: str, predicted: str) -> bool:
    if not gold or not predicted or gold == predicted:
        return True
    return {gold, predicted} == {"USD", "USD/shares"}


def _readings(gold: GoldNumber, answer: Answer) -> list[_Reading]:
    """The predicted number in the gold's unit: one reading, more where units leave it open."""
    value = answer.value or Decimal(0)
    base = _Reading(value, _predicted_exponent(answer, gold))
    unit = _unit(answer.unit)
    as_percent = _Reading(value.scaleb(2), base.exponent + 2)
    as_fraction = _Reading(value.scaleb(-2), base.exponent - 2)
    if gold.unit == "%" and unit != "%":
        return [as_percent] if answer.unit == "ratio" else [base, as_percent]
    if gold.unit == "" and unit == "%":
        return [base, as_fraction] if gold.percent_talk else [as_fraction]
    if gold.unit == "" and unit == "" and gold.percent_talk:
        return [base, as_percent]
    if not gold.scale_known and answer.scale:
        return [base, _Reading(value.scaleb(-answer.scale), base.exponent - answer.scale)]
    return [base]


def _rescaled(gold: GoldNumber, answer: Answer) -> list[_Reading]:
    """An amount in the units that a gold number without any may be in."""
    if gold.scale_known or _unit(answer.unit) not in ("shares", *_CURRENCIES.values()):
        return []
    value, exponent = answer.value or Decimal(0), _predicted_exponent(answer, gold)
    return [_Reading(value.scaleb(-power), exponent - power) for power in (3, 6, 9)]


def _predicted_exponent(answer: Answer, gold: GoldNumber) -> int:
    """Precision the prediction claims: a lookup its printed digits, a computation its rounding."""
    program = answer.program
    if program is not None and program.decimals is not None:
        return answer.scale - program.decimals
    value = answer.value or Decimal(0)
    printed = value.scaleb(-answer.scale).normalize().as_tuple().exponent
    own = min(int(printed), 0) + answer.scale
    if program is None:
        return own
    sources = [operand for operand in program.operands if operand.value == value]
    if not sources:
        return min(own, gold.exponent - 4)
    return sources[0].scale - len(_decimals(sources[0].printed))


def _decimals(printed: str) -> str:
    match = _NUMBER.search(printed)
    return match["digits"].partition(".")[2] if match else ""


def _equal(gold: GoldNumber, predicted: _Reading) -> bool:
    exponent = max(gold.exponent, predicted.exponent)
    expected, got = gold.value, predicted.value
    if gold.any_sign:
        expected, got = abs(expected), abs(got)
    for rounding in (ROUND_HALF_UP, ROUND_DOWN):
        target = expected.scaleb(-exponent).to_integral_value(rounding)
        if target == got.scaleb(-exponent).to_integral_value(rounding):
            return gold.value == 0 or target != 0
    return False
