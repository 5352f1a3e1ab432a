"""What a run is made of, as the command line that started it knows."""

import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hirec.evaluation.origin import Origin


class DataState(StrEnum):
    """What is known of the questions; the library's own, without loading it for ``--help``."""

    UNSTATED = "unstated"
    UNTOUCHED = "untouched"
    DEVELOPED = "developed"
    GENERATED = "generated"


STATE_HELP = "Whether developers knew the questions, for `eval report`."


def origin_of(*data: Path, state: DataState = DataState.UNSTATED) -> "Origin":
    """Tell the command line, its data and what is said of it."""
    from hirec.evaluation.origin import DataState as State
    from hirec.evaluation.origin import Origin

    return Origin(shlex.join(["hirec", *sys.argv[1:]]), data, State(state.value))
