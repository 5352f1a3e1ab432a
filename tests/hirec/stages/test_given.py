from hirec.stages.given import GivenPassages
from hirec.types import Intent, Passage, PassageKind, Query, Relation, Scope

PASSAGES = tuple(
    Passage(f"{name}#1.1", name, 1, PassageKind.TEXT, "", "text") for name in ("B", "A", "B")
)
ASKED = Query("q", "q", Scope(), Intent("", (), (), Relation.LOOKUP, (), True, ()), "q", "q")


def test_every_passage_is_shown_in_the_order_given() -> None:
    given = GivenPassages(PASSAGES)
    filings = given.documents(ASKED)
    assert [filing.filing_id for filing in filings] == ["B", "A"]
    assert [c.passage for c in given.passages(ASKED, ())] == list(PASSAGES)


def test_what_was_seen_is_not_shown_again() -> None:
    given = GivenPassages(PASSAGES)
    assert [c.passage.filing_id for c in given.passages(ASKED, (), {"B#1.1"})] == ["A"]
