"""YAML as it is written in the package and by users, read by libyaml where it is there."""

from typing import Any

import yaml

__all__ = ["SafeLoader", "load_yaml"]

try:  # ten times as fast as the one in Python, and the lexicon is read at every start
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeLoader  # type: ignore[assignment]


def load_yaml(text: str) -> Any:  # noqa: ANN401 - whatever the text holds
    """The content of a text; raises ``yaml.YAMLError``."""
    return yaml.load(text, Loader=SafeLoader)
