import pytest

from hirec.llm.errors import LlmNotSetError, LlmUnreachableError
from hirec.testing.chat_model import ScriptedChatModel
from hirec.tournament.by_model import ByModel
from hirec.tournament.llm_judge import LlmJudge
from hirec.tournament.settings import Actor, OrderingMethod, TournamentSettings
from hirec.types import AnswerForm
from tests.hirec.tournament.making import query

MODEL = ScriptedChatModel.fixed("?")


def test_by_default_a_model_does_nothing_and_none_is_needed() -> None:
    assert ByModel.of(TournamentSettings(), None) == ByModel()


def test_the_settings_choose_what_a_model_does() -> None:
    judged = ByModel.of(TournamentSettings(method=OrderingMethod.V1, judge=Actor.LLM), MODEL)
    assert isinstance(judged.judge, LlmJudge)
    assert judged.cards is None
    carded = ByModel.of(TournamentSettings(cards=Actor.LLM), MODEL)
    assert carded.judge is None
    assert carded.cards is not None


def test_a_model_that_is_asked_for_has_to_be_there() -> None:
    with pytest.raises(LlmNotSetError):
        ByModel.of(TournamentSettings(cards=Actor.LLM), None)


def test_a_model_says_what_is_demanded_where_it_is_asked_and_can_be_read() -> None:
    asked = query(("revenue",))
    assert ByModel().intended(asked) == (asked, "")
    said = {"metrics": [], "words": [], "figure": False, "relation": "explain", "form": "reason"}
    chosen = TournamentSettings(intent=Actor.LLM)
    by_model = ByModel.of(chosen, ScriptedChatModel.fixed(said))
    taken, unread = by_model.intended(asked)
    assert (taken.intent.metrics, taken.intent.form, unread) == ((), AnswerForm.REASON, "")
    babbling = ByModel.of(chosen, ScriptedChatModel.fixed("?"))
    kept, unread = babbling.intended(asked)
    assert kept == asked
    assert "cannot be used" in unread


def test_a_model_that_cannot_be_reached_is_no_intent_at_all() -> None:
    gone = ScriptedChatModel.fixed(LlmUnreachableError("gone"))
    with pytest.raises(LlmUnreachableError):
        ByModel.of(TournamentSettings(intent=Actor.LLM), gone).intended(query())
