"""All words of a question that may name its figure, for what no grammar could read."""

from hirec.types import CompanyRef
from hirec.understanding.annotate import annotate
from hirec.understanding.layout import read_layout
from hirec.understanding.normalize import normalize
from hirec.understanding.vocabulary import telling_words

_ASIDE = frozenset(
    ("COMPANY", "PERIOD", "EVENT", "REFERENCE", "SOURCE", "FORMAT", "GIVEN", "WH", "COUNT")
)
"""Spans that say whose figure, of when, where to look and how to answer."""
_AMOUNT = frozenset(("how", "much", "many"))
"""Words of a longer phrase that ask for an amount: "how much of"."""


def naming_words(question: str, companies: tuple[CompanyRef, ...], unknown: tuple[str, ...]) -> str:
    """The words of a question that are neither empty nor of :data:`_ASIDE`, in its order."""
    text = normalize(question)
    names = [*(company.said for company in companies), *unknown]
    annotation = annotate(text, companies, unknown, read_layout(text, names).marks)
    kept = " ".join(span.said for span in annotation.spans if span.kind not in _ASIDE)
    return " ".join(word for word in telling_words(kept).split() if word.lower() not in _AMOUNT)
