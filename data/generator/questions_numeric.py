"""Questions answered from table cells of one filing."""

from dataclasses import replace
from decimal import Decimal

from generator.companies import Company
from generator.events import pay
from generator.facts import annual_meeting, votes, year_facts
from generator.gold import (
    TABLE,
    Gold,
    amount,
    annual,
    books_of,
    cells,
    growth,
    millions,
    percent,
    place,
    rounded,
)
from generator.registrants import BRHS, CVIH, HPFD, HPKF, LMFO, MDWU, OSTL, QVNE


def _lookup(ask: str, company: Company, year: int, key: str, places: int = 0) -> Gold:
    value = abs(amount(company, year, key)) if key == "capex" else amount(company, year, key)
    return Gold(TABLE, ask, millions(value, places), "USD millions", (place(company, year, key),),
                cells=cells(company, year, key))  # fmt: skip


def lookups() -> list[Gold]:
    """One cell of an annual report."""
    eps = amount(CVIH, 2023, "eps_diluted")
    flow = Decimal(books_of(CVIH).span(2022).segments["Flow Control"][0]) * 10**6
    digital = Decimal(books_of(LMFO).span(2023).segments["Digital"][0]) * 10**6
    region = Decimal(books_of(MDWU).span(2023).regions["Pennsylvania"]) * 10**6
    stores = year_facts(LMFO, 2023, books_of(LMFO).span(2023)).stores_end
    return [
        _lookup("What was Harbor Peak Foods' total net sales in fiscal year 2022? Answer in USD "
                "millions.", HPFD, 2022, "revenue"),
        _lookup("What is the year end FY2021 total amount of inventories for Harbor Pike Foods? "
                "Answer in USD millions, rounded to one decimal place. Base your judgments on the "
                "balance sheet.", HPKF, 2021, "inventories", 1),
        _lookup("What is the FY2022 capital expenditure amount (in USD millions) for Lumenfell "
                "Outfitters? Use the details shown within the statement of cash flows.",
                LMFO, 2022, "capex"),
        Gold(TABLE, "What was Brindlewood Home Stores' net income in fiscal 2023, in USD "
             "thousands?",
             rounded(amount(BRHS, 2023, "net_income") / 1000), "USD thousands",
             (place(BRHS, 2023, "net_income"),), cells=cells(BRHS, 2023, "net_income")),
        _lookup("How much did Quorvane Systems spend on research and development in FY2023? Give "
                "the answer in USD millions and round to one decimal place.",
                QVNE, 2023, "research", 1),
        _lookup("What was total revenue of Quorvane Systems in fiscal 2023 in USD millions (one "
                "decimal place)?", QVNE, 2023, "revenue", 1),
        _lookup("What was Ostrelle Therapeutics' net income or net loss for FY2021 (in USD "
                "millions, one decimal place; a loss is negative)?", OSTL, 2021, "net_income", 1),
        Gold(TABLE, "What were the diluted earnings per share of Corvanta Industrial Holdings in "
             "fiscal 2023?", rounded(eps, 2), "USD/shares", (place(CVIH, 2023, "eps_diluted"),),
             cells=cells(CVIH, 2023, "eps_diluted")),
        _lookup("According to the balance sheet, how much in total assets did Meridrake Water "
                "Utilities have at the end of FY2022? Answer in USD millions.",
                MDWU, 2022, "assets"),
        _lookup("What was the amount of deferred revenue on the balance sheet of Quorvane Systems "
                "at June 30, 2021, in USD millions with one decimal place?",
                QVNE, 2021, "deferred_revenue", 1),
        _lookup("What was the total shareholders' equity of Harbor Peak Foods at December 31, 2022 "
                "(in USD millions)?", HPFD, 2022, "equity"),
        Gold(TABLE, "What were net sales of Corvanta's Flow Control segment in fiscal 2022, in USD "
             "millions?", millions(flow), "USD millions", (("CVIH_2022_10K", "segments"),),
             cells=(("CVIH_2022_10K", "segments/sales:Flow Control", 0),)),
        Gold(TABLE, "How much of Lumenfell's fiscal 2023 net sales came from its Digital "
             "segment, in USD millions?",
             millions(digital), "USD millions", (("LMFO_2023_10K", "segments"),),
             cells=(("LMFO_2023_10K", "segments/sales:Digital", 0),)),
        Gold(TABLE, "What operating revenues did Meridrake Water Utilities earn in Pennsylvania in "
             "FY2023? Answer in USD millions.", millions(region), "USD millions",
             (("MDWU_2023_10K", "regions"),),
             cells=(("MDWU_2023_10K", "regions/region:Pennsylvania", 0),)),
        Gold(TABLE, "How many stores did Lumenfell Outfitters operate at the end of fiscal 2023?",
             str(stores), "", (("LMFO_2023_10K", "stores"),)),
    ]  # fmt: skip


def proxies_and_votes() -> list[Gold]:
    """One cell of a proxy statement or of the results of a meeting."""
    chief = BRHS.chief_executive
    total = sum(pay(BRHS, 2022)[chief])
    meeting = annual_meeting(HPFD, 2022)
    ballots = votes(HPFD, 2022, books_of(HPFD).span(2022).outstanding)
    auditor = ballots[-3]
    return [
        Gold(TABLE, f"What was the total compensation of {chief}, chief executive of Brindlewood "
             "Home Stores, for fiscal 2022 according to the summary compensation table, in USD?",
             str(total), "USD", (("BRHS_2022_DEF14A", "pay"),)),
        Gold(TABLE, "How many votes were cast for the ratification of the independent auditor at "
             "the 2023 annual meeting of Harbor Peak Foods?", str(auditor.votes_for), "shares",
             ((f"HPFD_{meeting.isoformat()}_8K", "votes"),)),
    ]  # fmt: skip


def quarters() -> list[Gold]:
    """Questions on a single quarter."""
    cash = amount(HPFD, 2023, "cash", 1, 1)
    return [
        Gold(TABLE, "What were Harbor Peak Foods' net sales in the second quarter of fiscal "
             "2023, in USD millions?",
             millions(amount(HPFD, 2023, "revenue", 2, 2)), "USD millions",
             (("HPFD_2023Q2_10Q", "income/revenue"),),
             cells=(("HPFD_2023Q2_10Q", "income/revenue", 0),)),
        Gold(TABLE, "What was the net income of Harbor Pike Foods for Q3 of FY2022 (in USD "
             "millions, one decimal place)?", millions(amount(HPKF, 2022, "net_income", 3, 3), 1),
             "USD millions", (("HPKF_2022Q3_10Q", "income/net_income"),),
             cells=(("HPKF_2022Q3_10Q", "income/net_income", 0),)),
        Gold(TABLE, "How much cash and cash equivalents did Harbor Peak Foods hold as of March 31, "
             "2023? Answer in USD millions.", millions(cash), "USD millions",
             (("HPFD_2023Q1_10Q", "balance/cash"),),
             cells=(("HPFD_2023Q1_10Q", "balance/cash", 0),)),
        Gold(TABLE, "What operating cash flow did Lumenfell Outfitters generate in the twenty-six "
             "weeks ended July 29, 2023? Answer in USD millions.",
             millions(amount(LMFO, 2023, "operating_cash", 1, 2)), "USD millions",
             (("LMFO_2023Q2_10Q", "cash/operating_cash"),)),
        Gold(TABLE, "By what percentage did Corvanta's net sales change in Q2 of FY2023 compared "
             "with the same quarter of the prior year? Round to one decimal place.",
             growth(amount(CVIH, 2023, "revenue", 2, 2), amount(CVIH, 2022, "revenue", 2, 2)),
             "%", (("CVIH_2023Q2_10Q", "income/revenue"),),
             cells=tuple(("CVIH_2023Q2_10Q", "income/revenue", n) for n in (0, 1))),
        Gold(TABLE, "What were Brindlewood's net sales in the fourth quarter of fiscal 2023, in "
             "USD millions with one decimal place?",
             millions(amount(BRHS, 2023, "revenue", 4, 4), 1),
             "USD millions", (("BRHS_2023Q4_EARNINGS", "income/revenue"),
                              ("BRHS_2023_10K", "quarters")), any_evidence=True),
    ]  # fmt: skip


def restated() -> list[Gold]:
    """Figures of a year that a later filing corrected: the later filing wins."""
    asked = (
        ("What was Harbor Pike Foods' cost of goods sold in fiscal 2022? Answer in USD millions, "
         "rounded to one decimal place.", "cost"),
        ("What is Harbor Pike Foods Corporation's FY2022 net income as restated, in USD millions "
         "with one decimal place?", "net_income"),
    )  # fmt: skip
    return [
        Gold(TABLE, question, millions(amount(HPKF, 2022, key), 1), "USD millions",
             (place(HPKF, 2022, key), (annual(HPKF, 2022), f"restatement/{key}")),
             any_evidence=True, cells=cells(HPKF, 2022, key))
        for question, key in asked
    ]  # fmt: skip


def _ratio(ask: str, answer: str, unit: str, company: Company, year: int, *keys: str) -> Gold:
    places = tuple(place(company, year, key.partition("-")[0]) for key in keys)
    return Gold(TABLE, ask, answer, unit, places, cells=cells(company, year, *keys))


_SHARES = {"gross_profit": "gross", "net_income": "net", "operating": "operating"}
"""Rows of management's summary that state a margin outright."""


def _margin(ask: str, company: Company, year: int, part: str) -> Gold:
    answer = percent(amount(company, year, part), amount(company, year, "revenue"))
    found = _ratio(ask, answer, "%", company, year, part, "revenue")
    share = _SHARES.get(part)
    own = (annual(company, year), f"summary/{share}")
    return replace(found, places=(*found.places, own)) if share else found


def _average(company: Company, year: int, key: str) -> Decimal:
    return (amount(company, year, key) + amount(company, year - 1, key)) / 2


def margins_and_growth() -> list[Gold]:
    """Margins, growth and averages over years."""
    years = (2021, 2022, 2023)
    margins = [amount(CVIH, y, "operating") / amount(CVIH, y, "revenue") for y in years]
    return [
        _margin("What is Harbor Peak Foods' FY2022 gross margin (gross profit as a percentage of "
                "net sales)? Round to one decimal place.", HPFD, 2022, "gross_profit"),
        _margin("What were research and development expenses as a percentage of net product "
                "revenue for Ostrelle Therapeutics in FY2023? Answer in percent with one decimal "
                "place.",
                OSTL, 2023, "research"),
        _margin("What was the FY2022 net profit margin of Brindlewood Home Stores, in percent and "
                "rounded to one decimal place?", BRHS, 2022, "net_income"),
        _ratio("What was the year-over-year growth of net sales of Brindlewood Home Stores from "
               "FY2022 to FY2023, in percent to one decimal place?",
               growth(amount(BRHS, 2023, "revenue"), amount(BRHS, 2022, "revenue")), "%",
               BRHS, 2023, "revenue", "revenue-1"),
        _ratio("What is Lumenfell Outfitters' year-over-year change in unadjusted operating income "
               "from FY2021 to FY2022 (in units of percents and round to one decimal place)?",
               growth(amount(LMFO, 2022, "operating"), amount(LMFO, 2021, "operating")), "%",
               LMFO, 2022, "operating", "operating-1"),
        _ratio("What is the FY2021 - FY2023 3 year average operating margin (as a %) for Corvanta "
               "Industrial Holdings? Round to one decimal place.",
               rounded(100 * sum(margins, Decimal(0)) / 3, 1), "%",
               CVIH, 2023, *(f"{k}-{n}" for k in ("operating", "revenue") for n in range(3))),
    ]  # fmt: skip


def ratios() -> list[Gold]:
    """Ratios with their definition in the question."""
    ebitda = amount(HPFD, 2023, "operating") + amount(HPFD, 2023, "depreciation")
    stock = amount(HPKF, 2023, "inventories") - amount(HPKF, 2022, "inventories")
    payable = 365 * _average(HPKF, 2023, "payables")
    return [
        _ratio("What is FY2023 days payable outstanding (DPO) for Harbor Pike Foods? DPO is "
               "defined as: 365 * (average accounts payable between FY2022 and FY2023) / (FY2023 "
               "COGS + change in inventory between FY2022 and FY2023). Round your answer to two "
               "decimal places.", rounded(payable / (amount(HPKF, 2023, "cost") + stock), 2), "",
               HPKF, 2023, "payables", "payables-1", "cost", "inventories", "inventories-1"),
        _ratio("What is Lumenfell's FY2022 inventory turnover ratio? Inventory turnover ratio is "
               "defined as: (FY2022 COGS) / (average inventory between FY2021 and FY2022). Round "
               "to two decimal places.",
               rounded(amount(LMFO, 2022, "cost") / _average(LMFO, 2022, "inventories"), 2), "",
               LMFO, 2022, "cost", "inventories", "inventories-1"),
        _ratio("What is the FY2022 operating cash flow ratio for Quorvane Systems? Operating cash "
               "flow ratio is defined as: cash from operations / total current liabilities. Round "
               "your answer to two decimal places.",
               rounded(amount(QVNE, 2022, "operating_cash")
                       / amount(QVNE, 2022, "current_liabilities"), 2), "",
               QVNE, 2022, "operating_cash", "current_liabilities"),
        _ratio("Considering the data in the balance sheet, what is Meridrake's FY2023 working "
               "capital ratio? Define working capital ratio as total current assets divided by "
               "total current liabilities. Round to two decimal places.",
               rounded(amount(MDWU, 2023, "current_assets")
                       / amount(MDWU, 2023, "current_liabilities"), 2), "",
               MDWU, 2023, "current_assets", "current_liabilities"),
        _ratio("What is the FY2023 unadjusted EBITDA % margin for Harbor Peak Foods? Calculate "
               "unadjusted EBITDA using unadjusted operating income and depreciation and "
               "amortization from the cash flow statement. Round to one decimal place.",
               percent(ebitda, amount(HPFD, 2023, "revenue")), "%",
               HPFD, 2023, "operating", "depreciation"),
        _ratio("What is the FY2022 fixed asset turnover ratio for Meridrake Water Utilities? Fixed "
               "asset turnover ratio is defined as: FY2022 revenue / (average PP&E between FY2021 "
               "and FY2022). Round your answer to two decimal places.",
               rounded(amount(MDWU, 2022, "revenue") / _average(MDWU, 2022, "property"), 2), "",
               MDWU, 2022, "revenue", "property", "property-1"),
        _ratio("What was Corvanta's free cash flow in FY2023, defined as cash from operations less "
               "capital expenditures? Answer in USD millions.",
               millions(amount(CVIH, 2023, "operating_cash") + amount(CVIH, 2023, "capex")),
               "USD millions", CVIH, 2023, "operating_cash", "capex"),
        _ratio("By how much did Harbor Peak's inventories change from the end of FY2021 to the end "
               "of FY2022? Answer in USD millions.",
               millions(amount(HPFD, 2022, "inventories") - amount(HPFD, 2021, "inventories")),
               "USD millions", HPFD, 2022, "inventories", "inventories-1"),
        Gold(TABLE, "What was the effective tax rate of Harbor Peak Foods in fiscal 2023 "
             "(provision for income taxes divided by income before income taxes, in percent, one "
             "decimal place)?",
             percent(amount(HPFD, 2023, "tax"), amount(HPFD, 2023, "pretax")), "%",
             (place(HPFD, 2023, "tax"), (annual(HPFD, 2023), "tax_note")), any_evidence=True),
    ]  # fmt: skip
