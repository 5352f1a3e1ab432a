"""What every branch of the settings' tree is, and how a file of such settings is read."""

from pathlib import Path
from typing import Self

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.types import HirecError
from hirec.validation_errors import first_problem
from hirec.yaml_files import load_yaml


class SettingsError(HirecError):
    """A settings file is missing, is not YAML, or holds an unknown key or a bad value."""


class Section(BaseModel):
    """A branch of the settings: unknown keys are refused, and nothing changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a YAML file over the defaults; raises :class:`SettingsError`."""
        try:
            content = load_yaml(Path(path).read_text(encoding="utf-8")) or {}
        except OSError as error:
            raise SettingsError(f"Cannot read settings {path}: {error.strerror}.") from error
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            reason = " ".join(str(error).split())
            raise SettingsError(f"Settings {path} are not YAML: {reason}.") from error
        try:
            return cls.model_validate(content)
        except ValidationError as error:
            value = error.errors()[0]["input"]
            if isinstance(value, dict):
                raise SettingsError(f"Settings {path}: {first_problem(error)}.") from error
            problem = first_problem(error, "top level")
            raise SettingsError(f"Settings {path}: {problem} (got {value!r}).") from error
