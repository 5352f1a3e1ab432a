import pytest

from hirec.analysts.rule.wording import read_wording


def test_role_play_and_instructions_are_taken_away() -> None:
    wording = read_wording(
        "You are an investment banker and your only resource is the balance sheet. Here's the "
        "question: what is the FY2015 operating cash flow ratio for Adobe? Operating cash flow "
        "ratio is defined as: cash from operations / total current liabilities. Round your "
        "answer to two decimal places."
    )
    assert wording.core == "what is the FY2015 operating cash flow ratio for Adobe"
    assert wording.definitions == (
        ("Operating cash flow ratio", "cash from operations / total current liabilities"),
    )
    assert wording.decimals == 2


@pytest.mark.parametrize(
    ("question", "scale", "decimals", "percent"),
    [
        ("What is inventory? Answer in USD millions.", 6, None, False),
        ("How much (in USD billions) did it pay?", 9, None, False),
        (
            "What is the margin? Answer in units of percents and round to one decimal place.",
            0,
            1,
            True,
        ),
        ("What is capex in thousands of dollars, to the nearest whole number?", 3, 0, False),
        ("What is COGS as a % of revenue?", 0, None, False),
        ("What was revenue?", 0, None, False),
    ],
)
def test_output_format(question: str, scale: int, decimals: int | None, percent: bool) -> None:
    wording = read_wording(question)
    assert (wording.scale, wording.decimals, wording.percent) == (scale, decimals, percent)


def test_definition_with_define() -> None:
    wording = read_wording(
        "What is the FY2022 unadjusted EBITDA less capex for PepsiCo? Define unadjusted EBITDA as "
        "unadjusted operating income + depreciation and amortization. Answer in USD millions."
    )
    assert wording.definitions == (
        ("unadjusted EBITDA", "unadjusted operating income + depreciation and amortization"),
    )


def test_a_choice_keeps_its_members() -> None:
    core = read_wording("Among operations, investing, and financing, which was highest?").core
    assert core.startswith("Among operations")


@pytest.mark.parametrize(
    ("question", "core"),
    [
        ("Tell me Nike's revenue for 2022", "Nike's revenue for 2022"),
        ("Could you please give me Nike's EPS in FY2022?", "Nike's EPS in FY2022"),
        ("I'd like to know how much Nike paid for tax.", "how much Nike paid for tax"),
        ("Please show us what drove growth?", "what drove growth"),
        ("Did Nike's revenue go up in FY2022?", "Did Nike's revenue increase in FY2022"),
        ("Have costs gone down since FY2021?", "Have costs decrease since FY2021"),
    ],
)
def test_what_people_say_is_read_as_what_they_ask(question: str, core: str) -> None:
    assert read_wording(question).core == core
