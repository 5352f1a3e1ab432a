"""Stored runs over HTTP: the trace, why not this passage, places, the audit bundle."""

from pathlib import Path

import pymupdf

from serving.audit.bundle import make_bundle
from serving.traces import load_trace, passage_history
from tests.serving.conftest import NET_SALES, RESEARCH, HirecServer


def get(server: HirecServer, path: str, **query: object):
    return server.client.get(f"{server.index('sample')}/traces{path}", params=query)


def test_a_run_can_be_read_again(server: HirecServer, served_index: Path) -> None:
    stored = server.ask(NET_SALES).json()
    number = stored["trace_id"]
    assert get(server, f"/{number}").json() == stored
    assert {"trace_id": number} in get(server, "").json()
    why = get(server, f"/{number}/why", passage="HPFD_2022_10K#8.2").json()
    assert why["steps"] == passage_history(load_trace(served_index, number), "HPFD_2022_10K#8.2")
    never = get(server, f"/{number}/why", passage="HPFD_2022_10K#1.99")
    assert (never.status_code, never.json()["error"]) == (404, "NotACandidateError")
    missing = get(server, "/20200101T000000-abcdef")
    assert (missing.status_code, missing.json()["error"]) == (404, "TraceMissingError")


def test_a_number_of_a_pdf_has_the_box_that_prints_it(
    server: HirecServer, sample_dir: Path
) -> None:
    number = server.ask(NET_SALES).json()["trace_id"]
    (place,) = get(server, f"/{number}/places").json()
    assert place["certain"] is True
    box = place["box"]
    with pymupdf.open(sample_dir / f"{place['filing_id']}.pdf") as pdf:
        clip = pymupdf.Rect(box["left"], box["top"], box["right"], box["bottom"])
        printed = pdf[place["page_number"] - 1].get_textbox(clip)
    assert "7,547" in printed
    assert "6,901" not in printed


def test_a_number_of_html_has_its_cell_and_no_box(server: HirecServer) -> None:
    number = server.ask(RESEARCH).json()["trace_id"]
    (place,) = get(server, f"/{number}/places").json()
    assert place["box"] is None
    passage = server.client.get(
        f"{server.index('sample')}/passages/{place['passage_id'].replace('#', '%23')}"
    ).json()
    row = passage["table"]["rows"][place["row"]]
    assert row["label"] == "Research and development"
    assert row["cells"][place["column"]]["text"] == place["printed"] == "201,155"


def test_the_audit_bundle_is_that_of_the_command(server: HirecServer, served_index: Path) -> None:
    from hirec.index import Index

    number = server.ask(NET_SALES).json()["trace_id"]
    made = make_bundle(load_trace(served_index, number), Index.open(served_index))
    assert get(server, f"/{number}/bundle").json()["sha256"] == made["sha256"]
    page = get(server, f"/{number}/bundle/page")
    assert page.headers["content-security-policy"].startswith("sandbox")
    assert made["sha256"] in page.text
