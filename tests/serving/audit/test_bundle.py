"""Both files of a bundle, and bundles that cannot be used."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from hirec.index import Index
from hirec.types import HirecError
from serving.audit.bundle import make_bundle, read_bundle, write_bundle
from serving.audit.story import canonical
from tests.serving.audit.runs import FIGURE, WORDS, asked, reader, with_model


def test_a_bundle_is_read_as_it_was_written(sample_index: Path, tmp_path: Path) -> None:
    bundle = make_bundle(asked(sample_index, FIGURE, {}), Index.open(sample_index))
    as_json, as_page = write_bundle(bundle, tmp_path / "new" / "folder")
    assert read_bundle(as_json) == read_bundle(as_json.parent) == json.loads(json.dumps(bundle))
    story = read_bundle(as_json)["story"]
    assert bundle["sha256"] == hashlib.sha256(canonical(story).encode()).hexdigest()
    assert bundle["run"]["settings"] == {}
    assert as_page.read_text("utf-8").startswith("<!doctype html>")


def test_calls_are_named_by_hash_with_their_replies(sample_index: Path, tmp_path: Path) -> None:
    cache = tmp_path / "replies.db"
    trace = with_model(sample_index, WORDS, cache, reader)
    calls = make_bundle(trace, Index.open(sample_index))["story"]["calls"]
    tasks = [call["task"] for call in calls]
    assert (*tasks[:3], *tasks[-2:]) == (
        "curate",
        "map_intent",
        "make_cards",
        "order_cards",
        "explain",
    )
    assert {call["stage"] for call in calls} == {"curation", "tournament", "answer"}
    assert all(len(call["key"]) == 64 for call in calls)
    assert json.loads(calls[-2]["reply"])["order"][-1] == "C1"
    cache.unlink()
    calls = make_bundle(trace, Index.open(sample_index))["story"]["calls"]
    assert {call["reply"] for call in calls} == {None}
    assert not cache.exists()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "damaged"),
        ("[]", "no audit bundle"),
        ('{"format": 99}', "no audit bundle"),
        ('{"format": 1, "run": {}}', "lacks story, trace_id"),
    ],
)
def test_what_is_no_bundle_is_a_named_error(tmp_path: Path, content: str, why: str) -> None:
    (tmp_path / "bundle.json").write_text(content)
    with pytest.raises(HirecError, match=why):
        read_bundle(tmp_path)


def test_places_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(HirecError, match="Cannot read the bundle"):
        read_bundle(tmp_path / "none.json")
    (tmp_path / "file").write_text("")
    bundle: dict[str, Any] = {"format": 1}
    with pytest.raises(HirecError, match="Cannot write the bundle"):
        write_bundle(bundle, tmp_path / "file")


def test_a_trace_from_before_says_so(sample_index: Path) -> None:
    with pytest.raises(HirecError, match="does not say how it was asked"):
        make_bundle({"trace": {"steps": []}}, Index.open(sample_index))
