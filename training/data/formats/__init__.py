"""Public question sets in the formats that their authors publish, read as records."""

from collections.abc import Callable, Mapping
from pathlib import Path

from training.data.formats.convfinqa import read_convfinqa
from training.data.formats.finagentbench import read_finagentbench
from training.data.formats.finqa import read_finqa
from training.data.formats.finsage import read_finsage
from training.data.formats.multihiertt import read_multihiertt
from training.data.formats.tatqa import read_tatqa
from training.data.record import Record

Reader = Callable[[Path], list[Record]]

READERS: Mapping[str, Reader] = {
    "finqa": read_finqa,
    "tatqa": read_tatqa,
    "convfinqa": read_convfinqa,
    "multihiertt": read_multihiertt,
    "finsage": read_finsage,
    "finagentbench": read_finagentbench,
}
"""Name of a format → its reader; each raises TrainingError or QuestionFileError."""
