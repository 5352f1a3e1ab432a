"""``cd data && python -m generator OUT [--filings N [--format text|html|pdf|mixed]]``."""

import argparse
import time
from pathlib import Path

from generator.bulk import MIXED, Recipe, write_collection
from generator.generate import generate
from hirec.types import SourceKind


def main() -> None:
    """Write the committed sample, or a synthetic collection of any size with its questions."""
    parser = argparse.ArgumentParser(prog="python -m generator", description=main.__doc__)
    parser.add_argument("out", type=Path, help="folder to write to, made if missing")
    parser.add_argument("--filings", type=int, default=0, metavar="N",
                        help="write N synthetic filings instead of the sample")  # fmt: skip
    parser.add_argument("--format", choices=[*(kind.value for kind in SourceKind), MIXED],
                        default="text", help="format of synthetic filings (default: text); "
                        "mixed: each company has its own")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="another seed, other companies")
    parser.add_argument("--workers", type=int, default=0, help="processes (default: one a core)")
    options = parser.parse_args()
    started = time.perf_counter()
    if not options.filings:
        generate(options.out)
        print(f"Wrote the sample to {options.out}.")
        return
    recipe = Recipe(options.out, options.filings, options.seed, options.format)
    try:
        path = write_collection(recipe, options.workers)
    except ValueError as error:
        parser.error(str(error))
    seconds = time.perf_counter() - started
    asked = path.read_text(encoding="utf-8").count("\n")
    print(f"Wrote {options.filings} filings and {asked} questions to {options.out} in "
          f"{seconds:.1f} s ({options.filings / seconds:.0f} filings/s).")  # fmt: skip


if __name__ == "__main__":
    main()
