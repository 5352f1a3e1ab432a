"""Levels counted over the places that say a field."""

from datetime import date

import pytest

from hirec.types import Confidence, Form, Identity
from indexing.identity import weak_fields
from indexing.identity.confidence import weigh
from indexing.identity.findings import Findings

DAY = date(2022, 12, 31)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({"dei": 2023, "mentions": 2023}, Confidence.CERTAIN),
        ({"dei": 2023}, Confidence.LIKELY),
        ({"calendar": 2023}, Confidence.WEAK),
        ({"name": 2023}, Confidence.WEAK),
        ({"dei": 2023, "cover": 2022}, Confidence.WEAK),
        ({"dei": 2023, "mentions": 2023, "calendar": 2022}, Confidence.LIKELY),
    ],
)
def test_a_year_is_as_sure_as_the_places_that_say_it(
    places: dict[str, int], expected: Confidence
) -> None:
    identity = Identity("Acme", Form.ANNUAL, 2023, sources={"fiscal_year": "dei"})
    heard = [Findings(source=place, fiscal_year=year) for place, year in places.items()]
    assert weigh(identity, heard)["fiscal_year"] is expected


def test_one_place_that_says_it_twice_is_one_place() -> None:
    identity = Identity("Acme Inc.", Form.ANNUAL, sources={"company": "cover"})
    heard = [Findings(source="cover", company=name) for name in ("Acme Inc.", "ACME INC")]
    assert weigh(identity, heard)["company"] is Confidence.LIKELY


def test_a_year_taken_from_a_day_is_no_surer_than_the_day() -> None:
    sources = {"fiscal_year": "derived", "period_end": "cover"}
    identity = Identity("Acme", Form.ANNUAL, 2022, period_end=DAY, sources=sources)
    years = [Findings(source=place, fiscal_year=2022) for place in ("calendar", "custom")]
    cover = Findings(source="cover", period_end=DAY)
    body = Findings(source="body", period_end=DAY)
    assert weigh(identity, [*years, cover])["fiscal_year"] is Confidence.LIKELY
    assert weigh(identity, [*years, cover, body])["fiscal_year"] is Confidence.CERTAIN


def test_unknown_fields_have_no_level_and_weak_ones_are_told() -> None:
    identity = Identity("Acme", Form.ANNUAL, 2022, sources={"company": "name", "form": "cover"})
    levels = weigh(identity, [Findings(source="cover", form=Form.ANNUAL, fiscal_year=2022)])
    assert "period_end" not in levels
    weighed = Identity("Acme", Form.ANNUAL, 2022, sources=identity.sources, confidence=levels)
    assert weak_fields(weighed) == "weak identity: company Acme (name)"
    assert weak_fields(identity) == ""
