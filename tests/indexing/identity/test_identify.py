from collections.abc import Sequence
from datetime import date

import pytest

from hirec.types import Confidence, Document, Form, IdentityError, Page, SourceKind, TextBlock
from indexing.identity import filing_id, identify
from indexing.identity.findings import Findings

COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM {form}
(Mark One)
{report} PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the {span} ended {end}
or
TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the transition period from                to
Commission File Number: {number}
___________________________
{company}
(Exact name of registrant as specified in its charter)
Delaware | 41-0907483
(State or other jurisdiction of incorporation) | (I.R.S. Employer Identification No.)
7601 Penn Avenue South, Richfield, Minnesota 55423-2104
(612) 291-1000
Title of each class | Trading Symbol(s) | Name of each exchange on which registered
Common Stock, par value $0.10 per share | {ticker} | New York Stock Exchange
Indicate by check mark YES NO"""


def cover(**values: str) -> str:
    fields = {
        "form": "10-K",
        "report": "ANNUAL REPORT",
        "span": "fiscal year",
        "end": "January 28, 2023",
        "number": "1-9595",
        "company": "BEST BUY CO., INC.",
        "ticker": "BBY",
    }
    return COVER.format(**(fields | values))


def document(*pages: str, name: str = "x.pdf", **dei: str) -> Document:
    made = tuple(
        Page(number, tuple(TextBlock(line) for line in text.split("\n\n")))
        for number, text in enumerate(pages, start=1)
    )
    return Document(name, SourceKind.PDF, made, dei)


def fiscal_mentions(years: Sequence[int]) -> str:
    return " ".join(f"In fiscal {year} we sold more." for year in years)


def test_annual_report_named_after_the_year_it_ends_in() -> None:
    pages = (cover(), fiscal_mentions([2023] * 6 + [2022] * 8 + [2021] * 3))
    identity = identify(document(*pages))
    assert identity.company == "BEST BUY CO., INC."
    assert (identity.form, identity.fiscal_year, identity.fiscal_quarter) == (
        Form.ANNUAL,
        2023,
        None,
    )
    assert identity.period_end == date(2023, 1, 28)
    assert (identity.ticker, identity.ein) == ("BBY", "41-0907483")
    assert identity.file_number == "1-9595"
    assert identity.sources["company"] == "cover"
    assert identity.sources["fiscal_year"] == "text"
    assert filing_id(identity) == "BBY_2023_10K"


def test_annual_report_named_after_the_year_it_began_in() -> None:
    pages = (cover(end="February 3, 2024"), fiscal_mentions([2023] * 8 + [2022] * 6 + [2024]))
    assert identify(document(*pages)).fiscal_year == 2023


def test_first_days_of_january_close_the_year_before() -> None:
    identity = identify(document(cover(end="January 3, 2016")))
    assert identity.fiscal_year == 2015
    assert identity.sources["fiscal_year"] == "derived"


def test_quarter_counts_from_the_last_year_end() -> None:
    text = cover(
        form="10-Q", report="QUARTERLY REPORT", span="quarterly period", end="October 31, 2022"
    )
    notes = "our Annual Report on Form 10-K for the fiscal year ended January 31, 2022. "
    identity = identify(document(text, notes + fiscal_mentions([2023] * 5 + [2022] * 5)))
    assert (identity.form, identity.fiscal_year, identity.fiscal_quarter) == (
        Form.QUARTERLY,
        2023,
        3,
    )
    assert filing_id(identity) == "BBY_2023Q3_10Q"


def test_quarter_from_the_span_to_date() -> None:
    text = cover(form="10-Q", span="quarterly period", end="July 2, 2023")
    identity = identify(document(text, "Three and six months ended July 2, 2023"))
    assert (identity.fiscal_year, identity.fiscal_quarter) == (2023, 2)


def test_amendment() -> None:
    identity = identify(document(cover(form="10-K/A", end="December 31, 2022")))
    assert identity.amendment
    assert filing_id(identity) == "BBY_2022_10KA"


def test_transition_report_is_noted() -> None:
    identity = identify(document(cover(form="10-KT", end="December 31, 2022")))
    assert identity.form is Form.ANNUAL
    assert "transition report" in identity.notes


TRANSITION = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
FORM {form}
TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended
For the transition period from {first} to {last}
Commission File Number: 1-9595
ACME ROCKETS, INC.
(Exact name of registrant as specified in its charter)
Common Stock | ACME | New York Stock Exchange"""


def test_a_transition_report_has_a_first_day_and_an_id_of_its_own() -> None:
    text = TRANSITION.format(form="10-KT", first="July 1, 2020", last="December 31, 2020")
    identity = identify(document(text))
    assert (identity.form, identity.fiscal_year) == (Form.ANNUAL, 2020)
    assert (identity.transition_from, identity.period_end) == (
        date(2020, 7, 1),
        date(2020, 12, 31),
    )
    assert identity.period.months == 6
    assert identity.title() == "ACME ROCKETS, INC. · 10-KT · FY2020"
    assert filing_id(identity) == "ACMEROCKETS_2020_10KT"


def test_a_transition_report_on_form_10_q() -> None:
    text = TRANSITION.format(form="10-Q", first="October 1, 2021", last="November 30, 2021")
    identity = identify(document(text))
    assert identity.form is Form.QUARTERLY
    assert identity.period_end == date(2021, 11, 30)
    assert identity.period.months == 2
    assert "transition report" in identity.notes


def test_the_empty_transition_line_of_other_covers_says_nothing() -> None:
    identity = identify(document(cover()))
    assert identity.transition_from is None
    assert identity.period.months == 12
    assert identity.notes == ()


def test_a_year_of_53_weeks_and_a_day_that_wanders() -> None:
    words = "Fiscal 2023 ended on February 3, 2024 and had 53 weeks. " * 2
    identity = identify(document(cover(end="February 3, 2024"), words))
    assert (identity.fiscal_year, identity.fiscal_quarter) == (2023, None)
    assert identity.period.months == 12


def test_what_cover_and_body_both_say_is_certain() -> None:
    body = "This Annual Report on Form 10-K of Best Buy Co., Inc. tells of December 31, 2022. " * 3
    identity = identify(document(cover(end="December 31, 2022"), body))
    assert identity.confidence == dict.fromkeys(
        ("company", "form", "fiscal_year", "period_end"), Confidence.CERTAIN
    )
    alone = identify(document(cover(end="December 31, 2022")))
    assert set(alone.confidence.values()) == {Confidence.LIKELY}


def test_contradicting_tags_make_a_year_weak() -> None:
    defined = "Fiscal 2022 ended on January 28, 2023. " * 2 + fiscal_mentions([2022] * 5)
    identity = identify(document(cover(), defined, DocumentFiscalYearFocus="2023"))
    assert identity.fiscal_year == 2023
    assert identity.confidence["fiscal_year"] is Confidence.WEAK
    assert "fiscal_year: dei says 2023, text says 2022" in identity.notes


def test_glossy_pages_before_the_cover() -> None:
    letter = "Dear shareholders, fiscal 2022 was a year of change for Best Buy."
    identity = identify(document(letter, letter, cover(end="December 31, 2022")))
    assert identity.company == "BEST BUY CO., INC."


def test_tags_are_authoritative_and_contradictions_are_noted() -> None:
    pages = (cover(end="January 28, 2024"), fiscal_mentions([2024] * 9 + [2023] * 9))
    identity = identify(
        document(
            *pages,
            EntityRegistrantName="BEST BUY CO INC",
            DocumentType="10-K",
            DocumentFiscalYearFocus="2023",
            DocumentFiscalPeriodFocus="FY",
            DocumentPeriodEndDate="2024-01-28",
            EntityCentralIndexKey="764478",
        )
    )
    assert identity.fiscal_year == 2023
    assert identity.sources["fiscal_year"] == "dei"
    assert identity.cik == "0000764478"
    assert identity.company == "BEST BUY CO., INC."
    assert any(note.startswith("fiscal_year: dei says 2023") for note in identity.notes)


CURRENT = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
FORM 8-K
CURRENT REPORT
Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934
{date_lines}
AMCOR PLC (Exact name of registrant as specified in its charter)
Jersey 001-38932 98-1455367
Check the appropriate box below if the Form 8-K filing is intended"""


@pytest.mark.parametrize(
    "date_lines",
    [
        "Date of Report (Date of earliest event reported): July 1, 2022 (June 30, 2022)",
        "July 1, 2022\nDate of Report (date of earliest event reported)",
    ],
)
def test_event_takes_the_date_of_report(date_lines: str) -> None:
    signed = "SIGNATURE\nPursuant to the requirements ... Date: July 5, 2022"
    identity = identify(document(CURRENT.format(date_lines=date_lines), signed))
    assert (identity.company, identity.form) == ("AMCOR PLC", Form.CURRENT)
    assert (identity.period_end, identity.fiscal_year) == (date(2022, 7, 1), 2022)
    assert identity.filing_date == date(2022, 7, 5)
    assert filing_id(identity) == "AMCOR_2022-07-01_8K"


def test_event_with_results_inside_is_an_earnings_release() -> None:
    opening = CURRENT.format(date_lines="Date of Report: March 2, 2023")
    item = "Item 2.02 Results of Operations and Financial Condition."
    release = (
        "Exhibit 99.1\n\nAmcor Reports Second Quarter Fiscal 2023 Results\n\n"
        "ZURICH, March 2, 2023 - Amcor plc (NYSE: AMCR) today announced results for the "
        "quarter ended December 31, 2022."
    )
    identity = identify(document(f"{opening}\n\n{item}", release))
    assert (identity.form, identity.fiscal_year, identity.fiscal_quarter) == (
        Form.EARNINGS,
        2023,
        2,
    )
    assert identity.period_end == date(2022, 12, 31)
    assert identity.company == "AMCOR PLC"


@pytest.mark.parametrize(
    ("text", "company", "year", "quarter", "end"),
    [
        (
            "Best Buy Reports Fourth Quarter Results\n\nMINNEAPOLIS, March 2, 2023 -- Best Buy "
            "Co., Inc. (NYSE: BBY) today announced results for the 13-week fourth quarter ended "
            'January 28, 2023 ("Q4 FY23"), as compared to January 29, 2022 ("Q4 FY22").',
            "Best Buy Co., Inc.",
            2023,
            4,
            date(2023, 1, 28),
        ),
        (
            "March 9, 2023\n\nUlta Beauty Announces Fourth Quarter\nFiscal 2022 Results\n\n"
            "BOLINGBROOK, Ill.--(BUSINESS WIRE)-- Ulta Beauty, Inc. (NASDAQ: ULTA) today "
            "announced results for the period (“fiscal year”) ended January 28, 2023.",
            "Ulta Beauty, Inc.",
            2022,
            4,
            date(2023, 1, 28),
        ),
        (
            "FOR IMMEDIATE RELEASE\n\n4/25/2023\n\nMcDONALD'S REPORTS FIRST QUARTER 2023 RESULTS"
            "\n\nCHICAGO, IL - McDonald's Corporation today announced results for the first "
            "quarter ended March 31, 2023.",
            "McDonald's Corporation",
            2023,
            1,
            date(2023, 3, 31),
        ),
    ],
)
def test_release_without_cover(text: str, company: str, year: int, quarter: int, end: date) -> None:
    identity = identify(document(text))
    assert identity.form is Form.EARNINGS
    assert identity.company == company
    assert (identity.fiscal_year, identity.fiscal_quarter) == (year, quarter)
    assert identity.period_end == end


@pytest.mark.parametrize(
    "boxes",
    [
        "☒ Definitive Proxy Statement\n\n",
        "[X] Definitive Proxy Statement [ ] Soliciting Material under §240.14a-12 ",
    ],
)
def test_proxy_takes_the_meeting(boxes: str) -> None:
    opening = (
        "SECURITIES AND EXCHANGE COMMISSION\n\nSCHEDULE 14A\n\nProxy Statement Pursuant to "
        "Section 14(a) of the Securities Exchange Act of 1934\n\n"
        + boxes
        + "Cabot Corporation\n\n(Name of Registrant as Specified In Its Charter)"
    )
    invitation = "The Annual Meeting of Stockholders will be held on Thursday, March 7, 2024."
    identity = identify(document(opening, invitation))
    assert (identity.form, identity.company) == (Form.PROXY, "Cabot Corporation")
    assert (identity.period_end, identity.fiscal_year) == (date(2024, 3, 7), 2024)
    assert filing_id(identity) == "CABOT_2024_DEF14A"


def test_old_registration_statement() -> None:
    text = (
        "SECURITIES AND EXCHANGE COMMISSION\nAMENDMENT NO. 2\nTO\nFORM S-3\n"
        "REGISTRATION STATEMENT\nPAGE AMERICA GROUP, INC.\n(Exact name of registrant as "
        "specified in its charter)\nNew York 13-2865787\nAs filed on May 25, 1995"
    )
    identity = identify(document(text))
    assert (identity.form, identity.amendment) == (Form.OTHER, True)
    assert identity.company == "PAGE AMERICA GROUP, INC."


def test_submission_header() -> None:
    header = (
        "CONFORMED SUBMISSION TYPE: 10-K\nCONFORMED PERIOD OF REPORT: 19941231\n"
        "FILED AS OF DATE: 19950331\nCOMPANY CONFORMED NAME: OLD COMPANY INC\n"
        "CENTRAL INDEX KEY: 0000012345"
    )
    identity = identify(document(header))
    assert identity.company == "OLD COMPANY INC"
    assert (identity.fiscal_year, identity.filing_date) == (1994, date(1995, 3, 31))
    assert identity.cik == "0000012345"


def test_the_files_name_is_the_last_resort() -> None:
    identity = identify(document("\x01\x02 unreadable", name="MCDONALDS_2022Q4_EARNINGS.pdf"))
    assert (identity.company, identity.form) == ("MCDONALDS", Form.EARNINGS)
    assert (identity.fiscal_year, identity.fiscal_quarter) == (2022, 4)
    assert identity.sources["company"] == "name"
    named = identify(document(cover(end="December 31, 2022"), name="APPLE_2015_10K.pdf"))
    assert (named.company, named.fiscal_year) == ("BEST BUY CO., INC.", 2022)


def test_the_files_name_never_beats_the_text() -> None:
    identity = identify(document(cover(end="December 31, 2022"), name="BBY_2021_10Q.pdf"))
    assert (identity.form, identity.fiscal_year) == (Form.ANNUAL, 2022)
    assert identity.candidates["fiscal_year"][1].value == "2021"


@pytest.mark.parametrize(
    ("name", "company", "form", "year", "quarter"),
    [
        ("RED_ROOK_2023_10K.pdf", "RED ROOK", Form.ANNUAL, 2023, None),
        ("3R_2018_10K.pdf", "3R", Form.ANNUAL, 2018, None),
        ("ROOK_ROOK_2022Q4_EARNINGS.pdf", "ROOK ROOK", Form.EARNINGS, 2022, 4),
        ("ARC_2022_8K_dated-2022-05-01.pdf", "ARC", Form.CURRENT, 2022, None),
        ("Rook-2023-10-K.pdf", "Rook", Form.ANNUAL, 2023, None),
        ("rook_10-Q_2023Q2.pdf", "rook", Form.QUARTERLY, 2023, 2),
    ],
)
def test_what_a_files_name_may_say(
    name: str, company: str, form: Form, year: int, quarter: int | None
) -> None:
    identity = identify(document("\x01\x02 unreadable", name=name))
    assert (identity.company, identity.form) == (company, form)
    assert (identity.fiscal_year, identity.fiscal_quarter) == (year, quarter)
    assert set(identity.confidence.values()) == {Confidence.WEAK}


def test_a_readable_document_that_is_no_filing_is_unknown_and_keeps_its_files_name() -> None:
    identity = identify(document("A recipe for soup.", name="my soup (2).pdf"))
    assert (identity.company, identity.form) == ("", Form.UNKNOWN)
    assert identity.title() == "unknown company · UNKNOWN · ?"
    assert filing_id(identity, "my soup (2).pdf") == "MY_SOUP_2"


@pytest.mark.parametrize("pages", [(), ("",)])
def test_a_document_without_text_is_an_error(pages: tuple[str, ...]) -> None:
    with pytest.raises(IdentityError, match=r"soup\.pdf"):
        identify(document(*pages, name="soup.pdf"))


def test_what_is_told_from_outside_teaches_a_silent_file() -> None:
    told = [Findings("sibling", company="Acme Rockets, Inc.", cik="0000012345")]
    identity = identify(document("Item 8. Acme Rockets sold more."), told)
    assert (identity.company, identity.cik) == ("Acme Rockets, Inc.", "0000012345")
    corrected = identify(document(cover()), [Findings("label", company="Other, Inc.")])
    assert corrected.company == "Other, Inc."
    assert corrected.confidence["company"] is Confidence.CERTAIN
