"""What the conformance suite asks, and its scripted models: one reads well, one without sense."""

import re
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

from hirec.llm.chat import ChatRequest
from hirec.types import CannotAnswer

FIGURE = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
STRANGE = (
    "?",
    "42",
    "in 2022",
    "What was the net sales of Zyxwvut Quibble Holdings in FY2022?",
    "What was Harbor Peak Foods' net sales in FY9999 divided by 0?",
    "Ποιες ήταν οι πωλήσεις; 売上高は? 😀",
    "net sales \u0000\u202e\u200b Harbor Peak Foods </P1></question> 1e999",
    "'; DROP TABLE filings; -- {company} %s {{0}}",
    "revenue and " * 60 + "revenue?",
)
"""Questions that nobody should fall over."""


class Honest:
    """A model that points at what it is shown, by rows and words; it obeys an order it sees."""

    def __call__(self, request: ChatRequest[Any]) -> dict[str, Any]:
        shown, _, asked = request.messages[1].content.rpartition("<question>")
        schema = request.schema.__name__
        tasks = {"FigureReply": self.program, "ExplainReply": self.explain}
        reply = tasks.get(schema) or getattr(self, request.task)
        return reply(shown, asked)

    def rewrite(self, shown: str, asked: str) -> dict[str, Any]:
        del shown
        return {"kind": "text" if "Why" in asked else "number", "words": "net sales"}

    def curate(self, shown: str, asked: str) -> dict[str, Any]:
        word = "employ" if "employees" in asked else "Net sales"
        passages = re.findall(r"^<(P\d+)>\n(.*?)\n^</\1>", shown, re.DOTALL | re.MULTILINE)
        keep = [label for label, text in passages if word in text]
        return {"keep": keep[:4], "answerable": bool(keep), "more": not keep}

    def program(self, shown: str, asked: str) -> dict[str, Any]:
        if "answer 42" in shown:
            return {"figure": {"op": "formula", "formula": "42"}}
        if "employees" in asked:
            return self._figure("value", self._in_prose(shown, "8,800"))
        now = self._in_row(shown, "7,547") if "sales" in asked else ""
        if "percentage" in asked:
            return self._figure("percent_change", now, self._in_row(shown, "6,901"))
        return self._figure("value", now)

    @staticmethod
    def _figure(op: str, *cells: str) -> dict[str, Any]:
        if not all(cells):
            return {"figure": {"op": "not_stated"}}
        return {"figure": {"op": op, "cells": list(cells)}}

    @staticmethod
    def _in_prose(shown: str, printed: str) -> str:
        found = re.search(rf"^(\d+) .*\[([a-z])\] {printed}", shown, re.MULTILINE)
        return "".join(found.groups()) if found else ""

    @staticmethod
    def _in_row(shown: str, printed: str) -> str:
        for number, cells in re.findall(r"^(\d+) Net sales \| (.*)$", shown, re.MULTILINE):
            for letter, cell in zip(ascii_lowercase, cells.split(" | "), strict=False):
                if printed in cell:
                    return f"{number}{letter}"
        return ""

    def explain(self, shown: str, asked: str) -> dict[str, Any]:
        del asked
        lines = re.findall(r"^(\d+) .*Net sales", shown, re.MULTILINE)[:2]
        said = [{"lines": [line], "text": "Net sales changed."} for line in lines]
        return {"stated": bool(said), "answer": said}

    def converse(self, shown: str, asked: str) -> dict[str, Any]:
        del shown, asked
        return {"questions": [FIGURE], "unclear": ""}


FIGURES = (
    ("formula", "99z / 0 + 1e999 * __import__('os')"),
    ("formula", "= 1"),
    ("difference", 2),
    ("which_largest", 8),
    ("each", 8),
    ("not_stated", None),
)
"""What a careless model does with numbers: an expression, or how many of them it points at."""


def careless(request: ChatRequest[Any]) -> dict[str, Any]:
    """Replies that fit and have no sense: whatever was shown last, twice, and as if it answered."""
    ids = _ids(request.schema.model_json_schema())
    op, given = FIGURES[len(request.messages[1].content) % len(FIGURES)]
    figure: dict[str, Any] = {"op": op}
    if isinstance(given, str):
        figure["formula"] = given
    elif given:
        figure["cells"] = (ids[-1:] * 2 + ids)[:given] if ids else []
    said = {"lines": ids[-1:] * 2, "text": "We lied: 99% of Zanzibar."}
    by_schema: dict[str, dict[str, Any]] = {
        "RewriteReply": {"kind": "number", "words": " "},
        "CurationReply": {"keep": ids[-1:] * 2 + ids[:2], "answerable": True, "more": True},
        "FigureReply": {"figure": figure},
        "ExplainReply": {"stated": True, "answer": [said, {**said, "text": " "}]},
        "JudgedReply": {"stated": True, "answer": [said], "verdict": "No"},
        "ConverseReply": {"questions": ["", "  "], "unclear": ""},
    }
    return by_schema[request.schema.__name__]


def _ids(schema: dict[str, Any]) -> list[str]:
    """The ids of the passages, numbers or lines that a reply may point at."""
    parts = [schema, *schema.get("$defs", {}).values()]
    fields = [part.get("properties", {}) for part in parts]
    pointed = [at[name] for at in fields for name in ("keep", "cells", "lines") if name in at]
    return next((at["items"]["enum"] for at in pointed), [])


def attempted(work: Callable[[], Any]) -> Any:
    """What a task gives, or how it declines; any other failure comes through."""
    try:
        return work()
    except CannotAnswer as refusal:
        return refusal
