import pytest

from hirec.lexicon.geography import is_country, is_region


@pytest.mark.parametrize(
    ("label", "region", "country"),
    [
        ("Europe, Middle East and Africa", True, False),
        ("Rest of Asia Pacific", True, False),
        ("U.S.", True, True),
        ("United Kingdom (1)", True, True),
        ("Texas", True, True),
        ("Greater China", True, False),
        ("Europe, Middle East & Africa", True, False),
        ("United States and Canada (UCAN)", True, False),
        ("Flow Control", False, False),
        ("", False, False),
    ],
)
def test_places_are_told_from_names(label: str, *, region: bool, country: bool) -> None:
    assert (is_region(label), is_country(label)) == (region, country)
