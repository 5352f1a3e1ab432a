"""A company at a local EDGAR, and settings that ask it."""

from collections.abc import Iterator

import pytest

from hirec.settings import FetchSettings
from indexing.testing.edgar import Listed, LocalEdgar

AGENT = "Jane Roe jane@example.com"


def listed(number: int, filed: str, ended: str, form: str, document: str = "doc.htm") -> Listed:
    accession = f"0000320193-{filed[2:4]}-{number:06d}"
    return Listed(accession, filed, ended, form, document, f"{form} of {ended}".encode() * 50)


@pytest.fixture
def edgar() -> Iterator[LocalEdgar]:
    recent = [
        listed(9, "2024-02-01", "2023-12-30", "10-Q"),
        listed(8, "2023-11-03", "2023-09-30", "10-K", "aapl-20230930.htm"),
        listed(7, "2022-10-28", "2022-09-24", "10-K"),
    ]
    older = [
        [listed(6, "2021-10-29", "2021-09-25", "10-K"), listed(5, "2021-12-01", "", "8-K")],
        [listed(3, "2000-12-14", "2000-09-30", "10-K", ""), listed(2, "1999-01-05", "", "8-K")],
    ]
    with LocalEdgar() as running:
        running.add(320193, "AAPL", "Apple Inc.", recent, older)
        running.add(1067983, "BRK-B", "BERKSHIRE HATHAWAY INC", [])
        yield running


@pytest.fixture
def fetch_settings(edgar: LocalEdgar) -> FetchSettings:
    return FetchSettings(
        user_agent=AGENT,
        site_url=f"{edgar.url}/",
        data_url=edgar.url,
        requests_per_s=500,
        attempts=3,
        backoff_s=0.01,
        timeout_s=5,
    )
