"""``hirec llm``: bring a model, say whether it is there, and what the cache of replies holds."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsJson, ModelPreset

app = typer.Typer(name="llm", help="The language model of the settings.", no_args_is_help=True)


@app.command()
def check(settings: ModelPreset, as_json: AsJson = False) -> None:
    """Ask the server for JSON of a schema; an error says what is wrong and what to do."""
    from hirec.llm.local import open_client
    from hirec.llm.meter import metered
    from hirec.settings import Engine, Settings

    whole = Settings.load(settings)
    chosen = whole.llm
    with open_client(whole) as client, metered() as meter:
        client.check()
    used = meter.usage
    if as_json:
        where = chosen.base_url or chosen.engine.value
        print_json({"server": where, "model": client.name, **asdict(used)})
    elif chosen.engine is not Engine.SERVER:
        typer.echo(
            f"{chosen.engine} runs {client.name} in this process and keeps to JSON Schemas "
            f"({used.seconds:.1f} s with loading it)."
        )
    elif chosen.mode == "replay":
        typer.echo(f"Replay: replies come out of {chosen.cache}, no server is asked.")
    else:
        typer.echo(
            f"{chosen.base_url} serves {chosen.model} and keeps to JSON Schemas "
            f"({used.seconds:.1f} s, {used.input_tokens} + {used.output_tokens} tokens)."
        )


@app.command()
def get(
    name: Annotated[str, typer.Argument(help="Such as qwen2.5-1.5b-instruct.")],
    file: Annotated[Path | None, typer.Option(help="A GGUF that is there already.")] = None,
    hub: Annotated[str, typer.Option(envvar="HF_ENDPOINT", help="Address of the hub.")] = "",
    as_json: AsJson = False,
) -> None:
    """Bring a model for this machine: the official file, its hash checked, or one that is there."""
    from serving.llm.download import HUB, fetch_model, take_file

    showing = _loaded if sys.stderr.isatty() and not as_json else None
    path = take_file(name, file) if file else fetch_model(name, hub or HUB, showing)
    if as_json:
        print_json({"name": name, "file": str(path)})
        return
    typer.echo(
        f"{path}\nAsk with configs/laptop.yaml, or these settings:\n"
        f"llm:\n  engine: openvino\n  file: {name}"
    )


def _loaded(have: int, whole: int) -> None:
    share = f" of {whole / 1e6:,.0f}" if whole else ""
    print(f"\r\x1b[K{have / 1e6:,.0f}{share} MB", end="", file=sys.stderr, flush=True)


@app.command()
def cache(settings: ModelPreset, as_json: AsJson = False) -> None:
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
    usage = ReplyCache(chosen.cache).usage()
    if as_json:
        print_json([asdict(each) for each in usage])
        return
    for each in usage:
        version = f" version {each.version}" if each.version else ""
        failed = f" ({each.failed} cannot be used)" if each.failed else ""
        typer.echo(
            f"{each.task}{version}: {each.replies} replies{failed} of {each.model}, "
            f"{each.input_tokens} + {each.output_tokens} tokens, {each.cost_usd:.4f} USD"
        )
