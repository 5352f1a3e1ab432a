"""One typed tree of settings; presets in ``configs/`` hold only differences."""

from enum import StrEnum
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from hirec.enrichment_settings import EnrichmentSettings
from hirec.models.settings import RerankServer
from hirec.renamed_settings import RENAMED, old_names
from hirec.settings_base import Section
from hirec.tournament.settings import TournamentSettings

FAIR_REQUESTS_PER_S = 8
"""Most requests a second that EDGAR is ever asked by us, two below its own limit."""


class Backend(StrEnum):
    """What runs a cross-encoder."""

    AUTO = "auto"
    TORCH = "torch"
    ONNX = "onnx"
    OPENVINO = "openvino"


class Dtype(StrEnum):
    """Precision of a cross-encoder's arithmetic."""

    AUTO = "auto"
    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"
    FLOAT16 = "float16"
    INT8 = "int8"


class ModelSettings(Section):
    """Which weights to load; the encoder's name, prefixes and limit belong to the index."""

    encoder: str = Field("minilm", description="`minilm` (packaged), a folder or a hub name.")
    query_prefix: str = Field("", description="Put in front of queries (`query: ` for E5).")
    passage_prefix: str = Field("", description="Put in front of what is indexed (`passage: `).")
    encoder_max_tokens: int = Field(
        256, ge=16, le=8192, description="Encoder's input limit in tokens."
    )
    encoder_batch_size: int = Field(32, ge=1, le=4096, description="Texts a batch.")
    ranker: str = Field("", description="Model file of `hirec train ranker`; empty: none.")
    cross_encoder: str = Field(
        "", description="Reranker: a folder, a hub name, a server's http address; empty: none."
    )
    rerank_server: RerankServer = Field(
        RerankServer(), description="Where cross_encoder is an address."
    )
    reranker_max_tokens: int = Field(512, ge=16, le=8192, description="A reranker's input limit.")
    reranker_batch_tokens: int = Field(2048, ge=64, description="Tokens a batch of a reranker.")
    reranker_backend: Backend = Field(Backend.AUTO, description="What runs rerankers.")
    reranker_dtype: Dtype = Field(Dtype.AUTO, description="Precision of rerankers.")
    device: str = Field("cpu", description="torch device: `cpu`, `cuda`, `cuda:1`.")
    threads: int = Field(0, ge=0, le=256, description="torch threads; 0: torch's default.")


class IndexSettings(Section):
    """How filings are cut and written."""

    profile: Literal["filings", "documents"] = Field(
        "filings", description="What files are: SEC filings, or contracts, policies and the like."
    )
    chunk_size: int = Field(1024, ge=128, le=8192, description="Characters a text passage.")
    chunk_overlap: int = Field(30, ge=0, le=1024, description="Characters shared by neighbours.")
    table_size: int = Field(1800, ge=256, le=16384, description="Characters a table piece.")
    workers: int = Field(0, ge=0, le=256, description="Reader processes; 0 for one a core.")
    timeout_s: float = Field(300.0, gt=0, description="Longest a file may take to read.")
    memory_mb: int = Field(2048, ge=0, description="Memory a reader may add; 0: no limit.")
    enrichment: EnrichmentSettings = Field(default_factory=EnrichmentSettings)


class FetchSettings(Section):
    """How ``hirec fetch`` asks EDGAR (https://www.sec.gov/os/accessing-edgar-data)."""

    user_agent: str = Field("", exclude=True, description="Name and e-mail that EDGAR demands.")
    site_url: str = Field(
        "https://www.sec.gov", pattern="^https?://", description="Tickers and the archives."
    )
    data_url: str = Field(
        "https://data.sec.gov", pattern="^https?://", description="Lists of filings."
    )
    requests_per_s: float = Field(8.0, gt=0, description="Most requests; EDGAR's own limit is 10.")
    attempts: int = Field(6, ge=1, le=20, description="Tries of one request.")
    backoff_s: float = Field(1.0, ge=0, le=60, description="First wait, doubled each time.")
    timeout_s: float = Field(30.0, gt=0, description="Longest silence of the server.")

    @model_validator(mode="after")
    def _be_fair(self) -> Self:
        hosts = [urlsplit(url).hostname or "" for url in (self.site_url, self.data_url)]
        at_edgar = any(f".{host}".endswith(".sec.gov") for host in hosts)
        if at_edgar and self.requests_per_s > FAIR_REQUESTS_PER_S:
            raise ValueError(f"requests_per_s over {FAIR_REQUESTS_PER_S} is not fair to EDGAR")
        return self


class RetrievalSettings(Section):
    """Documents, then passages within them. Names in brackets are HiREC's (appendix C.1)."""

    document_pool: int = Field(100, ge=1, description="Dense candidates among filings (k'_D).")
    lexical_document_pool: int = Field(
        2000, ge=1, description="Filings compared with a question that names no company."
    )
    documents: int = Field(5, ge=1, le=100, description="Filings kept (k_D).")
    documents_any: int = Field(
        12, ge=1, le=500, description="The same where any of a company's filings may tell."
    )
    passages: int = Field(30, ge=1, le=200, description="Passages shown to curation a round (k_P).")
    slot_share: float = Field(
        0.5, ge=0, le=1, description="Share of the passages that is split among several slots."
    )
    max_filings_per_question: int = Field(
        8, ge=2, le=100, description="Most filings answered from one by one."
    )
    passage_pool: int = Field(100, ge=1, le=2000, description="Passages that get a card.")
    rerank_pool: int = Field(40, ge=0, description="Passages the cross-encoder scores.")
    rrf_k: int = Field(60, ge=1, description="Rank offset of reciprocal rank fusion.")
    identity_weight: float = Field(1.0, ge=0, description="Weight of the identity match (0..1).")
    dense_weight: float = Field(1.0, ge=0, description="Weight of dense reciprocal ranks.")
    lexical_weight: float = Field(1.0, ge=0, description="Weight of BM25 reciprocal ranks.")
    form_weight: float = Field(0.0, ge=0, le=1, description="Of usual forms, where none is said.")
    document_rerank_pool: int = Field(20, ge=0, description="Filings a slot the reranker scores.")
    document_rerank_weight: float = Field(
        0.0, ge=0, description="Weight of a filing's cross-encoder score (0..1)."
    )
    text_weight: float = Field(0.25, ge=0, description="Weight of a passage's BM25 (0..1).")
    hyde_weight: float = Field(
        0.25, ge=0, description="Weight of its BM25 to a hypothetical passage (0..1)."
    )
    hypotheses: Literal["rules", "llm"] = Field(
        "rules", description="Who writes it: the lexicon, or a model beside it (section llm)."
    )
    section_weight: float = Field(
        0.0, ge=0, description="Weight of BM25 over section path and caption (0..1)."
    )
    count_weight: float = Field(
        1.0, ge=0, description="Weight of a count's number in it, where one is asked for (0..1)."
    )
    layout_weight: float = Field(
        1.0,
        ge=0,
        description="Weight of its being a schedule or a graph of returns, where one answers.",
    )
    passage_dense_weight: float = Field(0.0, ge=0, description="Weight of its cosine (0..1).")
    passage_encoder: Literal["static", "full"] = Field(
        "static", description="What embeds passages: a distilled table, or the encoder itself."
    )
    dense_pool: int = Field(0, ge=0, description="Passages embedded a question; 0: all.")
    fact_weight: float = Field(1.0, ge=0, description="Weight of its card's alignment (0..1).")
    rerank_weight: float = Field(1.0, ge=0, description="Weight of its cross-encoder score (0..1).")
    ranker_weight: float = Field(1.0, ge=0, description="Weight of the learned ranker (0..1).")
    time_bonus: float = Field(
        0.0, ge=0, description="Most that a filing of the last year gains (FinSage 3.3)."
    )
    bundle_limit: int = Field(0, ge=0, le=20, description="Neighbours a passage brings; 0: none.")
    bundle_threshold: float = Field(
        0.8, ge=-1, le=1, description="Least cosine of a neighbour that is brought (FinSage 3.2)."
    )
    bundle_seeds: int = Field(10, ge=1, le=200, description="Passages that bring neighbours.")


class CurationSettings(Section):
    """The evidence loop (HiREC section 4.2, Algorithm 1)."""

    max_rounds: int = Field(3, ge=1, le=10, description="Most rounds (i_max).")
    max_evidence: int = Field(10, ge=1, le=50, description="Most passages kept (k'_P).")
    enabled: bool = Field(True, description="Off: the first k'_P passages found are the evidence.")
    filter: bool = Field(True, description="Off: every passage shown is kept.")
    complement: bool = Field(True, description="Off: nothing more is asked for after round one.")
    always_kept: int = Field(
        2, ge=0, le=50, description="First passages found that stay whatever a model keeps."
    )
    max_passages_shown: int = Field(
        5, ge=1, le=200, description="Passages of a round that a model is shown, the first found."
    )
    passage_chars: int = Field(900, ge=100, le=20_000, description="Characters of a passage shown.")
    max_evidence_chars: int = Field(
        1800, ge=300, le=100_000, description="Of all evidence answered from; of prose twice."
    )


class BaselineSettings(Section):
    """The reading baselines of `hirec eval run --system`; defaults as in HiREC, appendix C.2."""

    search: Literal["hirec", "flat-bm25", "dense", "hybrid", "hhr"] = Field(
        "flat-bm25", description="System that finds passages for them."
    )
    steps: int = Field(3, ge=1, le=10, description="Most searches of `ircot`.")
    depth: int = Field(2, ge=1, le=5, description="Most rounds of routing of `decomposition`.")
    passages: int = Field(5, ge=1, le=50, description="Passages of a search.")
    window_tokens: int = Field(
        14_000, ge=500, description="Of the model's window, what `long-context` may fill."
    )


class SandboxSettings(Section):
    """Limits of a program."""

    timeout_s: float = Field(1.0, gt=0, le=60, description="Wall time.")
    memory_mb: int = Field(64, ge=8, le=4096, description="Heap.")
    recursion: int = Field(100, ge=10, le=1000, description="Call depth.")
    output_chars: int = Field(10_000, ge=100, description="Longest output kept.")


class Engine(StrEnum):
    """What runs the language model."""

    SERVER = "server"
    OPENVINO = "openvino"
    LLAMACPP = "llamacpp"
    VLLM = "vllm"


class Reading(StrEnum):
    """Who reads."""

    AUTO = "auto"
    RULES = "rules"
    LLM = "llm"
    TIERED = "tiered"


class LlmPrices(Section):
    """What the host charges, in USD for a million tokens; 0 for one's own machine."""

    input_usd: float = Field(0.0, ge=0, description="Prompt tokens.")
    prefix_usd: float | None = Field(
        None, ge=0, description="Prompt tokens in the server's prefix cache; none: as input."
    )
    output_usd: float = Field(0.0, ge=0, description="Completion tokens, thinking included.")


class LlmSettings(Section):
    """A language model at an OpenAI-compatible server, or in this process; or none."""

    engine: Engine = Field(
        Engine.SERVER,
        description="`server` (at base_url), or in this process: `openvino`, `llamacpp` (file), "
        "`vllm` (vllm.model).",
    )
    file: str = Field(
        "", description="GGUF of such an engine: a path, or a name that `hirec llm get` brought."
    )
    threads: int = Field(0, ge=0, le=256, description="Of such an engine; 0: its own choice.")
    answers_figures: bool = Field(
        True,
        description="Ask it for figures that the rules refuse, to tell with the refusal. Off for "
        "small models, which find words and no figures.",
    )
    selects_passages: bool = Field(
        True, description="Let it choose passages; off: it answers from the first ones found."
    )
    base_url: str = Field("", description="Such as `http://127.0.0.1:8000/v1`; empty: no LLM.")
    model: str = Field("", description="Name the server knows it by (or its LoRA adapter).")
    api_key_env: str = Field(
        "", pattern=r"^\w*$", description="Environment variable with the key; empty: no key."
    )
    temperature: float | None = Field(
        0.01, ge=0, le=2, description="None: not sent, for models that refuse it."
    )
    max_tokens: int = Field(
        4096, ge=16, description="Most tokens a reply may ever get, also when the limit is raised."
    )
    max_tokens_name: Literal["max_tokens", "max_completion_tokens"] = Field(
        "max_tokens", description="Name of the limit in requests; OpenAI wants the second."
    )
    schema_lengths: bool = Field(
        True, description="Send maxLength and maxItems; off where a server refuses them."
    )
    timeout_s: float = Field(120.0, gt=0, description="Longest one reply may take.")
    deadline_s: float = Field(
        300.0, gt=0, description="Longest a call may take, with waits and all repetitions."
    )
    attempts: int = Field(5, ge=1, le=20, description="Tries of a request that finds no answer.")
    backoff_s: float = Field(0.5, ge=0, le=60, description="First wait, doubled each time.")
    concurrency: int = Field(8, ge=1, le=1024, description="Most requests at once.")
    cache: str = Field("", description="SQLite file of replies; empty: none.")
    mode: Literal["live", "replay"] = Field(
        "live", description="`replay`: only out of the cache, the server is never asked."
    )
    prices: LlmPrices = Field(default_factory=LlmPrices)
    extra_body: dict[str, Any] = Field(
        default_factory=dict, description="Put into each request, such as chat_template_kwargs."
    )

    @property
    def chosen(self) -> bool:
        """Whether there is a language model."""
        return bool(self.base_url) or self.engine is not Engine.SERVER

    @model_validator(mode="after")
    def _be_complete(self) -> Self:
        if self.mode == "replay" and self.chosen and not self.cache:
            raise ValueError("mode replay needs cache, the file of replies")
        if self.engine in (Engine.OPENVINO, Engine.LLAMACPP) and not self.file:
            raise ValueError(f"engine {self.engine} needs file, the GGUF of its model")
        if self.engine is not Engine.SERVER and self.base_url:
            raise ValueError(f"base_url is for engine server, not for {self.engine}")
        if not self.base_url:
            return self
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must look like http://127.0.0.1:8000/v1")
        if parts.username or parts.password or parts.query:
            raise ValueError("base_url must hold no secret; name its variable in api_key_env")
        if not self.model:
            raise ValueError("base_url without model; name the model the server offers")
        return self


class LlmServerSettings(Section):
    """What ``hirec serve llm`` starts at llm.base_url, and what the offline engine loads."""

    model: str = Field("Qwen/Qwen2.5-7B-Instruct", description="Folder or hub name of the weights.")
    executable: str = Field("vllm", description="The `vllm` command, of whichever environment.")
    listen: str = Field("", description="Address to listen at, `0.0.0.0` for all; empty: as asked.")
    dtype: str = Field("auto", description="`auto`, `bfloat16`, `float16`, `float32`.")
    max_model_len: int = Field(16_384, ge=512, description="Longest prompt and reply in tokens.")
    gpu_memory: float = Field(0.9, gt=0, le=1, description="Share of the GPU's memory to take.")
    adapters: dict[str, str] = Field(
        default_factory=dict, description="LoRA adapters: name in requests, folder or hub name."
    )
    max_lora_rank: int = Field(16, ge=1, le=512, description="Largest rank among the adapters.")
    start_timeout_s: float = Field(900.0, gt=0, description="Longest the start may take.")
    extra_args: tuple[str, ...] = Field((), description="Put at the end of vLLM's command line.")


class Settings(Section):
    """Everything that can be set."""

    analyst: Reading = Field(
        Reading.AUTO,
        description="`rules`, `llm`, or `tiered`: the model reads what the rules do not verify. "
        "`auto`: tiered where there is a model, else rules.",
    )
    models: ModelSettings = Field(default_factory=ModelSettings)
    index: IndexSettings = Field(default_factory=IndexSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    curation: CurationSettings = Field(default_factory=CurationSettings)
    tournament: TournamentSettings = Field(default_factory=TournamentSettings)
    baselines: BaselineSettings = Field(default_factory=BaselineSettings)
    sandbox: SandboxSettings = Field(default_factory=SandboxSettings)
    fetch: FetchSettings = Field(default_factory=FetchSettings)
    vllm: LlmServerSettings = Field(default_factory=LlmServerSettings)
    llm: LlmSettings = Field(default_factory=LlmSettings)

    @model_validator(mode="before")
    @classmethod
    def _use_no_old_name(cls, content: object) -> object:
        if isinstance(content, dict) and (old := next(old_names(content), "")):
            told = {"old": old, "new": RENAMED[old]}
            raise PydanticCustomError("renamed", "{old} is now called {new}", told)
        return content

    @model_validator(mode="after")
    def _have_a_model(self) -> Self:
        if self.analyst in (Reading.LLM, Reading.TIERED) and not self.llm.chosen:
            raise ValueError(f"analyst {self.analyst} needs a language model in section llm")
        if self.tournament.by_model and not self.llm.chosen:
            raise ValueError("tournament by llm needs a language model in section llm")
        return self

    @property
    def reading(self) -> Reading:
        """Who reads, ``auto`` decided."""
        if self.analyst is not Reading.AUTO:
            return self.analyst
        return Reading.TIERED if self.llm.chosen else Reading.RULES
