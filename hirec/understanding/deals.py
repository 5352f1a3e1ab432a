"""What was paid for a company, asked in everyday words: by one name, "purchase price of Kites"."""

import re

from hirec.lexicon import find_metrics
from hirec.periods import find_periods

PRICE = "purchase price of"
_NAME = r"(?P<what>[A-Z][\w&.'-]*(?: (?:(?:&|and|of) )?[A-Z][\w&.'-]*){0,4})"
_REST = r"(?P<rest>,? (?:in|during|for|at|as) [^?]*|,? [a-z][^?]*)?"
_PAID = re.compile(
    r"^(?P<lead>.*?)\b(?i:how much|what)(?: cash)? did (?P<who>[^?,]+?) (?:pay|spend|give)"
    r" (?:for|on|to (?:buy|acquire|purchase))(?: the (?:acquisition|purchase) of)? "
    rf"{_NAME}{_REST}\??$"
)
_PAYING = re.compile(
    r"^(?P<lead>)(?P<who>[^?,]+?) (?:pay|pays|paid) (?:for|to (?:buy|acquire|purchase)) "
    rf"{_NAME}{_REST}\??$"
)
_PRICE = re.compile(
    r"\b(?i:purchase price|acquisition price|price paid|acquisition cost|purchase consideration"
    r"|consideration paid) (?:of|for|in)"
    rf"(?: (?:the|[A-Z][^,?]*?['’]s?) (?:acquisition|purchase) of)? {_NAME}"
)


def priced(text: str) -> str:
    """The question with what was paid for a name asked by :data:`PRICE`; others as they are."""
    found = _PAID.search(text) or _PAYING.search(text)
    if found and not (find_metrics(found["what"]) or find_periods(found["what"])):
        rest = found["rest"] or ""
        return f"{found['lead']}What was {found['who']}'s {PRICE} {found['what']}{rest}?"
    return _PRICE.sub(rf"{PRICE} \g<what>", text)
