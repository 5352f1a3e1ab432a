"""How long reranking takes as it is set by default, beside plain torch, in one run.

``python tests/bench/rerank_latency.py MODEL RECORDS.jsonl [--count 20] [--passages 60]
[--threads 2]``: ``MODEL`` is what ``models.cross_encoder`` takes, ``RECORDS`` a file of
`hirec train data`. Each question is ranked over its own passages and others of the file, first by
torch in single precision with all passages in one batch padded to the longest, then by the
defaults, and the other way round for every second question, so that other work on the machine
meets both. Wall seconds a question; the load of the machine is printed beside them.
"""

import argparse
import json
import os
import statistics
import time
from pathlib import Path

from cross_encoders import ALL_AT_ONCE, pools

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.settings import ModelSettings


def seconds(model: PairCrossEncoder, question: str, passages: list[str]) -> float:
    """Wall time of one reranking."""
    started = time.perf_counter()
    model.score(question, passages)
    return time.perf_counter() - started


def main() -> None:
    """Print one JSON object."""
    parser = argparse.ArgumentParser(description="Latency of reranking.")
    parser.add_argument("model")
    parser.add_argument("records", type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--passages", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    plain = {
        "reranker_backend": "torch",
        "reranker_dtype": "float32",
        "reranker_batch_tokens": ALL_AT_ONCE,
    }
    models = {
        name: PairCrossEncoder(asked.model, ModelSettings(threads=asked.threads, **changed))
        for name, changed in (("padded fp32", plain), ("default", {}))
    }
    taken: dict[str, list[float]] = {name: [] for name in models}
    questions = pools(asked.records, asked.count, asked.passages)
    for model in models.values():
        model.score(*questions[0])
    before = os.getloadavg()[0]
    for at, (question, passages) in enumerate(questions):
        for name in list(models)[:: -1 if at % 2 else 1]:
            taken[name].append(seconds(models[name], question, passages))
    medians = {name: statistics.median(found) for name, found in taken.items()}
    report = {
        "passages": asked.passages,
        "questions": len(questions),
        "threads": asked.threads,
        "load": [round(before, 1), round(os.getloadavg()[0], 1)],
        "median_s": {model.name: round(medians[name], 3) for name, model in models.items()},
        "longest_s": {models[name].name: round(max(found), 3) for name, found in taken.items()},
        "times": round(medians["padded fp32"] / medians["default"], 2),
    }
    print(json.dumps(report, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
