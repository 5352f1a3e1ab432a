"""Text of a filing that speaks to a machine reading it, and is no statement of the registrant.

What protects an answer is elsewhere: data stands between delimiters it cannot write, replies have a
shape, numbers are looked up and computed in a sandbox. This is one more fence: words of which no
filing has need, such as orders to a model and control words of chat templates, are neither shown
to a model nor quoted. Other wordings of an order than these will pass, and meet the checks above.
"""

import re

_CONTROL = re.compile(
    r"<\|im_start\|>.*?<\|im_end\|>|\[INST\].*?\[/INST\]|<\|[^|<>]{1,40}\|>|\[/?INST\]|<</?SYS>>"
    r"|</?(?:P\d+|question|history|scope|problem|system|user|assistant|think|tool_call)>",
    re.IGNORECASE | re.DOTALL,
)
"""What chat templates and our own prompts put around text; a whole turn where it is closed."""
_PIECE = re.compile(r"[^.!?;\n]+(?:[.!?;](?=\S)[^.!?;\n]*)*[.!?;]*\s*")
_ORDER = re.compile(
    r"\b(?:ignor|disregard|forget|overrid|bypass)\w*\s+(?:\w+\s+){0,5}?"
    r"(?:instructions?|prompts?|system message|guidelines|context|passages?)\b(?! card)"
    r"|\b(?:instructions?|note|message|attention|attn)\s*(?:to|for)\s+(?:the\s+|all\s+|any\s+)?"
    r"(?:ai|llms?|language models?|assistants?|chat ?bots?|models?)\b"
    r"|\b(?:you are|act as)\s+(?:now\s+)?(?:an?\s+)?(?:ai\b|llm\b|language model|helpful assistant"
    r"|chat ?bot)"
    r"|\b(?:your|the)\s+system prompt\b|\bnew instructions?\s*:"
    r"|\b(?:answer|reply|respond|output|say)\s+(?:(?:only|just|with)\s+)*\S+\s+and nothing else"
    r"|\b(?:always|only|simply|just)\s+(?:answer|reply|respond|output)\s+(?:with\s+)?[\"“'\d]",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Whether a text holds words meant for a machine."""
    return bool(_CONTROL.search(text) or _ORDER.search(text))


def without_orders(text: str) -> str:
    """Leave out such sentences and control words; a line break stands where they stood."""
    if not gives_orders(text):
        return text
    pieces = (match[0] for match in _PIECE.finditer(_CONTROL.sub("\n", text)))
    return "".join("\n" if _ORDER.search(piece) else piece for piece in pieces).strip()
