"""``hirec keys``: who may use a served index."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import json_line, print_json
from serving.cli.options import AsJson

app = typer.Typer(name="keys", help="Keys for a served index.", no_args_is_help=True)
File = Annotated[Path, typer.Option("--keys", help="SQLite file of the keys.")]


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="Whose it is.")],
    keys: File,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            help="ACTION or ACTION:INDEX; ask, read, feedback, ingest, operate. Default: ask, read."
        ),
    ] = None,
    per_minute: Annotated[int, typer.Option(min=1, help="Requests a minute.")] = 120,
    as_json: AsJson = False,
) -> None:
    """Make a key and print it, this once: only its hash is kept."""
    from serving.keys import KeyStore, Scope

    scopes = [Scope.parse(each) for each in scope or ("ask", "read")]
    made, text = KeyStore(keys).create(name, scopes, per_minute)
    typer.echo(json_line({**asdict(made), "key": text}) if as_json else text)


@app.command("list")
def listed(keys: File, as_json: AsJson = False) -> None:
    """List all keys, without their secrets."""
    from serving.keys import KeyStore

    made = KeyStore(keys).all()
    if as_json:
        print_json([asdict(key) for key in made])
        return
    for key in made:
        state = f"revoked {key.revoked}" if key.revoked else "in force"
        scopes = " ".join(map(str, key.scopes))
        typer.echo(f"{key.key_id}  {key.name}  {scopes}  {key.per_minute}/min  {state}")


@app.command()
def revoke(key_id: Annotated[str, typer.Argument(help="As `list` prints it.")], keys: File) -> None:
    """Refuse a key from now on, also in servers that run."""
    from serving.keys import KeyStore

    KeyStore(keys).revoke(key_id)
