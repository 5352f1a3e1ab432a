import pytest

from hirec.analysts.rule.requirements.exclusion import (
    excludes,
    exclusion_in,
    leaves_out,
    without_exclusions,
)
from hirec.analysts.rule.requirements.phrases import stems


def test_what_a_row_is_net_of_it_does_not_state() -> None:
    reserves = stems("reserves for credit losses")
    assert leaves_out(reserves, "Loans, less reserves for credit losses", "reserves")
    assert not leaves_out(reserves, "Less reserves for credit losses", "reserves")
    assert not leaves_out(stems("loans"), "Loans, less reserves for credit losses", "loans")


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("Sales outside the United States", "outside the United States"),
        ("Employees not covered by an agreement", "not covered by an agreement"),
        ("Sales except for Japan", "except for Japan"),
        ("Loans, less reserves", "less reserves"),
        ("Sales in Japan", ""),
        ("Less reserves", ""),
    ],
)
def test_a_text_is_read_for_what_it_leaves_out(text: str, left_out: str) -> None:
    assert exclusion_in(text) == left_out
    assert excludes(text) is bool(left_out)


def test_what_a_question_leaves_out_is_no_part_of_it() -> None:
    assert stems(without_exclusions("sales as reported, not pro forma")) == stems("sales reported")
