"""The presets in ``configs/`` load, and hold only what differs from the defaults."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from hirec.settings import Settings

PRESETS = sorted((Path(__file__).parents[1] / "configs").glob("*.yaml"))


def leaves(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield ".".join((*path, key)), value


def test_presets_are_there() -> None:
    assert {"gpu", "lofin"} <= {path.stem for path in PRESETS}


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_a_preset_holds_only_differences(path: Path) -> None:
    defaults = dict(leaves(Settings().model_dump()))
    chosen = dict(leaves(Settings.load(path).model_dump()))
    said = dict(leaves(yaml.safe_load(path.read_text(encoding="utf-8"))))
    assert said
    for key, value in said.items():
        assert chosen[key] == value
        assert defaults[key] != value, f"{key} repeats its default"


def test_lofin_is_the_paper() -> None:
    lofin = Settings.load(next(path for path in PRESETS if path.stem == "lofin"))
    retrieval = lofin.retrieval
    assert (retrieval.document_pool, retrieval.documents, retrieval.passages) == (100, 5, 5)
    assert retrieval.document_rerank_pool == retrieval.document_pool
    paths = (retrieval.text_weight, retrieval.hyde_weight, retrieval.fact_weight)
    assert (*paths, retrieval.rerank_weight) == (0, 0, 0, 1)
    assert (lofin.curation.rounds, lofin.curation.evidence) == (3, 10)
    assert (lofin.index.chunk_size, lofin.index.chunk_overlap) == (1024, 30)
