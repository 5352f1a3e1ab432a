import torch

from hirec.models.weights import load_pair_model
from training.pair_module import PairModule
from training.settings import TrainingSettings, TuningMethod
from training.tiny import tiny_recipe


def trained_names(module: PairModule) -> list[str]:
    return [name for name, weights in module.named_parameters() if weights.requires_grad]


def test_lora_reaches_every_linear_layer_and_leaves_the_backbone_alone(tiny_base):
    names = trained_names(PairModule(TrainingSettings(base=str(tiny_base), rank=2)))
    assert all("lora_" in name or "classifier" in name for name in names)
    assert sum("lora_A" in name for name in names) == 2 * 6 + 1  # two blocks and the pooler


def test_layers_that_the_base_lacks_are_trained_and_saved_whole(records, tmp_path):
    recipe = tiny_recipe(records, tmp_path / "base").model_copy(
        update={"method": TuningMethod.LORA}
    )
    module = PairModule(recipe)
    assert {"pooler", "classifier"} <= {
        part for name in trained_names(module) for part in name.split(".")
    }
    assert not [name for name in trained_names(module) if "pooler" in name and "lora" in name]
    pairs = [(record.query, record.positive) for record in records]
    inputs = module.preprocess(pairs)
    module.save(str(tmp_path / "adapter"))
    loaded = load_pair_model(str(tmp_path / "adapter"), "cpu", 512)
    with torch.no_grad():
        ours = module.eval()(inputs)["scores"]
        theirs = loaded.model(**inputs).logits
    assert torch.allclose(ours, theirs, atol=1e-2)  # kept in half precision


def test_a_whole_model_remembers_how_pairs_were_shown(records, tmp_path):
    recipe = tiny_recipe(records, tmp_path / "base")
    PairModule(recipe).save(str(tmp_path / "whole"))
    loaded = load_pair_model(str(tmp_path / "whole"), "cpu", 512)
    assert (loaded.max_tokens, loaded.figures) == (recipe.max_tokens, recipe.figures)


def test_figures_are_shown_where_the_recipe_says_so(tiny_base):
    pair = [("what was cash ?", "cash | 2023 | 1 2022")]
    lengths = [
        PairModule(TrainingSettings(base=str(tiny_base), figures=figures))
        .preprocess(pair)["input_ids"]
        .shape[1]
        for figures in (False, True)
    ]
    assert lengths[0] < lengths[1]


def test_dropout_is_off_but_where_the_recipe_wants_it(tiny_base):
    for wanted in (False, True):
        module = PairModule(TrainingSettings(base=str(tiny_base), dropout=wanted))
        # LoRA's own dropout is none: it says nn.Identity.
        rates = [m.p for m in module.modules() if isinstance(m, torch.nn.Dropout)]
        assert any(rates) == wanted
