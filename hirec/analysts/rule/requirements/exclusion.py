"""What a text leaves out: "sales outside the United States", "reported, not pro forma"."""

import re

from hirec.analysts.rule.requirements.phrases import stems

_LEFT_OUT = re.compile(
    r"\b(?:not(?: including)?|exclud\w+|exclusive of|except(?: for)?|other than|rather than"
    r"|apart from|without|outside(?: of)?|non|(?<=[\w)], )less)\b[- ]"
    r"(?P<rest>(?:the |our |its |any )?[\w.&’'-]+(?: [\w.&’'-]+)?)",
    re.IGNORECASE,
)
"""Words that leave something out, with the first words of what that is."""
EXCLUDING = stems("excluding except without outside non")
"""Those of them that are left of a text as stems."""


def excludes(text: str) -> bool:
    """Whether a text leaves anything out."""
    return _LEFT_OUT.search(text) is not None


def exclusion_in(text: str) -> str:
    """A text from where it leaves something out; empty where it does not."""
    found = _LEFT_OUT.search(text)
    return text[found.start() :] if found else ""


def without_exclusions(text: str) -> str:
    """A text without what it leaves out."""
    return _LEFT_OUT.sub(" ", text)


def leaves_out(words: frozenset[str], text: str, asked: str) -> bool:
    """Whether a text is about all but what is asked: "outside the United States".

    Args:
        words: The stems that are asked for.
        text: A label or a sentence.
        asked: How the question says them; where it leaves something out itself, nothing speaks
            against it.

    """
    if excludes(asked):
        return False
    return any(stems(match["rest"]) & words for match in _LEFT_OUT.finditer(text))
