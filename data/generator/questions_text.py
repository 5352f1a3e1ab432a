"""Questions answered from sentences, and questions that have no answer here."""

from generator.calendar import long_date
from generator.companies import Company
from generator.events import officer_report, officer_salary
from generator.facts import (
    YearFacts,
    annual_meeting,
    credit_agreement,
    newcomer,
    votes,
    year_facts,
)
from generator.gold import NONE, TEXT, TEXTUAL, Gold, books_of
from generator.quarterly import outlook
from generator.registrants import BRHS, CVIH, HPFD, HPKF, LMFO, MDWU, OSTL, QVNE


def _facts(company: Company, year: int) -> YearFacts:
    return year_facts(company, year, books_of(company).span(year))


def _prose_millions(company: Company, amount: int) -> str:
    """As the sentence prints it: one decimal of a million, or two of a billion."""
    words = company.money(amount).removeprefix("$").replace(",", "")
    number, scale = words.split()
    if scale == "billion":
        whole, _, cents = number.partition(".")
        return f"{whole}{cents}0"
    return number


def _credit(company: Company, year: int) -> str:
    return f"{company.ticker}_{credit_agreement(company, year).signed.isoformat()}_8K"


def sentences() -> list[Gold]:
    """Numbers that stand in prose and in no table."""
    money = "USD millions"
    agreement = credit_agreement(HPFD, 2023)
    low, _ = outlook(OSTL, 2023)
    officer = officer_report(LMFO, 2023)[0]
    return [
        Gold(TEXT, "Approximately how many people did Quorvane Systems employ at June 30, 2022?",
             str(_facts(QVNE, 2022).employees), "",
             (("QVNE_2022_10K", "employees"), ("QVNE_2022_10KA", "employees")), True),
        Gold(TEXT, "How much did Harbor Peak Foods spend on advertising in fiscal 2022, in USD "
             "millions?", _prose_millions(HPFD, _facts(HPFD, 2022).advertising), money,
             (("HPFD_2022_10K", "advertising"),)),
        Gold(TEXT, "What capital expenditures did Harbor Pike Foods expect for fiscal 2024, in USD "
             "millions, according to its FY2023 10-K?",
             _prose_millions(HPKF, _facts(HPKF, 2023).capex_plan), money,
             (("HPKF_2023_10K", "capex_plan"),)),
        Gold(TEXT, "By what percentage did comparable sales change at Lumenfell Outfitters in "
             "fiscal 2023?", str(_facts(LMFO, 2023).comparable), "%",
             (("LMFO_2023_10K", "comparable"),)),
        Gold(TEXT, "What share of net sales did the largest customer of Harbor Pike Foods account "
             "for in FY2021, in percent?", str(_facts(HPKF, 2021).top_customer), "%",
             (("HPKF_2021_10K", "top_customer"),)),
        Gold(TEXT, "What was Corvanta Industrial Holdings' order backlog at June 30, 2023? "
             "Answer in USD millions.",
             _prose_millions(CVIH, _facts(CVIH, 2023).backlog), money,
             (("CVIH_2023_10K", "backlog"),)),
        Gold(TEXT, "How many enterprise customers subscribed to Quorvane's platform at June 30, "
             "2022, as corrected by the amendment to its annual report?",
             str(_facts(QVNE, 2022).customers), "", (("QVNE_2022_10KA", "correction"),)),
        Gold(TEXT, "What is the total amount that Harbor Peak Foods may borrow under the revolving "
             f"credit agreement it entered into on {long_date(agreement.signed)}?",
             str(agreement.amount * 10**6), "USD",
             ((_credit(HPFD, 2023), "amount"), ("HPFD_2023_10K", "facility")), True),
        Gold(TEXT, "How much had Meridrake Water Utilities accrued for legal matters at the end of "
             "fiscal 2022, in USD millions?",
             _prose_millions(MDWU, _facts(MDWU, 2022).litigation), money,
             (("MDWU_2022_10K", "litigation"),)),
        Gold(TEXT, "What is the low end of the net product revenue range that Ostrelle "
             "Therapeutics gave for fiscal 2024 in its fourth quarter 2023 earnings release, in "
             "USD millions?",
             _prose_millions(OSTL, low), money, (("OSTL_2023Q4_EARNINGS", "outlook"),)),
        Gold(TEXT, "What annual base salary will the new chief financial officer of Lumenfell "
             "Outfitters receive under the appointment announced in 2023, in USD?",
             str(officer_salary(LMFO)), "USD",
             ((f"LMFO_{officer.isoformat()}_8K", "salary"),)),
    ]  # fmt: skip


def textual() -> list[Gold]:
    """Questions answered by words."""
    maturity = credit_agreement(QVNE, 2023)
    name, former = newcomer(LMFO)
    officer = officer_report(LMFO, 2023)[0]
    meeting = annual_meeting(HPKF, 2022)
    proposal = votes(HPKF, 2022, books_of(HPKF).span(2022).outstanding)[-1]
    drivers = {t: _facts(t, 2023).drivers for t in (HPFD, HPKF)}
    return [
        Gold(TEXTUAL, "Who is Brindlewood Home Stores' independent auditor for fiscal 2022?",
             BRHS.auditor, "", (("BRHS_2022_10K", "auditor"),)),
        Gold(TEXTUAL, "Why did net sales of Harbor Peak Foods increase in fiscal 2023?",
             f"Primarily due to {drivers[HPFD][0]} and {drivers[HPFD][1]}.", "",
             (("HPFD_2023_10K", "drivers"),)),
        Gold(TEXTUAL, "What drove the change in Harbor Pike Foods' net sales in FY2023?",
             f"Primarily {drivers[HPKF][0]} and {drivers[HPKF][1]}.", "",
             (("HPKF_2023_10K", "drivers"),)),
        Gold(TEXTUAL, "What is the maturity date of the revolving credit agreement that Quorvane "
             "Systems entered into in 2023?", long_date(maturity.maturity), "",
             ((_credit(QVNE, 2023), "maturity"), ("QVNE_2023_10K", "facility")), True),
        Gold(TEXTUAL, f"At the Harbor Pike Foods annual meeting held on {long_date(meeting)}, "
             "what was the outcome of the vote on the shareholder proposal on a report on "
             "packaging waste?",
             f"It was not approved: {proposal.votes_for:,} votes for and {proposal.against:,} "
             "against.", "", ((f"HPKF_{meeting.isoformat()}_8K", proposal.matter),)),
        Gold(TEXTUAL, "Whom did Lumenfell Outfitters appoint as chief financial officer in 2023, "
             "and where did that person work before?",
             f"{name}, previously chief financial officer of "
             f"{former.rstrip('.')}.", "", ((f"LMFO_{officer.isoformat()}_8K", "appointment"),)),
        Gold(TEXTUAL, "Why did Harbor Pike Foods restate its fiscal 2022 financial statements?",
             "Inventories at two distribution centers had been overstated because of an error in "
             "the physical count.", "", (("HPKF_2023_10K", "restatement_text"),)),
        Gold(TEXTUAL, "Which bank is the administrative agent under the credit agreement that "
             "Meridrake Water Utilities entered into in 2023?",
             credit_agreement(MDWU, 2023).agent, "",
             ((_credit(MDWU, 2023), "amount"), ("MDWU_2023_10K", "facility")), True),
        Gold(TEXTUAL, "What does the 10-K/A of Quorvane Systems for fiscal 2022 correct?",
             "The number of enterprise customers stated in Item 1, because of a clerical error.",
             "", (("QVNE_2022_10KA", "correction"),)),
    ]  # fmt: skip


def unanswerable() -> list[Gold]:
    """Questions that an honest system refuses."""
    asked = (
        "What were the net sales of Harbor Pine Foods in fiscal 2022, in USD millions?",
        "What was Zelmont Airways' operating margin in FY2023?",
        "What was the total net sales of Harbor Peak Foods in fiscal 2016?",
        "What was Lumenfell Outfitters' net income in FY2026, in USD millions?",
        "What was the net promoter score of Brindlewood Home Stores in fiscal 2023?",
        "What was the monthly churn rate of Quorvane Systems' subscribers in fiscal 2022?",
        "What was the outcome of the shareholder vote at the 2019 annual meeting of Corvanta "
        "Industrial Holdings?",
        "What price per share did the acquirer of Ostrelle Therapeutics pay in the merger "
        "completed in 2024?",
    )
    return [Gold(NONE, question, None) for question in asked]
