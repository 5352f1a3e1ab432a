import json
from pathlib import Path

import pytest
import torch

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.models.weights import load_pair_model, load_to_train
from hirec.settings import ModelSettings
from training.checkpoints import CHECKPOINTS, RUN
from training.errors import TrainingError
from training.pair_module import PairModule
from training.reranker import first_share, train_reranker
from training.settings import Loss, TrainingSettings, TuningMethod

ADAPTER = "adapter_model.safetensors"


def ignore(_: object) -> None:
    pass


@pytest.fixture(scope="module")
def recipe(tiny_base) -> TrainingSettings:
    return TrainingSettings(
        base=str(tiny_base),
        loss=Loss.LISTWISE,
        rank=2,
        batch=2,
        rows_at_once=1,
        epochs=6,
        held_out=0,
        max_tokens=48,
        checkpoint_steps=2,
        threads=1,
    )


@pytest.fixture(scope="module")
def trained(records, recipe, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("trained")
    told = []
    report = train_reranker(records, out, recipe, lambda event: told.append(event.loss))
    assert report.steps == 12  # 4 questions x 6 epochs / 2 a step
    assert report.losses == tuple(told)
    assert report.loss_last < report.loss_first
    return out


def test_the_folder_is_a_reranker(records, trained):
    model = PairCrossEncoder(str(trained), ModelSettings(reranker_backend="torch"))
    scores = model.score(records[0].query, records[0].texts)
    assert scores.shape == (4,)
    assert ((scores > 0) & (scores < 1)).all()
    assert scores.argmax() == 0


def test_the_adapter_merged_here_says_what_peft_says(trained, tiny_base):
    from peft import PeftModel

    merged = load_pair_model(str(trained), "cpu", 512)
    base, tokenizer, _ = load_to_train(str(tiny_base), "cpu")
    theirs = PeftModel.from_pretrained(base, str(trained)).eval()
    inputs = tokenizer(
        ["what", "rent"], ["cash", "rent of Acme"], padding=True, return_tensors="pt"
    )
    with torch.inference_mode():
        ours = merged.model(**inputs).logits
        assert torch.allclose(ours, theirs(**inputs).logits, atol=1e-4)
    assert (merged.max_tokens, merged.figures) == (48, False)


def test_the_same_seed_trains_the_same(records, trained, recipe, tmp_path):
    train_reranker(records, tmp_path, recipe, ignore)
    assert (tmp_path / ADAPTER).read_bytes() == (trained / ADAPTER).read_bytes()


@pytest.mark.parametrize("dropout", [False, True])
def test_a_killed_run_continues_to_the_same_end(records, recipe, dropout, tmp_path):
    class KilledError(Exception):
        pass

    def kill(event) -> None:
        if event.step == 3:
            raise KilledError

    recipe = recipe.model_copy(update={"dropout": dropout})
    whole = train_reranker(records, tmp_path / "whole", recipe, ignore)
    with pytest.raises(KilledError):
        train_reranker(records, tmp_path / "killed", recipe, kill)
    steps = []
    report = train_reranker(
        records, tmp_path / "killed", recipe, lambda event: steps.append(event.step)
    )
    assert steps == list(range(3, 13))  # the checkpoint was made after step 2
    assert report == whole
    one, other = (tmp_path / name / ADAPTER for name in ("whole", "killed"))
    assert one.read_bytes() == other.read_bytes()


def test_another_recipe_does_not_continue_a_run(records, trained, recipe, tmp_path):
    known = tmp_path / CHECKPOINTS / RUN
    known.parent.mkdir()
    known.write_bytes((trained / CHECKPOINTS / RUN).read_bytes())
    with pytest.raises(TrainingError, match="other records or settings"):
        train_reranker(records, tmp_path, recipe.model_copy(update={"seed": 9}), ignore)


def test_no_record_is_an_error(recipe, tmp_path):
    with pytest.raises(TrainingError, match="no record"):
        train_reranker([], tmp_path, recipe, ignore)


def test_a_step_sees_its_rows_however_many_fit_at_once(records, recipe, tmp_path):
    wide = recipe.model_copy(update={"rows_at_once": 2})
    one, other = (
        train_reranker(records, tmp_path / name, settings, ignore).losses
        for name, settings in (("narrow", recipe), ("wide", wide))
    )
    # The first steps: roundings of bf16, where the processor has it, add up.
    assert one[:4] == pytest.approx(other[:4], rel=0.05)


def test_held_out_questions_are_asked_at_checkpoints_and_not_trained_on(records, recipe, tmp_path):
    told = []
    recipe = recipe.model_copy(update={"held_out": 0.5, "epochs": 4})
    report = train_reranker(records, tmp_path, recipe, told.append)
    assert (report.examples, report.held_out_questions) == (2, 2)
    assert [event.held_out is not None for event in told] == [False, True, False, True]
    assert told[-1].held_out == report.held_out_after


def test_a_tie_is_not_first(records, recipe):
    module = PairModule(recipe)
    for weights in module.parameters():
        torch.nn.init.zeros_(weights)
    assert first_share(module, records) == 0.0
    assert first_share(module, []) == 0.0


@pytest.mark.parametrize("method", list(TuningMethod))
@pytest.mark.parametrize("loss", [loss for loss in Loss if loss is not Loss.MARGIN_MSE])
def test_every_loss_falls(loss, method, records, recipe, tmp_path):
    chosen = {"loss": loss, "method": method, "batch": 8 if loss is Loss.BCE else 2}
    report = train_reranker(records, tmp_path, recipe.model_copy(update=chosen), ignore)
    assert sum(report.losses[-4:]) < sum(report.losses[:4])
    assert (tmp_path / "adapter_config.json").is_file() == (method is TuningMethod.LORA)


def test_a_teacher_is_learned_from(records, trained, recipe, tmp_path):
    chosen = {"loss": Loss.MARGIN_MSE, "teacher": str(trained), "batch": 4, "epochs": 12}
    report = train_reranker(records, tmp_path, recipe.model_copy(update=chosen), ignore)
    assert report.loss_last < report.loss_first / 4
    pupil = PairCrossEncoder(str(tmp_path), ModelSettings(reranker_backend="torch"))
    assert all(pupil.score(r.query, r.texts).argmax() == 0 for r in records)


def test_the_adapter_names_its_base_as_the_settings_do(trained, tiny_base):
    config = json.loads((trained / "adapter_config.json").read_text())
    assert config["base_model_name_or_path"] == str(tiny_base)
