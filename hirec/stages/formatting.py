"""Numbers as people write them, with unit and scale."""

from decimal import ROUND_HALF_UP, Decimal

from hirec.numbers import SCALE_WORDS, SIGNS, is_currency
from hirec.types import Program

_CENTS = 2
_EIGHTHS = 3
"""Decimals of an interest rate in eighths."""
_MOST = 4
"""Decimals of a dollar that a share's dividend is printed with."""


def express(value: Decimal | str | bool, program: Program) -> str:
    """Write a program's result at the scale and with the places the question asks for."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        return value
    scale = program.scale or _natural_scale(value, program.unit)
    places = program.decimals
    if places is None:
        places = _natural_places(value, scale, program.unit)
    number = _round(value.scaleb(-scale), places)
    if not program.unit and program.decimals is None and places:
        number = number.normalize()  # "13.3" years, as printed; cents and percent keep two places
    words = f"{number:,f}"
    if program.unit == "%":
        return f"{words}%"
    if program.unit in ("days", "percentage points"):
        return f"{words} {program.unit}"
    if sign := _sign(program.unit):
        words = f"-{sign}{words[1:]}" if words.startswith("-") else f"{sign}{words}"
    return f"{words} {SCALE_WORDS[scale].removesuffix('s')}" if scale in SCALE_WORDS else words


def _sign(unit: str) -> str:
    """What stands before an amount: ``$``, or the code of a currency without a sign of its own."""
    currency = unit.partition("/")[0]
    return SIGNS.get(currency, f"{currency} " if is_currency(currency) else "")


def _natural_scale(value: Decimal, unit: str) -> int:
    if unit != "shares" and (not _sign(unit) or "/" in unit):
        return 0
    return next((scale for scale in (9, 6) if abs(value) >= Decimal(10) ** (scale + 1)), 0)


def _natural_places(value: Decimal, scale: int, unit: str) -> int:
    """Two places, none of a whole number; of a share or a printed rate as many as they need."""
    scaled = value.scaleb(-scale)
    exponent = value.as_tuple().exponent
    places = -exponent if isinstance(exponent, int) else _CENTS
    if unit == "%" and places == _EIGHTHS:
        return places  # "3.625%", as printed
    if unit.endswith("/shares"):
        return places if abs(value) < 1 and _CENTS < places <= _MOST else _CENTS
    return 0 if scaled == scaled.to_integral_value() else _CENTS


def _round(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
