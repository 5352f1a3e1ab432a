from datetime import date

import pytest

from hirec.lexicon.filed import all_filed
from hirec.ranking.document_types import (
    DOCUMENT_TYPES,
    average_grades,
    grade_types,
    kinds_asked,
)
from hirec.types import Form, Intent, Period, PeriodRef, Query, Relation, Scope


def asked(text: str, *, number: bool = False, **scope: object) -> Query:
    intent = Intent("", (), (), Relation.LOOKUP, (), number, ())
    return Query(text, text, Scope(**scope), intent, text, text)  # type: ignore[arg-type]


def ref(year: int, quarter: int | None = None) -> PeriodRef:
    return PeriodRef(Period(year, quarter), str(year))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        (asked("How are directors nominated?"), Form.PROXY),
        (asked("Net income?", number=True, periods=(ref(2022),)), Form.ANNUAL),
        (asked("Net income?", number=True, periods=(ref(2022, 2),)), Form.QUARTERLY),
        (asked("What happened?", event_dates=(date(2022, 5, 1),)), Form.CURRENT),
        (asked("Which questions were raised by analysts?", outlook=True), Form.EARNINGS),
        (asked("What was its CEO paid?", number=True, periods=(ref(2022),)), Form.PROXY),
        (asked("Anything?"), Form.ANNUAL),
    ],
)
def test_what_is_asked_and_when_says_where_it_is_filed(query, first):
    assert next(iter(grade_types(query))) is first


def test_grades_of_all_kinds_met_are_averaged():
    query = asked("Which risks do acquisitions bring?")
    assert kinds_asked(query) == ("risks", "events")
    kinds = all_filed()
    usual, risks, events = (kinds[key].grades for key in ("otherwise", "risks", "events"))
    expected = 0.1 * usual[Form.ANNUAL] + (risks[Form.ANNUAL] + events[Form.ANNUAL]) / 2
    assert grade_types(query)[Form.ANNUAL] == pytest.approx(expected)


def test_a_form_that_is_named_goes_first_whatever_else_is_asked():
    query = asked("Which risks does the proxy name?", forms=(Form.PROXY,))
    assert next(iter(grade_types(query))) is Form.PROXY


def test_every_type_has_a_grade_and_nothing_asked_leaves_what_is_usual():
    usual = average_grades([])
    assert set(usual) == set(DOCUMENT_TYPES)
    assert usual[Form.ANNUAL] == max(usual.values())
