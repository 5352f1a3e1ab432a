from hirec.documents.naming import Names
from hirec.types import Filing, Form, Identity


def filing(name: str, title: str = "Non-Disclosure Agreement", *parties: str) -> Filing:
    identity = Identity("", Form.UNKNOWN, document_title=title, parties=parties)
    return Filing(name, identity, name, (name,), 1, 1, "")


NAMES = Names(
    [
        filing("a", "Non-Disclosure Agreement", "Birch Lane Pictures Inc"),
        filing("OakMillWorks-NDA"),
        filing("c", "Non-Disclosure Agreement", "Ostrava Tools GmbH", "Tools"),
        *(filing(f"other{number}") for number in range(20)),
    ]
)


def best(question: str) -> int:
    return int(NAMES.named_by(question).scores.argmax())


def test_parties_and_file_names_tell_documents_apart() -> None:
    assert best("Consider Birch Lane's Non-Disclosure Agreement; may it be assigned?") == 0
    assert best("Does the agreement with Oak Mill Works end?") == 1  # written together in the file
    assert best("Does OAKMILLWORKS keep copies?") == 1
    assert best('What does "Ostrava Tools" owe under the agreement?') == 2


def test_a_question_that_names_none_scores_nothing() -> None:
    assert not NAMES.named_by("May employees keep copies?").scores.any()


def test_only_the_names_are_left_out_for_passages() -> None:
    question = "Does Birch Lane let the Receiving Party keep Confidential Information?"
    assert NAMES.named_by(question).said == ("Birch Lane",)
    asked = "Does let the Receiving Party keep Confidential Information?"
    assert NAMES.without(question) == asked


def test_a_name_may_be_the_first_word() -> None:
    assert NAMES.named_by("Birch Lane keeps what?").said == ("Birch Lane",)
    assert NAMES.named_by("Consider Birch Lane now").said == ("Birch Lane",)
    assert NAMES.without("Birch Lane") == "Birch Lane"  # something must be asked
