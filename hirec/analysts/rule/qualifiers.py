"""Words of a question that narrow what it measures: a segment, a place, a product, a party."""

import re

from hirec.lexicon import content_words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HARMLESS = _words(
    "company corporation firm business group organization registrant entity shareholder "
    "stockholder approximately about roughly around nearly almost fiscal calendar year yearly "
    "annual annually quarter quarterly month monthly week period date day end ended ending "
    "close start beginning recent latest most current past last previous prior preceding next "
    "same earlier later following time annualized total net gross consolidated unadjusted "
    "overall reported restated actual full whole entire own combined cumulative sum aggregate "
    "joint together both each respective altogether amount value level balance figure number "
    "quantity size dollar usd us unit cash percent percentage percentage-point point rate ratio "
    "share proportion portion fraction multiple term terms basis margin result performance "
    "operation position average mean median change growth increase decrease difference decline "
    "drop rise fall gain movement trend variation delta gap improvement reduction expansion "
    "contraction changed changing grow grew grown growing increased increasing decreased "
    "decreasing declined declining dropped fell fallen rose risen improve improved improving "
    "improves differ differed reduce reduced expand expanded contract contracted shrink shrank "
    "compare compared comparing versus vs relative over high higher highest low lower lowest "
    "large larger largest small smaller smallest more less least great greater greatest big "
    "bigger biggest best worst better worse positive negative be been being can could would "
    "should will shall may might must do does did done have has had was were is are what which "
    "who how much many whether when where why please calculate compute determine find give "
    "provide state report record generate generated recorded earn earned make made spend spent "
    "incur incurred pay paid post posted hold held carry carried show shown achieve achieved "
    "realize realized recognize recognized come came receive received owned bring brought book "
    "booked deliver delivered return returned produce produced use used see saw account "
    "accounted equal equaled amounted go went historical historically annum pa yoy "
    "year-over-year year-on-year y/y qoq multi-year decade two three four five six one first "
    "second third fourth three-year two-year five-year accord according based using considering "
    "assume assuming refer answer round rounded nearest cagr compound compounded non question "
    "line item data info information detail metric measure statement sheet document filing form "
    "page note table disclosed disclosure then than and or not no yes any all only just also "
    "still even if so such this that these those there here its their it they them we our you "
    "your he she his her by per between among across during since until within without under "
    "above below up down out off after before into onto while because but either neither as at "
    "to of on in for from with via the a an gaap operational ongoing approximate exact "
    "precisely exactly respectively thousand million billion approx decimal place twenty-six "
    "thirty-nine thirteen fifty-two fifty-three profile occurred primarily directly outlined "
    "operate gave divided defined"
)
_TOKEN = re.compile(r"[A-Za-z][\w&’'./-]*[\w]|[A-Za-z]")
_HEAD = _words(
    "largest smallest biggest main primary major minor former top key second first third fourth "
    "next net gross long cash"
)
"""Harmless alone; before a narrowing word they belong to it ("the largest customer")."""
_NEW = "new"
"""Harmless in "the new chief executive", part of the name in "New Jersey"."""
OPTIONAL = _words(
    "segment division business unit brand region geography market area category reportable "
    "operating reporting cast meeting"
)
"""Words that say what kind of part is meant; the part's name alone is enough."""
_ASIDE = re.compile(
    r",?\s*\b(?:as (?:corrected|restated|amended|reported|stated|disclosed|shown|presented|defined"
    r"|announced|of)\b[^,?]*|according to\b[^,?]*|announced (?:in|on)\b[^,?]*)",
    re.IGNORECASE,
)


def leftover(text: str) -> tuple[str, ...]:
    """Words of a masked text that neither ask nor operate nor date, in order.

    Names of metrics must have been blanked by the caller. Adjectives of rank stay with the word
    they stand before, words of a name with the name ("United States").
    """
    text = _ASIDE.sub(" ", text)
    tokens = [match[0] for match in _TOKEN.finditer(text)]
    harmless = [_is_harmless(token) for token in tokens]
    kept: list[str] = []
    named = False
    for at, token in enumerate(tokens):
        leads = token.lower() in _HEAD and at + 1 < len(tokens) and not harmless[at + 1]
        proper = token[0].isupper() and not token.isupper() and token.lower() != "non"
        named = proper and (named or not harmless[at])
        if not harmless[at] or leads or named:
            kept.append(re.sub(r"['’]s$", "", token))
    return tuple(dict.fromkeys(kept))


def _is_harmless(token: str) -> bool:
    lower = re.sub(r"['’]s$", "", token.lower())
    if lower == token == _NEW or lower in _HARMLESS or lower.rstrip("s") in _HARMLESS:
        return True
    return not content_words(lower) or all(
        part in _HARMLESS for part in re.split(r"[-/]", lower) if part
    )
