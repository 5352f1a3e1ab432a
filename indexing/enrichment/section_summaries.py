"""The central sentences of a section, put to every passage of it.

FinSage lets a language model write a section's summary. The rule form is extractive and says so by
being nothing but the filing's own sentences: TextRank (Mihalcea and Tarau 2004) over the cosines of
their TF-IDF vectors.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from hirec.ranking.lexical import tokenize
from hirec.types import Identity, Passage, PassageKind
from indexing.enrichment.enricher import appended, body_of
from indexing.enrichment.speaker import is_auditors

MAX_WORDS = 40
_FEWEST_WORDS = 6
_SECTION_PASSAGES = range(2, 31)
"""Text passages of a section worth a summary: one needs none, of too many none is about each."""
_MOST_SENTENCES = 400
_DAMPING = 0.85
_STEPS = 30
_STEP_BETWEEN = " > "
_ABBREVIATED = r"(?<!\bInc\.)(?<!\bCorp\.)(?<!\bNo\.)(?<!\bCo\.)(?<!\bLtd\.)(?<!\bMr\.)(?<!\bMs\.)"
_SENTENCE_END = re.compile(rf"(?<=[.!?]){_ABBREVIATED}(?<!\b[A-Z]\.)\s+(?=[A-Z“\"(])|\n+")
_SENTENCE = re.compile(r"[A-Z“\"(].*[a-z)”\"\d][.!?][”\"]?", re.DOTALL)


class SectionSummarizer:
    """Appends to each passage the summary of the smallest section around it worth one."""

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """Tables get their section's summary too; the auditor's report none, nor any words."""
        del identity
        stated, section_of = sections_of(passages)
        summaries = {
            section: summarize_section(stated[section]) for section in {*section_of} - {""}
        }
        return [
            appended(passage, summaries.get(section, ""))
            for passage, section in zip(passages, section_of, strict=True)
        ]


def sections_of(passages: Sequence[Passage]) -> tuple[dict[str, list[str]], list[str]]:
    """What text passages say in each section, and whose summary each passage gets.

    That is the smallest section around it worth one, else an empty string; the auditor's report
    has none.
    """
    stated: dict[str, list[str]] = {}
    for passage in passages:
        if passage.kind is PassageKind.TEXT and not is_auditors(passage):
            for path in _around(passage.section):
                stated.setdefault(path, []).append(body_of(passage))
    return stated, [
        "" if is_auditors(passage) else _worth_a_summary(passage.section, stated)
        for passage in passages
    ]


def summarize_section(texts: Sequence[str]) -> str:
    """The most central sentences in the order of the text, at most 40 words; empty where none fit.

    Sentences over 40 words are weighed with the others but never taken: a summary that breaks off
    may say what the filing does not.
    """
    sentences = _sentences(texts)[:_MOST_SENTENCES]
    if not sentences:
        return ""
    taken: list[int] = []
    room = MAX_WORDS
    for at in np.argsort(-centrality(sentences), kind="stable"):
        length = len(sentences[at].split())
        if length <= room:
            taken.append(int(at))
            room -= length
        if room < _FEWEST_WORDS:
            break
    return " ".join(sentences[at] for at in sorted(taken))


def centrality(sentences: Sequence[str]) -> npt.NDArray[np.float64]:
    """TextRank scores, shape (n,), sum 1."""
    vectors = _tf_idf(sentences)
    near = np.asarray((vectors @ vectors.T).todense(), dtype=np.float64)
    np.fill_diagonal(near, 0.0)
    totals = near.sum(axis=1)
    alone = totals == 0
    near[alone] = 1.0
    totals[alone] = len(sentences)
    moves = near / totals[:, None]
    scores = np.full(len(sentences), 1 / len(sentences))
    for _ in range(_STEPS):
        scores = (1 - _DAMPING) / len(sentences) + _DAMPING * (scores @ moves)
    return scores


def _sentences(texts: Sequence[str]) -> list[str]:
    """Whole sentences of six words or more, each once."""
    found: dict[str, None] = {}
    for text in texts:
        for part in _SENTENCE_END.split(text):
            sentence = " ".join(part.split())
            if len(sentence.split()) >= _FEWEST_WORDS and _SENTENCE.fullmatch(sentence):
                found[sentence] = None
    return list(found)


def _tf_idf(sentences: Sequence[str]) -> csr_matrix:
    """Unit vectors over stems, shape (sentences, stems)."""
    tokens = tokenize(sentences)
    places: dict[str, int] = {}
    for stem in (stem for stems in tokens for stem in stems):
        places.setdefault(stem, len(places))
    rows = np.repeat(np.arange(len(tokens)), [len(stems) for stems in tokens])
    columns = np.array([places[stem] for stems in tokens for stem in stems], dtype=np.int64)
    shape = (len(sentences), max(len(places), 1))
    counts = csr_matrix((np.ones(len(columns)), (rows, columns)), shape=shape)
    counts.sum_duplicates()
    known = np.bincount(counts.indices, minlength=shape[1])
    counts.data *= np.log((1 + len(sentences)) / np.maximum(known, 1))[counts.indices]
    lengths = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
    counts.data /= np.repeat(np.where(lengths == 0, 1, lengths), np.diff(counts.indptr))
    return counts


def _around(section: str) -> list[str]:
    """The section and those around it, smallest first."""
    names = section.split(_STEP_BETWEEN) if section else []
    return [_STEP_BETWEEN.join(names[:depth]) for depth in range(len(names), 0, -1)]


def _worth_a_summary(section: str, stated: Mapping[str, Sequence[str]]) -> str:
    fitting = (path for path in _around(section) if len(stated.get(path, ())) in _SECTION_PASSAGES)
    return next(fitting, "")
