import pytest

from training.data.record import Negative, Record, Why, read_records, write_records
from training.errors import TrainingError

RECORD = Record(
    "What was revenue?",
    "Acme · 10-K\nRevenue | 1",
    (Negative("Acme · 10-K\nCosts | 1", Why.SIBLING, "ACME_2020_10K#3.1"),),
    "facts",
    "acme",
    "ACME_2020_10K",
    (3, 4),
)


def test_records_come_back_as_written(tmp_path):
    write_records([RECORD], tmp_path / "folder" / "r.jsonl")
    assert read_records(tmp_path / "folder" / "r.jsonl") == [RECORD]


def test_a_damaged_line_is_named_with_its_field(tmp_path):
    file = tmp_path / "r.jsonl"
    write_records([RECORD], file)
    file.write_text(file.read_text() + file.read_text().replace("sibling", "because"))
    with pytest.raises(TrainingError, match=r"line 2, is no record: negatives\.0\.why"):
        read_records(file)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(TrainingError, match=r"Cannot read .*none\.jsonl"):
        read_records(tmp_path / "none.jsonl")
