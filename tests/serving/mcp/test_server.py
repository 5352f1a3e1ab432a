"""The tools of assistants, by the SDK's own client: over standard input and output, and HTTP."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from serving.keys import KeyStore, Scope
from tests.serving.conftest import NET_SALES, ROOT, HirecServer, Start

PAGE = ("HPFD_2022_10K", 8)
TOOLS = ["ask", "search_filings", "search_passages", "read_page", "explain_trace"]
Talk = Callable[[Client], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys") / "keys.db"


@pytest.fixture(scope="module")
def open_server(start_server: Start, served_index: Path) -> HirecServer:
    return start_server("--index", served_index, command=("serve", "mcp", "--http"))


@pytest.fixture(scope="module")
def keyed_server(start_server: Start, served_index: Path, keys: Path) -> HirecServer:
    named = ("--index", f"one={served_index}", "--index", f"two={served_index}")
    return start_server(*named, "--keys", keys, command=("serve", "mcp", "--http"))


def over_stdio(index: Path) -> StdioServerParameters:
    code = "from serving.cli.app import main; main()"
    arguments = ["-c", code, "serve", "mcp", "--index", str(index)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment)


@asynccontextmanager
async def shown(url: str, secret: str) -> AsyncIterator[Client]:
    """A client that shows a key."""
    headers = {"Authorization": f"Bearer {secret}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def called(client: Client, tool: str, **arguments: object) -> dict[str, Any]:
    """What a tool gives back; in words and as structure it is the same."""
    got = await client.call_tool(tool, dict(arguments))
    assert not got.is_error, got.content
    assert got.structured_content == json.loads(got.content[0].text)
    return got.structured_content


async def refused(client: Client, tool: str, **arguments: object) -> str:
    got = await client.call_tool(tool, dict(arguments))
    assert got.is_error
    return got.content[0].text


async def look_up(client: Client) -> None:
    """Ask, read the page cited, ask why: what an assistant does."""
    listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == TOOLS
    assert all(
        tool.description and "context" not in tool.input_schema["properties"] for tool in listed
    )
    steps: list[str] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        assert (progress, total) == (len(steps) + 1, None)
        steps.append(message or "")

    got = await client.call_tool("ask", {"question": NET_SALES}, progress_callback=heard)
    answer = got.structured_content
    assert (answer["text"], answer["verdict"]) == ("$7,547 million", "verified")
    assert steps[:3] == ["scope", "documents", "passages"]
    cited = answer["citations"][0]
    assert (cited["filing_id"], cited["page_number"]) == PAGE
    page = await called(client, "read_page", filing_id=PAGE[0], page_number=PAGE[1])
    assert f"[{cited['passage_id']}]" in page["text"]
    assert "7,547" in page["text"]
    trace = {"trace_id": answer["trace_id"]}
    told = await called(client, "explain_trace", **trace)
    assert [step["stage"] for step in told["steps"]] == steps
    assert len(json.dumps(told)) < 20_000
    way = await called(client, "explain_trace", **trace, passage_id=cited["passage_id"])
    assert way["steps"][-1]["said"]["became"] == "cited"


async def search(client: Client) -> None:
    first = await called(client, "search_filings", company="harbor peak", limit=2)
    assert len(first["filings"]) == first["next_offset"] == 2
    rest = await called(client, "search_filings", company="harbor peak", offset=2)
    assert rest["next_offset"] is None
    ids = [each["filing_id"] for each in first["filings"] + rest["filings"]]
    assert len(set(ids)) == first["total"] == rest["total"]
    one = await called(client, "search_filings", company="HPFD", form="10-K", fiscal_year=2022)
    assert [each["filing_id"] for each in one["filings"]] == [PAGE[0]]
    found = await called(client, "search_passages", question=NET_SALES, limit=3)
    assert found["filings"][0] == PAGE[0]
    assert len(found["passages"]) == 3
    assert all(len(each["text"]) <= 600 for each in found["passages"])
    none = await called(
        client, "search_passages", question="What were Nobody Corp's sales in 2022?"
    )
    assert none["passages"] == []
    assert "Nobody" in none["refusal"]


async def stumble(client: Client) -> None:
    """What cannot be done is said in the sentence of the command line."""
    assert "There is no filing NONE" in await refused(
        client, "read_page", filing_id="NONE", page_number=1
    )
    assert "has 14 pages; there is no 99" in await refused(
        client, "read_page", filing_id=PAGE[0], page_number=99
    )
    assert "There is no trace ../x" in await refused(client, "explain_trace", trace_id="../x")
    assert "There is no index else here" in await refused(
        client, "ask", question=NET_SALES, index="else"
    )
    assert "question" in await refused(client, "ask", question="  ")
    assert "limit" in await refused(client, "search_filings", limit=1000)


@pytest.mark.parametrize("talk", [look_up, search, stumble])
def test_over_http(open_server: HirecServer, talk: Talk) -> None:
    async def run() -> None:
        async with Client(open_server.url) as client:
            await talk(client)

    asyncio.run(run())


def test_over_standard_input_and_output(served_index: Path) -> None:
    async def run() -> None:
        async with Client(over_stdio(served_index)) as client:
            assert "Indexes: sample." in (client.instructions or "")
            for talk in (look_up, search, stumble):
                await talk(client)

    asyncio.run(run())


def test_without_a_key_nothing_is_served(keyed_server: HirecServer, keys: Path) -> None:
    key, secret = KeyStore(keys).create("gone", [Scope.parse("ask")], 100)
    KeyStore(keys).revoke(key.key_id)
    for text in ("", "Bearer x", f"Bearer {secret}"):
        headers = {"Authorization": text, "Accept": "application/json, text/event-stream"}
        got = keyed_server.client.post(keyed_server.url, json={}, headers=headers)
        assert got.status_code == 401
        assert got.headers["www-authenticate"] == "Bearer"
        assert got.json()["error"] == "UnauthorizedError"


def test_a_key_does_what_its_scopes_say(keyed_server: HirecServer, keys: Path) -> None:
    _, secret = KeyStore(keys).create("asks", [Scope.parse("ask:one")], 100)

    async def run() -> None:
        async with shown(keyed_server.url, secret) as client:
            assert (await called(client, "ask", question=NET_SALES))["verdict"] == "verified"
            for tool, arguments in (
                ("ask", {"question": NET_SALES, "index": "two"}),
                ("search_passages", {"question": NET_SALES, "index": "two"}),
                ("search_filings", {}),
                ("read_page", {"filing_id": PAGE[0], "page_number": PAGE[1]}),
                ("explain_trace", {"trace_id": "x"}),
            ):
                assert "This key may not" in await refused(client, tool, **arguments)

    asyncio.run(run())
    log = keyed_server.log.read_text()
    assert secret not in log
    assert "Harbor Peak" not in log


def test_pages_of_other_sites_are_not_answered(open_server: HirecServer) -> None:
    got = open_server.client.post(
        open_server.url, json={}, headers={"Origin": "https://evil.example"}
    )
    assert got.status_code == 403
    named = open_server.client.post(open_server.url, json={}, headers={"Host": "evil.example"})
    assert named.status_code == 403


def test_a_long_page_comes_in_pieces(open_server: HirecServer, sample_index: Path) -> None:
    from hirec.index import Index

    index = Index.open(sample_index)
    pages: dict[tuple[str, int], int] = {}
    for passage in index.passages(list(index.filings)):
        place = (passage.filing_id, passage.page_number)
        pages[place] = pages.get(place, 0) + len(passage.text)
    filing_id, page_number = max(pages, key=lambda place: pages[place])

    async def run() -> str:
        text, offset = "", 0
        async with Client(open_server.url) as client:
            while offset is not None:
                got = await called(
                    client, "read_page", filing_id=filing_id, page_number=page_number, offset=offset
                )
                assert len(got["text"]) <= 8000
                text, offset = text + got["text"], got["next_offset"]
        return text

    text = asyncio.run(run())
    passages = [p for p in index.passages([filing_id]) if p.page_number == page_number]
    assert text == "\n\n".join(f"[{p.passage_id}]\n{p.text}" for p in passages)
