"""What every branch of the settings' tree is: unknown keys are refused, and nothing changes."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A branch of the settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)
