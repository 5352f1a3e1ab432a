"""A language model asked many small things about one filing, and an account of what failed."""

import functools
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from pydantic import BaseModel

from hirec.llm.chat import ChatModel, ChatRequest, LlmError
from hirec.llm.errors import LlmRefusedError, LlmUnavailableError, LlmUnusableError
from hirec.prompts import load_prompt

Shape = TypeVar("Shape", bound=BaseModel)

_PASSED_OVER = (LlmRefusedError, LlmUnusableError)
"""Failures of one request; others mean that the server cannot be asked, and end the file."""
_FIGURE = re.compile(r"\d(?:[\d,.]*\d)?")
_SIDE = 32
_REASON_CHARS = 200


class PictureColour(BaseModel):
    """What colour a picture has."""

    colour: Literal["red", "green", "blue", "none"]


@dataclass
class Annotator:
    """Asks on behalf of the steps of one filing; ``notes`` say what it got no usable words for."""

    chat: ChatModel
    failures: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What was asked for, and why there is none."""
    left_out: list[str] = field(default_factory=list)
    """Further notes of the steps."""

    def ask(self, what: str, requests: Sequence[ChatRequest[Shape]]) -> list[Shape | None]:
        """Values in the order of the requests; None where one failed by itself.

        ``what`` names what each request is for, in the notes. Raises :class:`LlmError` where the
        server cannot be asked at all: the file is then for another try.
        """
        values: list[Shape | None] = []
        for outcome in self.chat.chat_many(requests):
            if isinstance(outcome, LlmError):
                if not isinstance(outcome, _PASSED_OVER):
                    raise outcome
                self.count_failure(what, str(outcome))
                values.append(None)
            else:
                values.append(outcome.value)
        return values

    def count_failure(self, what: str, reason: str) -> None:
        """Count something asked for that there are no usable words for."""
        self.failures[what, reason] += 1

    def vision_fault(self) -> str:
        """Why the model cannot be shown pictures; empty where it can. Asked with one of its own."""
        try:
            seen = self.chat.chat(_picture_request()).value.colour
        except LlmUnavailableError as error:  # llama.cpp says 500 where a model has no eyes
            return str(error)
        except _PASSED_OVER as error:
            return str(error)
        return "" if seen == "red" else f"it calls a red picture {seen}"

    @property
    def notes(self) -> tuple[str, ...]:
        """A note for each thing, with the commonest reason."""
        totals: Counter[str] = Counter()
        reasons: dict[str, str] = {}
        for (what, reason), count in self.failures.most_common():
            totals[what] += count
            reasons.setdefault(what, reason[:_REASON_CHARS])
        counted = (f"{count} × {what} skipped ({reasons[what]})" for what, count in totals.items())
        return (*counted, *self.left_out)


def unprinted_figure(words: str, source: str) -> str:
    """The first number of a model's words that its source does not print; empty where none."""
    printed = {match[0].replace(",", "") for match in _FIGURE.finditer(source)}
    stated = (match[0] for match in _FIGURE.finditer(words))
    return next((figure for figure in stated if figure.replace(",", "") not in printed), "")


def one_line(words: str) -> str:
    """A model's words without line breaks and control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


@functools.cache
def _picture_request() -> ChatRequest[PictureColour]:
    """A red square, and the question what colour it has."""
    request = load_prompt("look").request(PictureColour)
    *before, last = request.messages
    return replace(request, messages=(*before, replace(last, images=(_red_square(),))))


def _red_square() -> bytes:
    rows = (b"\0" + b"\xff\0\0" * _SIDE) * _SIDE
    size = _SIDE.to_bytes(4) * 2
    header = size + bytes([8, 2, 0, 0, 0])
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)
        for kind, data in chunks
    )
