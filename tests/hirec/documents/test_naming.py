from hirec.documents.naming import Names
from hirec.types import Filing, Form, Identity


def filing(
    name: str, title: str = "Non-Disclosure Agreement", *parties: str, cover: str = ""
) -> Filing:
    identity = Identity("", Form.UNKNOWN, document_title=title, parties=parties)
    return Filing(name, identity, name, (name,), 1, 1, cover)


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


def test_words_that_covers_share_tell_nothing_though_few_are_called_by_them() -> None:
    names = Names(
        [
            filing("a", "Agreement", "Disclosing Party and the Recipient"),
            filing("kelpfield-nda"),
            *(filing(f"other{number}", cover="The disclosing party") for number in range(20)),
        ]
    )
    named = names.named_by("Does kelpfield let the Disclosing Party keep copies?")
    assert named.scores.argmax() == 1
    assert named.said == ()  # printed without capitals
    assert names.named_by("Is Kelpfield a Disclosing Party?").said == ("Kelpfield",)


def test_a_name_may_stand_on_the_cover_alone() -> None:
    names = Names(
        [
            filing("policy-1", "Privacy Policy", cover="By using Marlowe you agree"),
            filing("DOE-policy", "Privacy Policy"),
            *(filing(f"policy-{number}", "Privacy Policy") for number in range(2, 20)),
        ]
    )
    assert names.named_by("Does Marlowe log calls?").scores.argmax() == 0
    assert not names.named_by("Does it log calls?").scores.any()  # no stem of "DOE"
