"""What goes wrong in training, by name."""

from hirec.types import HirecError


class TrainingError(HirecError):
    """Records are missing or malformed, or a run cannot go on."""
