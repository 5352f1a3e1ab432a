import pytest

from hirec.analysts.rule.phrases import phrase_fit, read_wanted, stems
from hirec.lexicon import Kind

SEGMENTS = ("Segment results", "Note 2 Segment Information")


def test_a_phrase_is_taken_apart() -> None:
    wanted = read_wanted("net sales Flow Control segment")
    assert wanted.metric is not None
    assert (wanted.metric.key, wanted.words) == ("net_sales", stems("flow control"))
    assert read_wanted("revenue").plain
    assert read_wanted("number of stores opened").kind is Kind.COUNT
    assert read_wanted("number of shares repurchased").kind is Kind.SHARES
    assert read_wanted("% of net sales largest customer").kind is Kind.PERCENT
    ahead = read_wanted("expected low end net sales")
    assert (ahead.forward, ahead.bound, ahead.plain) == (True, "low end", False)


def test_synonyms_share_a_stem() -> None:
    assert stems("spend on advertising") == stems("advertising costs")
    assert stems("people") == stems("employees") == stems("employed")


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
    assert (phrase_fit(wanted, label, section, column, headings) >= 0.6) is stated


def test_every_word_of_a_free_phrase_is_needed() -> None:
    wanted = read_wanted("number of votes cast ratification independent auditor")
    heading = ("Results of the votes", "")
    row = "Ratification of the independent auditor"
    assert phrase_fit(wanted, row, "", "", heading) >= 0.6
    assert phrase_fit(wanted, row, "", "Against", heading) == 0.0
    assert phrase_fit(wanted, "Election of the auditor", "", "", heading) == 0.0
