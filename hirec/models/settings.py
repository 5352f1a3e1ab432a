"""Settings of a reranker that a server runs."""

from typing import Literal

from pydantic import Field

from hirec.settings_base import Section


class RerankServer(Section):
    """How a reranking server is asked; its address is ``models.cross_encoder``."""

    api: Literal["tei", "vllm"] = Field(
        "tei", description="Whose `/rerank` it is: Text Embeddings Inference's, or vLLM's."
    )
    model: str = Field("", description="Name under which the server knows it; sent to vLLM only.")
    api_key_env: str = Field(
        "", pattern=r"^\w*$", description="Environment variable with the key; empty: no key."
    )
    figures: bool = Field(
        True, description="False for a model trained on table rows without their figures."
    )
    batch: int = Field(32, ge=1, le=4096, description="Passages a request; TEI takes 32 at most.")
    timeout_s: float = Field(60.0, gt=0, description="Longest one reply may take.")
    attempts: int = Field(4, ge=1, le=20, description="Tries of a request that finds no answer.")
    backoff_s: float = Field(0.5, ge=0, le=60, description="First wait, doubled each time.")
