"""Pictures of the page for the documentation: ``make screenshots``.

They show a real server of the sample; run it again when the page changes.
"""

import sys
import tempfile
from pathlib import Path

from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from tests.browser.conftest import Browser, started
from tests.serving.conftest import ROOT, HirecServer

QUESTION = "What were Harbor Peak Foods' net sales from fiscal 2020 to 2023?"
SHOTS = (("light", 1280, 800), ("dark", 1280, 800), ("narrow", 390, 800))
"""Name, width and height in CSS pixels; all but ``dark`` in light colours."""


def main(folder: Path) -> None:
    """Write ``page-<name>.png`` of each."""
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "sample"
        build([ROOT / "data" / "sample"], index, Settings(index=IndexSettings(workers=1)))
        server = HirecServer(Path(scratch) / "server.log", "--index", index)
        driver = started()
        try:
            for name, width, height in SHOTS:
                take(Browser(driver, server), name, width, height, folder / f"page-{name}.png")
        finally:
            driver.quit()
            server.stop()


def take(browser: Browser, name: str, width: int, height: int, path: Path) -> None:
    """Ask, open the place of a number where there is room, and take the picture."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if name == "dark" else "light"}
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.resize(width, height)
    browser.open()
    browser.driver.execute_script("localStorage.clear()")
    browser.open()
    browser.ask(QUESTION)
    if name != "narrow":
        browser.one(".values button").click()
        browser.one("#viewer .outlined")
    browser.driver.get_screenshot_as_file(str(path))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
