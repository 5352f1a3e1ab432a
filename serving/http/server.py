"""Running the application until it is told to end."""

import signal
import socket
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from hirec.types import HirecError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_BACKLOG = 1024
_GRACE_S = 30
"""Seconds that running questions have after the server was told to end."""


class BindError(HirecError):
    """The server may not, or cannot, listen there."""


def require_keys_or_loopback(host: str, keyed: bool) -> None:
    """Raises :class:`BindError` for an address that others reach where no keys are asked for."""
    if not keyed and host not in LOOPBACK:
        raise BindError(
            f"Without keys hirec serves on 127.0.0.1 only, not on {host}; make some with `hirec "
            "keys create` and give --keys FILE."
        )


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there (port 0: any free one); raises :class:`BindError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # whoever comes before the application does waits
    except OSError as error:
        listening.close()
        raise BindError(
            f"Cannot listen on {host}, port {port}: {error.strerror}; choose another --port."
        ) from error
    return listening


def run(app: ASGIApp, listening: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM; running questions may end first."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
        timeout_keep_alive=15,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _asked_to_end)
    uvicorn.Server(config).run(sockets=[listening])


def _asked_to_end(number: int, frame: FrameType | None) -> None:
    """What uvicorn raises again once it has ended in order, which is then no failure."""
    del number, frame
