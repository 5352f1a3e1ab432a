"""Weights by name: a folder of this machine, or a model of a hub, fetched once."""

from pathlib import Path

from hirec.types import ModelError

_WANTED = ["*.json", "*.txt", "*.model", "*.safetensors"]
_OTHER_FORMATS = ["onnx/*", "openvino/*"]
_PICKLED = "*.bin"


def local_folder(source: str, role: str) -> Path:
    """Folder of the weights that ``source`` names, fetched where it is not a folder itself.

    A hub that cannot be reached is asked once, without the minutes of retries of the libraries
    that load models; what an earlier run fetched is then used. ``role`` says in errors what the
    weights are for.

    Raises:
        ModelError: no folder of that name, and no hub that gives one.

    """
    folder = Path(source)
    if folder.is_dir():
        return folder
    from huggingface_hub import snapshot_download

    try:
        fetched = snapshot_download(source, allow_patterns=_WANTED, ignore_patterns=_OTHER_FORMATS)
        if not any(Path(fetched).glob("*.safetensors")):
            fetched = snapshot_download(source, allow_patterns=[*_WANTED, _PICKLED])
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(
            f"Cannot fetch the {role} '{source}' from a model hub ({type(error).__name__}): give "
            "a folder with its weights, or let this machine reach the hub once."
        ) from error
    return Path(fetched)
