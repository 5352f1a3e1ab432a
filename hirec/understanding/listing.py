"""Questions that list: candidates of a choice put in the usual order, forms and parts asked for."""

import re
from collections.abc import Sequence

from hirec.understanding.choices import KIND

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
_WHEN = re.compile(
    r"^(?P<of>(?:of|among|between) [^,?]+?)(?P<when> (?:in|for) (?:fiscal (?:year )?)?\d{4}), "
    r"(?P<asks>which [^?]+?)(?=\W*$)",
    re.IGNORECASE,
)
"""``of its segments in 2015, which earned the most``: the year may stand last."""
_APPOSED = re.compile(
    rf"\bwhich \w+(?: \w+)?(?: [-–—]|,|:| \() ?{_LIST}(?: [-–—]|,|\)) "
    rf"(?P<asks>{_VERB}[^?]*)",
    re.IGNORECASE,
)
"""``which product - Widgets, Gears or Cogs - had the steepest drop``."""
_JOINS = re.compile(r",? (?:and|or) ")
_KINDS = re.compile(r"['’]s\b|\bits\b|\btheir\b|\bthe (?:\w+ )*(?:segments|regions)\b|\d{4}", re.I)
"""Parts that are not named but called what they are, and years."""

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


_FORM = r"dollars?(?: terms)?|shares|absolute terms|percent\w*(?: terms)?"
_BOTH_FORMS = re.compile(
    rf"^(?P<head>.+?),? (?:both )?in (?P<first>{_FORM}) and (?:in |as a )?(?P<last>{_FORM})"
    r"(?P<tail>[^?]*)\??$",
    re.IGNORECASE,
)
_BOUGHT_BACK = re.compile(
    r"^(?P<head>[^:?]*?\b)(?P<what>(?:share|stock) (?:repurchases?|buybacks?))(?P<tail>\b[^:?]*?)"
    r"(?:[:,]| -)? (?:in )?(?:(?:how many|(?:the )?number of) )?shares,? and (?:for |in |the )?"
    r"(?:how much|(?:dollar )?(?:amount|value)|dollars?|money|cost)\??$",
    re.IGNORECASE,
)
"""``share repurchases in 2023: how many shares, and for how much?``."""
_BEHIND_COLON = re.compile(r"(?<=[\w'%)])(?::| [-–—]) (?=i?[A-Z][^?:–—]*? or i?[A-Z][^?,:]*[?.]*$)")
"""``which had the most: A, B or C?``"""
_NAMES_BEHIND = re.compile(r"\b(?:which|what)\b[^?:]*(?::| [-–—]) ", re.IGNORECASE)
_AND_COST = re.compile(
    r"^(?!.*\bhow many\b)(?P<head>[^?]*?\b)(?:number of )?shares (?:repurchased|bought back)"
    r"(?P<when>[^?,:]*?),? and (?:their |the |its )?(?:total )?"
    r"(?:dollar )?(?:cost|amount|value)(?P<tail>\b[^?]*)\??$",
    re.IGNORECASE,
)
"""``shares repurchased and their cost in 2023``."""


def in_both_forms(text: str) -> tuple[str, ...]:
    """The two questions of one asked "in dollars and in percent", or for shares and their cost.

    None of any other.
    """
    if bought := _BOUGHT_BACK.match(text):
        named = ("number of shares repurchased", bought["what"])
        return tuple(f"{bought['head']}{what}{bought['tail']}?" for what in named)
    if bought := _AND_COST.match(text):
        behind = f"shares repurchased{bought['when']}{bought['tail']}?"
        return (f"{bought['head']}number of {behind}", f"{bought['head']}cost of {behind}")
    found = _BOTH_FORMS.match(text)
    if found is None or found["first"][:3].lower() == found["last"][:3].lower():
        return ()
    forms = (found["first"], found["last"])
    asked = f"{found['head']}{found['tail'].removeprefix(',')}"
    return tuple(f"{asked} in {form}?" for form in forms)


def listed_last(text: str, companies: Sequence[str]) -> str:
    """The text with the candidates of a choice behind it: "which had the most, A, B or C".

    Args:
        text: A normalized question.
        companies: Names in it; those of companies are chosen among as they stand.

    """
    if _NAMES_BEHIND.search(text):
        text = _BEHIND_COLON.sub(", ", text)
    text = _WHEN.sub(r"\g<of>, \g<asks>\g<when>", text)
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
    rf"\b(?:which|what) (?:(?:of )?[\w&'’.-]+ ){{0,4}}?(?:{KIND}|areas?|brands?)\b", re.IGNORECASE
)
_NAME = (
    r"(?P<name>U\.?S\.?A?\b\.?|United States|i?[A-Z][\w&'-]*(?: (?:& |and |of )?[A-Z][\w&'-]*)*)"
)
_BUT = re.compile(
    r"(?:^|,? )(?i:leaving out|leaving aside|excluding|other than|outside(?: of)?|except(?: for)?"
    rf"|apart from|aside from|besides|not counting) (?i:the )?{_NAME},?"
)
_BEHIND = r"(?i:after|behind|next to|following) (?i:the )?"
_BEHIND_FIRST = tuple(map(re.compile, (rf"^{_BEHIND}{_NAME},", rf"(?<=\w) {_BEHIND}{_NAME}")))
"""``which had the highest sales after the Americas``: the highest of the others."""
_SUPERLATIVE = re.compile(r"\b(?:most|least|\w+est|best|worst)\b", re.IGNORECASE)


def left_out(text: str, companies: Sequence[str]) -> tuple[str, str]:
    """A choice among parts without the part that it leaves out, and that part; else as it is.

    Args:
        text: A normalized question.
        companies: Names in it, which are no parts.

    """
    if not _AMONG_PARTS.search(text):
        return text, ""
    behind = _BEHIND_FIRST if _SUPERLATIVE.search(text) else ()
    found = next(filter(None, (said.search(text) for said in (_BUT, *behind))), None)
    if found is None or any(name.lower() in found["name"].lower() for name in companies if name):
        return text, ""
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(rest.split()), found["name"]
