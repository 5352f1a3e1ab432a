from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.evaluation.given_page import GivenPage
from hirec.settings import Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import Answer, Form, Identity, Verdict
from indexing.contexts import read_page

OURS = Identity("Acme", Form.ANNUAL, 2008)
CELLS = [["", "2008", "2007"], ["Total assets", "$30", "$20"]]


def test_a_given_page_is_answered_from() -> None:
    system = GivenPage(RuleAnalyst(HashingEncoder()), Settings())
    page = read_page("p", CELLS, ["(in millions)"], OURS)
    answer = system.ask("By how much did total assets change from 2007 to 2008?", page, OURS)
    assert answer.value == 10_000_000


def test_nothing_given_is_nothing_answered() -> None:
    assert GivenPage(RuleAnalyst(HashingEncoder()), Settings()).ask("Why?", [], OURS).abstained


def ask(question: str, cells: list[list[str]]) -> Answer:
    page = read_page("p", cells, ["(in millions)"], OURS)
    return GivenPage(RuleAnalyst(HashingEncoder()), Settings()).ask(question, page, OURS)


def test_an_assumed_period_is_said_and_leaves_the_answer_unverified() -> None:
    answer = ask("What was the change in total assets?", CELLS)
    assert (answer.value, answer.verdict) == (10_000_000, Verdict.UNVERIFIED)
    assert "names no period" in answer.reason


def test_a_difference_between_two_years_has_no_direction() -> None:
    cells = [["", "2008", "2007"], ["Total assets", "$20", "$30"]]
    asked = "What was the difference in total assets between 2007 and 2008?"
    assert ask(asked, cells).value == 10_000_000


def test_what_is_paid_out_grows_with_its_size() -> None:
    cells = [["", "2008", "2007"], ["Net cash used in investing activities", "(30)", "(20)"]]
    asked = "What was the growth of net cash used in investing activities from 2007 to 2008?"
    assert ask(asked, cells).value == 50


ROLLED = [
    ["", "2008", "2007"],
    ["Beginning balance", "$52", "$46"],
    ["Charged to costs", "12", "17"],
    ["Deductions", "(17)", "(11)"],
    ["Ending balance", "$47", "$52"],
]


def test_what_stands_above_a_table_says_what_its_balances_are_of() -> None:
    above = "The following table shows the activity in the allowance for doubtful accounts:"
    page = read_page("p", ROLLED, ["(in millions)"], OURS, above)
    system = GivenPage(RuleAnalyst(HashingEncoder()), Settings())
    asked = "By how much did the allowance for doubtful accounts change from 2007 to 2008?"
    answer = system.ask(asked, page, OURS)
    assert answer.value == -5_000_000
    assert answer.verdict is Verdict.UNVERIFIED
    assert system.ask(asked, read_page("p", ROLLED, ["(in millions)"], OURS), OURS).abstained


def test_what_is_scheduled_is_in_doubt_and_an_amount_of_money() -> None:
    due = [["", "Payments", "Gallons"], ["2009", "$12", "7000"], ["2010", "$9", "6000"]]
    due += [["2011", "$4", "5000"]]
    page = read_page("p", due, [], OURS, "Minimum payments on hedges, in millions, are as follows:")
    system = GivenPage(RuleAnalyst(HashingEncoder()), Settings())
    answer = system.ask("What are the minimum payments on hedges in 2010?", page, OURS)
    assert (answer.value, answer.verdict) == (9_000_000, Verdict.UNVERIFIED)
