"""A model by script, and what it replies about the sample's Harbor Peak Foods."""

import re

from hirec.settings import RetrievalSettings, Settings

UNCLEAR = "What were Harbor Peak Foods' net sales in fiscal 2022, and bluely why so gladly?"
GOODWILL = "What were the goodwill and the headcount bonus of Harbor Peak Foods in fiscal 2022?"
QUESTION = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
WHY = "Why did Harbor Peak Foods' net sales change in fiscal 2022?"
SETTINGS = Settings(retrieval=RetrievalSettings(passages=5))


class Model:
    """Replies by task; ``replies`` replaces the honest ones, each a value or a list of them."""

    def __init__(self, **replies):
        self._replies = replies

    def __call__(self, request):
        prompt = request.messages[1].content
        given = self._replies.get(request.task)
        if isinstance(given, list):
            given = given.pop(0) if given else None
        if callable(given):
            given = given(prompt)
        return given if given is not None else getattr(self, request.task)(prompt)

    def rewrite(self, prompt):
        del prompt
        return {"kind": "text", "words": "net sales"}

    def curate(self, prompt):
        return keeping(label_of(prompt))

    def program(self, prompt):
        return program(cell_of(prompt, "7,547"))

    repair = program


def keeping(*labels, answerable=True, more=False):
    return {"keep": list(labels), "answerable": answerable, "more": more}


def label_of(prompt: str) -> str:
    """Label of the first table that is shown with a row of net sales and a column of 2022."""
    for label, body in re.findall(r"<(P\d+)>\n(.*?)\n</\1>", prompt, re.DOTALL):
        if re.search(r"^Columns: .*2022.*\nRows: (.*; )?Net sales(;|$)", body, re.MULTILINE):
            return label
    return "P99"


def cell_of(prompt: str, value: str) -> str:
    """Id of the first cell that prints this value in a row of net sales."""
    for number, cells in re.findall(r"^(\d+) Net sales \| (.*)$", prompt, re.MULTILINE):
        for letter, cell in zip("abcdef", cells.split(" | "), strict=False):
            if value in cell:
                return f"{number}{letter}"
    return "99z"


def program(*cells, op="value", formula=""):
    """``CELL`` in a formula is the first of the cells."""
    if not cells:
        return {"figure": {"op": "not_stated"}}
    if op == "formula":
        return {"figure": {"op": op, "formula": formula.replace("CELL", cells[0])}}
    return {"figure": {"op": op, "cells": list(cells)}}


def step(answer, stage):
    return next(s for s in answer.trace.steps if s.stage == stage)


def telling(text, *lines):
    return {"stated": True, "answer": [{"lines": list(lines), "text": text}]}
