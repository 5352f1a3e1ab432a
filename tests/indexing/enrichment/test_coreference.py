"""Names for "we" and "the Company", and nothing where somebody else speaks."""

from collections.abc import Callable

import pytest

from hirec.types import Form, Identity, Passage
from indexing.enrichment.coreference import CoreferenceResolver, short_name

MakePassage = Callable[..., Passage]


@pytest.fixture
def read(make_passage: MakePassage, acme: Identity) -> Callable[..., str]:
    """What the retrievers read of a text; empty where it is its own."""

    def body(text: str, section: str = "", *, beside: str = "") -> str:
        passages = [make_passage(text, section), make_passage(beside)]
        return CoreferenceResolver().enrich(passages, acme)[0].retrieval_body

    return body


@pytest.mark.parametrize(
    ("printed", "short"),
    [
        ("THE HOME DEPOT, INC.", "The Home Depot"),
        ("Apple Inc.", "Apple"),
        ("AMCOR PLC", "Amcor"),
        ("3M COMPANY", "3M"),
        ("Company", "Company"),
        ("", ""),
    ],
)
def test_short_names(printed: str, short: str) -> None:
    assert short_name(printed) == short


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ("We sell our rockets.", "{} sell {}’s rockets."),
        ("The Company’s rockets; the Company's too.", "{}’s rockets; {}’s too."),
        ("The Registrant and we’re one.", "{} and {}’re one."),
        ("It helps us, ours and ourselves", "It helps {}, {}’s and {}"),
        ("Results of the Company, and us", "Results of {}, and {}"),
    ],
)
def test_what_stands_for_the_registrant(read: Callable[..., str], said: str, read_as: str) -> None:
    assert read(said) == read_as.replace("{}", "The Acme Rocket")


@pytest.mark.parametrize(
    "text",
    [
        "A company in the U.S. sold to the US, and the company sold again.",
        "Acme (the “Company,” “we,” “us” or “our”) is here.",
        "The Companys of Ourland; Wells; user@us.example",
        "the Corporation and the Bank",
    ],
)
def test_what_does_not(read: Callable[..., str], text: str) -> None:
    assert read(text) == ""


def test_other_nouns_only_where_the_filing_defines_them(read: Callable[..., str]) -> None:
    text = "The Corporation lends."
    assert read(text, beside="Acme (the “Corporation”)") == "The Acme Rocket lends."
    assert read(text, beside="a Delaware Corporation") == ""


def test_the_auditor_speaks_for_itself(read: Callable[..., str]) -> None:
    report = "We have audited the accompanying balance sheets of the Company."
    assert read(report) == ""
    assert (
        read("We used our judgment.", "Report of Independent Registered Public Accounting Firm")
        == ""
    )


def test_agreements_and_letters_have_their_own_we(read: Callable[..., str]) -> None:
    text = "We lend to the Company."
    assert read(text, "Exhibit 10.17 > ARTICLE I") == "We lend to The Acme Rocket."
    assert read(text, "Exhibit 99.1") == "The Acme Rocket lend to The Acme Rocket."


def test_without_a_name_nothing_is_said(make_passage: MakePassage) -> None:
    passages = [make_passage("We sell.")]
    assert CoreferenceResolver().enrich(passages, Identity("", Form.OTHER)) == passages
