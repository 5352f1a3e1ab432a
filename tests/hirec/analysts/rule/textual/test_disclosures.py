import pytest

from hirec.analysts.rule.textual.disclosures import read_disclosure
from hirec.lexicon.disclosures import all_disclosures
from hirec.periods import find_periods
from hirec.types import (
    CompanyRef,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Scope,
)
from hirec.understanding import understand

ACME = CompanyRef("amber-tools", "Amber Tools, Inc.", "Amber Tools")
SCOPE = Scope(companies=(ACME,))
IDENTITY = Identity("Amber Tools, Inc.", Form.ANNUAL, 2023, ticker="AMBT")
FILINGS = {"F": Filing("F", IDENTITY, "amber-tools", ("F",), 90, 900, "")}


def passage(page: int, text: str, section: str = "") -> Passage:
    return Passage(f"F#{page}.1", "F", page, PassageKind.TEXT, "Amber Tools · 10-K", text, section)


def read(question: str, *passages: Passage):
    disclosure = all_disclosures()[understand(question, SCOPE).disclosure]
    return read_disclosure(disclosure, passages, FILINGS, ("F",))


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("How many employees does Amber Tools have?", "employees"),
        ("how many people work at Amber Tools", "employees"),
        ("Amber Tools headcount", "employees"),
        ("Who is the CEO of Amber Tools?", "ceo"),
        ("Who is Amber Tools' chief financial officer?", "cfo"),
        ("Which firm audits Amber Tools?", "auditor"),
        ("Where is Amber Tools incorporated?", "state_of_incorporation"),
        ("Where are the headquarters of Amber Tools?", "headquarters"),
        ("When does Amber Tools' fiscal year end?", "fiscal_year_end"),
        ("What is the ticker of Amber Tools?", "symbol"),
        ("Since what year has Tallis & Vane been the auditor of Amber Tools?", "auditor_since"),
        ("When did Tallis become Amber Tools' auditor?", "auditor_since"),
        ("In which year was Amber Tools incorporated in Ohio?", "incorporated_in"),
    ],
)
def test_a_question_for_one_fact_is_known(question, key):
    assert understand(question, SCOPE).disclosure == key


@pytest.mark.parametrize(
    "question",
    [
        "What did the CEO of Amber Tools say about guidance?",
        "How many employees did Amber Tools lay off?",
        "What was the revenue per employee of Amber Tools?",
        "How much was Amber Tools' auditor paid?",
    ],
)
def test_a_question_that_says_more_is_another(question):
    assert understand(question, SCOPE).disclosure == ""


@pytest.mark.parametrize(
    "question",
    [
        "How many people did Amber Tools employ?",
        "Amber Tools number of employees Sept 30 2023",
    ],
)
def test_a_headcount_is_asked_for_with_a_verb_or_a_day(question):
    scope = Scope(companies=(ACME,), periods=find_periods(question))
    assert understand(question, scope).disclosure == "employees"


def test_a_signature_and_its_line_are_one_name():
    page = passage(80, "/s/ MARA T. LINDQVIST Mara T. Lindqvist\nChief Executive Officer")
    again = passage(14, "Mara T. Lindqvist | 58 | President and Chief Executive Officer")
    stated = read("Who is the CEO of Amber Tools?", page, again)
    assert stated is not None
    assert (stated.text, stated.doubt) == ("Mara T. Lindqvist", "")


def test_two_names_side_by_side_name_nobody():
    page = passage(80, "Mara Lindqvist Jonas Okafor Ltaief President and Chief Executive Officer")
    assert read("Who is the CEO of Amber Tools?", page) is None


def test_a_person_that_one_place_alone_names_is_no_answer():
    page = passage(80, "Mara Lindqvist\nChief Executive Officer")
    assert read("Who is the CEO of Amber Tools?", page) is None


def test_the_cover_is_believed_before_any_other_place():
    cover = passage(1, "Delaware\n(State or other jurisdiction of incorporation)")
    note = passage(30, "Its unit is incorporated in England. Another is incorporated in England.")
    stated = read("Where is Amber Tools incorporated?", cover, note)
    assert stated is not None
    assert (stated.text, stated.doubt) == ("Delaware", "")


def test_places_that_differ_are_doubted():
    pages = (
        passage(80, "Mara Lindqvist\nChief Executive Officer"),
        passage(81, "Jonas Okafor\nChief Executive Officer"),
    )
    stated = read("Who is the CEO of Amber Tools?", *pages)
    assert stated is not None
    assert stated.doubt.startswith("Other places say")


def test_cover_fields_are_read_by_their_captions():
    cover = passage(
        1,
        "AMBER TOOLS, INC.\n(Exact name of registrant as specified in its charter)\n"
        "DE 12-3456789\n(State or other jurisdiction of incorporation) (I.R.S. Employer)\n"
        "12 Kiln Road, Dover, Delaware 19901\n(Address of principal executive offices) (Zip Code)",
    )
    state = read("Where is Amber Tools incorporated?", cover)
    address = read("Where are the headquarters of Amber Tools?", cover)
    assert state is not None
    assert address is not None
    assert (state.text, state.doubt) == ("Delaware", "")
    assert (address.text, address.doubt) == ("12 Kiln Road, Dover, Delaware 19901", "")


def test_the_firm_that_signed_the_report_is_the_auditor():
    report = passage(
        55,
        "In our opinion the statements present fairly …\n/s/ Ferris & Holm LLP\nDover, Delaware",
        "Item 8 > Report of Independent Registered Public Accounting Firm",
    )
    stated = read("Who is the auditor of Amber Tools?", report)
    assert stated is not None
    assert (stated.text, stated.doubt) == ("Ferris & Holm LLP", "")


def test_numbers_of_the_registrant_come_from_its_identity():
    stated = read("What is the ticker of Amber Tools?", passage(1, "Common Stock AMBT NYSE"))
    assert stated is not None
    assert stated.text == "AMBT"


def test_a_year_that_the_fact_holds_since_is_read() -> None:
    report = passage(60, "Tallis & Vane LLP\nWe have served as the Company's auditor since 1963.")
    stated = read("Since when has Tallis & Vane been the auditor of Amber Tools?", report)
    assert stated is not None
    assert stated.text == "1963"
    begun = passage(4, "Amber Tools was incorporated in Ohio in 1905 and makes hammers.")
    stated = read("What year was Amber Tools incorporated?", begun)
    assert stated is not None
    assert stated.text == "1905"
