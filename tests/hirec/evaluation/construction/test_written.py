import re

import pytest

from hirec.evaluation.construction.build import SetBuilder
from hirec.evaluation.construction.entailment import PageJudge
from hirec.evaluation.construction.written import TextWriter
from hirec.index import Index
from hirec.testing import ScriptedChatModel


@pytest.fixture(scope="module")
def index(sample_index) -> Index:
    return Index.open(sample_index)


def _reply(request, **changed: str) -> dict[str, str]:
    """A question out of the passage's own longest words, and its first sentence as answer."""
    content = request.messages[-1].content
    passage = content.partition("<passage>")[2].partition("</passage>")[0].strip()
    name = re.search(r"Filing: (.+?) ·", content)
    longest = sorted({word for word in passage.split() if word.isalpha()}, key=len)[-9:]
    quote = passage.split(". ")[0]
    written = {
        "question": f"At {name[1] if name else ''}, what of {' '.join(longest).lower()}?",
        "answer": "It says so.",
        "quote": quote[:700],
    }
    return written | changed


def _model(answered: str = "yes", **changed: str) -> ScriptedChatModel:
    return ScriptedChatModel(
        lambda request: (
            _reply(request, **changed)
            if request.task == "write_answered"
            else {"answered": answered}
        )
    )


def test_a_question_that_holds_has_its_passage_as_gold(index) -> None:
    writer = TextWriter(index, _model(), seed=1)
    rows = writer.write(4)
    assert rows
    for row in rows:
        assert row["type"] == "textual"
        assert row["check"] == "a model wrote it"
        passage = index.passage(row["passage"])
        (gold,) = row["evidence"]
        assert gold == {"filing": passage.filing_id, "page": passage.page_number}
        assert " ".join(row["quote"].split()) in " ".join(passage.text.split())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"question": ""}, "nothing worth asking"),
        ({"quote": "Zebras graze."}, "its quote does not stand in the passage"),
        ({"answer": "It was 918,273.5."}, "its answer states a number that the passage does not"),
        ({"question": "Why did the margin fall in 2023?"}, "it does not name its company alone"),
    ],
)
def test_what_does_not_hold_is_counted_by_its_reason(index, changed, reason: str) -> None:
    writer = TextWriter(index, _model(**changed), seed=1)
    assert writer.write(1) == []
    assert writer.dropped == {f"written: {reason}": 4}


def test_a_model_that_does_not_find_the_answer_or_writes_no_json_keeps_nothing(index) -> None:
    writer = TextWriter(index, _model(answered="no"), seed=1)
    assert writer.write(1) == []
    assert "written: the model does not find the answer there" in writer.dropped
    broken = TextWriter(index, ScriptedChatModel.fixed("no JSON"), seed=1)
    assert broken.write(1) == []
    assert broken.dropped == {"written: the reply cannot be read": 4}


def test_what_a_model_doubts_waits_for_a_person(index) -> None:
    judge = PageJudge(ScriptedChatModel.fixed({"answered": "no"}))
    rows = SetBuilder(index, seed=3, judge=judge).from_tags(6, several_share=0).rows
    assert len(rows) == 6
    assert all("does not find the answer" in row["check"] for row in rows)
    sure = PageJudge(ScriptedChatModel.fixed({"answered": "yes"}))
    rows = SetBuilder(index, seed=3, judge=sure).from_tags(6, several_share=0).rows
    assert not any("check" in row for row in rows)
