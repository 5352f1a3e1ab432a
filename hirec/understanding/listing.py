"""A choice whose candidates stand before what is asked of them, put in the usual order."""

import re
from collections.abc import Sequence

_VERB = (
    r"(?:had|has|have|brought|brings|made|makes|earned|earns|generated|generates|reported|reports"
    r"|posted|recorded|was|were|is|sold|grew|contributed|contributes|accounted|saw|did)\b"
)
_LIST = r"(?P<list>[^,?;:]+(?:, [^,?;:]+)*?,? (?:and|or) [^,?;:]+?)"
_WHICH_OF = re.compile(rf"\bwhich (?:one )?of {_LIST} (?P<asks>{_VERB}[^?]*)", re.IGNORECASE)
"""``which of Widgets, Gears and Cogs brought in the most revenue``."""
_OF_WHICH = re.compile(
    rf"(?<!\w)(?:of|among|between) {_LIST}, which(?P<asks> [^?]*?\b{_VERB}[^?]*)", re.IGNORECASE
)
"""``of Widgets, Gears and Cogs, which segment brought in the most revenue``."""
_OF_PARTS = re.compile(
    r"(?<!\w)(?:of|among|between) (?P<of>(?:[^,?;:]*?['’]s?|its|their|the) (?:\w+ )*?"
    r"(?:segments|divisions|regions|geographies|products|categories|businesses|markets|brands)), "
    rf"which (?:one )?(?P<asks>{_VERB}[^?]*)",
    re.IGNORECASE,
)
"""``of its reportable segments, which one earned the most``."""
_APPOSED = re.compile(
    rf"\bwhich \w+(?: \w+)?(?: [-–—]|,|:| \() ?{_LIST}(?: [-–—]|,|\)) "
    rf"(?P<asks>{_VERB}[^?]*)",
    re.IGNORECASE,
)
"""``which product - Widgets, Gears or Cogs - had the steepest drop``."""
_JOINS = re.compile(r",? (?:and|or) ")
_KINDS = re.compile(r"['’]s\b|\bits\b|\btheir\b|\bthe (?:\w+ )*(?:segments|regions)\b|\d{4}", re.I)
"""Parts that are not named but called what they are, and years."""


_CONTRIBUTED = re.compile(
    r"\b(?:contributed|contributes|added|adds|brought in) (?P<how>the (?:most|least)) to (?=.*?"
    r"\b(?:revenues?|sales|profits?|income|earnings)\b)",
    re.IGNORECASE,
)
"""``which region contributed the most to its revenue``."""
_CONTRIBUTED_SOME = re.compile(
    r"\b(?:contributed|contributes|added|adds) (?P<how>the (?:most|least)) (?P<what>(?:\w+ ){0,2}?"
    r"(?:revenues?|sales|profits?|income|earnings)) to ",
    re.IGNORECASE,
)
"""``which region contributed the least revenue to Acme``."""
_WHOLE_FIRST = re.compile(
    r"^of (?P<whole>[^,?;:]+), (?P<asks>how much|what (?:share|percent\w*|portion|part)) "
    r"(?P<rest>[^,?;:]+)",
    re.IGNORECASE,
)
"""``of its compensation in 2023, how much sat in research``."""
_SHARE_IN = re.compile(
    r"\b(?:the )?(?:share|percentage|percent|proportion|portion|weight) of (?P<part>[^,?;:]+?) in "
    r"(?P<whole>(?:(?:its|their|the|[\w.&-]+['’]s?) )?(?:total|overall|consolidated|net|all) "
    r"(?:\w+ )?(?:revenues?|sales|income|assets|profits?|costs?|expenses?)\b)",
    re.IGNORECASE,
)
"""``the share of services revenue in Acme's total revenue``."""


_GROWS_ITS = re.compile(
    r"^(?P<lead>did [^?,]+? or [^?,]+?) (?P<verb>grow|increase|raise|expand) (?:its |their )?"
    r"(?P<what>(?:\w+ ){0,2}?(?:sales|revenues?|profits?|income|earnings|ebitd?a?|volumes?)) "
    r"(?=faster|quicker|more|slower|less)",
    re.IGNORECASE,
)
"""``did Widgets or Gears grow sales faster``."""
_CAME_FROM = re.compile(
    r"\b(?P<much>how much) (?P<what>(?:[\w&-]+ ){0,3}?(?:revenues?|sales|profit|income|earnings))"
    r" (?:came|comes|come|stemmed|was (?:generated|earned|derived)|derived) (?:from|in|by) ",
    re.IGNORECASE,
)
"""``how much revenue came from widgets``."""
_IN_OTHER_WORDS = (
    (
        re.compile(
            r"\b(?P<debt>long-term (?:debt|borrowings)),? \(?(?:excluding|net of|less|without)"
            r" (?:the |its )?current (?:portion|maturities|installments)\)?",
            re.IGNORECASE,
        ),
        r"\g<debt>",
    ),
    (
        re.compile(
            r"\b(?:used?|spent|spend|paid|pay) (?:to|on) (?:purchas|buy|repurchas)(?:e|ing)?"
            r"(?: back)? (?:its|their) own (?:common )?(?:stock|shares)\b",
            re.IGNORECASE,
        ),
        "spend on share repurchases",
    ),
    (re.compile(r"\bhow much cash (?=did\b[^?]*? (?:pay|spend)\b)", re.IGNORECASE), "how much "),
)
"""Set phrases for what has a plain name: long-term debt is that without its current portion."""
_RATE_OF = re.compile(
    r"(?P<rate>\b(?:margin|rate|ratio|yield|payout|growth)) (?:%|percent(?:age)?) of "
    r"(?=(?:the )?[A-Z])"
)
"""``gross margin % of Acme``, which is no share of Acme."""
_FROM_OUTSIDE = re.compile(
    r"(?<!came)(?<!come)(?<!comes)(?<!earned)(?<!generated)(?<!derived)"
    r" from (?:customers |clients |sources )?(?:billed |located |based )?outside\b",
    re.IGNORECASE,
)
_NEEDS = re.compile(
    r"^(?:i(?:'m| am|'ve| have| was)|we(?:'re| are|'ve| have)) [^?.]*?,? (?:and|so) (?:(?:i|we) )?"
    r"(?:need|want|require|am looking for|are looking for|would like)(?: to know)? "
    r"(?=its |their |the )",
    re.IGNORECASE,
)
"""``I am building a model for Acme and need its inventories``: whose they are is said in front."""
_ECHO = re.compile(
    r",?\s+(?:and|-)\s+(?:(?:by )?how (?:much|many|large|big)"
    r"|(?:by |at )?what(?: percent(?:age)?)?)"
    r"(?:\s+(?:was|were|is|did|does)\b)?(?:\s+(?:it|that|this|the)\b)?"
    r"(?P<named>(?:\s+[\w%-]+){0,3}?)(?:\s+(?:amount to|come to|be))?\s*\?*$",
    re.IGNORECASE,
)
"""``… and how much was it?``, ``and what was that margin?``"""
_CHOOSES = re.compile(
    r"\bwhich\b|\bwhat (?:segment|region|division|product|category|country)\b", re.I
)
_ANY_VALUE = frozenset(
    {"amount", "value", "figure", "number", "loss", "profit", "percentage", "rate", "margin"}
    | {"growth", "total", "share", "difference", "much", "change"}
)


def without_echo(text: str) -> str:
    """A choice without asking for its value as well, which its answer tells anyway."""
    echo = _ECHO.search(text)
    if echo is None or not _CHOOSES.search(head := text[: echo.start()]):
        return text
    new = {*echo["named"].lower().split()} - _ANY_VALUE - {*head.lower().split()}
    return text if new else f"{head}?"


_OF_WHICH_PART = re.compile(
    r"^(?P<head>\S.+?)(?:\s*[,;–—]|\s-|\s+and)\s(?:total and |and )?of "
    r"(?:which|whom|that|those|them)\s(?!.*\b(?:what|how|which)\b).+$",
    re.IGNORECASE,
)
_AND_MARGIN = re.compile(
    r"^(?P<head>.*\b(?:profit|income|earnings|ebitd?a?\S*)\b(?:(?!\bmargin).)*?),? and "
    r"(?:its |the )?margin\b(?P<tail>.*)$",
    re.IGNORECASE,
)


def whole_of(text: str) -> str:
    """What a question asks for before a part or a rate of it; empty where it asks for one thing.

    "Staff at the end of 2022, of which abroad", "operating profit and margin in 2022".
    """
    for pattern in (_OF_WHICH_PART, _AND_MARGIN):
        if found := pattern.match(text):
            tail = found.groupdict().get("tail") or "?"
            return f"{found['head']}{tail}"
    return ""


def share_last(text: str) -> str:
    """The text with a share said as "part as a percentage of whole", what one does as one's own.

    What is asked of a whole in front stands before it: "how much of its sales came from there".
    """
    text = _WHOLE_FIRST.sub(r"\g<asks> of \g<whole> \g<rest>", text)
    for phrase, plain in _IN_OTHER_WORDS:
        text = phrase.sub(plain, text)
    text = _NEEDS.sub("what is ", text)
    text = _CAME_FROM.sub(r"\g<much> \g<what> from ", text)
    text = _FROM_OUTSIDE.sub(" outside", text)
    text = _RATE_OF.sub(r"\g<rate> % for ", text)
    text = _CONTRIBUTED.sub(r"had \g<how> ", text)
    text = _CONTRIBUTED_SOME.sub(r"had \g<how> \g<what> at ", text)
    text = _GROWS_ITS.sub(r"\g<lead> \g<what> grow ", text)
    return _SHARE_IN.sub(r"\g<part> as a percentage of \g<whole>", text)


def listed_last(text: str, companies: Sequence[str]) -> str:
    """The text with the candidates of a choice behind it: "which had the most, A, B or C".

    Args:
        text: A normalized question.
        companies: Names in it; those of companies are chosen among as they stand.

    """
    text = _OF_PARTS.sub(r"which of \g<of> \g<asks>", text)
    for pattern in (_WHICH_OF, _OF_WHICH, _APPOSED):
        if (found := pattern.search(text)) is None:
            continue
        listed = found["list"]
        if _KINDS.search(listed) or any(name.lower() in listed.lower() for name in companies):
            continue
        named = [
            name[:1].upper() + name[1:] if name.islower() else name for name in _JOINS.split(listed)
        ]
        listed = f"{', '.join(named[:-1])} or {named[-1]}"
        asked = f"which {found['asks'].strip(' ,')}, {listed}"
        return f"{text[: found.start()]}{asked}{text[found.end() :]}"
    return text


_AMONG_PARTS = re.compile(
    r"\b(?:which|what) (?:\w+ )?(?:segment|region|country|division|product|category|geography|area"
    r"|market|business|brand|state)\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"(?:^|,? )(?i:leaving out|leaving aside|excluding|other than|outside(?: of)?|except(?: for)?"
    r"|apart from|aside from|besides|not counting) (?i:the )?"
    r"(?P<name>U\.?S\.?A?\b\.?|United States|i?[A-Z][\w&'-]*(?: (?:& |and |of )?[A-Z][\w&'-]*)*),?"
)


def left_out(text: str, companies: Sequence[str]) -> tuple[str, str]:
    """A choice among parts without the part that it leaves out, and that part; else as it is.

    Args:
        text: A normalized question.
        companies: Names in it, which are no parts.

    """
    found = _BUT.search(text) if _AMONG_PARTS.search(text) else None
    if found is None or any(name.lower() in found["name"].lower() for name in companies if name):
        return text, ""
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(rest.split()), found["name"]
