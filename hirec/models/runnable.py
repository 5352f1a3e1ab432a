"""A cross-encoder ready to run: its tokenizer, and its network on a backend."""

from dataclasses import dataclass

from hirec.models.backends import Network, make_network
from hirec.models.converted import Inputs
from hirec.models.pair_tokenizer import PairTokenizer
from hirec.models.weights import PairModel, load_pair_model
from hirec.settings import ModelSettings


@dataclass(frozen=True, slots=True)
class RunnableModel:
    """What scores pairs."""

    tokenizer: PairTokenizer
    network: Network
    max_tokens: int
    """Question and passage together."""


def convert(source: str, settings: ModelSettings) -> RunnableModel:
    """Load a model with its weights onto the backend of the settings; raises ModelError."""
    loaded = load_pair_model(source, settings.device, settings.reranker_max_tokens)
    tokenizer = PairTokenizer(loaded.tokenizer, figures=loaded.figures)
    network = make_network(loaded.model, example_of(loaded), settings)
    return RunnableModel(tokenizer, network, loaded.max_tokens)


def example_of(loaded: PairModel) -> Inputs:
    """Any inputs of a model, which its conversion traces."""
    tokenizer = PairTokenizer(loaded.tokenizer, figures=loaded.figures)
    example: Inputs = tokenizer.pad(tokenizer.pairs([("a", "b")] * 2, loaded.max_tokens))
    return example
