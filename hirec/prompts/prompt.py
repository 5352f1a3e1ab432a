"""Prompts as files: a head, a system part that never changes, a user part with placeholders.

The system part goes first and holds no placeholder: it is the prefix that servers cache. A file's
head says its version, which goes into request, cache and trace; its longest reply; and the
placeholders, which are held against the text when the file is loaded.
"""

import functools
import re
from dataclasses import dataclass
from importlib import resources
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hirec.llm.chat import ChatRequest, Message
from hirec.prompts.data import Delimited, as_data
from hirec.types import HirecError
from hirec.validation_errors import first_problem
from hirec.yaml_files import load_yaml

Shape = TypeVar("Shape", bound=BaseModel)

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_PARTS = re.compile(
    r"(?P<head>.*?)^=== system ===\n(?P<system>.*?)^=== user ===\n(?P<user>.*)", re.M | re.S
)


class PromptError(HirecError):
    """A prompt file is malformed, or was given other values than it has placeholders."""


class _Head(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: int = Field(ge=1)
    max_tokens: int = Field(ge=16, le=8192)
    placeholders: list[str]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file as loaded."""

    name: str
    version: str
    max_tokens: int
    system: str
    """Never changes: the cacheable prefix."""
    user: str
    placeholders: frozenset[str]

    def messages(self, **values: str) -> tuple[Message, ...]:
        """The system part and the user part; of a prompt without system part, the latter alone.

        Values are made harmless (:func:`as_data`) but for what is :class:`Delimited` already.
        Raises :class:`PromptError` where the values are not exactly the placeholders.
        """
        if values.keys() != self.placeholders:
            given, expected = ", ".join(sorted(values)), ", ".join(sorted(self.placeholders))
            raise PromptError(f"Prompt '{self.name}' wants {expected}; it was given {given}.")
        # One pass: a placeholder inside a value is text.
        shown = {
            name: value if isinstance(value, Delimited) else as_data(value)
            for name, value in values.items()
        }
        user = Message("user", _PLACEHOLDER.sub(lambda match: shown[match[1]], self.user))
        return (Message("system", self.system), user) if self.system else (user,)

    def request(self, schema: type[Shape], **values: str) -> ChatRequest[Shape]:
        """The task put to a model; raises :class:`PromptError` as :meth:`messages` does."""
        return ChatRequest(
            self.name, self.version, self.messages(**values), schema, self.max_tokens
        )


@functools.cache
def load_prompt(name: str) -> Prompt:
    """Load a prompt by the name of its file.

    Raises :class:`PromptError` where it is missing, lacks a part, or uses other placeholders than
    its head declares.
    """
    try:
        content = (resources.files(__package__) / f"{name}.md").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise PromptError(f"There is no prompt '{name}'.") from error
    return parse_prompt(name, content)


def parse_prompt(name: str, content: str) -> Prompt:
    """Check and take apart the text of a prompt file; raises :class:`PromptError`."""
    parts = _PARTS.fullmatch(content)
    if parts is None:
        raise PromptError(f"Prompt '{name}' needs '=== system ===' and '=== user ===' lines.")
    try:
        head = _Head.model_validate(load_yaml(parts["head"]))
    except yaml.YAMLError as error:
        raise PromptError(f"Prompt '{name}' has a bad head: {error}.") from error
    except ValidationError as error:
        raise PromptError(f"Prompt '{name}' has a bad head: {first_problem(error)}.") from error
    if _PLACEHOLDER.search(parts["system"]):
        raise PromptError(f"Prompt '{name}' has a placeholder in its system part.")
    used = set(_PLACEHOLDER.findall(parts["user"]))
    if used != set(head.placeholders):
        raise PromptError(
            f"Prompt '{name}' declares {sorted(head.placeholders)} and uses {sorted(used)}."
        )
    return Prompt(
        name,
        str(head.version),
        head.max_tokens,
        parts["system"].strip(),
        parts["user"].strip(),
        frozenset(used),
    )


def prompt_names() -> tuple[str, ...]:
    """Names of all prompts, sorted."""
    files = resources.files(__package__).iterdir()
    return tuple(sorted(f.name.removesuffix(".md") for f in files if f.name.endswith(".md")))
