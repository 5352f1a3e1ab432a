from datetime import date

import pytest

from hirec.companies import CompanyDirectory
from hirec.types import Alias, AliasSource, Form, Identity


def annual(company: str, ticker: str | None = None, year: int = 2022, **fields: str) -> Identity:
    end = date(year, 12, 31)
    return Identity(company, Form.ANNUAL, year, None, end, ticker=ticker, **fields)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    return CompanyDirectory.build(
        {
            "SQ_2016": annual("SQUARE, INC.", year=2016, ein="80-0429876"),
            "SQ_2022": annual("Block, Inc.", "SQ", ein="80-0429876"),
            "AXP": annual("American Express Company", "AXP"),
            "AWK": annual("AMERICAN WATER WORKS COMPANY, INC.", "AWK"),
            "JNJ": annual("JOHNSON & JOHNSON", "JNJ"),
            "WMT_2016": annual("WAL-MART STORES, INC.", "WMT", 2016, ein="71-0415188"),
            "WMT_2022": annual("WALMART INC.", "WMT", ein="71-0415188"),
            "PEP": annual("PepsiCo, Inc.", "PEP"),
            "KHC": annual("The Kraft Heinz Company", "KHC"),
            "A": annual("Agilent Technologies, Inc.", "A"),
            "AAPL": annual("Apple Inc.", "AAPL"),
            "AMCR": annual("AMCOR PLC", "AMCR"),
            "PFE": annual("PFIZER INC.", "PFE"),
            "ULTA": annual("Ulta Beauty, Inc.", "ULTA"),
        }
    )


def test_one_key_over_changes_of_name(directory: CompanyDirectory) -> None:
    assert directory.key_of("SQ_2016") == directory.key_of("SQ_2022")
    assert directory.name(directory.key_of("SQ_2016")) == "Block, Inc."
    assert directory.filings(directory.key_of("WMT_2022")) == ("WMT_2016", "WMT_2022")
    assert directory.name(directory.key_of("AMCR")) == "Amcor plc"
    assert "Square" in directory.aliases(directory.key_of("SQ_2022"))


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What was AMCOR's key agenda?", ["AMCR"]),
        ("Does AMEX have an improving margin?", ["AXP"]),
        ("How much did American Water Works's dividends cost?", ["AWK"]),
        ("the ratio for Block (formerly known as Square)?", ["SQ_2022"]),
        ("Did JnJ or J&J pay dividends?", ["JNJ"]),
        ("What are the geographies that Pepsico operates in?", ["PEP"]),
        ("Compare Kraft Heinz with PepsiCo", ["KHC", "PEP"]),
        ("Net sales of Wal-Mart Stores and Walmart Inc.", ["WMT_2022"]),
        ("AAPL revenue", ["AAPL"]),
        ("how did apple grow", ["AAPL"]),
        ("What is the block of shares bought in Q1?", []),
        ("A rise in American exports, ALL IN, KEY to IT", []),
        ("What is NYSE: A worth?", ["A"]),
        ("what drove walmart's capex", ["WMT_2022"]),
        ("WHAT WAS PFIZER'S REVENUE", ["PFE"]),
        ("What were Amcor's sales to PepsiCo?", ["AMCR"]),
        ("Kraft Heinz: share of its biggest customer Walmart", ["KHC"]),
        ("What is Amcor's revenue compared to PepsiCo?", ["AMCR", "PEP"]),
        ("Ratio of Amcor's sales to PepsiCo's", ["AMCR", "PEP"]),
        ("revenue of apple compared to Amcor", ["AAPL", "AMCR"]),
        ("services revenue 2023 (apple 10-k)", ["AAPL"]),
    ],
)
def test_find_known(directory: CompanyDirectory, question: str, keys: list[str]) -> None:
    found, unknown = directory.find(question)
    assert [ref.company_key for ref in found] == [directory.key_of(key) for key in keys]
    assert unknown == ()


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What was Microsoft's revenue in 2023?", ("Microsoft",)),
        ("Lowe's stock repurchases 2022", ("Lowe's",)),
        ("Did Wolverine Widgets pay a dividend in Q2?", ("Wolverine Widgets",)),
        ("What is the FY2018 margin for General Mills?", ("General Mills",)),
        ("Compare Apple and Microsoft's gross margin", ("Microsoft",)),
        ("revenue of Microsoft and Apple 2023", ("Microsoft",)),
        ("revenue of Paxlovid and Comirnaty in 2023 for Pfizer", ()),
        (
            "How much did American Express Credit Corporation borrow?",
            ("American Express Credit Corporation",),
        ),
        ("What was net income in FY2020?", ()),
        ("How much revenue came from Paxlovid and Comirnaty for Pfizer?", ()),
        ("How much does Pfizer expect to pay to spin off Upjohn?", ()),
        ("What did the Inflation Reduction Act do to Apple in China?", ()),
        ("In the Consolidated Balance Sheets, what was total Goodwill?", ()),
        ("Was there any drop in Cash & Cash equivalents between FY 2023 and Q2 of FY2024?", ()),
        ("What Was AMCOR's Adjusted Non GAAP EBITDA for FY 2023", ()),
    ],
)
def test_find_unknown(directory: CompanyDirectory, question: str, names: tuple[str, ...]) -> None:
    assert directory.find(question)[1] == names


def test_said_is_the_questions_words(directory: CompanyDirectory) -> None:
    (ref,), _ = directory.find("the drop in Ulta Beauty's inventories")
    assert ref.said == "Ulta Beauty"


def test_unknown_key(directory: CompanyDirectory) -> None:
    with pytest.raises(KeyError):
        directory.key_of("NONE_2020_10K")


@pytest.mark.parametrize(
    "question",
    [
        "In which year was the amount of Property the largest?",
        "What is the average value of Packaging materials for FY2019?",
        "What was the change in Other from 2018 to 2019?",
        "What did the U.S. government pay in 2019?",
        "How many RSUs vested under the Restricted Share Awards in 2018?",
        "How many years did net sales exceed $900 million?",
    ],
)
def test_row_labels_are_no_companies(directory: CompanyDirectory, question: str) -> None:
    assert directory.find(question) == ((), ())


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which target segment had the highest sales in 2019", ["target"]),
        ("what target division lost money in 2019", ["target"]),
        ("which segment of target had the highest sales in 2019", ["target"]),
        ("which target did it set in 2019", []),
        ("which target price was paid in 2019", []),
    ],
)
def test_an_everyday_word_before_a_part_is_a_company(question: str, said: list[str]) -> None:
    directory = CompanyDirectory.build(
        {"T_2019_10K": Identity("Target Corporation", Form.ANNUAL, 2019)}
    )
    assert [ref.said for ref in directory.find(question)[0]] == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("average price adobe staff paid for shares in 2019", ["adobe"]),
        ("walls of the adobe houses in 2019", []),
        ("average price target staff paid for shares in 2019", []),
    ],
)
def test_a_word_seldom_said_is_a_company_in_small_letters_too(
    question: str, said: list[str]
) -> None:
    held = {
        "A_2019_10K": Identity("Adobe Inc.", Form.ANNUAL, 2019),
        "T_2019_10K": Identity("Target Corporation", Form.ANNUAL, 2019),
    }
    found, _ = CompanyDirectory.build(held).find(question)
    assert [ref.said for ref in found] == said


def test_a_distinctive_first_word_names_its_company_when_it_stands_alone():
    directory = CompanyDirectory.build(
        {
            "C_2023_10K": Identity("Corvanta Industrial Holdings, Inc.", Form.ANNUAL, 2023),
            "H_2023_10K": Identity("Harbor Peak Foods, Inc.", Form.ANNUAL, 2023),
            "K_2023_10K": Identity("Harbor Pike Foods Corporation", Form.ANNUAL, 2023),
            "A_2023_10K": Identity("American Water Works Company, Inc.", Form.ANNUAL, 2023),
        }
    )
    known, unknown = directory.find("What was Corvanta's free cash flow in FY2023?")
    assert [company.company_key for company in known] == [directory.key_of("C_2023_10K")]
    assert unknown == ()
    for other in (
        "What was Corvanta Medical's free cash flow in FY2023?",
        "What was Harbor's revenue in FY2023?",
        "What was American's revenue in FY2023?",
    ):
        assert directory.find(other)[0] == ()


def defined(company: str, name: str, ticker: str = "") -> Identity:
    aliases = (Alias(name, AliasSource.DEFINED),)
    return Identity(company, Form.ANNUAL, 2023, ticker=ticker or None, aliases=aliases)


def test_names_that_filings_define_find_their_company() -> None:
    directory = CompanyDirectory.build(
        {
            "S_2023_10K": defined("Summit Peak Rockets Corporation", "SumPeak"),
            "C_2023_10K": defined("Crest Ridge Corporation", "Crest"),
        }
    )
    assert "SumPeak" in directory.aliases(directory.key_of("S_2023_10K"))
    (ref,), _ = directory.find("What was SumPeak's revenue in FY2023?")
    assert ref.company_key == directory.key_of("S_2023_10K")
    assert directory.find("Did sales reach their crest in FY2023?")[0] == ()


def test_a_name_that_two_companies_define_finds_neither() -> None:
    directory = CompanyDirectory.build(
        {
            "A_2023_10K": defined("Alpine Peak Rockets Corporation", "APR", ticker="APR"),
            "B_2023_10K": defined("Apricot Growers, Inc.", "APR"),
            "C_2023_10K": Identity("Cold Iron Works, Inc.", Form.ANNUAL, ticker="CIW", cik="1"),
            "D_2023_10K": Identity("Cast In Water, Inc.", Form.ANNUAL, ticker="CIW", cik="2"),
        }
    )
    assert directory.find("What was CIW's revenue in FY2023?")[0] == ()
    assert directory.find("What was APR's revenue in FY2023?")[0] == ()


def test_a_symbol_that_is_a_word_is_not_found_in_running_text() -> None:
    identity = Identity("Costco Wholesale Corporation", Form.ANNUAL, 2023, ticker="COST")
    directory = CompanyDirectory.build({"COST_2023_10K": identity})
    assert directory.find("What was the cost of sales?")[0] == ()
    assert len(directory.find("What did $COST earn?")[0]) == 1
    assert len(directory.find("Which COST segment sold the most?")[0]) == 1
    assert directory.find("WHICH COST WAS THE LARGEST?")[0] == ()


def test_a_scale_behind_a_dollar_sign_is_no_symbol() -> None:
    store = CompanyDirectory.build({"M": annual("Marlow's, Inc.", "M")})
    assert store.find("razor sales in 2022, $m") == ((), ())


def test_the_other_side_of_a_deal_is_not_asked_about() -> None:
    store = CompanyDirectory.build({"SQ": annual("SQUARE, INC.", "SQ")})
    found, unknown = store.find("what gain did square record from selling caviar to DoorDash")
    assert ([ref.said for ref in found], unknown) == (["square"], ())


def test_a_name_said_twice_is_one_company_though_it_looks_foreign_the_first_time() -> None:
    known = CompanyDirectory.build({"N": annual("Nordhaven, Inc.")})
    found, unknown = known.find("Nordhaven: what is Erik Nordhaven's base salary for 2023?")
    assert [company.name for company in found] == ["Nordhaven, Inc."]
    assert unknown == ()


def test_beside_a_company_written_plainly_no_other_name_is_one() -> None:
    known = CompanyDirectory.build({"S": annual("Salesforce, Inc.")})
    question = "salesforce fiscal 2023, how fast did Platform and Other subscription revenue grow?"
    found, unknown = known.find(question)
    assert [company.name for company in found] == ["Salesforce, Inc."]
    assert unknown == ()


def test_what_a_company_bought_is_not_asked_about() -> None:
    directory = CompanyDirectory.build(
        {"A_2019_10K": Identity("Acme Corporation", Form.ANNUAL, 2019)}
    )
    known, unknown = directory.find("What did Acme pay for Kite Controls Corporation in 2019?")
    assert [ref.said for ref in known] == ["Acme"]
    assert not unknown
