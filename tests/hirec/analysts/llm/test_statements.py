"""Answers in words: the lines they point at, and what those hold."""

import re

import pytest

from hirec.analysts.llm.rendering import Line
from hirec.analysts.llm.replies import ExplainReply
from hirec.analysts.llm.statements import JUDGED, write_statement
from hirec.llm.chat import LlmError
from hirec.types import (
    CannotAnswer,
    CompanyRef,
    Intent,
    Passage,
    PassageKind,
    Query,
    Relation,
    Scope,
    Verdict,
)
from tests.hirec.analysts.llm.scripting import WHY, keeping, telling


def rise(prompt):
    """Id of the sentence that says so."""
    return re.search(r"^(\d+) Net sales increased", prompt, re.MULTILINE)[1]


def changed(prompt):
    at, cause = re.search(r"^(\d+) (The increase was .*)$", prompt, re.MULTILINE).groups()
    line = re.search(rf"^{rise(prompt)} (.*)$", prompt, re.MULTILINE)[1]
    return telling(f"{line} {cause}", rise(prompt), at)


BOTH = keeping("P1", "P2")


def test_words_are_answered_with_the_lines_they_point_at(ask):
    answer, requests = ask(WHY, curate=BOTH, explain=changed)
    assert (answer.verdict, answer.reason) == (Verdict.VERIFIED, "")
    assert answer.text.startswith("Net sales increased")
    quoted = answer.citations[0].quote
    assert any(quoted in " ".join(passage.text.split()) for passage in answer.evidence)
    assert f"{rise(requests[-1].messages[1].content)} {quoted}" in requests[-1].messages[1].content


def test_what_only_a_row_of_a_table_says_is_not_sure(ask):
    def row(prompt):
        (at,) = re.findall(r"^(\d+) Net sales \|", prompt, re.MULTILINE)[:1]
        return telling("Net sales changed.", at)

    answer, _ = ask(WHY, curate=BOTH, explain=row)
    assert answer.verdict is Verdict.UNVERIFIED
    assert "rows of tables" in answer.reason


def test_words_about_something_else_are_refused_and_cited(ask):
    def other(prompt):
        (at,) = re.findall(r"^(\d+) We expect capital expenditures", prompt, re.MULTILINE)
        return telling("We expect capital expenditures.", at)

    answer, _ = ask(WHY, curate=BOTH, explain=other)
    assert answer.abstained
    assert "about something else" in answer.text
    assert "capital expenditures" in answer.citations[0].quote


def test_a_yes_or_no_is_one_of_the_two(ask):
    asked = "Does Harbor Peak Foods describe any dependence of its net sales on a customer?"
    reply = {**telling("It has other income.", "5"), "verdict": "Yes"}
    answer, requests = ask(asked, curate=keeping("P1"), explain=reply)
    assert answer.text == "Yes. It has other income."
    assert (answer.verdict, answer.reason) == (Verdict.UNVERIFIED, JUDGED)
    assert [request.task for request in requests] == ["curate", "explain"]
    with pytest.raises(LlmError, match="'Maybe' was not shown"):
        ask(asked, curate=keeping("P1"), explain=reply | {"verdict": "Maybe"})


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (telling("They rose by 99%.", "1"), "says 99"),
        (telling("Purple elephants sing of melancholy.", "1"), "says more than the lines"),
        (telling("Net sales change as purple elephants sing.", "1"), "says more than the lines"),
        (telling("They rose since Zanzibar bought more.", "1"), "says Zanzibar"),
        (telling("Net sales 某些.", "1"), "letters that its lines do not have: 些某"),
    ],
)
def test_words_that_their_lines_do_not_hold_are_refused_and_the_lines_cited(ask, reply, reason):
    answer, requests = ask(WHY, curate=keeping("P1"), explain=reply)
    assert answer.abstained
    assert reason in answer.reason
    assert answer.citations
    assert [r.task for r in requests] == ["curate", "explain"]


def test_a_sentence_that_its_lines_do_not_hold_is_left_out_where_another_is_held(ask):
    def reply(prompt):
        other = telling("They rose by 99%.", rise(prompt))
        return {"stated": True, "answer": [*other["answer"], *changed(prompt)["answer"]]}

    answer, _ = ask(WHY, curate=BOTH, explain=reply)
    assert answer.verdict is Verdict.VERIFIED
    assert "99%" not in answer.text


def test_a_line_copied_under_another_number_is_cited_where_it_stands(ask):
    said = {}

    def reply(prompt):
        at = rise(prompt)
        said["line"] = re.search(rf"^{at} (.*)$", prompt, re.MULTILINE)[1]
        other = next(n for n in re.findall(r"^(\d+) ", prompt, re.MULTILINE) if n != at)
        return telling(said["line"], other)

    answer, _ = ask(WHY, curate=BOTH, explain=reply)
    assert answer.text == said["line"]
    assert answer.citations[0].quote == said["line"]


def test_a_row_copied_with_its_cells_is_no_sentence(ask):
    def reply(prompt):
        at, row = re.search(r"^(\d+) (Net sales \| .*)$", prompt, re.MULTILINE).groups()
        return telling(row, at)

    answer, _ = ask(WHY, curate=BOTH, explain=reply)
    assert answer.abstained
    assert "is a row of a table" in answer.reason
    assert answer.citations


def test_a_sentence_without_a_cause_leaves_why_in_doubt(ask):
    answer, _ = ask(
        WHY, curate=BOTH, explain=lambda prompt: telling("Net sales changed.", rise(prompt))
    )
    assert answer.verdict is Verdict.UNVERIFIED
    assert "may be about something else" in answer.reason


def test_a_question_said_again_is_held_to_its_lines_too(ask):
    def reply(prompt):
        del prompt
        return telling("Harbor Peak Foods' net sales did change.", "1")

    answer, _ = ask(WHY, curate=BOTH, explain=reply)
    assert answer.abstained or all("net sales" in c.quote.lower() for c in answer.citations)


def test_what_is_said_has_to_answer_and_not_only_its_lines(ask):
    def reply(prompt):
        at, _ = re.search(r"^(\d+) (The increase was .*)$", prompt, re.MULTILINE).groups()
        return telling("Net sales increased.", rise(prompt), at)

    answer, _ = ask(WHY, curate=BOTH, explain=reply)
    assert answer.verdict is Verdict.UNVERIFIED


def test_a_sentence_about_two_companies_needs_lines_of_both():
    acme, bolt = (CompanyRef(name, f"{name} Corp", name) for name in ("Acme", "Bolt"))
    asked = "Who relies more on one supplier, Acme or Bolt?"
    intent = Intent("", (), (), Relation.EXPLAIN, (), False, ())
    query = Query(asked, asked, Scope(companies=(acme, bolt)), intent, "", "supplier")
    said = "Acme relies on one supplier and Bolt does not."
    line = Line(Passage("A#1.1", "A", 1, PassageKind.TEXT, "Acme Corp · 10-K", said), said)
    other = Line(Passage("B#1.1", "B", 1, PassageKind.TEXT, "Bolt Corp · 10-K", said), said)
    lines = {"1": line, "2": other}
    one = ExplainReply.model_validate(telling(said, "1"))
    with pytest.raises(CannotAnswer, match="filing its lines are not from"):
        write_statement(one, query, {"1": line})
    both = ExplainReply.model_validate(telling(said, "1", "2"))
    assert write_statement(both, query, lines).text == said


def test_a_cause_answers_behind_the_line_that_it_explains(ask):
    def reply(prompt):
        at, cause = re.search(r"^(\d+) (The increase was .*)$", prompt, re.MULTILINE).groups()
        return telling(cause, rise(prompt), at)

    answer, _ = ask(WHY, curate=BOTH, explain=reply)
    assert answer.text.startswith("The increase was")
    assert answer.verdict is Verdict.VERIFIED
