"""Choices among parts in the one order that the grammar reads: which of them had the most of what.

People put first what they choose by ("net sales by product: which is largest?") or what they choose
within ("in its domestic segment, which category …"), say it by a verb ("which region added the most
revenue") and name the parts behind it ("…: Widgets, Gears or Cogs?").
"""

import re

from hirec.types import Ranking

KIND = (
    r"(?:segments?|regions?|divisions?|geograph(?:y|ies)|geographic areas?|states?"
    r"|(?:product|merchandise) (?:lines?|categor(?:y|ies)|groups?|types?)|products?"
    r"|categor(?:y|ies)|business(?:es| lines?| units?)?|(?:end )?markets?|countr(?:y|ies))"
)
"""What people call parts of a company."""
_NAMED = rf"(?P<kind>(?:[\w&'’.-]+ ){{0,3}}?{KIND})"
_WHICH = rf"\b(?P<which>(?:which|what) (?:of )?[^?,:]*?{KIND}\b(?: of [^?,:]+?)?)"
_MOST = (
    r"(?:second |third )?(?:largest|biggest|highest|smallest|lowest|best|strongest|weakest|most"
    r"|least|larger|bigger|higher|smaller|lower)"
)
_AMOUNTS = r"(?:revenues?|sales|profits?|income|earnings|ebitd?a?|costs?|expenses?)"
_WHEN = r"(?=(?: (?:in|for|during|over|at|from|between|as of)\b[^?]*)?\W*$|[,:] | [-–—(])"
_FELL, _ROSE = (
    r"(?:fell|declined|dropped|decreased|shrank)",
    r"(?:rose|increased|grew|climbed|expanded)",
)
_ORDERED = tuple(
    (re.compile(said, re.IGNORECASE), plain)
    for said, plain in (
        # "which was the only segment whose sales fell"
        *(
            (
                rf"\b(?:which|what) (?:was|is) the only {_NAMED} (?:whose|where) "
                rf"(?P<what>[^?,:]+?) {moved}\b",
                rf"which \g<kind> saw \g<what> {move}",
            )
            for moved, move in ((_FELL, "fall"), (_ROSE, "rise"))
        ),
        # "Acme's sales by product for 2022 - Widgets, Gears, Cogs - which one grew fastest"
        *(
            (
                rf"^(?P<lead>[^?:]*: )?(?:looking at |of |for )?(?P<what>[^?:]*?\b{_AMOUNTS}) by "
                rf"{_NAMED}(?P<rest>[^?:,]*?)(?:[:,;]| [-–—])(?: (?P<names>[^?:]+?) [-–—])? "
                rf"(?:which|what)(?: one)? (?:is|was|were|had) (?:the )?(?P<most>{_MOST}){growth}",
                rf"\g<lead>which \g<kind> had the \g<most>{behind} \g<what>\g<rest>",
            )
            for growth, behind in (
                (
                    r"(?P<growth> (?:percent(?:age)? )?(?:growth|increase|decline))",
                    r"\g<growth> in",
                ),
                ("", ""),
            )
        ),
        # "within Acme's 2022 sales, which product was the largest"
        (
            rf"^(?:within |in |of )?(?P<what>[^?:,]*?\b{_AMOUNTS}\b[^?:,]*?)[:,] (?:which|what) "
            rf"{_NAMED} (?:is|was) (?:the )?(?P<most>{_MOST})(?=\W*$)",
            r"which \g<kind> had the \g<most> \g<what>",
        ),
        # "in its domestic segment, which category had the most sales"
        (
            rf"^(?:in|within) (?P<part>[^?:,]+? (?:segment|division|business)), "
            rf"(?P<asks>(?:which|what) (?:[\w-]+ ){{0,3}}?{KIND}\b[^?]*?)"
            r"(?P<when> (?:in|for|during|at|as of) [^?]*?\d[^?]*?)?(?=\W*$)",
            r"\g<asks> in \g<part>\g<when>",
        ),
        (
            rf"^(?i:in|within) (?P<name>(?-i:[A-Z])[\w&]+), which (?P<kind>{KIND})\b",
            r"which \g<name> \g<kind>",
        ),
        # "which region added the most dollars of revenue"
        (
            rf"{_WHICH} (?:added|gained) (?:the )?most (?:dollars (?:of|in) )?"
            rf"(?P<what>[^?,:]*?{_AMOUNTS})\b",
            r"\g<which> had the largest \g<what> increase",
        ),
        (
            rf"{_WHICH} (?:lost|shed) (?:the )?most (?:dollars (?:of|in) )?"
            rf"(?P<what>[^?,:]*?{_AMOUNTS})\b(?: in dollars| in dollar terms)?",
            r"\g<which> had the largest \g<what> decrease",
        ),
        (
            rf"{_WHICH} (?:grew|increased|expanded) (?:its |their )?(?P<what>[^?,:]*?{_AMOUNTS}) "
            r"(?:the )?(?:fastest|quickest|most)\b",
            r"\g<which> had the highest \g<what> growth",
        ),
        (
            rf"{_WHICH} (?:held|carried|showed|achieved|delivered) (?P<most>the {_MOST} )",
            r"\g<which> had \g<most>",
        ),
        (
            rf"{_WHICH} lost (?P<what>(?!money|the |most)[^?,:]+?){_WHEN}",
            r"\g<which> saw \g<what> fall",
        ),
    )
)
_EITHER = re.compile(
    rf"^(?P<asks>[^?]*?\b(?i:which|what) [^?:]*?(?i:\b{KIND}\b)[^?:]*?)(?:,|:| [-–—]| \() ?"
    r"(?P<names>[^?:,–—()]+?(?:, [^?:–—()]+?)*?,? or [^?:,–—()]*?)[?.)]*$"
)
"""``which segment had the higher sales, Tools or Paint?``"""
_JOINS = re.compile(r",? or |, ")
_PART = re.compile(r"(?:the )?(?:i?[A-Z]|[a-z][\w-]+(?: (?:and|&|of|the|[\w-]+)){0,5}$)")


def as_choice(text: str) -> str:
    """A choice among parts in the usual order; any other question as it is.

    Args:
        text: A normalized question.

    """
    for said, plain in _ORDERED:
        text = said.sub(plain, text)
    return text


def named_behind(text: str) -> tuple[str, Ranking] | None:
    """A choice without the parts that it names behind it, and the ranking of these alone.

    None where it names none: "which segment had the higher sales, Tools or Paint?".

    Args:
        text: A normalized question.

    """
    found = _EITHER.search(as_choice(text))
    if found is None:
        return None
    names = tuple(name.strip() for name in _JOINS.split(found["names"]))
    if not all(map(_PART.match, names)):
        return None
    return f"{found['asks']}?", Ranking(1, 1, among=names)
