"""Exact match and F1 of TAT-QA, with scale (Zhu et al., ACL 2021, section 5.1; after DROP).

The rules are those of the authors' script, oddities included, so that figures can be held against
published ones. A number is rounded to two places, brought to base units by its scale (percent is
0.01) and written with four places; words have their scale word behind them. The answers of a
question, sorted, make one text. Its tokens, at blanks, lower-case, are numbers, or words without
punctuation and articles. Equal texts are an exact match; F1 is that of the bags of tokens, rounded
to two places. Arithmetic and count have no partial credit: their F1 is their exact match. A bare
fraction also counts as the gold's percentage.
"""

import re
import string
from collections.abc import Sequence

_FACTORS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "percent": 0.01}
_DIGITS = re.compile(r"(?P<whole>[+-]?\d+(?:\.\d+)?)|[+-]?\.\d+")
"""The first number of a text; one without a digit before its point is passed over."""
_WITH_WORD = re.compile(r"[\d.]+\s?[a-zA-Z]+")
_IN_BRACKETS = re.compile(r"\([\d.\s%]+\)")
"""Below zero; a comma among the digits hides it, as in the authors' script."""
_PERCENT = re.compile(r"[\d.\s]+%")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = str.maketrans("", "", "'\"\\$€£¥%(),[]")
_PUNCTUATION = str.maketrans("", "", string.punctuation)

Number = int | float


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
    expected = _tokens(_text(gold, gold_scale))
    readings = [_text(predicted, predicted_scale)]
    bare = _number(predicted[0]) if len(predicted) == 1 else None
    if bare is not None and not predicted_scale and "%" not in predicted[0]:
        readings.append(_places(bare))
    exact, f1 = max(_match(expected, _tokens(reading)) for reading in readings)
    return (exact, exact) if answer_type in ("arithmetic", "count") else (exact, f1)


def _match(gold: Sequence[str], predicted: Sequence[str]) -> tuple[float, float]:
    expected, given = frozenset(gold), frozenset(predicted)
    common = len(expected & given)
    precision = common / len(given) if given else 1.0
    recall = common / len(expected) if expected else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return float(gold == predicted), round(f1, 2)


def _text(answers: Sequence[str], scale: str) -> str:
    return " ".join(_canonical(answer, scale) for answer in sorted(answers))


def _canonical(text: str, scale: str) -> str:
    """A number in base units with four places; words with their scale behind."""
    number = _number(text)
    if number is None:
        return f"{text} {scale}".strip()
    return _places(number if "%" in text else round(number, 2) * _factor(scale))


def _number(text: str) -> Number | None:
    """The number that a text is, with its own scale word, sign and percent; None for words.

    A text that a word follows other than one of scale ("2.5 years") is words.
    """
    words = text.translate(_SIGNS).split()
    if not words or not _is_float(words[0]) or (len(words) > 1 and _factor(words[1]) == 1):
        return None
    found = _DIGITS.search(text.translate(_SIGNS))
    if found is None or found["whole"] is None:
        return None
    with_word = _WITH_WORD.search(text)
    number: Number = float(found["whole"]) if "." in found["whole"] else int(found["whole"])
    number *= _factor(with_word[0]) if with_word else 1
    number *= -1 if _IN_BRACKETS.search(text) else 1
    return round(number * (_FACTORS["percent"] if _PERCENT.search(text) else 1), 4)


def _is_float(word: str) -> bool:
    try:
        return float(word) == float(word)  # no NaN
    except ValueError:
        return False


def _factor(words: str) -> Number:
    """What a scale, or words that hold one, multiply by; 1 where they hold none."""
    return next((factor for word, factor in _FACTORS.items() if word in words.lower()), 1)


def _places(number: Number) -> str:
    return f"{number:.4f}"


def _tokens(text: str) -> list[str]:
    return " ".join(map(_token, text.lower().split(" "))).split()


def _token(word: str) -> str:
    number = _number(word)
    if number is None:
        word = word if _is_float(word.translate(_SIGNS)) else word.translate(_PUNCTUATION)
        number = _number(word)
    return _ARTICLE.sub(" ", word) if number is None else str(number)
