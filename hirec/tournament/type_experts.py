"""The document graph of PRISM: a question analyzer and an expert for each document type.

Each expert grades all types from 0 to 4 (appendix A.7.4) by the kinds of information that are
filed with its own type first; the analyzer weighs the experts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hirec.lexicon.filed import all_filed
from hirec.ranking.document_types import (
    DOCUMENT_TYPES,
    average_grades,
    grade_types,
    kinds_asked,
)
from hirec.tournament.agents import Agent, Graph, Scores
from hirec.types import Form, Query

_LEAST_WEIGHT = 0.1
"""Every expert is heard (PRISM, table 19)."""


class FiledTypes:
    """All rules at once, without experts."""

    name = "filed"

    def score(self, query: Query, items: Mapping[str, Form]) -> Scores:
        """Grade the types of candidates."""
        grades = grade_types(query)
        return {key: grades.get(form, 0.0) for key, form in items.items()}


@dataclass(frozen=True, slots=True)
class TypeExpert:
    """Knows what is filed with one type before all others."""

    form: Form

    @property
    def name(self) -> str:
        """The type's own."""
        return self.form.value

    def score(self, query: Query, items: Mapping[str, Form]) -> Scores:
        """Grade types by what it knows of the question; what is usual where it knows nothing."""
        kinds = [all_filed()[key] for key in kinds_asked(query)]
        own = [kind for kind in kinds if max(kind.grades, key=kind.grades.__getitem__) is self.form]
        grades = average_grades(own)
        return {key: grades.get(form, 0.0) for key, form in items.items()}


def weigh_types(query: Query) -> Mapping[str, float]:
    """The analyzer by rules: weights that sum to 1, none of them under a tenth of the largest."""
    grades = grade_types(query)
    best = max(grades.values())
    weights = {form.value: max(grade, _LEAST_WEIGHT * best) for form, grade in grades.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


TYPE_EXPERTS: tuple[Agent[Form], ...] = tuple(TypeExpert(form) for form in DOCUMENT_TYPES)
"""One a type, by rules."""


def type_graph() -> Graph[Form]:
    """Analyzer and five experts, by rules."""
    return Graph(TYPE_EXPERTS, weigh=weigh_types)
