"""``hirec serve``: the API with its page, the tools of assistants, a language model's server."""

import shlex
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hirec.types import HirecError
from serving.cli.extras import extra
from serving.cli.lines import json_line, print_json
from serving.cli.options import AsJson

if TYPE_CHECKING:
    from hirec.settings import Settings
    from serving.http.site import Site


class IndexNeededError(HirecError):
    """Nothing to serve was named."""


app = typer.Typer(name="serve", help="Serve indexes over HTTP or MCP, or start a model's server.")
Indexes = Annotated[
    list[str] | None,
    typer.Option("--index", help="Folder of an index, or NAME=FOLDER; may be repeated."),
]
Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")]
Preset = Annotated[Path | None, typer.Option(help="YAML preset for all indexes.")]
KeepTraces = Annotated[
    float | None, typer.Option(min=0, help="Days to keep stored runs for; left out: for good.")
]
Keys = Annotated[Path | None, typer.Option(help="Keys that are asked for; see `hirec keys`.")]
Workers = Annotated[int, typer.Option(min=1, help="Questions at once.")]
LongestWait = Annotated[
    float, typer.Option(min=0, help="Seconds a question may wait for its turn; longer gets 429.")
]


@app.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    index: Indexes = None,
    host: Host = "127.0.0.1",
    port: Port = 8321,
    settings: Preset = None,
    keys: Keys = None,
    workers: Workers = 2,
    longest_wait: LongestWait = 30,
    uploads: Annotated[
        Path | None, typer.Option(help="Folder to keep filings in that are handed in; else none.")
    ] = None,
    keep_traces: KeepTraces = None,
    as_json: AsJson = False,
) -> None:
    """Serve the API and the page for one index or several, until Ctrl-C.

    With OTEL_EXPORTER_OTLP_ENDPOINT each question is told as OpenTelemetry spans (extra `otel`).
    """
    if context.invoked_subcommand is not None:
        return
    if not index:
        raise IndexNeededError("Say what to serve: hirec serve --index FOLDER.")
    with extra("serve", "hirec serve"):
        from serving.http.app import make_app
        from serving.http.logs import log_to_stderr
        from serving.http.server import bound, require_keys_or_loopback, run

    require_keys_or_loopback(host, keyed=keys is not None)
    with bound(host, port) as listening:
        site = _site(index, settings, keys, workers, longest_wait, keep_traces, uploads)
        address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"
        _serving(address, list(site.registry), keyed=keys is not None, as_json=as_json)
        log_to_stderr()
        run(make_app(site), listening)


@app.command("mcp")
def mcp(
    index: Indexes = None,
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP at /mcp, not on standard input and output.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = 8322,
    settings: Preset = None,
    keys: Keys = None,
    workers: Workers = 2,
    longest_wait: LongestWait = 30,
    keep_traces: KeepTraces = None,
    as_json: AsJson = False,
) -> None:
    """Serve the tools of an assistant over MCP: ask, search, read a page, explain a run.

    An assistant that starts its tools itself gets `hirec serve mcp --index FOLDER` as the command.
    """
    if not index:
        raise IndexNeededError("Say what to serve: hirec serve mcp --index FOLDER.")
    if keys is not None and not http:
        raise HirecError("--keys go with --http; whoever starts the process may ask it.")
    with extra("mcp", "hirec serve mcp"):
        from serving.http.logs import log_to_stderr
        from serving.http.server import bound, require_keys_or_loopback, run
        from serving.mcp.server import PATH, make_http_app, run_stdio

    log_to_stderr()
    if not http:
        run_stdio(_site(index, settings, keys, workers, longest_wait, keep_traces))
        return
    require_keys_or_loopback(host, keyed=keys is not None)
    with bound(host, port) as listening:
        site = _site(index, settings, keys, workers, longest_wait, keep_traces)
        address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"
        _serving(address + PATH, list(site.registry), keyed=keys is not None, as_json=as_json)
        run(make_http_app(site), listening)


def _site(
    index: list[str],
    settings: Path | None,
    keys: Path | None,
    workers: int,
    longest_wait: float,
    keep_traces: float | None,
    uploads: Path | None = None,
) -> "Site":
    """The indexes opened, with what guards them."""
    from hirec.settings import Settings
    from serving.http.registry import IndexRegistry, named_folders
    from serving.http.site import Limits, Site
    from serving.keys import KeyStore
    from serving.retention import Retention
    from serving.telemetry import Telemetry, configured

    telemetry = None
    if configured():
        with extra("otel", "Sending spans"):
            telemetry = Telemetry.from_environment()
    retention = Retention(keep_traces) if keep_traces is not None else None
    store = KeyStore(keys) if keys is not None else None
    registry = IndexRegistry.open(
        named_folders(index), Settings.load(settings) if settings else None
    )
    hosts = Site.hosts if store is None else ()
    return Site(
        registry, store, Limits(workers, longest_wait), hosts, uploads, telemetry, retention
    )


def _serving(address: str, names: list[str], *, keyed: bool, as_json: bool) -> None:
    """Say where, what and for whom, once the indexes are open."""
    if as_json:
        print_json({"address": address, "indexes": names, "keys": keyed})
        return
    who = "for who has a key" if keyed else "without keys, for this machine only"
    print(f"Serving {', '.join(names)} at {address}, {who}. Ctrl-C ends it.", flush=True)


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
    as_json: AsJson = False,
) -> None:
    """Start vLLM as hirec wants it, and keep it until Ctrl-C.

    Prefixes are cached, structured outputs leave no free white space, LoRA adapters have names.
    """
    from serving.llm.command import address, base_url, vllm_command
    from serving.llm.server import ServerProcess

    chosen = _chosen(settings, model, executable, adapter or [])
    command = vllm_command(chosen)
    if show:
        typer.echo(json_line({"command": command}) if as_json else shlex.join(command))
        return
    host, port = address(chosen)
    signal.signal(signal.SIGTERM, _leave)
    typer.echo(f"Starting {shlex.join(command)}\nIts log: {log}", err=True)
    with ServerProcess(command, host, port, log, chosen.vllm.start_timeout_s) as server:
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
    vllm = chosen.vllm.model_copy(update=given)
    update: dict[str, Any] = {"base_url": chosen.llm.base_url or DEFAULT_BASE_URL}
    if model or not chosen.llm.model:
        update["model"] = vllm.model
    return chosen.model_copy(update={"vllm": vllm, "llm": chosen.llm.model_copy(update=update)})


def _canary(settings: "Settings") -> None:
    """Make sure that what was started keeps to schemas; raises LlmError."""
    from hirec.llm.client import LlmClient

    with LlmClient(settings.llm) as client:
        client.check()


def _ready(url: str, settings: "Settings", seconds: float, *, as_json: bool) -> None:
    model = settings.llm.model
    if as_json:
        content = {"ready": True, "base_url": url, "model": model, "seconds": round(seconds, 1)}
        print_json(content)
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
