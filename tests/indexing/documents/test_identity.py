from datetime import date

import pytest

from hirec.types import Document, Identity
from indexing.documents.cover import cover
from indexing.documents.headings import file_words, is_heading
from indexing.documents.identity import document_id, identify
from indexing.documents.reading import read_text

AGREEMENT = """MUTUAL NON-DISCLOSURE AGREEMENT
This Agreement is entered into as of March 3, 2014 by and between Birch Lane Pictures Inc., having
a place of business in Denver ("Birch"), and Ostrava Tools GmbH ("Company").
1. Definitions
"Information" means what the Disclosing Party marks as confidential.
"""


def read(text: str, name: str = "deal-7.txt") -> Document:
    return read_text(text.encode(), name)


def test_title_parties_and_date_are_the_identity() -> None:
    identity = identify(read(AGREEMENT))
    assert identity.document_title == "MUTUAL NON-DISCLOSURE AGREEMENT"
    assert identity.parties[:2] == ("Birch Lane Pictures Inc", "Ostrava Tools GmbH")
    assert "Birch" in identity.parties
    assert "Company" not in identity.parties  # a role, no name
    assert identity.period_end == date(2014, 3, 3)
    assert identity.title().startswith("MUTUAL NON-DISCLOSURE AGREEMENT · Birch Lane Pictures Inc")
    assert identity.title().endswith("· 2014-03-03")
    assert not identity.company  # nobody's filing


def test_a_document_without_a_title_is_called_after_its_file() -> None:
    identity = identify(read("we keep your data as long as we need it.\n", "Sunny%20Maps_v2.txt"))
    assert (identity.document_title, identity.parties) == ("Sunny Maps v2", ())
    assert identity.sources["document_title"] == "name"
    assert identity.title() == "Sunny Maps v2"


def test_the_cover_holds_what_tells_it_from_others() -> None:
    document = read(AGREEMENT)
    text = cover(document, identify(document))
    assert "Parties: Birch Lane Pictures Inc, Ostrava Tools GmbH" in text
    assert "Dated March 3, 2014 (2014-03-03)." in text
    assert "File: deal 7." in text
    assert "1. Definitions" in text
    assert len(cover(read(AGREEMENT * 200), identify(document)).split()) <= 210


@pytest.mark.parametrize(
    ("name", "words"),
    [("TabulaRasa%20NDA.txt", "Tabula Rasa NDA"), ("a_b-c.v1.pdf", "a b c v1"), ("x", "x")],
)
def test_a_file_name_in_words(name: str, words: str) -> None:
    assert file_words(name) == words


def test_an_id_is_safe_for_a_file() -> None:
    identity = Identity("", identify(read("x\n")).form)
    assert document_id(identity, "a b/../Straße (1).txt") == "Stra_e_1"
    assert document_id(identity, "%%%.txt") == "document"


def test_sentences_are_no_headings() -> None:
    assert is_heading("2. Term and Termination")
    assert not is_heading("The parties agree to the following.")
    assert not is_heading("the receiving party")
