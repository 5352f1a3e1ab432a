"""The registrant's symbols, registration numbers and former name, as covers print them."""

import re
from dataclasses import dataclass

_FILE_NUMBER = re.compile(r"(?<![\d-])((?:0{0,2}[0-2]|333|811)-\d{4,6})(?:-\d\d)?(?![\d-])")
_FILE_LABEL = re.compile(r"(?:commission\s*file|registration)\s*(?:no|number|:)", re.IGNORECASE)
_EIN = re.compile(r"(?<![\d-])(\d{2}-\d{7})(?![\d-])")
_CIK = re.compile(r"\b(?:CIK|central\s+index\s+key)\b\D{0,20}(\d{4,10})\b", re.IGNORECASE)
_SYMBOL_LABEL = re.compile(
    r"\btrading\s*symbols?|\bsymbol\(s\)|\bticker\s*symbol|^symbol\b", re.IGNORECASE | re.M
)
_EXCHANGE = (
    r"(?:the\s+)?(?:new\s+york|nyse|nasdaq|chicago|cboe|american\s+stock|iex|boston|london"
    r"|australian)"
)
_LISTED = re.compile(rf"(?<![\w.&])([A-Z]{{1,5}}(?:[./-][A-Z])?)\s+(?i:{_EXCHANGE})")
_OWN_CELL = re.compile(r"(?m)^[(\"']?([A-Z]{1,5}(?:[./-][A-Z])?)[)\"']?$")
_USED_SYMBOL = re.compile(
    r"\bunder\s+(?:the\s+)?(?:ticker\s+|trading\s+|stock\s+)?symbols?\s*[\"“']?([A-Z]{1,5}(?:[./-][A-Z])?)\b"
)
_NO_SYMBOL = {"NYSE", "LLC", "INC", "NONE", "N/A", "NA", "OR", "NO", "YES", "THE", "OF", "SEC"}
_FORMER = re.compile(r"\n([^\n]{3,90})\n?\s*\(\s*former\s+name", re.IGNORECASE)
_FORMERLY = (
    r"\.?\s*\(\s*(?:formerly(?:\s+known\s+as)?|f/k/a)[,:]?\s+"
    r"([A-Z][\w.&' ,-]{2,60}?)\s*[);\"“]"
)


@dataclass(frozen=True, slots=True)
class Registrant:
    """Fields as printed; None where the cover does not show them."""

    symbols: tuple[str, ...]
    """Trading symbols of all classes, that of the common shares first."""
    cik: str | None
    ein: str | None
    file_number: str | None
    former_name: str | None


def read_registrant(cover: str) -> Registrant:
    """Read the fields from the folded text of a cover."""
    cik = _CIK.search(cover)
    ein = _EIN.search(cover)
    return Registrant(
        symbols=_symbols(cover),
        cik=cik[1].zfill(10) if cik else None,
        ein=ein[1] if ein else None,
        file_number=_file_number(cover),
        former_name=_former_name(cover),
    )


def _file_number(cover: str) -> str | None:
    label = _FILE_LABEL.search(cover)
    if label:
        near = _FILE_NUMBER.search(cover, label.end(), label.end() + 80)
        if near:
            return near[1]
    found = _FILE_NUMBER.search(cover)
    return found[1] if found else None


def _symbols(cover: str) -> tuple[str, ...]:
    """Symbols under "Trading Symbol": cells of their own, or before a market's name."""
    label = _SYMBOL_LABEL.search(cover)
    if label is None:
        return ()
    behind = cover[label.end() : label.end() + 900]
    return _symbols_in(behind) or _symbols_in(cover[max(0, label.start() - 250) : label.start()])


def _symbols_in(region: str) -> tuple[str, ...]:
    candidates = [(m.start(), m[1]) for p in (_OWN_CELL, _LISTED) for m in p.finditer(region)]
    found = [symbol for _, symbol in sorted(candidates) if symbol not in _NO_SYMBOL]
    return tuple(dict.fromkeys(found))


def used_symbol(text: str) -> str | None:
    """Symbol in sentences such as "trades under the symbol WMT"."""
    match = _USED_SYMBOL.search(text)
    return match[1] if match and match[1] not in _NO_SYMBOL else None


def _former_name(cover: str) -> str | None:
    match = _FORMER.search(cover)
    if match:
        name = match[1].strip()
        blank = re.search(
            r"not\s+applicable|inapplicable|\bn/a\b|\bnone\b|unchanged|\)$", name, re.I
        )
        if not blank and not re.search(r"\d{3}", name) and name[0].isupper():
            return name
    return None


def former_name(text: str, company: str) -> str | None:
    """Former name in sentences such as "Block, Inc. (formerly known as Square, Inc.)"."""
    name = r"\W+".join(re.escape(word) for word in re.findall(r"\w+", company))
    match = re.search(name + _FORMERLY, text[:150_000], re.IGNORECASE)
    return match[1].strip(" ,") if match else None
