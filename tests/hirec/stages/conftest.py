"""A small real index with vectors that need no weights."""

import shutil
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.settings import IndexSettings, Settings
from hirec.stages.baselines import Corpus
from hirec.testing.encoder import HashingEncoder
from hirec.types import Intent, Query, Relation, Scope
from indexing.builder import build

FILES = ("BRHS_2022_10K.html", "BRHS_2023_10K.pdf", "HPFD_2021_10K.html", "HPFD_2022_10K.pdf",
         "HPFD_2023-05-08_8K.html", "CVIH_2021_10K.html", "CVIH_2022_10K.pdf")  # fmt: skip


@pytest.fixture(scope="session")
def encoder() -> HashingEncoder:
    return HashingEncoder(256)


@pytest.fixture(scope="session")
def hashed_index(
    sample_dir: Path, tmp_path_factory: pytest.TempPathFactory, encoder: HashingEncoder
) -> Path:
    """Folder of an index of seven filings; copy it before you write into it."""
    folder = tmp_path_factory.mktemp("hashed") / "index"
    settings = Settings(index=IndexSettings(workers=1))
    report = build([sample_dir / name for name in FILES], folder, settings, encoder=encoder)
    assert not report.failed
    return folder


@pytest.fixture(scope="session")
def corpus(
    hashed_index: Path, tmp_path_factory: pytest.TempPathFactory, encoder: HashingEncoder
) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus") / "index"
    return Corpus(Index.open(shutil.copytree(hashed_index, folder)), encoder)


@pytest.fixture(scope="session")
def query() -> Query:
    text = "What were the total net sales of Harbor Peak Foods in fiscal 2022?"
    intent = Intent("", (), (), Relation.LOOKUP, (), needs_number=False, keywords=())
    return Query(text, text, Scope(), intent, document_text=text, passage_text=text)
