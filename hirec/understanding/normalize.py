"""One spelling for every question: characters, blanks, and its tokens."""

import re
import unicodedata
from dataclasses import dataclass

from hirec.periods.dates import MONTH

_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "\u00a0": " "})
_LOOSE_POINT = re.compile(r"\s+([,.;:?!)\]])(?!\d)|([(\[])\s+")
"""Blanks in front of punctuation, as tokenized text has them."""
_LOST_QUOTE = re.compile(
    r"\s?\b201[89](?=s\b|[a-z]{3})|\b201[cd](?![a-z0-9])|\b201c(?=[a-z])|(?<=[a-z])201d\b",
    re.IGNORECASE,
)
"""Quotes printed as the number of their character: "o 2019reilly", "the company 2019s"."""
_LOST_DASH = re.compile(r"(?<=\d/\d\d) 201[34] (?=\d+/)")
_GLUED_DAY = re.compile(rf"\b({MONTH})\s(\d\d?)((?:19|20)\d\d)\b", re.IGNORECASE)
_SHARED_YEAR = re.compile(
    rf"\b({MONTH}\s\d\d?)(?=\s?(?:and|to|through|until|versus|vs\.?|[-–])\s{MONTH}\s\d\d?,?\s"
    r"((?:19|20)\d\d)\b)",
    re.IGNORECASE,
)
"""A day whose year is said with the next: "between January 29 and July 30, 2023"."""
_NEGATED = re.compile(r"^(did|does|do|was|were|is|are|has|have|had)n['’]?t\b", re.IGNORECASE)
"""A question that expects a yes: "didn't it fall" asks whether it did."""
_BOTH_TERMS = re.compile(
    r"\b(?:both )?(?:current|short[- ]term) (?:and|plus|\+|&) (?:long[- ]term|non-?current)\b",
    re.IGNORECASE,
)
"""Due within a year and later: all of it."""
_SO_MANY = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|\d\d?) (?:fiscal|financial) (?=years\b)",
    re.IGNORECASE,
)
"""``The last three fiscal years``."""
_EITHER_WAY = re.compile(
    r"\b(increases?|decreases?)\s?/?\s?\((?:in|de)creases?\)"
    r"|\((?:in|de)creases?\) (increases?|decreases?)\b",
    re.IGNORECASE,
)
"""How filings print what may be above or below zero: "increase (decrease) in cash"."""
_LOOSE_PERCENT = re.compile(r"(?<=\d)(?<!\b(?:19|20)\d\d)\s+%")
_COUNTRY = re.compile(r"(?:\b(\w+) )?\bus\b")
_TO_US = frozenset(
    {"give", "gives", "gave", "tell", "tells", "told", "show", "shows", "let", "help", "remind"}
    | {"for", "to", "with", "of"}
)
"""What stands before a pronoun; elsewhere small letters mean the country."""
_RUN_ON = re.compile(r"(?<=[a-z]{2}[?!.])(?=[A-Z])")
"""A sentence that begins right behind the one before: "… for Netflix?Answer in …"."""
_SHORT = {
    "acq": "acquisition",
    "admin": "administrative",
    "amort": "amortization",
    "approx": "approximately",
    "attrib": "attributable",
    "avg": "average",
    "chg": "change",
    "chgs": "charges",
    "chrg": "charge",
    "chrgs": "charges",
    "decr": "decrease",
    "depr": "depreciation",
    "dil": "diluted",
    "eoy": "at the end of the year",
    "equip": "equipment",
    "excl": "excluding",
    "exp": "expense",
    "govt": "government",
    "incr": "increase",
    "incl": "including",
    "intl": "international",
    "mfg": "manufacturing",
    "mgmt": "management",
    "mkt": "market",
    "ops": "operations",
    "pmts": "payments",
    "qtr": "quarter",
    "qtrs": "quarters",
    "stmt": "statement",
    "stmts": "statements",
    "tot": "total",
    "tv": "television",
    "wks": "weeks",
    "yr": "year",
    "yrs": "years",
}
_BRITISH = {
    "aluminium": "aluminum",
    "centre": "center",
    "centres": "centers",
    "cheque": "check",
    "cheques": "checks",
    "colour": "color",
    "fibre": "fiber",
    "labour": "labor",
    "licence": "license",
    "licences": "licenses",
    "programme": "program",
    "programmes": "programs",
}
"""As filings in American English do not print it."""
_SHARE_OF = re.compile(
    r"(?<=[\w&)]) (?<!what )(?<!which )(?<!many )(?<!the )(?<!in )(%|pct|percent) "
    r"(?=(?:net |total |tot\.? )?(?:revenues?|revs?|sales|assets|equity|opex)\b"
    r"(?! (?:growth|change|increase|decrease|decline|was|were|came|is|are|from)\b))",
    re.IGNORECASE,
)
"""``SG&A % rev``, which leaves "of" out."""
_INCOME = re.compile(
    r"\b(net|operating|oper|op|interest|int|pretax|pre-tax|other) inc\b(?!\.)"
    r"|\binc\b(?= (?:from|before|taxe?s?)\b)"
)
"""``net inc``, ``inc from operations``; elsewhere it is a company's legal form."""
_OPERATING = re.compile(
    r"\bop\b\.?(?= (?:cash|margins?|profits?|loss(?:es)?|costs?|expenses?|leases?|earnings)\b)",
    re.I,
)
_SHORTENED = re.compile(rf"\b(?:{'|'.join(_SHORT)})\b\.?", re.IGNORECASE)
"""What people shorten that filings print in full."""
_SPELT = re.compile(rf"\b(?:{'|'.join(_BRITISH)})\b|(?<=[a-z]{{3}})isation(?=s?\b)", re.IGNORECASE)
_TOKEN = re.compile(
    r"[$€£]?\d+(?:[.,]\d+)*%?|[A-Za-z]+(?:[&.*][A-Za-z]+)*|'s\b|[^\w\s]|\w+", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign at ``text[start:end]`` of the normalized question."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """The word as vocabularies have it."""
        return self.text.lower()


_EQUALS = re.compile(r"\s*=\s*\?*\s*$")
"""``sales less costs = ?``"""


def normalize(question: str) -> str:
    """The question on one line, with plain quotes and no blanks before punctuation."""
    text = unicodedata.normalize("NFKC", question).translate(_QUOTES)
    text = text.replace("\\n", " ").replace("\\", " ").replace("_", " ")
    text = _GLUED_DAY.sub(r"\1 \2, \3", _LOST_DASH.sub(" - ", _LOST_QUOTE.sub(_quote, text)))
    text = _LOOSE_PERCENT.sub("%", " ".join(text.split()))
    text = _LOOSE_POINT.sub(lambda match: match[1] or match[2], " ".join(text.split()))
    text = _NEGATED.sub(r"\1", text)
    text = _BOTH_TERMS.sub("total", text)
    text = _SO_MANY.sub(r"\1 ", text)
    text = _SHARED_YEAR.sub(r"\1, \2", text)
    text = _SHORTENED.sub(lambda match: _SHORT[match[0].rstrip(".").lower()], text)
    text = _SHARE_OF.sub(r" \1 of ", text)
    text = _OPERATING.sub("operating", text)
    text = _INCOME.sub(lambda match: f"{match[1]} income" if match[1] else "income", text)
    text = _EITHER_WAY.sub(lambda match: match[1] or match[2], text)
    text = _SPELT.sub(lambda match: _BRITISH.get(match[0].lower(), "ization"), text)
    text = _COUNTRY.sub(_country, text)
    return _RUN_ON.sub(" ", _EQUALS.sub("?", text))


def _country(match: re.Match[str]) -> str:
    return match[0] if (match[1] or "").lower() in _TO_US else f"{match[0][:-2]}US"


def _quote(match: re.Match[str]) -> str:
    return '"' if match[0][-1].lower() in "cd" else "'"


def tokenize(text: str) -> tuple[Token, ...]:
    """Words, numbers and signs in order; hyphens within words separate and vanish."""
    tokens = [Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]
    kept = []
    for at, token in enumerate(tokens):
        behind = at > 0 and tokens[at - 1].end == token.start
        hyphen = token.text == "-" and behind and tokens[at - 1].text[-1:].isalpha()
        if hyphen:
            continue
        kept.append(token)
    return tuple(kept)
