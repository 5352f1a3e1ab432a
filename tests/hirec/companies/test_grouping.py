from hirec.companies.grouping import group_filings
from hirec.types import Form, Identity


def filing(company: str, **fields: str) -> Identity:
    return Identity(company, Form.ANNUAL, 2020, **fields)  # type: ignore[arg-type]


def test_numbers_join_over_changes_of_name() -> None:
    groups = group_filings(
        {
            "a": filing("SQUARE, INC.", ein="80-0429876"),
            "b": filing("Block, Inc.", ein="80-0429876", cik="0001512673"),
            "c": filing("Block, Inc.", cik="0001512673"),
            "d": filing("H&R Block, Inc.", cik="0000012659"),
        }
    )
    assert groups == [["a", "b", "c"], ["d"]]


def test_file_numbers_ignore_leading_zeros_and_registrations() -> None:
    groups = group_filings(
        {
            "a": filing("Old Name", file_number="001-09595"),
            "b": filing("New Name", file_number="1-9595"),
            "c": filing("Issuer One", file_number="333-12345"),
            "d": filing("Issuer Two", file_number="333-12345"),
        }
    )
    assert groups == [["a", "b"], ["c"], ["d"]]


def test_names_join_only_without_contradiction() -> None:
    groups = group_filings(
        {
            "release": filing("Best Buy Co., Inc.", ticker="BBY"),
            "annual": filing("BEST BUY CO., INC.", ein="41-0907483"),
            "one": filing("Summit Corp", cik="0000000001"),
            "two": filing("Summit Inc", cik="0000000002"),
        }
    )
    assert groups == [["release", "annual"], ["one"], ["two"]]
