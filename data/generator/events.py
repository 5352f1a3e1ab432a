"""Current reports (Form 8-K) and proxy statements (DEF 14A)."""

from datetime import date, timedelta

from generator.annual import published_books
from generator.calendar import long_date
from generator.companies import Company
from generator.cover import current_cover, proxy_cover, signatures
from generator.draws import whole
from generator.facts import (
    annual_meeting,
    credit_agreement,
    directors,
    newcomer,
    votes,
)
from generator.layout import (
    Block,
    Figure,
    Grid,
    GridRow,
    PageBreak,
    Paragraph,
    heading,
    paragraphs,
    subheading,
    title,
)
from generator.prose import boilerplate


def credit_report(company: Company, year: int) -> tuple[date, list[Block]]:
    """Date and text of the 8-K on a new credit agreement."""
    agreement = credit_agreement(company, year)
    day, old = agreement.signed, credit_agreement(company, year - 3)
    return day, [
        *current_cover(company, day),
        heading("Item 1.01 Entry into a Material Definitive Agreement."),
        Paragraph(
            f"On {long_date(day)}, {company.name} (the “Company”) entered into a "
            f"${agreement.amount:,},000,000 five-year unsecured revolving credit agreement (the "
            "“Credit Agreement”) among the Company, as borrower, the lenders party thereto, and "
            f"{agreement.agent}, as administrative agent. The Credit Agreement enables the "
            "Company to borrow in U.S. dollars and, subject to conditions, euros, up to the full "
            "amount of the commitments.",
            anchor="amount",
        ),
        Paragraph(
            f"The Credit Agreement matures on {long_date(agreement.maturity)}. The Company may "
            "once a year request that the maturity be extended by one year.",
            anchor="maturity",
        ),
        Paragraph(
            f"Borrowings bear interest at Term SOFR plus {agreement.margin} or at a base rate. The "
            "Credit Agreement contains customary representations, covenants and events of default. "
            "Proceeds may be used for general corporate purposes.",
            anchor="interest",
        ),
        heading("Item 1.02 Termination of a Material Definitive Agreement."),
        Paragraph(
            f"On the same day the Company terminated its ${old.amount:,},000,000 credit agreement "
            f"dated as of {long_date(old.signed)}. There were no outstanding borrowings under it.",
            anchor="termination",
        ),
        heading("Item 9.01 Financial Statements and Exhibits."),
        Paragraph(f"10.1 Credit Agreement dated as of {long_date(day)}."),
        *signatures(company, day + timedelta(days=2)),
    ]


def vote_report(company: Company, year: int) -> tuple[date, list[Block]]:
    """Date and text of the 8-K on the results of an annual meeting."""
    day = annual_meeting(company, year)
    outstanding = published_books(company, year).span(year).outstanding
    ballots = votes(company, year, outstanding)
    rows = tuple(
        GridRow(
            vote.matter,
            tuple(
                Figure(count, "shares")
                for count in (vote.votes_for, vote.against, vote.abstained, vote.non_votes)
            ),
            vote.matter,
        )
        for vote in ballots
    )
    blocks: list[Block] = [
        *current_cover(company, day),
        heading("Item 5.07 Submission of Matters to a Vote of Security Holders."),
        Paragraph(
            f"{company.name} held its annual meeting of shareholders on {long_date(day)}. The "
            "final "
            "results of the votes were as follows:"
        ),
        Grid("", ("For", "Against", "Abstain", "Broker Non-Votes"), rows, anchor="votes"),
    ]
    for vote in ballots[-3:]:
        outcome = "was approved" if vote.passed else "was not approved"
        blocks.append(
            Paragraph(
                f"{vote.matter}: the proposal {outcome}, with {vote.votes_for:,} votes for and "
                f"{vote.against:,} votes against.",
                anchor=vote.matter,
            )
        )
    blocks.append(Paragraph("Each of the nominees was elected to serve until the next annual "
                            "meeting of shareholders."))  # fmt: skip
    return day, [*blocks, *signatures(company, day + timedelta(days=3))]


def capital_report(company: Company, year: int) -> tuple[date, list[Block]]:
    """Date and text of the 8-K on what goes back to the shareholders."""
    who = (company.ticker, year)
    day = date(year, whole(2, 11, *who, "capital"), whole(4, 24, *who, "capital day"))
    day -= timedelta(days=max(0, day.weekday() - 4))
    paid = published_books(company, year).span(year, 4, 4).dividend
    size = round(company.profile.revenue * whole(30, 90, *who, "program") / 1000)
    dividend = (
        f"a quarterly dividend of ${paid} a share, payable on {long_date(day + timedelta(days=40))}"
        f" to holders of record on {long_date(day + timedelta(days=20))}, and "
        if paid
        else ""
    )
    return day, [
        *current_cover(company, day),
        heading("Item 8.01 Other Events."),
        Paragraph(
            f"On {long_date(day)}, the board of directors of {company.name} approved {dividend}"
            f"a share repurchase program of up to {company.money(size)} without an expiration "
            "date.",
            anchor="program",
        ),
        *signatures(company, day + timedelta(days=1)),
    ]


def officer_salary(company: Company) -> int:
    """Base salary of the new chief financial officer in dollars."""
    return whole(52, 78, company.ticker, "salary") * 10_000


def officer_report(company: Company, year: int) -> tuple[date, list[Block]]:
    """Date and text of the 8-K on a change of chief financial officer."""
    day = date(year, whole(3, 10, company.ticker, "officer"), whole(4, 24, company.ticker, "day"))
    day -= timedelta(days=max(0, day.weekday() - 4))
    name, former = newcomer(company)
    starts = day + timedelta(days=35)
    salary = officer_salary(company)
    bonus = whole(15, 40, company.ticker, "bonus") * 10_000
    return day, [
        *current_cover(company, day),
        heading("Item 5.02 Departure of Directors or Certain Officers; Election of Directors; "
                "Appointment of Certain Officers; Compensatory Arrangements of Certain Officers."),
        Paragraph(
            f"On {long_date(day)}, {company.chief_financial}, Executive Vice President and Chief "
            f"Financial Officer of {company.name}, informed the Company of a decision to retire. "
            "The decision is not the result of any disagreement with the Company on its "
            "operations, policies or practices.",
            anchor="departure",
        ),
        Paragraph(
            f"On the same day the board of directors appointed {name} as Chief Financial Officer, "
            f"effective {long_date(starts)}. {name} was previously chief financial officer of "
            f"{former}, since {year - 6}.",
            anchor="appointment",
        ),
        Paragraph(
            f"{name} will receive an annual base salary of ${salary:,} and a one-time sign-on "
            f"award of ${bonus:,}.",
            anchor="salary",
        ),
        heading("Item 9.01 Financial Statements and Exhibits."),
        Paragraph("99.1 Press release of the Company."),
        *signatures(company, day + timedelta(days=3)),
    ]  # fmt: skip


def pay(company: Company, year: int) -> dict[str, tuple[int, int, int]]:
    """Salary, bonus and stock awards in dollars by officer."""
    people = (company.chief_executive, company.chief_financial)
    table = {}
    for rank, person in enumerate(people):
        salary = whole(98, 135, person, "salary") * (10_000 if rank == 0 else 5_500)
        salary += (year - 2021) * 15_000
        bonus = salary * whole(80, 160, person, year, "bonus") // 100
        stock = salary * whole(250, 460, person, year, "stock") // 100
        table[person] = (salary, bonus, stock)
    return table


def proxy_statement(company: Company, year: int) -> tuple[date, list[Block]]:
    """Date of the meeting after a fiscal year, and the proxy statement for it."""
    meeting = annual_meeting(company, year)
    record = meeting - timedelta(days=58)
    outstanding = published_books(company, year).span(year).outstanding * 1000
    rows = tuple(
        GridRow(person, (str(y), *(Figure(v, dollar=True) for v in (*amounts, sum(amounts)))),
                f"{person}:{y}")
        for y in (year, year - 1)
        for person, amounts in pay(company, y).items()
    )  # fmt: skip
    blocks: list[Block] = [
        *proxy_cover(company, meeting),
        Paragraph(
            f"Only shareholders of record at the close of business on {long_date(record)} may "
            f"vote. On that day {outstanding:,} shares of common stock were outstanding. "
            f"Our common stock is listed on the {company.exchange} under the symbol "
            f"“{company.ticker}.”",
            anchor="record",
        ),
        Paragraph(f"{long_date(meeting - timedelta(days=42))}"),
        Paragraph("By order of the board of directors"),
        PageBreak(),
        title("PROXY STATEMENT"),
        heading("General Information"),
        *paragraphs(boilerplate("proxy", company, year)),
        heading("Proposal 1. Election of Directors"),
        Paragraph(
            "The board has nominated the following persons for election as directors: "
            f"{', '.join(directors(company))}. The board recommends a vote FOR each nominee.",
            anchor="nominees",
        ),
        heading("Proposal 2. Ratification of the Independent Auditor"),
        Paragraph(
            f"The Audit Committee has appointed {company.auditor} as independent registered public "
            f"accounting firm for fiscal {year + 1}. Audit fees for fiscal {year} were "
            f"${whole(21, 64, company.ticker, year, 'fees') * 100_000:,}.",
            anchor="fees",
        ),
        heading("Proposal 3. Advisory Vote to Approve Executive Compensation"),
        *paragraphs(boilerplate("compensation", company, year)),
        PageBreak(),
        heading("Executive Compensation"),
        subheading("Summary Compensation Table"),
        Grid("Summary Compensation Table",
             ("Fiscal Year", "Salary ($)", "Bonus ($)", "Stock Awards ($)", "Total ($)"), rows,
             anchor="pay"),
        Paragraph(
            f"Pay ratio. The annual total compensation of our chief executive officer was "
            f"{whole(61, 190, company.ticker, year, 'ratio')} times that of our median employee.",
            anchor="ratio",
        ),
        heading("Proposal 4. Shareholder Proposal"),
        Paragraph("A shareholder asks the board to issue a report on packaging waste. The board "
                  "recommends a vote AGAINST this proposal.", anchor="proposal"),
    ]  # fmt: skip
    return meeting, blocks
