"""Tickers and lists of filings, older pages too."""

import pytest

from hirec.settings import FetchSettings
from indexing.fetch.client import EdgarClient, FetchError
from indexing.fetch.listing import FilingQuery, find_ciks, list_filings, parse_years
from indexing.testing.edgar import Listed, LocalEdgar

CIK = "0000320193"


def wanted(form: str, years: str) -> FilingQuery:
    return FilingQuery(("AAPL",), (form,), parse_years(years))


@pytest.fixture
def client(fetch_settings: FetchSettings) -> EdgarClient:
    return EdgarClient(fetch_settings)


def test_years() -> None:
    assert parse_years("2021-2023") == {2021, 2022, 2023}
    assert parse_years("2019, 2021–2022") == {2019, 2021, 2022}


@pytest.mark.parametrize("text", ["", "21-24", "2024-2021", "1980", "2021-", "2021--2024"])
def test_what_is_no_year(text: str) -> None:
    with pytest.raises(FetchError, match="no year"):
        parse_years(text)


def test_tickers_are_found_as_people_write_them(client: EdgarClient) -> None:
    assert find_ciks(client, ["brk.b", "AAPL", "1750"]) == {
        "1750": "0000001750",
        "brk.b": "0001067983",
        "AAPL": CIK,
    }
    with pytest.raises(FetchError, match=r"no ticker APPL, NOPE;"):
        find_ciks(client, ["AAPL", "APPL", "NOPE"])


def test_a_cik_needs_no_list_of_tickers(client: EdgarClient, edgar: LocalEdgar) -> None:
    assert find_ciks(client, ["320193"]) == {"320193": CIK}
    assert not edgar.asked
    (filing,) = list_filings(client, "320193", CIK, wanted("10-K", "2023"))
    assert filing.ticker == "AAPL"


def test_a_filing_says_where_it_is(client: EdgarClient, edgar: LocalEdgar) -> None:
    (filing,) = list_filings(client, "AAPL", CIK, wanted("10-k", "2023"))
    folder = f"{edgar.url}/Archives/edgar/data/320193"
    assert filing.url == f"{folder}/000032019323000008/aapl-20230930.htm"
    assert filing.name == "AAPL_10K_2023-09-30_0000320193-23-000008.htm"
    assert filing.company == "Apple Inc."


def test_older_pages_only_as_far_back_as_needed(client: EdgarClient, edgar: LocalEdgar) -> None:
    found = list_filings(client, "AAPL", CIK, wanted("10-K", "2021-2024"))
    assert [str(filing.period_end) for filing in found] == [
        "2021-09-25",
        "2022-09-24",
        "2023-09-30",
    ]
    assert edgar.paths() == [
        "/submissions/CIK0000320193.json",
        "/submissions/CIK0000320193-submissions-001.json",
    ]


def test_before_2001_the_whole_submission(client: EdgarClient, edgar: LocalEdgar) -> None:
    (filing,) = list_filings(client, "AAPL", CIK, wanted("10-K", "2000"))
    assert filing.url == f"{edgar.url}/Archives/edgar/data/320193/0000320193-00-000003.txt"
    assert filing.name.endswith("_0000320193-00-000003.txt")


def test_without_a_period_the_filing_date_counts(client: EdgarClient) -> None:
    (filing,) = list_filings(client, "AAPL", CIK, wanted("8-K", "2021"))
    assert filing.name == "AAPL_8K_2021-12-01_0000320193-21-000005.htm"


def test_a_year_may_end_in_january(client: EdgarClient, edgar: LocalEdgar) -> None:
    late = Listed("0000200406-23-000016", "2023-02-16", "2023-01-01", "10-K", "jnj.htm")
    edgar.add(200406, "JNJ", "JOHNSON & JOHNSON", [late])
    assert len(list_filings(client, "JNJ", "0000200406", wanted("10-K", "2022"))) == 1
    assert not list_filings(client, "JNJ", "0000200406", wanted("10-K", "2023"))


def test_odd_rows_matter_only_where_they_are_wanted(client: EdgarClient, edgar: LocalEdgar) -> None:
    odd = Listed("0000000042-23-000001", "2023-02-16", "2022-12-31", "10-K", "a~b #1's.HTM")
    bad = Listed("0000000042-23-000002", "2023-03-16", "", "8-K", "../x.htm")
    edgar.add(42, "ACME", "ACME", [odd, bad])
    (filing,) = list_filings(client, "ACME", "0000000042", wanted("10-K", "2022"))
    assert filing.url.endswith("/000000004223000001/a~b%20%231%27s.HTM")
    assert filing.name == "ACME_10K_2022-12-31_0000000042-23-000001.htm"


def test_an_unknown_cik(client: EdgarClient) -> None:
    with pytest.raises(FetchError, match="no company with the CIK 0000000007"):
        list_filings(client, "7", "0000000007", wanted("10-K", "2023"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("accessionNumber", ["../../etc/passwd"]),
        ("primaryDocument", ["../../../secret.htm"]),
        ("reportDate", ["yesterday"]),
        ("form", []),
        ("form", None),
    ],
)
def test_damaged_lists_are_refused(
    client: EdgarClient, edgar: LocalEdgar, field: str, value: object
) -> None:
    recent: dict[str, object] = {
        "accessionNumber": ["0000320193-23-000008"],
        "filingDate": ["2023-11-03"],
        "reportDate": ["2023-09-30"],
        "form": ["10-K"],
        "primaryDocument": ["a.htm"],
    }
    filings = {"recent": recent | {field: value}, "files": []}
    content = {"cik": CIK, "name": "A", "filings": filings}
    edgar.put("/submissions/CIK0000320193.json", content)
    with pytest.raises(FetchError, match="EDGAR"):
        list_filings(client, "AAPL", CIK, wanted("10-K", "2023"))


def test_a_page_of_another_place_is_not_followed(client: EdgarClient, edgar: LocalEdgar) -> None:
    empty: dict[str, list[str]] = {
        name: []
        for name in ("accessionNumber", "filingDate", "reportDate", "form", "primaryDocument")
    }
    filings = {"recent": empty, "files": [{"name": "../../x.json"}]}
    content = {"cik": CIK, "name": "A", "filings": filings}
    edgar.put("/submissions/CIK0000320193.json", content)
    with pytest.raises(FetchError, match="not followed"):
        list_filings(client, "AAPL", CIK, wanted("10-K", "2023"))
