from hirec.evaluation.ablation import FULL, leave_one_out, paths, without
from hirec.settings import ModelSettings, RetrievalSettings, Settings


def test_each_path_in_use_is_left_out_once() -> None:
    settings = Settings(retrieval=RetrievalSettings(dense_weight=0))
    variants = leave_one_out(settings)
    assert next(iter(variants)) == FULL
    assert variants[FULL] is settings
    assert "without dense" not in variants
    for path in paths(settings):
        changed = variants[f"without {path}"].retrieval
        weight = f"{path}_weight"
        assert getattr(changed, weight) == 0
        assert changed.model_copy(update={weight: getattr(settings.retrieval, weight)}) == (
            settings.retrieval
        )


def test_the_reranker_is_a_path_only_where_there_is_one() -> None:
    assert "rerank" not in paths(Settings())
    assert "rerank" in paths(Settings(models=ModelSettings(cross_encoder="folder")))


def test_nothing_but_the_weight_changes() -> None:
    settings = Settings()
    assert without(settings, "identity").models is settings.models
