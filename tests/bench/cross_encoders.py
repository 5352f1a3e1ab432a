"""Speed and rankings of a cross-encoder on every backend, in one run.

``python tests/bench/cross_encoders.py MODEL QUESTIONS.jsonl [COUNT]``: ``MODEL`` is what
``models.cross_encoder`` takes, trained weights for figures that mean something; ``QUESTIONS`` is
a file of records (`hirec train data`). Each question is held against
``POOL`` passages, drawn from all questions' passages. Kendall's tau is between the rankings of a
backend and those of torch in single precision, mean and least over the questions.
"""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.settings import ModelSettings
from training.data.record import read_records

POOL = 40
BUDGET, ALL_AT_ONCE = 2048, 10**9
VARIANTS = (
    ("torch", "float32", ALL_AT_ONCE),
    ("torch", "float32", BUDGET),
    ("torch", "bfloat16", BUDGET),
    ("onnx", "float32", BUDGET),
    ("onnx", "int8", BUDGET),
    ("openvino", "float32", BUDGET),
    ("openvino", "bfloat16", BUDGET),
)
"""Backend, precision, tokens a batch; the first is what the others are held against."""
Scores = list[np.ndarray]


def pools(file: Path, count: int, size: int = POOL) -> list[tuple[str, list[str]]]:
    """Questions, each with its own passages first and others behind, ``size`` in all."""
    rng = random.Random(1)
    examples = read_records(file)
    every = sorted({text for e in examples for text in e.texts})
    return [
        (e.query, [*e.texts, *rng.sample(every, size)][:size]) for e in rng.sample(examples, count)
    ]


def timed(score: Callable[[], Scores]) -> tuple[Scores, float]:
    """Scores, and seconds of processor time of all threads."""
    started = time.process_time()
    scores = score()
    return scores, time.process_time() - started


def taus(scores: Scores, exact: Scores) -> list[float]:
    """Kendall's tau of each question's ranking with the exact one."""
    return [kendalltau(a, b).statistic for a, b in zip(scores, exact, strict=True)]


def main() -> None:
    """Print one line a backend."""
    source, file = sys.argv[1], Path(sys.argv[2])
    asked = pools(file, int(sys.argv[3]) if len(sys.argv) > 3 else 20)
    pairs = sum(len(texts) for _, texts in asked)
    exact: Scores = []
    slowest = 0.0
    for backend, dtype, budget in VARIANTS:
        settings = ModelSettings(
            reranker_backend=backend, reranker_dtype=dtype, reranker_batch_tokens=budget, threads=1
        )
        model = PairCrossEncoder(source, settings)
        model.score(*asked[0])
        scores, seconds = timed(lambda model=model: [model.score(q, texts) for q, texts in asked])
        if not exact:
            exact, slowest = scores, seconds
        order = taus(scores, exact)
        print(
            f"{backend:9}{dtype:9} {budget:10} tokens {pairs / seconds:6.1f} pairs/s a core "
            f"({slowest / seconds:4.2f} times)  tau {np.mean(order):.4f}, least {min(order):.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
