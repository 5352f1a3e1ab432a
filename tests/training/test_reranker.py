import json
import shutil
from pathlib import Path

import pytest
import torch

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.models.weights import load_pair_model
from hirec.settings import ModelSettings
from training.adapter import wrap
from training.data.record import Negative, Record, TrainingError, Why
from training.reranker import CHECKPOINT, RerankerTrainer
from training.settings import Loss, TrainingSettings

EXAMPLES = [
    Record(
        f"What was the {what} of Acme?",
        f"Acme · 10-K\n| 2023 | 2022\n{what} | 1,234 | 2,345",
        tuple(Negative(f"Acme · 10-K\n{other} | 1 | 2", Why.SIBLING) for other in others),
        "facts",
    )
    for what, *others in (
        ("inventories", "goodwill", "cash", "rent"),
        ("goodwill", "inventories", "cash", "rent"),
        ("cash", "inventories", "goodwill", "rent"),
        ("rent", "inventories", "goodwill", "cash"),
    )
]


@pytest.fixture(scope="module")
def settings(tiny_base) -> TrainingSettings:
    return TrainingSettings(
        base=str(tiny_base),
        rank=2,
        questions=2,
        epochs=6,
        held_out=0,
        max_tokens=48,
        checkpoint_steps=2,
        threads=1,
    )


def ignore(_: object) -> None:
    pass


def train(out: Path, settings: TrainingSettings, progress=ignore):
    return RerankerTrainer(EXAMPLES, out, settings, progress).train()


@pytest.fixture(scope="module")
def trained(settings, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("trained")
    losses = []
    report = train(out, settings, progress=lambda event: losses.append(event.loss))
    assert report.steps == len(losses) == 12
    assert losses[-1] < losses[0]
    return out


def test_the_folder_is_a_reranker(trained):
    model = PairCrossEncoder(str(trained), ModelSettings(backend="torch"))
    example = EXAMPLES[0]
    texts = [example.positive, *(negative.text for negative in example.negatives)]
    scores = model.score(example.query, texts)
    assert scores.shape == (4,)
    assert ((scores > 0) & (scores < 1)).all()


def test_the_adapter_merged_here_says_what_peft_says(trained, tiny_base):
    from peft import PeftModel

    from hirec.models.weights import load_base

    merged = load_pair_model(str(trained), "cpu", 512)
    base, tokenizer = load_base(str(tiny_base), "cpu", fresh_head=True)
    theirs = PeftModel.from_pretrained(base, str(trained)).eval()
    inputs = tokenizer(
        ["what", "rent"], ["cash", "rent of Acme"], padding=True, return_tensors="pt"
    )
    with torch.inference_mode():
        ours = merged.model(**inputs).logits
        assert torch.allclose(ours, theirs(**inputs).logits, atol=1e-4)
    assert (merged.max_tokens, merged.figures) == (48, False)


def test_the_same_seed_trains_the_same(trained, settings, tmp_path):
    train(tmp_path, settings)
    name = "adapter_model.safetensors"
    assert (tmp_path / name).read_bytes() == (trained / name).read_bytes()


def test_a_killed_run_continues_to_the_same_end(trained, settings, tmp_path):
    class KilledError(Exception):
        pass

    def kill(event) -> None:
        if event.step == 3:
            raise KilledError

    with pytest.raises(KilledError):
        train(tmp_path, settings, progress=kill)
    steps = []
    train(tmp_path, settings, progress=lambda event: steps.append(event.step))
    assert steps == list(range(3, 13))  # the checkpoint was made after step 2
    name = "adapter_model.safetensors"
    assert (tmp_path / name).read_bytes() == (trained / name).read_bytes()


def test_another_recipe_does_not_continue_a_run(trained, settings, tmp_path):
    shutil.copy(trained / CHECKPOINT, tmp_path)
    with pytest.raises(TrainingError, match="other examples or settings"):
        train(tmp_path, settings.model_copy(update={"seed": 9}))


def test_no_example_is_an_error(settings, tmp_path):
    with pytest.raises(TrainingError, match="no example"):
        RerankerTrainer([], tmp_path, settings, ignore)


def test_lora_reaches_every_linear_layer_and_leaves_the_backbone_alone(settings):
    model, _ = wrap(settings)
    trained = [name for name, p in model.named_parameters() if p.requires_grad]
    assert all("lora_" in name or "classifier" in name for name in trained)
    assert sum("lora_A" in name for name in trained) == 2 * 6 + 1


def test_the_adapter_names_its_base_as_the_settings_do(trained, tiny_base):
    config = json.loads((trained / "adapter_config.json").read_text())
    assert config["base_model_name_or_path"] == str(tiny_base)


@pytest.mark.parametrize("loss", list(Loss))
def test_every_loss_falls(loss, settings, tmp_path):
    losses = []
    recipe = settings.model_copy(update={"loss": loss})
    train(tmp_path, recipe, progress=lambda event: losses.append(event.loss))
    assert sum(losses[-4:]) < sum(losses[:4])
