"""A real browser for the page: Debian's ``chromium`` and ``chromium-driver``, over Selenium.

Run by ``make test-web``; not part of ``make test``, which needs nothing but pip.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from tests.serving.conftest import HirecServer, Start, served_index, server, start_server

__all__ = ["served_index", "server", "start_server"]
_OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
_PATIENCE_S = 60
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>{{7*7}}'
"""Printed by a filing of ours; it has to stay text."""


class Browser:
    """A page of our server in chromium."""

    def __init__(self, driver: webdriver.Chrome, server: HirecServer) -> None:
        self.driver = driver
        self.server = server

    def open(self, path: str = "/") -> None:
        """Go there, anew."""
        self.driver.get("about:blank")
        self.driver.get(self.server.url + path)

    def resize(self, width: int, height: int, scale: float = 1.0) -> None:
        """Give the window a size in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def one(self, selector: str) -> WebElement:
        """The first element that fits, waited for."""
        return self.wait(lambda: next(iter(self.all(selector)), None))

    def all(self, selector: str) -> list[WebElement]:
        """All elements that fit now."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, met):
        """Until it is true; returns it."""
        return WebDriverWait(self.driver, _PATIENCE_S).until(lambda _: met())

    def ask(self, question: str) -> WebElement:
        """Ask, and wait for the end; returns the turn."""
        before = len(self.all(".turn"))
        self.one("#question").send_keys(question + "\n")
        self.wait(lambda: len(self.all(".turn")) > before and not self.all(".live"))
        return self.all(".turn")[-1]

    def boxes(self, *selectors: str) -> list[dict[str, float]]:
        """Places of elements in the window at one moment, in CSS pixels."""
        script = (
            "return arguments[0].map((each) => "
            "document.querySelector(each).getBoundingClientRect().toJSON())"
        )
        return self.driver.execute_script(script, list(selectors))

    def complaints(self) -> list[str]:
        """What the console says, refused requests and violated policies among it."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


def started() -> webdriver.Chrome:
    """Debian's chromium without a window."""
    options = webdriver.ChromeOptions()
    program, control = shutil.which("chromium"), shutil.which("chromedriver")
    assert program is not None, "apt-get install chromium"
    assert control is not None, "apt-get install chromium-driver"
    options.binary_location = program
    for option in _OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(control))


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium: webdriver.Chrome, server: HirecServer) -> Iterator[Browser]:
    """The page of the sample, with nothing remembered; at the end the console is clean."""
    opened = Browser(chromium, server)
    opened.resize(1400, 900)
    opened.open()
    chromium.execute_script("localStorage.clear(); sessionStorage.clear()")
    opened.open()
    opened.one("#question")
    yield opened
    assert opened.complaints() == []


@pytest.fixture(scope="session")
def turned(
    sample_dir: Path, tmp_path_factory: pytest.TempPathFactory, start_server: Start
) -> HirecServer:
    """A server of filings of ours: one whose pages are turned, one whose text is hostile."""
    files = tmp_path_factory.mktemp("turned")
    with pymupdf.open(sample_dir / "HPFD_2022_10K.pdf") as plain, pymupdf.open() as pdf:
        for page in plain:
            wide, high = page.rect.height, page.rect.width
            sheet = pdf.new_page(width=wide, height=high)
            sheet.show_pdf_page(sheet.rect, plain, page.number, rotate=90)
            sheet.set_rotation(90)
        pdf.save(files / "HPFD_2022_10K.pdf")
    page = (sample_dir / "QVNE_2023_10K.html").read_text(encoding="utf-8")
    escaped = HOSTILE.replace("<", "&lt;").replace(">", "&gt;")
    assert "Research and development" in page
    page = page.replace("Research and development", f"Research and development {escaped}")
    (files / "QVNE_2023_10K.html").write_text(page, encoding="utf-8")
    index = tmp_path_factory.mktemp("turned-index") / "turned"
    assert not build([files], index, Settings(index=IndexSettings(workers=1))).failed
    return start_server("--index", index)
