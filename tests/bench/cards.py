"""Cards by rules: how many a second, how large stored, and what a warm question spends on them.

``python tests/bench/cards.py INDEX_DIR [QUESTIONS.jsonl] [--filings 12]``: makes the cards of some
filings, encodes and decodes them as JSON (what storing them would cost), and, with questions, asks
each twice and times the cards of the second time, remembered and not.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter

from hirec import HiREC
from hirec.analysts.rule import analyst as rules
from hirec.analysts.rule.retrieval.cards import card_of, make_card
from hirec.index import Index
from hirec.types import Card

_CARDS: TypeAdapter[Card] = TypeAdapter(Card)


def timed(work: Callable[[], object]) -> float:
    """Processor seconds."""
    started = time.process_time()
    work()
    return time.process_time() - started


def made(index: Index, number: int) -> None:
    """Print cards a second, and the size and reading time of stored ones."""
    passages = [p for key in list(index.filings)[:number] for p in index.passages([key])]
    cards: list[Card] = []
    seconds = timed(
        lambda: cards.extend(make_card(p, index.filings[p.filing_id]) for p in passages)
    )
    stored = [_CARDS.dump_json(card, exclude_defaults=True) for card in cards]
    reading = timed(lambda: [_CARDS.validate_json(text) for text in stored])
    texts = sum(len(p.text.encode()) for p in passages)
    print(f"{len(cards)} cards, {len(cards) / seconds:.0f} a second")
    print(f"stored as JSON: {sum(map(len, stored)) / texts:.2f} of the passages' text")
    print(f"read back: {len(cards) / reading:.0f} a second")


def asked(folder: Path, questions: list[str]) -> None:
    """Print what a warm question spends on cards."""
    spent = {"cards": 0.0, "count": 0.0}

    def counted(*arguments: object) -> Card:
        started = time.process_time()
        card = card_of(*arguments)  # type: ignore[arg-type]
        spent["cards"] += time.process_time() - started
        spent["count"] += 1
        return card

    rules.card_of = counted  # type: ignore[assignment]
    hirec = HiREC.open(folder)
    for text in questions:
        hirec.ask(text)
    for name, forget in (("remembered", False), ("forgotten", True)):
        spent.update(cards=0.0, count=0.0)
        total = 0.0
        for text in questions:
            if forget:
                hirec._analyst._cards.cache_clear()  # type: ignore[attr-defined]
            total += timed(lambda text=text: hirec.ask(text))  # type: ignore[misc]
        each = len(questions)
        print(
            f"a warm question, cards {name}: {total / each:.3f} s, of which "
            f"{spent['cards'] / each:.3f} s for {spent['count'] / each:.0f} cards"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path, nargs="?")
    parser.add_argument("--filings", type=int, default=12)
    options = parser.parse_args()
    made(Index.open(options.index), options.filings)
    if options.questions:
        lines = options.questions.read_text(encoding="utf-8").splitlines()[:25]
        asked(options.index, [json.loads(line)["question"] for line in lines])


if __name__ == "__main__":
    main()
