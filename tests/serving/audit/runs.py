"""Real runs on the sample, stored: by the rules, and with a scripted model behind HTTP."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hirec import HiREC
from hirec.settings import Settings
from hirec.testing.chat_server import LocalLlm, Served, completion
from serving.traces import run_json, store_trace

FIGURE = "What was Harbor Peak Foods' current ratio in FY2022?"
WORDS = "Why did net sales of Harbor Peak Foods increase in fiscal 2022?"
BOTH = "What were Harbor Peak Foods' net sales in fiscal 2022 and in fiscal 2021?"
INTENT = {"metrics": [], "words": ["W1"], "figure": False, "relation": "explain", "form": "place"}
"""Another than the rules': the story has to tell which one cards were held against."""
PARTS = [WORDS, "Why did net sales of Harbor Peak Foods change in fiscal 2021?"]
ABSENT = "What were the net sales of Harbor Pine Foods in fiscal 2022?"
FINCARDS = {
    "curation": {"filter": False},
    "tournament": {
        "method": "fincards",
        "screening": {"enabled": False},
        "bootstrap": {"stop_early": False, "max_rounds": 3},
    },
}
"""All that is shown is evidence, and thirty candidates meet in shuffled groups."""


def asked(index: Path, question: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Ask, and store the trace; returns what was stored."""
    hirec = HiREC.open(index, Settings.model_validate(settings))
    try:
        answer = hirec.ask(question)
    finally:
        hirec.close()
    return store_trace(index, answer, run_json(hirec, None, ()))


def with_model(
    index: Path, question: str, cache: Path, script: Callable[[dict[str, Any]], Served]
) -> dict[str, Any]:
    """Ask with a model that reads and judges, which is gone afterwards."""
    with LocalLlm(script) as server:
        llm = {"base_url": server.url, "model": "replica", "cache": str(cache), "attempts": 1}
        tournament = {"method": "v1", "judge": "llm", "cards": "llm", "intent": "llm"}
        chosen = {"analyst": "llm", "llm": llm, "tournament": tournament}
        return asked(index, question, chosen)


def reader(request: dict[str, Any]) -> Served:
    """Keeps all it is shown, ranks it backwards, and quotes the first line."""
    schema = request["response_format"]["json_schema"]
    return completion(json.dumps(_reply(schema["name"], json.dumps(schema), request)))


def _reply(task: str, schema: str, request: dict[str, Any]) -> dict[str, Any]:
    if task == "make_cards":
        return _cards(request["messages"][1]["content"])
    if task == "map_intent":
        return INTENT
    ids = sorted(set(re.findall(r'"([PC]\d+)"', schema)), key=lambda name: int(name[1:]))
    if task == "curate":
        return {"keep": ids, "answerable": True, "more": False}
    if task == "order_cards":
        return {"order": ids[::-1]}
    prompt = request["messages"][1]["content"]
    line = re.search(r"^(\d+) (.*)", prompt, re.M)
    assert line is not None
    return {"stated": True, "answer": [{"lines": [line[1]], "text": line[2][:250]}]}


def _cards(prompt: str) -> dict[str, Any]:
    """Every passage is a caveat, and its first line says why."""
    shown = re.findall(r"<(P\d+)>\n.*\n(\d+) ", prompt)
    return {label: {"role": "caveat", "lines": [at], "numbers": []} for label, at in shown}
