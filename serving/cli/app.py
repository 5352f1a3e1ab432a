"""The ``hirec`` command: its sub-commands, and one way of reporting what went wrong."""

import importlib
import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import typer
from typer.core import TyperGroup

from serving.cli.startup import uncollected

if TYPE_CHECKING:
    from types import TracebackType


EXIT_FAILED = 2
"""A named failure; the one sentence about it is on standard error."""


class Listed(NamedTuple):
    """A sub-command as ``hirec --help`` lists it."""

    module: str
    name: str
    """A function, or a :class:`typer.Typer` with commands of its own."""
    summary: str


COMMANDS = {
    "demo": Listed(
        "serving.cli.demo",
        "demo",
        "Index the sample collection and ask a lookup, a comparison, and one that must be refused.",
    ),
    "fetch": Listed(
        "serving.cli.fetch",
        "fetch",
        "Fetch filings from EDGAR; files already there are skipped, a killed run continues.",
    ),
    "index": Listed(
        "serving.cli.index",
        "index",
        "Read filings into an index; unchanged files are skipped, a killed run continues.",
    ),
    "ask": Listed(
        "serving.cli.ask",
        "ask",
        "Answer a question from an index; exit code 3 where the filings do not say.",
    ),
    "chat": Listed(
        "serving.cli.ask",
        "chat",
        "Answer one question after another, each with the ones before in mind, "
        "until an empty line.",
    ),
    "inspect": Listed(
        "serving.cli.inspect",
        "inspect",
        "Show a filing's identity, a page as we understood it, the ledger, or cards.",
    ),
    "trace": Listed(
        "serving.cli.trace", "app", "What stored runs did, and whether they can be repeated."
    ),
    "eval": Listed("serving.cli.eval", "app", "Measure answers against questions with gold pages."),
    "llm": Listed("serving.cli.llm", "app", "The language model of the settings."),
    "train": Listed("serving.cli.train", "app", "Train models from an index and questions."),
    "serve": Listed(
        "serving.cli.serve", "app", "Serve indexes over HTTP or MCP, or start a model's server."
    ),
    "keys": Listed("serving.cli.keys", "app", "Keys for a served index."),
    "feedback": Listed("serving.cli.feedback", "app", "What people said of answers."),
}


class Commands(TyperGroup):
    """Loads the module of a sub-command when it is run, so that ``--help`` loads none."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - Typer's own
        """Put the sub-command itself in the place of its line in the list."""
        if args and args[0] in COMMANDS:
            with uncollected():
                self.add_command(_loaded(args[0]), args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Commands,
    name="hirec",
    help="Ask questions over SEC filings; every number of an answer can be traced to its page.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for _name, _listed in COMMANDS.items():
    app.command(_name, help=_listed.summary)(lambda: None)


def _loaded(name: str) -> Any:  # noqa: ANN401 - Typer keeps the type of its commands private
    listed = COMMANDS[name]
    target = getattr(importlib.import_module(listed.module), listed.name)
    group = typer.Typer(add_completion=False)
    group.callback()(lambda: None)
    if isinstance(target, typer.Typer):
        group.add_typer(target, name=name)
    else:
        group.command(name)(target)
    return cast(TyperGroup, typer.main.get_command(group)).commands[name]


def whole() -> TyperGroup:
    """The application with every sub-command loaded: for documentation and checks of it."""
    group = cast(TyperGroup, typer.main.get_command(app))
    for name in COMMANDS:
        group.add_command(_loaded(name), name)
    return group


def main() -> None:
    """Run the command line.

    What a user can mend (a ``HirecError``, a file that the system refuses) ends it with one
    sentence and exit code 2.
    """
    with _Reported():
        app()


class _Reported:
    """Ends the process with a report where a ``HirecError`` comes; not imported before."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: object, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        if error is None or isinstance(error, SystemExit):
            return
        from hirec.types import HirecError

        if isinstance(error, HirecError | OSError) and not isinstance(error, BrokenPipeError):
            report(error, as_json="--json" in sys.argv[1:])
            sys.exit(EXIT_FAILED)


def report(error: Exception, *, as_json: bool) -> None:
    """Say what went wrong on standard error: a sentence, or an object with its name."""
    message = str(error)
    if isinstance(error, OSError) and error.strerror:
        message = ": ".join(str(part) for part in (error.filename, error.strerror) if part) + "."
    if as_json:
        content = {"error": type(error).__name__, "message": message}
        print(json.dumps(content, ensure_ascii=False), file=sys.stderr)
    else:
        print(f"hirec: {message}", file=sys.stderr)
