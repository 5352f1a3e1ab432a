from generator.draws import between, fraction, shuffled, split, whole


def test_draws_depend_on_names_only() -> None:
    assert fraction("HPFD", 2023, "sales") == fraction("HPFD", 2023, "sales")
    assert fraction("HPFD", 2023, "sales") != fraction("HPFD", 2022, "sales")
    assert all(0 <= fraction(i) < 1 for i in range(200))


def test_ranges() -> None:
    assert {whole(1, 3, i) for i in range(100)} == {1, 2, 3}
    assert all(2.0 <= between(2.0, 2.5, i) < 2.5 for i in range(100))


def test_parts_add_up() -> None:
    for total in (0, 1, 7547, -31):
        assert sum(split(total, (0.57, 0.27, 0.16), total)) == total


def test_shuffled_keeps_all() -> None:
    assert sorted(shuffled("abcdef", 1)) == list("abcdef")
