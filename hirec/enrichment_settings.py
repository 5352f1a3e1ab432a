"""Settings of what is added to passages for the retrievers alone (FinSage, section 3.1)."""

from typing import Literal

from pydantic import Field

from hirec.settings_base import Section


class EnrichmentStep(Section):
    """One step of enrichment; off unless it says who does it."""

    by: Literal["rules", "llm"] | None = Field(
        None, description="`rules` (no model), `llm` (the one of section llm); none: off."
    )


class FigureStep(Section):
    """Figures in words; only a model that sees pictures can."""

    by: Literal["llm"] | None = Field(None, description="`llm` (it must see); none: off.")
    max_pictures: int = Field(20, ge=1, le=500, description="Pictures a filing, the largest first.")
    max_pixels: int = Field(1_000_000, ge=10_000, le=20_000_000, description="Most a picture has.")


class EnrichmentSettings(Section):
    """What is added to passages for the retrievers alone (FinSage, section 3.1); all off."""

    section_summaries: EnrichmentStep = Field(
        default_factory=EnrichmentStep, description="A section's summary with its passages."
    )
    coreference: EnrichmentStep = Field(
        default_factory=EnrichmentStep, description="`we` and `the Company` read as the name."
    )
    table_descriptions: EnrichmentStep = Field(
        default_factory=EnrichmentStep, description="Tables said in words."
    )
    figure_descriptions: FigureStep = Field(
        default_factory=FigureStep, description="Figures said in words."
    )
    timeout_s: float = Field(
        3600.0, gt=0, description="Longest a file may wait for the model, beside index.timeout_s."
    )

    def steps(self) -> "dict[str, EnrichmentStep | FigureStep]":
        """The steps that are on, by name."""
        values = ((name, getattr(self, name)) for name in type(self).model_fields)
        kinds = (EnrichmentStep, FigureStep)
        return {name: step for name, step in values if isinstance(step, kinds) and step.by}

    @property
    def by_llm(self) -> bool:
        """Whether a language model is asked."""
        return any(step.by == "llm" for step in self.steps().values())
