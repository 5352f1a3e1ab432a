"""A JSON Schema as a grammar of compact JSON: no white space, keys in their order.

Engines that take grammars in GBNF (llama.cpp's, which xgrammar reads too) leave room for white
space when they are given the schema itself, and a small model fills it until its limit. Texts are
held to a number of words: a text of few long ones may pass that its schema refuses when it is read.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from hirec.llm.errors import LlmSchemaError

_STRING = r"""character ::= [^" \\\x00-\x1F\x7F] | "\\" ["\\/bfnrt]"""
_CHARS_A_WORD = 10
"""Its space with it; English has six, a long sentence of a filing up to eight. Words are counted
and not characters: engines look through their vocabulary at each count, and so write a sentence
five times as fast."""
_SCALARS = {
    "boolean": '"true" | "false"',
    "null": '"null"',
    "integer": '"-"? [0-9]{1,15}',
    "number": '"-"? [0-9]{1,15} ("." [0-9]{1,12})?',
}


def compact_grammar(schema: Mapping[str, Any]) -> str:
    """The grammar of a schema made by :func:`hirec.llm.schema.strict_schema`.

    Raises :class:`LlmSchemaError` for a part of a schema that no reply of ours uses.
    """
    named = schema.get("$defs", {})
    rules = [f"root ::= {_expression(schema)}"]
    rules += [f"{_rule(name)} ::= {_expression(part)}" for name, part in named.items()]
    return "\n".join([*rules, _STRING, ""])


def _expression(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return _rule(schema["$ref"].rsplit("/", 1)[-1])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return _one_of([_dumped(value) for value in values])
    if "anyOf" in schema:
        return f"({' | '.join(_expression(part) for part in schema['anyOf'])})"
    match schema.get("type"):
        case "object":
            return _object(schema["properties"])
        case "array":
            return _array(schema)
        case "string" if "pattern" not in schema:
            return _string(schema)
        case str() as kind if kind in _SCALARS:
            return f"({_SCALARS[kind]})"
    raise LlmSchemaError(f"No grammar can be made of {_dumped(schema)[:200]}.")


def _object(properties: Mapping[str, Any]) -> str:
    names = (_literal(f"{_dumped(name)}:") for name in properties)
    pairs = [
        f"{name} {_expression(properties[key])}"
        for name, key in zip(names, properties, strict=True)
    ]
    inside = f" {_literal(',')} ".join(pairs)
    return f'"{{" {inside} "}}"'


def _array(schema: Mapping[str, Any]) -> str:
    item = _expression(schema["items"])
    least, most = schema.get("minItems", 0), schema["maxItems"]
    several = f'{item} ("," {item}){{{max(0, least - 1)},{max(0, most - 1)}}}'
    return f'"[" {several} "]"' if least else f'"[" ({several})? "]"'


def _string(schema: Mapping[str, Any]) -> str:
    first = f"character{{{schema.get('minLength', 0)},}}"
    if (most := schema.get("maxLength")) is None:
        return rf'"\"" {first} (" " character*)* "\""'
    return rf'"\"" {first} (" " character*){{0,{most // _CHARS_A_WORD}}} "\""'


def _one_of(texts: Sequence[str]) -> str:
    """One of several texts, shared beginnings first: ``"1" ("2a" | "5" ("a" | "b"))``.

    OpenVINO GenAI 2026.4 mixes up alternatives that begin alike and lets ``12b`` pass for
    ``12a | 15b``.
    """
    endings: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        endings.setdefault(text[:1], []).append(text[1:])
    choices = []
    for first, rest in endings.items():
        shared = first + _shared_beginning(rest)
        left = [text[len(shared) - len(first) :] for text in rest]
        choices.append(_literal(shared) + ("" if left == [""] else f" {_one_of(left)}"))
    return choices[0] if len(choices) == 1 else f"({' | '.join(choices)})"


def _shared_beginning(texts: Sequence[str]) -> str:
    same = takewhile(lambda column: len(set(column)) == 1, zip(*texts, strict=False))
    return "".join(column[0] for column in same)


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _rule(name: str) -> str:
    """Names of rules are letters, digits and hyphens."""
    return "".join(char if char.isalnum() else "-" for char in name).strip("-").lower()
