"""Weights in half precision, as text: how small models are kept in JSON."""

import base64

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


def encoded(weights: Floats) -> str:
    """Weights as text, row by row."""
    return base64.b64encode(weights.astype("<f2").tobytes()).decode("ascii")


def decoded(text: str) -> Floats:
    """Inverse of :func:`encoded`, but for the shape: all weights in a row."""
    return np.frombuffer(base64.b64decode(text), dtype="<f2").astype(np.float32)
