"""The questions of the sample, phrased as analysts phrase them, with answers from the books."""

import json
from collections.abc import Mapping
from pathlib import Path

from generator.gold import Gold
from generator.layout import Pages
from generator.questions_numeric import (
    lookups,
    margins_and_growth,
    proxies_and_votes,
    quarters,
    ratios,
    restated,
)
from generator.questions_text import sentences, textual, unanswerable
from generator.questions_wide import several


def sample_questions() -> list[Gold]:
    """All questions in the order of the file."""
    return [
        *lookups(),
        *proxies_and_votes(),
        *quarters(),
        *restated(),
        *margins_and_growth(),
        *ratios(),
        *sentences(),
        *textual(),
        *several(),
        *unanswerable(),
    ]


def write_questions(pages: Mapping[str, Pages], path: Path) -> None:
    """Write JSON Lines; raises KeyError where an answer stands in no filing."""
    lines = [
        json.dumps(gold.record(f"sample-{number:03d}", pages), ensure_ascii=False)
        for number, gold in enumerate(sample_questions(), 1)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
