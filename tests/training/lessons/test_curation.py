import json

import pytest

from hirec.analysts.llm.replies import CurationReply
from hirec.datasets.questions import load_questions
from hirec.index import Index
from hirec.settings import Settings
from training.lessons.curation import CurationTeacher


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def questions(sample_dir):
    return load_questions(sample_dir / "questions.jsonl")[:5]


@pytest.fixture(scope="module")
def lessons(index, questions):
    return list(CurationTeacher(index, Settings()).lessons(questions))


def replies(lesson):
    return [CurationReply.model_validate_json(text) for text in (lesson.chosen, lesson.rejected)]


def test_the_right_reply_keeps_what_the_rejected_one_does_not(lessons):
    assert len(lessons) >= 5
    assert any(replies(lesson)[0].keep for lesson in lessons)
    for lesson in lessons:
        chosen, rejected = replies(lesson)
        assert not set(chosen.keep) & set(rejected.keep)
        assert chosen.answerable != rejected.answerable
        assert not (chosen.answerable and chosen.more)
        shown = lesson.prompt[-1].content
        assert all(f"<{label}>" in shown for label in (*chosen.keep, *rejected.keep))


def test_where_the_gold_page_is_shown_its_passage_is_kept(index, questions, lessons):
    by_question = {q.question: q for q in questions}
    checked = 0
    for lesson in lessons:
        shown = lesson.prompt[-1].content
        text = shown.partition("<question>\n")[2].partition("\n</question>")[0]
        (chosen, _), question = replies(lesson), by_question[text]
        if not chosen.keep:
            continue
        kept = shown.partition(f"<{chosen.keep[0]}>")[2].partition("</")[0]
        gold = {index.by_source(e.filing).filing_id for e in question.evidence}
        titles = {p.title.partition(" · ")[0] for p in index.passages(sorted(gold))}
        assert any(title in kept for title in titles)
        checked += 1
    assert checked


def test_companies_apart_and_gold_elsewhere_give_none(index, questions):
    teacher = CurationTeacher(index, Settings())
    everyone = frozenset(filing.company_key for filing in index.filings.values())
    assert list(teacher.lessons(questions, everyone)) == []


def test_lessons_are_plain_json(lessons):
    assert json.loads(lessons[0].chosen).keys() == {"keep", "answerable", "more"}
