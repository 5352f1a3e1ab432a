"""The child half of the second sandbox, run as a script: reads a request, locks up, computes.

Never imported by the project. Standard library only; it writes ``[kind, text, output]`` as JSON.
"""

import ctypes
import json
import os
import platform
import resource
import signal
import struct
import sys
from typing import Any

_PRELOADED = (
    "bisect calendar collections copy dataclasses datetime decimal enum fractions functools heapq "
    "itertools math numbers operator random re statistics string typing"
)

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SECCOMP_MODE_FILTER = 2
_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | 1, 0x80000000
_OFFSET_NUMBER, _OFFSET_ARCH, _OFFSET_FIRST_ARGUMENT = 0, 4, 16
_X32_BIT = 0x40000000

# Architecture's audit number; ``write``; the calls that memory, locks, clocks and exit need.
# brk mmap munmap mremap madvise futex clock_gettime gettimeofday getrandom exit exit_group
_SYSCALLS = {
    "x86_64": (0xC000003E, 1, (12, 9, 11, 25, 28, 202, 228, 96, 318, 60, 231)),
    "aarch64": (0xC00000B7, 64, (214, 222, 215, 216, 233, 98, 113, 169, 278, 93, 94)),
}


def _filter() -> bytes:
    """A seccomp program: the calls above, ``write`` to standard output, nothing else."""
    arch, write, allowed = _SYSCALLS[platform.machine()]
    steps = [
        (_LOAD, 0, 0, _OFFSET_ARCH),
        (_JUMP_EQUAL, 1, 0, arch),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _OFFSET_NUMBER),
        (_JUMP_GREATER_EQUAL, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL),
    ]
    for number in allowed:
        steps += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    steps += [
        (_JUMP_EQUAL, 0, 3, write),
        (_LOAD, 0, 0, _OFFSET_FIRST_ARGUMENT),
        (_JUMP_EQUAL, 0, 1, 1),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _lock(request: dict[str, Any]) -> None:
    """Give up every right that a computation does not need. Cannot be undone."""
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()  # noqa: PTH123, SIM115
    timeout_s = float(request["timeout_s"])
    limits = {
        resource.RLIMIT_AS: used + int(request["memory_mb"]) * 2**20,
        resource.RLIMIT_CPU: int(timeout_s) + 2,
        resource.RLIMIT_FSIZE: 64 * int(request["output_chars"]) + 65_536,
        resource.RLIMIT_NOFILE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_CORE: 0,
    }
    for name, value in limits.items():
        resource.setrlimit(name, (value, value))
    code = _filter()
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    # The kernel's own timer: once the filter is in place, a program can neither stop it nor
    # catch its signal, whatever C code it is in.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, timeout_s)
    for arguments in (
        (_PR_SET_PDEATHSIG, int(signal.SIGKILL)),
        (_PR_SET_DUMPABLE, 0),
        (_PR_SET_NO_NEW_PRIVS, 1),
        (_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program),
    ):
        padded = [*arguments, 0, 0, 0][:5]
        if libc.prctl(*(a if isinstance(a, bytes) else ctypes.c_ulong(a) for a in padded)) != 0:
            os._exit(70)


class _Output:
    """Standard output of the program: the first characters are kept, the rest is dropped."""

    def __init__(self, room: int) -> None:
        self.room, self.parts = room, list[str]()

    def write(self, text: str) -> int:
        if self.room > 0:
            self.parts.append(str(text[: self.room]))
            self.room -= len(text)
        return len(text)

    def flush(self) -> None:
        """Nothing is buffered."""


def _reply(answer: object) -> tuple[str, str]:
    """Kind and text of a result."""
    if isinstance(answer, bool):
        return "bool", str(answer)
    if isinstance(answer, str):
        return "text", str(answer)
    if isinstance(answer, int) and answer.bit_length() > 128:
        return "error", "the answer is too large to be a real figure"
    if type(answer).__name__ == "Fraction":
        return "number", repr(float(answer))  # type: ignore[arg-type]
    if isinstance(answer, int | float) or type(answer).__name__ == "Decimal":
        return "number", str(answer)
    return "error", f"the answer is a {type(answer).__name__}, not a number, text or truth value"


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error)[:500]}".removesuffix(": ")


def _leave(kind: str, text: str, output: _Output) -> None:
    """Write the reply and go without running any clean-up code."""
    os.write(1, json.dumps([kind, text, "".join(output.parts)]).encode())
    os._exit(0)


def main() -> None:
    """Read the request, lock up, run, reply. What the program raises goes to the hook."""
    request = json.loads(sys.stdin.buffer.read())
    for name in _PRELOADED.split():
        __import__(name)
    output = _Output(int(request["output_chars"]))
    names: dict[str, Any] = {"__name__": "__main__"}
    code = compile(request["source"], "program", "exec")
    sys.stdout = sys.stderr = output
    sys.setrecursionlimit(int(request["recursion"]) + 20)
    sys.excepthook = lambda kind, error, trace: _leave("error", _describe(error), output)  # noqa: ARG005
    _lock(request)
    exec(code, names)  # noqa: S102 - the locked-down child is the place for it
    missing = ("error", "NameError: it sets no variable `answer`")
    _leave(*(_reply(names["answer"]) if "answer" in names else missing), output)


if __name__ == "__main__":
    main()
