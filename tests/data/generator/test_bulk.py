import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.asked import company_questions
from generator.bulk import MIXED, QUESTIONS, Recipe, is_stated, write_collection
from generator.history import history
from generator.market import company
from hirec.datasets.questions import load_questions
from hirec.types import SourceKind

DATA = Path(__file__).parents[3] / "data"
COUNT = 330
"""More than two companies' filings."""


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("collection")
    write_collection(Recipe(out, COUNT), workers=2)
    return out


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def filings(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.txt"))


def test_as_many_filings_as_asked_for_each_with_an_id_of_its_own(collection: Path) -> None:
    stems = [path.stem for path in filings(collection)]
    assert len(stems) == len(set(stems)) == COUNT


def test_the_same_seed_writes_the_same_bytes_by_any_number_of_workers(
    collection: Path, tmp_path: Path
) -> None:
    write_collection(Recipe(tmp_path, COUNT), workers=1)
    assert files(tmp_path) == files(collection)
    other = tmp_path / "other"
    write_collection(Recipe(other, 20, seed=1), workers=1)
    known = {path.read_bytes() for path in filings(collection)}
    assert not {path.read_bytes() for path in filings(other)} & known


def test_a_larger_count_only_adds(collection: Path, tmp_path: Path) -> None:
    write_collection(Recipe(tmp_path, 40), workers=1)
    more = {path.name: path.read_bytes() for path in filings(collection)}
    assert all(more[path.name] == path.read_bytes() for path in filings(tmp_path))


def test_a_killed_run_is_continued(collection: Path, tmp_path: Path) -> None:
    shutil.copytree(collection, tmp_path, dirs_exist_ok=True)
    (tmp_path / QUESTIONS).unlink()
    folders = sorted(path for path in tmp_path.iterdir() if path.is_dir())
    kept = {path: path.stat().st_ino for path in folders[1:]}
    (tmp_path / f".{folders[0].name}").mkdir()  # begun and not finished
    shutil.rmtree(folders[0])
    write_collection(Recipe(tmp_path, COUNT), workers=1)
    assert files(tmp_path) == files(collection)
    assert {path: path.stat().st_ino for path in kept} == kept


def test_gold_pages_state_the_answers(collection: Path) -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in filings(collection)}
    questions = load_questions(collection / QUESTIONS)
    assert len(questions) > 20
    stated = 0
    for question in questions:
        pages = {
            (gold.filing, gold.page): texts[gold.filing].split("<PAGE>\n")[(gold.page or 0) - 1]
            for gold in question.evidence
        }
        assert all(pages.values()), question
        assert question.answerable == bool(pages)
        if question.type.startswith("numeric") and question.unit in ("shares", "USD", ""):
            number = f"{int(question.answer or ''):,}"
            # Contracts are printed in full, or in millions.
            forms = {number, number.removesuffix(",000,000")}
            assert any(form in text for form in forms for text in pages.values()), question
            stated += 1
    assert stated > 5


def test_questions_ask_about_what_is_written_only(collection: Path) -> None:
    """The last company is cut off: what its later filings state is not asked."""
    cut = company(len({path.parent for path in filings(collection)}) - 1)
    whole = list(company_questions(cut))
    asked = [q for q in load_questions(collection / QUESTIONS) if cut.ticker in q.question_id]
    assert len(asked) < len(whole)
    written = {path.stem for path in filings(collection)}
    assert {gold.filing for question in asked for gold in question.evidence} <= written
    assert not any(is_stated(gold, {}) for gold in whole if gold.places)


def test_each_company_of_a_mixed_collection_has_a_format(tmp_path: Path) -> None:
    recipe = Recipe(tmp_path, 400, kind=MIXED)
    assert {recipe.kind_of(share.number) for share in recipe.shares()} == set(SourceKind)
    assert Recipe(tmp_path, 1, kind="html").kind_of(0) is SourceKind.HTML


def test_shares_hold_all_of_a_company_but_the_last() -> None:
    shares = list(Recipe(Path(), 1000).shares())
    assert sum(share.filings for share in shares) == 1000
    assert all(share.filings == len(history(company(share.number))) for share in shares[:-1])


def test_negative_count(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="-1"):
        write_collection(Recipe(tmp_path, -1))


def test_command_writes_text_filings(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "generator", str(tmp_path), "--filings", "3"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=DATA)
    assert "Wrote 3 filings" in result.stdout
    written = filings(tmp_path)
    assert len(written) == 3
    assert all("<PAGE>" in path.read_text(encoding="utf-8") for path in written)
    lines = (tmp_path / QUESTIONS).read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["id"] for line in lines)
