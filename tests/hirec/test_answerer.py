"""HiREC beside a builder: a question over one generation, the next one over the newest."""

import shutil
import threading
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.settings import IndexSettings, Settings
from hirec.types import StageRecord
from indexing.builder import build

SALES = "What was Harbor Peak Foods' total net sales in fiscal year 2023?"
OTHERS = "What was Quorvane Systems's total revenue in fiscal year 2023?"
BEFORE, AFTER = "7,792", "7,798"
"""Net sales as the filing prints them, and as the one that replaces it does, in millions."""


class Builder:
    """An index of one filing, which is replaced and joined by another."""

    def __init__(self, sample_dir: Path, root: Path) -> None:
        self._sample = sample_dir
        self._files = root / "in"
        self._files.mkdir()
        self.index = root / "index"
        self._source = (sample_dir / "HPFD_2023_10K.html").read_text(encoding="utf-8")
        self.replace(BEFORE)

    def replace(self, sales: str) -> None:
        text = self._source.replace(BEFORE, sales)
        (self._files / "HPFD_2023_10K.html").write_text(text, encoding="utf-8")
        self._build()

    def add(self, name: str) -> None:
        shutil.copy(self._sample / name, self._files)
        self._build()

    def _build(self) -> None:
        report = build([self._files], self.index, Settings(index=IndexSettings(workers=1)))
        assert not report.failed


@pytest.fixture
def builder(sample_dir: Path, tmp_path: Path) -> Builder:
    return Builder(sample_dir, tmp_path)


def millions(text: str) -> Decimal:
    return Decimal(text.replace(",", "")) * 10**6


def once(work: Callable[[], None]) -> Callable[[StageRecord], None]:
    """A listener that does something when the first step has ended."""
    steps: list[StageRecord] = []

    def heard(step: StageRecord) -> None:
        steps.append(step)
        if len(steps) == 1:
            work()

    return heard


def test_what_a_build_adds_and_replaces_is_seen_by_the_next_question(builder: Builder) -> None:
    hirec = HiREC.open(builder.index)
    assert hirec.ask(SALES).value == millions(BEFORE)
    assert "The index holds no filing of" in hirec.ask(OTHERS).reason
    builder.add("QVNE_2023_10K.html")
    assert hirec.ask(OTHERS).value is not None
    builder.replace(AFTER)
    assert hirec.ask(SALES).value == millions(AFTER)
    assert len(hirec.index.filings) == 2


def test_a_question_under_way_stays_with_its_generation(builder: Builder) -> None:
    hirec = HiREC.open(builder.index)
    answer = hirec.ask(SALES, listener=once(lambda: builder.replace(AFTER)))
    assert answer.value == millions(BEFORE)
    assert hirec.ask(SALES).value == millions(AFTER)


def test_a_question_whose_generation_is_dropped_begins_anew(builder: Builder) -> None:
    hirec = HiREC.open(builder.index)

    def twice() -> None:
        builder.replace(AFTER)
        builder.add("QVNE_2023_10K.html")
        builder.add("QVNE_2021_10K.html")

    assert hirec.ask(SALES, listener=once(twice)).value == millions(AFTER)


def test_given_passages_are_not_taken_from_a_later_generation(builder: Builder) -> None:
    hirec = HiREC.open(builder.index)
    given = hirec.given(hirec.index.passages(["HPFD_2023_10K"]))
    builder.replace(AFTER)
    assert given.ask(SALES).value == millions(BEFORE)


def test_askers_beside_a_builder_get_one_of_the_two_answers(builder: Builder) -> None:
    hirec = HiREC.open(builder.index)
    found: list[Decimal | None] = []
    built = threading.Event()

    def ask() -> None:
        while not built.is_set():
            found.append(hirec.ask(SALES).value)

    askers = [threading.Thread(target=ask) for _ in range(3)]
    for asker in askers:
        asker.start()
    builder.replace(AFTER)
    built.set()
    for asker in askers:
        asker.join()
    assert set(found) <= {millions(BEFORE), millions(AFTER)}
    assert hirec.ask(SALES).value == millions(AFTER)
