"""Questions that need several filings."""

from decimal import Decimal

from generator.companies import Company
from generator.gold import (
    MULTI,
    Gold,
    Place,
    amount,
    growth,
    millions,
    percent,
    place,
    rounded,
)
from generator.registrants import BRHS, CVIH, HPFD, HPKF, LMFO, MDWU, OSTL, QVNE


def _places(*wanted: tuple[Company, int, str]) -> tuple[Place, ...]:
    return tuple(place(*item) for item in wanted)


def _share(company: Company, year: int, key: str) -> Decimal:
    return 100 * amount(company, year, key) / amount(company, year, "revenue")


def several() -> list[Gold]:
    """Differences, sums, averages and comparisons over companies and years."""
    peak, pike = amount(HPFD, 2023, "revenue"), amount(HPKF, 2023, "revenue")
    capex = amount(CVIH, 2022, "capex") + amount(MDWU, 2022, "capex")
    income = amount(QVNE, 2023, "net_income") + amount(OSTL, 2023, "net_income")
    retail = (_share(LMFO, 2022, "operating") + _share(BRHS, 2022, "operating")) / 2
    margins = {t: _share(t, 2021, "gross_profit") for t in (LMFO, BRHS)}
    better = "Lumenfell Outfitters" if margins[LMFO] > margins[BRHS] else "Brindlewood"
    spread = abs(margins[LMFO] - margins[BRHS])
    stock = sum(amount(t, 2022, "inventories") for t in (HPFD, CVIH))
    return [
        Gold(MULTI, "What is the difference in fiscal 2023 net sales between Harbor Peak Foods and "
             "Harbor Pike Foods, in USD millions rounded to one decimal place?",
             millions(peak - pike, 1), "USD millions",
             _places((HPFD, 2023, "revenue"), (HPKF, 2023, "revenue"))),
        Gold(MULTI, "How many times as large as Harbor Pike Foods' FY2021 net sales were those of "
             "Harbor Peak Foods? Round to two decimal places.",
             rounded(amount(HPFD, 2021, "revenue") / amount(HPKF, 2021, "revenue"), 2), "",
             _places((HPFD, 2021, "revenue"), (HPKF, 2021, "revenue"))),
        Gold(MULTI, "What were the combined capital expenditures of Corvanta Industrial Holdings "
             "and Meridrake Water Utilities in FY2022, in USD millions?", millions(-capex),
             "USD millions", _places((CVIH, 2022, "capex"), (MDWU, 2022, "capex"))),
        Gold(MULTI, "What was the sum of net income of Quorvane Systems and Ostrelle "
             "Therapeutics in fiscal 2023, in USD millions with one decimal place?",
             millions(income, 1),
             "USD millions", _places((QVNE, 2023, "net_income"), (OSTL, 2023, "net_income"))),
        Gold(MULTI, "What was the average operating margin of Lumenfell Outfitters and Brindlewood "
             "Home Stores in fiscal 2022, in percent rounded to one decimal place?",
             rounded(retail, 1), "%",
             _places((LMFO, 2022, "operating"), (BRHS, 2022, "operating"))),
        Gold(MULTI, "Which company had the higher gross margin in FY2021, Lumenfell Outfitters or "
             "Brindlewood Home Stores?", better, "",
             _places((LMFO, 2021, "gross_profit"), (BRHS, 2021, "gross_profit"))),
        Gold(MULTI, "By how many percentage points did the FY2021 gross margins of Lumenfell "
             "Outfitters and Brindlewood Home Stores differ? Round to one decimal place.",
             rounded(spread, 1), "%",
             _places((LMFO, 2021, "gross_profit"), (BRHS, 2021, "gross_profit"))),
        Gold(MULTI, "By what percentage did Harbor Peak Foods' net sales grow from FY2019 to "
             "FY2023? Round to one decimal place.",
             growth(peak, amount(HPFD, 2019, "revenue")), "%",
             (*_places((HPFD, 2023, "revenue")), ("HPFD_2021_10K", "income/revenue"))),
        Gold(MULTI, "What was the total of inventories of Harbor Peak Foods and Corvanta "
             "Industrial Holdings at the end of fiscal 2022, in USD millions?",
             millions(Decimal(stock)),
             "USD millions", _places((HPFD, 2022, "inventories"), (CVIH, 2022, "inventories"))),
        Gold(MULTI, "What percentage of the combined FY2022 net income of Harbor Peak Foods and "
             "Corvanta did Corvanta earn? Round to one decimal place.",
             percent(amount(CVIH, 2022, "net_income"),
                     amount(CVIH, 2022, "net_income") + amount(HPFD, 2022, "net_income")), "%",
             _places((CVIH, 2022, "net_income"), (HPFD, 2022, "net_income"))),
    ]  # fmt: skip
