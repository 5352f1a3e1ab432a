"""Exact match and F1 of TAT-QA, with scale (Zhu et al., ACL 2021, section 5.1; after DROP).

A number is rounded to two places, brought to base units by its scale (percent is 0.01) and written
with four places; words have their scale word behind them. The answers of a question, sorted, make
one bag of lower-case tokens without articles and punctuation: equal texts are an exact match, F1 is
that of the bags. Arithmetic and count have no partial credit: their F1 is their exact match. A bare
fraction also counts as the gold's percentage.
"""

import re
import string
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal

_FACTORS = {
    "percent": Decimal("0.01"),
    "thousand": Decimal(1000),
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
}
_NUMBER = re.compile(r"[-−]?\s*(?:\d[\d,]*(?:\.\d+)?|\.\d+)")
_PLAIN_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_ARTICLES = frozenset(("a", "an", "the"))
_SCALE_WORD = re.compile(r"thousands?|millions?|billions?|percent|dollars?", re.IGNORECASE)


def score(
    gold: Sequence[str],
    gold_scale: str,
    predicted: Sequence[str],
    predicted_scale: str,
    answer_type: str,
) -> tuple[float, float]:
    """(exact match, F1) of one answer, each from 0 to 1; an empty prediction has neither.

    Args:
        gold: Answer, or the spans of one.
        gold_scale: ``thousand``, ``million``, ``billion``, ``percent`` or empty.
        predicted: The same of the system's answer.
        predicted_scale: As ``gold_scale``.
        answer_type: TAT-QA's ``arithmetic``, ``count``, ``span`` or ``multi-span``.

    """
    if not predicted:
        return 0.0, 0.0
    expected = _text(gold, gold_scale)
    readings = [_text(predicted, predicted_scale)]
    bare = _number(predicted[0]) if len(predicted) == 1 else None
    if bare is not None and not predicted_scale and "%" not in predicted[0]:
        readings.append(_places(bare))
    exact, f1 = max(_match(_tokens(expected), _tokens(reading)) for reading in readings)
    return (exact, exact) if answer_type in ("arithmetic", "count") else (exact, f1)


def _match(gold: Sequence[str], predicted: Sequence[str]) -> tuple[float, float]:
    expected, given = frozenset(gold), frozenset(predicted)
    common = len(expected & given)
    precision = common / len(given) if given else 1.0
    recall = common / len(expected) if expected else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return float(gold == predicted), f1


def _text(answers: Sequence[str], scale: str) -> str:
    return " ".join(_canonical(answer, scale) for answer in sorted(answers))


def _canonical(text: str, scale: str) -> str:
    """A number in base units with four places; words with their scale behind."""
    number = _number(text)
    if number is None:
        return f"{text} {scale}".strip()
    if "%" in text:
        return _places(number)
    rounded = number.quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return _places(rounded * _FACTORS.get(scale, Decimal(1)))


def _number(text: str) -> Decimal | None:
    """The number that a text is, with its own scale word, sign and percent; None for words."""
    matches = list(_NUMBER.finditer(text))
    rest = _NUMBER.sub(" ", text)
    if len(matches) != 1 or re.search(r"[A-Za-z]", _SCALE_WORD.sub(" ", rest)):
        return None
    number = Decimal(re.sub(r"[,\s]", "", matches[0][0]).replace("−", "-"))
    if "(" in rest and ")" in rest:
        number = -abs(number)
    number *= next((f for word, f in _FACTORS.items() if word in rest.lower()), Decimal(1))
    return number * _FACTORS["percent"] if "%" in text else number


def _places(number: Decimal) -> str:
    return f"{number:.4f}"


def _tokens(text: str) -> list[str]:
    words = []
    for word in re.split(r"[\s-]+(?!\d)|\s+", text.lower()):
        plain = word if _PLAIN_NUMBER.fullmatch(word) else word.strip(string.punctuation)
        if plain and plain not in _ARTICLES:
            words.append(plain)
    return words
