"""The identity that findings make together, and the levels of its fields."""

from datetime import date

from hirec.types import Confidence, Form, Identity
from indexing.identity import weak_fields
from indexing.identity.confidence import weighed_identity
from indexing.identity.findings import Findings

DAY = date(2022, 12, 31)


def weighed(*heard: Findings) -> Identity:
    return weighed_identity(heard, lambda spellings: spellings[0])


def test_what_no_place_tells_is_unknown() -> None:
    identity = weighed(Findings("cover", period_end=DAY))
    assert (identity.company, identity.form, identity.fiscal_year) == ("", Form.UNKNOWN, None)
    assert set(identity.confidence) == {"period_end"}
    assert weak_fields(identity) == "weak identity: company unknown, form unknown"


def test_one_place_that_says_it_twice_is_one_place() -> None:
    heard = [Findings("dei", company=name) for name in ("Acme Inc.", "ACME INC")]
    identity = weighed(*heard)
    assert identity.confidence["company"] is Confidence.LIKELY
    assert len(identity.candidates["company"]) == 1


def test_a_year_that_follows_from_a_day_is_no_surer_than_the_day() -> None:
    years = [Findings(place, fiscal_year=2022) for place in ("calendar", "custom")]
    cover, body = Findings("cover", period_end=DAY), Findings("body", period_end=DAY)
    assert weighed(*years, body).confidence["fiscal_year"] is Confidence.WEAK
    assert weighed(*years, cover).confidence["fiscal_year"] is Confidence.LIKELY
    assert weighed(*years, cover, body).confidence["fiscal_year"] is Confidence.CERTAIN


def test_a_users_label_beats_everything_and_is_certain() -> None:
    stated = Findings("dei", company="Wrong Corp.", form=Form.ANNUAL, fiscal_year=2021)
    cover = Findings("cover label", company="Wrong Corp.")
    label = Findings("label", company="Right Inc.", fiscal_year=2022)
    identity = weighed(stated, cover, label)
    assert (identity.company, identity.fiscal_year) == ("Right Inc.", 2022)
    assert identity.confidence["company"] is Confidence.CERTAIN
    assert identity.sources["company"] == "label"


def test_the_runner_up_is_kept_and_a_contradiction_noted() -> None:
    identity = weighed(
        Findings("dei", fiscal_year=2023, period_end=DAY),
        Findings("definition", fiscal_year=2022),
    )
    first, second = identity.candidates["fiscal_year"]
    assert (first.value, first.places) == ("2023", ("dei",))
    assert (second.value, second.places) == ("2022", ("definition",))
    assert first.probability + second.probability <= 1
    assert "fiscal_year: dei says 2023, text says 2022" in identity.notes


def test_weak_fields_are_told_with_their_source() -> None:
    identity = weighed(Findings("name", company="ACME", form=Form.ANNUAL, fiscal_year=2022))
    assert weak_fields(identity) == (
        "weak identity: company ACME (name), form 10-K (name), fiscal_year 2022 (name)"
    )
    assert "identity read from the file's name only" in identity.notes
