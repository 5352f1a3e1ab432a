"""The ``hirec`` command: its sub-commands, and one way of reporting what went wrong."""

import json
import sys

import typer

from hirec.types import HirecError
from serving.cli.ask import ask, chat
from serving.cli.demo import demo
from serving.cli.eval import app as eval_app
from serving.cli.feedback import app as feedback_app
from serving.cli.fetch import fetch
from serving.cli.index import index
from serving.cli.inspect import inspect
from serving.cli.keys import app as keys_app
from serving.cli.llm import app as llm_app
from serving.cli.serve import app as serve_app
from serving.cli.trace import app as trace_app
from serving.cli.train import app as train_app

EXIT_FAILED = 2
"""A named failure; the one sentence about it is on standard error."""

app = typer.Typer(
    name="hirec",
    help="Ask questions over SEC filings; every number of an answer can be traced to its page.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(demo)
app.command()(fetch)
app.command()(index)
app.command()(ask)
app.command()(chat)
app.command()(inspect)
app.add_typer(trace_app)
app.add_typer(eval_app)
app.add_typer(llm_app)
app.add_typer(train_app)
app.add_typer(serve_app)
app.add_typer(keys_app)
app.add_typer(feedback_app)


def main() -> None:
    """Run the command line; a :class:`HirecError` ends it with one sentence and exit code 2."""
    try:
        app()
    except HirecError as error:
        report(error, as_json="--json" in sys.argv[1:])
        sys.exit(EXIT_FAILED)


def report(error: HirecError, *, as_json: bool) -> None:
    """Say what went wrong on standard error: a sentence, or an object with its name."""
    if as_json:
        content = {"error": type(error).__name__, "message": str(error)}
        print(json.dumps(content, ensure_ascii=False), file=sys.stderr)
    else:
        print(f"hirec: {error}", file=sys.stderr)
