"""Words that mean something else beside others."""

import pytest

from hirec.grounding.nouns import read_noun
from hirec.types import Arithmetic, CompanyRef, Figure, Operation, ParsedQuestion, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")


def parsed(question: str) -> ParsedQuestion:
    return understand(question, Scope(companies=(ACME,)))


def share(question: str) -> tuple[str, str]:
    """Part and whole of a share, in their own words."""
    found = parsed(question)
    assert not found.unplaced, found.unplaced
    (measure,) = found.measures
    assert isinstance(measure, Arithmetic)
    assert isinstance(measure.left, Figure)
    assert isinstance(measure.right, Figure)
    return measure.left.words, measure.right.words


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of total ferry routes were in Norway in 2021?",
        "What percentage of total ferry routes where in Norway in 2021?",
        "In 2021, what portion of the total ferry routes in Norway?",
        "Norway represented what share of total ferry routes in 2021?",
        "What percentage does Norway make up of total ferry routes in 2021?",
        "Of total ferry routes in 2021, what percent was Norway?",
        "What slice of total ferry routes was Norway in 2021?",
        "What proportion of total ferry routes did Norway account for in 2021?",
    ],
)
def test_a_part_is_told_from_its_whole_in_any_order(question: str) -> None:
    part, whole = share(question)
    assert "Norway" in part
    assert "Norway" not in whole
    assert whole == "total ferry routes"


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("What is the proportion of harbour dues of the total fees?", "harbour dues", "total fees"),
        ("What percent of goodwill to the total assets was it?", "goodwill", "total assets"),
        ("What fraction of total assets was goodwill in 2021?", "goodwill", "total assets"),
        ("What share of inventories over total assets is that?", "inventories", "total assets"),
    ],
)
def test_a_whole_is_called_a_total_or_holds_items_of_its_own(
    question: str, part: str, whole: str
) -> None:
    said = share(question)
    assert said[0].startswith(part)
    assert said[1].startswith(whole)


def test_a_dash_subtracts_only_what_the_lexicon_knows_on_both_sides() -> None:
    named = parsed("What was Acme's minority interest - Ferries in 2021?")
    assert [figure.words for figure in named.figures] == ["minority interest - Ferries"]
    assert isinstance(parsed("EBITDA - capex, Acme, 2021").measures[0], Arithmetic)


@pytest.mark.parametrize(
    "question",
    [
        "Quick one: Acme, inventories, 2021?",
        "How large was inventories at Acme in 2021?",
        "need inventories of Acme for 2021",
        "I'm after Acme's inventories in 2021.",
        "What figure does Acme print under inventories in 2021?",
        "Would someone tell me the inventories Acme had in 2021?",
        "Acme's inventories in 2021, if you have it",
        "Looking ahead to the vote, what were Acme's inventories in 2021?",
        "A friend claims to know Acme's inventories in 2021. What is it?",
    ],
)
def test_what_leads_up_to_a_figure_narrows_nothing(question: str) -> None:
    found = parsed(question)
    assert not found.unplaced
    assert [(f.words, f.concept, f.part) for f in found.figures] == [
        ("inventories", "inventories", "")
    ]


def test_a_part_said_in_front_still_narrows() -> None:
    found = parsed("For the ferry segment, what was Acme's operating income in 2021?")
    assert found.figures[0].part == "ferry segment"


def test_negation_is_never_lost() -> None:
    found = parsed("What percentage of ferry routes is not open in 2021?")
    assert any("not" in figure.qualifiers for figure in found.figures)


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("What was the fair value of Acme's employee options in 2021?", ""),
        ("What was the effect of the storm on Acme's net income in 2021?", ""),
        ("What was Acme's ferry revenue in 2021?", "revenue"),
        ("What was the sale of the Oslo yard worth to Acme in 2021?", ""),
    ],
)
def test_a_concept_counts_only_where_it_is_what_is_named(question: str, concept: str) -> None:
    assert [figure.concept for figure in parsed(question).figures] == [concept]


def test_lengths_describe_what_is_named() -> None:
    found = parsed("What were Acme's leases of more than 5 years worth in 2021?")
    assert not found.unplaced
    assert "more than 5 years" in found.figures[0].words


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Was Acme's gross margin under 40% in 2021?", Operation.BELOW),
        ("Was Acme's gross margin less than 40% in 2021?", Operation.BELOW),
        ("Did Acme's gross margin exceed 40% in 2021?", Operation.ABOVE),
        ("Is it true that Acme's net income fell in 2021?", Operation.FELL),
        ("Was Acme profitable in 2021?", Operation.POSITIVE),
        ("When was Acme's revenue highest, 2019, 2020 or 2021?", Operation.LARGEST),
        ("Was Acme's revenue higher in 2020 or 2021?", Operation.LARGEST),
        ("Was Acme's debt lower in 2020 or 2021?", Operation.SMALLEST),
        ("Was Acme's revenue higher in 2021 than in 2020?", Operation.ABOVE),
        ("How much higher was Acme's revenue in 2021 than in 2020?", Operation.DIFFERENCE),
        ("Did Acme's inventories go up or down in 2021?", Operation.DIRECTION),
        ("Acme inventories up or down in 2021", Operation.DIRECTION),
        ("By how much were Acme's inventories higher or lower in 2021?", Operation.DIFFERENCE),
        ("2021 minus 2020 revenue of Acme", Operation.DIFFERENCE),
        ("What was the sum of Acme's revenue in 2020 and 2021?", Operation.SUM),
        ("What was the highest gross margin of Acme?", Operation.MAXIMUM),
        ("By how many stores did Acme grow in 2021?", Operation.DIFFERENCE),
        ("How much did Acme's revenue grow in 2021?", Operation.GROWTH),
    ],
)
def test_what_is_done(question: str, operation: Operation) -> None:
    found = parsed(question)
    assert not found.unplaced
    assert found.operation is operation


@pytest.mark.parametrize("said", ["make a loss", "report a loss"])
def test_what_a_part_earns_is_its_own_profit(said: str) -> None:
    found = parsed(f"Did Acme's Retail segment {said} in 2021?")
    assert found.operation is Operation.NEGATIVE
    (figure,) = found.figures
    assert (figure.concept, figure.part) == ("operating_income", "Retail segment")


def test_a_loss_on_something_is_no_loss_of_the_company() -> None:
    found = parsed("Did Acme report a loss on debt extinguishment in 2021?")
    assert "loss" in found.figures[0].words


def test_a_percentage_change_is_taken_of_what_changes() -> None:
    found = parsed("What was the percentage change in cash and cash equivalents from 2020 to 2021?")
    assert (found.operation, found.figures[0].concept) == (Operation.GROWTH, "cash")


def test_sums_of_several_are_arithmetic() -> None:
    (measure,) = parsed("What was the sum of ferry fares and harbour dues in 2021?").measures
    assert isinstance(measure, Arithmetic)
    assert measure.sign == "+"


def test_what_falls_due_has_a_year_of_its_own() -> None:
    found = parsed("As of December 31, 2021, what percentage of total debt is due in 2024?")
    assert not found.unplaced
    assert [f.period.period.label() if f.period else "" for f in found.figures] == ["FY2024", ""]
    assert [ref.period.label() for ref in found.periods] == ["2021-12-31"]


def test_figures_with_days_of_their_own_are_no_series() -> None:
    found = parsed("What is the ratio of Acme's notes due in 2031 to its notes due in 2029?")
    assert found.operation is Operation.VALUE


def test_every_quarter_of_a_year() -> None:
    found = parsed("What was Acme's revenue in every quarter of 2021?")
    labels = [ref.period.label() for ref in found.periods]
    assert labels == [f"Q{number} FY2021" for number in range(1, 5)]


def test_a_second_figure_leaves_out_what_the_first_has_said() -> None:
    found = parsed("How much more revenue came from ferries as compared to trains at Acme in 2021?")
    assert [f.concept for f in found.figures] == ["revenue", "revenue"]
    assert "trains" in found.figures[1].part


@pytest.mark.parametrize(
    ("question", "concepts"),
    [
        ("acme roa 2021", ["return_on_assets"]),
        ("acme roe 2021", ["return_on_equity"]),
        ("receive turnover of Acme in 2021", ["receivables_turnover"]),
        ("waht was acme's revenue in 2021", ["revenue"]),
        ("What did Acme pay in income taxes in 2021?", ["taxes_paid"]),
        ("How much income tax did Acme pay in 2021?", ["taxes_paid"]),
        ("How much interest did Acme pay in 2021?", ["interest_paid"]),
        ("What was Acme's income taxes in 2021?", ["income_tax"]),
    ],
)
def test_short_forms_slips_and_verbs_name_concepts(question: str, concepts: list[str]) -> None:
    assert [figure.concept for figure in parsed(question).figures] == concepts


def test_the_first_word_of_a_compound_asks_for_nothing_else() -> None:
    found = parsed("What were company-run ferry sales of Acme in 2021?")
    assert found.choose == ""
    assert "company-run" in found.figures[0].words


@pytest.mark.parametrize("joint", ["through", "thru", "to", "until"])
def test_years_from_one_to_another(joint: str) -> None:
    found = parsed(f"Acme revenue 2018 {joint} 2021")
    assert [ref.period.fiscal_year for ref in found.periods] == [2018, 2019, 2020, 2021]
    assert not found.unplaced


def test_a_share_is_said_behind_its_part_too() -> None:
    found = parsed("Acme ferry share of sales 2021")
    assert isinstance(found.measures[0], Arithmetic)
    assert [figure.part for figure in found.figures] == ["ferry", ""]
    assert parsed("Acme earnings per share 2021").figures[0].concept == "eps"


@pytest.mark.parametrize(
    "question",
    [
        "What was the ferry division's share of Acme's sales in 2021?",
        "Acme ferry sales as % of total 2021",
    ],
)
def test_a_part_is_held_against_the_whole_company(question: str) -> None:
    found = parsed(question)
    assert not found.unplaced
    assert [bool(figure.part) for figure in found.figures] == [True, False]
    assert {figure.concept for figure in found.figures} == {"net_sales"}


def test_the_point_of_an_abbreviation_ends_no_sentence() -> None:
    found = parsed("What share of Acme's 2021 sales came from U.S. Retail Ferries?")
    assert found.figures[0].part == "U.S. Retail Ferries"


def test_an_amount_per_item_is_no_total() -> None:
    assert parsed("Acme ferry revenue per unit 2021").figures[0].concept == ""


def test_a_quarter_is_chosen_among_those_of_its_year() -> None:
    found = parsed("Which quarter of 2021 had the highest revenue at Acme?")
    assert [ref.period.fiscal_quarter for ref in found.periods] == [1, 2, 3, 4]


def test_what_is_expected_for_a_later_year_is_that_years() -> None:
    found = parsed("Acme fiscal 2021 amortization expected for 2024")
    assert not found.unplaced
    assert found.figures[0].period is not None
    assert found.figures[0].period.period.fiscal_year == 2024


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("What were Acme's other assets, current?", "other_current_assets"),
        ("How did Acme's earnings per share, basic, grow?", "eps_basic"),
        ("What was Acme's current revenue?", "revenue"),
    ],
)
def test_a_name_is_known_in_any_order_of_its_words(question: str, concept: str) -> None:
    assert [figure.concept for figure in parsed(question).figures] == [concept]


@pytest.mark.parametrize(
    "question", ["How does Acme record inventories?", "How do they account for goodwill?"]
)
def test_how_something_is_recorded_asks_for_words(question: str) -> None:
    assert parsed(question).operation is Operation.TEXT


@pytest.mark.parametrize(
    "question",
    [
        "What was the Harbour Division's share of Acme's operating profit in 2021?",
        "Harbour share of operating profit Acme 2021",
        "What share of operating profit came from the U.S. Harbour business?",
    ],
)
def test_a_share_of_what_is_earned_has_its_part_in_front_or_behind(question: str) -> None:
    part, whole = share(question)
    assert "Harbour" in part
    assert whole == "operating profit"


def test_who_gets_a_part_of_what_is_earned_is_no_whole() -> None:
    part, whole = share("Acme percentage of sales to the navy in 2021")
    assert (part, whole) == ("sales to navy", "sales")


@pytest.mark.parametrize(
    ("question", "among"),
    [
        ("Which of Acme's three divisions grew the fastest in 2021?", "segment"),
        ("Which product line of Acme shrank in 2021?", "product"),
        ("Which major product line of Acme grew fastest in 2021?", "product"),
        ("From which country did Acme get the highest sales in 2021?", "region"),
        ("Which ferry route at Acme had the lowest sales in 2021?", "ferry route"),
        ("In which year between 2019 and 2021 were Acme's sales highest?", "year"),
        ("Which segment drove Acme's growth in 2021?", "segment"),
    ],
)
def test_the_noun_behind_which_is_what_is_chosen_among(question: str, among: str) -> None:
    found = parsed(question)
    assert found.choose == among
    assert found.among_parts is (among != "year")


def test_what_fell_most_has_the_smallest_change() -> None:
    found = parsed("In which year between 2019 and 2021 did Acme's revenue fall the most?")
    assert (found.operation, found.moving) == (Operation.SMALLEST, Operation.DIFFERENCE)
    grown = parsed("In which year between 2019 and 2021 did Acme's revenue rise the fastest?")
    assert (grown.operation, grown.moving) == (Operation.LARGEST, Operation.GROWTH)


def test_the_largest_loss_is_the_smallest_income() -> None:
    lost = parsed("In which year between 2019 and 2021 was Acme's net loss the largest?")
    assert (lost.operation, lost.figures[0].concept) == (Operation.SMALLEST, "net_income")
    earned = parsed("In which year between 2019 and 2021 was Acme's net income the largest?")
    assert earned.operation is Operation.LARGEST


def test_what_a_company_did_names_no_figure() -> None:
    found = parsed("How much gross profit did Acme manage on ferries in 2021?")
    assert found.figures[0].words == "gross profit on ferries"
    held = parsed("How much debt did Acme retire in 2021?").figures[0]
    assert held.part == "retire"


def test_a_course_over_several_years_is_a_series() -> None:
    over = parsed("How did Acme's revenue develop from 2018 to 2021?")
    assert over.operation is Operation.SERIES
    once = parsed("How did Acme's ferry revenue develop in 2021, in percent?")
    assert (once.operation, once.figures[0].part) == (Operation.GROWTH, "ferry")


def test_how_much_of_what_was_said_before_is_an_amount() -> None:
    asked = parsed("How much of that was harbour dues in 2021?")
    assert (asked.operation, asked.figures[0].words) == (Operation.VALUE, "harbour dues")
    assert asked.figure_asked


def test_words_behind_a_company_name_a_part_of_it_before_a_colon_too() -> None:
    (figure,) = parsed("Acme automotive: gross margin 2023").measures
    assert isinstance(figure, Figure)
    assert figure.part == "automotive"
    (figure,) = parsed("Quick question on Acme: gross margin 2023").measures
    assert isinstance(figure, Figure)
    assert not figure.part


def test_a_change_of_a_count_counts_what_changed() -> None:
    found = parsed("By how many people did Acme's workforce grow in 2021?")
    (figure,) = found.measures
    assert isinstance(figure, Figure)
    noun = read_noun(figure.counted)
    assert noun is not None
    assert (noun.noun, noun.words) == (read_noun("employees").noun, frozenset())  # type: ignore[union-attr]
    assert found.operation is Operation.DIFFERENCE


def test_what_is_earned_before_taxes_is_income() -> None:
    found = parsed("Which Acme segment earned the most before taxes in 2021?")
    assert [figure.concept for figure in found.figures] == ["pretax_income"]
    found = parsed("How much did Acme pay before taxes in 2021?")
    assert [figure.concept for figure in found.figures] != ["pretax_income"]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("share of Acme's 2021 revenue from appliances", "appliances"),
        ("share of Acme's revenue from greater china 2021", "greater china"),
        ("Which share of Acme's revenue came from appliances in 2021?", "appliances"),
    ],
)
def test_a_share_of_what_comes_from_somewhere(question: str, part: str) -> None:
    found = parsed(question)
    assert not found.unplaced
    (share,) = found.measures
    assert isinstance(share, Arithmetic)
    assert part in getattr(share.left, "words", "")
