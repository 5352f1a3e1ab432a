from itertools import islice

import pytest

from generator.books import keep_books
from generator.history import reported_years
from generator.market import COMPANIES_AT_MOST, LAST_YEAR, YEARS, companies, company

MANY = 400


def test_names_tickers_and_numbers_are_their_own() -> None:
    made = list(islice(companies(), COMPANIES_AT_MOST))
    for field in ("name", "ticker", "cik"):
        assert len({getattr(each, field) for each in made}) == len(made)
    with pytest.raises(ValueError, match=str(COMPANIES_AT_MOST)):
        company(COMPANIES_AT_MOST)


def test_families_look_alike() -> None:
    """In each family of four some share all but the kind of company, others all but a letter."""
    made = list(islice(companies(), MANY))
    for family in (made[place : place + 4] for place in range(0, MANY, 4)):
        shorts = {each.short for each in family}
        assert len(shorts) == 2
        one, two = shorts
        assert one[:4] == two[:4]
        assert len({each.name for each in family}) == 4


def test_lives_lie_within_the_years_of_the_collection() -> None:
    spans = [reported_years(each) for each in islice(companies(), MANY)]
    assert min(span.start for span in spans) == LAST_YEAR - YEARS + 1
    assert max(span.stop for span in spans) == LAST_YEAR + 1
    assert min(map(len, spans)) >= 3
    assert 6 < sum(map(len, spans)) / MANY < 10


def test_some_restate_some_amend_some_move_their_year() -> None:
    made = list(islice(companies(), MANY))
    for trait in (
        [each.restated for each in made],
        [each.miscounted for each in made],
        [each.calendar.changed_in for each in made],
    ):
        assert MANY // 50 < sum(year is not None for year in trait) < MANY // 4
    assert all(
        each.restated in reported_years(each) and each.restated < each.last_year
        for each in made
        if each.restated
    )


def test_another_seed_other_companies() -> None:
    assert company(0, 1).name != company(0, 0).name


@pytest.mark.parametrize("number", range(0, 120, 3))
def test_books_stay_sound_over_a_long_life(number: int) -> None:
    for span in keep_books(company(number)).quarters.values():
        sheet = span.balance
        assert sheet["assets"] == sheet["liabilities"] + sheet["equity"]
        assert min(sheet[name] for name in ("cash", "debt", "property", "inventories")) >= 0
        assert span.outstanding > 0
