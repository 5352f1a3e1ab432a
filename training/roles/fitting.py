"""Learning the tagger: low-rank matrices in the packaged encoder, two linear layers on top."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from hirec.models.half_precision import encoded
from hirec.models.packaged import packaged_folder
from hirec.understanding.roles import ASKED
from hirec.understanding.roles.asked_of import ROLES
from hirec.understanding.roles.tagger import FORMAT, LONGEST
from training.roles.marked import Marked, silent_words
from training.roles.varying import pools_of, varied

RANK = 8
EPOCHS = 14
_BATCH = 32
_RATE = 2e-3
_DROPPED = 0.15
_ROLES_WEIGHT = 3.0
_SMOOTHING = 0.05
_ABSENT = -100
"""The role of what is no token of the question, as torch has it."""


class TaggerNetwork(nn.Module):
    """What :class:`hirec.understanding.roles.RoleTagger` computes, for torch to learn."""

    def __init__(self) -> None:
        super().__init__()
        from peft import LoraConfig, get_peft_model
        from transformers import AutoModel, AutoTokenizer

        folder = str(packaged_folder())
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        bert = AutoModel.from_pretrained(folder)
        bert.pooler = None
        width = bert.config.hidden_size
        lora = LoraConfig(
            r=RANK, lora_alpha=2 * RANK, target_modules=["query", "key", "value", "dense"]
        )
        self.bert: Any = get_peft_model(bert, lora)
        self.attention = nn.Linear(width, 1, bias=False)
        self.asked = nn.Linear(2 * width, len(ASKED))
        self.roles = nn.Linear(2 * width, len(ROLES))
        self.drop = nn.Dropout(_DROPPED)

    def forward(self, ids: torch.Tensor, known: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of what is asked, shape (questions, asked), and of roles of tokens.

        Args:
            ids: Shape (questions, tokens).
            known: Which of these tokens there are.

        """
        states = self.bert(input_ids=ids, attention_mask=known).last_hidden_state
        weights = self.attention(states).squeeze(-1).masked_fill(known == 0, -1e9).softmax(dim=-1)
        pooled = (states * weights[..., None]).sum(dim=1)
        asked = self.asked(self.drop(torch.cat([pooled, states[:, 0]], dim=-1)))
        beside = pooled[:, None].expand_as(states)
        return asked, self.roles(self.drop(torch.cat([states, beside], dim=-1)))

    def batch(self, questions: Sequence[Marked]) -> tuple[torch.Tensor, ...]:
        """Tokens, which of them there are, the role of each, and what each question asks."""
        inputs = self.tokenizer(
            [question.text for question in questions],
            padding=True,
            truncation=True,
            max_length=LONGEST,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        roles = torch.full(inputs["input_ids"].shape, _ABSENT)
        for row, question in enumerate(questions):
            for at, (start, end) in enumerate(inputs["offset_mapping"][row].tolist()):
                inside = (s.role for s in question.spans if s.start <= start and end <= s.end)
                roles[row, at] = ROLES.index(next(inside, "")) if end > start else _ABSENT
        asked = torch.tensor([list(ASKED).index(question.asked) for question in questions])
        return inputs["input_ids"], inputs["attention_mask"], roles, asked


def fit(
    questions: Sequence[Marked],
    seed: int = 0,
    epochs: int = EPOCHS,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """The content of a model file, learnt from marked questions.

    Each epoch sees every question once, most of them with other figures in their places.
    """
    rng = random.Random(seed)  # noqa: S311 - an order, not a secret
    torch.manual_seed(seed)
    network, pools = TaggerNetwork(), pools_of(questions)
    learnt = [weights for weights in network.parameters() if weights.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=_RATE, weight_decay=0.01)
    steps = epochs * -(-len(questions) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, steps, pct_start=0.1)
    network.train()
    for epoch in range(epochs):
        drawn = [varied(question, pools, rng) for question in questions]
        rng.shuffle(drawn)
        total = 0.0
        for at in range(0, len(drawn), _BATCH):
            ids, known, roles, asked = network.batch(drawn[at : at + _BATCH])
            of_asked, of_roles = network(ids, known)
            loss = cross_entropy(of_asked, asked, label_smoothing=_SMOOTHING)
            loss += _ROLES_WEIGHT * cross_entropy(
                of_roles.transpose(1, 2), roles, ignore_index=_ABSENT
            )
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(learnt, 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        if progress:
            progress(f"epoch {epoch + 1} of {epochs}, loss {total * _BATCH / len(drawn):.3f}")
    return _content(network, silent_words(questions))


def _content(network: TaggerNetwork, silent: Iterable[str]) -> dict[str, Any]:
    adapters = {}
    for name, module in network.bert.base_model.model.named_modules():
        if hasattr(module, "lora_A"):
            down, up = module.lora_A["default"].weight, module.lora_B["default"].weight
            scaled = up * module.scaling["default"]
            adapters[name] = (encoded(down.detach().numpy().T), encoded(scaled.detach().numpy()))
    return {
        "format": FORMAT,
        "asked": list(ASKED),
        "roles": list(ROLES),
        "rank": RANK,
        "silent": sorted(silent),
        "adapters": adapters,
        "attention": encoded(network.attention.weight.detach().numpy()),
        "asked_weights": _layer(network.asked),
        "role_weights": _layer(network.roles),
    }


def _layer(layer: nn.Linear) -> str:
    return encoded(torch.cat([layer.weight, layer.bias[:, None]], dim=1).detach().numpy())
