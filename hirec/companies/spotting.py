"""Capitalised spans of a question that stand where a company stands."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hirec.companies.names import is_legal_word, words
from hirec.companies.vocabulary import is_ordinary

_TOKEN = re.compile(r"[^\W_][\w&.\-]*\w|[^\W_]")
_FUNCTION = words("function")
_TERMS = words("terms")
_NEVER_IN_NAME = words("never_in_name")
_PERIOD_WORD = re.compile(r"fy|q\d|\d")
_OWN_WORDS = frozenset(("company", "corporation", "registrant", "issuer"))
_ACTING = re.compile(r"\b(?:did|does|do|has|have|had|will|can|could)\s+(?:the\s+)?$", re.IGNORECASE)
_NAMING = re.compile(
    r"(?:\b(?:for|of|by|at|about|between|versus|vs\.?|than|compare|company)|^is|^was|^are)\s+$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"^\s*(?:[?.,;)]|$|(?:in|for|as|at|during|from|between|on|over|under|with|to|and|or|vs|versus"
    r"|by|through|since|a|an|able|expected|still|currently)\b)",
    re.IGNORECASE,
)
_COORDINATED = re.compile(
    r"^\s*(?:['’]s?)?\s*(?:,|/|&|and|or|vs\.?|versus|to|with|than|compared\s+(?:to|with)|,\s*and)"
    r"\s+(?:the\s+|that\s+of\s+|those\s+of\s+)?$",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"\bcompar|\bversus\b|\bvs\b|\bthan\b|\bbetween\b|\bboth\b|\bwhich\b|\bhigher\b|\blarger\b"
    r"|\bamong\b|\brelative\b|\babove\b|\bbelow\b|\bdifference\b|\bcombined\b|\beach\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    """``text[start:end]``."""

    start: int
    end: int


def tokens(text: str) -> list[Span]:
    """Words with their inner ``&``, points and hyphens; possessive endings left outside."""
    return [Span(match.start(), match.end()) for match in _TOKEN.finditer(text)]


def unknown_names(question: str, known: Iterable[Span]) -> tuple[str, ...]:
    """Names that look like companies, beside those already known (their spans).

    Conservative: a name counts where a company stands ("X's", "did X", "for X") or with a legal
    suffix. Beside a known company only names coordinated with it in a comparison count, since
    others are mostly products, subsidiaries and markets.
    """
    taken = sorted(known, key=lambda span: span.start)
    found: list[str] = []
    spans: list[Span] = list(taken)
    for span in _candidates(question, taken):
        name = question[span.start : span.end]
        if taken:
            accepted = _has_legal_suffix(name) or _coordinated(question, span, spans)
        else:
            accepted = _stands_as_company(question, span) or (
                bool(found) and _coordinated(question, span, spans)
            )
        if accepted:
            found.append(re.sub(r"\.$", "", name) if not _has_legal_suffix(name) else name)
            spans.append(span)
    return tuple(dict.fromkeys(found))


def stands_beside(question: str, name: Span, known: Iterable[Span]) -> bool:
    """Whether a name is asked about like the known ones: compared with them, or possessive."""
    possessive = re.match(r"['’]s?\b", question[name.end : name.end + 2])
    return bool(possessive) or _coordinated(question, name, list(known))


def goes_on(question: str, span: Span, neighbour: Span) -> bool:
    """Whether a neighbouring word belongs to the same capitalised name ("Corvanta Medical")."""
    word = question[neighbour.start : neighbour.end]
    first, second = sorted((span, neighbour), key=lambda each: each.start)
    gap = question[first.end : second.start]
    if gap.strip() not in ("", "&") or not word[0].isupper():
        return False
    plain = word.lower().rstrip(".")
    return plain not in _FUNCTION and not _PERIOD_WORD.match(plain)


def _candidates(question: str, taken: list[Span]) -> list[Span]:
    """Runs of capitalised words that are neither function words nor terms of finance."""
    runs: list[list[Span]] = []
    run: list[Span] = []
    for token in tokens(question):
        word = question[token.start : token.end]
        gap = question[run[-1].end : token.start] if run else ""
        joined = not run or bool(
            re.fullmatch(r"\s+|,?\s+(?=(?:Inc|Corp|Ltd|LLC|Co)\b)|\s*&\s*", gap)
        )
        if run and gap == ", " and is_legal_word(word):
            joined = True
        if not joined:
            runs.append(run)
            run = []
        overlap = any(t.start < token.end and token.start < t.end for t in taken)
        if word[0].isupper() and word.lower() not in _FUNCTION and not overlap:
            run.append(token)
        elif run:
            runs.append(run)
            run = []
    runs.append(run)
    return [span for r in runs if (span := _name_of(question, r)) is not None]


def _name_of(question: str, run: list[Span]) -> Span | None:
    plain = [question[token.start : token.end].lower().rstrip(".") for token in run]
    if len(run) > 1 and is_legal_word(plain[-1]) and plain[0] not in _OWN_WORDS:
        return Span(run[0].start, run[-1].end)
    if any(word in _NEVER_IN_NAME for word in plain):
        return None
    while run and plain[-1] in _TERMS:
        run, plain = run[:-1], plain[:-1]
    if not run or all(_is_term(word) for word in plain):
        return None
    return Span(run[0].start, run[-1].end)


def _is_term(word: str) -> bool:
    return word in _TERMS or len(word) < 2 or bool(_PERIOD_WORD.match(word))


def _has_legal_suffix(name: str) -> bool:
    parts = name.split()
    return len(parts) > 1 and is_legal_word(parts[-1])


def _stands_as_company(question: str, span: Span) -> bool:
    """Possessive, acting ("did X pay"), or named at the end of a clause ("for X in 2022")."""
    name = question[span.start : span.end]
    if _has_legal_suffix(name):
        return True
    before, behind = question[: span.start], question[span.end :]
    if re.match(r"['’]s\b", behind) or (name.endswith("s") and re.match(r"['’](?!\w)", behind)):
        return True
    if _ACTING.search(before):
        return bool(re.match(r"\s+[a-z]", behind))
    abbreviation = re.fullmatch(r"[A-Z0-9]{1,5}s?", name)
    plain = name.lower().split()
    terms = any(map(_is_term, plain)) and all(_is_term(w) or is_ordinary(w) for w in plain)
    ordinary = abbreviation or terms
    return not ordinary and bool(_NAMING.search(before)) and bool(_CLAUSE_END.match(behind))


def _coordinated(question: str, span: Span, others: list[Span]) -> bool:
    if not _COMPARING.search(question):
        return False
    if re.search(r"\b(?:that|those)\s+of\s+$", question[: span.start]):
        return True
    for other in others:
        if _COORDINATED.match(question[other.end : span.start] or "-"):
            return True
        if _COORDINATED.match(question[span.end : other.start] or "-"):
            return True
    return False
