"""Everything that can be measured, by name: retrievers, ablations and reading baselines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.datasets.questions import Question
from hirec.evaluation.ablation import STAGES, ablated
from hirec.evaluation.oracle import GoldPages, SingleStore
from hirec.evaluation.run import System
from hirec.evaluation.strategies.decomposition import MAX_QUERIES, Decomposition
from hirec.evaluation.strategies.ircot import Ircot
from hirec.evaluation.strategies.long_context import LongContext, window_chars
from hirec.evaluation.strategies.reflection import Reflection
from hirec.evaluation.strategies.strategy import Reading, Search, Strategy, StrategySystem
from hirec.llm.chat import ChatModel
from hirec.llm.local import open_client
from hirec.models.encoder import load_encoder
from hirec.pipeline import HiREC
from hirec.settings import Settings
from hirec.systems import SYSTEMS, Progress
from hirec.types import QuestionError

GOLD_PAGES = "gold-pages"
SINGLE_STORE = "single-store"
LONG_CONTEXT = "long-context"
_BY_MODEL: Mapping[str, Callable[[Search, Reading, ChatModel, Settings], Strategy]] = {
    "ircot": Ircot,
    "decomposition": Decomposition,
    "self-rag": Reflection,
}
STRATEGIES = (GOLD_PAGES, SINGLE_STORE, LONG_CONTEXT, *_BY_MODEL)
"""Baselines that gather evidence in another way than hirec."""
NAMES = (*SYSTEMS, *STAGES, *STRATEGIES)

Variants = Mapping[str, tuple[str, Settings]]
"""Name of each run → (name of :data:`NAMES`, settings)."""


@contextmanager
def opened(
    index: Path,
    variants: Variants,
    questions: Sequence[Question],
    progress: Progress | None = None,
) -> Iterator[dict[str, System]]:
    """Open an index once for all variants.

    Args:
        index: Its folder.
        variants: Name → (system, settings); the models are those of the first.
        questions: Tell the gold pages to a system that is given them.
        progress: Called with (embedded, all) while passages are embedded for a baseline.

    Raises:
        QuestionError: a name is unknown.
        LlmNotSetError: a baseline asks a language model, and the settings have none.

    """
    for system, _ in variants.values():
        if system not in NAMES:
            raise QuestionError(f"Unknown system '{system}': choose one of {', '.join(NAMES)}.")
    with ExitStack() as stack:
        whole = {name: _opened_as(*chosen) for name, chosen in variants.items()}
        systems = HiREC.open_systems(index, whole, progress)
        for hirec in systems.values():
            stack.callback(hirec.close)
        yield {
            name: _measured(variants[name][0], hirec, variants[name][1], questions, stack)
            for name, hirec in systems.items()
        }


def _opened_as(system: str, settings: Settings) -> tuple[str, Settings]:
    """The retriever behind a name, and the settings that its evidence is read with."""
    if system in STAGES:
        return ablated(system, settings)
    if system in (GOLD_PAGES, SINGLE_STORE):
        return "hirec", settings
    if system == LONG_CONTEXT:
        # Pages are shown whole: what limits them is how many fit.
        return "hirec", _read_all(settings, passages=10_000, chars=10_000 * window_chars(settings))
    if system in _BY_MODEL:
        baselines = settings.baselines
        most = baselines.passages * max(baselines.steps, MAX_QUERIES * baselines.depth)
        room = settings.curation.max_evidence_chars // settings.curation.max_evidence
        return settings.baselines.search, _read_all(settings, most, room * most)
    return system, settings


def _read_all(settings: Settings, passages: int, chars: int) -> Settings:
    """Nothing is curated: what was gathered is the evidence."""
    changed = {"enabled": False, "max_evidence": passages, "max_evidence_chars": chars}
    curation = settings.curation.model_copy(update=changed)
    return settings.model_copy(update={"curation": curation})


def _measured(
    system: str,
    hirec: HiREC,
    settings: Settings,
    questions: Sequence[Question],
    stack: ExitStack,
) -> System:
    if system not in STRATEGIES:
        return hirec
    if system == GOLD_PAGES:
        return GoldPages(hirec, questions)
    if system == SINGLE_STORE:
        return SingleStore(hirec, questions)
    rules = RuleAnalyst(load_encoder(settings.models))
    reading = Reading(hirec)
    passages = settings.baselines.passages
    search = Search(hirec.index, hirec.answerer.retriever, rules, passages)
    if system == LONG_CONTEXT:
        return StrategySystem(hirec.index, LongContext(search, reading, settings))
    chat = stack.enter_context(open_client(settings))
    return StrategySystem(hirec.index, _BY_MODEL[system](search, reading, chat, settings))
