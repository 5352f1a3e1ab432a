"""The page in a real browser: ask, watch, click a number, see the cell that prints it."""

import io
from pathlib import Path

import pymupdf
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import HOSTILE, Browser
from tests.serving.conftest import NET_SALES, RESEARCH, HirecServer

RATIO = "What was Harbor Peak Foods' current ratio in FY2022?"
SLACK = 2.0
"""Points by which an outline may be off the words that it goes around."""
ABSENT = "What were the net sales of Harbor Pine Foods in fiscal 2022?"


def printed_under_the_outline(browser: Browser, pdf_file: Path, page_number: int) -> str:
    """Words of the file that the outline goes around, by where both are on the screen."""
    sheet, box = browser.boxes("#viewer .sheet img", "#viewer .outlined")
    with pymupdf.open(pdf_file) as pdf:
        page = pdf[page_number - 1]
        scale = page.rect.width / sheet["width"]
        clip = pymupdf.Rect(
            (box["left"] - sheet["left"]) * scale,
            (box["top"] - sheet["top"]) * scale,
            (box["right"] - sheet["left"]) * scale,
            (box["bottom"] - sheet["top"]) * scale,
        )
        placed = [
            (pymupdf.Rect(word[:4]) * page.rotation_matrix, word[4])
            for word in page.get_text("words")
        ]
    inside = [(rect, text) for rect, text in placed if clip.contains(_middle(rect))]
    union = pymupdf.Rect()
    for rect, _ in inside:
        union |= rect
    assert max(abs(one - other) for one, other in zip(union, clip, strict=True)) < SLACK
    return " ".join(sorted(text for _, text in inside))


def _middle(rect: pymupdf.Rect) -> pymupdf.Point:
    return pymupdf.Point((rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2)


@pytest.mark.parametrize(("width", "scale"), [(1400, 1.0), (1400, 2.0), (420, 1.0)])
def test_each_number_opens_its_page_with_just_that_cell_outlined(
    browser: Browser, sample_dir: Path, width: int, scale: float
) -> None:
    browser.resize(width, 900, scale)
    turn = browser.ask(RATIO)
    assert turn.find_element(By.CSS_SELECTOR, ".said").text.startswith("3.62")
    assert turn.find_element(By.CSS_SELECTOR, ".badge").text == "verified"
    seen = []
    for at in range(2):
        turn.find_elements(By.CSS_SELECTOR, "button.number")[at].click()
        browser.one("#viewer .outlined")
        seen.append(printed_under_the_outline(browser, sample_dir / "HPFD_2022_10K.pdf", 8))
        (box,) = browser.boxes("#viewer .outlined")
        assert 0 <= box["left"] < box["right"] <= width
        assert 0 <= box["top"] < box["bottom"] <= 900
        browser.one("#viewer .close").click()
        browser.wait(lambda: not browser.all("#viewer .outlined"))
    assert seen == ["$ 4,306", "$ 1,189"]


def test_the_outline_is_where_the_picture_has_ink(browser: Browser) -> None:
    turn = browser.ask(RATIO)
    turn.find_element(By.CSS_SELECTOR, "button.number").click()
    browser.one("#viewer .outlined")
    (box,) = browser.boxes("#viewer .outlined")
    browser.driver.execute_script("document.querySelector('#viewer .outlined').hidden = true")
    shot = pymupdf.Pixmap(io.BytesIO(browser.driver.get_screenshot_as_png()).read())
    inside = [
        shot.pixel(x, y)[0]
        for x in range(int(box["left"]), int(box["right"]))
        for y in range(int(box["top"]), int(box["bottom"]))
    ]
    assert min(inside) < 120


def test_the_cell_of_an_html_filing_is_marked(browser: Browser) -> None:
    turn = browser.ask(RESEARCH)
    turn.find_element(By.CSS_SELECTOR, "button.number").click()
    cell = browser.one("#viewer td.outlined")
    assert cell.text == "201,155"
    assert len(browser.all("#viewer .outlined")) == 1
    row = cell.find_element(By.XPATH, "./..")
    assert row.find_element(By.TAG_NAME, "th").text == "Research and development"


def test_a_rotated_page_is_outlined_at_the_right_place(
    browser: Browser, turned: HirecServer, tmp_path: Path
) -> None:
    turned_browser = Browser(browser.driver, turned)
    turned_browser.open()
    turn = turned_browser.ask(NET_SALES)
    turn.find_element(By.CSS_SELECTOR, "button.number").click()
    turned_browser.one("#viewer .outlined")
    file = tmp_path / "turned.pdf"
    index = turned.index("turned")
    file.write_bytes(turned.client.get(f"{index}/filings/HPFD_2022_10K/file").content)
    with pymupdf.open(file) as pdf:
        assert pdf[7].rotation == 90
    assert printed_under_the_outline(turned_browser, file, 8) == "$ 7,547"


def test_text_of_filings_stays_text(browser: Browser, turned: HirecServer) -> None:
    other = Browser(browser.driver, turned)
    other.open()
    turn = other.ask(RESEARCH)
    assert "$201" in turn.text
    turn.find_element(By.CSS_SELECTOR, "button.number").click()
    other.one("#viewer td.outlined")
    assert HOSTILE in other.one("#viewer").text
    assert browser.driver.title == "hirec"
    assert not other.all("#viewer .sheet img")


def test_a_refusal_names_pages_to_look_at_or_what_is_near(browser: Browser) -> None:
    turn = browser.ask(ABSENT)
    assert turn.find_element(By.CSS_SELECTOR, ".badge").text == "abstained"
    assert not turn.find_elements(By.CSS_SELECTOR, "button.number")


def test_a_reload_keeps_the_conversation_and_its_turns(browser: Browser) -> None:
    browser.ask(NET_SALES)
    browser.open()
    browser.wait(lambda: len(browser.all(".answer")) == 1)
    turn = browser.ask("And in 2021?")
    assert "6,901" in turn.find_element(By.CSS_SELECTOR, ".said").text
    browser.open()
    browser.wait(lambda: len(browser.all(".answer")) == 2)
    next(b for b in browser.all(".ask .plain") if b.text == "New conversation").click()
    browser.wait(lambda: not browser.all(".answer"))
    browser.one(".examples button")


def test_steps_come_while_the_question_runs(browser: Browser) -> None:
    script = """
      window.heard = [];
      new MutationObserver(() => {
        for (const step of document.querySelectorAll('.live .steps li b'))
          window.heard.push(step.textContent);  // several may have come at once
      }).observe(document.querySelector('.log'), {childList: true, subtree: true});
    """
    browser.driver.execute_script(script)
    browser.ask(NET_SALES)
    heard = browser.driver.execute_script("return [...new Set(window.heard)]")
    assert {"Reading the question", "Looking for filings", "Looking for passages"} <= set(heard)


def test_trace_candidates_and_why(browser: Browser) -> None:
    turn = browser.ask(NET_SALES)
    _, timeline, candidates = turn.find_elements(By.CSS_SELECTOR, ".answer > .fold > summary")
    timeline.click()
    browser.one(".timeline .row")
    candidates.click()
    entries = browser.wait(lambda: browser.all(".fold .fold summary code"))
    assert entries
    first = next(e for e in browser.all(".fold .fold > summary") if "cited" in e.text)
    first.click()
    way = browser.one(".way")
    assert "kept as evidence" in way.text
    assert "rank 1" in way.text


def test_feedback_is_given_below_an_answer_and_read_by_the_operator(browser: Browser) -> None:
    turn = browser.ask(NET_SALES)
    fold = next(
        each
        for each in turn.find_elements(By.CSS_SELECTOR, ".fold > summary")
        if each.text == "Was this right?"
    )
    fold.click()
    browser.one(".feedback input[value=wrong_source]").click()
    browser.one(".feedback textarea").send_keys(HOSTILE)
    browser.all(".feedback input[type=text]")[1].send_keys("HPFD_2022_10K#8.1")
    browser.one(".feedback button.main").click()
    browser.wait(lambda: "it is kept with the trace" in browser.one(".answer").text)
    browser.open("/#/feedback")
    row = browser.one("table.list tbody tr").text
    assert "Wrong source" in row
    assert HOSTILE in row
    browser.one("table.list tbody a").click()
    browser.wait(lambda: browser.all(".answer .said"))


def test_a_series_is_a_table_and_a_chart_whose_bars_are_as_high_as_its_values(
    browser: Browser,
) -> None:
    turn = browser.ask("What were Harbor Peak Foods' net sales from fiscal 2020 to 2023?")
    rows = [row.text for row in turn.find_elements(By.CSS_SELECTOR, ".values tr")]
    assert rows == [
        "FY2020 $6,423 million",
        "FY2021 $6,901 million",
        "FY2022 $7,547 million",
        "FY2023 $7,792 million",
    ]
    bars = [
        bar["height"] for bar in browser.boxes(*[f".column:nth-of-type({n})" for n in (1, 2, 3, 4)])
    ]
    assert [bar / bars[0] for bar in bars] == pytest.approx(
        [value / 6423 for value in (6423, 6901, 7547, 7792)], rel=0.01
    )
    turn.find_elements(By.CSS_SELECTOR, ".values button")[1].click()
    outlined = browser.one("#viewer .outlined")
    assert "6,901" in (outlined.get_attribute("aria-label") or outlined.text)


def test_two_answers_are_compared(browser: Browser) -> None:
    for at, question in enumerate((NET_SALES, NET_SALES.replace("2022", "2021"))):
        turn = browser.ask(question)
        next(b for b in turn.find_elements(By.TAG_NAME, "button") if b.text == "Compare").click()
        assert at or turn.find_elements(By.XPATH, ".//button[text()='Now choose the other']")
    browser.wait(lambda: len(browser.all(".pair .answer")) == 2)
    rows = {row.text.split()[0]: row.text for row in browser.all("table.list tbody tr")}
    assert "$7,547 million" in rows["Answer"]
    assert "$6,901 million" in rows["Answer"]
    assert "Verdict" not in rows


def test_filings_and_ledger(browser: Browser) -> None:
    browser.open("/#/filings")
    browser.wait(lambda: len(browser.all("table.list tbody tr")) == 52)
    browser.one("#company").send_keys("harbor peak")
    browser.one("#year").send_keys("2022")
    # Each letter lists anew: only the last list is of that year alone, and stays.
    listed = "return [...document.querySelectorAll('table.list tbody tr')].map((e) => e.innerText)"
    browser.wait(
        lambda: (rows := browser.driver.execute_script(listed)) and all("2022" in r for r in rows)
    )
    browser.one("table.list tbody button").click()
    browser.wait(lambda: browser.all("#viewer .sheet"))
    browser.one("body").send_keys(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("#viewer .sheet"))
    browser.open("/#/ledger")
    browser.one(".fold")
    assert "52 files came in: 52 done" in browser.one("main").text


def test_the_page_can_be_used_by_keyboard_alone(browser: Browser) -> None:
    browser.ask(NET_SALES)
    number = browser.one("button.number")
    browser.driver.execute_script("arguments[0].focus()", number)
    number.send_keys(Keys.ENTER)
    browser.one("#viewer .outlined")
    assert browser.driver.switch_to.active_element.get_attribute("id") == "viewer"
    browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    browser.wait(lambda: browser.driver.switch_to.active_element == number)
    unlabelled = """
      return [...document.querySelectorAll('button, input, select, textarea, a')].filter(
        (e) => !(e.labels?.length || e.textContent.trim() || e.getAttribute('aria-label'))
      ).map((e) => e.outerHTML)
    """
    assert browser.driver.execute_script(unlabelled) == []


def test_nothing_but_the_server_is_asked(browser: Browser) -> None:
    browser.ask(NET_SALES)
    browser.one("button.number").click()
    browser.one("#viewer .outlined")
    script = "return performance.getEntriesByType('resource').map((e) => e.name)"
    asked = browser.driver.execute_script(script)
    ours = (browser.server.url, f"blob:{browser.server.url}")
    assert asked
    assert [name for name in asked if not name.startswith(ours)] == []


def test_a_narrow_screen_needs_no_sideways_scrolling(browser: Browser) -> None:
    browser.resize(380, 800)
    browser.ask(RATIO)
    wide = "return document.documentElement.scrollWidth"
    assert browser.driver.execute_script(wide) <= 380
    browser.open("/#/filings")
    browser.one("table.list")
    assert browser.driver.execute_script(wide) <= 380
