"""How far a textual answer agrees with gold by its words and figures alone.

No judgement: an answer may share every word with gold and deny it. It is what can be measured
without a language model, and is named as such in every report.
"""

import re
from collections import Counter
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from hirec.numbers import NumberSpan, find_numbers

_WORD = re.compile(r"\d[\d,.]*\d|\w+(?:[-'’&]\w+)*")
_ARTICLES = frozenset(("a", "an", "the"))


def token_f1(gold: str, answer: str) -> float:
    """F1 of the two bags of lower-case tokens without articles and punctuation (SQuAD)."""
    expected, given = Counter(_tokens(gold)), Counter(_tokens(answer))
    common = (expected & given).total()
    if not common:
        return 0.0
    precision, recall = common / given.total(), common / expected.total()
    return 2 * precision * recall / (precision + recall)


def key_figures(gold: str, answer: str) -> float | None:
    """Share of gold's amounts that the answer states, or None where gold states none.

    An amount is found where the answer prints one of the same kind (percent or not) that is equal
    to the coarser precision of the two, rounded or truncated, whatever its sign: prose says
    direction in words.
    """
    expected, given = find_numbers(gold), find_numbers(answer)
    if not expected:
        return None
    return sum(any(_agree(each, other) for other in given) for each in expected) / len(expected)


def _tokens(text: str) -> list[str]:
    words = (word.replace(",", "") for word in _WORD.findall(text.lower()))
    return [word for word in words if word not in _ARTICLES]


def _agree(gold: NumberSpan, stated: NumberSpan) -> bool:
    if (gold.unit == "%") != (stated.unit == "%"):
        return False
    exponent = max(_exponent(gold), _exponent(stated))
    expected, given = _base(gold), _base(stated)
    if not expected or not given:
        return expected == given
    for rounding in (ROUND_HALF_UP, ROUND_DOWN):
        target = expected.scaleb(-exponent).to_integral_value(rounding)
        if target and target == given.scaleb(-exponent).to_integral_value(rounding):
            return True
    return False


def _base(span: NumberSpan) -> Decimal:
    return abs(span.value).scaleb(span.scale)


def _exponent(span: NumberSpan) -> int:
    """Power of ten of the last printed digit."""
    return span.scale + min(int(span.value.as_tuple().exponent), 0)
