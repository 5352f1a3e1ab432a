"""Layout of a question: the clause that asks, and what stands around it.

Instructions, sources, formats and definitions are set forms of words; what they say is read here,
so that the grammar meets only what is asked.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.numbers import SCALE_POWERS
from hirec.types import WantedFormat

_SENTENCE_END = re.compile(
    r"\?+|(?<!\b[A-Z]\.[A-Z])(?<!\s[A-Z])[.!]"
    r"(?=\s+(?:[A-Z\"]|(?:what|how|which|did|by how|calculate)\b))"
    r"|[.!](?=\s+(?:What|How|Which|Did|By how|Calculate)\b|\s*$)"
    r"|:(?=\s+(?:[Ww]hat|[Hh]ow|[Ww]hich|[Dd]id|[Cc]alc))"
)
_ASKS = re.compile(
    r"\b(?:what(?:'s|s)?|how (?:much|many|did|has|have|does|was|were|is|are)|(?:in|for|of) which|"
    r"by (?:how much|what)|which|who|whose|whom|where|when|why)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\W*(?:what|how much) (?:is|was) (?:it|that|this)\W*$", re.IGNORECASE)
"""Asks for what the sentence before it names."""
_ORDERS = re.compile(
    r"(?:please |kindly )?(?:give|show|calculate|compute|determine|find|list|tell|estimate)\b",
    re.IGNORECASE,
)
_AIM = re.compile(
    r"(?:to|(?!(?:exclud|includ|leav|ignor|disregard|stripp|omitt|remov|us|consider|assum|dur|tak)ing)\w+ing)\s[^\d,:]*[,:]",
    re.I,
)
"""What a question is for: "to smooth out effects, …", "looking ahead, …"."""
_POLAR = re.compile(r"(?<![^\s])(?:did|does|do|is|are|was|were|has|have|had)\b", re.IGNORECASE)
_CONDITION = re.compile(r"\bif [^.?]*?(?:,? then)? (?:state|explain)[^.?]*[.?]?", re.IGNORECASE)
_DEFINITION = re.compile(
    r"(?:^|[.?!:;,]\s+|\(\s*)(?:(?:please )?define (?P<a>[^.?!:]{2,80}?) (?:as|to be|to mean|=)"
    r"|(?P<b>[^.?!:;]{2,80}?) (?:is|are|being) (?:defined|calculated|computed) (?:as|by)"
    r"|(?P<c>[^.?!:;]{2,80}?) (?:equals|is equal to|=)(?! (?:what|how)\b)"
    r"|where (?P<d>[^.?!:;]{2,80}?) is)\s*:?\s*(?P<formula>.+?)"
    r"(?=[.;?!](?:\s+[A-Z\"]|\s*$)|$)",
    re.IGNORECASE | re.DOTALL,
)
_NAME = r"(?P<name>[^.?!:;,()]{2,80}?)"
_INLINE = re.compile(
    rf"{_NAME}(?P<said>(?:,\s*|\s*\(\s*|\s+)(?:which is\s+|as\s+)?"
    r"(?:defined|calculated|computed|measured) (?:as|by)\s+(?P<formula>[^.;?!]+?)\s*"
    r"(?=\)|[.;?!]|,\s*(?:in|as|round\w*|to|with|and)\b|$)\)?)",
    re.IGNORECASE,
)
_ARITHMETIC = (
    r"[^()]*\w(?:\s+[/+−-]\s+|\s+(?:divided by|over|as an? (?:percent|percentage|%|share) of"
    r"|relative to|less|minus|plus)\s+)"
)
_BRACKETED = re.compile(
    rf"{_NAME}(?P<said>\s*\((?:i\.?e\.?,? )?(?P<formula>{_ARITHMETIC}[^()]+)\))", re.IGNORECASE
)
"""Arithmetic in brackets behind a name says how that is computed."""
_EXPLAINED = re.compile(
    rf"{_NAME}(?P<said>(?:,|\s+[-–—]|(?=\s+i\.e\.))\s+(?:(?:i\.?e\.?|that is|meaning),?"
    r"|(?:taking|taken as|measured as|expressed as))\s+"
    rf"(?P<formula>{_ARITHMETIC}[^().;?!]+)(?=[.;?!]|$))",
    re.IGNORECASE,
)
"""So does arithmetic behind "i.e." or "taking"."""
_DASHED = re.compile(
    r"(?P<name>[^.?!:;,()]{0,60}\b(?:rate|ratio|margin|return|yield|intensity|turnover|multiple)"
    r"s?\b(?: (?:for|in) (?:fiscal (?:year )?|FY ?)?\d{4})?)"
    r"(?P<said>(?:\s+[-–—]|,)\s+(?!.*\b(?:average|year[- ]end|ending|closing)\b)"
    r"(?P<formula>[a-z&][^().;?!,\d]*\w\s+(?:over|divided by)\s+"
    r"(?!the\b|that\b|last\b)[a-z][^().;?!,\d]*)(?=\W*$))",
    re.IGNORECASE,
)
"""And a quotient behind the name of a ratio and a dash."""
_DEFINING = (_INLINE, _BRACKETED, _EXPLAINED, _DASHED)
_OVER = re.compile(r"\s+(?:over|relative to)\s+", re.IGNORECASE)
_SUM = re.compile(r"\s[-+]\s|\b(?:plus|minus|less)\b", re.IGNORECASE)
_DECIMALS = re.compile(
    r"(?:\b(?:to|with|at|and|round(?:ed)?\s+to)\s+)?(?:the nearest\s+)?"
    r"\b(?P<word>zero|no|one|two|three|four|five|[0-5])\s+"
    r"(?:decimals?|digits after)(?:\s+(?:places?|points?))?",
    re.IGNORECASE,
)
_NEAREST = re.compile(
    r"\b(?:to the |round\w* to the )?nearest (?P<word>whole|integer|tenth|hundredth|thousandth)\b"
    r"(?: number| percent)?",
    re.IGNORECASE,
)
_DECIMAL_WORDS = {"zero": 0, "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NEAREST_WORDS = {"whole": 0, "integer": 0, "tenth": 1, "hundredth": 2, "thousandth": 3}
_SCALE = re.compile(
    r"(?:\b(?:in|to|as|of)\s+\(?(?:units of\s+)?(?:the nearest\s+)?|\()"
    r"(?:(?:US\s?D|U\.?S\.? dollars?|dollars?|US\$|\$)\s*(?:in\s+)?)?"
    r"(?P<scale>thousand|million|billion|mm|bn)s?\b(?!\s+(?:shares|dollars? of))"
    r"(?:(?:\s+of)?\s+(?:us\s+)?(?:dollars|usd))?\)?",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r",?\s*\b(?:in|as)\s+(?:units of\s+)?(?:a\s+)?(?:%|percent(?:s|ages?)?)(?: terms?)?"
    r"(?!\s*(?:of|points?)\b)(?=\W|$)|\(\s*(?:as a |in )?(?:%|percents?|percentage)\s*\)",
    re.IGNORECASE,
)
_ROUND = re.compile(r",?\s*\b(?:and\s+)?(?:please\s+)?round(?:ed|ing)?\b[^.?]*", re.IGNORECASE)
_STATEMENT = (
    r"(?:(?:income|cash ?flows?|P&L|profit and loss|financial) statements?|balance sheets?|P&L"
    r"|statements? of (?:financial (?:position|condition)|cash ?flows?|income|operations|earnings)"
    r"|annual reports?|10-?[KQ]s?(?:/A)?(?: (?:report|filing)s?)?|8-?Ks?|filings?"
    r"|(?:earnings|press) releases?|(?:quarterly|current) reports?|proxy statements?"
    r"|\w+ compensation tables?)"
)
STATEMENT = re.compile(rf"\b{_STATEMENT}\b", re.IGNORECASE)
"""What a filing calls its statements and itself."""
_SOURCE = re.compile(
    r",?\s*(?:\b(?:as|directly|plainly|clearly)?\s*(?:outlined|reported|stated|disclosed|shown|"
    r"mentioned|found|calculated|computed|derived)\s+)?\b(?:from|in|on|per|within|using|referencing|utilizing|reading"
    r"|according to|based on|of)\s+"
    r"(?:the|its|their|this)?\s*(?:(?!(?:on|in|from|of|per)\s)[\w&'-]+\s+){0,4}?(?:consolidated\s+)?"
    rf"{_STATEMENT}(?:\s+data)?(?:,? and (?:the |its )?{_STATEMENT})?(?=\W|$)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\[[^\]]*\]|\((?:from|per|as per|see|using|formerly|e\.g|i\.e)\b[^)]*\)"
    r"|,?\s*\b(?:as (?:corrected|restated|amended|announced)\b[^,?]*|according to\b[^,?]*)"
    r"|,?\s*\b(?:from|in|per) (?:the )?(?:foot)?notes(?=\W*$)",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:(?:relate[sd]?|due|attribut(?:ed|able)|owing|linked|tied)\s+to"
    r"|(?:result(?:ed)?|stem(?:med)?|ar(?:is|os)e|come|came)\s+from|because of"
    r"|(?:caused|driven|triggered|explained)\s+by)[\s\"')]*$",
    re.IGNORECASE,
)
"""At the end of a question: what is named before is known, and its cause is asked for."""

NO_AUXILIARY = (
    r"(?! (?:exactly )?(?:did|do|does|was|were|is|are|has|have|had|will|would|can|could)\b)"
)
"""Behind "when", where it asks for no day."""
EVENTS = r"deal|acquisition|merger|spin-?off|takeover|split|divestiture|disposal|buyout|bankruptcy"
LEADS_IN = re.compile(
    rf"\W*(?:under|upon|following|(?:as(?! of| at)|when|while|once){NO_AUXILIARY})\b(?=[^,?]*,)",
    re.IGNORECASE,
)
"""Begins with what the question stands in, and asks only behind the comma."""
OPENS = re.compile(
    rf"{LEADS_IN.pattern}|\W*(?:for|in|at|during|of|among|from|on|with|after|before"
    r"|excluding|without|except|leaving (?:out|aside)|not counting|apart from|aside from"
    r"|stripping out|ignoring)\b(?=[^,?]*,)",
    re.IGNORECASE,
)
"""Begins with a phrase that asks for nothing: "For Acme's second quarter, how much …"."""
_BACKGROUND = re.compile(
    rf",\s+(?:when{NO_AUXILIARY}|while"
    r"|amid(?:st)?|despite|even though|although|just as|back when|right after"
    rf"|right before|(?:after|following|before)(?=[^\d,.?%$]*\b(?:{EVENTS})\b))\s[^\d,.?%$]*$",
    re.IGNORECASE,
)
"""What the time asked about was like, at the end of a question: ", when the lockdowns began"."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A set form of words at ``text[start:end]``: ``FORMAT``, ``SOURCE``, ``GIVEN``, ``REASON``."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A normalized question taken apart."""

    start: int
    """Where the asking sentence begins."""
    asked: int
    """Where its asking clause begins, behind what is said first: "For the year 2022, what …"."""
    end: int
    wanted: WantedFormat
    definitions: tuple[tuple[str, str], ...]
    """(name, formula) as the question words them."""
    marks: tuple[Mark, ...]
    """Within the asking sentence."""


def read_layout(text: str, names: Sequence[str]) -> Layout:
    """Take a normalized question apart; ``names`` may hold points that end no sentence."""
    outside, definitions, given = _definitions(text)
    start, end = _asking(outside, names)
    lead = len(text[start:end]) - len(text[start:end].lstrip()) + start
    if aim := _AIM.match(text, lead, end):
        start = aim.end()
    asked = _clause(outside, start, end)
    marks = [*given, *_marks(text[:end], start)]
    if any(mark.kind == "SOURCE" and mark.start < asked for mark in marks) and asked > start:
        marks = [mark for mark in marks if mark.end > asked]
        marks.append(Mark(start, asked, "SOURCE"))  # an instruction where to look
    return Layout(start, asked, end, _wanted(text), definitions, tuple(marks))


def _asking(text: str, names: Sequence[str]) -> tuple[int, int]:
    """The sentence that asks: the last of those that ask up to the first question mark."""
    protected = [(at, at + len(name)) for name in names if name and (at := text.find(name)) >= 0]
    ends = [
        match
        for match in _SENTENCE_END.finditer(text)
        if not any(start <= match.start() < end for start, end in protected)
    ]
    starts = [0, *(match.end() for match in ends)]
    stops = [*(match.start() for match in ends), len(text)]
    bounds = [
        (start, stop)
        for start, stop in zip(starts, stops, strict=True)
        if text[start:stop].strip(" .?!\"'")
    ]
    marked = [b for b in bounds if text[b[1] : b[1] + 1] == "?"]
    if marked:
        at = bounds.index(marked[0])
        points = _POINTS_BACK.match(text[slice(*marked[0])])
        return (bounds[at - 1][0], marked[0][1]) if points and at else marked[0]
    asking = [
        b
        for b in bounds
        if _ASKS.search(text[b[0] : b[1]])
        or any(pattern.match(text[b[0] : b[1]].lstrip()) for pattern in (_POLAR, _ORDERS))
    ]
    return (asking or bounds or [(0, len(text))])[0]


def _clause(text: str, start: int, end: int) -> int:
    """Where the clause begins that asks, behind an adverbial or an instruction."""
    for match in (*_ASKS.finditer(text, start, end), *_POLAR.finditer(text, start, end)):
        _, comma, lead = text[start : match.start()].rpartition(",")
        if comma and lead.strip().lower() in ("", "and", "then"):
            return match.start()
    return start


def _definitions(text: str) -> tuple[str, tuple[tuple[str, str], ...], list[Mark]]:
    """The text with definitions blanked, what they define, and where they stood."""
    found: list[tuple[str, str]] = []
    marks: list[Mark] = []
    blanked = _CONDITION.sub(lambda match: " " * len(match[0]), text)
    for match in _DEFINITION.finditer(blanked):
        name = next(match[group] for group in "abcd" if match[group])
        name = re.split(r"[.?:,]\s+", name)[-1]
        found.append((name.strip(" \"'"), match["formula"].strip()))
        keep = 1 if match[0][0] in "?!:;." else 0
        marks.append(Mark(match.start() + keep, match.end(), "GIVEN"))
    if not found:
        for match in itertools.chain(*(way.finditer(blanked) for way in _DEFINING)):
            formula = _quotient(match["formula"].strip())
            found.append((match["name"].strip(), formula))
            marks.append(Mark(match.start("said"), match.end("said"), "GIVEN"))
    for mark in marks:
        blanked = blanked[: mark.start] + " " * (mark.end - mark.start) + blanked[mark.end :]
    return blanked, tuple(found), marks


def _quotient(formula: str) -> str:
    """A formula with a sign for the word "over", which divides all that is said before it."""
    if len(parts := _OVER.split(formula)) != 2:
        return _OVER.sub(" / ", formula)
    return " / ".join(f"({part})" if says_sum(part) else part for part in parts)


def says_sum(formula: str) -> bool:
    """Whether a formula adds or takes away."""
    return _SUM.search(formula) is not None


def _marks(text: str, start: int) -> Iterator[Mark]:
    forms = {"SOURCE": (_ASIDE, _SOURCE), "FORMAT": (_ROUND, _DECIMALS, _NEAREST, _SCALE, _PERCENT)}
    for kind, patterns in forms.items():
        for pattern in patterns:
            for match in pattern.finditer(text, start):
                yield Mark(match.start(), match.end(), kind)
    if background := _BACKGROUND.search(text, start):
        yield Mark(background.start(), background.end(), "GIVEN")
    if cause := _CAUSE.search(text, start):
        yield Mark(cause.start(), cause.end(), "REASON")


def _wanted(text: str) -> WantedFormat:
    scale, places, nearest = _SCALE.search(text), _DECIMALS.search(text), _NEAREST.search(text)
    decimals = None
    if places:
        word = places["word"].lower()
        decimals = int(word) if word.isdigit() else _DECIMAL_WORDS[word]
    elif nearest:
        decimals = _NEAREST_WORDS[nearest["word"].lower()]
    return WantedFormat(
        SCALE_POWERS[scale["scale"].lower()] if scale else 0,
        decimals,
        _PERCENT.search(text) is not None,
    )


def without_marks(formula: str) -> str:
    """A formula without where to look and how to print."""
    for pattern in (_ASIDE, _ROUND, _SOURCE, _DECIMALS, _NEAREST, _SCALE, _PERCENT):
        formula = pattern.sub(" ", formula)
    return " ".join(formula.split()).rstrip(" .,;\"'")
