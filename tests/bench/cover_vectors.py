"""What of a cover to embed: ``python tests/bench/cover_vectors.py QUESTIONS FILINGS…``.

QUESTIONS is FinanceBench's ``questions.jsonl``, FILINGS its files. Their covers are embedded in
several shortenings and ranked by vector alone, for the questions as they are and with the company's
name taken out. A line a shortening: tokens and processor milliseconds a cover (one thread, so only
the lines of one run compare), then hits among the first 1, 5 and 10 and the mean reciprocal rank.
"""

import argparse
import json
import re
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch

from hirec.models.encoder import SentenceEncoder, Vectors
from hirec.settings import ModelSettings
from indexing.covers import embedded_part
from indexing.profiles import PROFILES

_NUMBERS = re.compile(r"(?:Incorporated in|Listed on|CIK|Commission file|Filed)")
"""How the line with the registrant's numbers starts."""


def cover_of(path: Path) -> str:
    """The cover of a filing as it goes into an index."""
    steps = PROFILES["filings"].steps()
    document = steps.read(path)
    return steps.cover(document, steps.identify(document, ""))


def first_words(limit: int, cover: str) -> str:
    """So many words of a cover, its lines kept."""
    kept, left = [], limit
    for line in cover.split("\n"):
        words = line.split()[:left]
        left -= len(words)
        kept += [" ".join(words)] if words else []
    return "\n".join(kept)


def numbers_early(cover: str) -> str:
    """The cover with the registrant's numbers behind what names the filing."""
    lines = [line for line in cover.split("\n") if line]
    numbers = [line for line in lines[2:] if _NUMBERS.match(line)]
    return "\n".join([*lines[:2], *numbers, *(line for line in lines[2:] if line not in numbers)])


def numberless(cover: str) -> str:
    """The cover without the line of numbers."""
    return "\n".join(line for line in cover.split("\n") if line and not _NUMBERS.match(line))


def shortened(limit: int, cut: Callable[[str], str], cover: str) -> str:
    """The first words of a cover that was rearranged."""
    return first_words(limit, cut(cover))


SHORTENINGS: dict[str, Callable[[str], str]] = {
    "whole": numbers_early,
    "64 words": partial(shortened, 64, numbers_early),
    "48 words": partial(shortened, 48, numbers_early),
    "32 words": partial(shortened, 32, numbers_early),
    "whole without numbers": numberless,
    "64 words without numbers": partial(shortened, 64, numberless),
    "as built": embedded_part,
}


def ranks(questions: Vectors, covers: Vectors, gold: Sequence[int]) -> np.ndarray:
    """How many covers are nearer to each question than its own."""
    scores = questions @ covers.T
    return (scores > scores[np.arange(len(gold)), list(gold)][:, None]).sum(axis=1)


def told(found: np.ndarray) -> str:
    """Hits and mean reciprocal rank."""
    hits = " ".join(f"@{k} {np.mean(found < k):.3f}" for k in (1, 5, 10))
    return f"{hits} mrr {np.mean(1 / (found + 1)):.3f}"


def main() -> None:
    """Print a line a shortening."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("filings", type=Path, nargs="+")
    options = parser.parse_args()
    torch.set_num_threads(1)
    asked = [json.loads(line) for line in options.questions.read_text("utf-8").splitlines()]
    covers = {path.stem: cover_of(path) for path in options.filings}
    names = list(covers)
    gold = [names.index(each["filing"]) for each in asked]
    encoder = SentenceEncoder(ModelSettings())
    texts = [each["question"] for each in asked]
    bare = [
        re.sub(re.escape(each["company"]) + r"(?:['’]s)?", "the company", text, flags=re.IGNORECASE)
        for each, text in zip(asked, texts, strict=True)
    ]
    named, unnamed = encoder.encode_queries(texts), encoder.encode_queries(bare)
    for name, shorten in SHORTENINGS.items():
        short = [shorten(cover) for cover in covers.values()]
        tokens = statistics.mean(len(ids) for ids in encoder.token_ids(short))
        started = time.process_time()
        vectors = encoder.encode_passages(short)
        cost = 1000 * (time.process_time() - started) / len(short)
        print(
            f"{name:25} {tokens:4.0f} tokens {cost:4.0f} ms | "
            f"{told(ranks(named, vectors, gold))} | {told(ranks(unnamed, vectors, gold))}",
            flush=True,
        )


if __name__ == "__main__":
    main()
