"""llama.cpp's server inside this process: any GGUF, on any processor."""

from hirec.llm.errors import LlmNotSetError, LlmUnreachableError

_CONTEXT = 16_384
"""Tokens of the longest prompt and its reply."""

_running: list[object] = []
"""Servers end with the process: nobody else holds them."""


def start(file: str, threads: int) -> str:
    """Load a model and return the base URL of the server that has it.

    Raises :class:`LlmNotSetError` without the package, :class:`LlmUnreachableError` where the
    model cannot be loaded.
    """
    try:
        import xllamacpp
    except ImportError as error:
        raise LlmNotSetError(
            "llm.engine llamacpp needs its package; install it with `pip install 'hirec[local]'`, "
            "or choose another engine."
        ) from error
    params = xllamacpp.CommonParams()
    params.model.path = file
    params.n_ctx = _CONTEXT
    params.n_parallel = 1
    if threads:
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.port = 0
    params.verbosity = 1
    params.ui = False
    try:
        server = xllamacpp.Server(params)
    except RuntimeError as error:
        answer = " ".join(str(error).split())[:300]
        raise LlmUnreachableError(
            f"llama.cpp cannot load {file} ({answer}); check llm.file and the memory it needs."
        ) from error
    _running.append(server)
    return f"{server.listening_address}/v1"
