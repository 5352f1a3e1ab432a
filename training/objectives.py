"""Losses, and the rows of a data set that each of them reads.

``bce`` is HiREC's (section 4.1.2): binary cross-entropy of each passage, which keeps the sigmoid of
a score a probability. ``listwise`` is ListNet (Cao et al., ICML 2007), ``lambda`` LambdaLoss (Wang
et al., CIKM 2018), ``pairwise`` RankNet (Burges et al., ICML 2005): the log-likelihood that the
right passage is preferred, so DPO (FinSage, equation 2) for a model whose policy is its score.
``margin_mse`` learns a teacher's differences of scores (Hofstätter et al., 2020).
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sentence_transformers import CrossEncoder
from sentence_transformers.cross_encoder import losses
from torch import nn

from training.data.record import Record
from training.settings import Loss, TrainingSettings

Row = Mapping[str, Any]
Teacher = Callable[[str, Sequence[str]], Iterable[float]]
"""A question and passages in, log-odds of relevance out."""

CERTAIN = 10.0
"""Grade of the right passage for ListNet, whose target is a softmax of grades: nearly all of it, so
the loss is the negative log-likelihood of that passage (Gao et al., ECIR 2021)."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A loss and its rows."""

    rows: Callable[[Record, Teacher | None], Iterator[Row]]
    loss: Callable[[CrossEncoder], nn.Module]


def drawn(records: Sequence[Record], settings: TrainingSettings) -> list[Record]:
    """The records with the negatives that the recipe asks for; those left without are dropped."""
    rng = random.Random(settings.seed)  # noqa: S311
    found = []
    for record in records:
        fit = [n for n in record.negatives if not settings.reasons or n.why in settings.reasons]
        if 0 < settings.negatives < len(fit):
            fit = rng.sample(fit, settings.negatives)
        if fit:
            found.append(replace(record, negatives=tuple(fit)))
    return found


def _pairs(record: Record, _: Teacher | None) -> Iterator[Row]:
    for at, text in enumerate(record.texts):
        yield {"query": record.query, "passage": text, "label": float(at == 0)}


def _triplets(record: Record, teacher: Teacher | None) -> Iterator[Row]:
    assert teacher is not None  # noqa: S101 - the settings demand one
    right, *wrong = teacher(record.query, record.texts)
    for negative, score in zip(record.negatives, wrong, strict=True):
        yield {
            "query": record.query,
            "positive": record.positive,
            "negative": negative.text,
            "label": float(right - score),
        }


def _lists(grade: float) -> Callable[[Record, Teacher | None], Iterator[Row]]:
    def rows(record: Record, _: Teacher | None) -> Iterator[Row]:
        labels = [grade, *(0.0 for _ in record.negatives)]
        yield {"query": record.query, "passages": record.texts, "labels": labels}

    return rows


OBJECTIVES: Mapping[Loss, Objective] = {
    Loss.BCE: Objective(_pairs, losses.BinaryCrossEntropyLoss),
    Loss.LISTWISE: Objective(_lists(CERTAIN), losses.ListNetLoss),
    Loss.LAMBDA: Objective(_lists(1.0), losses.LambdaLoss),
    Loss.PAIRWISE: Objective(_lists(1.0), losses.RankNetLoss),
    Loss.MARGIN_MSE: Objective(_triplets, losses.MarginMSELoss),
}
