"""MkDocs hook: writes the reference of the command line from the commands themselves."""

from typing import Any

import typer
from mkdocs.structure.files import File, Files
from typer.cli import get_docs_for_click

from serving.cli.app import whole

_PAGE = "reference/cli.md"


def on_files(files: Files, config: Any) -> Files:  # noqa: ANN401 - MkDocs' own configuration
    """Add ``reference/cli.md``, made by Typer's own documentation of the application."""
    group = whole()
    text = get_docs_for_click(obj=group, ctx=typer.Context(group), name="hirec")
    files.append(File.generated(config, _PAGE, content=text))
    return files
