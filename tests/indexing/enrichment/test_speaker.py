"""Who speaks in a passage."""

from collections.abc import Callable

import pytest

from hirec.types import Passage
from indexing.enrichment.speaker import is_auditors, is_registrants


@pytest.mark.parametrize(
    ("section", "text", "auditors", "registrants"),
    [
        ("Item 7", "We grew, in our opinion, well.", False, True),
        ("Item 8", "In our opinion, the consolidated statements present fairly", True, False),
        ("Item 8", "We conducted our audits in accordance with the standards", True, False),
        ("Item 8 > REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM", "x", True, False),
        ("Exhibit 10.1 Credit Agreement", "We lend.", False, False),
        ("Exhibit 13", "We grew.", False, True),
        ("Exhibit 99.1", "We grew.", False, True),
    ],
)
def test_speakers(
    make_passage: Callable[..., Passage],
    section: str,
    text: str,
    auditors: bool,
    registrants: bool,
) -> None:
    passage = make_passage(text, section)
    assert (is_auditors(passage), is_registrants(passage)) == (auditors, registrants)
