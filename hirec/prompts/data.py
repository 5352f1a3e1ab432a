"""Foreign text inside a prompt: delimited by what it cannot contain.

Delimiters are tags in angle brackets, and angle brackets are the one thing that text from outside
never keeps: they are shown as ‹ and ›. So no filing can close its own tag, open another passage's,
or write a chat template's control words (``<|im_end|>``), whatever it says. Nothing random is
needed, and the same text always gives the same prompt, which servers can then cache.
"""

import re
import unicodedata
from collections.abc import Mapping

_SHOWN = str.maketrans("<>", "‹›")
_MEANT = str.maketrans("‹›", "<>")
_LABEL = re.compile(r"[A-Za-z]+[0-9]*")


def as_data(text: str) -> str:
    """Text as a prompt may hold it: no angle brackets, no control or invisible characters."""
    seen = "".join(
        char for char in text if char == "\n" or unicodedata.category(char) not in ("Cc", "Cf")
    )
    return seen.translate(_SHOWN)


def from_data(text: str) -> str:
    """Give words that a model copied from a prompt their angle brackets back."""
    return text.translate(_MEANT)


class Delimited(str):
    """Text from outside that already stands between its tags; only :func:`delimited` makes it."""

    __slots__ = ()


def delimited(texts: Mapping[str, str]) -> Delimited:
    """Each text between ``<label>`` and ``</label>``, by label; labels are letters, then digits."""
    for label in texts:
        if not _LABEL.fullmatch(label):
            raise ValueError(f"'{label}' is no label: letters, then digits")
    blocks = (f"<{label}>\n{as_data(text)}\n</{label}>" for label, text in texts.items())
    return Delimited("\n".join(blocks))
