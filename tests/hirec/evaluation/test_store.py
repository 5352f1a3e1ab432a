import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from hirec.evaluation.store import RecordsError, Store, earlier, stamp


@dataclass(frozen=True)
class Weighed:
    name: str
    grams: int


def store(tmp_path: Path) -> Store[Weighed]:
    return Store(tmp_path / "records.jsonl", Weighed)


def test_what_is_appended_is_read_but_for_a_line_cut_short(tmp_path: Path) -> None:
    records = store(tmp_path)
    assert records.read() == []
    records.append(Weighed("a", 1))
    records.append(Weighed("ü", 2))
    with records.path.open("a") as stream:
        stream.write('{"name": "cut')
    assert records.read() == [Weighed("a", 1), Weighed("ü", 2)]
    records.replace([Weighed("b", 3)])
    assert records.read() == [Weighed("b", 3)]
    with records.path.open("ab") as stream:
        stream.write('{"name": "ü'.encode()[:-1])
    assert records.read() == [Weighed("b", 3)]


def test_a_malformed_line_is_named(tmp_path: Path) -> None:
    records = store(tmp_path)
    records.path.write_text('{"name": "a", "grams": 1}\n{"name": "b"}\n')
    with pytest.raises(RecordsError, match=r"line 2: grams: Field required.*--fresh"):
        records.read()


def test_only_records_under_the_same_stamp_are_taken_up(tmp_path: Path) -> None:
    records = store(tmp_path)
    first = stamp("", {"settings": {"depth": 5}})
    assert earlier(tmp_path, records, first, fresh=False) == []
    records.append(Weighed("a", 1))
    assert earlier(tmp_path, records, first, fresh=False) == [Weighed("a", 1)]
    other = stamp("", {"settings": {"depth": 6}})
    with pytest.raises(RecordsError, match="made with other settings"):
        earlier(tmp_path, records, other, fresh=False)
    assert earlier(tmp_path, records, other, fresh=True) == []
    assert json.loads((tmp_path / "run.json").read_text()) == other
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(RecordsError, match="not JSON"):
        earlier(tmp_path, records, other, fresh=False)
