"""``hirec llm``: say whether the language model is there, and what the cache holds."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(name="llm", help="The language model of the settings.", no_args_is_help=True)

Preset = Annotated[Path, typer.Option("--settings", help="YAML preset with a section llm.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command()
def check(settings: Preset, as_json: AsJson = False) -> None:
    """Ask the server for JSON of a schema; an error says what is wrong and what to do."""
    from hirec.llm.client import LlmClient
    from hirec.llm.meter import metered
    from hirec.settings import Settings

    chosen = Settings.load(settings).llm
    with LlmClient(chosen) as client, metered() as meter:
        client.check()
    used = meter.usage
    if as_json:
        typer.echo(json.dumps({"server": chosen.base_url, "model": chosen.model, **asdict(used)}))
    elif chosen.mode == "replay":
        typer.echo(f"Replay: replies come out of {chosen.cache}, no server is asked.")
    else:
        typer.echo(
            f"{chosen.base_url} serves {chosen.model} and keeps to JSON Schemas "
            f"({used.seconds:.1f} s, {used.input_tokens} + {used.output_tokens} tokens)."
        )


@app.command()
def cache(settings: Preset, as_json: AsJson = False) -> None:
    """Say what the cache of replies holds, task by task."""
    from hirec.llm.cache import ReplyCache
    from hirec.llm.errors import LlmNotSetError
    from hirec.settings import Settings

    chosen = Settings.load(settings).llm
    if not chosen.cache or not Path(chosen.cache).exists():
        raise LlmNotSetError(
            f"There is no cache of replies at '{chosen.cache}'; name its file in llm.cache and ask "
            "something first."
        )
    held = ReplyCache(chosen.cache).held()
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in held]))
        return
    for each in held:
        version = f" version {each.version}" if each.version else ""
        typer.echo(
            f"{each.task}{version}: {each.replies} replies of {each.model}, "
            f"{each.input_tokens} + {each.output_tokens} tokens, {each.cost_usd:.4f} USD"
        )
