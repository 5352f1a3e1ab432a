"""Reading an index that was written filing by filing, without reader processes."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hirec.index import Index, IndexDamagedError
from hirec.index.layout import Layout
from hirec.index.manifest import Manifest
from hirec.settings import IndexSettings
from hirec.types import (
    Box,
    Form,
    HirecError,
    Identity,
    IndexIncompatibleError,
    IndexMissingError,
    Passage,
    PassageKind,
)
from indexing.catalog import CatalogWriter
from indexing.generations import write_generation
from indexing.rows import Input, ReadFiling
from indexing.writer import write_bytes, write_passages
from tests.conftest import ROOT

VECTORS = {
    "ACME_2020_10K": [1.0, 0.0, 0.0],
    "ACME_2021_10K": [0.6, 0.8, 0.0],
    "BOLT_2021_10K": [0.0, 0.0, 1.0],
}


def identity(filing_id: str) -> Identity:
    name, year, _ = filing_id.split("_")
    return Identity(
        f"{name} INC",
        Form.ANNUAL,
        int(year),
        ticker=name,
        cik=f"{sum(map(ord, name)):010d}",
        sources={"company": "cover"},
        notes=("The cover and the text disagree.",),
    )


def passages(filing_id: str) -> list[Passage]:
    text = Passage(f"{filing_id}#1.1", filing_id, 1, PassageKind.TEXT, "title", f"{filing_id} said")
    table = Passage(
        f"{filing_id}#2.1",
        filing_id,
        2,
        PassageKind.TABLE,
        "title",
        "Sales | 5",
        section="Item 8",
        table_json='{"columns":[],"rows":[]}',
        box=Box(1.5, 2.0, 3.25, 4.0),
    )
    return [text, table]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    layout = Layout(tmp_path / "index")
    layout.root.mkdir()
    manifest = Manifest.of(IndexSettings(), "encoder-a")
    write_bytes(layout.manifest, manifest.model_dump_json().encode())
    catalog = CatalogWriter(layout)
    for number, filing_id in enumerate(sorted(VECTORS, reverse=True)):
        file = Input(f"/in/{filing_id.lower()}.pdf", 10, 20, str(number) * 64)
        catalog.register([file.path])
        scratch = layout.root / "scratch"
        digest = write_passages(scratch, passages(filing_id))
        target = layout.passages_file(filing_id, digest)
        target.parent.mkdir(parents=True)
        scratch.replace(target)
        summary = f"Summary of {filing_id}"
        read = ReadFiling(filing_id, identity(filing_id), summary, 2, 2, 0.5, passages=digest)
        catalog.put(file, filing_id, read)
    catalog.put_vectors(list(VECTORS), np.array(list(VECTORS.values()), dtype=np.float32))
    write_generation(catalog, layout)
    catalog.close()
    return layout.root


def test_filings_come_in_the_order_of_their_ids_with_all_fields(root: Path) -> None:
    index = Index.open(root, encoder_fingerprint="encoder-a")
    assert list(index.filings) == list(VECTORS) == [f.filing_id for f in index.filings.values()]
    filing = index.filings["ACME_2021_10K"]
    assert filing.identity == identity("ACME_2021_10K")
    assert filing.source_names == ("acme_2021_10k",)
    assert (filing.page_count, filing.passage_count) == (2, 2)
    assert filing.summary == "Summary of ACME_2021_10K"
    assert filing.company_key == index.filings["ACME_2020_10K"].company_key
    assert filing.company_key != index.filings["BOLT_2021_10K"].company_key
    assert "NOBODY" not in index.filings
    with pytest.raises(KeyError):
        index.filings["NOBODY"]


def test_a_list_passes_all_filters_and_comes_a_page_at_a_time(root: Path) -> None:
    index = Index.open(root)

    def ids(**filters: object) -> tuple[int, list[str]]:
        total, filings = index.listed(**{"offset": 0, "limit": 9, **filters})
        return total, [filing.filing_id for filing in filings]

    acme = ["ACME_2020_10K", "ACME_2021_10K"]
    assert ids() == (3, list(VECTORS))
    assert ids(offset=1, limit=1) == (3, list(VECTORS)[1:2])
    assert ids(offset=9) == (3, [])
    assert ids(company="acme inc") == ids(company="cMe") == (2, acme)
    assert ids(company="acme", offset=1) == (2, acme[1:])
    assert ids(company="BOLT_2021", year=2021) == (1, ["BOLT_2021_10K"])
    assert ids(year=2021, form="10-K") == (2, ["ACME_2021_10K", "BOLT_2021_10K"])
    assert ids(form="8-K") == ids(company="%") == ids(year=1) == (0, [])


def test_search_gives_inner_products_best_first(root: Path) -> None:
    index = Index.open(root)
    query = np.array([0.8, 0.6, 0.0], dtype=np.float32)
    found = index.search_documents(query, 2)
    assert [filing_id for filing_id, _ in found] == ["ACME_2021_10K", "ACME_2020_10K"]
    assert [score for _, score in found] == pytest.approx([0.8 * 0.6 + 0.6 * 0.8, 0.8], abs=1e-3)
    assert len(index.search_documents(query, 99)) == 3
    tied = index.search_documents(np.zeros(3, dtype=np.float32), 3)
    assert [filing_id for filing_id, _ in tied] == sorted(VECTORS)
    with pytest.raises(ValueError, match="A query of 2 numbers, the index has 3"):
        index.search_documents(np.zeros(2, dtype=np.float32), 3)


def test_search_among_some_filings_sees_no_others(root: Path) -> None:
    index = Index.open(root)
    query = np.array([0.8, 0.6, 0.0], dtype=np.float32)
    every = dict(index.search_documents(query, 3))
    some = ["BOLT_2021_10K", "ACME_2020_10K", "NOBODY"]
    found = index.search_documents(query, 3, some)
    assert [filing_id for filing_id, _ in found] == ["ACME_2020_10K", "BOLT_2021_10K"]
    assert [score for _, score in found] == pytest.approx([every[key] for key, _ in found])
    assert index.search_documents(query, 1, some) == found[:1]
    assert index.search_documents(query, 3, []) == []


def test_passages_come_back_as_they_were_written(root: Path) -> None:
    index = Index.open(root)
    wanted = passages("BOLT_2021_10K") + passages("ACME_2020_10K")
    assert index.passages(["BOLT_2021_10K", "ACME_2020_10K"]) == wanted
    assert index.passage("BOLT_2021_10K#2.1") == wanted[1]
    with pytest.raises(HirecError, match=r"no passage BOLT_2021_10K#9\.9"):
        index.passage("BOLT_2021_10K#9.9")
    with pytest.raises(HirecError, match="no filing NOBODY"):
        index.passages(["NOBODY"])


def test_profiles_tell_periods_and_not_who_filed_the_most_usual_first(root: Path) -> None:
    found = list(Index.open(root).profiles())
    assert [(each.fiscal_year, each.form) for each in found] == [
        (2021, Form.ANNUAL),
        (2020, Form.ANNUAL),
    ]
    assert {(each.company, each.ticker, each.cik) for each in found} == {("", None, None)}


def test_sources_are_found_by_id_stem_and_file_name(root: Path) -> None:
    index = Index.open(root)
    for name in ("BOLT_2021_10K", "bolt_2021_10k", "bolt_2021_10k.pdf"):
        found = index.by_source(name)
        assert found is not None
        assert found.filing_id == "BOLT_2021_10K"
    assert index.by_source("elsewhere") is None


def test_a_missing_index(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "absent"):
        with pytest.raises(IndexMissingError, match=r"There is no index in .*make one with"):
            Index.open(place)


def test_an_index_of_another_schema_or_encoder(root: Path) -> None:
    with pytest.raises(IndexIncompatibleError, match="encoder-a, the settings name encoder b"):
        Index.open(root, encoder_fingerprint="b")
    manifest = json.loads((root / "manifest.json").read_text())
    (root / "manifest.json").write_text(json.dumps({**manifest, "schema_version": 99}))
    with pytest.raises(IndexIncompatibleError, match=r"schema version 99.*hirec index PATH"):
        Index.open(root)
    (root / "manifest.json").write_text("{")
    with pytest.raises(IndexIncompatibleError, match="is not the manifest of an index"):
        Index.open(root)


NEVER_CHANGED = (
    "generations/1.json",
    "generations/*/directory.db",
    "generations/*/order.npy",
    "generations/*/days.npy",
    "segments/*/covers.db",
    "segments/*/covers.faiss",
    "segments/*/documents.npy",
    "segments/*/counts.npy",
    "segments/*/lengths.npy",
)


@pytest.mark.parametrize("name", NEVER_CHANGED)
def test_damage_is_named_with_its_remedy(root: Path, name: str) -> None:
    (file,) = root.glob(name)
    file.write_bytes(b"no longer what it was " * 300)
    with pytest.raises(IndexDamagedError, match=rf"{file.name} cannot be read .*--repair"):
        Index.open(root)


@pytest.mark.parametrize("name", NEVER_CHANGED[1:])
def test_a_file_that_is_gone_is_named_with_its_remedy(root: Path, name: str) -> None:
    (file,) = root.glob(name)
    file.unlink()
    with pytest.raises(IndexDamagedError, match=rf"{file.name} cannot be read .*--repair"):
        Index.open(root)


def test_questions_need_no_catalog_and_the_ledger_does(root: Path) -> None:
    (root / "catalog.db").write_bytes(b"no longer what it was " * 300)
    index = Index.open(root)
    assert index.filings["BOLT_2021_10K"].summary == "Summary of BOLT_2021_10K"
    with pytest.raises(IndexDamagedError, match=r"catalog\.db cannot be read"):
        index.ledger()


def test_passages_that_are_cut_off_or_gone(root: Path) -> None:
    index = Index.open(root)
    (file,) = root.glob("passages/*/BOLT_2021_10K@*.parquet")
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(IndexDamagedError, match="cannot be read"):
        index.passages(["BOLT_2021_10K"])
    file.unlink()
    with pytest.raises(IndexDamagedError, match="are gone"):
        index.passages(["BOLT_2021_10K"])


def test_what_is_open_stays_whole_while_a_builder_goes_on(root: Path) -> None:
    index = Index.open(root)
    layout = Layout(root)
    catalog = CatalogWriter(layout)
    catalog.supersede("/in/bolt_2021_10k.pdf", "gone")
    file = Input("/in/crux.pdf", 1, 2, "c" * 64)
    catalog.register([file.path])
    crux = dataclasses.replace(identity("CRUX_2020_10K"), notes=())
    catalog.put(file, "CRUX_2020_10K", ReadFiling("CRUX_2020_10K", crux, "Summary", 1, 1, 0.1))

    between = Index.open(root)  # what is being built shows when it is finished
    assert list(between.filings) == list(VECTORS)
    assert not index.stale

    catalog.put_vectors(["CRUX_2020_10K"], np.array([[0, 1, 0]], dtype=np.float32))
    write_generation(catalog, layout)
    catalog.close()
    assert len(index.search_documents(np.array([0, 0, 1], dtype=np.float32), 9)) == 3
    assert index.filings["BOLT_2021_10K"].summary == "Summary of BOLT_2021_10K"
    assert index.passages(["BOLT_2021_10K"]) == passages("BOLT_2021_10K")
    assert index.stale
    for now in (Index.open(root), index.renewed()):
        assert list(now.filings) == ["ACME_2020_10K", "ACME_2021_10K", "CRUX_2020_10K"]
        assert [key for key, _ in now.search_documents(np.eye(3, dtype=np.float32)[1], 9)] == [
            "CRUX_2020_10K",
            "ACME_2021_10K",
            "ACME_2020_10K",
        ]
        assert not now.stale


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_index_in_a_folder_that_may_only_be_read(root: Path) -> None:
    root.chmod(0o555)
    try:
        assert len(Index.open(root).filings) == 3
    finally:
        root.chmod(0o755)


_LISTERS = """
import sys, threading
from hirec.index import Index

index = Index.open(sys.argv[1])


def look() -> None:
    for _ in range(60):
        index.listed(company="harbor", offset=0, limit=5)


threads = [threading.Thread(target=look) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(index.listed(company="harbor", offset=0, limit=5)[0])
"""


def test_many_may_list_at_once(sample_index: Path) -> None:
    """In a process of its own: two locks in two orders would stop every thread of this one."""
    ended = subprocess.run(
        [sys.executable, "-c", _LISTERS, str(sample_index)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert int(ended.stdout) > 0
