"""What an annotator passes over, what ends a file, and what it notes."""

import io
from collections.abc import Callable, Sequence

import pytest
from PIL import Image

from hirec.llm.errors import (
    LlmRefusedError,
    LlmReplyError,
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnavailableError,
    LlmUnreachableError,
)
from hirec.prompts import load_prompt
from hirec.testing.chat_model import Line, ScriptedChatModel
from indexing.enrichment.llm.annotator import Annotator, one_line, unprinted_figure
from indexing.enrichment.llm.tables import TableWords

MakeScribe = Callable[[Sequence[Line]], Annotator]

REQUEST = load_prompt("describe_table").request(
    TableWords, filing="ACME", section="", table="Sales | 12"
)
GOOD = {"description": "Sales of 12."}


def test_one_bad_reply_costs_one_thing(playing: MakeScribe) -> None:
    bad: list[Line] = [
        "{",
        '{"description": 1e999}',
        {"description": "x" * 1000},
        {"words": ""},
        LlmTruncatedError("too long"),
        LlmRefusedError("context overflow", status=400),
    ]
    annotator = playing([GOOD, *bad, GOOD])
    values = annotator.ask("table", [REQUEST] * 8)
    assert [value is not None for value in values] == [True, *[False] * 6, True]
    (note,) = annotator.notes
    assert note.startswith("6 × table skipped (")


@pytest.mark.parametrize("error", [LlmUnreachableError, LlmUnavailableError, LlmTimeoutError])
def test_a_server_that_cannot_be_asked_ends_the_file(
    playing: MakeScribe, error: type[LlmUnreachableError]
) -> None:
    with pytest.raises(error, match="gone"):
        playing([GOOD, error("gone")]).ask("table", [REQUEST] * 2)


def test_notes_give_the_commonest_reason_shortly(playing: MakeScribe) -> None:
    annotator = playing([])
    for reason in ("rare", "often" * 100, "often" * 100):
        annotator.count_failure("table", reason)
    annotator.count_failure("figure", "dark")
    annotator.left_out.append("3 more")
    assert annotator.notes == (
        f"3 × table skipped ({('often' * 100)[:200]})",
        "1 × figure skipped (dark)",
        "3 more",
    )


def test_who_tells_red_sees() -> None:
    model = ScriptedChatModel.fixed({"colour": "red"})
    assert Annotator(model).vision_fault() == ""
    (png,) = model.requests[0].messages[-1].images
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    assert picture.size == (32, 32)
    assert picture.getcolors() == [(32 * 32, (255, 0, 0))]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"colour": "none"}, "calls a red picture none"),
        ({"colour": "blue"}, "calls a red picture blue"),
        (LlmRefusedError("no images here", status=400), "no images here"),
        (LlmUnavailableError("image input is not supported"), "not supported"),
        (LlmReplyError("mumbles"), "mumbles"),
    ],
)
def test_who_does_not_is_blind(playing: MakeScribe, line: Line, why: str) -> None:
    assert why in playing([line]).vision_fault()


def test_whether_a_model_sees_is_not_told_by_a_dead_server(playing: MakeScribe) -> None:
    with pytest.raises(LlmUnreachableError):
        playing([LlmUnreachableError("gone")]).vision_fault()


def test_figures_must_be_printed() -> None:
    source = "Net sales | $ 1,234.5 | (56) | 2023"
    assert unprinted_figure("Net sales of 1234.5 in 2023, after 56.", source) == ""
    assert unprinted_figure("Sales rose 12% in 2023", source) == "12"
    assert unprinted_figure("About 1,234", source) == "1,234"


def test_words_are_one_line() -> None:
    assert one_line(" a\n\tb\x00c\u202e d ") == "a b c d"
