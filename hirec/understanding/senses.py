"""Words that mean something else beside others: what the lattice alone cannot tell.

The best path knows a span and the one before it. Whether "where" asks or joins a clause, and
whether "or" offers a choice or belongs to a name, takes the whole question.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from hirec.grounding.memory import packaged_memory
from hirec.lexicon import Kind, content_words, get_metric, head_nouns, words_in
from hirec.periods.asked import COUNTS
from hirec.types import WHOLE_COMPANY_CHOICES
from hirec.understanding.annotate import ADJUNCTS, NAMES, Span
from hirec.understanding.comparing import with_comparisons
from hirec.understanding.flows import with_flows
from hirec.understanding.frames import is_plain, neighbour, unframed
from hirec.understanding.moved_parts import before_moves
from hirec.understanding.vocabulary import domain_of

_OF_THE_WHOLE = frozenset(("company", "group", "consolidated"))
_OF_STOCK = frozenset(
    ["stock", "stocks", "share", "shares", "common", "preferred", "class", "treasury"]
)
_CHOOSERS = frozenset({"WHICH", "MOST", "LEAST", "MORE", "DOMAIN"})
_CHOOSING = frozenset({"MOST", "LEAST", "MORE", "MOVE", "SIGN"})
_PICKING = frozenset({"WHICH", "MOST", "LEAST", "MORE", "SIGN", "OR", "SERIES"})
_OF_CHOICE = frozenset({"WORD", "DOMAIN", "QUALIFIER", "COMPANY"})
_OF_ANY = frozenset(
    {"major", "main", "principal", "individual", "single", "various", "different", *COUNTS}
)
"""Narrow the parts that are chosen among to none: "which major product line"."""
_JOINS_CHOICE = frozenset({"of", "of the", "the", "its", "'s"})
_JOINTS = frozenset({"BE", "LINK", "AS_SHARE", "PART_OF", "VS", "TO", "DO"})
"""What joins a part to its whole."""
_TOTALS = frozenset({"total", "totals", "overall", "entire", "combined", "consolidated", "all"})
_BEFORE_WHOLE = frozenset({"of", "in", "to", "over", "on", "out", "from", "concerning"})
_SUBJECTS = frozenset({"it", "they", "the company", "company", "the firm", "the group"})
_ALL_OF_IT = frozenset({"in total", "altogether"})
_ITSELF = frozenset({"the company", "company", "the registrant", "the parent", "parent"})
_BOUNDS = frozenset({"minimum", "maximum"})
_WHOSE = frozenset({"FILLER", "COMPANY", "PERIOD", "LIGHT"})
LOSE = frozenset({"lose", "loses", "lost"})
EARN = LOSE | {"earn", "earned", "earns"}
_EARNED = {"profit": "positive", "loss": "negative"}
_TAXES = frozenset({"tax", "taxes", "income tax", "income taxes"})
_UNTIL = frozenset({"through", "thru", "until"})
_OF_A_FIGURE = frozenset({"what does", "where did"})
"""Ask for words, unless nothing but a known figure is named."""
_EVERYDAY = frozenset(("WORD", "LIGHT", "FILLER"))
_PAY = frozenset(("pay", "pays", "paid", "paying"))
_HELD = frozenset({"held", "holding", "had", "owned", "owed", "carried"})
_HOLDING = frozenset(("hold", "holding", "carry", "carrying", "own", "owning", "keep", "keeping"))
"""What a company does with any balance."""
_GIVING = frozenset(("contribute", "add", "provide", "supply"))
"""What a part does with any figure of its company."""
_BEFORE_PART = frozenset({"in", "from", "for", "by", "at", "within", "outside"})


def with_senses(spans: Sequence[Span]) -> list[Span]:
    """The spans of a clause, each with the sense that it has among the others."""
    telling = [span for span in spans if span.kind != "FILLER"]
    polar = bool(telling) and telling[0].kind in ("DO", "BE")
    kinds = {span.kind for span in telling}
    judged = polar and not kinds & {"WH", "WHICH"}
    judged |= any(span.value == "polar" for span in telling)
    result = list(spans)
    for at, span in enumerate(spans):
        if span.said == "-" and span.kind == "MINUS" and not _subtracts(spans, at):
            result[at] = replace(span, kind="FILLER")  # "Interest - Cruise"
            continue
        named = at + 1 < len(spans) and spans[at + 1].kind in NAMES
        if span.said.lower() == "in total" and named:
            result[at] = replace(span, kind="LIGHT", said="total")  # "the change in total costs"
            continue
        before = neighbour(spans, at, -1)
        if before == "AND" and spans[at - 1].said == ",":
            before = neighbour(spans, at - 1, -1) if span.said.lower() == "current" else before
        behind = neighbour(spans, at, 1)
        beside = {s.kind for s in (*result[max(at - 1, 0) : at], *spans[at + 1 : at + 2])}
        result[at] = _sense(span, before, behind, beside, kinds, judged)
    result = with_comparisons(_earning(_put_plainly(with_flows(_paid(_of_parent(result))))))
    if not judged:
        result = _with_verb(_lengths(result))
    compared = kinds | {span.kind for span in result}
    result = before_moves(_of_total(_shares(_chosen_among(_before_taxes(result), compared))))
    if "SHARE" in kinds:
        return _parted(_taken(result))
    shared = any(span.kind in ("SHARE", "AS_SHARE") for span in result)
    return result if shared else unframed(result)


def _sense(
    span: Span, before: str, behind: str, beside: set[str], kinds: set[str], judged: bool
) -> Span:
    """What a span is between its telling neighbours, and right ``beside`` others."""
    named = before in NAMES or before == "PERIOD"
    match span.kind:
        case "FILLER" if span.said.lower() in _UNTIL and before == behind == "PERIOD":
            return replace(span, kind="TO")
        case "REASON" if span.said.lower() in _OF_A_FIGURE and "WORD" not in kinds:
            return replace(span, kind="WH")  # "what does it show for goodwill"
        case "REASON" if span.said.lower() == "how do" and "MOVE" in kinds and "WORD" not in kinds:
            return replace(span, kind="WH")  # "how do the two years differ for inventories"
        case "WORD" if (
            span.said.lower() in _HELD and before in ("COMPANY", "BE") and behind in ("", "PERIOD")
        ):
            return replace(span, kind="FILLER")  # "the assets that Acme held in 2022"
        case "WORD" if span.said.lower() == "books" and before == "COMPANY":
            return replace(span, kind="FILLER")  # "goodwill on Acme's books"
        case "FILLER" if (
            span.value == "money" and span.first and span.said.istitle() and "CONCEPT" in beside
        ):
            return replace(span, kind="WORD")  # "Acme Data revenue"
        case "FILLER" if span.value == "doing" and (
            "WORD" in beside or (before, behind) == ("CONCEPT", "LIGHT")
        ):
            return replace(span, kind="WORD")  # "homes delivered", "assets produced, net"
        case "SUM" if span.said.lower() in _ALL_OF_IT and before in NAMES and behind != "AND":
            return replace(span, kind="FORMAT")  # "how many units in total did Acme run in Asia"
        case "SUM" if before in NAMES and behind in NAMES:
            return replace(span, kind="WORD")  # "the pre-tax aggregate loss"
        case "MOST" | "LEAST" if span.said.lower() in _BOUNDS and (
            before in NAMES or "SHARE" in kinds or ("MOVE" in kinds and behind == "WORD")
        ):
            return replace(span, kind="WORD")  # "did the minimum liability rise", "share of it"
        case "JUDGE" if not judged or behind in NAMES:
            return replace(span, kind="WORD")  # "useful lives"
        case "HYPOTHETICAL" if before in NAMES and behind in NAMES and span.value == "aside":
            return replace(span, kind="FILLER")  # "benefits that would affect the tax rate"
        case "MORE" if span.said.istitle() and span.first and behind == "WORD":
            return replace(span, kind="WORD")  # "Greater China"
        case "MORE" if behind == "WORD" and before in NAMES and not kinds & {"VS", "OR", "WHICH"}:
            return replace(span, kind="WORD")  # "sales from greater china"
        case "OR" if before in NAMES and behind in NAMES and not kinds & _CHOOSERS:
            return replace(span, kind="FILLER")  # "leased or subleased"
        case "AND" if span.said == "&" and before == behind == "WORD" and "OR" in kinds:
            return replace(span, kind="WORD")  # "Clocks & Watches or Gears"
        case "REASON" if span.value == "day" and kinds & {"MOST", "LEAST"}:
            return replace(span, kind="DOMAIN", value="year")  # "when was it highest"
        case "REASON" if span.value == "day" and {"MORE", "OR"} <= kinds:
            return replace(span, kind="DOMAIN", value="year")  # "2020 or 2021, when was it higher"
        case "REASON" if span.value == "person" and kinds & {"MOST", "LEAST", "MORE"}:
            return replace(span, kind="DOMAIN", value="company")  # "whose was higher"
        case "FILLER" if (
            span.said.lower() == "over"
            and "SHARE" not in kinds
            and (before, behind) == ("CONCEPT", "CONCEPT")
        ):
            return replace(span, kind="OVER", value="/")
        case "REASON" if span.value in ("place", "day") and named and behind:
            joins = "SHARE" in kinds and not kinds & (_JOINTS - {"TO"})
            return replace(span, kind="BE" if joins else "FILLER")  # "stores where in Asia"
        case "FILLER" if (
            span.said.lower() == "from"
            and "SHARE" in kinds
            and not kinds & _JOINTS
            and before in NAMES
            and behind in NAMES | {"MORE"}
        ):
            return replace(span, kind="LINK", value="link")  # "share of revenue from appliances"
        case "FILLER" if (
            span.said == "us" and before in {"", "COMPANY", *NAMES} and behind in NAMES
        ):
            return replace(span, kind="WORD", said="US")  # "acme us revenue"
        case "FILLER" if span.said.lower() == "current" and (
            before in NAMES or (behind in NAMES and "PERIOD" in kinds)
        ):
            return replace(span, kind="WORD")  # "other assets, current"
        case "PART_OF" if not kinds & {"SHARE", "PERCENT", "RATIO"}:
            return replace(span, kind="FILLER")
        case "DOMAIN" if behind == "PERIOD" and "WHICH" not in kinds:
            return replace(span, kind="FILLER")  # "considering the year 2017"
        case "DOMAIN" if behind in NAMES and not kinds & _PICKING:
            return replace(span, kind="WORD")  # "acme product warranty liability"
        case "QUALIFIER" if span.value == "expected" and behind == "MOVE" and before not in NAMES:
            return replace(span, kind="EXPECT")  # "the expected growth"
        case _:
            return span


def _subtracts(spans: Sequence[Span], at: int) -> bool:
    """Whether a dash stands between two figures that the lexicon knows."""
    return all(_knows(run) for run in (spans[:at][::-1], spans[at + 1 :]))


def _knows(run: Sequence[Span]) -> bool:
    for span in run:
        if span.kind == "CONCEPT":
            return True
        if span.kind not in NAMES | ADJUNCTS | {"FILLER"}:
            return span.kind in ("CLOSE", "OPEN")
    return False


def _lengths(spans: list[Span]) -> list[Span]:
    """A length or size that describes what is named: "leases of more than five years"."""
    telling = [at for at, span in enumerate(spans) if span.kind != "FILLER"]
    for place in range(len(telling)):
        run = telling[place : place + 3]
        kinds = [spans[each].kind for each in run]
        named = place > 0 and spans[telling[place - 1]].kind in NAMES | {"DO", "BE"}
        over = kinds[:1] == ["MORE"] and kinds[1:] in (["VS", "NUMBER"], ["VS", "YEARS"])
        if named and (over or kinds[:2] == ["LIMIT", "NUMBER"]):
            for each in run if over else run[:2]:
                spans[each] = replace(spans[each], kind="WORD")
    return spans


def _put_plainly(spans: list[Span]) -> list[Span]:
    """Everyday words that a known figure in brackets explains ask for it alone.

    "stock on hand (merchandise inventories)"
    """
    for at in range(1, len(spans) - 2):
        opened, inside, closed = spans[at : at + 3]
        if (opened.said, inside.kind, closed.said) != ("(", "CONCEPT", ")"):
            continue
        first = at
        while first and spans[first - 1].kind in _EVERYDAY:
            first -= 1
        if any(span.kind == "WORD" for span in spans[first:at]):
            return [*spans[:first], *map(_silent, spans[first : at + 3]), *spans[at + 3 :]]
    return spans


def _silent(span: Span) -> Span:
    return span if span.kind in ("CONCEPT", "LIGHT") else replace(span, kind="FILLER")


def _paid(spans: list[Span]) -> list[Span]:
    """What was paid in cash is what was paid, not cash: "what interest did Acme pay in cash"."""
    for at, (verb, way, cash) in enumerate(zip(spans, spans[1:], spans[2:], strict=False)):
        if verb.said.lower() in _PAY and (way.said, cash.said.lower()) == ("in", "cash"):
            return [*spans[: at + 2], replace(cash, kind="FILLER"), *spans[at + 3 :]]
    return spans


def _of_parent(spans: list[Span]) -> list[Span]:
    """Attributable to the company itself is a part of a figure's name: the parent's share."""
    for at, (link, whose) in enumerate(itertools.pairwise(spans)):
        itself = whose.kind == "COMPANY" or whose.said.lower() in _ITSELF
        if link.said.lower().startswith("attributable") and itself:
            return [*spans[:at], replace(link, kind="WORD", said="attributable"), *spans[at + 1 :]]
    return spans


def _earning(spans: list[Span]) -> list[Span]:
    """A profit or loss of no kind that was made: "did the Retail segment report a loss"."""
    for at in range(len(spans) - 2):
        verb, article, noun = spans[at : at + 3]
        does = verb.kind == "DO" or verb.value in ("saying", "doing")
        sign = _EARNED.get(noun.said.lower(), "")
        of_kind = any(span.kind in NAMES for span in spans[at + 3 :])  # "a loss on disposals"
        if at and does and article.said.lower() == "a" and sign and not of_kind:
            joint = replace(verb, kind="SIGN", value=sign, last=noun.last)
            return [*spans[:at], joint, *spans[at + 3 :]]
    return spans


def _with_verb(spans: list[Span]) -> list[Span]:
    """What a company did is no part of a figure's name: "did Acme book", "was it holding".

    But figures are named by it too: "contribute to its pension plans" asks for contributions,
    unless a figure that is known stands beside: "did Acme charge for depreciation".
    """
    does = next((at for at, span in enumerate(spans) if span.kind in ("DO", "BE")), len(spans))
    named = any(span.kind == "CONCEPT" for span in spans[:does])
    for at in range(does + 1, len(spans) - 1):
        verb = spans[at + 1]
        subject = spans[at].kind == "COMPANY" or spans[at].said.lower() in _SUBJECTS
        doing = spans[does].kind == "DO" or verb.said.endswith("ing")
        if subject and verb.said.lower() in _HOLDING:
            return [*spans[: at + 1], replace(verb, kind="FILLER"), *spans[at + 2 :]]
        if subject and doing and verb.kind == "WORD" and is_plain(verb, first=False):
            behind = [span for span in spans[at + 2 :] if span.kind != "FILLER"]
            if spans[at].said.endswith("'s") and any(one.kind == "MOVE" for one in behind):
                break  # "did Smucker's dog food sales fall"
            known = named or (behind[:1] and behind[0].kind == "CONCEPT")
            if not known and packaged_memory().names_with(verb.said):
                break
            return [*spans[: at + 1], replace(verb, kind="VERB"), *spans[at + 2 :]]
        if subject or spans[at].kind != "FILLER":
            break
    giving = [at for at in range(does + 2, len(spans)) if spans[at].said.lower() in _GIVING]
    if named and giving and spans[giving[0]].kind == "WORD":  # "revenue did Paint contribute"
        at = giving[0]
        return [*spans[:at], replace(spans[at], kind="VERB"), *spans[at + 1 :]]
    return spans


def _shares(spans: list[Span]) -> list[Span]:
    """A share of what is earned, "services' share of Acme's sales", unlike one of common stock."""
    for at, span in enumerate(spans[:-2]):
        if span.said.lower() != "share" or spans[at + 1].said != "of":
            continue
        whole = [s for s in spans[at + 2 :] if s.kind in ("WORD", "CONCEPT")]
        amount = any(map(_is_amount, whole)) and not any(
            _OF_STOCK & words_in(s.said) for s in whole
        )
        if amount and neighbour(spans, at, -1) in ("WORD", "CONCEPT"):
            joint = replace(span, kind="SHARE", value="share", last=spans[at + 1].last)
            return [*spans[:at], replace(joint, said="share of"), *spans[at + 2 :]]
    return spans


def _is_amount(span: Span) -> bool:
    metric = get_metric(span.value)
    if metric is not None:
        return metric.kind is Kind.MONEY
    return bool(content_words(span.said) & head_nouns(Kind.MONEY))


def _chosen_among(spans: list[Span], kinds: set[str]) -> list[Span]:
    """The noun behind "which", with what narrows it: the parts that are chosen among.

    "Which of Acme's three end markets grew", "which product line had the lowest sales".
    """
    at = next((at for at, span in enumerate(spans) if span.kind == "WHICH"), len(spans))
    end = at + 1
    while end < len(spans) and (
        spans[end].kind in _OF_CHOICE or spans[end].said.lower() in _JOINS_CHOICE
    ):
        end += 1
    run = [n for n in range(at + 1, end) if spans[n].kind in ("WORD", "DOMAIN", "QUALIFIER")]
    noun = [spans[n].said.lower() for n in run if spans[n].said.lower() not in _OF_ANY]
    head = domain_of(" ".join(noun[-2:])) or domain_of(" ".join(noun[-1:]))
    done = end < len(spans) and spans[end].kind in ("DO", "BE")
    verb = not (head or done) and any(map(domain_of, noun))  # "which segment drove growth"
    if not (noun and kinds & _CHOOSING) or verb or head in WHOLE_COMPANY_CHOICES - {""}:
        return spans
    said = " ".join(noun)
    kind = domain_of(said) or said
    return [replace(s, kind="DOMAIN", value=kind) if n in run else s for n, s in enumerate(spans)]


def _taken(spans: list[Span]) -> list[Span]:
    """A company that a part of another's figure went to is but the name of that part."""
    companies = [at for at, span in enumerate(spans) if span.kind == "COMPANY"]
    part = [at for at in companies[1:] if neighbour(spans, at, -1) == "LINK"]
    return [replace(s, kind="WORD") if at in part else s for at, s in enumerate(spans)]


def _before_taxes(spans: list[Span]) -> list[Span]:
    """What is earned before taxes is the income before them: "earned the most before taxes"."""
    if not any(span.said.lower() in EARN for span in spans):
        return spans
    for at, (span, behind) in enumerate(itertools.pairwise(spans)):
        if span.said.lower() == "before" and behind.said.lower() in _TAXES:
            said = f"{span.said} {behind.said}"
            joint = replace(span, kind="CONCEPT", value="pretax_income", said=said)
            return [*spans[:at], replace(joint, last=behind.last), *spans[at + 2 :]]
    return spans


def _of_total(spans: list[Span]) -> list[Span]:
    """A total that is the whole of the figure named before it: "services revenue as % of total"."""
    at = next((at for at, span in enumerate(spans) if span.kind == "AS_SHARE"), len(spans))
    whole = [n for n in range(at + 1, len(spans)) if spans[n].kind not in _WHOSE - {"LIGHT"}]
    known = [span for span in spans[:at] if span.kind == "CONCEPT"]
    if len(known) == len(whole) == 1 and _is_total(spans[whole[0]], alone=True):
        named = replace(spans[whole[0]], kind="CONCEPT", value=known[0].value)
        return [*spans[: whole[0]], named, *spans[whole[0] + 1 :]]
    return spans


def _parted(spans: list[Span]) -> list[Span]:
    """The preposition between a part and a whole that is called a total.

    "The percentage of A in total B" has its whole last, "of total B from A" has it first.
    """
    start = next(at for at, span in enumerate(spans) if span.kind == "SHARE")
    rest = range(start + 1, len(spans))
    named = [at for at in rest if spans[at].kind in ("WORD", "CONCEPT")]
    if any(spans[at].kind in _JOINTS for at in rest if named and at < named[-1]):
        return spans
    words = {at: spans[at].said.lower().split()[0] for at in rest if spans[at].kind == "FILLER"}
    for at, word in words.items():
        following = next((n for n in range(at + 1, len(spans)) if spans[n].said != "the"), 0)
        whole = following and (word == "over" or _is_total(spans[following]))
        known = {spans[n].kind for n in named if n < at}, {spans[n].kind for n in named if n > at}
        whole = whole or (spans[at].said == "of the" and all("CONCEPT" in side for side in known))
        if word in _BEFORE_WHOLE and whole and named and named[0] < at:
            return [*spans[:at], replace(spans[at], kind="PART_OF"), *spans[at + 1 :]]
    first = next((at for at in rest if spans[at].kind != "FILLER"), 0)
    if first and _is_total(spans[first]):
        for at, word in words.items():
            inside = any(n < at for n in named) and any(n > at for n in named)
            if word in _BEFORE_PART and inside:
                return [*spans[:at], replace(spans[at], kind="LINK"), *spans[at + 1 :]]
    return spans


def _is_total(span: Span, *, alone: bool = False) -> bool:
    """Whether it is called a total; ``alone``: and says no more than that."""
    words = span.said.lower().split()
    return words[0] in _TOTALS and not (alone and set(words) - _TOTALS - _OF_THE_WHOLE)
