"""Cash that activities brought or took: "how much cash did Acme use in operations"."""

from collections.abc import Sequence
from dataclasses import replace

from hirec.lexicon import metric_named
from hirec.understanding.annotate import Span

_FLOWS = frozenset(
    {"generate", "generated", "generates", "use", "used", "uses", "produce", "produced"}
    | {"provide", "provided", "burn", "burned", "burnt", "consume", "consumed"}
)
_ACTIVITIES = {
    "operations": "operations",
    "operating": "operations",
    "investing": "investing",
    "financing": "financing",
}
_CHANGE = "net change in cash"
_IN_BETWEEN = frozenset({"FILLER", "OR", "AND", "LIGHT", "WORD", "VERB"})


def with_flows(spans: list[Span]) -> list[Span]:
    """The balance of cash as the flow of the activities that a verb behind it names."""
    at = next((at for at, s in enumerate(spans) if (s.kind, s.value) == ("CONCEPT", "cash")), None)
    if at is None:
        return spans
    if (verb := _verb(spans, at)) is None:
        return _moved(spans, at)
    end = verb + 1
    while end < len(spans) and spans[end].kind in _IN_BETWEEN:
        end += 1
    words = [word for span in spans[verb:end] for word in span.said.lower().split()]
    named = next((_ACTIVITIES[word] for word in words if word in _ACTIVITIES), "")
    metric = metric_named(f"cash from {named}") if named else None
    if metric is None:
        return spans
    said = f"cash from {named}"
    flow = replace(spans[at], value=metric.key, said=said)
    silent = [replace(span, kind="FILLER", value="saying") for span in spans[verb:end]]
    return [*spans[:at], flow, *spans[at + 1 : verb], *silent, *spans[end:]]


def _moved(spans: list[Span], cash: int) -> list[Span]:
    """By how much cash moved in one period, which the statement of cash flows ends with.

    "Increase in cash in 2023"; between two days it is the difference of two balances.
    """
    before = spans[max(cash - 2, 0) : cash]
    metric = metric_named(_CHANGE)
    if [span.kind for span in before] != ["MOVE", "FILLER"] or before[1].said != "in":
        return spans
    if metric is None or sum(span.kind == "PERIOD" for span in spans) > 1:
        return spans
    joint = replace(spans[cash], value=metric.key, first=before[0].first, said=_CHANGE)
    return [*spans[: cash - 2], joint, *spans[cash + 1 :]]


def _verb(spans: Sequence[Span], cash: int) -> int | None:
    behind = range(cash + 1, len(spans))
    return next((at for at in behind if spans[at].said.lower() in _FLOWS), None)
