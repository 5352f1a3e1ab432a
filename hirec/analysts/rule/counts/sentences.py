"""Counts that sentences state: "we operated 2,347 stores", "the number of stores was 2,347"."""

import re
from collections.abc import Iterator, Sequence

from hirec.analysts.rule.counts.places import PLAIN, Count, is_whole
from hirec.analysts.rule.prose.amounts import Amount, amounts_of
from hirec.analysts.rule.vocabulary import AHEAD, ROUNDING, said_in, words_of
from hirec.grounding.nouns import in_one_word, is_plural, read_noun, stems_of
from hirec.lexicon import words_in
from hirec.lexicon.files import word_list
from hirec.numbers import NumberSpan, find_numbers
from hirec.periods import find_date_spans, find_period_spans
from hirec.sentence_ends import sentence_end
from hirec.types import Filing, Passage, PeriodRef

_SENTENCE = re.compile(rf"{sentence_end('.!?;')}|(?<=[.!?:;])\s*\n|\n{{2,}}|\s*•\s*")
_GONE = re.compile(
    r"\b(?:divest\w*|(?:to|will) sell|sale of (?:its|our|the|this))\b",
    re.IGNORECASE,
)
"""A sentence about a business given away counts what went with it."""
_PERSON = words_of("person")
"""A sentence about a person counts what that person had to do with."""
_WORDS = re.compile(r"(?:,?[\s-]+(?:and\s+)?[A-Za-z][\w&'’./-]*){1,9}|\s*$")
"""Words behind a number up to the next sign or number."""
_OWNERS = re.compile(
    r"\b(?:we|our|us|the company|the registrant|there (?:were|are))\b", re.IGNORECASE
)
_HEDGES = rf"(?:{ROUNDING}|a total of|an aggregate of|the|our)"
_HELD = re.compile(
    r"\b(?:we|company|it|there|[A-Z][\w.&'’]+)\s+(?:(?:have|has|had)\s+)?"
    rf"(?:have|has|had|employ(?:ed|s)?|operate[ds]?|were|are)\s+(?:{_HEDGES}\s+)*$"
)
"""A subject and a verb of having right in front of a number: the company's own count."""
_VERB = re.compile(rf"(?P<verb>[\w-]+)\s+(?P<of>of\s+)?(?:{_HEDGES}\s+)*$", re.IGNORECASE)
"""The word that governs a number, behind words that only round it: "a layoff of about 11,000"."""
_LINK = re.compile(
    r"(?:\s+(?:at|as of|the|end|of|year|period|quarter|fiscal|on|in|during|for|was|were|is|are"
    r"|totaled|totalled|reached|stood|numbered|average|approximately|about|nearly|roughly|over|more|than"
    r"|a|total|worldwide|globally|to|and|x+))*\s*,?\s*",
    re.IGNORECASE,
)
"""What may stand between the things counted and their number; periods are crossed out."""
_HOLDING = stems_of(" ".join(word_list("holding")))
"""Verbs and nouns of having; any other verb in front of a number is what happened to so many."""
_EVENT = re.compile(r"\w+(?:ed|ing)|by|to|for|additional|another|first|up|than|from", re.IGNORECASE)
_GOES_ON = re.compile(r"\s+(?:in|at|as|on|and|for|from)\b")
"""What may follow a number that has no noun of its own: "245,000 at our stores"."""
_OF_OTHERS = re.compile(r"[\d#]\s+(?:in|at|on|for|from)\s[^,;.]*$")
"""``245,000 at our stores``, 33,000 elsewhere: the stores are told with another number."""
_PLACE = re.compile(
    r"\s+(?:in|at|from|within|outside|throughout)\s+(?:the\s+)?(?P<name>[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*)"
)
_JOINED = re.compile(r"\b[A-Z]\w*(?:,? [A-Z]\w*)* and [A-Z]\w*")
"""Places or parts taken together: "our Domestic and International segments" is neither alone."""
_WHOSE = "The sentence does not say whose they are."
_COUNTED_LATER = 150
"""Days after a period's end within which its filing counts employees and holders."""
_LONGEST_HEADING = 6
_SHARE = re.compile(r"\(\s*[\d.]+\s*%\s*\)")
"""A part's share behind its number: "87,000 (54%) hourly employees"."""
_OF_ALL = re.compile(
    r"(?:\s+[A-Za-z][\w-]*){1,4},? (?:or|representing|which (?:is|was|represents?)) "
    rf"(?:{_HEDGES} )?[\d.]+ ?(?:%|percent) (?P<rest>of [^.;]*)"
)
"""``317 stores, or 13.6% of our total store count, were located in Canada``: a part."""
_OF_COUNT = re.compile(r"\s+count(?=\s)", re.IGNORECASE)
"""``a store count of 2,326``"""
_CROSSED = re.compile(r"x{3,}")
"""A period crossed out."""
_FRONT = re.compile(
    r"\W*(?:in|at|across|outside|with|after|following|including|excluding|within|through)\b"
    r"(?:(?!\bwe\b)[^,#\d])*,",
    re.IGNORECASE,
)
"""What a sentence says ahead of its subject holds for all that it counts: "In Canada, we have"."""
_SOME_OF = re.compile(r"\s+of\s+(?:our|the|its|their|these|those)\b", re.IGNORECASE)
"""``13,000 of our employees`` are those of whom the rest of the sentence tells."""
_AND = re.compile(r",?\s*(?:and\s+)?")
_COUNTED = re.compile(
    r"\d[\d,.]*(?:\s(?:thousand|million|billion))?(?P<before>(?:\s[\w-]+){0,3}?)\s+(?P<noun>[a-z]+)\b"
)
_THEN = re.compile(
    r"(?:[^.;\d]|\b\d+ (?:states|countries)\b)*?"
    r"(?:(?P<again>\b(?:up|down) from|\bcompared (?:to|with)|\bversus)"
    r"|(?:\bincluding|\bwith|;|\bof (?:whom|which|these))(?:[^.;]*(?:,|\band))?)\s+"
    rf"(?:{_HEDGES}\s+)*",
    re.IGNORECASE,
)
"""What leads from things counted to a number of the same things."""
_WHERE = re.compile(
    r"\s+(?:(?:were|was|are|is|based|located|employed)|(?:in|at|outside|within|abroad|domestically)|part-time|full-time)\b"
)
_PART_END = re.compile(r"[,;()#]|\band\b|(?<=U\.S\.)\s+(?=[A-Z][a-z]+ (?!of\b|and\b|for\b)[a-z])")
"""Ends what is said of a part; "in the U.S." may end the sentence too."""
_WHO = re.compile(r"\b(?:who|that|which|whose)\b.*")
"""Without a comma in front it says which of them: "employees who are members of a union"."""
_ABROAD = stems_of("abroad")
_NONE: frozenset[str] = frozenset()
_NEXT = 90
"""Characters behind the things counted that may say which of them are meant."""


def counts_in_text(
    passage: Passage, noun: str, asked: PeriodRef | None, filing: Filing
) -> Iterator[Count]:
    """Numbers of a passage's sentences that count such things.

    Args:
        passage: Prose.
        noun: Stem of the things counted.
        asked: Period that the count is of; None: any.
        filing: That of the passage; its period and name tell what a sentence leaves out.

    """
    own = stems_of(filing.identity.company) - _ABROAD
    for printed in _SENTENCE.split(passage.text):
        sentence = in_one_word(printed)
        if noun not in stems_of(sentence):
            continue
        if AHEAD.search(sentence) or _GONE.search(sentence) or said_in(sentence, _PERSON):
            continue
        sentence = _as_of_filing(_SHARE.sub(_blank, sentence), filing)
        owned = _OWNERS.search(sentence) or own & stems_of(sentence)
        plain = (number for number in find_numbers(sentence) if number.unit == "")
        numbers = [number for number in plain if is_whole(number.value, number.scale)]
        masked = _without_periods(sentence)
        front = stems_of(_CROSSED.sub(" ", lead[0])) if (lead := _FRONT.match(masked)) else _NONE
        for amount in amounts_of(asked, sentence, numbers, filing, forward=False):
            last = _last_listed(amount.number, numbers, masked)
            window = _window(amount.number, last, numbers, masked)
            if "pending" in words_in(window):
                continue
            counted = _ahead_of(amount.number, last.end, window, noun)
            counted = counted or _behind(amount, window, noun)
            before = sentence[: amount.number.start]
            happened = _verb_of(before) if counted else _NONE
            counted = counted or _of_those(amount.number, masked, window, noun)
            told_before = before.lower().endswith((" these ", " those "))  # "Of these 7,600"
            if counted is None or told_before:
                continue
            near, more = (words | front for words in counted)
            share = _OF_ALL.match(sentence, amount.number.end)
            more |= stems_of(share["rest"]) if share else _NONE
            yield Count(
                passage,
                amount.number.value.scaleb(amount.number.scale),
                amount.number.text,
                amount.number.scale,
                " ".join(printed.split())[:300],
                near,
                near,
                more - PLAIN - own - {noun},
                1.0,
                happened - own - {noun},
                box=passage.box,
                home=noun in stems_of(f"{passage.section} {_heading(sentence)}")
                or bool(_HELD.search(before)),
                doubt="" if owned else _WHOSE,
            )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _heading(sentence: str) -> str:
    """A short line in front of a sentence."""
    line, found, _ = sentence.strip().partition("\n")
    return line if found and len(line.split()) <= _LONGEST_HEADING else ""


_Said = tuple[frozenset[str], frozenset[str]]
"""Stems near the number, and those of them that narrow what it counts."""


def _last_listed(number: NumberSpan, numbers: Sequence[NumberSpan], sentence: str) -> NumberSpan:
    """The number with the noun: "36,000 and 35,000 employees, respectively"."""
    if "respectively" in sentence:
        for other in numbers:
            if number.end <= other.start and _AND.fullmatch(sentence, number.end, other.start):
                number = other
    return number


def _of_those(number: NumberSpan, sentence: str, window: str, noun: str) -> _Said | None:
    """A number without a noun, of what was counted right before it in the same sentence.

    A part, "36,000 people, including 4,000 in Canada", or another day's, "up from 35,000".
    """
    before = sentence[: number.start]
    counted = [match for match in _COUNTED.finditer(before) if stems_of(match["noun"]) == {noun}]
    lead = counted and _THEN.fullmatch(before, counted[-1].end())
    if not lead:
        return None
    own = stems_of(counted[-1]["before"])
    if lead["again"]:
        return own | {noun}, own
    part = _PART_END.split(window[number.end :])[0]
    if not _WHERE.match(part) or not (said := stems_of(part) - _HOLDING):
        return None
    return own | said | {noun}, own | said


def _ahead_of(number: NumberSpan, end: int, sentence: str, noun: str) -> _Said | None:
    """What follows the number as its noun: "36,000 full-time employees in Germany".

    ``end``: where the number ends, or the last of a list that shares its noun.
    """
    words = _WORDS.match(sentence, end)
    if words is None or _SOME_OF.match(words[0]) or _GOES_ON.match(words[0]):
        return None
    counted = read_noun(_one_phrase(words[0]))
    if counted is None or counted.noun != noun or not is_plural(counted.said):
        return None
    end = sentence.find(counted.said, end) + len(counted.said)
    rest = re.split(r"[;,()]", sentence[end : end + _NEXT])[0]
    more = set(counted.before)
    for place in _PLACE.finditer(rest):
        more |= stems_of(place["name"])
    more |= stems_of(rest) & _ABROAD
    more |= stems_of(who[0]) if (who := _WHO.search(rest)) else _NONE
    before = sentence[max(0, number.start - _NEXT) : number.start]
    more |= _verb_of(before)
    clause = re.split(r"[;,()#]", before)[-1]
    alone = _JOINED.sub(" ", rest)
    return stems_of(f"{clause}{sentence[number.start : end]} {alone}"), frozenset(more)


def _one_phrase(words: str) -> str:
    """Words up to the first comma behind a plural: those before it join adjectives."""
    parts = words.split(",")
    ends = (at for at, part in enumerate(parts) if any(map(is_plural, part.split())))
    return ",".join(parts[: next(ends, len(parts)) + 1])


def _verb_of(before: str) -> frozenset[str]:
    """What happened to so many things, where the word in front says more than that they are."""
    verb = _VERB.search(before)
    if verb is None or "our " in verb[0] or not (verb["of"] or _EVENT.fullmatch(verb["verb"])):
        return frozenset()
    return (stems_of(verb["verb"]) or frozenset({verb["verb"].lower()})) - _HOLDING


def _behind(amount: Amount, sentence: str, noun: str) -> _Said | None:
    """What stands in front as what is counted: "the number of employees was 36,000"."""
    number = amount.number
    following = _WORDS.match(sentence, number.end)
    after = read_noun(following[0]) if following and following[0].strip() else None
    if after is not None and is_plural(after.said) and not _GOES_ON.match(sentence, number.end):
        return None
    before = sentence[: number.start]
    heads = [
        word
        for word in re.finditer(r"[A-Za-z][\w'’]*", before)
        if stems_of(word[0]) == {noun}
        and (is_plural(word[0]) or _OF_COUNT.match(before, word.end()))
    ]
    if not heads or not _LINK.fullmatch(_OF_COUNT.sub(_blank, before), heads[-1].end()):
        return None
    if _OF_OTHERS.search(before, 0, heads[-1].end()):
        return None
    lead = before[: heads[-1].start()]
    phrase = re.split(r"[,;.:]|\b(?:of|in|at|our|the|had|its)\b", lead)[-1]
    clause = re.split(r"[,;:]", lead)[-1]  # "we opened ten, resulting in a store count of 36"
    return stems_of(clause + before[len(lead) :]), stems_of(phrase)


def _window(
    number: NumberSpan, last: NumberSpan, numbers: Sequence[NumberSpan], sentence: str
) -> str:
    """The sentence with what stands beyond the numbers beside this list crossed out."""
    begin = max((n.end for n in numbers if n.end <= number.start), default=0)
    end = min((n.start for n in numbers if n.start >= last.end), default=len(sentence))
    return "#" * begin + sentence[begin:end] + "#" * (len(sentence) - end)


def _as_of_filing(sentence: str, filing: Filing) -> str:
    """The sentence without a day between the period's end and the filing: it counts of now."""
    end = filing.identity.period.end
    for span in reversed(find_date_spans(sentence)):
        if end is not None and 0 < (span.day - end).days <= _COUNTED_LATER:
            sentence = (
                f"{sentence[: span.start]}{' ' * (span.end - span.start)}{sentence[span.end :]}"
            )
    return sentence


def _without_periods(sentence: str) -> str:
    """The sentence with periods crossed out, so that they are no words of what is counted."""
    for span in find_period_spans(sentence):
        crossed = "x" * (span.end - span.start)
        sentence = f"{sentence[: span.start]}{crossed}{sentence[span.end :]}"
    return sentence
