"""Every form of question in many people's words, none of them from the words that answer it."""

import functools
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from hirec.analysts.rule.questions.scope import read_scope
from hirec.companies import CompanyDirectory
from hirec.lexicon import content_words, get_ratio
from hirec.lexicon.metric import formula_leaves
from hirec.types import (
    Arithmetic,
    Figure,
    Form,
    Identity,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
    Relation,
    Scope,
)
from hirec.understanding import understand

SUITE: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("paraphrases.yaml").read_text())
SIGNS = {"-": "difference", "+": "sum", "/": "ratio", "%": "share"}
SAID_OTHERWISE = {
    Operation.VALUE: "lookup",
    Operation.PORTION: "share",
    Operation.MAXIMUM: "largest",
    Operation.MINIMUM: "smallest",
}
LIKE = {
    "ratio": {"lookup"},
    "expected": {"lookup"},
    "several": {"lookup", "series"},
}
"""Operations that a form may also have: a ratio with a name is looked up as one measure."""
ENDS_COUNT = ("difference", "growth", "cagr", "yes_no")
"""Operations on the first and the last period, which may leave the first to be implied."""
CONDITIONS = {
    "above": {Operation.ABOVE, Operation.ROSE, Operation.POSITIVE},
    "below": {Operation.BELOW, Operation.FELL, Operation.NEGATIVE},
}
SCALES = {"thousands": 3, "millions": 6, "billions": 9}


@functools.cache
def directory() -> CompanyDirectory:
    """An index that knows the made-up companies, each by one annual report."""
    end = date(2022, 12, 31)
    return CompanyDirectory.build(
        {name: Identity(name, Form.ANNUAL, 2022, None, end) for name in SUITE["companies"]}
    )


def same_names(name: str) -> list[str]:
    """Plain names of one measure, itself included."""
    return next((group for group in SUITE["same"] if name in group), [name])


@functools.cache
def canonical(name: str) -> ParsedQuestion:
    return understand(f"What was the {name} in 2022?", Scope())


def words(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


def is_figure(figure: Figure, name: str) -> bool:
    """Whether a figure is the measure of a plain name: by concept, else by its words."""
    for said in same_names(name):
        meant = canonical(said).figures
        concepts = {other.concept for other in meant if len(meant) == 1}
        if figure.concept and figure.concept in concepts:
            return True
        if words(figure.words) == words(said):
            return True
    return False


def operation_of(parsed: ParsedQuestion) -> str:
    """The operation in neutral words, wherever the parse keeps it."""
    operation = parsed.operation
    several = len(parsed.companies) > 1
    if operation.relation is Relation.EXTREME and several and parsed.choose in ("", "company"):
        return "comparison"
    if operation.relation is Relation.YES_NO:
        return "comparison" if several else "yes_no"
    match parsed.measures:
        case [Arithmetic(sign, _, _)] if operation is Operation.VALUE:
            return SIGNS.get(sign, "product")
    return SAID_OTHERWISE.get(operation, operation.value)


def matches_period(ref: PeriodRef, wanted: object) -> bool:
    period = ref.period
    if isinstance(wanted, int):
        return period.fiscal_year == wanted and period.fiscal_quarter is None
    year, _, quarter = str(wanted).partition(" Q")
    if quarter:
        return (period.fiscal_year, period.fiscal_quarter) == (int(year), int(quarter))
    return period.end == date.fromisoformat(str(wanted))


def periods_match(parsed: ParsedQuestion, wanted: list[object], operation: str) -> bool:
    due = [figure.period for figure in parsed.figures if figure.told and figure.period]
    found = list(parsed.periods) or due
    if wanted == ["latest"]:
        return not found
    if operation in ENDS_COUNT and len(wanted) > 1 and found:
        wanted = [wanted[0], wanted[-1]]
        found = [found[0], found[-1]] if len(found) > 1 else found
        wanted = wanted[-len(found) :]
    return len(found) == len(wanted) and all(map(matches_period, found, wanted))


def named_ratio(figure: Figure, names: list[str]) -> bool:
    """Whether a figure is a ratio that the lexicon computes from just these measures."""
    ratio = get_ratio(figure.concept)
    leaves = formula_leaves(ratio.formula) if ratio and ratio.formula else ()
    meant = [{f.concept for said in same_names(n) for f in canonical(said).figures} for n in names]
    return len(leaves) == len(names) and all(
        any(leaf in concepts for leaf in leaves) for concepts in meant
    )


def names_measure(parsed: ParsedQuestion, names: list[str]) -> bool:
    figures = parsed.figures
    if len(figures) == len(names) and all(
        any(is_figure(figure, name) for figure in figures) for name in names
    ):
        return True
    if len(figures) == 1 and len(names) == 2 and named_ratio(figures[0], names):
        return True
    return parsed.disclosure != "" and names == [parsed.disclosure.replace("_", " ")]


def met(part: str, measures: tuple[Measure, ...]) -> bool:
    figures = [m for m in measures if isinstance(m, Figure)]
    return any(words(part) <= words(f"{f.part} {f.words}") for f in figures)


def pairs(parsed: ParsedQuestion) -> list[list[object]]:
    """The company and the year of each figure."""
    return [
        [f.company and f.company.said, f.period and f.period.period.fiscal_year]
        for f in parsed.figures
    ]


def faults(ask: str, form: Mapping[str, Any], case: Mapping[str, Any]) -> Iterator[str]:
    """What a question was taken for that it does not mean."""
    scope = read_scope(ask, directory(), None)
    parsed = understand(ask, scope)
    wanted, found = form["operation"], operation_of(parsed)
    simple = parsed.disclosure != ""
    if (
        found != wanted
        and found not in LIKE.get(wanted, ())
        and not (simple and wanted == "lookup")
    ):
        yield f"operation {found}, not {wanted}"
    if not names_measure(parsed, case["measures"]):
        said = [f"{f.words} ({f.concept})" for f in parsed.figures]
        yield f"measures {said}, not {case['measures']}"
    if not periods_match(parsed, case["periods"], wanted):
        yield f"periods {[ref.period.label() for ref in parsed.periods]}, not {case['periods']}"
    companies = {c.name.lower() for c in parsed.companies or scope.companies}
    if scope.unknown_companies or len(companies) != len(case["companies"]):
        yield f"companies {sorted(companies)} and unknown {scope.unknown_companies}"
    if parsed.unplaced and not simple:
        yield f"left over {parsed.unplaced}"
    if "pairs" in case and (paired := pairs(parsed)) != case["pairs"]:
        yield f"pairs {paired}, not {case['pairs']}"
    if "condition" in case and parsed.operation not in CONDITIONS[case["condition"]]:
        yield f"condition {parsed.operation.value}, not {case['condition']}"
    if "part" in case and not met(case["part"], parsed.measures):
        yield f"part {[f.part for f in parsed.figures]}, not {case['part']}"
    unit = case.get("unit")
    if unit in SCALES and parsed.wanted.scale != SCALES[unit]:
        yield f"scale 10^{parsed.wanted.scale}, not {unit}"
    if wanted == "expected":
        qualified = any("expected" in figure.qualifiers for figure in parsed.figures)
        if not (scope.outlook or qualified):
            yield "not marked as expected"


CASES = [
    pytest.param(
        form,
        case,
        id=f"{form['form']}: {case['style']}",
        marks=pytest.mark.xfail(reason=str(case["failing"]), strict=True)
        if "failing" in case
        else (),
    )
    for form in SUITE["forms"]
    for case in form["phrasings"]
]


@pytest.mark.parametrize(("form", "case"), CASES)
def test_a_wording_means_what_its_form_means(
    form: Mapping[str, Any], case: Mapping[str, Any]
) -> None:
    assert not list(faults(case["ask"], form, case))


def test_every_form_has_its_wordings() -> None:
    said = [case["ask"] for form in SUITE["forms"] for case in form["phrasings"]]
    assert len(said) == len(set(said)) >= 250
