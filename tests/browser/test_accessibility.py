"""axe-core over every view: no serious violation; `make test-web` fetches it where npm is."""

import os
from pathlib import Path

import pytest

from tests.browser.conftest import Browser
from tests.serving.conftest import NET_SALES

SERIES = "What were Harbor Peak Foods' net sales from fiscal 2020 to 2023?"
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations']}).then((found) => done(found.violations
  .filter((each) => ['serious', 'critical'].includes(each.impact))
  .map((each) => `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html).join(' | ')}`)));
"""


@pytest.fixture(scope="session")
def axe() -> str:
    path = Path(os.environ.get("HIREC_AXE", ".axe/package/axe.min.js"))
    if not path.is_file():
        pytest.skip("axe-core is not here; `make test-web` fetches it where npm is installed")
    return path.read_text(encoding="utf-8")


def violations(browser: Browser, axe: str) -> list[str]:
    browser.driver.execute_script(axe)
    return browser.driver.execute_async_script(RUN)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_serious_violation(browser: Browser, axe: str, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.driver.set_script_timeout(60)
    found = {"empty": violations(browser, axe)}
    turn = browser.ask(SERIES)
    for fold in turn.find_elements("css selector", ".fold > summary"):
        fold.click()
    browser.one(".timeline .row")
    browser.one(".feedback")
    found["answer"] = violations(browser, axe)
    browser.one(".values button").click()
    browser.one("#viewer .outlined")
    found["page beside it"] = violations(browser, axe)
    browser.one("#viewer .close").click()
    trace = browser.one(".answer").get_attribute("data-trace")
    other = browser.server.ask(NET_SALES).json()["trace_id"]
    for view in ("filings", "ledger", "feedback", f"compare/sample/{trace}/{other}"):
        browser.open(f"/#/{view}")
        browser.one("main h1")
        found[view] = violations(browser, axe)
    assert {view: each for view, each in found.items() if each} == {}
