"""A question with other names for its companies and periods, which are known already."""

import re
from collections.abc import Iterator

from hirec.periods import find_day_spans, find_period_spans, in_order
from hirec.types import Scope

COMPANIES = ("Acme", "Bolt")
PERIODS = ("2023", "2022")
"""What stands for the first, and for every other one."""


def veiled(question: str, scope: Scope) -> str:
    """The question with plain names, so that only what is asked of them is left to be read.

    A period is called by the newest year's name where it is the newest of the question.
    """
    text, end = "", 0
    for start, stop, name in sorted(_named(question, scope)):
        if start >= end:
            text, end = f"{text}{question[end:start]}{name}", stop
    return text + question[end:]


def _named(question: str, scope: Scope) -> Iterator[tuple[int, int, str]]:
    for at, said in enumerate(filter(None, scope.names)):
        letters = re.compile(rf"(?<!\w){re.escape(said)}(?!\w)", re.IGNORECASE)
        for match in letters.finditer(question):
            yield match.start(), match.end(), COMPANIES[min(at, 1)]
    spans = [*find_period_spans(question), *find_day_spans(question)]
    newest = [ref.period for ref in in_order([ref for span in spans for ref in span.refs])[-1:]]
    for span in spans:
        is_newest = any(ref.period in newest for ref in span.refs)
        yield span.start, span.end, PERIODS[0 if is_newest else 1]
