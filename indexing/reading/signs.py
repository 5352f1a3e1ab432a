"""Signs by which a text shows itself to be a filing rather than any other page."""

import re

_COVER = re.compile(
    r"exact\s+name\s+of\s+(?:the\s+)?(?:registrant|company|issuer)|commission\s+file\s+n(?:umber|o)"
    r"|pursuant\s+to\s+section\s+1[34]\b|schedule\s+14a|(?:conformed\s+submission\s+type|<type>|<conformed-name>)"
    r"|registration\s+statement\s+under|i\.?r\.?s\.?\s+employer",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"\bform\s+(?:10-?[kq]|8-?k|20-?f|6-?k|s-?[1-9])\b|\bdef\s*14a\b|proxy\s+statement",
    re.IGNORECASE,
)
_AGENCY = re.compile(r"securities\s+and\s+exchange\s+commission|\bwww\.sec\.gov", re.IGNORECASE)
_COMPANY_TALK = (
    re.compile(r"forward-?\s*looking\s+statements?", re.IGNORECASE),
    re.compile(r"\bnon-?gaap\b|\bgaap\b", re.IGNORECASE),
    re.compile(r"\b(?:stock|share)holders?\b", re.IGNORECASE),
    re.compile(r"\bnet\s+(?:income|earnings|loss|sales|revenues?)\b", re.IGNORECASE),
    re.compile(r"\b(?:fiscal|quarter)\b", re.IGNORECASE),
    re.compile(r"\bbalance\s+sheets?\b|\bcash\s+flows?\b", re.IGNORECASE),
    re.compile(r"\bper\s+(?:diluted\s+)?share\b|\bannual\s+report\b", re.IGNORECASE),
)
_TALK_NEEDED = 3

EXPECTED = (
    "expected an SEC filing (10-K, 10-Q, 8-K, proxy statement or earnings release) "
    "with its cover page or dei tags"
)
"""What a file should have been; ends a :class:`~hirec.types.ReadError`'s sentence."""


def reads_like_filing(text: str) -> bool:
    """True where the text has a cover page's phrases, names an SEC form, or reports earnings.

    A generous test: it keeps out web pages, scripts and empty bodies. Whose filing it is, and
    whether it is one at all, is for identification to say.
    """
    if _COVER.search(text) or (_FORM.search(text) and _AGENCY.search(text)):
        return True
    return sum(bool(pattern.search(text)) for pattern in _COMPANY_TALK) >= _TALK_NEEDED
