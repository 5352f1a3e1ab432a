import shutil
from pathlib import Path

import numpy as np
import pytest

from hirec.index import Index
from hirec.stages.baselines.embeddings import EmbeddingsError, embed_passages
from hirec.testing.encoder import HashingEncoder


class CountingEncoder(HashingEncoder):
    """Counts the texts it embeds; stops like a killed process after ``limit`` calls."""

    def __init__(self, limit: int = 1000) -> None:
        super().__init__(32)
        self.embedded = 0
        self.calls = 0
        self._limit = limit

    def encode_passages(self, texts):
        if self.calls == self._limit:
            raise KeyboardInterrupt
        self.calls += 1
        self.embedded += len(texts)
        return super().encode_passages(texts)


@pytest.fixture
def index(hashed_index: Path, tmp_path: Path) -> Index:
    return Index.open(shutil.copytree(hashed_index, tmp_path / "index"))


def test_embeddings_are_made_once_and_read_again(index: Index) -> None:
    passages = index.passages(list(index.filings))
    first, second = CountingEncoder(), CountingEncoder()
    heard: list[tuple[int, int]] = []
    made = embed_passages(index, first, lambda done, total: heard.append((done, total)))
    assert first.embedded == len(passages)
    assert heard[-1] == (len(passages), len(passages))
    assert len(heard) == len(index.filings)
    read = embed_passages(index, second)
    assert second.embedded == 0
    assert np.array_equal(made, read)
    direct = HashingEncoder(32).encode_passages([p.retrieval_text for p in passages])
    assert np.allclose(read, direct, atol=1e-3)


def test_a_killed_run_is_continued(index: Index) -> None:
    killed = CountingEncoder(limit=3)
    with pytest.raises(KeyboardInterrupt):
        embed_passages(index, killed)
    again = CountingEncoder()
    embed_passages(index, again)
    assert again.calls == len(index.filings) - 3


def test_a_damaged_file_and_other_passages_are_embedded_again(index: Index) -> None:
    embed_passages(index, CountingEncoder())
    ids = list(index.filings)
    files = [index.layout.embeddings_file("hashing-32", filing_id) for filing_id in ids]
    files[0].write_bytes(files[0].read_bytes()[:-5])
    shutil.copy(files[1], files[2])
    again = CountingEncoder()
    embed_passages(index, again)
    assert again.calls == 2


def test_another_encoder_has_a_folder_of_its_own(index: Index) -> None:
    embed_passages(index, HashingEncoder(32))
    assert embed_passages(index, HashingEncoder(16)).shape[1] == 16


def test_a_folder_that_cannot_be_written_is_named(index: Index) -> None:
    (index.layout.root / "embeddings").write_text("in the way", encoding="utf-8")
    with pytest.raises(EmbeddingsError, match="to continue"):
        embed_passages(index, HashingEncoder(32))
