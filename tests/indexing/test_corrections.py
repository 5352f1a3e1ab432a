"""A user's corrections, and what filings teach each other, from the build's point of view."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import Confidence, Identity, IndexMissingError
from indexing.builder import build, corrections_of, remove
from indexing.company_list import ListedCompany
from indexing.labels import Label, LabelError, read_labels
from indexing.plan import BuildOptions
from indexing.report import BuildReport

SETTINGS = Settings(index=IndexSettings(workers=1))
CIK = "0000000042"
NAMELESS = """FORM 10-K
ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended December 31, 2019
Item 1. Business
We make things.
"""


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    write_filing(tmp_path / "in" / "bolt.txt", "BOLT", 2021)
    return tmp_path / "in"


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / "index"


def run(index_dir: Path, *paths: Path, **options: object) -> BuildReport:
    return build(
        [*paths], index_dir, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(**options)
    )  # type: ignore[arg-type]


def relabel(index_dir: Path, file: object, **values: str) -> BuildReport:
    return run(index_dir, labels=[Label(str(file), values)])


def identity_of(index_dir: Path, file: str) -> Identity:
    filing = Index.open(index_dir).by_source(file)
    assert filing is not None
    return filing.identity


def told(index_dir: Path) -> Mapping[str, str]:
    return {Path(row.path).name: row.told for row in Index.open(index_dir).ledger()}


def test_a_correction_beats_what_the_filing_says(folder: Path, index_dir: Path) -> None:
    run(index_dir, folder)
    values = {"company": "Acme Holdings", "fiscal_year": "2018", "ticker": "ACH"}
    report = relabel(index_dir, folder / "acme.txt", **values)
    assert (report.done, report.filings, report.removed) == (1, 2, ("ACME_2020_10K",))
    identity = identity_of(index_dir, "acme")
    assert (identity.company, identity.fiscal_year, identity.ticker) == (
        "Acme Holdings",
        2018,
        "ACH",
    )
    assert identity.sources["company"] == "label"
    assert identity.confidence["company"] is Confidence.CERTAIN
    index = Index.open(index_dir)
    assert list(index.filings) == ["ACH_2018_10K", "BOLT_2021_10K"]
    assert all("Acme Holdings" in p.title for p in index.passages(["ACH_2018_10K"]))
    assert not [p for p in index.passages(list(index.filings)) if "ACME_2020" in p.passage_id]


def test_the_file_may_be_named_by_path_name_stem_or_filing_id(
    folder: Path, index_dir: Path
) -> None:
    run(index_dir, folder)
    for year, name in enumerate(["acme.txt", "acme", "in/acme.txt"], start=2001):
        relabel(index_dir, name, fiscal_year=str(year))
        assert identity_of(index_dir, "acme").fiscal_year == year
    relabel(index_dir, "ACME_2003_10K", fiscal_year="2004")
    assert identity_of(index_dir, "acme").fiscal_year == 2004


def test_corrections_may_come_with_the_first_build(folder: Path, index_dir: Path) -> None:
    labels = [Label(str(folder / "acme.txt"), {"fiscal_year": "1999"})]
    report = run(index_dir, folder, labels=labels)
    assert (report.done, report.pages) == (2, 2), "the file is read once"
    assert identity_of(index_dir, "acme").fiscal_year == 1999


def test_a_correction_survives_moving_touching_rebuilding_and_removing(
    folder: Path, index_dir: Path
) -> None:
    run(index_dir, folder)
    relabel(index_dir, "acme", fiscal_year="2018")
    again = run(index_dir, folder, retry_failed=True)
    assert (again.done, again.skipped) == (0, 2)
    (folder / "acme.txt").rename(folder / "moved.txt")
    run(index_dir, folder, prune=True)
    assert identity_of(index_dir, "moved").fiscal_year == 2018
    remove(index_dir, ["ACME_2018_10K"])
    run(index_dir, folder)
    assert identity_of(index_dir, "moved").fiscal_year == 2018


def test_corrections_go_along_into_an_index_made_anew(
    folder: Path, index_dir: Path, tmp_path: Path
) -> None:
    run(index_dir, folder)
    relabel(index_dir, folder / "acme.txt", company="Acme, Bolts and Sons", fiscal_year="2018")
    run(tmp_path / "anew", folder, labels=read_labels(Layout(index_dir).labels))
    assert identity_of(tmp_path / "anew", "acme").company == "Acme, Bolts and Sons"
    assert identity_of(tmp_path / "anew", "acme") == identity_of(index_dir, "acme")


def test_a_correction_is_taken_back_field_by_field(folder: Path, index_dir: Path) -> None:
    run(index_dir, folder)
    relabel(index_dir, "acme", fiscal_year="2018", company="Other Corp")
    relabel(index_dir, "acme", fiscal_year="")
    identity = identity_of(index_dir, "acme")
    assert (identity.fiscal_year, identity.company) == (2020, "Other Corp")
    path, values = corrections_of(index_dir, "acme")
    assert (Path(path).name, values) == ("acme.txt", {"company": "Other Corp"})
    relabel(index_dir, "acme", company="")
    assert identity_of(index_dir, "acme").company == "ACME INDUSTRIES, INC."
    assert set(told(index_dir).values()) == {""}


def test_the_same_correction_again_reads_nothing(folder: Path, index_dir: Path) -> None:
    run(index_dir, folder)
    relabel(index_dir, "acme", fiscal_year="2018")
    assert relabel(index_dir, "acme", fiscal_year="2018").done == 0


def test_copies_of_a_content_are_corrected_together(folder: Path, index_dir: Path) -> None:
    shutil.copy(folder / "acme.txt", folder / "copy.txt")
    run(index_dir, folder)
    report = relabel(index_dir, "copy.txt", fiscal_year="2018")
    assert (report.done, report.pages, report.filings) == (2, 1, 2)
    filing = Index.open(index_dir).by_source("acme")
    assert filing is not None
    assert (filing.filing_id, filing.source_names) == ("ACME_2018_10K", ("acme", "copy"))
    assert run(index_dir, folder).done == 0


def test_a_file_that_was_refused_is_read_with_what_the_user_says(
    folder: Path, index_dir: Path
) -> None:
    (folder / "odd.txt").write_text(NAMELESS)
    labels = [Label("odd.txt", {"company": "Odd Corp", "form": "10-K"})]
    run(index_dir, folder)
    assert not run(index_dir, labels=labels).failed
    assert identity_of(index_dir, "odd").company == "Odd Corp"


def test_a_correction_of_a_file_that_has_gone_waits_for_it(folder: Path, index_dir: Path) -> None:
    run(index_dir, folder)
    kept = (folder / "acme.txt").read_text()
    (folder / "acme.txt").unlink()
    assert relabel(index_dir, "acme.txt", fiscal_year="2018").done == 0
    assert identity_of(index_dir, "acme").fiscal_year == 2020
    (folder / "acme.txt").write_text(kept)
    run(index_dir, folder)
    assert identity_of(index_dir, "acme").fiscal_year == 2018


def test_labels_are_kept_all_or_none_and_say_which_file_is_unknown(
    folder: Path, index_dir: Path, tmp_path: Path, write_filing
) -> None:
    run(index_dir, folder)
    stranger = write_filing(tmp_path / "stranger.txt", "ZZZZ", 2020)
    first = Label("acme.txt", {"fiscal_year": "2018"})
    for file, said in [
        ("nobody.pdf", "row 3: there is no file nobody.pdf and no filing of that id"),
        (str(stranger), "is not in the index; give it among the paths"),
    ]:
        with pytest.raises(LabelError) as refused:
            run(index_dir, labels=[first, Label(file, {"cik": "1"}, "row 3: ")])
        assert said in str(refused.value)
    assert corrections_of(index_dir, "acme")[1] == {}
    write_filing(folder / "sub" / "acme.txt", "ACME", 2011)
    run(index_dir, folder)
    with pytest.raises(LabelError, match=r"acme\.txt may be .* or .*; give the path"):
        relabel(index_dir, "acme.txt", fiscal_year="2018")


def test_corrections_need_an_index(index_dir: Path) -> None:
    with pytest.raises(IndexMissingError):
        relabel(index_dir, "acme.txt", fiscal_year="2018")


def family(folder: Path, *nameless: str) -> list[Label]:
    """Labels that give filings one CIK, and the one of them that has a name a sure one."""
    known = Label(str(folder / "acme.txt"), {"company": "Acme Inc", "cik": CIK})
    return [known, *(Label(str(folder / name), {"cik": CIK}) for name in nameless)]


def test_a_sure_sibling_teaches_its_name_in_any_order(folder: Path, index_dir: Path) -> None:
    names = ("AAA_2019_10K.txt", "ZZZ_2019_10K.txt")  # before and after the one that teaches
    for number, name in enumerate(names):
        (folder / name).write_text(NAMELESS + str(number))
    run(index_dir, folder, labels=family(folder, *names))
    for name in names:
        identity = identity_of(index_dir, name)
        assert (identity.company, identity.sources["company"]) == ("Acme Inc", "sibling")
        assert identity.confidence["company"] is not Confidence.CERTAIN
    again = run(index_dir, folder)
    assert (again.done, again.pages) == (0, 0), "a second run does nothing"
    assert told(index_dir)["bolt.txt"] == ""


def test_registrants_taught_one_after_the_other_learn_the_same(
    folder: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few learners are in memory at once, each has its registrant's filings beside it."""
    monkeypatch.setattr("indexing.corrections._FILINGS_AT_ONCE", 1)
    labels = []
    for number, teacher in enumerate(("acme", "bolt")):
        names = [f"{letter}{number}_2019_10K.txt" for letter in "AZ"]
        for name in names:
            (folder / name).write_text(f"{NAMELESS}{number}{name}")
        own = {"cik": f"000000010{number}"}
        known = Label(str(folder / f"{teacher}.txt"), {"company": f"{teacher.title()} Inc", **own})
        labels += [known, *(Label(str(folder / name), own) for name in names)]
    run(index_dir, folder, labels=labels)
    for name, company in (("A0", "Acme"), ("Z0", "Acme"), ("A1", "Bolt"), ("Z1", "Bolt")):
        assert identity_of(index_dir, f"{name}_2019_10K.txt").company == f"{company} Inc"


def test_what_a_sibling_taught_goes_with_it(folder: Path, index_dir: Path) -> None:
    (folder / "AAA_2019_10K.txt").write_text(NAMELESS)
    run(index_dir, folder, labels=family(folder, "AAA_2019_10K.txt"))
    assert identity_of(index_dir, "AAA_2019_10K").company == "Acme Inc"
    relabel(index_dir, "acme.txt", company="Acme Renamed")
    assert identity_of(index_dir, "AAA_2019_10K").company == "Acme Renamed"
    (folder / "acme.txt").unlink()
    run(index_dir, folder, prune=True)
    assert identity_of(index_dir, "AAA_2019_10K").company == "AAA"
    assert "sibling" not in told(index_dir)["AAA_2019_10K.txt"]


def test_a_users_word_beats_a_siblings(folder: Path, index_dir: Path) -> None:
    (folder / "AAA_2019_10K.txt").write_text(NAMELESS)
    run(index_dir, folder, labels=family(folder, "AAA_2019_10K.txt"))
    report = relabel(index_dir, "AAA_2019_10K.txt", company="Quite Another")
    assert (report.done, report.pages) == (1, 1), "it is read once for the new word"
    assert identity_of(index_dir, "AAA_2019_10K").company == "Quite Another"
    relabel(index_dir, "AAA_2019_10K.txt", company="")
    assert identity_of(index_dir, "AAA_2019_10K").company == "Acme Inc"


def test_what_was_taught_is_not_passed_on(folder: Path, index_dir: Path) -> None:
    (folder / "AAA_2019_10K.txt").write_text(NAMELESS)
    label = Label(str(folder / "AAA_2019_10K.txt"), {"ticker": "QQQ", "cik": CIK})
    (folder / "BBB_2018_10K.txt").write_text(NAMELESS + "Other things.")
    other = Label(str(folder / "BBB_2018_10K.txt"), {"ticker": "QQQ"})
    known = Label(str(folder / "acme.txt"), {"company": "Acme Inc", "cik": CIK})
    run(index_dir, folder, labels=[label, other, known])
    assert identity_of(index_dir, "AAA_2019_10K").company == "Acme Inc"
    assert identity_of(index_dir, "BBB_2018_10K").company == "BBB"


def test_edgars_list_names_who_has_no_sibling(folder: Path, index_dir: Path) -> None:
    text = NAMELESS + "Other things."
    (folder / "BBB_2018_10K.txt").write_text(text)
    label = Label(str(folder / "BBB_2018_10K.txt"), {"cik": "0000000077"})
    companies = [ListedCompany("0000000077", "Bumble & Bee Corp", ("BBE",), ("Hive Inc",))]
    run(index_dir, folder, labels=[label])
    report = run(index_dir, companies=companies)
    identity = identity_of(index_dir, "BBB_2018_10K")
    assert (identity.company, identity.sources["company"]) == ("Bumble & Bee Corp", "list")
    assert {alias.name for alias in identity.aliases} >= {"BBE", "Hive Inc"}
    assert report.done == 1
    assert run(index_dir, folder, companies=companies).done == 0
