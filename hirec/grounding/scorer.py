"""The packaged scorer: memory of labels, boosted trees, bonds, certainty in one file."""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from hirec.grounding.certainty import Certainty
from hirec.grounding.feature_table import MEANING, NAMES
from hirec.grounding.features import FeatureReader, Floats, PageKey
from hirec.grounding.joint import PAIR_FEATURES
from hirec.grounding.late_interaction import READ, LateInteraction
from hirec.grounding.memory import PACKAGED, LabelMemory, packaged_memory
from hirec.grounding.places import Place
from hirec.grounding.siblings import said_words
from hirec.grounding.trees import Trees
from hirec.types import Figure, ModelError

FORMAT = 5
_WORTH = (
    ("label_asked", 1.0),
    ("asked_in_path", 1.0),
    ("asked_anywhere", 1.0),
    ("reminds", 1.0),
    ("best_period", 0.7),
    ("close_before", 0.5),
)
"""What chooses the places that late interaction reads: 0.98 of the right ones are among 120."""
_REMEDY = "make it anew with `hirec train grounding`"


@dataclass(frozen=True, slots=True)
class Weights:
    """What was learnt for evidence of one origin: given with its question, or searched for."""

    trees: Trees
    trust: float
    """Weight of log-odds against bonds."""
    bonds: Floats
    """Weights of :data:`PAIR_FEATURES`."""
    certainty: Certainty

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Weights":
        """Read what `hirec train grounding` wrote of one origin."""
        return cls(
            Trees.from_json(content),
            content["joint"]["trust"],
            np.array(content["joint"]["bonds"]),
            Certainty.from_json(content["certainty"]),
        )


class Scorer:
    """Says how likely each place states a figure."""

    def __init__(self, content: Mapping[str, Any], memory: LabelMemory | None = None) -> None:
        """Take a model file's content; raises :class:`ModelError` where it is of another kind.

        ``memory`` is the file's own where it was read already.
        """
        if content.get("format") != FORMAT or tuple(content.get("features", ())) != NAMES:
            raise ModelError(f"The grounding model is of another version; {_REMEDY}.")
        if tuple(content.get("pairs", ())) != PAIR_FEATURES:
            raise ModelError(f"The grounding model knows other pairs; {_REMEDY}.")
        self.memory = memory or LabelMemory.from_json(content["memory"])
        self._reader = FeatureReader(self.memory)
        self.interaction = LateInteraction.from_json(content["interaction"])
        self._given = Weights.from_json(content["given"])
        self._searched = Weights.from_json(content["searched"])

    def stems(self, figure: Figure) -> frozenset[str]:
        """Words beside which a place may stand."""
        return self._reader.stems(figure)

    def score(
        self,
        figure: Figure,
        places: Sequence[Place],
        prose: Mapping[PageKey, frozenset[str]],
        others: Sequence[Figure] = (),
        *,
        given: bool = False,
    ) -> tuple[Floats, Floats]:
        """Features and log-odds of every place, all in one batch.

        Of a page that came ``given`` with its question every place counts by its words alone.
        """
        features = self._reader.read(figure, places, prose, others)
        if not given:
            read_meaning(features, figure, places, self.interaction)
        trees = self.of(given=given).trees
        return features, trees.decide(features) if places else np.zeros(0)

    def of(self, *, given: bool) -> Weights:
        """What was learnt for a page given with the question, or for passages searched for."""
        return self._given if given else self._searched


def read_meaning(
    features: Floats, figure: Figure, places: Sequence[Place], interaction: LateInteraction
) -> None:
    """Fill in what late interaction knows; ``features`` are those of the places, in their order."""
    if not places:
        return
    found = interaction.features(said_words(figure), places, likeliest(features))
    both = found[:, 0] + found[:, 1]
    features[:, -len(MEANING) :] = np.column_stack([found, both - both.max()])


def likeliest(features: Floats) -> list[int]:
    """Indexes of the places that are worth reading, by words, memory and period."""
    columns = features[:, [NAMES.index(name) for name, _ in _WORTH]]
    worth = columns @ np.array([weight for _, weight in _WORTH])
    return [int(at) for at in np.argsort(-worth, kind="stable")[:READ]]


def load_scorer(path: Path, memory: LabelMemory | None = None) -> Scorer:
    """A scorer from a file; raises :class:`ModelError`."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"Cannot read the grounding model {path}: {error}.") from error
    return Scorer(content, memory)


@functools.cache
def packaged_scorer() -> Scorer:
    """The scorer that comes with the package."""
    with resources.as_file(resources.files("hirec.models").joinpath(PACKAGED)) as path:
        return load_scorer(path, packaged_memory())
