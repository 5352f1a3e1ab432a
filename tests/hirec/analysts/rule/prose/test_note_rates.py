"""Interest rates that are part of a security's name."""

from decimal import Decimal

import pytest

from hirec.analysts.rule.prose.note_rates import find_note_rate, is_in_name
from hirec.types import Figure
from hirec.understanding.plainly import plainly
from tests.hirec.analysts.rule.figures.test_operands import Y22, filing, passage, table

ISSUED = passage("In May we issued $500 million of 3.625% Exchangeable Senior Notes due 2026.", 20)
OTHERS = passage("We redeemed our 2.10% Senior Notes due 2026 and 4% bonds due May 15, 2031.", 21)
OWED = passage(
    table(
        [
            ("U.S. dollar notes, $500 million", ["May 2028", "4.50 %", "$ 500"]),
            ("U.S. dollar notes, $800 million", ["May 2031", "2.69 %", "800"]),
        ],
        [None, None, Y22],
        "Long-term debt",
        labels=["Maturity", "Interest rate", "2022"],
    ),
    23,
)
BORROWED = passage(table([("5.125% senior notes due July 2045", ["$ 3,500"])], [Y22], "Debt"), 22)


def rate(asked: str) -> Decimal | None:
    made = filing()
    figure = Figure(asked, company=None)
    found = find_note_rate(figure, [ISSUED, OTHERS, BORROWED], {made.filing_id: made})
    assert found is None or is_in_name(found)
    return found.value if found else None


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("interest rate on exchangeable senior notes due 2026", "3.625"),
        ("interest rate on the notes due 2031", None),
        ("interest rate on the bonds due 2031", "4"),
        ("interest rate on senior notes due 2045", "5.125"),
        ("interest rate on senior notes due 2026", None),
        ("interest rate on 2045 notes", "5.125"),
        ("interest rate on senior notes due July 2045", "5.125"),
        ("interest rate on senior notes due June 2045", None),
        ("interest rate on convertible notes due 2026", None),
        ("interest rate on notes", None),
        ("notes due 2026", None),
    ],
)
def test_the_rate_is_that_of_the_one_security_so_called(asked: str, found: str | None) -> None:
    assert rate(asked) == (Decimal(found) if found else None)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("interest rate on the $800 million notes issued in May 2021 due May 2031", "2.69"),
        ("interest rate on notes that mature in 2028", "4.50"),
        ("interest rate on notes that mature in June 2028", None),
        ("interest rate on the $700 million notes due 2028", None),
        ("interest rate on convertible notes due 2028", None),
    ],
)
def test_the_rate_may_stand_beside_the_maturity(asked: str, found: str | None) -> None:
    made = filing()
    rate = find_note_rate(Figure(asked, company=None), [OWED], {made.filing_id: made})
    assert (rate and rate.value) == (Decimal(found) if found else None)


@pytest.mark.parametrize(
    ("asked", "doubted"),
    [
        ("interest rate on notes that mature in 2028", True),
        ("interest rate on notes that mature in May 2028", True),
        ("interest rate on the $500 million notes due 2028", False),
    ],
)
def test_a_day_alone_tells_no_notes_from_others(asked: str, doubted: bool) -> None:
    made = filing()
    rate = find_note_rate(Figure(asked, company=None), [OWED], {made.filing_id: made})
    assert rate is not None
    assert bool(rate.doubt) is doubted


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What coupon do Acme's 2030 notes carry?",
            "what is the interest rate on Acme's 2030 notes?",
        ),
        ("What is the coupon on Acme's notes?", "What is the interest rate on Acme's notes?"),
        ("How many coupons did Acme issue?", "How many coupons did Acme issue?"),
    ],
)
def test_a_coupon_is_an_interest_rate(question: str, said: str) -> None:
    assert plainly(question) == said
