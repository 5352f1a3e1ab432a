"""Enrichment as a whole: off by default, one step at a time, part of what an index is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest
from hirec.models.hashing import HashingEncoder
from hirec.settings import EnrichmentSettings, IndexSettings, Settings
from hirec.types import Form, Identity, IndexIncompatibleError
from indexing.builder import build
from indexing.enrichment import NO_FIGURES, enrich, steps

PRESET = Path(__file__).parents[2] / "configs" / "finsage.yaml"
BUSINESS = "We make things in our factory for people all over the world. "


def with_steps(**wanted: bool) -> Settings:
    return Settings(index=IndexSettings(workers=1, enrichment=EnrichmentSettings(**wanted)))


def test_all_is_off_by_default() -> None:
    assert steps(IndexSettings().enrichment) == ()
    enriched = enrich([], Identity("ACME", Form.ANNUAL), EnrichmentSettings())
    assert (enriched.passages, enriched.notes) == ([], ())


def test_one_step_at_a_time_and_the_preset_all_that_can_be_done() -> None:
    for name in ("section_summaries", "coreference", "table_descriptions"):
        assert len(steps(EnrichmentSettings.model_validate({name: True}))) == 1
    assert len(steps(Settings.load(PRESET).index.enrichment)) == 3


def test_figures_are_refused_in_words() -> None:
    settings = EnrichmentSettings(figure_descriptions=True)
    assert steps(settings) == ()
    assert enrich([], Identity("ACME", Form.ANNUAL), settings).notes == (NO_FIGURES,)


def test_passages_in_the_index_are_enriched_and_stay_verbatim(
    write_filing: Callable[..., Path], tmp_path: Path
) -> None:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2022, BUSINESS)
    settings = with_steps(coreference=True, figure_descriptions=True)
    report = build([tmp_path / "in"], tmp_path / "index", settings, encoder=HashingEncoder())
    assert [noted.note for noted in report.noted] == [NO_FIGURES]
    index = Index.open(tmp_path / "index")
    (told,) = (p for p in index.passages(list(index.filings)) if "We make" in p.text)
    assert "Acme Industries make things in Acme Industries’s factory" in told.retrieval_text
    assert "We make things in our factory" not in told.retrieval_body
    assert "We make things in our factory" in told.text


def test_an_index_remembers_its_steps(write_filing: Callable[..., Path], tmp_path: Path) -> None:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2022)
    folder = tmp_path / "index"
    on = with_steps(section_summaries=True)
    build([tmp_path / "in"], folder, on, encoder=HashingEncoder())
    assert read_manifest(Layout(folder)).passages["enrichment.section_summaries"] == 1
    build([tmp_path / "in"], folder, on, encoder=HashingEncoder())
    for other in (with_steps(), with_steps(section_summaries=True, coreference=True)):
        with pytest.raises(IndexIncompatibleError, match=r"index\.enrichment\."):
            build([tmp_path / "in"], folder, other, encoder=HashingEncoder())
