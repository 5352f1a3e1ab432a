"""Questions that a filing asks of itself, for what no tag states.

Sentences of prose become questions for the passage around them, with the sentence taken out of it
(the inverse cloze task of Lee et al., "Latent Retrieval for Weakly Supervised Open Domain Question
Answering", ACL 2019).
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.types import Filing, Passage, PassageKind

_SENTENCES = (
    "What does {company} say about {what}?",
    "{period}: {what} at {company}?",
    "Did {company} report in {period} that {what}?",
    "Regarding {company}: {what}",
)
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=[A-Z])")
_KEPT = (0.35, 0.7)
"""Share of a sentence's words that the question keeps, in their order."""
_SHORTEST_WORDS = 8
_LONGEST_WORDS = 45


@dataclass(frozen=True, slots=True)
class SelfQuestion:
    """A question with the passage that answers it."""

    text: str
    passage: Passage
    shown: str
    """The passage as training sees it."""


def sentence_questions(
    filing: Filing, company: str, passages: Sequence[Passage], count: int, rng: random.Random
) -> Iterator[SelfQuestion]:
    """Questions over sentences of a filing's prose, each taken out of its passage.

    Args:
        filing: Whose sentences they are.
        company: The company as a question names it.
        passages: Of the filing.
        count: At most so many.
        rng: Draws the sentences.

    """
    prose = [passage for passage in passages if passage.kind is PassageKind.TEXT]
    for passage in rng.sample(prose, min(count, len(prose))):
        sentences = [s for s in _SENTENCE.split(passage.text) if s.strip()]
        fitting = [s for s in sentences if _SHORTEST_WORDS <= len(s.split()) <= _LONGEST_WORDS]
        if len(sentences) > 1 and fitting:
            sentence = rng.choice(fitting)
            body = passage.text.replace(sentence, " ", 1)
            text = rng.choice(_SENTENCES).format(
                company=company,
                period=_period(filing),
                what=_thinned(sentence, rng),
            )
            yield SelfQuestion(text, passage, f"{passage.title}\n{body}")


def _thinned(sentence: str, rng: random.Random) -> str:
    words = sentence.strip(" .;").split()
    share = rng.uniform(*_KEPT)
    kept = sorted(rng.sample(range(len(words)), max(3, round(share * len(words)))))
    return _lowered(" ".join(words[at] for at in kept))


def _lowered(words: str) -> str:
    """Small letters, as people type, but for words in capitals such as EBITDA."""
    return " ".join(w if len(w) < 6 and w.isupper() else w.lower() for w in words.split())


def _period(filing: Filing) -> str:
    identity = filing.identity
    if identity.fiscal_year is None:
        return str(identity.filing_date or identity.period_end or "the period")
    quarter = f"Q{identity.fiscal_quarter} " if identity.fiscal_quarter else ""
    return f"{quarter}FY{identity.fiscal_year}"
