"""Where one sentence of a filing ends and the next begins."""

import re

_CUT = ("Inc", "Corp", "Ltd", "Co", "No", "vs", "Mr", "Ms", "Mrs", "Dr")
_SHORT = (r"\.[A-Z]\.", r"\s[A-Z]\.", *(rf"\b{word}\." for word in _CUT))
"""What ends in a full stop and goes on: "non-U.S. sales", "Apple Inc. and", "John D. Roe"."""
_OPENERS = "The|This|These|We|Our|In|As|At|For|On|It|Its|During|However|Such|There|No"
_NOT_SHORT = "".join(f"(?<!{short})" for short in _SHORT)


def sentence_end(marks: str = ".!?") -> str:
    """A regular expression for the gap between two sentences, one of ``marks`` before it.

    Behind an abbreviation a sentence begins only with a word that sentences begin with.
    """
    opens = r"\s+(?=[A-Z“\"])"
    return rf"(?<=[{marks}])(?:{_NOT_SHORT}{opens}|\s+(?=(?:{_OPENERS})\b))"


_ENDS = re.compile(rf"{sentence_end()}|\n")


def sentences(text: str) -> list[str]:
    """The sentences of a text, each line apart."""
    return _ENDS.split(text)
