"""Files of models that run in this process: where they lie, and which are known by name."""

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from hirec.llm.errors import LlmNotSetError

FOLDER_VARIABLE = "HIREC_MODELS"
"""Environment variable that names another folder for models."""


@dataclass(frozen=True, slots=True)
class Official:
    """A file that its makers publish on the hub."""

    repository: str
    file: str


OFFICIAL = {
    "qwen2.5-0.5b-instruct": Official(
        "Qwen/Qwen2.5-0.5B-Instruct-GGUF", "qwen2.5-0.5b-instruct-q4_k_m.gguf"
    ),
    "qwen2.5-1.5b-instruct": Official(
        "Qwen/Qwen2.5-1.5B-Instruct-GGUF", "qwen2.5-1.5b-instruct-q4_k_m.gguf"
    ),
    "qwen2.5-3b-instruct": Official(
        "Qwen/Qwen2.5-3B-Instruct-GGUF", "qwen2.5-3b-instruct-q4_k_m.gguf"
    ),
    "qwen2.5-coder-1.5b-instruct": Official(
        "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF", "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
    ),
}
"""Name → official file, four bits a weight. What the hub says of its hash is checked."""


def models_folder() -> Path:
    """Where ``hirec llm get`` puts models."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_data_path("hirec") / "models"


def stored(name: str) -> Path:
    """Where the model of that name lies, or would."""
    return models_folder() / f"{name}.gguf"


def find_model(file: str) -> Path:
    """The GGUF at a path, or brought under a name; raises :class:`LlmNotSetError`."""
    for path in (Path(file).expanduser(), stored(file)):
        if path.is_file():
            return path
    hint = f"`hirec llm get {file}`" if file in OFFICIAL else "`hirec llm get NAME --file FILE`"
    raise LlmNotSetError(
        f"There is no model '{file}' (llm.file), neither at that path nor in {models_folder()}; "
        f"bring it with {hint}."
    )
