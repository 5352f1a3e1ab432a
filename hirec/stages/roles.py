"""A question by the roles that a learned tagger reads: where the grammar refuses or leaves out."""

from functools import partial
from itertools import islice

from hirec.caching import remembered
from hirec.lexicon import content_words, get_metric
from hirec.stages.rereading import Again, Reading
from hirec.types import Answer, Asked, CannotAnswer, Operation, ParsedQuestion, Scope
from hirec.understanding import understand
from hirec.understanding.roles import (
    PARTS_OF_WHOLE,
    Frame,
    choices,
    composed,
    is_composed,
    packaged_tagger,
    said_as,
    veiled,
)

_SURE, _SURE_OF_PAGE, _SURE_ALL_THE_SAME = 0.5, 0.6, 0.85
"""Least probability of a frame that is tried; over a given page, which states something like any
words; where a word is left that the tagger has not met."""
_SURER = 0.9
"""… of one by which the grammar is said to have left something out."""


def frame_of(question: str, scope: Scope) -> Frame | None:
    """What a question computes of which figures, where the tagger is sure enough of it."""
    frame = _sure_frame(question, scope)
    return frame if frame and frame.computes else None


def _sure_frame(question: str, scope: Scope) -> Frame | None:
    frame = _read(veiled(question, scope))
    least = _SURE_OF_PAGE if scope.given else _SURE
    least = _SURE_ALL_THE_SAME if frame.left else least
    return frame if is_composed(frame) and frame.probability >= least else None


@remembered
def _read(question: str) -> Frame:
    """Several readings of one question ask for it."""
    return packaged_tagger().read(question)


def left_out(asked: Asked, scope: Scope) -> str:
    """Words of a figure that the tagger is sure of and the grammar's reading has nowhere.

    "How much in sales did each associate bring in" is no question for sales.
    """
    frame = frame_of(asked.text, scope)
    if frame is None or frame.probability < _SURER or asked.subject:
        return ""
    try:
        parsed = asked.parsed or understand(asked.text, scope)
    except CannotAnswer:
        return ""
    if parsed.definitions or parsed.operation is Operation.TEXT:
        return ""
    said = _said(parsed)
    named = () if frame.chooses else (frame.words[r] for r in "NDE" if r in frame.words)
    return next((words for words in named if not content_words(words) & said), "")


def _said(parsed: ParsedQuestion) -> frozenset[str]:
    """Stems of all by which a parse names its figures, and what it sets apart."""
    among = parsed.ranking.among if parsed.ranking else ()
    texts = [parsed.choose, parsed.left_out, parsed.context, *among]
    for figure in parsed.figures:
        metric = get_metric(figure.concept)
        texts += [figure.words, figure.part, figure.counted, *figure.qualifiers]
        texts += metric.names if metric else ()
    return content_words(" ".join(texts))


@remembered
def _meanings(question: str, scope: Scope) -> tuple[ParsedQuestion, ...]:
    """What its frame may mean; each is tried by itself, all are composed at once."""
    frame = _sure_frame(question, scope)
    return tuple(composed(frame, question, scope)) if frame else ()


def by_roles(asked: Asked, first: Answer, scope: Scope, place: int = 0) -> Again | None:
    """What was refused, or left out, as the tagger reads it; ``place``: its second meaning."""
    instead = place == 0 and not first.abstained and left_out(asked, scope) != ""
    frame = _sure_frame(asked.text, scope) if first.abstained or instead else None
    if asked.subject or frame is None:
        return None
    if frame.chooses:
        text = next(islice(choices(frame, scope), place, None), "")
        return Again(Asked(text), (said_as(frame),)) if text else None
    meanings = _meanings(asked.text, scope)
    if place >= len(meanings):
        return None
    again = Asked(asked.text, scope=scope, parsed=meanings[place])
    whole = frame.asked in PARTS_OF_WHOLE
    return Again(again, (said_as(frame),), part_of_whole=whole, instead=instead)


BY_ROLES: tuple[Reading, ...] = (by_roles, partial(by_roles, place=1))
