import pytest

from hirec.ranking.exemplars import Exemplar, ExemplarStore
from hirec.testing.encoder import HashingEncoder

QUESTIONS = (
    "What guidance was given on supply chain targets of Acme?",
    "What guidance was given on supply chain targets of Bolt?",
    "Which directors sit on the audit committee?",
    "How did margins develop in the latest quarter?",
)
SOLVED = [Exemplar(question, ("10-K", "8-K")) for question in QUESTIONS]


@pytest.fixture(scope="module")
def encoder():
    return HashingEncoder(256)


def test_the_nearest_come_first_and_no_more_than_asked_for(encoder):
    store = ExemplarStore(SOLVED, encoder, likeness=1.0)
    found = store.nearest("What guidance was given on supply chain targets of Cinder?", 2)
    assert {one.question for one in found} == set(QUESTIONS[:2])
    assert len(store.nearest("Anything?", 10)) == 4


def test_the_question_itself_is_never_its_own_example(encoder):
    store = ExemplarStore(SOLVED, encoder, likeness=1.0)
    asked = "  what guidance was given on supply-chain targets of ACME"
    assert QUESTIONS[0] not in {one.question for one in store.nearest(asked, 4)}


def test_near_copies_count_as_the_question(encoder):
    asked = "What guidance was given on the supply chain targets of Acme?"
    strict, loose = (ExemplarStore(SOLVED, encoder, likeness) for likeness in (0.5, 1.0))
    assert not {one.question for one in strict.nearest(asked, 4)} & set(QUESTIONS[:2])
    assert loose.nearest(asked, 4)[0].question == QUESTIONS[0]


def test_an_empty_store_has_no_examples(encoder):
    assert ExemplarStore([], encoder).nearest("Why?", 5) == ()
