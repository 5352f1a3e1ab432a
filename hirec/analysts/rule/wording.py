"""How a question is worded: its core, its definitions, and how the result is to be printed."""

import re
from dataclasses import dataclass

_INTERROGATIVE = (
    r"what(?:'s)?|how (?:much|many|did|has|have|does|was|were)|by (?:how much|what|which)|"
    r"which|in (?:which|what)|among|between which|"
    r"did|does|do|is|are|was|were|has|have|had|calculate|compute|determine|find|give|provide|"
    r"for [^,?]{1,60}, (?:what|which|how|did|does|is|was)|why|who|whose|where|when"
)
_TOLD = re.compile(
    r"^(?:please,?\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?(?:(?:tell|give|show) (?:me|us)"
    r"|let me know|I(?:['’]d| would) like to know|I (?:want|need) to know)\s+(?=\S)",
    re.IGNORECASE,
)
"""Politeness before what is asked."""
_WENT = (
    (re.compile(r"\b(?:go|gone|went|going) up\b", re.IGNORECASE), "increase"),
    (re.compile(r"\b(?:go|gone|went|going) down\b", re.IGNORECASE), "decrease"),
)
_CORE = re.compile(rf"(?:^|(?<=[,:.;?!])\s+|(?<=\n))(?={_INTERROGATIVE}\b)", re.IGNORECASE)
_ASKING_LEAD = re.compile(
    r"\b(?:what|how|which|did|does|is|was|has|have|are|were|among)\b", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"\?|[.!](?=\s+[A-Z\"“]|\s*$)")
_CONDITION = re.compile(r"\bif [^.?]*?(?:,? then)? (?:state|explain)[^.?]*[.?]?", re.IGNORECASE)
_DEFINITION = re.compile(
    r"(?:^|[.?!:;,]\s+|\(\s*)(?:(?:please )?define (?P<a>[^.?!:]{2,80}?) (?:as|to be|to mean|=)"
    r"|(?P<b>[^.?!:;]{2,80}?) (?:is|are|being) (?:defined|calculated|computed) (?:as|by)"
    r"|(?P<c>[^.?!:;]{2,80}?) (?:equals|is equal to|=)"
    r"|where (?P<d>[^.?!:;]{2,80}?) is)\s*:?\s*(?P<formula>.+?)"
    r"(?=[.;?!](?:\s+[A-Z\"“]|\s*$)|$)",
    re.IGNORECASE | re.DOTALL,
)
_INLINE = re.compile(
    r"(?P<name>[^.?!:;,()]{2,80}?)(?:,\s*|\s*\(\s*|\s+)(?:which is\s+|as\s+)?"
    r"(?:defined|calculated|computed|measured) (?:as|by)\s+(?P<formula>[^.;?!]+?)\s*"
    r"(?=\)|[.;?!]|,\s*(?:in|as|round\w*|to|with|and)\b|$)",
    re.IGNORECASE,
)
"""A definition behind the name within the asking clause: "free cash flow, defined as …"."""
_DECIMALS = re.compile(
    r"(?:\b(?:to|with|at|and|round(?:ed)?\s+to)\s+)?(?:the nearest\s+)?"
    r"\b(?P<word>zero|no|one|two|three|four|five|[0-5])\s+"
    r"(?:decimals?|digits after)(?:\s+(?:places?|points?))?",
    re.IGNORECASE,
)
_NEAREST = re.compile(
    r"\bnearest (?P<word>whole|integer|tenth|hundredth|thousandth)\b", re.IGNORECASE
)
_DECIMAL_WORDS = {"zero": 0, "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NEAREST_WORDS = {"whole": 0, "integer": 0, "tenth": 1, "hundredth": 2, "thousandth": 3}
_SCALE = re.compile(
    r"\b(?:in|to|as|of)\s+(?:units of\s+)?(?:the nearest\s+)?(?:(?:US\s?D|U\.?S\.? dollars?|"
    r"dollars?|US\$|\$)\s*(?:in\s+)?)?(?P<scale>thousand|million|billion|mm|bn)s?\b"
    r"(?!\s+(?:shares|dollars? of))",
    re.IGNORECASE,
)
_SCALES = {"thousand": 3, "million": 6, "mm": 6, "billion": 9, "bn": 9}
_PERCENT = re.compile(
    r"\b(?:in|as)\s+(?:units of\s+)?(?:a\s+)?(?:%|percent(?:s|ages?)?)(?!\s*of\b)(?=\W|$)"
    r"|\(\s*(?:as a |in )?(?:%|percents?|percentage)\s*\)",
    re.IGNORECASE,
)
_WHAT_PERCENT = re.compile(r"\bwhat (?:percent|%)", re.IGNORECASE)
_SOURCE = re.compile(
    r"\b(?:from|in|on|per|within|using|according to|based on|of)\s+(?:the|its|their)?\s*"
    r"(?:\w+'s?\s+)?(?:consolidated\s+)?(?:(?:income|cash flows?|P&L|financial) statements?|"
    r"balance sheets?|P&L|"
    r"statements? of [\w ]{4,40}|annual report|10-[KQ]s?|filings?)\b(?: data)?"
    r"|\b(?:in|from|within|using|according to|based on|per)\s+(?:the|its|their)\s+"
    r"(?:[\w'’-]+\s+){0,5}?(?:(?:earnings|press) releases?|"
    r"(?:annual|quarterly|current) reports?|proxy statements?|"
    r"[\w]+ compensation tables?|10-[KQ](?:/A)?s?|8-Ks?)(?=\W|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A question taken apart."""

    core: str
    """The clause that asks, without role play, instructions and definitions."""
    definitions: tuple[tuple[str, str], ...]
    """(name, formula) as the question defines them."""
    scale: int
    """Power of ten of "in USD millions", 0 where not said."""
    decimals: int | None
    percent: bool
    """True where the question wants percent."""


def read_wording(question: str) -> Wording:
    """Take a question apart; never fails: the core of an odd question is the question."""
    text = " ".join(question.split())
    text = _TOLD.sub("", _CONDITION.sub(" ", text))
    for said, meant in _WENT:
        text = said.sub(meant, text)
    definitions = tuple(_definitions(text))
    scale = _SCALE.search(text)
    return Wording(
        core=_core(_without_definitions(text)),
        definitions=definitions,
        scale=_SCALES[scale["scale"].lower()] if scale else 0,
        decimals=_decimals(text),
        percent=bool(_PERCENT.search(text) or _WHAT_PERCENT.search(text)),
    )


def without_sources(text: str) -> str:
    """Take away where to look ("from the cash flow statement") and brackets around it."""
    text = re.sub(r"\[[^\]]*\]", " ", text)
    text = re.sub(r"\(\s*(?:from|in|per|as per|see|using|as a|formerly)\b[^)]*\)", " ", text)
    return _SOURCE.sub(" ", text)


def without_format(text: str) -> str:
    """Take away how to print: "(in USD millions)", "rounded to two decimals"."""
    text = re.sub(r"\((?:in|as) [^)]*\)", " ", text, flags=re.IGNORECASE)
    text = re.sub(r",?\s*\bround(?:ed|ing)?\b.*$", " ", text, flags=re.IGNORECASE)
    text = _PERCENT.sub(" ", _SCALE.sub(" ", _NEAREST.sub(" ", _DECIMALS.sub(" ", text))))
    return " ".join(text.split())


def _core(text: str) -> str:
    """The clause that ends at the first question mark, from its interrogative on."""
    head, mark, _ = text.partition("?")
    if not mark:
        head = next(iter(_sentences(text)), text)
    starts = [match.end() for match in _CORE.finditer(head)]
    if not starts:
        return head.strip()
    asking = [start for start in starts if _ASKING_LEAD.match(head[start:])]
    last_sentence = max((m.end() for m in re.finditer(r"[.:]\s", head)), default=0)
    late = [start for start in asking if start >= last_sentence] or asking or starts
    return head[late[0] :].strip()


def _sentences(text: str) -> list[str]:
    """Sentences that ask or order something, for questions without a question mark."""
    pieces = [piece.strip() for piece in _SENTENCE_END.split(text) if piece.strip()]
    return [p for p in pieces if re.match(rf"(?:{_INTERROGATIVE})\b", p, re.IGNORECASE)] or pieces


def _definitions(text: str) -> list[tuple[str, str]]:
    found = []
    for match in _DEFINITION.finditer(text):
        name = next(match[group] for group in "abcd" if match[group])
        name = re.split(r"[.?:,]\s+", name)[-1]
        found.append((name.strip(" \"'“”"), match["formula"].strip()))
    for match in () if found else _INLINE.finditer(text):
        found.append((match["name"].strip(), match["formula"].strip()))
    return found


def _without_definitions(text: str) -> str:
    if _DEFINITION.search(text) is None:
        return _INLINE.sub(lambda match: match["name"], text)
    return _DEFINITION.sub(lambda match: f"{match[0][0] if match[0][0] in '?!:;' else '.'} ", text)


def _decimals(text: str) -> int | None:
    match = _DECIMALS.search(text)
    if match:
        word = match["word"].lower()
        return int(word) if word.isdigit() else _DECIMAL_WORDS[word]
    match = _NEAREST.search(text)
    return _NEAREST_WORDS[match["word"].lower()] if match else None
