"""Cover pages as the SEC's forms prescribe them."""

from datetime import date

from generator.calendar import long_date
from generator.companies import Company
from generator.layout import Block, Grid, GridRow, PageBreak, Paragraph, center, title

_FILER = (
    "Indicate by check mark whether the registrant (1) has filed all reports required to be filed "
    "by Section 13 or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months "
    "(or for such shorter period that the registrant was required to file such reports), and (2) "
    "has been subject to such filing requirements for the past 90 days. Yes ☒ No ☐",
    "Indicate by check mark whether the registrant has submitted electronically every Interactive "
    "Data File required to be submitted pursuant to Rule 405 of Regulation S-T during the "
    "preceding 12 months. Yes ☒ No ☐",
    "Indicate by check mark whether the registrant is a large accelerated filer, an accelerated "
    "filer, a non-accelerated filer, a smaller reporting company, or an emerging growth company. "
    "Large accelerated filer ☒ Accelerated filer ☐ Non-accelerated filer ☐ Smaller reporting "
    "company ☐ Emerging growth company ☐",
    "Indicate by check mark whether the registrant is a shell company (as defined in Rule 12b-2 "
    "of the Act). Yes ☐ No ☒",
)


def _masthead(form: str) -> list[Block]:
    return [
        title("UNITED STATES"),
        title("SECURITIES AND EXCHANGE COMMISSION"),
        center("Washington, D.C. 20549"),
        title(f"FORM {form}", (form, "DocumentType")),
    ]


def _registrant(company: Company) -> list[Block]:
    city, postcode = company.city.rsplit(" ", 1)
    return [
        center(
            f"Commission File Number: {company.file_number}",
            (company.file_number, "EntityFileNumber"),
        ),
        title(company.name.upper(), (company.name.upper(), "EntityRegistrantName")),
        center("(Exact name of registrant as specified in its charter)"),
        Grid(
            "",
            ("", ""),
            (
                GridRow("", (company.state, company.ein)),
                GridRow(
                    "",
                    (
                        "(State or other jurisdiction of incorporation)",
                        "(I.R.S. Employer Identification No.)",
                    ),
                ),
            ),
            anchor="registrant",
        ),
        center(f"{company.street}, {city} {postcode}", (postcode, "EntityAddressPostalZipCode")),
        center("(Address of principal executive offices) (Zip Code)"),
        center(f"Registrant’s telephone number, including area code: {company.phone}"),
    ]


def _securities(company: Company) -> list[Block]:
    return [
        Paragraph("Securities registered pursuant to Section 12(b) of the Act:"),
        Grid(
            "",
            ("Title of each class", "Trading Symbol(s)", "Name of each exchange"),
            (
                GridRow(
                    "",
                    ("Common Stock, $0.01 par value", company.ticker, company.exchange),
                ),
            ),
            anchor="securities",
        ),
    ]


def periodic_cover(
    company: Company,
    form: str,
    words: str,
    end: date,
    outstanding: int,
    market_value: int,
    filed: date,
) -> list[Block]:
    """Cover of a 10-K, 10-K/A or 10-Q; ``words`` is ``fiscal year`` or ``quarterly period``."""
    annual = form.startswith("10-K")
    kind = "ANNUAL" if annual else "QUARTERLY"
    day = long_date(end)
    amended = [title("Amendment No. 1", ("1", "AmendmentDescription"))] if "/A" in form else []
    blocks: list[Block] = [
        *_masthead(form),
        *amended,
        Paragraph("(Mark One)"),
        Paragraph(
            f"☒ {kind} REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF "
            "1934"
        ),
        title(f"For the {words} ended {day}", (day, "DocumentPeriodEndDate")),
        Paragraph(
            "☐ TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF "
            "1934"
        ),
        *_registrant(company),
        *_securities(company),
        *map(Paragraph, _FILER),
    ]
    if annual:
        blocks += [
            Paragraph(
                "The aggregate market value of the common stock held by non-affiliates of the "
                "registrant, computed by reference to the closing price on the last business day "
                f"of its second fiscal quarter, was approximately ${market_value:,} million.",
                anchor="market_value",
            ),
        ]
    count = f"{outstanding * 1000:,}"
    blocks.append(
        Paragraph(
            f"As of {long_date(filed)}, there were {count} shares of the registrant’s common "
            "stock outstanding.",
            anchor="outstanding",
            marks=((count, "EntityCommonStockSharesOutstanding"),),
        )
    )
    if annual:
        blocks.append(
            Paragraph(
                "DOCUMENTS INCORPORATED BY REFERENCE: portions of the definitive proxy statement "
                "for the annual meeting of shareholders are incorporated by reference into Part "
                "III."
            )
        )
    return blocks if annual else [*blocks, PageBreak()]


def current_cover(company: Company, reported: date) -> list[Block]:
    """Cover of an 8-K."""
    day = long_date(reported)
    boxes = (
        "Written communications pursuant to Rule 425 under the Securities Act (17 CFR 230.425)",
        "Soliciting material pursuant to Rule 14a-12 under the Exchange Act (17 CFR 240.14a-12)",
        "Pre-commencement communications pursuant to Rule 14d-2(b) under the Exchange Act",
        "Pre-commencement communications pursuant to Rule 13e-4(c) under the Exchange Act",
    )
    return [
        *_masthead("8-K"),
        title("CURRENT REPORT"),
        center("Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934"),
        title(f"Date of Report (Date of earliest event reported): {day}",
              (day, "DocumentPeriodEndDate")),
        *_registrant(company),
        Paragraph(
            "Check the appropriate box below if the Form 8-K filing is intended to simultaneously "
            "satisfy the filing obligation of the registrant under any of the following provisions:"
        ),
        *(Paragraph(f"☐ {box}") for box in boxes),
        *_securities(company),
        Paragraph(
            "Indicate by check mark whether the registrant is an emerging growth company as "
            "defined in Rule 405 of the Securities Act of 1933. Emerging growth company ☐"
        ),
        PageBreak(),
    ]  # fmt: skip


def proxy_cover(company: Company, meeting: date) -> list[Block]:
    """Cover of a definitive proxy statement, then the notice of the meeting."""
    day = long_date(meeting)
    return [
        title("UNITED STATES"),
        title("SECURITIES AND EXCHANGE COMMISSION"),
        center("Washington, D.C. 20549"),
        title("SCHEDULE 14A"),
        center(
            "Proxy Statement Pursuant to Section 14(a) of the Securities Exchange Act of 1934 "
            "(Amendment No. )"
        ),
        Paragraph("Filed by the Registrant ☒   Filed by a Party other than the Registrant ☐"),
        Paragraph("Check the appropriate box:"),
        Paragraph("☐ Preliminary Proxy Statement"),
        Paragraph("☒ Definitive Proxy Statement"),
        Paragraph("☐ Definitive Additional Materials"),
        Paragraph("☐ Soliciting Material under §240.14a-12"),
        title(company.name.upper(), (company.name.upper(), "EntityRegistrantName")),
        center("(Name of Registrant as Specified In Its Charter)"),
        Paragraph("Payment of Filing Fee: ☒ No fee required."),
        PageBreak(),
        title("NOTICE OF ANNUAL MEETING OF SHAREHOLDERS"),
        title(f"To be held on {day}"),
        Paragraph(
            f"The {meeting.year} annual meeting of shareholders of {company.name} "
            f"({company.listing}) will be held on {day} at 10:00 a.m. local time at our offices at "
            f"{company.street}, {company.city}.",
            anchor="meeting",
        ),
    ]


def signatures(company: Company, filed: date) -> list[Block]:
    """The signature block with the date of filing."""
    return [
        title("SIGNATURES"),
        Paragraph(
            "Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant "
            "has duly caused this report to be signed on its behalf by the undersigned, thereunto "
            "duly authorized."
        ),
        Paragraph(company.name),
        Paragraph(f"Date: {long_date(filed)}", anchor="filed"),
        Paragraph(f"By: /s/ {company.chief_financial}"),
        Paragraph(f"{company.chief_financial}, Executive Vice President and Chief Financial "
                  "Officer (Principal Financial Officer)"),
    ]  # fmt: skip
