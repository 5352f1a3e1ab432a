"""Settings of the tournament, with the papers' values as defaults."""

from enum import StrEnum
from typing import Literal

from pydantic import Field, model_validator

from hirec.settings_base import Section


class OrderingMethod(StrEnum):
    """How evidence is ordered before it is answered from."""

    ALIGNMENT = "alignment"
    """Equation 9 over the order of retrieval: one weighted sum."""
    FINCARDS = "fincards"
    """Screening, then bootstrap listwise (FinCards)."""
    V1 = "v1"
    V2 = "v2"
    V3 = "v3"
    """Human-aligned variants: listwise; batch picker before it; pairwise referee after it."""


class Actor(StrEnum):
    """Who does a task of the tournament."""

    RULES = "rules"
    LLM = "llm"
    """The language model of section llm."""


class Aggregation(StrEnum):
    """How listwise orders of many groups become one (FinCards, table 3)."""

    BORDA = "borda"
    """Normalized Borda scores, summed (equations 8 and 9)."""
    MEAN_RANK = "mean_rank"
    VOTING = "voting"
    """A vote for each of the first of a group."""


class CandidateSource(StrEnum):
    """Who brings the candidates of a whole tournament in ``hirec eval ranking``."""

    RETRIEVER = "retriever"
    """All that our retriever ranks."""
    BM25 = "bm25"
    """FinCards' own stage 1: the fair setting, in which it sees no more than the paper's."""
    BOTH = "both"


class CandidateSettings(Section):
    """Stage 1: BM25 in the filing (FinCards, equations 4 and 5), or our retriever."""

    source: CandidateSource = Field(
        CandidateSource.RETRIEVER, description="`retriever`, `bm25` or `both`."
    )
    share: float = Field(0.5, gt=0, le=1, description="r: share of the passages that come in.")
    min_passages: int = Field(60, ge=1, description="N_min.")
    max_passages: int = Field(150, ge=1, description="N_max.")
    expand: bool = Field(False, description="Search with the rewritten question, not its words.")

    @model_validator(mode="after")
    def _be_ordered(self) -> "CandidateSettings":
        if self.min_passages > self.max_passages:
            raise ValueError(
                f"min_passages {self.min_passages} is over max_passages {self.max_passages}"
            )
        return self


class ScreeningSettings(Section):
    """Stage 2: groups by round robin, a few selected of each (equations 6 and 7)."""

    enabled: bool = Field(True, description="Off: all candidates are ordered (stages 1 and 3).")
    group_size: int = Field(25, ge=2, description="g: candidates a group.")
    min_selected: int = Field(3, ge=1, description="k_min: fewest selected of a group.")
    max_selected: int = Field(8, ge=1, description="k_max: most selected of a group.")
    retries: int = Field(2, ge=0, le=10, description="Reshuffles where too few survive.")
    near: float = Field(
        0.5, ge=0, le=1, description="Beyond k_min rules select what has this share of the best."
    )
    min_survivors: int = Field(10, ge=1, description="Fewest that have to survive.")

    @model_validator(mode="after")
    def _be_ordered(self) -> "ScreeningSettings":
        if self.min_selected > self.max_selected:
            raise ValueError(
                f"min_selected {self.min_selected} is over max_selected {self.max_selected}"
            )
        return self


class BootstrapSettings(Section):
    """Stage 3: listwise orders of shuffled groups, aggregated (equations 8 and 9)."""

    enabled: bool = Field(True, description="Off: the order of screening stays (stages 1 and 2).")
    min_group_size: int = Field(15, ge=2, description="Fewest of a group, where there are more.")
    max_group_size: int = Field(25, ge=2, description="Most of a group.")
    max_rounds: int = Field(5, ge=1, le=50, description="R_max; 1: a single round.")
    regroup: bool = Field(True, description="Off: the groups of the first round stay.")
    aggregation: Aggregation = Field(Aggregation.BORDA, description="Of all groups' orders.")
    votes: int = Field(5, ge=1, description="Of a group, those that get a vote each.")
    stop_early: bool = Field(True, description="End once the first top stay the same.")
    top: int = Field(10, ge=1, description="k: those that are compared between rounds.")
    jaccard: float = Field(0.9, gt=0, le=1, description="Likeness above which it ends.")

    @model_validator(mode="after")
    def _be_ordered(self) -> "BootstrapSettings":
        if self.min_group_size > self.max_group_size:
            raise ValueError(
                f"min_group_size {self.min_group_size} is over max_group_size {self.max_group_size}"
            )
        return self


class HumanSettings(Section):
    """Batch picker, listwise judge, pairwise referee, diversity (human-aligned reranking, 3.3)."""

    batch: int = Field(30, ge=2, description="B: cards a batch.")
    finalists: int = Field(6, ge=1, description="m: finalists of a batch.")
    listwise: int = Field(60, ge=2, description="Most cards that the listwise judge sees.")
    pairwise: int = Field(20, ge=2, description="h: first cards that are compared in pairs.")
    matches: int = Field(4, ge=1, description="Most matches of a card.")
    elo_initial: float = Field(1500.0, description="r_0: rating before the first match.")
    elo_scale: float = Field(400.0, gt=0, description="τ of the Elo update (equation 6).")
    elo_k: float = Field(32.0, gt=0, description="κ of the Elo update.")
    alignment: float = Field(
        0.01, ge=0, description="λ of equation 9, beside ranks of 1 / (ζ + 1)."
    )
    zeta: int = Field(60, ge=0, description="ζ of reciprocal rank fusion (equation 7).")
    section_quota: int = Field(0, ge=0, description="Most of a section ahead; 0: no quota.")
    quota_top_k: int = Field(10, ge=1, description="Places that quotas hold for.")
    near_duplicate: float = Field(
        0.9, gt=0, le=1, description="Likeness of two of a section at which the later steps back."
    )


class AgentSettings(Section):
    """PRISM's prompts, exemplars and graphs of agents, as methods of ``hirec eval ranking``."""

    by: Actor = Field(Actor.RULES, description="Who scores.")
    prompt: Literal["p1", "p2", "p3", "p4"] = Field(
        "p4", description="A single prompt's variant, from plain (p1) to steps (p3, p4)."
    )
    candidates: int = Field(0, ge=0, description="First passages found that agents see; 0: all.")
    passage_chars: int = Field(500, ge=100, description="Of a passage that a model is shown.")
    keep: int = Field(20, ge=1, description="Fewest passages that a sieve leaves.")
    exemplars: str = Field("", description="FinAgentBench file of solved questions; empty: none.")
    exemplar_count: int = Field(5, ge=1, le=20, description="k: solved questions shown.")
    exemplar_likeness: float = Field(
        0.95, gt=0, le=1, description="Cosine from which one counts as the question itself."
    )


class TournamentSettings(Section):
    """Weights of the alignment score (human-aligned reranking, equation 8), and the stages."""

    method: OrderingMethod = Field(OrderingMethod.ALIGNMENT, description="How evidence is ordered.")
    judge: Actor = Field(
        Actor.RULES, description="`rules` or `llm`: who judges, where the method has a judge."
    )
    cards: Actor = Field(
        Actor.RULES, description="`llm`: a model completes the cards of the rules."
    )
    intent: Actor = Field(Actor.RULES, description="`llm`: a model says what a question demands.")
    card_batch: int = Field(4, ge=1, le=20, description="Passages that a model gets at once.")
    topic_weight: float = Field(0.3, ge=0, description="The statement the metrics stand in.")
    entity_weight: float = Field(0.2, ge=0, description="α_E: Jaccard of entities.")
    metric_weight: float = Field(0.4, ge=0, description="α_M: demanded metrics stated.")
    period_weight: float = Field(0.25, ge=0, description="α_P: a demanded period is stated.")
    number_weight: float = Field(0.15, ge=0, description="α_N: numbers present where demanded.")
    alignment: float = Field(1.0, ge=0, description="λ: weight of alignment against the ranking.")
    keyword_weight: float = Field(
        0.5, ge=0, description="In the rule judge: keywords of the question on the card."
    )
    prior_weight: float = Field(
        0.5, ge=0, description="In the rule judge: score of stage 1; 0: cards alone."
    )
    seed: int = Field(42, ge=0, description="Of every shuffle.")
    candidates: CandidateSettings = Field(default_factory=CandidateSettings)
    screening: ScreeningSettings = Field(default_factory=ScreeningSettings)
    bootstrap: BootstrapSettings = Field(default_factory=BootstrapSettings)
    human_aligned: HumanSettings = Field(default_factory=HumanSettings)
    agents: AgentSettings = Field(default_factory=AgentSettings)

    @property
    def by_model(self) -> bool:
        """Whether a language model is asked."""
        return Actor.LLM in (self.judge, self.cards, self.intent)

    @model_validator(mode="after")
    def _have_something_to_judge(self) -> "TournamentSettings":
        if self.judge is Actor.LLM and self.method is OrderingMethod.ALIGNMENT:
            raise ValueError("judge llm needs a method that asks a judge: fincards, v1, v2 or v3")
        return self
