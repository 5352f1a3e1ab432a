"""``python -m generator OUT [--filings N] [--format pdf|html|text]``."""

import argparse
import time
from dataclasses import replace
from pathlib import Path

from generator.generate import generate, write_filing
from generator.synthetic import synthetic_drafts
from hirec.types import SourceKind


def main() -> None:
    """Write the committed sample, or a synthetic collection of any size."""
    parser = argparse.ArgumentParser(prog="python -m generator", description=main.__doc__)
    parser.add_argument("out", type=Path, help="folder to write to, made if missing")
    parser.add_argument("--filings", type=int, default=0, metavar="N",
                        help="write N synthetic filings instead of the sample")  # fmt: skip
    parser.add_argument("--format", choices=[kind.value for kind in SourceKind], default="text",
                        help="format of synthetic filings (default: text)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="another seed, other companies")
    options = parser.parse_args()
    if options.filings < 0:
        parser.error(f"--filings must not be negative, got {options.filings}")
    started = time.perf_counter()
    if not options.filings:
        generate(options.out)
        print(f"Wrote the sample to {options.out}.")
        return
    options.out.mkdir(parents=True, exist_ok=True)
    for draft in synthetic_drafts(options.filings, options.seed):
        draft = replace(draft, kind=SourceKind(options.format))
        write_filing(draft, draft.pages, options.out)
    seconds = time.perf_counter() - started
    print(f"Wrote {options.filings} filings to {options.out} in {seconds:.1f} s "
          f"({options.filings / seconds:.0f}/s).")  # fmt: skip


if __name__ == "__main__":
    main()
