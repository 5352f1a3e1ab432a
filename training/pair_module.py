"""hirec's way of reading a question and a passage, as a module of sentence-transformers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, TaskType, get_peft_model, get_peft_model_state_dict
from safetensors.torch import save_file
from sentence_transformers.base.modules import InputModule
from torch import nn

from hirec.models.loading import quiet_transformers
from hirec.models.pair_tokenizer import PairTokenizer
from hirec.models.weights import PAIR_SETTINGS, load_to_train
from training.settings import TrainingSettings, TuningMethod


class PairModule(InputModule):
    """A base with LoRA, or whole, tokenized as :mod:`hirec.models.cross_encoder` will read it."""

    def __init__(self, settings: TrainingSettings) -> None:
        """Raises :class:`hirec.types.ModelError` where the base cannot be loaded."""
        super().__init__()  # type: ignore[no-untyped-call]
        self._settings = settings
        network, self._tokenizer, lacking = load_to_train(settings.base, "cpu")
        self._pairs = PairTokenizer(self._tokenizer, figures=settings.figures)
        if not settings.dropout:
            for module in network.modules():
                if isinstance(module, nn.Dropout):
                    module.p = 0.0
        lora = settings.method is TuningMethod.LORA
        self.network = _with_lora(network, lacking, settings) if lora else network

    def preprocess(
        self,
        inputs: Sequence[Any],
        prompt: str | None = None,  # noqa: ARG002 - rerankers of pairs have none
        **_: object,
    ) -> dict[str, Any]:
        """Tensors of (question, passage) pairs, padded to the longest."""
        encoded = self._pairs.pairs(inputs, self._settings.max_tokens)
        return dict(self._pairs.pad(encoded))

    def forward(self, features: dict[str, torch.Tensor], **_: object) -> dict[str, torch.Tensor]:
        """Log-odds of relevance, in single precision, under ``scores``."""
        return {"scores": self.network(**features).logits.float()}

    def save(self, output_path: str, *_: object, **__: object) -> None:
        """Write what ``models.cross_encoder`` takes: an adapter, or the whole model."""
        out = Path(output_path)
        out.mkdir(parents=True, exist_ok=True)
        pairs = {"max_tokens": self._settings.max_tokens, "figures": self._settings.figures}
        (out / PAIR_SETTINGS).write_text(json.dumps(pairs, indent=2) + "\n", encoding="utf-8")
        if self._settings.method is TuningMethod.FULL:
            self.network.save_pretrained(str(out))
            self._tokenizer.save_pretrained(str(out))
            return
        config = self.network.peft_config["default"]
        config.base_model_name_or_path = self._settings.base
        config.inference_mode = True
        config.save_pretrained(str(out))
        weights = {
            name: tensor.detach().to("cpu", torch.float16).contiguous()
            for name, tensor in get_peft_model_state_dict(self.network).items()
        }
        save_file(weights, str(out / "adapter_model.safetensors"))


def _with_lora(network: Any, lacking: frozenset[str], settings: TrainingSettings) -> Any:  # noqa: ANN401
    """LoRA on all linear layers; layers that the base lacks are trained and saved whole.

    DeBERTa's checkpoints lack the pooler as well as the head: random and frozen, it would be
    another one each time that the adapter is loaded.
    """
    fresh = sorted({name.split(".")[0] for name in lacking})
    linear = [
        name
        for name, module in network.named_modules()
        if isinstance(module, nn.Linear) and name.split(".")[0] not in fresh
    ]
    lora = LoraConfig(
        task_type=TaskType.SEQ_CLS,
        r=settings.rank,
        lora_alpha=settings.alpha,
        target_modules=linear,
        modules_to_save=fresh,
        base_model_name_or_path=settings.base,
    )
    with quiet_transformers():
        return get_peft_model(network, lora)
