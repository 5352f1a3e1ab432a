import pytest

from hirec.analysts.rule.figures.own_words import looked_up, of_a_month, read_lookup
from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.periods import find_periods
from hirec.types import CompanyRef, Filing, Form, Identity, Query, Scope
from indexing.contexts import read_page

ACME = CompanyRef("acme", "Acme Inc.", "Acme")
CELLS = [
    ["", "2010", "2009"],
    ["Card member rewards", "$ 3,794", "$ 3,571"],
    ["Card member services", "412", "388"],
]


def query(question: str) -> Query:
    scope = Scope(companies=(ACME,), periods=find_periods(question))
    return rewrite(question, scope)


def test_all_words_but_whose_and_when_name_the_amount() -> None:
    figure = looked_up(query("What did Acme spend on card member rewards in 2010?"))
    assert figure is not None
    assert figure.words == "card member rewards"
    assert (figure.company, figure.period and figure.period.said) == (ACME, "2010")


@pytest.mark.parametrize(
    "question",
    [
        "Why did Acme's rewards grow in 2010?",
        "By how much did Acme's rewards grow from 2009 to 2010?",
        "By how much did Acme's rewards grow in 2010?",
        "If rates fell by 1%, how much would Acme's rewards have been in 2010?",
        "Were Acme's rewards above $3 billion in 2010?",
        "Which Acme segment had the largest rewards in 2010?",
        "Acme's average rewards over 2009 and 2010",
        "What are the names of the customers that brought Acme's 2010 rewards?",
        "Which bank is the agent of Acme's rewards in 2010?",
        "Where did Acme pay its rewards in 2010?",
    ],
)
def test_what_computes_chooses_or_asks_for_words_is_no_look_up(question: str) -> None:
    assert looked_up(query(question)) is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What share of Acme's rewards went to pilots in 2010?", "percent"),
        ("By how much did the weaker krona cut Acme's rewards in 2010?", ""),
        (
            "How much margin did Acme keep on rewards in 2010 after costs, as a percent of that?",
            "percent",
        ),
        ("Which amount of rewards did Acme's pilots get in 2010?", ""),
        ("Insurance among Acme's pension assets in 2010", "money"),
    ],
)
def test_what_may_be_printed_as_one_amount_is_looked_up(question: str, kind: str) -> None:
    figure = looked_up(query(question))
    assert figure is not None
    assert figure.kind == kind


BOUGHT = [
    ["Period", "Total number of shares purchased", "Average price paid per share"],
    ["October 1-31, 2010", "211,400", "$ 31.02"],
    ["November 1-30, 2010", "188,212", "$ 33.47"],
    ["December 1-31, 2010", "301,975", "$ 35.80"],
]


@pytest.mark.parametrize(
    ("question", "printed"),
    [
        ("average price Acme paid for its shares in November 2010", "$ 33.47"),
        ("number of shares purchased by Acme in December 2010", "301,975"),
    ],
)
def test_the_row_of_a_month_is_found_by_the_month(question: str, printed: str) -> None:
    identity = Identity("Acme", Form.ANNUAL, 2010)
    page = read_page("p", BOUGHT, ["Our purchases of our own shares."], identity)
    filing = Filing("p", identity, "acme", (), 1, len(page), "")
    lookup = read_lookup(query(question), page, {"p": filing}, ("p",))
    assert lookup is not None
    assert lookup.found.candidates[0].printed == printed
    assert of_a_month(query(question), page)
    assert not of_a_month(query("average price Acme paid for its shares in 2010"), page)


def test_an_answer_in_own_words_is_in_doubt() -> None:
    identity = Identity("Acme", Form.ANNUAL, 2010)
    page = read_page("p", CELLS, ["In millions of dollars."], identity)
    filing = Filing("p", identity, "acme", (), 1, len(page), "")
    lookup = read_lookup(query("Acme card member rewards 2010"), page, {"p": filing}, ("p",))
    assert lookup is not None
    assert lookup.carriers <= {passage.passage_id for passage in page}
    best = lookup.found.candidates[0]
    assert (best.printed, best.row) == ("$ 3,794", "Card member rewards")
    assert "probability" in lookup.program().doubt


def test_money_is_not_what_is_counted() -> None:
    identity = Identity("Acme", Form.ANNUAL, 2010)
    page = read_page("p", CELLS, ["In millions of dollars."], identity)
    filing = Filing("p", identity, "acme", (), 1, len(page), "")
    asked = query("How many card member rewards did Acme have in 2010?")
    lookup = read_lookup(asked, page, {"p": filing}, ("p",))
    assert lookup is not None
    assert not lookup.operands


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("kayak units sold by Acme in 2010", "count"),
        ("Acme kayak club revenue 2010", "money"),
        ("gross margin of Acme's kayak club in 2010", "percent"),
        ("Acme card member rewards 2010", ""),
    ],
)
def test_what_is_asked_says_of_what_kind_it_is(question: str, kind: str) -> None:
    figure = looked_up(query(question))
    assert figure is not None
    assert figure.kind == kind
