"""Pages a second of reading: ``python tests/bench/reading.py PDF_DIR [--files N] [--repeats N]``.

One run, the same files, one process a core, in turn and repeated: plain PyMuPDF page text; our
reading with tables alone; the whole work of a reader process (read, identify, cut, link, write);
and, where langchain-community can be imported, PyMuPDFLoader, RecursiveCharacterTextSplitter and
find_tables on each page. Files with pages that need OCR are left out and named: plain page text
gives nothing for such pages, and the OCR program's time is not ours. LangChain's is too slow for
whole files, so it gets evenly spread pages of each, copied into files of their own beforehand.
Prints pages a second by the clock and, as others may use the machine, pages a second of processor
time, medians over the repeats, and ratios.
"""

import argparse
import gc
import importlib.util
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pymupdf

from hirec.settings import IndexSettings
from hirec.types import ReadError
from indexing.reading import read_document
from indexing.worker import read_filing

READ = "ours, read with tables"
WHOLE = "ours, whole reader process"
OURS = (READ, WHOLE)
Reading = Callable[[Path], int]
"""Reads one file and gives its number of pages."""


def page_text(path: Path) -> int:
    """What everyone starts with: the page's text, nothing understood."""
    with pymupdf.open(path) as pdf:
        for page in pdf:
            page.get_text()
        return int(pdf.page_count)


def page_words(path: Path) -> int:
    """Words with their places: the least that rows and columns can be made of."""
    with pymupdf.open(path) as pdf:
        for page in pdf:
            page.get_text("words")
        return int(pdf.page_count)


def with_tables(path: Path) -> int:
    """Pages with their text and tables."""
    return len(read_document(path).pages)


def whole(path: Path) -> int:
    """The whole work of a reader process on one file."""
    with tempfile.TemporaryDirectory() as folder:
        return read_filing(path, Path(folder) / "passages.parquet", IndexSettings()).page_count


def langchain(path: Path) -> int:
    """LangChain's loader and splitter, and the tables of each page by ``find_tables``."""
    from langchain_community.document_loaders import PyMuPDFLoader
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    documents = PyMuPDFLoader(str(path)).load()
    RecursiveCharacterTextSplitter(chunk_size=1024, chunk_overlap=30).split_documents(documents)
    with pymupdf.open(path) as pdf:
        for page in pdf:
            for table in page.find_tables().tables:
                table.extract()
    return len(documents)


def readable(paths: Sequence[Path]) -> list[Path]:
    """Files that our reader takes without OCR; what it refuses is no measure of speed."""
    taken = []
    for path in paths:
        try:
            notes = read_document(path).notes
        except ReadError as error:
            print(f"left out {error}")
            continue
        if notes:
            print(f"left out {path.name}: {'; '.join(notes)}")
        else:
            taken.append(path)
    return taken


def spread(path: Path, pages: int, folder: Path) -> Path:
    """A copy of evenly spread pages of a file."""
    target = folder / path.name
    with pymupdf.open(path) as pdf:
        count = pdf.page_count
        pdf.select(sorted({number * count // pages for number in range(min(pages, count))}))
        pdf.save(target, garbage=3, deflate=True)
    return target


def rate(pool: ProcessPoolExecutor, reading: Reading, paths: Sequence[Path]) -> tuple[float, float]:
    """Pages a second over all files, by the clock and of processor time."""
    started = time.perf_counter()
    done = list(pool.map(timed, [reading] * len(paths), paths))
    clock_s = time.perf_counter() - started
    pages, processor_s = (sum(column) for column in zip(*done, strict=True))
    return pages / clock_s, pages / processor_s


def timed(reading: Reading, path: Path) -> tuple[int, float]:
    """Pages of a file, and seconds of processor time that reading it took."""
    started = time.process_time()
    pages = reading(path)
    return pages, time.process_time() - started


def prepare() -> None:
    """What a reader process of the pool does before its first file, for all ways alike."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def measure(
    ways: dict[str, tuple[Reading, list[Path]]], repeats: int, processes: int
) -> dict[str, list[tuple[float, float]]]:
    """Pages a second of each way (clock, processor), a pair a repeat; ways take turns."""
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    with ProcessPoolExecutor(processes, get_context("spawn"), prepare) as pool:
        for reading, paths in ways.values():
            rate(pool, reading, paths[:processes])  # imports
        for _ in range(repeats):
            for name, (reading, paths) in ways.items():
                rates[name].append(rate(pool, reading, paths))
    return rates


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=20, help="evenly spread over the folder")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--langchain-pages", type=int, default=3, help="pages a file")
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.pdf"))
    files = readable(paths[:: max(1, len(paths) // options.files)][: options.files])
    with tempfile.TemporaryDirectory() as folder:
        ways: dict[str, tuple[Reading, list[Path]]] = {
            "page.get_text()": (page_text, files),
            'page.get_text("words")': (page_words, files),
            READ: (with_tables, files),
            WHOLE: (whole, files),
        }
        if importlib.util.find_spec("langchain_community"):
            few = [spread(path, options.langchain_pages, Path(folder)) for path in files]
            ways["LangChain, pages spread"] = (langchain, few)
            ways["page.get_text(), pages spread"] = (page_text, few)
        else:
            print("langchain-community is not installed: left out")
        rates = measure(ways, options.repeats, options.processes)
    report(rates, len(files), options.processes)


def report(rates: dict[str, list[tuple[float, float]]], files: int, processes: int) -> None:
    """Print medians and what they are to plain page text and to LangChain."""
    repeats = len(next(iter(rates.values())))
    print(f"{files} files, {processes} processes; medians of {repeats} repeats")
    print(f"{'':38} {'pages/s':>9} {'pages/s of processor time':>27}")
    clock = {name: statistics.median(pair[0] for pair in pairs) for name, pairs in rates.items()}
    spent = {name: statistics.median(pair[1] for pair in pairs) for name, pairs in rates.items()}
    for name in rates:
        print(f"{name:38} {clock[name]:9.1f} {spent[name]:27.1f}")
    for own in OURS:
        print(own)
        for other in rates:
            if other not in OURS:
                by_clock, by_processor = clock[own] / clock[other], spent[own] / spent[other]
                print(f"  to {other:33} {by_clock:9.2f} {by_processor:27.2f}")


if __name__ == "__main__":
    main()
