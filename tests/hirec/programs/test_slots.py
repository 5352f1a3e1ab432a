"""Tags, periods and companies behind the operands of a program."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.programs import verify, whose_reason
from hirec.types import (
    Cell,
    Citation,
    Column,
    CompanyRef,
    Fact,
    Filing,
    Form,
    Identity,
    Operand,
    Passage,
    PassageKind,
    Period,
    Program,
    Row,
    Scope,
    Table,
    Verdict,
    encode_table,
)

Y23 = Period(2023, None, date(2023, 12, 31), 12)
Y22 = Period(2022, None, date(2022, 12, 31), 12)
PAID = Operand(
    "paid", Decimal(-5515000000), "USD", "ACME_2023_10K", 40, "ACME_2023_10K#40.1",
    "(5,515)", 6, "Taxes paid", "2023", period=Period(2023),
)  # fmt: skip
FILING = Filing(
    "ACME_2023_10K", Identity("Acme", Form.ANNUAL, 2023, None, Y23.end), "acme", (), 90, 9, ""
)


def evidence(tagged: str | None, period: Period = Y23, column: Period | None = Y23) -> Passage:
    fact = Fact("us-gaap:X", Decimal(tagged), "USD", period) if tagged else None
    row = Row("Taxes paid", (Cell("(5,515)", Decimal(-5515), fact=fact),))
    table = Table((Column("2023", column),), (row,), "CASH FLOWS", "(in millions)", 6, "USD")
    return Passage(
        PAID.passage_id, PAID.filing_id, 40, PassageKind.TABLE, "", table.render(),
        table_json=encode_table(table),
    )  # fmt: skip


def judged(source: str, passage: Passage, operand: Operand = PAID) -> tuple[Verdict, str]:
    return verify(Program(source, (operand,), "USD"), [passage])


def test_a_tag_that_agrees_verifies() -> None:
    assert judged("answer = paid", evidence("-5515000000")) == (Verdict.VERIFIED, "")


@pytest.mark.parametrize(
    ("tagged", "said"),
    [
        ("-5515000", "another scale (10**-3 apart)"),
        ("-5515000000000", "another scale (10**3 apart)"),
        ("-5516000000", "another value"),
    ],
)
def test_a_tag_of_another_value_or_scale_is_a_mismatch(tagged: str, said: str) -> None:
    verdict, reason = judged("answer = paid", evidence(tagged))
    assert verdict is Verdict.UNVERIFIED
    assert said in reason


@pytest.mark.parametrize("source", ["answer = abs(paid)", "answer = -paid"])
def test_a_tag_of_the_other_sign_needs_a_program_that_says_so(source: str) -> None:
    verdict, reason = judged("answer = paid", evidence("5515000000"))
    assert verdict is Verdict.UNVERIFIED
    assert "sign" in reason
    assert judged(source, evidence("5515000000")) == (Verdict.VERIFIED, "")


def test_a_cell_of_another_period_is_a_mismatch() -> None:
    for passage in (evidence(None, column=Y22), evidence("-5515000000", Y22)):
        verdict, reason = judged("answer = paid", passage)
        assert verdict is Verdict.UNVERIFIED
        assert "is of FY2022, but is used for FY2023" in reason


def test_an_unknown_period_is_not_held_against_the_cell() -> None:
    assert judged("answer = paid", evidence(None, column=None))[0] is Verdict.VERIFIED
    anytime = replace(PAID, period=None)
    assert judged("answer = paid", evidence(None, column=Y22), anytime)[0] is Verdict.VERIFIED


def test_a_filing_of_another_company_is_a_mismatch() -> None:
    program = Program("answer = paid", (PAID,), "USD")
    filings = {FILING.filing_id: FILING}
    other = Scope(companies=(CompanyRef("zenith", "Zenith", "Zenith"),))
    verdict, reason = verify(program, [evidence(None)], other, filings)
    assert verdict is Verdict.UNVERIFIED
    assert "filing of Acme" in reason
    own = Scope(companies=(CompanyRef("acme", "Acme", "Acme"),))
    assert verify(program, [evidence(None)], own, filings)[0] is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("forms", "reason"),
    [
        ((), ""),
        ((Form.ANNUAL, Form.QUARTERLY), ""),
        ((Form.QUARTERLY,), "The question asks for a 10-Q; ACME_2023_10K is a 10-K."),
    ],
)
def test_what_a_filing_of_another_form_says_is_not_what_is_asked(
    forms: tuple[Form, ...], reason: str
) -> None:
    place = Citation.of(evidence(None), "Taxes paid")
    scope = Scope((CompanyRef("Acme", "acme", "Acme"),), (), forms)
    for said in (place, PAID):
        assert whose_reason([said], scope, {FILING.filing_id: FILING}) == reason
