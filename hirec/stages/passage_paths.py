"""The paths to a passage that cost next to nothing: words, headings, hypotheses, embeddings.

FinSage's multi-path retrieval (section 3.2) within the filings found. Every path gives each
passage its share of the path's best score, so that weights mean the same for all of them. A path
whose weight is 0 is never computed.
"""

import functools
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np

from hirec.analysts.protocol import Analyst
from hirec.grounding.counted import count_fits
from hirec.grounding.parts import parts_fits
from hirec.grounding.returns import returns_fits
from hirec.grounding.schedules import due_fits
from hirec.lexicon import Kind
from hirec.models.encoder import Encoder, Vectors
from hirec.ranking.fusion import Scores, share_of_best
from hirec.ranking.lexical import LexicalIndex
from hirec.settings import RetrievalSettings
from hirec.types import Passage, Query
from hirec.understanding import kind_of_parts, parse_of, parts_called

_REMEMBERED = 4_000
"""Passages whose vector is kept: 6 MB at 384 numbers each."""


class FilingsView:
    """All passages of some filings in a row, with what is computed of them once."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        """``passages`` go filing after filing, each in its own order."""
        self.passages = tuple(passages)

    @functools.cached_property
    def texts(self) -> LexicalIndex:
        """BM25 over title and body."""
        return LexicalIndex([passage.retrieval_text for passage in self.passages])

    @functools.cached_property
    def headings(self) -> LexicalIndex:
        """BM25 over section path and table caption: FinSage's metadata."""
        tables = (passage.table for passage in self.passages)
        captions = (table.caption if table else "" for table in tables)
        return LexicalIndex(
            [f"{p.section} {caption}" for p, caption in zip(self.passages, captions, strict=True)]
        )

    def bounds(self, position: int) -> tuple[int, int]:
        """First position of the filing that a passage belongs to, and the one behind its last."""
        own = self.passages[position].filing_id
        first = last = position
        while first > 0 and self.passages[first - 1].filing_id == own:
            first -= 1
        while last + 1 < len(self.passages) and self.passages[last + 1].filing_id == own:
            last += 1
        return first, last + 1


class PassageVectors:
    """Embeds passages when they are asked for and remembers the latest."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    def query(self, text: str) -> Vectors:
        """Embed a question; shape (d,)."""
        vector: Vectors = self._encoder.encode_queries([text])[0]
        return vector

    def of(self, passages: Sequence[Passage]) -> Vectors:
        """Embed the bodies of passages; shape (n, d)."""
        new = [passage for passage in passages if passage.passage_id not in self._known]
        vectors = self._encoder.encode_passages([p.retrieval_body or p.text for p in new])
        self._known.update(zip((p.passage_id for p in new), vectors, strict=True))
        expected = [self._known[passage.passage_id] for passage in passages]
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return np.stack(expected) if expected else vectors


class PassagePaths:
    """Scores every passage of a view by each path that is on."""

    def __init__(
        self, analyst: Analyst, settings: RetrievalSettings, vectors: PassageVectors | None
    ) -> None:
        """Take what the paths are made of.

        Args:
            analyst: Writes hypothetical passages, where ``hyde_weight`` is not 0.
            settings: Weight of each path.
            vectors: May be None where ``passage_dense_weight`` is 0.

        """
        self._analyst = analyst
        self._settings = settings
        self._vectors = vectors

    @property
    def weights(self) -> Mapping[str, float]:
        """Weight of each path by its name in traces."""
        settings = self._settings
        return {
            "text": settings.text_weight,
            "hyde": settings.hyde_weight,
            "section": settings.section_weight,
            "dense": settings.passage_dense_weight,
            "count": settings.count_weight,
            "layout": settings.layout_weight,
        }

    def scores(self, query: Query, view: FilingsView, discount: Scores) -> dict[str, Scores]:
        """Score by path; each array of shape (passages,), 0 to 1.

        Args:
            query: With a text for passages.
            view: The passages.
            discount: Weight of each passage's filing, shape (passages,); 0 leaves a passage out.

        """
        settings = self._settings
        found: dict[str, Scores] = {}
        if settings.text_weight:
            found["text"] = share_of_best(view.texts.scores(query.passage_text) * discount)
        if settings.hyde_weight:
            texts = self._analyst.hypothesize(query)
            found["hyde"] = _best_of([view.texts.scores(text) for text in texts], discount)
        if settings.section_weight:
            found["section"] = share_of_best(view.headings.scores(query.passage_text) * discount)
        if settings.count_weight:
            counts = count_fits(parse_of(query).figures, view.passages)
            if any(counts):
                found["count"] = share_of_best(np.array(counts, dtype=np.float32) * discount)
        if settings.layout_weight and any(laid_out := _layout_fits(query, view.passages)):
            found["layout"] = share_of_best(np.array(laid_out, dtype=np.float32) * discount)
        if settings.passage_dense_weight and self._vectors is not None:
            found["dense"] = self._dense(self._vectors, query, view, self.fuse(found), discount)
        return found

    def fuse(self, found: Mapping[str, Scores]) -> Scores:
        """Weighted sum of the paths; zero-dimensional where there is none."""
        weights = self.weights
        total: Scores = np.sum([weights[name] * s for name, s in found.items()], axis=0)
        return np.asarray(total, dtype=np.float32)

    def _dense(
        self,
        vectors: PassageVectors,
        query: Query,
        view: FilingsView,
        other_paths: Scores,
        discount: Scores,
    ) -> Scores:
        """Cosine to the question of the other paths' best ``dense_pool``, 0: of all passages."""
        pool = np.arange(len(view.passages))
        if self._settings.dense_pool and other_paths.ndim:
            pool = np.argsort(-other_paths, kind="stable")[: self._settings.dense_pool]
        cosines = vectors.of([view.passages[at] for at in pool]) @ vectors.query(within(query))
        scores = np.zeros(len(view.passages), dtype=np.float32)
        scores[pool] = cosines
        return share_of_best(scores.clip(min=0) * discount)


def _layout_fits(query: Query, passages: Sequence[Passage]) -> list[float]:
    """How likely each passage is a table of the layout that answers, 0 to 1; empty where any may.

    What falls due stands in schedules, what an investment became in graphs of total return, and
    which part had the most in tables of segments or regions.
    """
    parsed = parse_of(query)
    if parsed.among_parts and len(parsed.figures) == 1 and (kind := kind_of_parts(parsed.choose)):
        return parts_fits(parsed.figures[0].words, parts_called(kind), passages)
    if any(figure.kind == Kind.INVESTMENT for figure in parsed.figures):
        return returns_fits(passages)
    return due_fits(parsed, passages) if query.scope.outlook else []


def _best_of(rankings: Sequence[Scores], discount: Scores) -> Scores:
    """Each passage's best share over several rankings; zeros where there is none."""
    shares = [share_of_best(scores * discount) for scores in rankings]
    return np.max(shares, axis=0) if shares else np.zeros_like(discount)


def within(query: Query) -> str:
    """The question without the names and periods that chose the filings."""
    said = [company.said for company in query.scope.companies]
    said += [ref.said for ref in query.scope.periods]
    text = query.core
    for words in sorted(filter(None, said), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(words)}(?:['’]s)?(?!\w)", " ", text, flags=re.IGNORECASE)
    return " ".join(text.split()) or query.core
