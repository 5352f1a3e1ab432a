"""Filings handed in on the page."""

import shutil
from pathlib import Path

import pytest
from selenium import webdriver

from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from tests.browser.conftest import Browser
from tests.serving.conftest import Start

HELD, NEW = "QVNE_2023_10K.html", "HPFD_2022_10K.pdf"


@pytest.fixture
def taking(
    chromium: webdriver.Chrome, sample_dir: Path, tmp_path: Path, start_server: Start
) -> Browser:
    """The page of a server that takes filings."""
    index = tmp_path / "small"
    assert not build([sample_dir / HELD], index, Settings(index=IndexSettings(workers=1))).failed
    return Browser(chromium, start_server("--index", index, "--uploads", tmp_path / "in"))


def test_a_filing_is_handed_in_and_its_way_is_told(
    taking: Browser, sample_dir: Path, tmp_path: Path
) -> None:
    shutil.copy(sample_dir / NEW, tmp_path / NEW)
    (tmp_path / "bad.pdf").write_bytes(b"PK\x03\x04")
    taking.open("/#/ledger")
    taking.one("#files").send_keys(f"{tmp_path / 'bad.pdf'}\n{tmp_path / NEW}")
    taking.one("#files + *, form.tools button.main").click()
    refused, taken = taking.wait(lambda: len(found := taking.all(".handed li")) == 2 and found)
    taking.wait(lambda: "in the index: HPFD_2022_10K" in taken.text)
    assert "bad.pdf" in refused.text
    assert "being sent" not in refused.text
    ours = [line for line in taking.complaints() if "422" not in line]
    assert ours == []


def test_a_server_that_takes_none_offers_none(browser: Browser) -> None:
    browser.open("/#/ledger")
    browser.one("h1")
    assert browser.all("#files") == []
