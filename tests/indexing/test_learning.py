"""Siblings teach without anybody having corrected anything."""

from pathlib import Path

from hirec.index import Index
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build


def test_filings_with_its_employer_number_name_one_whose_cover_lacks_the_name(
    tmp_path: Path, write_filing
) -> None:
    folder = tmp_path / "in"
    write_filing(folder / "before.txt", "ACME", 2015)
    write_filing(folder / "later.txt", "ACME", 2017)
    bare = write_filing(folder / "ZZZ_2016_10K.txt", "ACME", 2016)
    named = ("ACME", "(Exact", "Common")
    lines = [line for line in bare.read_text().splitlines() if not line.startswith(named)]
    bare.write_text("\n".join(lines))
    settings = Settings(index=IndexSettings(workers=1))
    build([folder], tmp_path / "index", settings, encoder=HashingEncoder())
    filing = Index.open(tmp_path / "index").by_source("ZZZ_2016_10K.txt")
    assert filing is not None
    assert filing.identity.company == "ACME INDUSTRIES, INC."
    assert filing.identity.sources["company"] == "sibling"
    again = build([folder], tmp_path / "index", settings, encoder=HashingEncoder())
    assert (again.done, again.skipped) == (0, 3)
