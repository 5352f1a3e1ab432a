"""Roundabout phrases by plain ones, which the grammar reads: the rules of ``plainly.yaml``.

A rule reads as its own example: ``how much {what} came by {part} => how much {what} from {part}``.
Its holes are filled by what the file's ``slots`` allow, ``{what}``, or by one of its ``words``,
``{sales}``, maybe under another name, ``{part:what}``. ``{a|b}`` is a choice, ``{the |}`` may be
left out, ``{!by|in}`` must not follow. A rule holds between whole words; behind ``^`` only from
the start of a question, before ``?`` only up to its end.
"""

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hirec.yaml_files import load_yaml

_HOLE = re.compile(r"\{((?:[^{}]|\{[^{}]*\})*)\}")
_OR = re.compile(r"\|(?![^{]*\})")
_WORD = re.compile(r"[A-Za-z]+(?: [a-z]+)*")
_NAMED = re.compile(r"([A-Za-z]+):(?=.)")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A phrase and the plain one that it becomes."""

    said: re.Pattern[str]
    plain: str

    def found(self, text: str) -> dict[str, str] | None:
        """What stands in the slots where a text says the phrase; None where it does not."""
        match = self.said.search(text)
        return None if match is None else _slots(match)

    def rewrite(self, text: str, **instead: str) -> str:
        """A text with the plain phrase for this one, maybe with something else in its slots."""

        def plain(match: re.Match[str]) -> str:
            said = self.plain.format_map({**_slots(match), **instead})
            return said.replace("s's", "s'")

        return self.said.sub(plain, text)


def plainly(text: str) -> str:
    """A question with its set phrases by their plain names, and its shares part before whole."""
    return rewritten(text, "plain")


def rewritten(text: str, step: str) -> str:
    """A question after the rules of a step, each of which reads what those before it wrote."""
    for rule in rules(step):
        text = rule.rewrite(text)
    return text


def first_found(text: str, step: str) -> tuple[Rewrite, dict[str, str]] | None:
    """The first rule of a step that a question says, and what stands in its slots."""
    for rule in rules(step):
        if (found := rule.found(text)) is not None:
            return rule, found
    return None


def steps() -> tuple[str, ...]:
    """The steps that the file has rules for."""
    return tuple(_content()["rules"])


@functools.cache
def rules(step: str) -> tuple[Rewrite, ...]:
    """The rules of a step in the order of the file."""
    return tuple(map(read_rule, _content()["rules"][step]))


def read_rule(rule: str) -> Rewrite:
    """A rule as it is written.

    Raises:
        KeyError: It names a slot or a word that the file has not.
        ValueError: Its braces go too deep, or its plain phrase repeats what the other has not.

    """
    phrase, _, plain = rule.partition(" => ")
    said = phrase.removeprefix("^").removesuffix("?")
    kept = frozenset(_HOLE.findall(plain))
    begin = "^" if phrase[0] == "^" else r"\b"
    end = r"(?=\W*$)" if phrase[-1] == "?" else r"(?!\w)"
    inside = _expression(said, kept, itertools.count())
    pattern = re.compile(f"{begin}{inside}{end}", re.IGNORECASE)
    if lost := kept - {_name(group) for group in pattern.groupindex}:
        raise ValueError(f"nothing is kept as {', '.join(sorted(lost))}: {rule}")
    return Rewrite(pattern, plain.removesuffix("?"))


def _expression(template: str, kept: frozenset[str], numbers: Iterator[int]) -> str:
    """A template as a regular expression, with groups for what is kept."""
    words, holes = _HOLE.split(template)[::2], _HOLE.findall(template)
    if any(brace in "".join(words) for brace in "{}"):
        raise ValueError(f"braces that do not match, or too deep: {template}")
    filled = [*(_hole(hole, kept, numbers) for hole in holes), ""]
    return "".join(re.escape(word) + hole for word, hole in zip(words, filled, strict=True))


def _hole(said: str, kept: frozenset[str], numbers: Iterator[int]) -> str:
    if said.startswith("!"):
        return rf"(?!{_hole(said[1:], kept, numbers)}\b)"
    named = _NAMED.match(said)
    said = said[named.end() :] if named else said
    name = named[1] if named else said
    slots, words = _content()["slots"], _content()["words"]
    several = words[said] if _WORD.fullmatch(said) and said not in slots else _OR.split(said)
    inside = slots.get(said) or _choice(several, kept, numbers)
    keeps = named or name in kept
    return f"(?P<{name}_{next(numbers)}>{inside})" if keeps else f"(?:{inside})"


def _choice(several: Sequence[str], kept: frozenset[str], numbers: Iterator[int]) -> str:
    longest_first = sorted(several, key=len, reverse=True)
    return "|".join(_expression(one, kept, numbers) for one in longest_first)


def _slots(match: re.Match[str]) -> dict[str, str]:
    """What was kept by name; of holes that bear the same name, the one that was said."""
    slots: dict[str, str] = {}
    for group, said in match.groupdict("").items():
        slots[_name(group)] = slots.get(_name(group)) or said
    return slots


def _name(group: str) -> str:
    """What a group is called in the rule: without its number, which no other group has."""
    return group.rpartition("_")[0]


@functools.cache
def _content() -> Mapping[str, Any]:
    text = resources.files("hirec.understanding").joinpath("plainly.yaml").read_text("utf-8")
    content: Mapping[str, Any] = load_yaml(text)
    return content
