"""What filings with the same numbers teach each other, and from whom they do not learn."""

from datetime import date

import pytest

from hirec.types import Confidence, Form, Identity
from indexing.hint_tables import Numbers
from indexing.siblings import KnownIdentity, Registrants, hints_from_siblings

SURE, LIKELY, WEAK = Confidence.CERTAIN, Confidence.LIKELY, Confidence.WEAK


def filing(
    company: str = "",
    level: Confidence = SURE,
    end: str = "2020-12-31",
    year: int | None = 2020,
    year_level: Confidence = SURE,
    form: Form = Form.ANNUAL,
    source: str = "cover",
    inherited: tuple[str, ...] = (),
) -> KnownIdentity:
    identity = Identity(
        company=company,
        form=form,
        fiscal_year=year,
        period_end=date.fromisoformat(end),
        sources={"company": source, "fiscal_year": "text"},
        confidence={"company": level, "fiscal_year": year_level},
    )
    return KnownIdentity(identity, frozenset(inherited))


def learnt(learner: KnownIdentity, *others: KnownIdentity, key: str = "cik") -> dict[str, str]:
    return hints_from_siblings(learner, [(key, others)])


def test_filings_of_one_registrant_come_together() -> None:
    def numbers(sha256: str, cik: str | None) -> Numbers:
        return Numbers(sha256, cik, None, None, None)

    registrants = Registrants.of(
        [numbers("a", "1"), numbers("b", "2"), numbers("c", "0001"), numbers("d", None)]
    )
    assert registrants.together({"c", "b", "d", "a", "gone"}) == ["d", "a", "c", "b"]


def test_a_sure_name_is_taught_to_the_unknown_and_the_weak() -> None:
    for learner in (filing(""), filing("Guess", WEAK)):
        assert learnt(learner, filing("Acme Inc")) == {"company": "Acme Inc"}
    assert learnt(filing("Known Corp", LIKELY), filing("Acme Inc")) == {}


def test_who_is_not_sure_teaches_nothing_alone() -> None:
    assert learnt(filing(""), filing("Acme Inc", LIKELY)) == {}
    assert learnt(filing(""), filing("Acme Inc", WEAK), filing("Acme Inc", WEAK)) == {}


def test_two_that_are_not_quite_sure_teach_where_they_agree() -> None:
    acme, other = filing("Acme Inc", LIKELY), filing("Bolt Corp", LIKELY)
    assert learnt(filing(""), acme, filing("ACME, INC.", LIKELY))["company"] in (
        "Acme Inc",
        "ACME, INC.",
    )
    assert learnt(filing(""), acme, other) == {}


def test_what_others_told_is_not_passed_on() -> None:
    assert learnt(filing(""), filing("Acme Inc", source="sibling")) == {}
    assert learnt(filing(""), filing("Acme Inc", source="list")) == {}
    assert learnt(filing(""), filing("Acme Inc", inherited=("company",))) == {}
    assert learnt(filing(""), filing("Acme Inc", WEAK, source="label")) == {}
    assert learnt(filing(""), filing("Acme Inc", source="label")) == {"company": "Acme Inc"}


def test_who_was_taught_goes_on_learning() -> None:
    learner = filing("Acme Inc", SURE, inherited=("company",))
    assert learnt(learner, filing("Acme Corp")) == {"company": "Acme Corp"}


def test_of_several_names_the_one_of_the_time_is_taught() -> None:
    old, new = filing("Old Name Inc", end="2010-12-31"), filing("New Name Inc", end="2021-12-31")
    assert learnt(filing("", end="2012-12-31"), old, new) == {"company": "Old Name Inc"}
    assert learnt(filing("", end="2020-12-31"), new, old) == {"company": "New Name Inc"}


def test_a_ticker_that_passed_to_another_company_teaches_nothing() -> None:
    old, new = filing("Old Name Inc", end="2010-12-31"), filing("New Name Inc", end="2021-12-31")
    assert learnt(filing(""), old, new, key="ticker") == {}
    assert learnt(filing(""), old, key="ticker") == {"company": "Old Name Inc"}


@pytest.mark.parametrize(
    ("form", "end", "year"),
    [
        (Form.ANNUAL, "2023-01-28", "2022"),
        (Form.ANNUAL, "2016-01-30", "2015"),
        (Form.QUARTERLY, "2021-05-01", "2021"),
        (Form.QUARTERLY, "2020-10-31", "2020"),
        (Form.QUARTERLY, "2022-07-30", "2022"),
        (Form.ANNUAL, "2020-06-30", None),
        (Form.QUARTERLY, "2021-01-30", None),
    ],
)
def test_the_calendar_of_a_sure_annual_report_gives_the_year(
    form: Form, end: str, year: str | None
) -> None:
    annual = filing("Shop Inc", end="2021-01-30", year=2020)
    learner = filing("Shop Inc", end=end, year=None, form=form)
    assert learnt(learner, annual).get("fiscal_year") == year
    assert "fiscal_year" not in learnt(learner, annual, key="ticker")


def test_calendars_that_disagree_give_no_year() -> None:
    one, two = filing("S", end="2021-01-30", year=2020), filing("S", end="2022-01-29", year=2022)
    assert learnt(filing("S", end="2023-01-28", year=None), one, two) == {}


def test_registrants_share_numbers_however_they_are_padded() -> None:
    found = Registrants.of(
        [
            Numbers("a", "0000000001", "12-3456789", "001-00042", "ACME"),
            Numbers("b", None, None, "1-42", None),
            Numbers("c", "0000000002", None, None, "acme"),
            Numbers("d", None, None, None, None),
        ]
    )
    assert found.groups_of("a") == [("file_number", "1-42"), ("ticker", "ACME")]
    assert found.by_number["file_number", "1-42"] == {"a", "b"}
    assert found.groups_of("d") == []
