"""Words of a question that a row must not lack, though its name is the figure's."""

from dataclasses import replace

import pytest

from hirec.analysts.rule.doubts.checks import doubts_of
from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.doubts.qualified import (
    adjusted_instead,
    averaged,
    is_taken_off,
    only_a_bound,
    owned_or_else,
    part_of_part,
    unmet_company,
    unmet_gross,
    unmet_name,
    unmet_net,
    unmet_segments,
    unnamed,
    whole_or_own,
)
from hirec.companies.parts import parts_line
from hirec.types import Figure, Passage, PassageKind
from tests.hirec.analysts.rule.doubts.test_checks import FILINGS, said, used
from tests.hirec.analysts.rule.figures.test_operands import INCOME, Y21, Y22, filing, table


@pytest.mark.parametrize(
    ("question", "row", "doubted"),
    [
        ("What was the gross value of Acme's property?", "Property, net", True),
        ("What was the gross value of Acme's property?", "Gross property", False),
        ("What was Acme's gross margin?", "Net sales", False),  # the sales that it is a rate of
        ("What was Acme's property?", "Property, net", False),
    ],
)
def test_gross_is_met_beside_the_number(question: str, row: str, doubted: bool) -> None:
    use = used(Figure("property", "ppe"), said(row), question=question)
    assert bool(unmet_gross(use)) == doubted


@pytest.mark.parametrize(
    ("part", "caption", "doubted"),
    [
        ("segment", "CONSOLIDATED STATEMENTS OF INCOME", True),
        ("segment", "Results by segment", False),
        ("Tools segment", "Results of Tools and Paint", False),
        ("", "CONSOLIDATED STATEMENTS OF INCOME", False),
    ],
)
def test_what_all_segments_have_is_said_to_be_theirs(
    part: str, caption: str, doubted: bool
) -> None:
    figure = Figure(f"total {part} net income", "net_income", part)
    content = table([("Net income", ["85", "74"])], [Y22, Y21], caption)
    assert bool(unmet_segments(used(figure, said("Net income"), content))) == doubted


@pytest.mark.parametrize(
    ("question", "row", "doubted"),
    [
        ("What was Acme's GAAP net income?", "Adjusted net income", True),
        ("What was Acme's GAAP net income?", "Net income (non-GAAP)", True),
        ("What was Acme's GAAP net income?", "Net income", False),
        ("What was Acme's non-GAAP net income?", "Adjusted net income", False),
    ],
)
def test_an_adjusted_figure_is_none_by_gaap(question: str, row: str, doubted: bool) -> None:
    use = used(Figure("net income", "net_income"), said(row), question=question)
    assert bool(adjusted_instead(use)) == doubted


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("We have over 139 million paid memberships.", True),
        ("We have 139 million paid memberships.", False),
        ("We opened over 1,139 million doors, of 139 million.", False),
    ],
)
def test_a_bound_is_no_number(text: str, doubted: bool) -> None:
    operand = said("", column="", printed="139", unit="")
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", text)
    use = Use(Figure("paid memberships", kind="count"), operand, told, filing(), "")
    assert bool(only_a_bound(use)) == doubted
    counted = Figure("paid memberships", kind="count", counted="paid memberships")
    placed = replace(operand, passage_id=told.passage_id)
    assert bool(doubts_of(counted, placed, [told], FILINGS)) == doubted


@pytest.mark.parametrize(
    ("question", "words", "caption", "doubted"),
    [
        ("What did Acme's EMEA make?", "EMEA", "Goodwill", True),
        ("What loss did Acme's Paint report?", "loss Paint", "Allowance for credit losses", True),
        ("What profit did Acme's Paint make?", "profit Paint", "Segment profit", False),
        ("What were Acme's sales in EMEA?", "sales EMEA", "Sales", False),
        ("Acme Kite Labs loss to revenue", "Kite Labs loss to revenue", "Loss", True),
    ],
)
def test_a_part_alone_does_not_say_what_it_made(
    question: str, words: str, caption: str, doubted: bool
) -> None:
    content = table([("EMEA", ["85", "74"])], [Y22, Y21], caption)
    use = used(Figure(words), said("EMEA"), content, question)
    assert bool(unnamed(use)) == doubted


def test_the_income_statement_alone_raises_none_of_them() -> None:
    use = used(Figure("net income", "net_income"), said("Net income"), INCOME, "net income 2022?")
    checks = (unmet_gross, unmet_segments, adjusted_instead, only_a_bound, unnamed)
    assert not any(check(use) for check in checks)


@pytest.mark.parametrize(
    ("part", "row", "doubted"),
    [
        ("Pharmacy Services", "Services", True),
        ("Pharmacy Services", "Revenues", False),
        ("Services", "Services", False),
    ],
)
def test_a_row_of_half_a_parts_name_may_be_a_part_of_it(part: str, row: str, doubted: bool) -> None:
    content = table([(row, ["85", "74"])], [Y22, Y21], "Results of the Pharmacy Services segment")
    figure = Figure(f"{part} revenue", "revenue", part)
    assert bool(part_of_part(used(figure, said(row), content))) == doubted


@pytest.mark.parametrize(
    ("question", "row", "doubted"),
    [
        ("What was Acme's net capital spending?", "Capital spending", True),
        ("What was Acme's net capital spending?", "Capital spending, net", False),
        ("What was Acme's capital spending?", "Capital spending", False),
        ("What were net income and capital spending?", "Capital spending", False),
        ("Acme capital spending as % of net operating revenues", "Capital spending", False),
    ],
)
def test_net_of_what_came_in_is_met_beside_the_number(
    question: str, row: str, doubted: bool
) -> None:
    use = used(Figure("capital spending", "capex"), said(row), question=question)
    assert bool(unmet_net(use)) == doubted


@pytest.mark.parametrize(("row", "doubted"), [("Own software", True), ("Own software, net", False)])
def test_net_of_what_was_written_off_is_met_beside_the_number(row: str, *, doubted: bool) -> None:
    use = used(Figure("own software net"), said(row), question="Acme own software net 2022")
    assert bool(unmet_net(use)) is doubted


@pytest.mark.parametrize(
    ("row", "doubted"),
    [("Vendor allowances", True), ("Advertising, net of vendor allowances", False)],
)
def test_what_is_to_be_taken_off_is_not_what_is_left(row: str, doubted: bool) -> None:
    asked = "What was advertising net of vendor allowances?"
    use = used(Figure("advertising net of vendor allowances"), said(row), question=asked)
    assert bool(is_taken_off(use)) == doubted


@pytest.mark.parametrize(
    ("words", "part", "question", "row", "doubted"),
    [
        ("sales of Bay", "Bay", "What were sales of Acme Bay?", "Bay operations", True),
        ("sales of Bay", "Bay", "What were sales of Acme Bay?", "Acme Bay", False),
        ("sales of Bay", "Bay", "What were Acme's sales in the bay?", "Bay operations", False),
        ("net income", "", "What was Tyrex segment net income?", "Net income", True),
        ("net income", "", "What share of net income is Tyrex's?", "Net income", False),
    ],
)
def test_a_segment_called_after_its_company_is_met_by_its_whole_name(
    words: str, part: str, question: str, row: str, doubted: bool
) -> None:
    listing = replace(filing(), summary=parts_line(("Acme Bay", "Tyrex")))
    use = used(Figure(words, "net_sales", part), said(row), question=question)
    assert bool(unmet_name(replace(use, filing=listing))) is doubted


def test_what_is_taken_off_in_a_computation_is_a_figure_of_its_own() -> None:
    asked = "What was operating cash flow less capital expenditures?"
    own = used(
        Figure("capital expenditures", "capex"), said("Capital expenditures"), question=asked
    )
    assert is_taken_off(own) == ""


@pytest.mark.parametrize(
    ("question", "doubted"),
    [
        ("Acme kite profit as % of net sales", True),
        ("Acme kite profit as % of company net sales", False),
        ("Acme operating profit as % of net sales", False),
        ("Acme kite sales as % of net sales", False),
    ],
)
def test_a_part_s_profit_may_be_held_against_its_own_sales(question: str, doubted: bool) -> None:
    use = used(Figure("net sales", "net_sales"), said("Net sales"), question=question)
    assert bool(whole_or_own(use)) is doubted


@pytest.mark.parametrize(
    ("question", "row", "doubted"),
    [
        ("How many employees at the end of 2022?", "Average number of employees", True),
        ("How many employees in 2022?", "Average number of employees", False),
        ("How many employees at the end of 2022?", "Number of employees", False),
    ],
)
def test_an_average_is_not_what_there_was_on_a_day(question: str, row: str, doubted: bool) -> None:
    use = used(Figure("employees", kind="count"), said(row, unit=""), question=question)
    assert bool(averaged(use)) is doubted


@pytest.mark.parametrize(
    ("question", "row", "doubted"),
    [
        ("What were Acme's company sales?", "Total sales", True),
        ("What were Acme's company sales?", "Company sales", False),
        ("What were the company sales?", "Total sales", False),
        ("What were the company's sales?", "Total sales", False),
    ],
)
def test_what_the_company_itself_has_is_met(question: str, row: str, doubted: bool) -> None:
    use = used(Figure("sales", "net_sales"), said(row), question=question)
    assert bool(unmet_company(use)) is doubted


@pytest.mark.parametrize(
    ("question", "sentence", "doubted"),
    [
        ("How many kite shops does Acme own?", "882 kite shops either owned or serviced", True),
        ("How many kite shops does Acme run?", "882 kite shops either owned or serviced", False),
        ("How many shops owned or serviced?", "882 kite shops owned or serviced", False),
        ("How many kite shops does Acme own?", "882 kite shops owned by us", False),
    ],
)
def test_what_is_owned_is_not_counted_with_what_is_only_served(
    question: str, sentence: str, *, doubted: bool
) -> None:
    operand = replace(said(sentence), column="")
    use = used(Figure("kite shops", kind="count"), operand, question=question)
    assert bool(owned_or_else(use)) is doubted
