from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.evaluation.given_page import GivenPage
from hirec.models.hashing import HashingEncoder
from hirec.settings import Settings
from hirec.types import Form, Identity
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
