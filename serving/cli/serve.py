"""``hirec serve``: servers that belong to hirec."""

import json
import shlex
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from hirec.settings import Settings

app = typer.Typer(name="serve", help="Start servers.", no_args_is_help=True)


@app.callback()
def about() -> None:
    """Start servers."""


@app.command("llm")
def llm(
    settings: Annotated[
        Path | None, typer.Option(help="YAML preset, such as configs/vllm.yaml.")
    ] = None,
    model: Annotated[str, typer.Option(help="Folder or hub name of the weights.")] = "",
    executable: Annotated[str, typer.Option(help="The `vllm` command to use.")] = "",
    adapter: Annotated[
        list[str] | None, typer.Option(help="LoRA adapter as NAME=FOLDER; may be repeated.")
    ] = None,
    log: Annotated[Path, typer.Option(help="File for what vLLM prints.")] = Path("vllm.log"),
    show: Annotated[bool, typer.Option("--print", help="Print the command only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Start vLLM as hirec wants it, and keep it until Ctrl-C.

    Prefixes are cached, structured outputs leave no free white space, LoRA adapters have names.
    """
    from serving.llm.command import address, base_url, vllm_command
    from serving.llm.server import ServerProcess

    chosen = _chosen(settings, model, executable, adapter or [])
    command = vllm_command(chosen)
    if show:
        typer.echo(json.dumps({"command": command}) if as_json else shlex.join(command))
        return
    host, port = address(chosen)
    signal.signal(signal.SIGTERM, _leave)
    typer.echo(f"Starting {shlex.join(command)}\nIts log: {log}", err=True)
    with ServerProcess(command, host, port, log, chosen.server.start_timeout_s) as server:
        try:
            seconds = server.wait_ready(_waiting if sys.stderr.isatty() else None)
            _canary(chosen)
            _ready(base_url(chosen), chosen, seconds, as_json=as_json)
            status = server.wait()
        except KeyboardInterrupt:
            typer.echo("Stopping.", err=True)
            return
    raise typer.Exit(1 if status else 0)


def _chosen(path: Path | None, model: str, executable: str, adapters: list[str]) -> "Settings":
    from hirec.settings import Settings
    from serving.llm.command import DEFAULT_BASE_URL, ServerError

    chosen = Settings.load(path) if path is not None else Settings()
    given: dict[str, Any] = {}
    if model:
        given["model"] = model
    if executable:
        given["executable"] = executable
    if adapters:
        pairs = [each.partition("=") for each in adapters]
        if not all(name and folder for name, _, folder in pairs):
            raise ServerError("Give each --adapter as NAME=FOLDER.")
        given["adapters"] = {name: folder for name, _, folder in pairs}
    server = chosen.server.model_copy(update=given)
    update: dict[str, Any] = {"base_url": chosen.llm.base_url or DEFAULT_BASE_URL}
    if model or not chosen.llm.model:
        update["model"] = server.model
    return chosen.model_copy(update={"server": server, "llm": chosen.llm.model_copy(update=update)})


def _canary(settings: "Settings") -> None:
    """Make sure that what was started keeps to schemas; raises LlmError."""
    from hirec.llm.client import LlmClient

    with LlmClient(settings.llm) as client:
        client.check()


def _ready(url: str, settings: "Settings", seconds: float, *, as_json: bool) -> None:
    model = settings.llm.model
    if as_json:
        content = {"ready": True, "base_url": url, "model": model, "seconds": round(seconds, 1)}
        print(json.dumps(content), flush=True)
        return
    print(
        f"Ready after {seconds:.0f} s at {url}. Ask with these settings:\n"
        f"llm:\n  base_url: {url}\n  model: {model}",
        flush=True,
    )


def _waiting(seconds: float, line: str) -> None:
    print(f"\r\x1b[K{seconds:5.0f} s  {line[:100]}", end="", file=sys.stderr, flush=True)


def _leave(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends the server too, as Ctrl-C does."""
    del number, frame
    raise KeyboardInterrupt
