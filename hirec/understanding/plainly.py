"""A question's roundabout phrases by their plain ones, which the later steps read."""

import re

_EARNED = r"(?:revenues?|sales|profits?|income|earnings)"
_SALES = r"(?:sales|revenues?)"
_BETWEEN_YEARS = r"(?= (?:between|from) (?:fiscal |FY ?)?(?:19|20)\d\d)"

_OF_EACH = r"(?:on|of|per|for|from|out of)(?: each| every)?"
_OF_SALES = rf"(?:its |their |the )?(?:(?:net|total) )?{_SALES}"

_PLAIN = (
    (
        r"\b(?:total )?deferred (?:income )?tax assets?,? (?:before|prior to|excluding|gross of) "
        r"(?:the |any |its )?valuation allowances?\b",
        "total gross deferred tax assets",
    ),
    # "of each sales dollar"; "what did Widgets earn on each dollar of sales", which is its margin
    (
        rf"\b{_OF_EACH} (?P<of>(?:net )?{_SALES}) dollar\b",
        r"of every dollar of \g<of>",
    ),
    (
        r"\b(?:what|how (?:much|many cents)) (?P<each>of every dollar of [^?,]*?) did "
        r"(?P<who>[^?,]+?) (?:keep|earn|make|retain)(?P<as> as [^?]+?)?"
        r"(?P<when>,? (?:in|for) [^?]*)?(?=\W*$)",
        r"what did \g<who> earn\g<as> \g<each>\g<when>",
    ),
    (
        r"\bwhat did (?P<who>[^?,]+?) earn as (?P<what>[^?,]+?) of every dollar of ",
        r"what was \g<who>'s \g<what> as a percentage of ",
    ),
    (
        r"\b(?:what|how (?:much|many cents)) (?:did|does|do) (?P<who>[^?:]+?) "
        rf"(?:earn|make|keep|retain) (?:{_OF_EACH} dollar(?: of {_OF_SALES})?"
        rf"|(?:as an? (?:percent(?:age)?|%|share) of|on) {_OF_SALES})\b",
        r"what was \g<who>'s profit margin",
    ),
    # "what did the Tools segment earn", which is its profit from operations
    (
        r"\b(?:what|how much) (?:did|does) (?P<who>[^?,]*? (?:segment|division|business)"
        r"|[^?,]*?['’]s? (?-i:[A-Z])[^?,]*?) earn(?P<when>,? (?:in|for|during) [^?,]*)?(?=\W*$)",
        r"what was \g<who>'s operating profit\g<when>",
    ),
    # "of its compensation in 2023, how much sat in research"
    (
        r"^of (?P<whole>[^,?;:]+), (?P<asks>how much|what (?:share|percent\w*|portion|part)) "
        r"(?P<rest>[^,?;:]+)",
        r"\g<asks> of \g<whole> \g<rest>",
    ),
    # "taking cash from operations less capital expenditures, what free cash flow did Acme make"
    (
        r"^(?:taking|using|with) (?P<what>[^?,:]+? (?:less|minus|plus|over|divided by) [^?,:]+?), "
        r"what (?:was |is )?(?P<name>[^?,]+?) (?:did|does) (?P<who>[^?,]+?) "
        r"(?:generate|make|earn|have|report|produce)(?P<when>[^?]*)",
        r"what was \g<who>'s \g<what>\g<when>",
    ),
    # "the inventories line on Acme's balance sheet", "what did Acme owe in trade payables"
    (
        r"\bthe (?P<what>[a-z][\w, -]*?) (?:line|line item|caption|item) (?:on|in|of) "
        r"(?P<who>(?:its|their|[^?,]+?['’]s?)) (?:consolidated )?"
        r"(?:balance sheet|income statement|cash flow statement|statement of [a-z]+(?: [a-z]+)?)",
        r"\g<who> \g<what>",
    ),
    (
        r"\bwhat (?:did|does) (?P<who>[^?,]+?) owe (?:in|on|for|under) (?:its |their |the )?"
        r"(?P<what>(?:[\w-]+ ){0,3}?(?:payables?|debt|borrowings|taxes|leases?|notes|loans))\b",
        r"what were \g<who>'s \g<what>",
    ),
    (
        r"\b(?:spen[dt]|spends|spending|puts?|invest(?:ed|s)?|plow(?:ed)?|plough(?:ed)?)"
        r" (?:on|in|into) (?:new |buying |its )?"
        r"(?:property(?:, plant,?)? (?:and|&) equipment|capital projects|plant and equipment)\b",
        "spend on capital expenditures",
    ),
    # "interest, net of capitalized interest, paid": what was paid in cash
    (
        r"\binterest,? net of (?:amounts? )?capitalized(?: interest)?,?(?= (?:did|paid|and|in)\b)",
        "interest",
    ),
    # "what did Acme purchase in nonmarketable securities"
    *(
        (
            rf"\b(?:what|how much) did (?P<who>[^?,]+?) (?:{do}) in (?P<what>(?:[a-z-]+ ){{0,3}}?"
            r"(?:securities|investments|property|equipment|inventor\w+))\b",
            rf"what were \g<who>'s {done} of \g<what>",
        )
        for do, done in (("purchase|buy", "purchases"), ("sell", "sales"))
    ),
    # "pay for income taxes, net": what was paid, refunds taken off
    (
        r"(?P<pay>\bpay\b[^?,]*?\btaxes),? net(?: of (?:tax )?refunds(?: received)?)?\b,?",
        r"\g<pay>",
    ),
    # long-term debt is that without its current portion
    (
        r"\b(?P<debt>long-term (?:debt|borrowings)),? \(?(?:excluding|net of|less|without)"
        r" (?:the |its )?current (?:portion|maturities|installments)\)?",
        r"\g<debt>",
    ),
    (
        r"\b(?:used?|spent|spend|paid|pay) (?:to|on) (?:purchas|buy|repurchas)(?:e|ing)?"
        r"(?: back)? (?:its|their) own (?:common )?(?:stock|shares)\b",
        "spend on share repurchases",
    ),
    (r"\bhow much cash (?=did\b[^?]*? (?:pay|spend)\b)", "how much "),
    # "how many shares were repurchased, and for how much"
    (
        r"(?P<many>\bhow many [^?]*?\bshares\b[^?]*?\b(?:repurchase|buy back|bought back)[^?]*?),? "
        r"and (?:for how much|for what (?:amount|sum|cost|price)|at what (?:total )?cost"
        r"|(?:the |their |its )?(?:total )?cost)"
        r"(?: in total| altogether| of money)?(?=\W*$)",
        r"\g<many> and what was the total cost of shares repurchased",
    ),
    (
        r"(?P<many>\bhow many [^?]*?\bshares\b[^?]*?\b(?:repurchase|buy back|bought back)[^?]*?),? "
        r"and (?:at |for )?what (?:was the )?average price(?: paid)?(?: per share)?(?=\W*$)",
        r"\g<many> and what was the average price paid per share of shares repurchased",
    ),
    # shares that a company buys are its own
    (
        r"(?P<many>\bhow many (?:of its )?(?:own |common )?shares(?: of [a-z]+ stock)? did "
        r"[^?]*?) (?:buy|purchase|acquire)\b(?! (?:back|buy|repurchase|purchase|acquire)\b)",
        r"\g<many> repurchase",
    ),
    # "I am building a model for Acme and need its inventories": whose they are stands in front
    (
        r"^(?:i(?:'m| am|'ve| have| was)|we(?:'re| are|'ve| have)) [^?.]*?,? (?:and|so) "
        r"(?:(?:i|we) )?(?:need|want|require|am looking for|are looking for|would like)"
        r"(?: to know)? (?=its |their |the )",
        "what is ",
    ),
    # "what coupon do its 2030 notes carry"
    (
        r"\bwhat (?:coupon|(?:interest )?rate)(?: of interest)? (?:do|does|did) (?P<what>[^?]+?)"
        r" (?:carry|bear|pay|have)\b",
        r"what is the interest rate on \g<what>",
    ),
    (r"\bcoupon(?: rate)?(?= (?:on|of|for)\b)", "interest rate"),
    (
        r"(?<!by )\bhow many (?P<points>(?:percentage |basis )?points) did (?=(?:it|that|this)\b)",
        r"by how many \g<points> did ",
    ),
    # "gross margin 2022 vs 2021, change in points"
    (
        r"^(?P<what>(?!by\b|what\b|how\b|which\b)[^?:,]+?), (?:the )?change in "
        r"(?P<points>(?:percentage |basis )?points)(?=\W*$)",
        r"by how many \g<points> did \g<what> change",
    ),
    (r"\b(?P<came>came|comes|come|coming) (?:through|via)\b", r"\g<came> from"),
    # "the services slice of revenue"
    (r"\b(?:slice|chunk) of\b(?! (?:its|the|their) (?:business|pie))", "share of"),
    # "how much revenue came from widgets"
    (
        rf"\b(?P<much>how much) (?P<what>(?:[\w&-]+ ){{0,3}}?{_EARNED})"
        r" (?:came|comes|come|stemmed|was (?:generated|earned|derived)|derived) (?:from|in|by) ",
        r"\g<much> \g<what> from ",
    ),
    # "how much revenue did Acme lose between 2021 and 2022", "did Acme lose in revenue"
    (
        r"\b(?P<much>how (?:much|many dollars)) did (?P<who>[^?,:]+?) (?P<lose>lose|gain|shed)"
        rf" in (?P<what>[^?,:]+?){_BETWEEN_YEARS}",
        r"\g<much> \g<what> did \g<who> \g<lose>",
    ),
    (
        r"\bhow (?:much|many dollars)(?: of| in)? (?P<what>[^?,:]+?) did (?P<who>[^?,:]+?)"
        rf" (?:lose|gain|shed){_BETWEEN_YEARS}",
        r"by how much did \g<who>'s \g<what> change",
    ),
    # "how many members did Acme lose in total in 2022": what it has at its end, and had before
    (
        r"\bhow many (?P<what>(?!shares\b)[^?,:]+?) did (?P<who>[^?,:]+?) (?:net )?"
        r"(?:lose|gain|shed|add)(?: (?:net|overall|on net|in total|in all|on a net basis))?"
        r"(?P<when> (?:in|during|over|from|between) [^?,:]*\d[^?,:]*)(?=\W*$)",
        r"by how many did the number of \g<what> of \g<who> change\g<when>",
    ),
    # "how much did Widgets contribute to Acme's revenue"
    (
        r"\bhow much (?:did|does) (?P<part>[^?]+?) (?:contribute|add) to "
        rf"(?P<what>(?!its\b|their\b)[^?]*?{_EARNED})(?! growth\b)(?=\W|$)",
        r"how much of \g<what> came from \g<part>",
    ),
    # "sales from customers outside Gearland"
    (
        r"(?<!came)(?<!come)(?<!comes)(?<!earned)(?<!generated)(?<!derived)"
        r" from (?:customers |clients |sources )?(?:billed |located |based )?outside\b",
        " outside",
    ),
    # "its staff in 2023 is what multiple of its staff in 2013", "free cash flow per diluted share"
    (
        r",? (?:is|was|are|were|equals|represents) (?:what|which) multiple of\b",
        " as a multiple of",
    ),
    (
        r"(?P<what>\b(?:flow|income|profit|ebitd?a?|revenues?|sales)) per (?P<how>diluted|basic) "
        r"(?:common )?share\b",
        r"\g<what> per share \g<how>",
    ),
    # "for every dollar Acme spent on shops, how many dollars went into vans"
    (
        r"^for (?:every|each) dollar (?:that )?(?P<who>[^,?]+?) (?:spent|paid|put|invested) "
        r"(?:on|in|into|for) (?P<what>[^,?]+?)(?P<when>(?: in| for| during) [^,?]*\d[^,?]*)?, "
        r"how (?:many dollars|much)(?: money)? (?:went|goes|was put|was spent) (?:into|on|to|for) "
        r"(?P<other>[^,?]+)",
        r"what was \g<who>'s \g<other> divided by \g<what>\g<when>",
    ),
    (r"\bpart-?timers\b", "part-time employees"),
    # "what slice of gross margin dollars"
    (
        r"\b(?P<what>(?:what|which) (?:share|slice|portion|percentage) of [^?]*?)\bdollars\b ?",
        r"\g<what>",
    ),
    # "gross margin % of Acme", which is no share of Acme
    (
        r"(?P<rate>\b(?:margin|rate|ratio|yield|payout|growth)) (?:%|percent(?:age)?) of "
        r"(?=(?:the )?(?-i:[A-Z]))",
        r"\g<rate> % for ",
    ),
    (r"\bsegment margin(?=s?\b)", "segment profit margin"),
    # "what gross margin did Acme make on its widget sales"
    (
        r"\bwhat (?P<margin>gross margin) (?:did|does) (?P<who>[^?,]+?) (?:make|earn|have|get) on "
        rf"(?:its |their |the )?(?P<part>[\w-]+)(?: {_SALES})?(?=\W*$| (?:in|for)\b)",
        r"what was \g<who>'s \g<margin> on \g<part>",
    ),
    (
        rf"(?P<margin>\bgross margin) (?:on|of) (?P<part>[\w-]+) {_SALES}(?=\W*$| (?:in|for)\b)",
        r"\g<margin> on \g<part>",
    ),
    # "gross margin as a percent of sales", which is a margin's own whole
    (
        r"(?P<margin>\b(?:gross|operating|net|profit|pre-?tax|ebitd?a?) margins?)"
        r"(?P<when> (?:for|in|of) (?:fiscal |FY)?\d{4})?,? as an? "
        r"(?:percent(?:age)?|%|share|proportion) of (?:(?:its|their|total|net) )*"
        r"(?:sales|revenues?)\b",
        r"\g<margin>\g<when>",
    ),
    # "which region contributed the most to its revenue"
    (
        r"\b(?:contributed|contributes|added|adds|brought in) (?P<how>(?:the )?(?:most|least)) to "
        rf"(?=.*?\b{_EARNED}\b)",
        r"had \g<how> ",
    ),
    # "which region contributed the least revenue to Acme"
    (
        r"\b(?:contributed|contributes|added|adds) (?P<how>(?:the )?(?:most|least)) "
        rf"(?P<what>(?:\w+ ){{0,2}}?{_EARNED}) to ",
        r"had \g<how> \g<what> at ",
    ),
    # "did Widgets or Gears grow sales faster"
    (
        r"^(?P<lead>did [^?,]+? or [^?,]+?) (?:grow|increase|raise|expand) (?:its |their )?"
        rf"(?P<what>(?:\w+ ){{0,2}}?(?:{_EARNED}|ebitd?a?|volumes?)) "
        r"(?=faster|quicker|more|slower|less)",
        r"\g<lead> \g<what> grow ",
    ),
    # "did its sales grow faster in Gearland or in Cogland in 2022"
    (
        rf"^(?P<lead>did (?:[^?,]+?['’]s? |its |their )?)(?P<what>(?:\w+ ){{0,2}}?{_EARNED})"
        r" (?P<move>grow|rise|increase|fall|decline|drop) (?P<how>faster|quicker|more|slower|less)"
        r",?(?: in percent(?:age)? terms,?)? (?:in|at|for) (?:the )?(?P<one>[^?,]+?) or "
        r"(?:in |at |for )?(?:the )?(?P<other>[^?,]+?)"
        r"(?P<when> (?:in|during|for|over|from) (?:fiscal |the )?(?:\w+ quarter |year )?[^?,]*\d{2}"
        r"[^?,]*)?(?=\W*$)",
        r"\g<lead>\g<one> or \g<other> \g<what> \g<move> \g<how>\g<when>",
    ),
    # "which grew sales faster in 2022, Gears or Cogs"
    (
        r"^which (?:grew|increased|raised) (?:its |their )?(?P<what>(?:\w+ ){0,2}?"
        rf"{_EARNED}) (?P<how>faster|quicker|more|slower|less)(?P<rest>[^?,]*), "
        r"(?P<one>[^?,]+?) or (?P<other>[^?,]+?)(?=\W*$)",
        r"did \g<one> or \g<other> \g<what> grow \g<how>\g<rest>",
    ),
    # "Acme 2022 revenue and a year ago": the year before stands behind its year
    (
        r"(?P<when>\b(?:19|20)\d\d(?! quarter,? and)(?: quarter)?)"
        r"(?P<rest> (?:(?!\b(?:19|20)\d\d\b)[^?,;])+?),? and "
        r"(?P<before>(?:the|a) (?:year (?:ago|earlier|before)|prior year|previous year))(?=\W*$)",
        r"\g<when> and \g<before>\g<rest>",
    ),
    # "gross margin of Kites vs. Drums, which is higher and by how many points"
    (
        r"^(?P<lead>(?:[^:?]*: )?)(?P<what>[^?,:]+?) (?:of|in|for|at) (?P<one>[^?,:]+?) "
        r"(?:vs\.?|versus|or|against) (?P<other>[^?,:]+?)[,:;] which (?:one )?(?:is|was|had) "
        r"(?:the )?(?P<how>higher|lower|larger|bigger|greater|smaller)(?P<rest>[^?]*)",
        r"\g<lead>was \g<what> \g<how> for \g<one> or for \g<other>\g<rest>",
    ),
    # "which product had falling sales", "which was the only one whose sales declined"
    (
        r"\b(?P<which>(?:which|what) [^?]*?)\b(?:had|has|saw|with) "
        r"(?:falling|declining|shrinking|decreasing) (?P<what>(?:\w+ ){0,2}?"
        rf"{_EARNED})\b",
        r"\g<which>saw \g<what> fall",
    ),
    (
        r"\b(?:was|is) the only (?:one|segment|region|product|division) (?:to (?:see|have)|with) "
        rf"(?P<what>(?:\w+ ){{0,2}}?{_EARNED}) (?P<move>fall|decline|drop|decrease|shrink|grow|rise"
        r"|increase)\b",
        r"saw \g<what> \g<move>",
    ),
    (
        r"\b(?:was|is) the (?:only one|only (?:segment|region|product|division)) (?:whose|where) "
        rf"(?P<what>(?:\w+ ){{0,2}}?{_EARNED}) (?:fell|declined|dropped|decreased|shrank)\b",
        r"saw \g<what> fall",
    ),
    # "the share of services revenue in Acme's total revenue"
    (
        r"\b(?:the )?(?:share|percentage|percent|proportion|portion|weight) of "
        r"(?P<part>[^,?;:]+?) in (?P<whole>(?:(?:its|their|the|[\w.&-]+['’]s?) )?"
        r"(?:total|overall|consolidated|net|all) (?:\w+ )?"
        r"(?:revenues?|sales|income|assets|profits?|costs?|expenses?)\b)",
        r"\g<part> as a percentage of \g<whole>",
    ),
)
_PHRASES = tuple((re.compile(phrase, re.IGNORECASE), plain) for phrase, plain in _PLAIN)
"""Each phrase after those before it, whose plain words it may read."""


def plainly(text: str) -> str:
    """A question with its set phrases by their plain names, and its shares part before whole."""
    for phrase, plain in _PHRASES:
        text = phrase.sub(plain, text)
    return text
