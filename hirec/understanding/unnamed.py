"""Words of a question that its reading has nowhere: what is answered without them is in doubt.

"How much cash went to minority owners as dividends" names all dividends if "minority owners" is
forgotten, and "interest paid on commercial paper" the paper.
"""

from collections.abc import Iterator

from hirec.grounding.stems import stem_set
from hirec.lexicon import content_words, find_metrics
from hirec.periods.dates import MONTH_NAMES
from hirec.types import Arithmetic, Operation, ParsedQuestion
from hirec.understanding.annotate import Annotation

_OF_SEVERAL = content_words(
    "margin margins share shares ratio percentage percent portion rate outside"
)
"""What is computed of several figures is called so: "outside" a place, of all and the place."""
_OF_TIME = frozenset(MONTH_NAMES.split("|")) | content_words("earlier later ago")
_DOUBT = "“{}” is left aside."


def left_aside(parsed: ParsedQuestion, annotation: Annotation, tail: str) -> str:
    """A doubt that names such words; empty where there are none, or where parts are chosen.

    Args:
        parsed: The question.
        annotation: Of the sentence that asks.
        tail: What stands behind it: a figure that is named there alone is what was asked.

    """
    if not parsed.figures or parsed.choose or parsed.operation is Operation.TEXT:
        return ""
    known = any(figure.concept for figure in parsed.figures)
    if not (known or parsed.definitions) and find_metrics(tail):
        return _DOUBT.format(tail.strip(" ?."))
    several = any(isinstance(one, Arithmetic) for one in parsed.measures)
    silent = _OF_TIME | (_OF_SEVERAL if several else frozenset[str]())
    words = " ".join(span.said for span in annotation.spans if span.kind == "WORD")
    missing = stem_set(words) - stem_set(" ".join(_said(parsed)))
    left = [
        word
        for word in words.split()
        if len(word) > 1 and stem_set(word) & missing and not content_words(word) & silent
    ]  # a letter is of a name: "H20"
    return _DOUBT.format(" ".join(left)) if left else ""


def _said(parsed: ParsedQuestion) -> Iterator[str]:
    """What the reading has."""
    yield from (parsed.context, parsed.left_out)
    for figure in parsed.figures:
        yield from (figure.words, figure.part, figure.counted, *figure.qualifiers)
    yield from (name for name, _ in parsed.definitions)
