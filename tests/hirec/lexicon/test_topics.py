import pytest

from hirec.lexicon import all_topics, find_topics


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("according to the P&L", ("income_statement",)),
        ("in the statement of financial position", ("balance_sheet",)),
        ("from the cash flow statement", ("cash_flow_statement",)),
        ("ongoing legal battles", ("legal",)),
        ("the geographies where it operates, and its competitors", ("geographies", "competition")),
        ("Who is the CEO?", ("management",)),
        ("companies acquired", ("acquisitions",)),
        ("its M&A", ("acquisitions",)),
        ("Is it more levered?", ("leverage",)),
        ("net sales", ()),
        ("a boarding school", ()),
    ],
)
def test_parts_of_a_filing_are_named_in_the_question_s_words(text, topics):
    assert find_topics(text) == topics


def test_every_topic_says_how_filings_call_it():
    assert len(all_topics()) >= 40
    assert all(topic.filed.strip() for topic in all_topics().values())
