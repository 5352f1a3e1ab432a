"""ConvFinQA (Chen et al., EMNLP 2022): conversations over FinQA's pages.

The questions of a conversation lean on each other; only those that stand alone become records,
each with the places that the conversation needs.
"""

from pathlib import Path

from hirec.datasets.convfinqa import load_convfinqa, stands_alone
from training.data.formats.finqa import over_passages
from training.data.formats.pages import records_of
from training.data.record import Record
from training.errors import TrainingError

SOURCE = "convfinqa"


def read_convfinqa(path: Path) -> list[Record]:
    """Read the train or dev file of the official release.

    Raises:
        TrainingError: the file does not say which places of a page answer.
        QuestionFileError: as :func:`hirec.datasets.convfinqa.load_convfinqa`.

    """
    turns = load_convfinqa(path)
    if not any(turn.gold_places for turn in turns):
        raise TrainingError(f"{path} has no `gold_inds`: give the official train.json or dev.json.")
    alone = (turn for turn in turns if stands_alone(turn.question))
    return records_of([over_passages(turn) for turn in alone], SOURCE)
