"""The YAML files of words and names, read from the package."""

import functools
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

from hirec.yaml_files import load_yaml


class Entry(BaseModel):
    """One entry of a file; its fields are explained at the file's top."""

    model_config = ConfigDict(extra="forbid", frozen=True)


AnyEntry = TypeVar("AnyEntry", bound=Entry)


def text_of(name: str) -> str:
    """A file as it is written."""
    return resources.files("hirec.lexicon").joinpath(name).read_text(encoding="utf-8")


def read_entries(name: str, kind: type[AnyEntry]) -> Mapping[str, AnyEntry]:
    """Every entry of a file by its key; raises ``pydantic.ValidationError`` on a broken one."""
    content = load_yaml(text_of(name))
    if "key" in kind.model_fields:
        content = {key: {"key": key, **entry} for key, entry in content.items()}
    entries = TypeAdapter(dict[str, kind]).validate_python(content)  # type: ignore[valid-type]
    return MappingProxyType(entries)


def any_of(phrases: Iterable[str], beside: str = r"\w") -> re.Pattern[str]:
    """What finds the first of some patterns of phrases, whole, with none of ``beside`` beside."""
    pattern = rf"(?<![{beside}])(?:{'|'.join(phrases)})(?![{beside}])"
    return re.compile(pattern, re.IGNORECASE)


@functools.cache
def word_lists(package: str = "hirec.lexicon") -> Mapping[str, Any]:
    """The lists of a package's ``words.yaml``: words with blanks between, or such by a stem."""
    text = resources.files(package).joinpath("words.yaml").read_text("utf-8")
    lists: Mapping[str, Any] = load_yaml(text)
    return lists


def word_list(kind: str, package: str = "hirec.lexicon") -> frozenset[str]:
    """One of these lists; raises ``KeyError`` for another name."""
    return frozenset(word_lists(package)[kind].split())
