"""The lexicon's YAML files, read from the package."""

from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

from hirec.yaml_files import load_yaml

Entry = TypeVar("Entry", bound=BaseModel)


def text_of(name: str) -> str:
    """A file as it is written."""
    return resources.files("hirec.lexicon").joinpath(name).read_text(encoding="utf-8")


def read_entries(name: str, kind: type[Entry]) -> Mapping[str, Entry]:
    """Every entry of a file by its key; raises ``pydantic.ValidationError`` on a broken one."""
    entries = TypeAdapter(dict[str, kind]).validate_python(load_yaml(text_of(name)))  # type: ignore[valid-type]
    return MappingProxyType(entries)
