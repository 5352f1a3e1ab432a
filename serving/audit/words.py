"""Values of a story as a person reads them, as plain text."""

from collections.abc import Mapping


def as_text(value: object) -> str:
    """A value on a line: lists by commas, objects by semicolons, keys as words."""
    if isinstance(value, Mapping):
        return "; ".join(f"{words(str(key))} {as_text(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(as_text, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def words(key: str) -> str:
    """The words of a key."""
    return key.replace("_", " ")


def counted(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
