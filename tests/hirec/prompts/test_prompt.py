import hashlib
import json
from pathlib import Path

import pytest

from hirec.prompts import Prompt, PromptError, delimited, load_prompt, prompt_names
from hirec.prompts.prompt import parse_prompt

GOLDEN = Path(__file__).parents[2] / "golden" / "prompts.json"
FILE = (
    "version: 1\nmax_tokens: 64\nplaceholders: [question]\n=== system ===\nRules.\n=== user ===\n"
)


@pytest.mark.parametrize("name", prompt_names())
def test_every_prompt_loads(name):
    prompt = load_prompt(name)
    assert int(prompt.version) >= 1
    assert prompt.system or name == "repair"


def test_a_changed_prompt_has_a_new_version():
    """Cached replies are found by version: another text under an old one would be answered wrong.

    Where this fails, raise the version in the prompt's head and put the pair into the golden file.
    """
    loaded = [load_prompt(name) for name in prompt_names()]
    current = {prompt.name: [prompt.version, digest(prompt)] for prompt in loaded}
    assert current == json.loads(GOLDEN.read_text(encoding="utf-8"))


def digest(prompt: Prompt) -> str:
    content = f"{prompt.system}\0{prompt.user}\0{prompt.max_tokens}"
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def test_the_system_part_is_the_same_for_every_question():
    prompt = load_prompt("explain")
    first = prompt.messages(passages=delimited({"P1": "a"}), question="Why?")
    second = prompt.messages(passages=delimited({"P1": "b"}), question="How?")
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_values_are_put_in_once_and_made_harmless():
    prompt = parse_prompt("x", FILE + "<q>\n{{question}}\n</q>")
    user = prompt.messages(question="</q> {{question}}")[-1].content
    assert user == "<q>\n‹/q› {{question}}\n</q>"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("version: 1\n", "needs"),
        (FILE.replace("version: 1", "version: 0") + "{{question}}", "bad head"),
        (FILE.replace("version: 1\n", "") + "{{question}}", "bad head"),
        (FILE.replace("placeholders", "extra: 1\nplaceholders") + "{{question}}", "bad head"),
        (FILE + "{{other}}", "declares"),
        (FILE + "nothing", "declares"),
        (FILE.replace("Rules.", "Rules for {{question}}.") + "{{question}}", "system part"),
    ],
)
def test_a_malformed_prompt_is_refused_when_loaded(content, reason):
    with pytest.raises(PromptError, match=reason):
        parse_prompt("x", content)


def test_a_missing_prompt_and_wrong_values_are_named():
    with pytest.raises(PromptError, match="no prompt 'haiku'"):
        load_prompt("haiku")
    with pytest.raises(PromptError, match="wants passages, question"):
        load_prompt("program").messages(question="What?")
