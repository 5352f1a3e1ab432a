"""Enrichment as a whole: off by default, one step at a time, part of what an index is."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from hirec.enrichment_settings import EnrichmentSettings
from hirec.index import Index
from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest
from hirec.llm.errors import LlmNotSetError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import Form, Identity, IndexIncompatibleError
from indexing.builder import build
from indexing.enrichment import enrich, made_by

CONFIGS = Path(__file__).parents[2] / "configs"
PRESETS = (CONFIGS / "finsage.yaml", CONFIGS / "finsage-llm.yaml")
STEPS = ("section_summaries", "coreference", "table_descriptions", "figure_descriptions")
BUSINESS = "We make things in our factory for people all over the world. "


def with_steps(**by: str) -> Settings:
    steps = {name: {"by": who} for name, who in by.items()}
    return Settings(index=IndexSettings(workers=1, enrichment=EnrichmentSettings(**steps)))


def test_all_is_off_by_default() -> None:
    assert EnrichmentSettings().steps() == {}
    enriched = enrich([], Identity("ACME", Form.ANNUAL), EnrichmentSettings())
    assert (enriched.passages, enriched.notes) == ([], ())
    assert made_by(Settings()) == {}


def test_one_step_at_a_time() -> None:
    for name in STEPS:
        assert list(with_steps(**{name: "llm"}).index.enrichment.steps()) == [name]


def test_the_presets_switch_on_all_that_each_can_do() -> None:
    rules, llm = (Settings.load(preset).index.enrichment for preset in PRESETS)
    assert [step.by for step in rules.steps().values()] == ["rules"] * 3
    assert [step.by for step in llm.steps().values()] == ["llm"] * 4
    assert not rules.by_llm
    assert llm.by_llm


def test_figures_by_rules_are_refused() -> None:
    with pytest.raises(ValidationError, match=r"figure_descriptions\.by"):
        EnrichmentSettings.model_validate({"figure_descriptions": {"by": "rules"}})


def test_a_model_is_needed_where_one_is_named() -> None:
    settings = with_steps(coreference="llm").index.enrichment
    with pytest.raises(LlmNotSetError, match="set section llm"):
        enrich([], Identity("ACME", Form.ANNUAL), settings)


def test_passages_in_the_index_are_enriched_and_stay_verbatim(
    write_filing: Callable[..., Path], tmp_path: Path
) -> None:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2022, BUSINESS)
    build(
        [tmp_path / "in"],
        tmp_path / "index",
        with_steps(coreference="rules"),
        encoder=HashingEncoder(),
    )
    index = Index.open(tmp_path / "index")
    (told,) = (p for p in index.passages(list(index.filings)) if "We make" in p.text)
    assert "Acme Industries make things in Acme Industries’s factory" in told.retrieval_text
    assert "We make things in our factory" not in told.retrieval_body
    assert "We make things in our factory" in told.text


def test_an_index_remembers_its_steps(write_filing: Callable[..., Path], tmp_path: Path) -> None:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2022)
    folder = tmp_path / "index"
    on = with_steps(section_summaries="rules")
    build([tmp_path / "in"], folder, on, encoder=HashingEncoder())
    assert read_manifest(Layout(folder)).passages["enrichment.section_summaries"] == "rules"
    build([tmp_path / "in"], folder, on, encoder=HashingEncoder())
    both = with_steps(section_summaries="rules", coreference="rules")
    for other in (with_steps(), both):
        with pytest.raises(IndexIncompatibleError, match=r"index\.enrichment\."):
            build([tmp_path / "in"], folder, other, encoder=HashingEncoder())
