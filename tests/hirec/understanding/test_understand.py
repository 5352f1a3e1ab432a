"""What a question asks for, in the cases that its form alone does not show."""

import itertools

import pytest

from hirec.types import (
    Arithmetic,
    CompanyRef,
    Figure,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
    WantedFormat,
)
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")


def parsed(question: str, *companies: CompanyRef) -> ParsedQuestion:
    return understand(question, Scope(companies=companies or (ACME,)))


def figure(question: str) -> Figure:
    found = parsed(question)
    assert not found.unplaced
    (only,) = found.measures
    assert isinstance(only, Figure)
    return only


@pytest.mark.parametrize(
    ("question", "words", "concept", "part"),
    [
        (
            "What was Acme's subscription revenue in FY2021?",
            "subscription revenue",
            "revenue",
            "subscription",
        ),
        (
            "What were net sales of Acme's Flow Control segment in FY2022?",
            "net sales of Flow Control segment",
            "net_sales",
            "Flow Control segment",
        ),
        (
            "What were Acme's taxes paid related to net share settlement in FY2021?",
            "taxes paid related to net share settlement",
            "taxes_paid",
            "related to share settlement",
        ),
        (
            "What was Acme's non-operating income (expense) in FY2021?",
            "non-operating income (expense)",
            "other_income",
            "",
        ),
        ("net income attributable to Acme", "net income attributable", "net_income_parent", ""),
        ("Acme accrued interest on leases 2022", "accrued interest on leases", "", ""),
    ],
)
def test_no_word_of_a_figure_is_lost(question: str, words: str, concept: str, part: str) -> None:
    found = figure(question)
    assert found.words == words
    assert (found.concept, found.part.replace("( ", "(").replace(" )", ")")) == (concept, part)


def test_a_total_is_no_figure_per_share() -> None:
    found = figure("What was Acme's basic net income per common share in FY2022?")
    assert (found.concept, found.kind) == ("", "per_share")


def test_counts_and_outlooks_are_marked() -> None:
    assert figure("How many warehouses did Acme run in FY2022?").kind == "count"
    assert "expected" in figure("What capital expenditures does Acme expect for FY2024?").qualifiers


def test_brackets_repeat_a_name_or_belong_to_it() -> None:
    found = figure("What was Acme's cash from operations (operating cash flow) in FY2022?")
    assert found.words == "cash from operations"


@pytest.mark.parametrize(
    ("demand", "wanted"),
    [
        ("Answer in USD millions.", WantedFormat(6, money=True)),
        ("Answer in units of percents and round to one decimal place.", WantedFormat(0, 1, True)),
        ("Round to the nearest whole number.", WantedFormat(0, 0)),
        ("", WantedFormat()),
    ],
)
def test_how_the_result_is_to_be_printed(demand: str, wanted: WantedFormat) -> None:
    assert parsed(f"What was Acme's net income in FY2021? {demand}").wanted == wanted


def test_role_play_sources_and_instructions_ask_for_nothing() -> None:
    found = parsed(
        "You are an analyst and your only resource is the balance sheet. Here's the question: what "
        "is Acme's FY2021 working capital? Answer in USD millions and base your judgment on the "
        "balance sheet."
    )
    assert found.core == "what is Acme's FY2021 working capital"
    assert [f.concept for f in found.figures] == ["working_capital"]
    led = parsed("Using only the income statement, what was Acme's revenue in FY2021?")
    assert [f.words for f in led.figures] == ["revenue"]


def test_what_the_question_defines() -> None:
    found = parsed(
        "What is Acme's FY2021 cover? Cover is defined as: (operating income + interest expense) / "
        "average total debt between FY2020 and FY2021."
    )
    ((name, formula),) = found.definitions
    assert name == "Cover"
    assert isinstance(formula, Arithmetic)
    assert formula.sign == "/"


def test_every_member_of_a_range_is_a_period() -> None:
    found = parsed("In which quarter from Q3 2021 to Q2 2022 were Acme's net sales highest?")
    labels = [ref.period.label() for ref in found.periods]
    assert labels == ["Q3 FY2021", "Q4 FY2021", "Q1 FY2022", "Q2 FY2022"]


def test_the_end_of_a_year_is_a_day() -> None:
    found = parsed("How much debt did Acme have at the end of fiscal 2022?")
    assert [ref.period for ref in found.periods] == [Period(2022, months=0)]


def test_years_are_a_count_only_where_they_count() -> None:
    assert parsed("What was Acme's 3 year average revenue for FY2022?").years == 3
    assert parsed("What was Acme's revenue over the last three years?").latest
    assert parsed("What is Acme's five year credit line worth in FY2022?").years == 0


def test_figures_with_periods_of_their_own() -> None:
    found = parsed("What is Acme's FY2022 capital expenditures divided by FY2021 revenue?")
    assert [f.period.period.label() for f in found.figures if f.period] == ["FY2022", "FY2021"]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why did Acme's revenue grow in FY2021?", "reason"),
        ("What was Acme's tax benefit in FY2021 related to?", "reason"),
        ("Who is the auditor of Acme?", "person"),
        ("Describe Acme's business.", "description"),
        ("When did Acme close the merger?", "day"),
    ],
)
def test_what_asks_for_words(question: str, kind: str) -> None:
    found = parsed(question)
    assert (found.operation, found.asks_text) == (Operation.TEXT, kind)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What would Acme's net income have been in FY2021 without the sale?", "would"),
        ("What was the largest liability of Acme in FY2021?", "largest"),
        ("What was Acme's interest in FY2021 on notes issued in FY2020?", "2020"),
    ],
)
def test_what_is_not_understood_is_named(question: str, words: str) -> None:
    assert words in " ".join(parsed(question).unplaced)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("acme operting income 2022", "operating_income"),
        ("acme netincome 2022", "net_income"),
        ("acme opex 2022", "operating_expenses"),
        ("acme's d&a in 2022", "depreciation_amortization"),
    ],
)
def test_slips_and_short_forms_are_read_and_said_so(said: str, meant: str) -> None:
    found = parsed(said, CompanyRef("1", "Acme", "acme"))
    assert [f.concept for f in found.figures] == [meant]
    assert any("is read as" in reading for reading in found.readings)


@pytest.mark.parametrize("word", ["repurchased", "priceline", "standpoint", "outflows"])
def test_other_words_stay_as_they_are(word: str) -> None:
    assert not parsed(f"What were Acme's {word} costs in FY2022?").readings


SENTENCES = ("net income", "inventory turnover", "total debt to EBITDA", "capex as a % of revenue")
FILLERS = ("", "please ", "kindly tell me ", "I would like to know ", "could you give me ")
ADJUNCTS = ("of Acme", "in FY2022")


@pytest.mark.parametrize("asked", SENTENCES)
def test_fillers_order_and_case_change_nothing(asked: str) -> None:
    company = CompanyRef("1", "Acme", "Acme")
    meanings = set()
    for filler, adjuncts in itertools.product(FILLERS, itertools.permutations(ADJUNCTS)):
        question = f"{filler}the {asked} {' '.join(adjuncts)}"
        front = f"{filler}{adjuncts[0]}, the {asked} {adjuncts[1]}"
        for text in (question, question.lower(), front, question.capitalize()):
            found = understand(text, Scope(companies=(company,)))
            figures = tuple((f.concept, f.part) for f in found.figures)
            periods = tuple(ref.period for ref in found.periods)
            meanings.add((found.operation, figures, periods, found.unplaced))
    assert len(meanings) == 1


def test_a_period_of_the_scope_counts_where_none_is_said() -> None:
    scope = Scope(companies=(ACME,), periods=(PeriodRef(Period(2020), "2020"),))
    assert understand("What was Acme's revenue?", scope).periods == scope.periods


def test_a_payment_to_somebody_is_no_ratio() -> None:
    found = figure("What were Acme's dividends paid to noncontrolling interests in FY2022?")
    assert found.words == "dividends paid to noncontrolling interests"
    assert found.part == "to noncontrolling interests"


def test_changes_within_a_name_are_no_operation() -> None:
    question = "How much effect of exchange rate changes on cash did Acme report in FY2022?"
    assert parsed(question).operation is Operation.VALUE


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many stores did Acme operate in 2021?", "stores"),
        ("How many stores did Acme close in 2021?", "stores close"),
        ("Acme homes delivered 2021", "homes delivered"),
        ("Acme Q2 2021 film assets produced net", "film assets produced net"),
        ("How many paid subscriptions did Acme have in 2021?", "paid subscriptions"),
        ("Company-operated kiosks of Acme in 2021", "Company-operated kiosks"),
        ("How many kiosks were in the Acme system in 2021?", "kiosks in the system"),
    ],
)
def test_verbs_that_say_what_is_counted_are_kept_and_others_are_not(
    question: str, words: str
) -> None:
    assert figure(question).words == words


@pytest.mark.parametrize(
    "question",
    ["Average interest rate on Acme commercial paper 2021", "Acme commercial paper average rate"],
)
def test_a_rate_of_an_amount_is_not_that_amount(question: str) -> None:
    assert figure(question).concept == ""


def test_an_amount_per_share_is_no_count() -> None:
    assert figure("How many shares did Acme use for diluted EPS in 2021?").concept == ""


@pytest.mark.parametrize(
    "question",
    [
        "What was Acme's gross margin (gross profit as a percentage of net sales) in 2021?",
        "What was Acme's gross margin (gross profit / net sales) in 2021?",
        "What was Acme's gross margin (gross profit over net sales) in 2021?",
    ],
)
def test_a_quotient_in_brackets_defines_the_name_before_it(question: str) -> None:
    found = parsed(question)
    assert [figure.concept for figure in found.figures] == ["gross_margin"]
    ((_, formula),) = found.definitions
    assert isinstance(formula, Arithmetic)
    assert [side.words for side in (formula.left, formula.right) if isinstance(side, Figure)] == [
        "gross profit",
        "net sales",
    ]


def test_a_margin_of_a_profit_that_has_none_by_name_is_its_share_of_sales() -> None:
    (measure,) = parsed("What was Acme's Flow Control EBITA margin in 2021?").measures
    assert isinstance(measure, Arithmetic)
    assert [f.part for f in parsed("Acme Flow Control EBITA margin 2021").figures] == [
        "Flow Control",
        "Flow Control",
    ]


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Did Acme report a net loss in 2021?", Operation.NEGATIVE),
        ("Did Acme lose money in 2021?", Operation.NEGATIVE),
        ("Acme profitable in 2021?", Operation.POSITIVE),
        ("Acme current ratio above 1 in 2021, yes or no", Operation.ABOVE),
        ("Was Acme's inventory in 2021 higher than a year earlier?", Operation.ABOVE),
    ],
)
def test_a_condition_is_heard_in_the_name_the_verb_or_the_year(
    question: str, operation: Operation
) -> None:
    assert parsed(question).operation is operation


@pytest.mark.parametrize(
    "question",
    ["Acme net sales 2020 2021", "Acme net sales 2021 vs prior year", "Acme net sales, 2020-2021"],
)
def test_years_need_no_word_between_them_to_be_a_list(question: str) -> None:
    found = parsed(question)
    assert not found.unplaced
    assert [ref.period.label() for ref in found.periods] == ["FY2020", "FY2021"]


@pytest.mark.parametrize(
    ("question", "operation", "periods"),
    [
        ("How much higher was Acme's revenue in 2021 than in 2023?", "difference", [2023, 2021]),
        ("How much lower was Acme's revenue in 2023 than in 2021?", "difference", [2023, 2021]),
        ("How many times larger was Acme's revenue in 2022 than in 2020?", "ratio", [2022, 2020]),
        ("How many times as large as in 2020 was Acme's revenue in 2022?", "ratio", [2022, 2020]),
    ],
)
def test_what_is_held_against_what_follows_the_words_not_the_calendar(
    question: str, operation: str, periods: list[int]
) -> None:
    found = parsed(question)
    assert found.operation.value == operation
    assert [ref.period.fiscal_year for ref in found.periods] == periods


def test_the_company_is_no_word_of_what_is_named() -> None:
    assert parsed("How many shares of Acme are outstanding?").figures[0].words == (
        "shares outstanding"
    )
    assert parsed("What was the cost of Acme's revenue?").figures[0].words == "cost of revenue"


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("How much did Acme earn in 2021?", "net_income"),
        ("How much interest did Acme earn in 2021?", ""),
    ],
)
def test_what_is_earned_is_net_income_where_nothing_else_is_named(
    question: str, concept: str
) -> None:
    assert parsed(question).figures[0].concept == concept


def test_a_quarter_is_no_change_from_a_year_but_of_a_balance() -> None:
    assert parsed("How much did Acme's revenue grow from fiscal 2022 to Q3 2023?").unplaced
    assert not parsed("How much did Acme's cash change from fiscal 2022 to Q3 2023?").unplaced


def test_which_of_two_is_asked_though_the_amounts_are_asked_too() -> None:
    bolt = CompanyRef("2", "Bolt Inc", "Bolt")
    question = "Between Acme and Bolt, whose revenue fell more in percent in 2021, and by how much?"
    found = parsed(question, ACME, bolt)
    assert (found.operation, found.moving) == (Operation.SMALLEST, Operation.GROWTH)


def test_a_customer_is_a_part_of_what_is_sold() -> None:
    bolt = CompanyRef("2", "Bolt Inc", "Bolt")
    found = parsed("What share of Acme's net sales went to Bolt in 2021?", ACME, bolt)
    (measure,) = found.measures
    assert isinstance(measure, Arithmetic)
    assert [figure.part for figure in found.figures] == ["Bolt", ""]
    assert [company.name for company in found.companies] == ["Acme Corp"]


def test_a_country_in_lower_case_is_no_pronoun() -> None:
    assert figure("acme us boat revenue 2021").part == "US boat"
    assert figure("tell us Acme's boat revenue in 2021").part == "boat"


@pytest.mark.parametrize(
    ("question", "words", "period"),
    [
        ("How much was left under Acme's 2023 program at June 30, 2023?", "program", "2023-06-30"),
        ("What was available under Acme's 2026 revolver in Q2 2023?", "revolver", "Q2 FY2023"),
    ],
)
def test_a_year_that_names_a_thing_is_no_period(question: str, words: str, period: str) -> None:
    found = parsed(question)
    assert [ref.period.label() for ref in found.periods] == [period]
    assert words in found.figures[0].words


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("How much did Acme lose in the second quarter of 2023?", "net_income"),
        ("combined headcount of Acme and Bolt at year end 2023", "employees"),
    ],
)
def test_everyday_words_name_a_figure(question: str, concept: str) -> None:
    found = parsed(question, ACME, CompanyRef("2", "Bolt Inc", "Bolt"))
    assert [one.concept for one in found.figures] == [concept]
