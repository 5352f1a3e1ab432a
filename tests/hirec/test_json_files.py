import json
from decimal import Decimal

import pytest

from hirec.json_files import parse_json, read_lines, write_json, write_lines
from hirec.types import HirecError


def test_a_document_keeps_letters_and_writes_numbers_without_a_json_type_as_text(tmp_path):
    write_json(tmp_path / "a.json", {"name": "Nestlé", "value": Decimal("1.20")})
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    assert json.loads(text) == {"name": "Nestlé", "value": "1.20"}
    assert "Nestlé" in text
    assert text.endswith("}\n")


def test_lines_go_into_a_folder_that_is_made(tmp_path):
    rows = [{"id": 1}, {"id": 2, "text": "a\nb"}]
    write_lines(tmp_path / "new" / "a.jsonl", rows)
    lines = (tmp_path / "new" / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == rows


def test_what_is_written_is_read_line_by_line(tmp_path):
    rows = [{"text": "a\nb"}, {"text": "a\u2028b\u0085c"}]
    path = tmp_path / "a.jsonl"
    write_lines(path, rows)
    read = [(number, json.loads(line)) for number, line in read_lines(path, HirecError)]
    assert read == [(1, rows[0]), (2, rows[1])]


def test_blank_lines_count_and_are_left_out(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf1\r\n \r\n3")
    assert list(read_lines(tmp_path / "a.jsonl", HirecError)) == [(1, "1\n"), (3, "3")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", "Cannot read .*none: No such file"),
        (".", "is a folder"),
        ("b", "is not UTF-8 text"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path, name, said):
    (tmp_path / "b").write_bytes(b"\xff")
    with pytest.raises(HirecError, match=said):
        list(read_lines(tmp_path / name, HirecError))


@pytest.mark.parametrize(
    ("text", "said"), [("{", "a, line 1 is no JSON"), ("[" * 100_000, "nested too deep")]
)
def test_what_is_no_json_says_where(text, said):
    with pytest.raises(HirecError, match=said):
        parse_json(text, "a, line 1", HirecError)
    assert parse_json("0.10", "", HirecError) == Decimal("0.10")
