"""When a balance falls due: what a question names, and what stands beside a number."""

import re

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.doubts.qualified import beside
from hirec.analysts.rule.requirements.phrases import TERM, stems
from hirec.analysts.rule.tables.surroundings import places_of
from hirec.lexicon import find_metrics, metric_asked, words_in

_TERMS = {"c": "current", "s": "current", "n": "noncurrent", "l": "noncurrent"}
"""Initials of what :data:`TERM` finds: current, short-term, noncurrent, long-term."""
_NEAR = 12
"""Characters beside a name in which its term is said: "deferred revenue, current"."""
_ALONE = re.compile(
    rf"{TERM.pattern} (?:portion )?only|\bonly (?:the )?{TERM.pattern}", re.IGNORECASE
)
_LEASED = stems("lease liabilities")
_OF_TWO_TERMS = stems("deferred unearned contract lease debt borrowings restricted")
"""Words of what seldom falls due within a year as a whole."""


def other_term(use: Use) -> str:
    """What is due within a year, or later, where the question asks for neither alone."""
    table = use.table
    if table is None or TERM.search(f"{use.question} {use.figure.words}"):
        return ""
    asked = stems(use.figure.words)
    statement = [use.passage] if use.passage and use.primary else []
    for _, _, own, _ in places_of(use.operand, statement):
        said = TERM.search(own.label) or TERM.search(own.section)
        if said is None:
            continue
        others = (
            row.label
            for row in table.rows
            if asked <= stems(row.label) and row.label != own.label and TERM.search(row.label)
        )
        if other := next(others, ""):
            return f"It is of “{own.label}”; the table also prints “{other}”."
        if asked & _OF_TWO_TERMS:
            return f"It stands among what is {said[0].lower()}; a rest may stand elsewhere."
    if asked >= _LEASED and "total" not in words_in(use.operand.row):
        return f"“{use.operand.row}” may be the part due later; a rest may stand elsewhere."
    return ""


def unmet_term(use: Use) -> str:
    """A balance of any term, where the question names one that nothing beside the number says."""
    metric = metric_asked(use.figure.concept, use.figure.words)
    if metric is None or not metric.instant or not use.operand.column:
        return ""
    named = (m for m in find_metrics(use.question) if m.key == metric.key)
    near = (use.question[max(m.start - _NEAR, 0) : m.end + _NEAR] for m in named)
    alone = _ALONE.findall(use.question)
    asked, said = _terms(" ".join((*near, *alone))), _terms(beside(use))
    if len(asked) != 1:
        return ""
    met = said == asked or (not said and any(map(_terms, metric.names)))
    return "" if met else f"Nothing says that “{use.operand.row}” is {' '.join(asked)} alone."


def _terms(text: str) -> set[str]:
    """When what a text speaks of falls due."""
    return {_TERMS[said[0][0].lower()] for said in TERM.finditer(text)}
