import pytest

from hirec.settings import SettingsError
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


@pytest.mark.parametrize("content", ["rank: 0", "nonsense: 1", "a: [", "- 1"])
def test_what_is_no_recipe_is_one_clear_sentence(tmp_path, content):
    file = tmp_path / "recipe.yaml"
    file.write_text(content)
    with pytest.raises(SettingsError, match="are not usable"):
        load_recipe(TrainingSettings, file)


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
