import pytest

from hirec.analysts.rule.phrases import read_wanted
from hirec.analysts.rule.surroundings import Surroundings, phrase_fit

SEGMENTS = ("Segment results", "Note 2 Segment Information")


@pytest.mark.parametrize(
    ("label", "section", "column", "headings", "stated"),
    [
        ("Flow Control", "Net sales:", "", SEGMENTS, True),
        ("Flow Control", "Segment operating income:", "", SEGMENTS, False),
        ("Flow Control", "", "", ("Net sales by segment", ""), True),
        ("Flow Control", "", "", SEGMENTS, False),
        ("Flow Control net sales", "", "", ("", ""), True),
        ("Flow Control operating income", "Net sales:", "", SEGMENTS, False),
        ("Net sales", "", "Flow Control", SEGMENTS, True),
        ("Net sales", "", "Motion", SEGMENTS, False),
        ("Net sales", "Flow Control:", "", SEGMENTS, True),
        ("Net sales", "", "", SEGMENTS, False),
        ("Flow Control", "Net sales:", "Eliminations", SEGMENTS, False),
    ],
)
def test_a_parts_figure(
    label: str, section: str, column: str, headings: tuple[str, str], stated: bool
) -> None:
    wanted = read_wanted("Flow Control segment net sales")
    assert (phrase_fit(wanted, Surroundings(label, section, column, *headings)) >= 0.6) is stated


def test_every_word_of_a_free_phrase_is_needed() -> None:
    wanted = read_wanted("number of votes cast ratification independent auditor")
    row = "Ratification of the independent auditor"
    assert phrase_fit(wanted, Surroundings(row, caption="Results of the votes")) >= 0.6
    assert phrase_fit(wanted, Surroundings(row, "", "Against", "Results of the votes")) == 0.0
    assert phrase_fit(wanted, Surroundings("Election of the auditor", caption="Results of the votes")) == 0.0
