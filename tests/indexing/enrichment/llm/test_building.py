"""Indexes enriched over real HTTP: a replica that looks at the pictures, and llama.cpp's server."""

import base64
import io
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from PIL import Image

from hirec.index import Index
from hirec.index.catalog import Catalog
from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest
from hirec.llm.chat import LlmError
from hirec.settings import IndexSettings, LlmSettings, Settings
from hirec.testing.chat_server import LocalLlm, Served, completion, failure
from hirec.testing.encoder import HashingEncoder
from hirec.types import IndexIncompatibleError, Passage
from indexing.builder import build
from indexing.plan import BuildOptions
from indexing.report import BuildReport

WriteFiling = Callable[..., Path]

ALL = ("section_summaries", "coreference", "table_descriptions", "figure_descriptions")
BUSINESS = (
    "We make rockets for coyotes who live in deserts.\n"
    "Results of operations                    2022       2021\n"
    "Net sales                              $ 1,250    $ 1,100\n"
    "Cost of sales                              900        800\n"
    "Gross profit                               350        300"
)


def settings(url: str, *steps: str, **llm: Any) -> Settings:
    impatient = {"backoff_s": 0.01, "attempts": 2, "timeout_s": 20.0}
    by_llm: dict[str, dict[str, object]] = {step: {"by": "llm"} for step in steps}
    if "figure_descriptions" in by_llm:
        by_llm["figure_descriptions"]["max_pixels"] = 40_000
    return Settings(
        index=IndexSettings.model_validate({"workers": 1, "enrichment": by_llm}),
        llm=LlmSettings.model_validate({"base_url": url, "model": "eyes", **impatient, **llm}),
    )


def index(folder: Path, chosen: Settings, name: str = "index", **more: Any) -> BuildReport:
    asked = BuildOptions(**more)
    return build([folder / "in"], folder / name, chosen, encoder=HashingEncoder(), options=asked)


def passages(folder: Path, name: str = "index") -> list[Passage]:
    opened = Index.open(folder / name)
    return opened.passages(list(opened.filings))


@pytest.fixture
def filing(write_filing: WriteFiling, tmp_path: Path) -> Path:
    """A cover with prose and a table, and a chart below it."""
    path = write_filing(tmp_path / "in" / "acme.pdf", "ACME", 2022, BUSINESS)
    with pymupdf.open(path) as pdf:
        chart = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 60, 30))
        chart.clear_with(90)
        pdf[0].insert_image((100, 600, 400, 750), pixmap=chart)
        pdf.saveIncr()
    return path


def seen(request: dict[str, Any]) -> list[Image.Image]:
    """The pictures of a request: whole PNG files in data URLs."""
    content = request["messages"][-1]["content"]
    parts = content if isinstance(content, list) else []
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    pictures = []
    for url in urls:
        match = re.fullmatch(r"data:image/png;base64,([A-Za-z0-9+/]+=*)", url)
        assert match, url[:80]
        picture = Image.open(io.BytesIO(base64.b64decode(match[1], validate=True)))
        assert picture.format == "PNG"
        picture.load()
        pictures.append(picture.convert("RGB"))
    return pictures


def task(request: dict[str, Any]) -> str:
    return str(request["response_format"]["json_schema"]["name"])


def answer(request: dict[str, Any]) -> Served:
    """What a model with eyes might say, told by the task."""
    pictures = seen(request)
    said: dict[str, Any]
    match task(request):
        case "look":
            red = [picture.getpixel((9, 9)) == (255, 0, 0) for picture in pictures]
            said = {"colour": "red" if red == [True] else "none"}
        case "describe_figure":
            (picture,) = pictures
            assert picture.size[0] * picture.size[1] <= 40_000
            shade = picture.getpixel((picture.size[0] // 2, picture.size[1] // 2))
            said = {"kind": "chart", "description": f"A chart in shade {shade}."}
        case "summarize_section":
            said = {"summary": "Acme makes rockets."}
        case "describe_table":
            said = {"description": "Revenue and gross profit of 350 in 2022."}
        case "resolve_references":
            said = {"references": [{"quote": "We make rockets", "mention": "We", "name": "ACME"}]}
        case other:
            raise AssertionError(other)
    return completion(json.dumps(said))


@pytest.mark.usefixtures("filing")
def test_all_steps_over_http(tmp_path: Path) -> None:
    with LocalLlm(answer) as server:
        report = index(tmp_path, settings(server.url, *ALL))
        asked = Counter(map(task, server.requests))
    assert not report.failed
    assert report.usage.calls >= 4
    assert asked["look"] == asked["describe_figure"] == 1
    assert asked["resolve_references"] >= 1
    assert asked["describe_table"] >= 1
    bodies = "\n".join(passage.retrieval_body for passage in passages(tmp_path))
    assert "Figure: A chart in shade (90, 90, 90)." in bodies
    assert "ACME make rockets" in bodies
    assert "gross profit of 350 in 2022" in bodies
    verbatim = "\n".join(passage.text for passage in passages(tmp_path))
    assert "We make rockets" in verbatim
    assert "shade" not in verbatim


@pytest.mark.usefixtures("filing")
def test_one_step_alone_asks_for_nothing_else(tmp_path: Path) -> None:
    with LocalLlm(answer) as server:
        index(tmp_path, settings(server.url, "table_descriptions"))
        assert {task(request) for request in server.requests} == {"describe_table"}


@pytest.mark.usefixtures("filing")
def test_the_manifest_says_what_made_the_text(tmp_path: Path) -> None:
    with LocalLlm(answer) as server:
        index(tmp_path, settings(server.url, "coreference", "figure_descriptions"))
        made = read_manifest(Layout(tmp_path / "index")).passages
        assert made["enrichment.coreference"] == "eyes, prompt 1"
        assert made["enrichment.figure_descriptions"] == (
            "eyes, prompt 1, at most 20 of 40000 pixels"
        )
        assert "enrichment.section_summaries" not in made
        other = settings(server.url, "coreference", "figure_descriptions", model="ears")
        with pytest.raises(
            IndexIncompatibleError, match=r"= eyes, prompt 1, the settings say ears"
        ):
            index(tmp_path, other)


@pytest.mark.usefixtures("filing")
def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    cache = str(tmp_path / "replies.db")
    with LocalLlm(answer) as server:
        chosen = settings(server.url, *ALL, cache=cache)
        index(tmp_path, chosen)
        before = len(server.requests)
        report = index(tmp_path, chosen, "again")
        assert len(server.requests) == before
    assert report.usage.cached_calls == before
    assert passages(tmp_path, "again") == passages(tmp_path)


def test_a_server_that_goes_costs_a_retry_and_no_reply(filing: Path, tmp_path: Path) -> None:
    gone = {"now": True}

    def until_figures(request: dict[str, Any]) -> Served:
        if gone["now"] and task(request) == "describe_figure":
            return failure(503, "going down")
        return answer(request)

    with LocalLlm(until_figures) as server:
        chosen = settings(server.url, *ALL)
        (failed,) = index(tmp_path, chosen).failed
        assert failed.path == str(filing)
        assert "503" in failed.error
        answered = [r for r in server.requests if task(r) != "describe_figure"]
        server.requests.clear()
        gone["now"] = False
        assert index(tmp_path, chosen).failed[0].before
        assert server.requests == []
        report = index(tmp_path, chosen, retry_failed=True)
        assert not report.failed
        assert {task(request) for request in server.requests} == {"describe_figure"}
        assert report.usage.cached_calls == len(answered)
    kept = sqlite3.connect(tmp_path / "index" / "replies.db")
    tasks = Counter(name for (name,) in kept.execute("SELECT task FROM replies"))
    assert tasks == Counter(map(task, answered)) + Counter(["describe_figure", "canary"])


@pytest.mark.usefixtures("filing")
def test_no_server_is_found_out_before_any_file_is_read(tmp_path: Path) -> None:
    with pytest.raises(LlmError, match=r"127\.0\.0\.1:9"):
        index(tmp_path, settings("http://127.0.0.1:9/v1", "coreference"))
    (row,) = Catalog(Layout(tmp_path / "index")).ledger()
    assert (row.state.value, row.attempts) == ("new", 0)


@pytest.mark.usefixtures("filing")
def test_settings_that_never_worked_can_be_mended(tmp_path: Path) -> None:
    with pytest.raises(LlmError, match="set"):
        index(tmp_path, settings("", "coreference"))
    with LocalLlm(answer) as server:
        assert not index(tmp_path, settings(server.url, "coreference")).failed
        made = read_manifest(Layout(tmp_path / "index")).passages
    assert made["enrichment.coreference"] == "eyes, prompt 1"


@pytest.mark.usefixtures("filing")
def test_a_real_server_without_eyes(llm_server: Any, tmp_path: Path) -> None:
    """Random words of the right shapes: they are kept out or in by the checks, and noted."""
    report = index(tmp_path, settings(llm_server.url, *ALL, temperature=0.0))
    assert not report.failed
    (noted,) = report.noted
    assert "figures not described: eyes takes no pictures" in noted.note
    assert report.usage.calls >= 3
    for passage in passages(tmp_path):
        assert "Figure:" not in passage.retrieval_body
        assert len(passage.retrieval_body) <= len(passage.text) + 12 * 100 + 2 * 700
