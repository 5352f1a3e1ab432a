"""How a text uses a name."""

from indexing.identity.usage import used_names


def places(name: str, text: str) -> dict[str, str | None]:
    return {found.source: found.company for found in used_names([name], text)}


def test_a_name_that_the_text_uses_often_is_confirmed() -> None:
    text = "Mabel's, Inc. sells. " * 3 + "Mabel's sells more. " * 5
    assert places("Mabel's, Inc.", text) == {
        "body": "Mabel's, Inc.",
        "whole name": "Mabel's, Inc.",
    }


def test_a_name_that_a_long_text_never_uses_is_none_of_its_registrant() -> None:
    text = "Other Company sells things. " * 1500
    assert places("Amber Rockets, Inc.", text) == {"not in body": "Amber Rockets, Inc."}
    assert places("Amber Rockets, Inc.", "Short. ") == {}


def test_a_fragment_grows_into_the_name_it_is_a_part_of() -> None:
    text = "The T. Ross Finch Group sells. At T. Ross Finch Group, Inc. we sell. " * 10
    found = places("FINCH GROUP, INC.", text)
    assert found == {"not in body": "FINCH GROUP, INC.", "body": "T. Ross FINCH GROUP, INC."}


def test_ordinary_words_are_no_uses_of_a_name() -> None:
    assert places("Target Corp.", "our target is to target more targets. " * 50) == {}
