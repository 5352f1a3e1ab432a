"""Covers of invented companies in many layouts: read right, or weak, never wrong and sure."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hirec.types import Confidence, Document, Form, Page, SourceKind, TextBlock
from indexing.identity import identify
from indexing.identity.spelling import same_company

HEAD = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 10-K
(Mark One)
ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended December 31, 2022"""
FOOT = """Securities registered pursuant to Section 12(b) of the Act:
Title of each class | Name of each exchange on which registered
Common Stock, par value $0.01 per share | New York Stock Exchange
Indicate by check mark if the registrant is a well-known seasoned issuer. Yes No"""
LABEL = "(Exact name of registrant as specified in its charter)"
WHERE = """(State or other jurisdiction of incorporation) (I.R.S. Employer Identification No.)
{address}
(Address of principal executive offices)"""

NAMES = (
    "Amber Rockets, Inc.",
    "The Gull & Heron Company",
    "24ROOKS INC.",
    "3R Company",
    "1-700-ROOKS.COM, Inc.",
    "T. Ross Finch Group, Inc.",
    "Ohio Delta Bancorp",
    "Virginia Lark Power Corporation",
    "Finch & Finch",
    "Bank of Heron Corporation",
    "Mabel's, Inc.",
    "Linnet Technology Holdings plc",
    "W. R. Plover Corporation",
    "UNITED SWIFT GROUP INC",
    "National Starling Trust",
    "eCrake Inc.",
)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a cover prints its name, number, state and address."""

    name: str
    page: str


def small_capitals(name: str) -> str:
    """``Best Rook`` → ``B EST R OOK``, as PDFs give large and small capitals."""
    return " ".join(
        f"{word[0]} {word[1:]}" if word[0].isalpha() and len(word) > 1 else word
        for word in name.upper().split()
    )


def layouts(name: str) -> Iterator[Layout]:
    """Every layout of one name's cover."""
    address = "12 Harbor Street, Dover, Delaware 19901"
    number, ein = "001-12345", "12-3456789"
    where = WHERE.format(address=address)
    lead = f"{HEAD}\nCommission File Number: {number}"
    first, _, rest = name.partition(" ")
    yield Layout("above", f"{lead}\n{name}\n{LABEL}\nDelaware | {ein}\n{where}\n{FOOT}")
    yield Layout("capitals", f"{lead}\n{name.upper()}\n{LABEL}\nDelaware {ein}\n{where}\n{FOOT}")
    yield Layout("split", f"{lead}\n{first}\n{rest}\n{LABEL}\nDelaware {ein}\n{where}\n{FOOT}")
    yield Layout("flat", f"{lead} {name}\n{LABEL} Delaware {ein} {where} {FOOT}".replace("\n", " "))
    yield Layout("below", f"{lead}\n{LABEL}\n{name}\nDelaware {ein}\n{where}\n{FOOT}")
    yield Layout("beside", f"{lead}\n{LABEL} {name}\nDelaware {ein}\n{where}\n{FOOT}")
    yield Layout("state first", f"{lead}\nDelaware\n{name}\n{LABEL}\n{ein}\n{where}\n{FOOT}")
    yield Layout("state between", f"{lead}\n{name}\nDelaware {ein}\n{LABEL}\n{where}\n{FOOT}")
    spaced = small_capitals(name)
    yield Layout("small capitals", f"{lead}\n{spaced}\n{LABEL}\nDelaware {ein}\n{where}\n{FOOT}")
    yield Layout("picture", f"{lead}\n{LABEL}\nDelaware {ein}\n{where}\n{FOOT}")
    yield Layout("no label", f"{lead}\n{name}\n{address}\nDelaware {ein}\n{FOOT}")
    yield Layout("no label, picture", f"{lead}\n{address}\nDelaware {ein}\n{FOOT}")
    yield Layout(
        "joint",
        f"{HEAD}\nCommission File Number | Exact name of registrants as specified in their "
        f"charters, address and telephone number | I.R.S. Employer Identification No.\n{number} "
        f"{name} (a Delaware corporation) {address} {ein}\n333-98765 Amber Sub LLC (a Delaware "
        f"limited liability company) {address} 98-7654321\n{FOOT}",
    )


def body(name: str, times: int = 40) -> tuple[str, ...]:
    """What filings say of their registrant, apart from the cover."""
    business = (
        f'Item 1. Business. {name} (the "Company", "we") makes things in Delaware and Ohio. '
        "Delaware law governs our charter. We file with the Securities and Exchange Commission "
        "of the United States. "
    )
    more = " ".join(
        f"In {1980 + n} {name} sold more things in the United States." for n in range(times)
    )
    audit = (
        f"Report of Independent Registered Public Accounting Firm\nTo the Board of Directors and "
        f"Stockholders of {name}\nWe have audited the statements of {name} and subsidiaries "
        "as of December 31, 2022."
    )
    signed = (
        "SIGNATURES\nPursuant to the requirements of Section 13 the registrant has duly caused "
        f"this report to be signed by the undersigned, thereunto duly authorized.\n{name}\n"
        "By: /s/ Jane Doe\nDate: February 10, 2023"
    )
    return business, more, audit, signed


def filing(*pages: str) -> Document:
    made = tuple(
        Page(number, tuple(TextBlock(line) for line in text.split("\n")))
        for number, text in enumerate(pages, start=1)
    )
    return Document("filing.pdf", SourceKind.PDF, made)


CASES = [(name, layout) for name in NAMES for layout in layouts(name)]
IDS = [f"{name} {layout.name}" for name, layout in CASES]


@pytest.mark.parametrize(("name", "layout"), CASES, ids=IDS)
def test_a_cover_with_its_filing_gives_the_name(name: str, layout: Layout) -> None:
    identity = identify(filing(layout.page, *body(name)))
    assert same_company(identity.company, name), identity.candidates["company"]
    assert identity.confidence["company"] is not Confidence.WEAK
    assert identity.form is Form.ANNUAL


@pytest.mark.parametrize(("name", "layout"), CASES, ids=IDS)
def test_a_cover_alone_gives_the_name_or_nothing_sure(name: str, layout: Layout) -> None:
    identity = identify(filing(layout.page))
    right = same_company(identity.company, name)
    assert right or identity.confidence.get("company", Confidence.WEAK) is Confidence.WEAK


@pytest.mark.parametrize(("name", "other"), list(itertools.permutations(NAMES[:5], 2)))
def test_a_cover_that_the_text_does_not_confirm_is_weak(name: str, other: str) -> None:
    cover = next(layouts(other)).page
    business, more, _, _ = body(name, times=400)
    identity = identify(filing(cover, business, more))
    wrong_and_sure = identity.confidence["company"] is not Confidence.WEAK and not same_company(
        identity.company, name
    )
    assert not wrong_and_sure


@pytest.mark.parametrize("name", NAMES)
def test_the_co_registrants_of_a_joint_cover_are_other_names(name: str) -> None:
    joint = next(layout for layout in layouts(name) if layout.name == "joint")
    identity = identify(filing(joint.page, *body(name)))
    assert [alias.name for alias in identity.aliases if alias.source == "co-registrant"] == [
        "Amber Sub LLC"
    ]
