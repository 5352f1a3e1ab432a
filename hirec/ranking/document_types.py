"""Which document types answer a question: by rules, from its parse and ``filed.yaml``.

PRISM ranks five types before any filing is read. Here what is asked is held against where such
things are filed; the grades of all kinds met are averaged.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hirec.lexicon.filed import OTHERWISE, Filed, all_filed, find_filed
from hirec.types import Form, Query

DOCUMENT_TYPES = (Form.PROXY, Form.ANNUAL, Form.QUARTERLY, Form.CURRENT, Form.EARNINGS)
"""PRISM's five; transcripts of earnings calls count as earnings releases."""

MOST = 4.0
"""Highest grade."""
_TIE = 0.1
"""Weight of what holds whatever is asked: it parts equal types and moves no others."""


def kinds_asked(query: Query) -> tuple[str, ...]:
    """Keys of ``filed.yaml`` that a question meets, by its words and by its parse."""
    named = set(find_filed(query.core))
    held = {**_parsed(query), "figure": query.intent.needs_number and not named}
    return tuple(
        key
        for key, kind in all_filed().items()
        if key != OTHERWISE and (key in named or held.get(kind.when or "", False))
    )


def grade_types(query: Query) -> Mapping[Form, float]:
    """Grade of each document type, best first; from 0 to a little over 4.

    Forms that the question names or implies (``scope.forms``) count as one kind more; what it
    names alone goes before all others.
    """
    kinds = [all_filed()[key] for key in kinds_asked(query)]
    scores = average_grades(kinds)
    stated = query.scope.forms
    for place, form in enumerate(stated):
        if form in scores:
            scores[form] += MOST / (1 + place)
    return MappingProxyType(dict(sorted(scores.items(), key=lambda item: -item[1])))


def average_grades(kinds: Sequence[Filed]) -> dict[Form, float]:
    """Mean grade of each type over kinds, equal ones parted by what is usual."""
    usual = all_filed()[OTHERWISE].grades
    return {
        form: _TIE * usual.get(form, 0.0)
        + sum(kind.grades.get(form, 0.0) for kind in kinds) / max(1, len(kinds))
        for form in DOCUMENT_TYPES
    }


def _parsed(query: Query) -> Mapping[str, bool]:
    """What the parse says of a question, by the names of ``filed.yaml``."""
    periods = [ref.period for ref in query.scope.periods]
    quarters = [p for p in periods if p.fiscal_quarter is not None or p.months == 3]
    return {
        "day": bool(query.scope.event_dates),
        "quarter": bool(quarters),
        "year": len(quarters) < len(periods),
        "outlook": query.scope.outlook,
    }


def read_type(name: str) -> Form | None:
    """The document type that a short name stands for, as ``DEF14A`` or ``Earnings Transcript``."""
    letters = "".join(char for char in name.upper() if char.isalnum())
    if letters.startswith(("EARNING", "TRANSCRIPT")):
        return Form.EARNINGS
    form = Form.from_code(letters)
    return form if form in DOCUMENT_TYPES else None
