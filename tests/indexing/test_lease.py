"""Two builders of one index: who may write, who takes over, and who is refused."""

import json
import time
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError
from indexing.builder import build
from indexing.catalog import CatalogWriter
from indexing.generations import write_generation
from indexing.lease import Lease, exclusive
from indexing.report import BuildEvent
from indexing.writer import OvertakenError

SETTINGS = Settings(index=IndexSettings(workers=1))


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / "index").mkdir()
    return Layout(tmp_path / "index")


def elsewhere(layout: Layout, number: int, until: float) -> None:
    """A builder on another machine holds, or held, a lease."""
    layout.leases.mkdir(exist_ok=True)
    holder = {"machine": "another boot", "host": "north", "process": 7, "until": until}
    layout.lease_file(number).write_text(json.dumps(holder))


def leases(layout: Layout) -> dict[int, float]:
    files = layout.leases.glob("*.json")
    return {int(path.stem): json.loads(path.read_text())["until"] for path in files}


def test_each_lease_has_a_higher_number_and_is_given_back(layout: Layout) -> None:
    for number in (1, 2, 3):
        with exclusive(layout) as lease:
            assert lease.number == number
            assert leases(layout)[number] > time.time()
        assert leases(layout) == {number: 0.0}


def test_a_second_process_of_the_machine_is_refused(layout: Layout) -> None:
    with (
        exclusive(layout),
        pytest.raises(HirecError, match="Another process is writing the index"),
    ):
        exclusive(layout).__enter__()


def test_a_live_lease_of_another_machine_is_respected(layout: Layout) -> None:
    elsewhere(layout, 4, time.time() + 30)
    with pytest.raises(HirecError, match="Process 7 on north is writing the index"):
        exclusive(layout).__enter__()
    assert list(leases(layout)) == [4]


def test_a_lease_that_ended_is_taken_over(layout: Layout) -> None:
    elsewhere(layout, 4, time.time() - 1)
    with exclusive(layout) as lease:
        assert lease.number == 5


def test_a_builder_that_died_on_this_machine_is_not_waited_for(layout: Layout) -> None:
    with exclusive(layout):
        mine = json.loads(layout.lease_file(1).read_text())
    layout.lease_file(1).write_text(json.dumps({**mine, "until": time.time() + 30}))
    with exclusive(layout) as lease:
        assert lease.number == 2


def test_a_lease_is_renewed_while_it_is_held(layout: Layout) -> None:
    with exclusive(layout, lasts_s=0.15):
        first = leases(layout)[1]
        deadline = time.monotonic() + 20
        while leases(layout)[1] == first:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_an_unreadable_lease_is_nobodys(layout: Layout) -> None:
    layout.leases.mkdir()
    layout.lease_file(2).write_text("{")
    with exclusive(layout) as lease:
        assert lease.number == 3


def test_leases_that_were_lost_start_behind_the_catalogs_fence(layout: Layout) -> None:
    for _ in range(3):
        with exclusive(layout) as lease:
            CatalogWriter(layout, lease).close()
    layout.lease_file(3).unlink()
    with exclusive(layout) as lease:
        assert lease.number == 4


def test_who_was_overtaken_changes_nothing_any_more(layout: Layout) -> None:
    stale = Lease(layout, 1, 60.0)
    elsewhere(layout, 1, time.time() + 30)
    catalog = CatalogWriter(layout, stale)
    catalog.register(["/in/a.txt"])
    elsewhere(layout, 2, time.time() + 30)
    other = CatalogWriter(layout, Lease(layout, 2, 60.0))
    other.register(["/in/b.txt"])
    for change in (
        lambda: catalog.register(["/in/c.txt"]),
        lambda: catalog.supersede("/in/b.txt", "gone"),
        stale.require,
        lambda: write_generation(catalog, layout),
    ):
        with pytest.raises(OvertakenError, match="has taken over writing the index"):
            change()
    assert other.ledger_paths() == ["/in/a.txt", "/in/b.txt"]
    assert not list(layout.generations.glob("*.json"))


def test_a_build_that_is_overtaken_stops_and_the_other_goes_on(
    tmp_path: Path, write_filing
) -> None:
    for number in range(3):
        write_filing(tmp_path / "in" / f"{number}.txt", "ABC"[number] * 4, 2020)
    layout = Layout(tmp_path / "index")
    others: list[CatalogWriter] = []

    def overtake(event: BuildEvent) -> None:
        if (event.stage, event.done) == ("reading", 2):
            number = max(leases(layout)) + 1
            elsewhere(layout, number, time.time() - 1)
            others.append(CatalogWriter(layout, Lease(layout, number, 60.0)))

    with pytest.raises(OvertakenError):
        build([tmp_path / "in"], layout.root, SETTINGS, overtake, encoder=HashingEncoder())
    assert others[0].count_filings() == 2
    others[0].close()
    report = build([tmp_path / "in"], layout.root, SETTINGS, encoder=HashingEncoder())
    assert (report.done, report.skipped) == (1, 2)
    assert len(Index.open(layout.root).filings) == 3
