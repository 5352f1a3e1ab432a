"""Spellings of company names.

``PYTHONPATH=data python tests/bench/spellings.py INDEX_DIR|--covers N``

Spells each company of an index in mechanical ways (misspelt, lower case, without blanks, by ticker,
by a former or short name, ...), puts the spellings into questions, and counts by class how many
find the company (right), find another (wrong), are asked back ("Did you mean ...?" with the company
among the choices), are refused, or are not noticed. Then a third of the companies is taken out of
the index and asked for: whatever is found then is wrong.

Templates come in two halves: the rules were made with the first in view; the second, given apart,
was written afterwards and only measured.
"""

import argparse
import pickle
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from documents import synthetic_covers

from hirec.companies import CompanyDirectory
from hirec.companies.names import compact, is_legal_word
from hirec.companies.vocabulary import is_real
from hirec.index import Index
from hirec.types import AliasSource, Identity

TEMPLATES = (
    "{} revenue 2023",
    "What was {}'s net income in FY2022?",
    "Please tell me the operating margin of {} for fiscal 2021.",
    "How much did {} spend on capital expenditures in 2022?",
    "net sales {} 2020",
    "What drove the change in gross margin for {} in Q2 2023?",
)
HELD_OUT = (
    "{} eps q3 2022",
    "Could you give me total assets of {} at the end of 2021?",
    "by how much has {} grown its inventories since 2020",
    "Is {}'s free cash flow positive in 2023?",
    "I would like to know what dividends {} paid in fiscal year 2019.",
    "long-term debt of {} 2022",
    "For {}, what was the effective tax rate in 2020?",
)
OUTCOMES = ("right", "wrong", "asked back", "refused", "not noticed")
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def spellings(
    company: str, members: Sequence[Identity], draw: random.Random
) -> Iterator[tuple[str, str]]:
    """(class, spelling) of one company."""
    name = _without_legal_form(company)
    bare = re.sub(r"^the\s+", "", name, flags=re.IGNORECASE)
    yield "as printed", company
    yield "without legal form", name
    yield "lower case", bare.lower()
    yield "capitals", bare.upper()
    yield "possessive without apostrophe", f"{bare.lower()}s"
    yield "with the", f"the {bare}"
    yield "with & Co.", f"{bare} & Co."
    if not company.lower().rstrip(".").endswith(("corp", "corporation", "plc")):
        yield "with inc", f"{bare.lower()} inc"
    if " " in bare or "-" in bare:
        yield "without blanks", re.sub(r"[\s\-.&']", "", bare.lower())
        yield "hyphens", re.sub(r"[\s\-]+", "-", bare)
    if bare[0].isdigit():
        yield "digits first", bare.lower().replace("-", " ")
    for edits in (1, 1, 2):
        if len(re.sub(r"\W", "", bare)) >= 4 * edits:
            wrong = misspelt(bare, edits, draw)
            yield f"misspelt by {edits}", wrong
            if edits == 1:
                yield "misspelt, lower case", wrong.lower()
    ticker = next((m.ticker for m in reversed(members) if m.ticker), None)
    if ticker:
        yield "ticker", ticker
        yield "ticker, lower case", ticker.lower()
        yield "ticker with $", f"${ticker.lower()}"
    former = {_without_legal_form(m.former_name) for m in members if m.former_name}
    former |= {_without_legal_form(m.company) for m in members} - {name}
    for other in sorted(former):
        if re.sub(r"\W", "", other.lower()) != re.sub(r"\W", "", name.lower()):
            yield "former name", other
    for alias in {a.name for m in members for a in m.aliases if a.source is AliasSource.DEFINED}:
        yield "short name", alias
    first = bare.split()[0]
    if len(bare.split()) > 1 and len(first) > 4 and not is_real(first):
        yield "first word, if no other word", first


def misspelt(name: str, edits: int, draw: random.Random) -> str:
    """A name with letters missing, doubled, swapped, replaced by a neighbour or another vowel."""
    while True:
        wrong = name
        for _ in range(edits):
            wrong = _slip(wrong, draw)
        if wrong.lower() != name.lower():
            return wrong


def _slip(name: str, draw: random.Random) -> str:
    at = draw.choice([n for n, letter in enumerate(name) if letter.isalpha()])
    letter = name[at].lower()
    kind = draw.choice(("missing", "doubled", "swapped", "neighbour", "vowel"))
    if kind == "missing" and at:
        return name[:at] + name[at + 1 :]
    if kind == "doubled":
        return name[: at + 1] + letter + name[at + 1 :]
    if kind == "swapped" and at and at + 1 < len(name) and name[at + 1].isalpha():
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    if kind == "neighbour":
        row = next(row for row in _KEYS if letter in row) if letter.isascii() else letter
        place = row.index(letter)
        return name[:at] + row[place - 1 if place else 1] + name[at + 1 :]
    if kind == "vowel" and letter in "aeiou":
        return name[:at] + draw.choice("aeiou".replace(letter, "")) + name[at + 1 :]
    return _slip(name, draw)


def _without_legal_form(name: str) -> str:
    parts = name.replace(",", "").split()
    while len(parts) > 1 and (is_legal_word(parts[-1]) or parts[-1] in ("&", "and")):
        parts.pop()
    return " ".join(parts)


def outcome(directory: CompanyDirectory, question: str, key: str | None) -> str:
    """What a question finds, whose company is ``key`` or (None) not in the index."""
    found, unknown = directory.find(question)
    if found:
        right = len(found) == 1 and found[0].company_key == key
        return "right" if right and not unknown else "wrong"
    if not unknown:
        return "not noticed"
    choices = {name for said in unknown for name in directory.nearest(said).names}
    return "asked back" if key is not None and directory.name(key) in choices else "refused"


def ask(
    identities: Mapping[str, Identity], templates: Sequence[str], most: int, wrong: list[str]
) -> tuple[dict[str, Counter[str]], list[float]]:
    """Outcomes by class, of companies that are there and of a third that is taken out."""
    draw = random.Random(5)
    directory = CompanyDirectory.build(identities)
    keys = list(directory.keys())
    chosen = draw.sample(keys, min(most, len(keys)))
    out = set(draw.sample(keys, len(keys) // 3))
    rest = {f: i for key in keys if key not in out for f in directory.filings(key)
            for i in [identities[f]]}  # fmt: skip
    without = CompanyDirectory.build(rest)
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    spent: list[float] = []
    namesakes = Counter(compact(directory.name(key)) for key in keys)
    for key in chosen:
        members = [identities[filing] for filing in directory.filings(key)]
        if not members[-1].company:
            continue
        for kind, said in spellings(directory.name(key), members, draw):
            bare = kind == "possessive without apostrophe"
            question = draw.choice([t for t in templates if not (bare and "'s" in t)]).format(said)
            started = time.perf_counter()
            result = outcome(directory, question, key)
            spent.append(time.perf_counter() - started)
            if result == "asked back" and namesakes[compact(directory.name(key))] > 1:
                result = "right"
            counted[kind][result] += 1
            if result != "right":
                wrong.append(f"{result}: {kind}: {question} [{directory.name(key)}]")
            if key in out:
                result = outcome(without, question, None)
                counted[f"NOT IN THE INDEX, {kind}"][result] += 1
                if result != "refused":
                    wrong.append(f"{result}: absent: {question} [{directory.name(key)}]")
    return counted, spent


def report(counted: Mapping[str, Counter[str]]) -> None:
    """Print a table of outcomes by class, with sums."""
    print(f"{'':52}" + "".join(f"{outcome:>13}" for outcome in OUTCOMES))
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind in sorted(counted, key=lambda kind: ("NOT IN" in kind, kind)):
        print(f"{kind:52}" + "".join(f"{counted[kind][outcome]:13}" for outcome in OUTCOMES))
        sums["absent" if "NOT IN" in kind else "present"] += counted[kind]
    for kind, total in sums.items():
        shares = (f"{total[outcome] / total.total():13.4f}" for outcome in OUTCOMES)
        print(f"{f'{kind}, of {total.total()}':52}" + "".join(shares))


def main() -> None:
    """Measure with both halves of the templates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path, nargs="?", help="an index, or pickled identities")
    parser.add_argument("--covers", type=int, help="synthetic covers instead of an index")
    parser.add_argument("--companies", type=int, default=400, help="ask for so many at most")
    parser.add_argument("--show", action="store_true", help="print what was not right")
    options = parser.parse_args()
    if options.covers:
        identities = {key: own for key, own, _ in islice(synthetic_covers(), options.covers)}
    elif options.index.suffix == ".pkl":
        identities = pickle.loads(options.index.read_bytes())
    else:
        index = Index.open(options.index)
        identities = {filing.filing_id: filing.identity for filing in index.filings.values()}
    for name, templates in (("templates in view", TEMPLATES), ("held-out templates", HELD_OUT)):
        wrong: list[str] = []
        counted, spent = ask(identities, templates, options.companies, wrong)
        print(f"\n{name}: median {1000 * statistics.median(spent):.2f} ms, longest"
              f" {1000 * max(spent):.0f} ms a question")  # fmt: skip
        report(counted)
        if options.show:
            print("\n".join(wrong))


if __name__ == "__main__":
    main()
