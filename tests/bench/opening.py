"""Opening and first questions at LOFin's scale: ``python tests/bench/opening.py FOLDER``.

Makes an index of 145,897 synthetic covers in FOLDER (as ``documents.py`` does) and takes, each time
in a fresh process that has the encoder and the analyst ready: seconds to open it, seconds of scope
and document stage (and of the question's vector alone, before it) for questions that name no
company and for one that names one, and resident memory after each. Then it adds filings, replaces
them, and says how long each took. ``--with TREE`` does the same with another checkout
in turn, so that both meet the machine in the same state; figures are medians of ``--repeats`` runs.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from processes import resident_mb

T = TypeVar("T")
HERE = Path(__file__).parents[2]
FILINGS = 145_897
ASKED = {
    "first without a company": "What were the total net sales of companies in fiscal 2019?",
    "second without a company": "Which companies had a goodwill impairment in fiscal 2020?",
    "without company or period": "Which companies acquired a business?",
}
MAKE = "import sys; from pathlib import Path; from documents import make_index; "
MAKE += "make_index(Path(sys.argv[1]), int(sys.argv[2]))"
COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549

FORM 10-K

ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended December 31, {year}

Commission file number 001-{number:05d}

Quarnley {letters} Corporation
(Exact name of registrant as specified in its charter)

Delaware                      12-{number:07d}
(State of incorporation)      (I.R.S. Employer Identification No.)

Item 1. Business
We make things, {said}.
"""


def write_filings(folder: Path, count: int, first: int, said: str) -> None:
    """One-page annual reports of companies of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        letters = "".join(chr(ord("a") + int(digit)) for digit in str(number)).title()
        text = COVER.format(year=2010 + number % 10, number=number, letters=letters, said=said)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")


def measure(root: Path) -> dict[str, float]:
    """Open and ask once; seconds and megabytes by name."""
    from hirec.analysts.rule.analyst import RuleAnalyst
    from hirec.companies import CompanyDirectory
    from hirec.index import Index
    from hirec.models.encoder import load_encoder
    from hirec.settings import Settings
    from hirec.stages.documents import DocumentStage
    from hirec.types import RankedFiling

    settings = Settings()
    encoder = load_encoder(settings.models)
    encoder.encode_queries(["warm"])
    analyst = RuleAnalyst(encoder)
    nobody = CompanyDirectory.build({})
    analyst.rewrite("What were sales in 2019?", analyst.scope("What were sales?", nobody, None))
    found: dict[str, float] = {"MB before": resident_mb(os.getpid())}

    def timed(name: str, work: Callable[[], T]) -> T:
        started, busy = time.perf_counter(), time.process_time()
        done = work()
        found[f"s {name}"] = time.perf_counter() - started
        found[f"CPU s {name}"] = time.process_time() - busy
        found[f"MB after {name}"] = resident_mb(os.getpid())
        return done

    index = timed("open", lambda: Index.open(root))
    stage = DocumentStage(index, encoder, settings.retrieval)

    def ask(question: str) -> tuple[RankedFiling, ...]:
        scope = analyst.scope(question, index.companies, None)
        return stage.rank(analyst.rewrite(question, scope))

    for name, question in ASKED.items():
        timed(f"vector of the {name}", partial(encoder.encode_queries, [question]))
        timed(name, partial(ask, question))
    ids = list(index.filings)
    named = index.filings[ids[len(ids) // 2]].identity.company
    timed("naming one", lambda: ask(f"What were the net sales of {named} in fiscal 2019?"))
    return found


def add(root: Path, count: int, first: int) -> dict[str, float]:
    """Add so many filings, then replace them; seconds by name."""
    from hirec.settings import Settings
    from indexing.builder import build

    folder = root.with_name(f"{root.name}-in")
    shutil.rmtree(folder, ignore_errors=True)
    found = {}
    for name, said in (("add", "as ever"), ("replace", "as never before")):
        write_filings(folder, count, first, said)
        started = time.perf_counter()
        report = build([folder], root, Settings())
        found[f"s {name} {count}"] = time.perf_counter() - started
        assert (report.done, report.failed) == (count, ()), report.failed
    return found


def in_tree(tree: Path, *command: str) -> str:
    """Standard output of Python with this checkout's packages."""
    paths = os.pathsep.join(str(tree / part) for part in ("", "tests/bench", "data"))
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd="/",  # reader processes look for packages there first
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def main() -> None:
    """Print one line a figure, a column a checkout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--filings", type=int, default=FILINGS)
    parser.add_argument("--with", dest="other", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--add", type=int, default=100, help="filings added and replaced a run")
    parser.add_argument("--measure", action="store_true", help="only ask what FOLDER holds")
    parser.add_argument("--first", type=int, help="only add filings from this number on")
    given = parser.parse_args()
    given.folder = given.folder.resolve()
    if given.measure:
        print(json.dumps(measure(given.folder)))
        return
    if given.first is not None:
        print(json.dumps(add(given.folder, given.add, given.first)))
        return
    trees = {"this": HERE} | ({"other": given.other.resolve()} if given.other else {})
    taken: dict[str, dict[str, list[float]]] = {}
    for name, tree in trees.items():
        if not (given.folder / name / "manifest.json").exists():
            in_tree(tree, "-c", MAKE, str(given.folder / name), str(given.filings))
    for repeat in range(given.repeats):
        for name, tree in trees.items():
            root = str(given.folder / name)
            figures = json.loads(in_tree(tree, str(Path(__file__).resolve()), root, "--measure"))
            if given.add:
                new = ["--add", str(given.add), "--first", str(repeat * given.add)]
                figures |= json.loads(in_tree(tree, str(Path(__file__).resolve()), root, *new))
            for figure, value in figures.items():
                taken.setdefault(figure, {}).setdefault(name, []).append(value)
    for figure, by_tree in sorted(taken.items(), key=lambda pair: pair[0][0] == "M"):
        columns = [f"{name} {statistics.median(values):8.2f}" for name, values in by_tree.items()]
        print(f"{figure:40} {'  '.join(columns)}")


if __name__ == "__main__":
    main()
