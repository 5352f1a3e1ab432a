import pytest

from hirec.llm.errors import LlmNotSetError
from hirec.llm.scripted import ScriptedChatModel
from hirec.tournament.by_model import ByModel
from hirec.tournament.llm_judge import LlmJudge
from hirec.tournament.settings import By, Method, TournamentSettings

MODEL = ScriptedChatModel.fixed("?")


def test_by_default_a_model_does_nothing_and_none_is_needed() -> None:
    assert ByModel.of(TournamentSettings(), None) == ByModel()


def test_the_settings_choose_what_a_model_does() -> None:
    judged = ByModel.of(TournamentSettings(method=Method.V1, judge=By.LLM), MODEL)
    assert isinstance(judged.judge, LlmJudge)
    assert judged.cards is None
    carded = ByModel.of(TournamentSettings(cards=By.LLM), MODEL)
    assert carded.judge is None
    assert carded.cards is not None


def test_a_model_that_is_asked_for_has_to_be_there() -> None:
    with pytest.raises(LlmNotSetError):
        ByModel.of(TournamentSettings(cards=By.LLM), None)
