import pytest

from hirec.grounding.nouns import is_of_things, read_noun, same_noun, says_count, stems_of


@pytest.mark.parametrize(
    ("phrase", "head", "narrowed"),
    [
        ("company-owned kiosks open at year end", "kiosks", "company owned open year end"),
        ("number of paid memberships", "memberships", "paid"),
        ("warehouse employees", "employees", "warehouse"),
        ("warehouse expenses", "expenses", "warehouse"),
        ("owned warehouses", "warehouses", "owned"),
        ("mixing and bottling plants in Peru", "plants", "mixing bottling peru"),
        ("people work for", "people", "work"),
        ("U.S. depots", "depots", "U.S."),
        ("depot count", "depot", "count"),
    ],
)
def test_the_head_is_the_last_plural_before_what_is_said_of_it(phrase, head, narrowed):
    counted = read_noun(phrase)
    assert counted is not None
    assert counted.said == head
    assert counted.words == stems_of(narrowed)


def test_a_phrase_without_words_has_no_head():
    assert read_noun("2023") is None


def test_one_thing_under_two_names_has_one_noun():
    assert same_noun("number of shareholders of record", "holders of record")
    assert same_noun("dental plan members", "membership of dental plans")
    assert not same_noun("warehouses", "warehouse expenses")


def test_people_and_things_are_no_amounts() -> None:
    assert is_of_things("broadband customers")
    assert is_of_things("retail stores")
    assert is_of_things("paid memberships")
    assert not is_of_things("acquisitions")
    assert not is_of_things("sales")


def test_a_phrase_may_say_that_it_counts() -> None:
    assert says_count("store count")
    assert says_count("pharmacies count")
    assert not says_count("count")
    assert not says_count("stores")


def test_whom_a_company_serves_it_does_not_employ() -> None:
    served, employed = read_noun("number of people served"), read_noun("number of people")
    assert served is not None
    assert employed is not None
    assert served.noun != employed.noun == next(iter(stems_of("employees")))
