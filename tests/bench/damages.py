"""Ways of damaging a filing, each deterministic for its random numbers."""

import os
import random
import zlib
from collections.abc import Callable
from pathlib import Path

COVER = b"""<html><body><p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
<p>For the fiscal year ended December 31, 2022</p><p>Commission file number 001-01234</p>
<p>DAMAGE INDUSTRIES, INC.</p>
<p>(Exact name of registrant as specified in its charter)</p>
"""
MEGABYTE = 1_000_000


class Workbench:
    """Whole filings to damage, random numbers, and the size of what is to be huge."""

    def __init__(self, sample: Path, seed: int, huge_mb: int) -> None:
        """``sample`` holds whole filings as PDF and HTML."""
        self.random = random.Random(seed)
        self.huge_mb = huge_mb
        self._pdfs = sorted(sample.glob("*.pdf"))
        self._pages = sorted(sample.glob("*.html"))

    def pdf(self) -> bytes:
        """A whole PDF filing."""
        return self.random.choice(self._pdfs).read_bytes()

    def html(self) -> bytes:
        """A whole HTML filing."""
        return self.random.choice(self._pages).read_bytes()


ODD_NAMES = (
    *(b"new\nline", b"-rf", b"quote'\"", b"%s%n{}", b"\xe2\x80\xaertl", b"x" * 230),
    *(b"caf\xe9", b"  blank ", "emoji😀".encode(), b"a;b|c&d$(e)", b"tab\t", b"[red]x[red]"),
)
"""File names that are legal and look like mistakes; one is not even text."""

Damage = Callable[[Workbench, Path], None]
"""Makes one damaged input at a path whose suffix it may change."""


def truncated_pdf(bench: Workbench, path: Path) -> None:
    whole = bench.pdf()
    path.with_suffix(".pdf").write_bytes(whole[: bench.random.randrange(len(whole))])


def truncated_html(bench: Workbench, path: Path) -> None:
    whole = bench.html()
    path.with_suffix(".html").write_bytes(whole[: bench.random.randrange(len(whole))])


def flipped_bits(bench: Workbench, path: Path) -> None:
    suffix = bench.random.choice([".pdf", ".html"])
    content = bytearray(bench.pdf() if suffix == ".pdf" else bench.html())
    for _ in range(bench.random.choice([1, 10, 100, 1000, 10_000])):
        content[bench.random.randrange(len(content))] ^= 1 << bench.random.randrange(8)
    path.with_suffix(suffix).write_bytes(content)


def scrambled_blocks(bench: Workbench, path: Path) -> None:
    content = bench.pdf()
    cut = sorted(bench.random.randrange(len(content)) for _ in range(3))
    first, second, third = cut
    path.with_suffix(".pdf").write_bytes(
        content[:first] + content[second:third] + content[first:second] + content[third:]
    )


def wrong_suffix(bench: Workbench, path: Path) -> None:
    if bench.random.random() < 0.5:
        path.with_suffix(bench.random.choice([".htm", ".txt"])).write_bytes(bench.pdf())
    else:
        path.with_suffix(bench.random.choice([".pdf", ".txt"])).write_bytes(bench.html())


def zip_bomb(bench: Workbench, path: Path) -> None:
    """A page whose content unpacks to very much: blanks, or text that must be drawn."""
    unit = bench.random.choice([b" " * 64, b"BT /F1 9 Tf 72 700 Td (1,234) Tj ET\n"])
    packer = zlib.compressobj(9)
    block = unit * (MEGABYTE // len(unit))
    times = bench.random.randrange(bench.huge_mb // 2, bench.huge_mb)
    packed = b"".join(packer.compress(block) for _ in range(times)) + packer.flush()
    filters = b"/FlateDecode"
    if bench.random.random() < 0.5:
        packed, filters = zlib.compress(packed, 9), b"[/FlateDecode /FlateDecode]"
    path.with_suffix(".pdf").write_bytes(_pdf_of(packed, b"/Filter " + filters))


def many_pages(bench: Workbench, path: Path) -> None:
    """A page tree that claims, repeats or circles."""
    content = b"BT /F1 12 Tf 72 700 Td (FORM 10-K) Tj ET"
    many = bench.random.randrange(2, 20_000)
    kids = bench.random.choice([b"3 0 R " * many, b"2 0 R", b"1 0 R 2 0 R 3 0 R"])
    count = bench.random.choice([b"%d" % many, b"2147483647", b"-5"])
    path.with_suffix(".pdf").write_bytes(_pdf_of(content, b"", kids=kids, count=count))


def deep_pdf(bench: Workbench, path: Path) -> None:
    """Arrays or dictionaries inside one another, thousands deep."""
    depth = int(10 ** bench.random.uniform(2.5, 5.5))
    opening, closing = bench.random.choice([(b"[", b"]"), (b"<</A ", b">>")])
    nest = opening * depth + b"1" + closing * depth
    path.with_suffix(".pdf").write_bytes(_pdf_of(b"BT ET", b"/Nest " + nest))


def encrypted_pdf(bench: Workbench, path: Path) -> None:
    import pymupdf

    with pymupdf.open(stream=bench.pdf(), filetype="pdf") as pdf:
        path.with_suffix(".pdf").write_bytes(
            pdf.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="s")
        )


def huge_html(bench: Workbench, path: Path) -> None:
    """Very long HTML: repeated paragraphs or cells, or a hole filled with zeros."""
    kind = bench.random.choice(["paragraphs", "cells", "hole"])
    with path.with_suffix(".html").open("wb") as file:
        file.write(COVER)
        if kind == "hole":
            file.truncate(bench.huge_mb * MEGABYTE + bench.random.randrange(MEGABYTE))
            return
        unit = b"<p>Sales rose.</p>" if kind == "paragraphs" else b"<tr><td>Cash<td>1,234</tr>"
        file.write(b"" if kind == "paragraphs" else b"<table>")
        block = unit * (MEGABYTE // len(unit))
        for _ in range(bench.huge_mb + bench.random.randrange(20)):
            file.write(block)


def deep_html(bench: Workbench, path: Path) -> None:
    tag = bench.random.choice([b"<div>", b"<table><tr><td>", b"<b>", b"<p><font>", b"<ul><li>"])
    depth = int(10 ** bench.random.uniform(2, 5.5))
    path.with_suffix(".html").write_bytes(COVER + tag * depth + b"Revenue 5,000")


def spanning_table(bench: Workbench, path: Path) -> None:
    """Cells that claim to span millions of rows and columns."""
    across, down = (b"%d" % int(10 ** bench.random.uniform(0, 9)) for _ in range(2))
    cell = b"<td colspan='" + across + b"' rowspan='" + down + b"'>1,234</td>"
    row = b"<tr><td>Cash</td>" + cell * 3 + b"</tr>"
    path.with_suffix(".html").write_bytes(COVER + b"<table>" + row * 50 + b"</table>")


def entity_bomb(bench: Workbench, path: Path) -> None:
    levels = b"".join(
        b'<!ENTITY e%d "%s">' % (level, b"&e%d;" % (level - 1) * 10) for level in range(1, 12)
    )
    head = b'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "lol">' + levels + b"]>"
    path.with_suffix(bench.random.choice([".htm", ".xhtml"])).write_bytes(
        head + COVER + b"<p>&e11; %d</p></body></html>" % bench.random.randrange(10**9)
    )


def tedious_text(bench: Workbench, path: Path) -> None:
    """What makes careless patterns slow: one long line of the same few characters."""
    unit = bench.random.choice([b"1,", b"(", b" ", b"$ ", b"A. ", b"-", b"Item 1 ", b"June 3, "])
    text = COVER.replace(b"<p>", b"").replace(b"</p>", b"\n").removeprefix(b"<html><body>")
    path.with_suffix(".txt").write_bytes(
        text + unit * (bench.random.randrange(2 * MEGABYTE) // len(unit))
    )


def nothing(bench: Workbench, path: Path) -> None:
    content = bench.random.choice([b"", b" \n" * 50, b"\0" * 5000, b"\xef\xbb\xbf", b"%PDF-1.7\n"])
    path.with_suffix(bench.random.choice([".pdf", ".html", ".txt"])).write_bytes(content)


def null_bytes(bench: Workbench, path: Path) -> None:
    content = bytearray(bench.html())
    for _ in range(bench.random.choice([5, 500, 50_000])):
        content[bench.random.randrange(len(content))] = 0
    path.with_suffix(".html").write_bytes(content)


def binary(bench: Workbench, path: Path) -> None:
    head = bench.random.choice(
        [b"", b"PK\x03\x04", b"\x89PNG", b"<html>", b"%PDF-1.4\n", b"\x1f\x8b"]
    )
    suffix = bench.random.choice([".pdf", ".html", ".txt"])
    path.with_suffix(suffix).write_bytes(head + bench.random.randbytes(100_000))


def not_a_filing(bench: Workbench, path: Path) -> None:
    words = bench.random.choices(["apple", "pie", "recipe", "10", "minutes", "bake"], k=2000)
    path.with_suffix(".html").write_text(f"<html><p>{' '.join(words)}</p></html>")


def broken_link(bench: Workbench, path: Path) -> None:
    link = path.with_suffix(".pdf")
    link.symlink_to(bench.random.choice([link.name, "absent.pdf", "/proc/self/mem", "/dev/zero"]))


def not_regular(bench: Workbench, path: Path) -> None:
    """A named pipe nobody writes to, or a file that its owner may not read."""
    path = path.with_suffix(".txt")
    if bench.random.random() < 0.5:
        os.mkfifo(path)
    else:
        path.write_bytes(COVER)
        path.chmod(0)


def odd_name(bench: Workbench, path: Path) -> None:
    odd = bench.random.choice(ODD_NAMES)
    name = os.fsencode(path.parent) + b"/" + odd + path.name[:3].encode() + b".html"
    Path(os.fsdecode(name)).write_bytes(bench.html())


def whole(bench: Workbench, path: Path) -> None:
    """Not damaged at all: must be read though all its neighbours are not."""
    path.with_suffix(".html").write_bytes(bench.html() + f"<!-- {path.name} -->".encode())


DAMAGES: tuple[Damage, ...] = (
    truncated_pdf,
    truncated_html,
    flipped_bits,
    scrambled_blocks,
    wrong_suffix,
    zip_bomb,
    many_pages,
    deep_pdf,
    encrypted_pdf,
    huge_html,
    deep_html,
    spanning_table,
    entity_bomb,
    tedious_text,
    nothing,
    null_bytes,
    binary,
    not_a_filing,
    broken_link,
    not_regular,
    odd_name,
    whole,
)
RARE = {zip_bomb, huge_html}
"""Large on disk or slow to make: a few of each are enough."""


def make_damaged(sample: Path, out: Path, count: int, seed: int, huge_mb: int = 200) -> list[str]:
    """Fill a folder with damaged inputs; returns what was done to each, in the order made."""
    bench = Workbench(sample, seed, huge_mb)
    done: list[str] = []
    while len(done) < count:
        for damage in DAMAGES:
            rare = damage in RARE and sum(name == damage.__name__ for name in done) >= 6
            if len(done) < count and not rare:
                damage(bench, out / f"{len(done):03d}-{damage.__name__}.x")
                done.append(damage.__name__)
    return done


def _pdf_of(content: bytes, entries: bytes, kids: bytes = b"3 0 R", count: bytes = b"1") -> bytes:
    """A PDF of one page by hand; ``entries`` go into the dictionary of the content stream."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[" + kids + b"]/Count " + count + b">>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d %s>>stream\n%s\nendstream" % (len(content), entries, content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    out = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        out
        + b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\n" % table
        + (b"startxref\n%d\n%%%%EOF\n" % len(out))
    )
