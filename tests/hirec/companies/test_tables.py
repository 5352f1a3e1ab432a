"""The tables of companies that an index keeps."""

import os
import subprocess
import sys

import pytest

_WRITE = """
import sqlite3
from hirec.companies.register import register
from hirec.companies.tables import write_companies
from hirec.types import Form, Identity

names = ["Deere & Company", "Applied Materials, Inc.", "Johnson and Johnson", "3M Company"]
filings = {f"{at}_2020_10K": Identity(name, Form.ANNUAL, 2020) for at, name in enumerate(names)}
with sqlite3.connect(":memory:") as database:
    write_companies(database, register(filings), filings)
    print("\\n".join(database.iterdump()))
"""


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_process_writes_the_same_tables(seed: str) -> None:
    def written(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", _WRITE]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    tables = written(seed)
    assert "johnsonjohnson" in tables
    assert tables == written("0")
