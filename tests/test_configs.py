"""The presets in ``configs/`` load, and hold only what differs from the defaults."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from hirec.settings import Settings
from training.data.record import Why
from training.settings import LanguageSettings, Loss, TrainingSettings, TuningMethod, load_recipe

CONFIGS = Path(__file__).parents[1] / "configs"
RECIPES = sorted(CONFIGS.glob("train-*.yaml"))
PRESETS = sorted(set(CONFIGS.glob("*.yaml")) - set(RECIPES))


def leaves(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield ".".join((*path, key)), value


def test_presets_and_recipes_are_there() -> None:
    assert {"gpu", "lofin"} <= {path.stem for path in PRESETS}
    recipes = {"train-deberta-lofin", "train-minilm", "train-qwen-curator", "train-qwen-hyde"}
    assert recipes <= {path.stem for path in RECIPES}


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_holds_only_differences(path: Path) -> None:
    language = path.stem.startswith("train-qwen")
    kind = LanguageSettings if language else TrainingSettings
    defaults = (LanguageSettings(base="-") if language else kind()).model_dump(mode="json")
    chosen = load_recipe(kind, path).model_dump(mode="json")
    said = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert said
    for key, value in said.items():
        assert chosen[key] == value
        assert defaults[key] != value, f"{key} repeats its default"


def test_the_deberta_recipe_is_the_papers() -> None:
    """HiREC, implementation details: n_neg 8, batch 128, 3 epochs, 2e-7; section 4.1.2: BCE."""
    recipe = load_recipe(TrainingSettings, CONFIGS / "train-deberta-lofin.yaml")
    assert (recipe.base, recipe.method) == ("microsoft/deberta-v3-base", TuningMethod.FULL)
    assert (recipe.negatives, recipe.batch, recipe.epochs) == (8, 128, 3)
    assert (recipe.learning_rate, recipe.loss) == (2e-7, Loss.BCE)
    of_the_filing = {Why.SIBLING, Why.SEGMENT, Why.BOILERPLATE, Why.RETRIEVED}
    assert set(recipe.reasons) == of_the_filing


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
    assert (lofin.curation.max_rounds, lofin.curation.max_evidence) == (3, 10)
    assert (lofin.index.chunk_size, lofin.index.chunk_overlap) == (1024, 30)


def test_finsages_writer_is_learned_as_in_the_paper() -> None:
    """Section 4.2: LoRA of rank 32 with alpha 64 on Qwen2.5-7B-Instruct."""
    recipe = load_recipe(LanguageSettings, CONFIGS / "train-qwen-hyde.yaml")
    assert (recipe.base, recipe.rank, recipe.alpha) == ("Qwen/Qwen2.5-7B-Instruct", 32, 64)
