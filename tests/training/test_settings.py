import pytest

from hirec.settings_base import SettingsError
from training.settings import TrainingSettings, load_recipe


def test_a_file_holds_only_differences(tmp_path):
    file = tmp_path / "recipe.yaml"
    file.write_text("rank: 4\nseed: 7\n")
    loaded = load_recipe(TrainingSettings, file)
    assert (loaded.rank, loaded.seed, loaded.alpha) == (4, 7, TrainingSettings().alpha)


def test_the_seed_of_the_command_leads(tmp_path):
    file = tmp_path / "recipe.yaml"
    file.write_text("seed: 7\n")
    assert load_recipe(TrainingSettings, file, 9).seed == 9
    assert load_recipe(TrainingSettings, None, 9) == TrainingSettings(seed=9)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("rank: 0", ": rank: Input should be greater than or equal to 1 (got 0)."),
        ("nonsense: 1", ": nonsense: Extra inputs are not permitted (got 1)."),
        ("a: [", " are not YAML: while parsing"),
        ("- 1", ": top level: expected an object with named fields (got [1])."),
    ],
)
def test_what_is_no_recipe_is_one_clear_sentence(tmp_path, content, said):
    file = tmp_path / "recipe.yaml"
    file.write_text(content)
    with pytest.raises(SettingsError) as refused:
        load_recipe(TrainingSettings, file)
    assert str(refused.value).startswith(f"Settings {file}{said}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "content", ["loss: margin_mse", "teacher: a-folder", "loss: bce\nteacher: a-folder"]
)
def test_a_teacher_and_its_loss_go_together(tmp_path, content):
    file = tmp_path / "recipe.yaml"
    file.write_text(content)
    with pytest.raises(SettingsError, match="a teacher and the loss margin_mse go together"):
        load_recipe(TrainingSettings, file)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match="Cannot read settings"):
        load_recipe(TrainingSettings, tmp_path / "no.yaml")
