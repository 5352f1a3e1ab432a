"""What README and docs tell a reader to type exists: commands with their options, Python, files."""

import ast
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from serving.cli.app import whole

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_COMMAND = re.compile(r"^\$ (hirec .*?)(?:\s+#.*)?$", re.MULTILINE)
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_ROOMS = ("hirec", "indexing", "training", "serving", "data", "configs", "docs", "tests")
_OURS = re.compile(rf"(?:{'|'.join(_ROOMS)})/[\w./*-]+\.\w+|[\w./*-]+\.(?:py|html|lark)")
"""A file of ours as code spans name it: below a room, or source by the end of its path."""
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8").replace("\\\n", " ")


LINES = sorted({line for page in PAGES for line in _COMMAND.findall(_text(page))})
CODE = [(page, code) for page in PAGES for code in _PYTHON.findall(_text(page))]


@pytest.fixture(scope="module")
def commands() -> Any:
    return whole()


@pytest.mark.parametrize("line", LINES)
def test_a_command_exists_with_its_options(line: str, commands: Any) -> None:
    words = shlex.split(line)[1:]
    command, context = commands, typer.Context(commands, info_name="hirec")
    while words and hasattr(command, "commands") and words[0] in command.commands:
        command = command.commands[words.pop(0)]
        context = typer.Context(command, info_name=command.name, parent=context)
    known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    known |= {name for parameter in command.params for name in parameter.secondary_opts}
    assert command is not commands, f"no such command: {line}"
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize(
    ("page", "code"), CODE, ids=[f"{p.name}-{i}" for i, (p, _) in enumerate(CODE)]
)
def test_python_imports_what_there_is(page: Path, code: str) -> None:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hirec"):
            module = __import__(str(node.module), fromlist=[alias.name for alias in node.names])
            assert all(hasattr(module, alias.name) for alias in node.names), page


@pytest.fixture(scope="module")
def files() -> list[Path]:
    return [*ROOT.glob("*"), *(path for room in _ROOMS for path in (ROOT / room).rglob("*.*"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_spans_name_files_that_exist(page: Path, files: list[Path]) -> None:
    words = {w for span in _CODE.findall(_FENCED.sub("", _text(page))) for w in span.split()}
    named = [word for word in words if _OURS.fullmatch(word)]
    assert not [name for name in named if not any(path.match(name) for path in files)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    generated = {ROOT / "docs" / "reference" / "cli.md"}
    for target in _LINK.findall(_text(page)):
        path = (page.parent / target).resolve()
        assert path.exists() or path in generated, f"{page}: {target}"
        if page.is_relative_to(ROOT / "docs"):  # the site has no other pages
            assert path.is_relative_to(ROOT / "docs"), f"{page} leaves the site: {target}"
