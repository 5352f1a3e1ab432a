"""Run a model-written program where it can do no harm, and return one checked value.

The first engine is Monty, a Python interpreter in a worker process without files, network or
environment. What Monty does not know (a module, a piece of syntax) goes to the locked-down CPython
child of :mod:`hirec.programs.lockdown`; running out of a limit never does.
"""

import ast
import sys
import time
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal

import pydantic_monty as monty

from hirec.programs import lockdown
from hirec.settings import SandboxSettings
from hirec.types import Program, ProgramError

MAX_SOURCE_CHARS = 20_000
"""Longest program accepted."""

LARGEST = Decimal(10) ** 30
"""Results from here on are taken for a runaway computation, not for money."""

_UNKNOWN_TO_MONTY = (ModuleNotFoundError, ImportError, NotImplementedError)


class Engine(StrEnum):
    """Which interpreter ran a program."""

    MONTY = "monty"
    CPYTHON = "cpython"


@dataclass(frozen=True, slots=True)
class Run:
    """A finished program."""

    value: Decimal | str | bool
    """What the program left in ``answer``."""
    engine: Engine
    seconds: float
    output: str
    """What it printed, cut at ``output_chars``."""


class _UnknownToMontyError(Exception):
    """Monty lacks a module or a piece of syntax that the program uses."""


class _Output:
    """Keeps the first ``limit`` characters printed and drops the rest."""

    def __init__(self, limit: int) -> None:
        self._room = limit
        self._parts: list[str] = []

    def __call__(self, stream: Literal["stdout", "stderr"], text: str) -> None:  # noqa: ARG002
        if self._room > 0:
            self._parts.append(text[: self._room])
            self._room -= len(text)

    @property
    def text(self) -> str:
        return "".join(self._parts)


def run(program: Program, settings: SandboxSettings) -> Run:
    """Run ``program.source`` and return what it left in the variable ``answer``.

    Raises :class:`ProgramError` where the program is malformed, fails, exceeds a limit, leaves no
    usable answer (none, not finite, 10**30 and above, not a number, text or truth value), or needs
    what neither engine offers.
    """
    _check_source(program.source)
    started = time.perf_counter()
    try:
        raw, output = _run_monty(program.source, settings)
        engine = Engine.MONTY
    except _UnknownToMontyError as unknown:
        if not lockdown.supported():
            raise ProgramError(
                f"Unsupported program: {unknown} in the sandbox, and {sys.platform} has no "
                "second sandbox; write it with plain arithmetic."
            ) from unknown
        raw, output = lockdown.run(program.source, settings)
        engine = Engine.CPYTHON
    value = _checked(raw, settings.output_chars)
    return Run(value, engine, time.perf_counter() - started, output)


def _check_source(source: str) -> None:
    """Refuse what is no Python at all, so that the engines' own errors mean something."""
    if len(source) > MAX_SOURCE_CHARS:
        raise ProgramError(
            f"The program has {len(source)} characters; at most {MAX_SOURCE_CHARS} are run."
        )
    try:
        ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise ProgramError(f"The program is not Python: {error}.") from error
    except (RecursionError, MemoryError) as error:
        raise ProgramError("The program is nested too deeply to be read.") from error


def _run_monty(source: str, settings: SandboxSettings) -> tuple[object, str]:
    """Run in a fresh Monty worker; returns the raw ``answer`` and the output."""
    limits: monty.ResourceLimits = {
        "max_feed_duration_secs": settings.timeout_s,
        "max_memory": settings.memory_mb * 2**20,
        "max_recursion_depth": settings.recursion,
        "max_suspensions": 1000,
    }
    policy: monty.OSPolicy = {"sleep": "zero", "random_start": {"seed": 0}}
    output = _Output(settings.output_chars)
    try:
        with (
            monty.Monty(
                max_processes=1, request_timeout=settings.timeout_s + lockdown.START_S
            ) as pool,
            pool.checkout(limits=limits, os_policy=policy) as session,
        ):
            session.feed_run(source, print_callback=output)
            return _answer_of(session), output.text
    except monty.MontyCrashedError as error:
        reason = "took too long" if error.timed_out else "crashed its interpreter"
        raise ProgramError(f"The program {reason} and was stopped.") from error
    except monty.MontySyntaxError as error:
        raise _UnknownToMontyError(str(error)) from error
    except monty.MontyRuntimeError as error:
        if isinstance(error.exception(), _UNKNOWN_TO_MONTY):
            raise _UnknownToMontyError(str(error)) from error
        raise ProgramError(f"The program failed: {error}.") from error
    except FileNotFoundError as error:
        raise ProgramError(
            "The sandbox's `monty` binary is missing; reinstall pydantic-monty."
        ) from error


def _answer_of(session: monty.MontySession) -> object:
    try:
        return session.feed_run("answer")
    except monty.MontyRuntimeError as error:
        if isinstance(error.exception(), NameError):
            raise ProgramError("The program sets no variable `answer`.") from error
        raise


def _checked(raw: object, longest: int) -> Decimal | str | bool:
    """The raw result as a finite Decimal of sane size, a text or a truth value."""
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        if len(raw) > longest:
            raise ProgramError(f"The program's answer is longer than {longest} characters.")
        return raw
    if isinstance(raw, int) and raw.bit_length() > 128:
        raise ProgramError("The program's answer is too large to be a real figure.")
    if not isinstance(raw, int | float | Decimal):
        raise ProgramError(
            f"The program's answer is a {type(raw).__name__}, not a number, text or truth value."
        )
    value = raw if isinstance(raw, Decimal) else Decimal(repr(raw))
    if not value.is_finite():
        raise ProgramError(f"The program's answer is not a finite number ({value}).")
    if abs(value) >= LARGEST:
        raise ProgramError("The program's answer is too large to be a real figure.")
    return value
