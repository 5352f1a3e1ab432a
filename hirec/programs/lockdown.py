"""The second sandbox: a CPython child that can compute, write its result, and nothing else.

The parent half lives here. The child half, :mod:`hirec.programs.jail`, runs as a script under
``python -I -S`` with an empty environment, imports a few harmless modules, gives up every right
(rlimits, seccomp allow-list, kernel timer) and only then runs the program.
"""

import json
import platform
import signal
import subprocess
import sys
import tempfile
from decimal import Decimal, InvalidOperation
from pathlib import Path

from hirec.settings import SandboxSettings
from hirec.types import ProgramError

_JAIL = Path(__file__).with_name("jail.py")

START_S = 5.0
"""How long the child may take to start, and to be ended by its own timer."""

_OUT_OF_TIME = (-signal.SIGALRM, -signal.SIGXCPU) if hasattr(signal, "SIGALRM") else ()


def supported() -> bool:
    """True on Linux on x86-64 and 64-bit ARM, where the seccomp filter is defined."""
    return sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")


def run(source: str, settings: SandboxSettings) -> tuple[object, str]:
    """Run ``source`` in a child; returns the raw ``answer`` and what was printed.

    Raises :class:`ProgramError` where it fails, exceeds a limit or leaves no answer.
    """
    request = json.dumps({"source": source, **settings.model_dump()})
    with tempfile.TemporaryFile() as result:
        # A file, not a pipe: RLIMIT_FSIZE then bounds what a flood can make us hold.
        try:
            child = subprocess.run(  # noqa: S603 - our own script, isolated interpreter
                [sys.executable, "-I", "-S", "-B", str(_JAIL)],
                input=request.encode(),
                stdout=result,
                # Closes when the child ends: we notice at once. The filter lets nothing be written.
                stderr=subprocess.PIPE,
                env={},
                cwd="/",
                timeout=settings.timeout_s + START_S,
                check=False,
                start_new_session=True,
            )
        except subprocess.TimeoutExpired as error:
            raise ProgramError("The program took too long and was stopped.") from error
        result.seek(0)
        reply = result.read()
    if child.returncode in _OUT_OF_TIME:
        raise ProgramError(f"The program took longer than {settings.timeout_s:g} s.")
    return _decode(reply, child.returncode)


def _decode(reply: bytes, returncode: int) -> tuple[object, str]:
    """Read the child's reply as untrusted text."""
    try:
        kind, text, output = json.loads(reply)
    except (ValueError, TypeError, RecursionError) as error:
        raise ProgramError(
            f"The program ended its interpreter without an answer (exit code {returncode})."
        ) from error
    kind, text, output = str(kind), str(text), str(output)
    if kind == "error":
        raise ProgramError(f"The program failed: {text}.")
    if kind == "bool":
        return text == "True", output
    if kind == "number":
        try:
            return Decimal(text), output
        except InvalidOperation as error:
            raise ProgramError(f"The program's answer is no number: {text[:40]}.") from error
    return text, output
