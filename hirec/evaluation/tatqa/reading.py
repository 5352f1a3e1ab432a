"""An answer as TAT-QA writes it: numbers as printed, their scale beside them; spans of text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from hirec.datasets.tatqa import SCALES
from hirec.lexicon import content_words
from hirec.numbers import find_numbers
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import Answer, Operand, Program

_WORDS = {power: word for word, power in SCALES.items()}
_SAID = ("thousand", "million", "billion", "%")
_PLACES = Decimal("0.00000001")
_LOOKED_UP = re.compile(r"^answer = (?:abs\()?(?P<name>\w+)\)?$", re.MULTILINE)
_LABEL = re.compile(r"(?:Q\d )?FY(?=\d{4}$)")
_CAUSE = re.compile(
    r"\b(?:(?:primarily|mainly|largely)\s+)?(?:due to|driven by|as a result of|because of|because"
    r"|attributable to|resulting from)\s",
    re.IGNORECASE,
)
"""What a reason begins with."""
_COPULA = re.compile(
    r"\b(?:is|are|was|were|means?|includes?|included|comprises?|consists? of|represents?"
    r"|relates? to|refers? to|reflects?|depends? on)\s+",
    re.IGNORECASE,
)
"""What stands between what a sentence is about and what it says of it."""


@dataclass(frozen=True, slots=True)
class FormattedAnswer:
    """Answers and scale word in the data set's spelling."""

    spans: tuple[str, ...] = ()
    """Empty where nothing is answered or pointed at."""
    scale: str = ""


def format_answer(answer: Answer, question: str, sandbox: SandboxSettings) -> FormattedAnswer:
    """What an answer says; of one that only points to a sentence, the part that is asked for.

    Args:
        answer: With its program, where it has one.
        question: As it was asked; "proportion" wants a fraction.
        sandbox: Limits of the programs that are run again.

    """
    program = answer.program
    if program is None:
        quoted = answer.text if not answer.abstained else next(_quotes(answer), "")
        return FormattedAnswer((cut_span(question, quoted),)) if quoted else FormattedAnswer()
    if program.listed:
        cells = {(o.passage_id, o.row, o.column, o.printed): o for o in program.operands}
        listed = list(cells.values())
        return FormattedAnswer(tuple(o.printed for o in listed), _scale(listed[0]))
    named = _LOOKED_UP.search(program.source)
    if named and len(program.operands) == 1:
        return FormattedAnswer((program.operands[0].printed,), _scale(program.operands[0]))
    return _computed(program, sandbox, fraction="proportion" in question.lower())


def cut_span(question: str, sentence: str) -> str:
    """The part of a sentence that is asked for; the sentence where no part stands out."""
    first = question.lower().split()[:2]
    if first[:1] == ["how"] and first[1:] in (["much"], ["many"]):
        numbers = [n for n in find_numbers(sentence) if n.text not in question]
        if numbers:
            return numbers[0].text
    if first[:1] == ["why"] and (cause := _CAUSE.search(sentence)):
        return sentence[cause.start() :].rstrip(" .")
    copula = _COPULA.search(sentence)
    about = content_words(sentence[: copula.start()]) if copula else frozenset()
    if copula and about & content_words(question):
        return sentence[copula.end() :].rstrip(" .")
    return sentence.rstrip(" .")


def _quotes(answer: Answer) -> Iterator[str]:
    return (citation.quote for citation in answer.citations)


def _scale(operand: Operand) -> str:
    if any(word in operand.printed for word in _SAID):
        return ""  # printed with the number
    return "percent" if operand.unit == "%" else _WORDS.get(operand.scale, "")


def _computed(program: Program, sandbox: SandboxSettings, *, fraction: bool) -> FormattedAnswer:
    """The result; a "proportion" is a fraction to the data set, all other shares are percent."""
    value = run(program, sandbox).value
    if not isinstance(value, Decimal):
        return FormattedAnswer((_LABEL.sub("", str(value)),))
    if program.unit == "%" and fraction:
        return FormattedAnswer((_digits(value.scaleb(-2)),))
    if program.unit in ("%", "percentage points"):
        return FormattedAnswer((_digits(value),), "percent")
    if program.unit == "ratio" or program.bound is not None:  # how often a bound was kept to
        return FormattedAnswer((_digits(value),))
    scale = program.operands[0].scale
    return FormattedAnswer((_digits(value.scaleb(-scale)),), _WORDS.get(scale, ""))


def _digits(value: Decimal) -> str:
    return f"{value.quantize(_PLACES, ROUND_HALF_UP).normalize():f}"
