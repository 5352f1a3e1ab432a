import shutil

import pytest

from hirec.types import ModelError
from tests.llm_server import write_model
from tests.tiny_qwen import write_tiny_qwen
from training.checkpoints import CHECKPOINTS
from training.errors import TrainingError
from training.language_card import write_language_card
from training.language_model import train_language_model
from training.lessons.lesson import Lesson, Turn
from training.settings import LanguageLoss, LanguageSettings

LESSONS = [
    Lesson((Turn("user", f"net sales of {year}"),), '{"keep":["P1"]}', '{"keep":["P2"]}', "curate")
    for year in range(2015, 2023)
]


def ignore(*_: object) -> None:
    pass


@pytest.fixture(scope="module")
def recipe(tmp_path_factory) -> LanguageSettings:
    return LanguageSettings(
        base=write_tiny_qwen(tmp_path_factory.mktemp("qwen"), hidden_size=32),
        rank=2,
        alpha=4,
        learning_rate=2e-2,
        batch=2,
        rows_at_once=2,
        epochs=3,
        held_out=0.25,
        max_tokens=128,
        checkpoint_steps=3,
        device="cpu",
        threads=1,
    )


@pytest.fixture(scope="module")
def trained(recipe, tmp_path_factory):
    out = tmp_path_factory.mktemp("adapter")
    told = []
    report = train_language_model(LESSONS, out, recipe, lambda *step: told.append(step))
    assert [step for step, _, _ in told] == list(range(1, 10))  # 6 lessons x 3 epochs / 2 a step
    return out, report


def test_a_reply_is_learned_and_lies_there_as_peft_saves_it(recipe, trained):
    from peft import AutoPeftModelForCausalLM

    out, report = trained
    assert (report.lessons, report.held_out_lessons, report.steps) == (6, 2, 9)
    assert report.held_out_after < report.held_out_before - 0.1
    model = AutoPeftModelForCausalLM.from_pretrained(str(out))
    assert model.peft_config["default"].base_model_name_or_path == recipe.base


def test_preferences_are_learned(recipe, tmp_path):
    settings = recipe.model_copy(update={"loss": LanguageLoss.DPO})
    known = [*LESSONS, Lesson(LESSONS[0].prompt, "{}")]
    report = train_language_model(known, tmp_path, settings, ignore)
    assert report.too_long == 1  # nothing is preferred to it
    assert report.held_out_before == pytest.approx(0.693, abs=0.01)  # ln 2: no preference yet
    assert report.held_out_after < 0.65


def test_a_killed_run_goes_on_to_the_same_end(recipe, trained, tmp_path):
    def killed(step: int, *_: object) -> None:
        if step == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_language_model(LESSONS, tmp_path, recipe, killed)
    steps = []
    report = train_language_model(LESSONS, tmp_path, recipe, lambda at, *_: steps.append(at))
    assert steps[0] == 4
    assert report == trained[1]
    name = "adapter_model.safetensors"
    assert (trained[0] / name).read_bytes() == (tmp_path / name).read_bytes()


def test_another_runs_checkpoints_are_refused(recipe, trained, tmp_path):
    shutil.copytree(trained[0] / CHECKPOINTS, tmp_path / CHECKPOINTS)
    with pytest.raises(TrainingError, match="other records or settings"):
        train_language_model(LESSONS[1:], tmp_path, recipe, ignore)


@pytest.mark.parametrize(
    ("change", "lessons"),
    [({}, []), ({"max_tokens": 32}, LESSONS), ({"loss": LanguageLoss.DPO}, LESSONS[:1])],
)
def test_nothing_to_learn_from_is_said(recipe, tmp_path, change, lessons):
    with pytest.raises(TrainingError, match="give more of them"):
        train_language_model(lessons, tmp_path, recipe.model_copy(update=change), ignore)


def test_a_base_that_is_none_is_named(recipe, tmp_path):
    (tmp_path / "bad.gguf").write_bytes(b"no model")
    settings = recipe.model_copy(update={"base": str(tmp_path / "bad.gguf")})
    with pytest.raises(ModelError, match=r"language model '.*bad.gguf'"):
        train_language_model(LESSONS, tmp_path, settings, ignore)


def test_the_card_says_what_was_learned(recipe, trained, tmp_path):
    out, report = trained
    shutil.copy(out / "adapter_model.safetensors", tmp_path)
    write_language_card(tmp_path, LESSONS, ["lessons.jsonl, SHA-256 ab"], recipe, report)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    for said in ("8 lessons (8 of `curate`)", "adapter_model.safetensors", "| rank | 2 |"):
        assert said in card


def test_a_gguf_is_a_base(recipe, tmp_path):
    write_model(tmp_path / "tiny.gguf")
    settings = recipe.model_copy(update={"base": str(tmp_path / "tiny.gguf"), "epochs": 1})
    report = train_language_model(LESSONS, tmp_path / "adapter", settings, ignore)
    assert report.steps == 3
