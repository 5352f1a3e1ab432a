"""One prompt with the reply that is wanted, and one that is not."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

from hirec.json_files import write_lines
from hirec.llm.chat import ChatRequest
from training.data.lines import read_lines

Reply = TypeVar("Reply", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Turn:
    """A message of a prompt."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prompt, the reply wanted, and for preferences a reply to avoid."""

    prompt: tuple[Turn, ...]
    """Exactly what is sent when a question is asked."""
    chosen: str
    """JSON, as the prompt demands it."""
    rejected: str = ""
    """A likely mistake; empty where none is known."""
    source: str = ""
    """The prompt's name."""
    group: str = ""
    """Company, or report, whose lessons stay on one side of a split."""


_LESSON = TypeAdapter(Lesson)


def lesson_of(
    request: ChatRequest[Reply], chosen: Reply, rejected: Reply | None, group: str
) -> Lesson:
    """The lesson that a request teaches.

    Args:
        request: With its task and messages.
        chosen: The reply that is wanted.
        rejected: One that is not; None where there is none.
        group: What is held out as a whole: a company's key.

    """
    return Lesson(
        tuple(Turn(message.role, message.content) for message in request.messages),
        chosen.model_dump_json(),
        rejected.model_dump_json() if rejected else "",
        request.task,
        group,
    )


def write_lessons(lessons: Iterable[Lesson], path: Path) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    write_lines(path, (asdict(lesson) for lesson in lessons))


def read_lessons(path: Path) -> list[Lesson]:
    """Read what :func:`write_lessons` wrote.

    Raises :class:`training.errors.TrainingError`, which names the line and the field.
    """
    return read_lines(path, _LESSON, "lesson")
