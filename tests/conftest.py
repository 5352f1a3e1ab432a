"""Shared fixtures: the sample collection, and one index built from it for the whole run."""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

gc.disable()  # until all tests are collected: what that makes stays


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never look through modules and tests: a sixth of all time."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


LONG = frozenset(
    (
        "hirec/analysts/llm/test_analyst.py",
        "hirec/analysts/llm/test_trouble.py",
        "hirec/analysts/rule/questions/test_followup.py",
        "hirec/analysts/test_conformance.py",
        "hirec/analysts/test_injection.py",
        "hirec/evaluation/generated/test_questions.py",
        "hirec/evaluation/ranking/test_methods.py",
        "hirec/llm/test_client.py",
        "hirec/llm/test_local.py",
        "hirec/models/test_bert.py",
        "hirec/models/test_converted.py",
        "hirec/models/test_cross_encoder.py",
        "hirec/models/test_exported.py",
        "hirec/programs/test_sandbox.py",
        "hirec/stages/test_by_filing.py",
        "hirec/stages/test_tiers.py",
        "hirec/test_answerer.py",
        "hirec/test_invariance.py",
        "hirec/test_pipeline.py",
        "hirec/understanding/test_paraphrases.py",
        "hirec/understanding/test_properties.py",
        "indexing/enrichment/llm/test_building.py",
        "indexing/test_builder.py",
        "indexing/test_corrections.py",
        "indexing/test_damage.py",
        "indexing/test_pool.py",
        "indexing/test_resume.py",
        "indexing/test_writer.py",
        "serving/audit/test_replay.py",
        "serving/cli/test_ask.py",
        "serving/cli/test_eval.py",
        "serving/cli/test_index.py",
        "serving/cli/test_inspect_cards.py",
        "serving/cli/test_serve.py",
        "serving/cli/test_train.py",
        "serving/cli/test_train_export.py",
        "serving/http/test_site.py",
        "serving/test_surfaces.py",
        "training/grounding/test_training.py",
        "training/test_export.py",
        "training/test_language_model.py",
        "training/test_ranker.py",
        "training/test_reranker.py",
        "training/test_tiny.py",
    )
)
"""Files that train, build or serve: four fifths of the time. ``make coverage`` and ``make quick``
leave them out."""

SLOW = frozenset(
    (
        "data",
        "hirec/analysts/llm/test_real_server.py",
        "hirec/analysts/rule/textual/test_statements.py",
        "hirec/documents/test_answerer.py",
        "hirec/evaluation/ranking/test_graphs.py",
        "hirec/evaluation/reporting/test_plots.py",
        "hirec/evaluation/strategies/test_decomposition.py",
        "hirec/evaluation/strategies/test_ircot.py",
        "hirec/evaluation/strategies/test_reflection.py",
        "hirec/llm/test_cache.py",
        "hirec/llm/test_grammar.py",
        "hirec/llm/test_real_server.py",
        "hirec/models",
        "hirec/prompts/test_schemas.py",
        "hirec/stages/baselines/test_conformance.py",
        "indexing/fetch/test_client.py",
        "indexing/fetch/test_fetcher.py",
        "indexing/test_changing.py",
        "indexing/test_company_list.py",
        "indexing/test_enrichment.py",
        "indexing/test_learning.py",
        "indexing/test_lease.py",
        "indexing/test_ledger_report.py",
        "indexing/test_repairing.py",
        "indexing/test_publishing.py",
        "indexing/test_shards.py",
        "indexing/test_worker.py",
        "serving/cli/test_bad_input.py",
        "serving/cli/test_eval_finqa.py",
        "serving/cli/test_eval_spans.py",
        "serving/cli/test_eval_tatqa.py",
        "serving/cli/test_train_data.py",
        "serving/http/routes/test_uploads.py",
        "serving/http/test_pictures.py",
        "serving/llm/test_server.py",
        "serving/test_sources.py",
        "training/test_card.py",
        "training/test_objectives.py",
        "training/test_pair_module.py",
    )
)
"""What loads torch or takes more than two seconds a file: ``make quick`` leaves it out too, with
every test that needs the index of the sample."""

NIGHTLY = frozenset(
    line
    for line in (ROOT / "tests" / "nightly.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)

REAL_MODEL = "qwen2.5-1.5b-instruct"
_LONGEST_BUILD_S = 600

settings.register_profile("hirec", derandomize=True, deadline=None, max_examples=60, database=None)
settings.load_profile("hirec")


class Stale(pytest.Item):
    """A name that stands in a list for a test or file that is not there: it fails.

    Raised while tests are collected, it would not be told by the processes of pytest-xdist.
    """

    def runtest(self) -> None:
        pytest.fail(f"LONG, SLOW or nightly.txt lists {self.name}, which is not there", False)


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    names = {f"{_name(item.path)}::{item.name}": item for item in items}
    for name in NIGHTLY & names.keys():
        names[name].add_marker(pytest.mark.nightly)
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=[item for item in items if _needs_index(item)])
        items[:] = [item for item in items if not _needs_index(item)]
    # Begun first, so that no process is left alone with a long one at the end.
    items.sort(key=lambda item: _name(item.path) not in LONG)
    items += [Stale.from_parent(session, name=name) for name in _stale(names.keys(), config)]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skip-long", action="store_true", help="leave out the files of LONG")
    parser.addoption("--quick", action="store_true", help="leave out all that takes long")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not even imported: loading torch takes longer than most tests."""
    name = _name(collection_path)
    if config.getoption("--quick"):
        return name in LONG | SLOW or None
    return (config.getoption("--skip-long") and name in LONG) or None


def _stale(names: Collection[str], config: pytest.Config) -> list[str]:
    """Names of the lists that match nothing: a renamed test would run where it is too long.

    Of nightly tests that can be said where their file was collected as a whole.
    """
    files = LONG | SLOW | {_file(name) for name in NIGHTLY}
    stale = {name for name in files if not (ROOT / "tests" / name).exists()}
    if not any("::" in argument for argument in config.args) and not config.getoption("lf", False):
        collected = {_file(name) for name in names}
        stale |= {name for name in NIGHTLY - set(names) if _file(name) in collected}
    return sorted(stale)


def _file(name: str) -> str:
    return name.partition("::")[0]


def _needs_index(item: pytest.Item) -> bool:
    return "sample_index" in getattr(item, "fixturenames", ())


def _name(path: Path) -> str:
    return path.relative_to(ROOT / "tests").as_posix()


@pytest.fixture(scope="session")
def sample_dir() -> Path:
    """The committed sample collection."""
    return ROOT / "data" / "sample"


@pytest.fixture(scope="session")
def sample_index(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of an index of the sample, built once a run: read it, copy it, never rebuild it.

    Of several test processes the first to come builds, the others wait.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, ready = shared / "sample-index", shared / "sample-index.ready"
    try:
        (shared / "sample-index.begun").touch(exist_ok=False)
    except FileExistsError:
        deadline = time.monotonic() + _LONGEST_BUILD_S
        while not ready.exists():
            assert time.monotonic() < deadline, "the process that builds the sample index failed"
            time.sleep(0.2)
        return folder
    from hirec.settings import IndexSettings, Settings
    from indexing.builder import build

    report = build([sample_dir], folder, Settings(index=IndexSettings(workers=1)))
    assert not report.failed
    ready.touch()
    return folder


class LlmServer:
    """A real language-model server (tests/llm_server.py) in a process that can be killed."""

    def __init__(self, model: Path, *options: str) -> None:
        command = [sys.executable, str(ROOT / "tests" / "llm_server.py"), str(model), *options]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        """The base URL for ``llm.base_url``; any model name will do."""
        assert self.url.startswith("http"), "the language-model server did not start"

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._process.kill()
        self._process.communicate()


@pytest.fixture(scope="session")
def start_llm_server(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], LlmServer]]:
    """Starts servers of a tiny model with random weights, or of a real one that is given.

    All are killed at the end.
    """
    tiny = tmp_path_factory.mktemp("llm") / "tiny.gguf"
    servers: list[LlmServer] = []

    def start(real: Path | None = None) -> LlmServer:
        servers.append(LlmServer(real, "real") if real else LlmServer(tiny))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="session")
def llm_server(start_llm_server: Callable[[], LlmServer]) -> LlmServer:
    """One such server for the whole run: ask it, do not kill it."""
    return start_llm_server()


@pytest.fixture(scope="session")
def real_model() -> Path:
    """A GGUF of a model that can read: what HIREC_QWEN names, or what `hirec llm get` brought."""
    from hirec.llm.models import find_model, stored

    if named := os.environ.get("HIREC_QWEN"):
        return find_model(named)
    if not stored(REAL_MODEL).is_file():
        pytest.skip(
            f"no real model: set HIREC_QWEN to its GGUF, or run `hirec llm get {REAL_MODEL}`"
        )
    return stored(REAL_MODEL)


WORDS = """[PAD] [UNK] [CLS] [SEP] [MASK] acme what was the of inventories goodwill cash rent 2022
2023 10 k in question company harbor peak net sales total assets ? · - | , ."""


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backbone of MiniLM's architecture, without a ranking head, that trains in a second."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    folder = tmp_path_factory.mktemp("tiny-base")
    (folder / "vocab.txt").write_text("\n".join(WORDS.split()))
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS.split()),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        initializer_range=0.3,
    )
    BertModel(config).save_pretrained(folder)
    return folder
