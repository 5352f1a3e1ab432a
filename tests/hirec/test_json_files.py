import json
from decimal import Decimal

from hirec.json_files import write_json, write_lines


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
