"""The document stage at LOFin's scale.

``PYTHONPATH=data python tests/bench/documents.py [FOLDER]``

Makes an index of 145,897 synthetic covers (kept in FOLDER for the next run, if one is given), opens
it in a fresh process and measures: seconds to open, memory that index and stage add to a process
that has the encoder loaded, and the time of the document stage over 50 questions, of which one in
five names no company. Cover vectors are random unit vectors of the encoder's length: embedding all
covers would take hours, and neither exact search nor memory depends on what the vectors say. No
passages are written.
"""

import argparse
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
from processes import resident_mb

from generator.companies import Company
from generator.history import drafts
from generator.market import companies
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.index.identities import IDENTITY
from hirec.index.layout import Layout
from hirec.index.manifest import Manifest
from hirec.models.encoder import fingerprint, load_encoder
from hirec.settings import Settings
from hirec.stages.documents import DocumentStage
from hirec.types import Document, Identity, Page, SourceKind, TextBlock
from indexing.catalog import CatalogWriter
from indexing.generations import write_generation
from indexing.summary import summarize
from indexing.writer import write_bytes

FILINGS = 145_897
DIMENSION = 384
QUESTIONS = 50
MODELS = 40
"""Companies made whole; the others are these under names of their own."""
_BATCH = 4096


def make_index(root: Path, filings: int) -> None:
    """Write catalog, vectors and manifest of synthetic covers."""
    root.mkdir(parents=True, exist_ok=True)
    layout = Layout(root)
    catalog = CatalogWriter(layout)
    rng = np.random.default_rng(0)
    covers = islice(synthetic_covers(), filings)
    with closing(sqlite3.connect(layout.catalog)) as database:
        while part := list(islice(covers, _BATCH)):
            vectors = rng.standard_normal((len(part), DIMENSION), dtype=np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            write_covers(database, part, vectors)
        database.execute("UPDATE meta SET value = value + 1 WHERE key = 'revision'")
        database.commit()
    write_generation(catalog, layout)
    catalog.close()
    settings = Settings()
    manifest = Manifest.of(settings.index, fingerprint(settings.models))
    write_bytes(layout.manifest, manifest.model_dump_json().encode())


def synthetic_covers() -> Iterator[tuple[str, Identity, str]]:
    """(filing_id, identity, summary) of look-alikes: some companies' filings under other names."""
    models: list[tuple[str, list[tuple[str, Identity, str]]]] = []
    for company in companies():
        if len(models) < MODELS:
            models.append((company.short, list(company_covers(company))))
        short, filings = models[company.number % len(models)]
        for filing_id, identity, summary in filings:
            own = replace(
                identity,
                company=company.name,
                ticker=company.ticker,
                cik=f"{company.number:010d}",
                ein=None,
                file_number=None,
            )
            told = summary.replace(identity.company, company.name).replace(short, company.short)
            yield f"{company.ticker}_{filing_id.partition('_')[2]}", own, told


def company_covers(company: Company) -> Iterator[tuple[str, Identity, str]]:
    """The same of one company, as they would be indexed."""
    for draft in drafts(company, SourceKind.TEXT):
        parts = draft.pages.texts()[0].split("\n\n")
        cover = Page(1, tuple(TextBlock(part) for part in parts if part.strip()))
        document = Document(draft.file_name, draft.kind, (cover,))
        yield draft.filing_id, draft.identity, summarize(document, draft.identity)


def write_covers(
    database: sqlite3.Connection,
    covers: Sequence[tuple[str, Identity, str]],
    vectors: npt.NDArray[np.float32],
) -> None:
    """Write many filings in one transaction, without the ledger's bookkeeping a file."""
    database.executemany(
        "INSERT INTO filings (filing_id, sha256, page_count, passage_count, identity, changed) "
        "VALUES (?, ?, 100, 750, ?, 1)",
        ((key, key, IDENTITY.dump_json(identity).decode()) for key, identity, _ in covers),
    )
    database.executemany(
        "INSERT INTO covers (filing_id, summary, vector) VALUES (?, ?, ?)",
        ((c[0], c[2], v.tobytes()) for c, v in zip(covers, vectors, strict=True)),
    )
    database.executemany(
        "INSERT INTO ledger (path, stem, state, filing_id) VALUES (?, ?, 'done', ?)",
        ((f"{key}.txt", key, key) for key, _, _ in covers),
    )


@contextmanager
def timed(taken: list[tuple[float, float]]) -> Iterator[None]:
    """Add (wall, CPU) seconds of a block."""
    started, busy = time.perf_counter(), time.process_time()
    yield
    taken.append((time.perf_counter() - started, time.process_time() - busy))


def questions(index: Index, count: int) -> list[str]:
    """Questions over filings drawn at random; every fifth names no company."""
    draw = random.Random(7)
    ids = list(index.filings)
    asked = []
    for number in range(count):
        identity = index.filings[draw.choice(ids)].identity
        year = identity.fiscal_year or 2022
        who = "companies" if number % 5 == 4 else identity.company
        asked.append(f"What were the total net sales of {who} in fiscal {year}?")
    return asked


def measure(root: Path) -> None:
    """Open, ask, print."""
    settings = Settings()
    encoder = load_encoder(settings.models)
    encoder.encode_queries(["warm"])
    analyst = RuleAnalyst(encoder)
    before = resident_mb(os.getpid())
    started = time.perf_counter()
    cpu = time.process_time()
    index = Index.open(root, encoder_fingerprint=encoder.fingerprint)
    print(f"filings {len(index.filings):,}")
    print(f"open: {time.perf_counter() - started:.1f} s, {time.process_time() - cpu:.1f} s CPU")
    print(f"memory added by the index: {resident_mb(os.getpid()) - before:.0f} MB")
    stage = DocumentStage(index, encoder, settings.retrieval)
    asked = questions(index, QUESTIONS)
    spent: dict[str, list[tuple[float, float]]] = {"scope": [], "named": [], "unnamed": []}
    spent["of which the question's vector"] = []
    for question in asked:
        with timed(spent["scope"]):
            query = analyst.rewrite(question, analyst.scope(question, index.companies, None))
        with timed(spent["of which the question's vector"]):
            encoder.encode_queries([query.document_text])
        with timed(spent["named" if query.scope.companies else "unnamed"]):
            found = stage.rank(query)
        assert found, question
    print(f"memory added by index and stage: {resident_mb(os.getpid()) - before:.0f} MB")
    spent["document stage"] = spent["named"] + spent["unnamed"]
    for name, taken in spent.items():
        wall, busy = zip(*taken, strict=True)
        print(
            f"{name}: median {1000 * statistics.median(wall):.1f} ms,"
            f" {1000 * statistics.median(busy):.1f} ms CPU; longest {1000 * max(busy):.0f} ms CPU"
        )


def main() -> None:
    """Make the index where there is none, then measure in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="keep the index here")
    parser.add_argument("--filings", type=int, default=FILINGS)
    parser.add_argument("--measure", action="store_true", help="only measure what FOLDER holds")
    options = parser.parse_args()
    if options.measure:
        measure(options.folder)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch) / "index"
        if not Layout(folder).manifest.exists():
            make_index(folder, options.filings)
        subprocess.run([sys.executable, __file__, str(folder), "--measure"], check=True)


if __name__ == "__main__":
    main()
