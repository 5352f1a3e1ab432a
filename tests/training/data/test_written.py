import pytest

from hirec.index import Index
from hirec.llm.errors import LlmReplyError, LlmUnreachableError
from hirec.testing.chat_model import ScriptedChatModel
from training.data.written import QuestionWriter


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


def words_of(request) -> str:
    """A question out of the passage's own longest words, so that BM25 brings the passage."""
    passage = request.messages[-1].content.partition("<passage>")[2].partition("</passage>")[0]
    longest = sorted({word for word in passage.split() if word.isalpha()}, key=len)[-9:]
    return f"What of {' '.join(longest)}?"


def model(answered: str = "yes", question=words_of) -> ScriptedChatModel:
    return ScriptedChatModel(
        lambda request: (
            {"question": question(request)}
            if request.task == "write_question"
            else {"answered": answered}
        )
    )


def test_a_question_that_holds_becomes_a_record_with_hard_negatives(index):
    writer = QuestionWriter(index, model(), seed=1)
    records = list(writer.write(6))
    assert records
    for record in records:
        assert record.negatives
        assert record.filing_id in index.filings
        (page,) = record.pages
        assert any(p.page_number == page for p in index.passages([record.filing_id]))
        named, _ = index.companies.find(record.query)
        assert record.group in {company.company_key for company in named}
    assert len(records) + sum(writer.refused.values()) == 6


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("", "nothing worth asking"),
        ("What does the passage say of sales?", "points at the passage"),
        ("why " * 40, "too long"),
    ],
)
def test_a_question_that_does_not_hold_is_counted_by_its_reason(index, question, reason):
    writer = QuestionWriter(index, model(question=lambda _: question), seed=1)
    assert list(writer.write(2)) == []
    assert writer.refused == {reason: 2}


def test_a_question_that_does_not_bring_its_passage_is_not_kept(index):
    asked = "Zebras grazing savannah Kenya?"
    writer = QuestionWriter(index, model(question=lambda _: asked), seed=1)
    assert list(writer.write(8)) == []
    assert writer.refused["not retrieved"] == 8


def test_what_the_passage_does_not_answer_is_not_kept(index):
    writer = QuestionWriter(index, model(answered="no"), seed=1)
    assert list(writer.write(4)) == []
    assert writer.refused["not answered"] > 0


def test_a_reply_that_cannot_be_used_costs_its_passage_alone(index):
    lines = iter([LlmReplyError("no JSON"), LlmReplyError("no JSON")])
    writer = QuestionWriter(index, ScriptedChatModel(lambda _: next(lines)), seed=1)
    assert list(writer.write(2)) == []
    assert writer.refused == {"reply cannot be used": 2}


def test_a_model_that_cannot_be_asked_ends_the_run(index):
    silent = ScriptedChatModel.fixed(LlmUnreachableError("no connection"))
    with pytest.raises(LlmUnreachableError):
        list(QuestionWriter(index, silent).write(1))


def test_companies_left_out_are_not_shown_to_the_model(index):
    keys = {filing.company_key for filing in index.filings.values()}
    kept = sorted(keys)[0]
    asked = list(QuestionWriter(index, model(), seed=1).write(5, keys - {kept}))
    assert {record.group for record in asked} <= {kept}
