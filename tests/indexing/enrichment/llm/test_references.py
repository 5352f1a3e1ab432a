"""A model points at words and names what they stand for; only what the filing says comes in."""

from collections.abc import Callable, Sequence

import pytest

from hirec.testing.chat_model import Line, ScriptedChatModel
from hirec.types import Identity, Passage
from indexing.enrichment.llm.annotator import Annotator
from indexing.enrichment.llm.references import LlmReferenceResolver

MakePassage = Callable[..., Passage]
MakeScribe = Callable[[Sequence[Line]], Annotator]

TEXT = "In May it sold Road Runner Traps to Coyote Ltd. and kept its debts, so they were happy."


def reply(*references: tuple[str, str, str]) -> Line:
    fields = ("quote", "mention", "name")
    return {"references": [dict(zip(fields, each, strict=True)) for each in references]}


def resolved(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe, line: Line, text: str = TEXT
) -> tuple[str, tuple[str, ...]]:
    annotator = playing([line])
    (passage,) = LlmReferenceResolver(annotator).enrich([make_passage(text, "Item 7")], acme)
    return passage.retrieval_body, annotator.notes


def test_mentions_are_replaced_where_the_quote_stands(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    line = reply(
        ("In May it sold", "it", "The Acme Rocket Company"),
        ("and kept its debts", "its", "Road Runner Traps"),
    )
    body, notes = resolved(make_passage, acme, playing, line)
    assert body == (
        "In May The Acme Rocket Company sold Road Runner Traps to Coyote Ltd. and kept "
        "Road Runner Traps’s debts, so they were happy."
    )
    assert notes == ()


@pytest.mark.parametrize(
    "reference",
    [
        ("In May it bought", "it", "Coyote Ltd"),  # no such quote
        ("In May it sold", "they", "Coyote Ltd"),  # no such mention in it
        ("In May it sold", "it", "Globex Corporation"),  # a name from elsewhere
        ("In May it sold", "it", "happy Coyote"),  # words, but not together
        ("In May it sold", "it", "oyote"),  # part of a word
        ("In May it sold", "it", ""),
        ("", "it", "Coyote Ltd"),
        ("it sold Road Runner Traps to Coyote Ltd. and kept its", "i", "Coyote Ltd"),
    ],
)
def test_what_the_filing_does_not_say_stays_out(
    make_passage: MakePassage,
    acme: Identity,
    playing: MakeScribe,
    reference: tuple[str, str, str],
) -> None:
    body, notes = resolved(make_passage, acme, playing, reply(reference))
    assert body == ""
    assert notes == ("1 × reference skipped (quote, mention or name is not in the filing)",)


def test_a_quote_that_stands_twice_says_nothing(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    text = "Coyote Ltd. said it would pay, and then it would pay; it would pay in May, they said."
    body, notes = resolved(
        make_passage, acme, playing, reply(("it would pay", "it", "Coyote Ltd.")), text
    )
    assert (body, len(notes)) == ("", 1)


def test_replacements_do_not_overlap(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    line = reply(
        ("so they were happy", "they were", "debts"), ("so they were happy", "they", "debts")
    )
    body, _ = resolved(make_passage, acme, playing, line)
    assert body.count("debts") == 2
    assert body.endswith(("so debts were happy.", "so debts happy."))


def test_what_stands_before_is_shown_and_may_be_named(
    make_passage: MakePassage, acme: Identity
) -> None:
    model = ScriptedChatModel.cycling(
        [reply(), reply(("On that day it was paid", "it", "the Coyote Note")), reply()]
    )
    passages = [
        make_passage("We issued the Coyote Note to some banks in May of 2021.", "Item 7"),
        make_passage("On that day it was paid back in full by a bank.", "Item 7"),
        make_passage("Elsewhere nothing is known of it, as one may have thought.", "Item 8"),
    ]
    _, after, _ = LlmReferenceResolver(Annotator(model)).enrich(passages, acme)
    assert after.retrieval_body.startswith("On that day the Coyote Note was paid")
    befores = [request.messages[-1].content.split("before>")[1] for request in model.requests]
    assert ["Coyote Note" in before for before in befores] == [False, True, False]


def test_angle_brackets_of_a_filing_are_found_again(
    make_passage: MakePassage, acme: Identity, playing: MakeScribe
) -> None:
    text = "The form <ABC-1> was sent in March and it was received by the Commission in May."
    line = reply(("and it was received", "it", "The form ‹ABC-1›"))
    body, _ = resolved(make_passage, acme, playing, line, text)
    assert "and The form <ABC-1> was received" in body
