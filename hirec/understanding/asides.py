"""What a question stands in, set apart from what it asks: "When Acme bought Bolt, …".

Such a clause names no figure, and the grammar would take its words for one. They are evidence all
the same: what answers stands where the event is told.
"""

import re
from dataclasses import replace

from hirec.understanding.annotate import ADJUNCTS, Annotation, Span
from hirec.understanding.layout import EVENTS, LEADS_IN, NO_AUXILIARY

_BEHIND = re.compile(
    rf"(?<=\w),? (?P<said>(?:when|while|once){NO_AUXILIARY}\s"
    r"(?![^?,]*\b(?:divided|multiplied|subtracted|added|compared|taken)\b)[^?,]*"
    rf"|(?:after|following|amid|in the wake of)\s(?=[^\d,?]*\b(?:{EVENTS})\b)[^\d,?]*)(?=\W*$)",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\b(?:and|or|versus|vs|than)\b", re.IGNORECASE)
"""What goes on behind one of these is asked too: "when it opened and when it closed"."""


def set_apart(annotation: Annotation, asked: int) -> tuple[Annotation, str]:
    """The annotation with such clauses as set forms, and what they say; companies and periods stay.

    Args:
        annotation: Of the sentence that asks.
        asked: Where its asking clause begins.

    """
    text = annotation.text
    first = asked if asked and LEADS_IN.match(text[:asked]) else 0
    behind = _BEHIND.search(text, asked)
    if behind and _JOINT.search(behind["said"]):
        behind = None
    last = behind.start("said") if behind else len(text)
    if not first and last == len(text):
        return annotation, ""

    def aside(span: Span) -> bool:
        start = annotation.tokens[span.first].start
        return span.kind not in ADJUNCTS and not first <= start < last

    spans = tuple(replace(s, kind="GIVEN") if aside(s) else s for s in annotation.spans)
    said = (text[:first].strip(" ,"), text[last:].strip(" ,?."))
    return replace(annotation, spans=spans), " … ".join(filter(None, said))
