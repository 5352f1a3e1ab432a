from hirec.analysts.rule.grounded import ground_plan
from hirec.analysts.rule.programs import plan
from hirec.types import Filing, Form, Identity, Scope
from hirec.understanding import understand
from indexing.contexts import read_page

CELLS = [["", "2010", "2009"], ["Rental income", "30", "20"], ["Rental costs", "9", "8"]]


def test_a_given_page_shows_the_candidates_of_its_figures() -> None:
    identity = Identity("", Form.OTHER)
    page = read_page("p", CELLS, ["All figures in millions."], identity)
    filing = Filing("p", identity, "p", (), 1, len(page), "")
    parsed = understand("What was rental income in 2009?", Scope(given=True))
    numeric = plan(parsed, given=True)
    assert numeric is not None
    grounded = ground_plan(numeric, page, {"p": filing}, ("p",))
    assert [operand.printed for operand in grounded.operands.values()] == ["20"]
    assert any("Rental income" in note for note in grounded.notes)
