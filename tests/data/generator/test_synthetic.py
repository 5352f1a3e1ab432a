import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from generator import synthetic_filings
from hirec.types import Form

DATA = Path(__file__).parents[3] / "data"


def test_count_and_distinct_ids() -> None:
    filings = list(synthetic_filings(150))
    assert len(filings) == 150
    assert len({filing.filing_id for filing in filings}) == 150
    forms = {filing.identity.form for filing in filings}
    assert forms == {Form.ANNUAL, Form.QUARTERLY, Form.CURRENT, Form.PROXY}


def test_same_seed_same_filings_and_prefix() -> None:
    few, more = list(synthetic_filings(12, seed=3)), list(synthetic_filings(20, seed=3))
    assert few == more[:12]
    other = list(synthetic_filings(12, seed=4))
    assert [f.pages for f in few] != [f.pages for f in other]


def test_pages_name_their_company() -> None:
    for filing in islice(synthetic_filings(40), 0, 40, 7):
        cover = filing.pages[0]
        assert filing.identity.company.upper() in cover
        document = filing.document()
        assert len(document.pages) == len(filing.pages)
        assert filing.identity.company.upper() in document.pages[0].text


def test_negative_count() -> None:
    with pytest.raises(ValueError, match="-1"):
        list(synthetic_filings(-1))


def test_command_writes_text_filings(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "generator", str(tmp_path), "--filings", "3"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=DATA)
    assert "Wrote 3 filings" in result.stdout
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    assert all("<PAGE>" in path.read_text(encoding="utf-8") for path in files)
