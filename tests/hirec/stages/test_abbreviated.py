"""A table that prints an abbreviation answers who asks for what it stands for."""

from decimal import Decimal
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.settings import IndexSettings, Settings
from indexing.builder import build

DEFINED = """
<p>We follow the total kitchen volume (“TKV”) of all foods that our customers prepare.</p>
<p>The following table presents our volume (in millions):</p>
<table>
<tr><td></td><td>Year Ended December 31, 2023</td><td>Year Ended December 31, 2022</td></tr>
<tr><td>TKV</td><td>$ 4,812</td><td>$ 4,650</td></tr>
<tr><td>Orders taken by telephone</td><td>$ 713</td><td>$ 652</td></tr>
</table>
"""


@pytest.fixture(scope="module")
def opened(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> HiREC:
    folder = tmp_path_factory.mktemp("abbreviated")
    text = (sample_dir / "HPFD_2023_10K.html").read_text(encoding="utf-8")
    before, found, behind = text.rpartition("</body>")
    assert found
    (folder / "in").mkdir()
    file = folder / "in" / "HPFD_2023_10K.html"
    file.write_text(before + DEFINED + found + behind, encoding="utf-8")
    report = build([folder / "in"], folder / "index", Settings(index=IndexSettings(workers=1)))
    assert not report.failed
    return HiREC.open(folder / "index")


@pytest.mark.parametrize("said", ["total kitchen volume", "Total Kitchen Volume", "TKV"])
def test_both_forms_find_the_row(opened: HiREC, said: str) -> None:
    answer = opened.ask(f"What was Harbor Peak Foods' {said} in fiscal 2023?")
    assert answer.value == Decimal("4812000000")
    assert answer.citations[0].quote.endswith("$ 4,812")


def test_a_computed_figure_uses_it_too(opened: HiREC) -> None:
    answer = opened.ask("How much did Harbor Peak Foods' total kitchen volume grow in 2023?")
    assert answer.text.startswith("3.48%")


def test_words_that_are_not_the_whole_phrase_are_no_other_form(opened: HiREC) -> None:
    answer = opened.ask("What was Harbor Peak Foods' total bakery volume in fiscal 2023?")
    assert answer.abstained
