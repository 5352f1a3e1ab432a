"""Programs, friendly and hostile, run for real in both engines."""

import contextlib
import os
import time
from decimal import Decimal
from pathlib import Path

import pytest

from hirec.programs import Engine, Run, lockdown, run
from hirec.settings import SandboxSettings
from hirec.types import Program, ProgramError

SETTINGS = SandboxSettings()
CPYTHON = "import statistics\n"
"""First line that Monty cannot run, so that the rest meets the second sandbox."""

linux_only = pytest.mark.skipif(not lockdown.supported(), reason="second sandbox is Linux only")


def execute(source: str, settings: SandboxSettings = SETTINGS) -> Run:
    return run(Program(source, (), "USD"), settings)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("answer = 0.1 + 0.2", Decimal("0.30000000000000004")),
        ("answer = (120 - 100) / 100 * 100", Decimal("20.0")),
        ("answer = 10**12", Decimal(10) ** 12),
        ("answer = 'yes' if 3 > 2 else 'no'", "yes"),
        ("answer = 3 > 2", True),
        ("from decimal import Decimal\nanswer = Decimal('1.50')", Decimal("1.50")),
        (
            "def growth(new, old):\n    return (new - old) / old\nanswer = growth(3, 2)",
            Decimal("0.5"),
        ),
        ("import math\nanswer = math.sqrt(16)", Decimal("4.0")),
        ("answer = 1  # the last line is a comment", Decimal(1)),
    ],
)
def test_computes_in_monty(source: str, value: Decimal | str | bool) -> None:
    result = execute(source)
    assert (result.value, type(result.value)) == (value, type(value))
    assert result.engine is Engine.MONTY


@linux_only
@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("import statistics\nanswer = statistics.mean([1, 2, 6])", Decimal(3)),
        ("from fractions import Fraction\nanswer = Fraction(1, 4)", Decimal("0.25")),
        ("x = 1\ndel x\nanswer = 2.5", Decimal("2.5")),
        ("def three():\n    yield 3\nanswer = sum(three())", Decimal(3)),
        (CPYTHON + "answer = 'text'", "text"),
        (CPYTHON + "answer = False", False),
        (CPYTHON + "from decimal import Decimal\nanswer = Decimal('1.50')", Decimal("1.50")),
    ],
)
def test_what_monty_lacks_runs_in_the_child(source: str, value: Decimal | str | bool) -> None:
    result = execute(source)
    assert (result.value, type(result.value)) == (value, type(value))
    assert result.engine is Engine.CPYTHON


@linux_only
def test_output_is_kept_and_cut_in_both_engines() -> None:
    for prefix in ("", CPYTHON):
        assert execute(prefix + "print('seen', 1)\nanswer = 1").output == "seen 1\n"
        long = execute(prefix + "for i in range(500): print('x' * 100)\nanswer = 1")
        assert (long.value, len(long.output)) == (Decimal(1), SETTINGS.output_chars)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1", "sets no variable"),
        (CPYTHON + "x = 1", "sets no variable"),
        ("answer = [1]", "is a list"),
        ("answer = None", "is a NoneType"),
        (CPYTHON + "answer = {}", "is a dict"),
        ("answer = float('nan')", "not a finite number"),
        ("answer = float('inf')", "not a finite number"),
        (CPYTHON + "answer = float('inf')", "not a finite number"),
        ("answer = 10**30", "too large"),
        ("answer = 10**400", "too large"),
        ("answer = 1e300", "too large"),
        (CPYTHON + "answer = 10**400", "too large"),
        ("answer = 'x' * 20_000", "longer than"),
        ("answer = 1 / 0", "ZeroDivisionError"),
        (CPYTHON + "answer = 1 / 0", "ZeroDivisionError"),
        ("answer = revenue", "NameError"),
        ("answer = = 1", "not Python"),
        ("answer = 1\0", "not Python"),
        ("answer = " + "-" * 10_000 + "1", "nested too deeply"),
        ("#" * 30_000, "at most 20000"),
        ("import pandas\nanswer = 1", "No module named 'pandas'"),
    ],
)
@linux_only
def test_no_usable_answer_is_a_named_error(source: str, message: str) -> None:
    with pytest.raises(ProgramError, match=message):
        execute(source)


HOSTILE = {
    "read a file": "answer = open('/etc/passwd').read()",
    "write a file": "open('{target}', 'w').write('x')\nanswer = 1",
    "write a file by system call": "import posix\nposix.open('{target}', 65)\nanswer = 1",
    "list a folder": "import os\nanswer = str(os.listdir('/'))",
    "fork": "import posix\nanswer = posix.fork()",
    "spawn": "import posix\nposix.posix_spawn('/bin/true', ['true'], {{}})\nanswer = 1",
    "kill the parent": "import posix\nposix.kill(posix.getppid(), 9)\nanswer = 1",
    "socket": "import socket\nsocket.create_connection(('127.0.0.1', 80))\nanswer = 1",
    "socket through ctypes": (
        "import ctypes\nfd = ctypes.CDLL(None).socket(2, 1, 0)\nassert fd >= 0\nanswer = fd"
    ),
    "import machinery": "__import__('os').system('touch {target}')\nassert 0",
    "endless loop": "while True: pass",
    "endless sleep": "import time\nwhile True: time.sleep(60)",
    "switch off the timer": (
        "import _signal\n_signal.signal(14, _signal.SIG_IGN)\nwhile True: pass"
    ),
    "memory bomb": "answer = len([0] * 10**10)",
    "growing list": "a = ['x']\nwhile True: a.append(a[-1] * 2)",
    "tower of powers": "answer = 9**9**9",
    "deep recursion": "def f(): return f()\nanswer = f()",
    "unbounded recursion": (
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nanswer = f()"
    ),
    "dunder escape": "answer = str(().__class__.__mro__[1].__subclasses__()[0].__init__.__nope__)",
    "format string": "answer = '{{0.__class__.__nope__}}'.format(1)",
    "print flood": "while True: print('x' * 10_000)",
    "flood of the pipe": "import posix\nwhile True: posix.write(1, b'x' * 65_536)",
    "leave at once": "import posix\nposix._exit(0)",
    "system exit": "raise SystemExit(0)",
    "builtins": "answer = 1\nraise ValueError(__builtins__.__nope__)",
    "frames of the host": (
        "import sys\nframe = sys._getframe()\n"
        "while frame.f_code.co_name != 'run': frame = frame.f_back\nanswer = str(frame.f_globals)"
    ),
    "frames of a traceback": (
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n"
        "    answer = error.__traceback__.tb_frame.f_back.f_back.f_back.f_globals['run']"
    ),
    "regular-expression bomb": (
        "import re\nre.match(r'(?:(a+)+)\\1$', 'a' * 40 + 'b')\nraise SystemExit(0)"
    ),
}


@linux_only
@pytest.mark.parametrize("engine", ["", CPYTHON], ids=["monty", "cpython"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_are_contained(name: str, engine: str, tmp_path: Path) -> None:
    target = tmp_path / "written"
    source = engine + HOSTILE[name].format(target=target)
    settings = SandboxSettings(timeout_s=0.3)
    started = time.perf_counter()
    with pytest.raises(ProgramError):
        execute(source, settings)
    assert time.perf_counter() - started < 60
    assert not target.exists()


@linux_only
def test_no_environment_reaches_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIREC_SECRET", "do not tell")
    with pytest.raises(ProgramError):
        execute("import os\nanswer = os.environ['HIREC_SECRET']")
    seen = execute("import posix\nanswer = str(posix.environ)").value
    assert "do not tell" not in str(seen)


@linux_only
def test_programs_do_not_see_each_other() -> None:
    execute("leak = 41\nanswer = leak")
    with pytest.raises(ProgramError, match="NameError"):
        execute("answer = leak")


def _children() -> set[str]:
    """Process ids of this process's children; other tests may have left some of their own."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            parent = stat.read_text().rpartition(")")[2].split()[1]
            if parent == str(os.getpid()):
                found.add(stat.parent.name)
    return found


@linux_only
def test_no_process_stays_behind() -> None:
    before = _children()
    for source in ("while True: pass", CPYTHON + "while True: pass"):
        with pytest.raises(ProgramError):
            execute(source, SandboxSettings(timeout_s=0.1))
    assert _children() <= before


def test_elsewhere_the_program_is_unsupported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockdown, "supported", lambda: False)
    with pytest.raises(ProgramError, match="Unsupported program"):
        execute("import statistics\nanswer = statistics.mean([1, 2])")
