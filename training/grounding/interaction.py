"""Learning what late interaction takes for near: a projection, weights of words, listwise."""

import random
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn.functional import normalize, softplus

from hirec.grounding.feature_table import MEANING, NAMES
from hirec.grounding.late_interaction import (
    FIELDS,
    PLACE_TOKENS,
    QUESTION_TOKENS,
    LateInteraction,
    texts_of,
    tidy,
)
from hirec.grounding.scorer import likeliest
from hirec.grounding.siblings import said_words
from hirec.models.packaged import packaged_folder
from training.grounding.examples import Case, Slot, read_all

Floats = npt.NDArray[np.float32]

WIDTH = 64
_EPOCHS = 2
_BATCH = 16
_RATE = 2e-3
_RIVALS = 30
"""Wrong places of a figure that the right ones are held against."""
_RIGHT = 4
_TEXTS = 64
"""Texts that are embedded at once."""
_FREE = len(NAMES) - len(MEANING)
"""Features that are known before anything is read."""


class TokenVectors:
    """Tokens of many texts, embedded once by torch; what the packaged encoder has to the digit."""

    def __init__(self) -> None:
        self._known: dict[str, npt.NDArray[np.float16]] = {}

    def embed(self, texts: Iterable[str]) -> None:
        """Embed those that are not known yet."""
        from transformers import AutoModel, AutoTokenizer

        folder = str(packaged_folder())
        tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder)
        fresh = sorted({text for text in texts if text and text not in self._known}, key=len)
        model.eval()
        for at in range(0, len(fresh), _TEXTS):
            some = fresh[at : at + _TEXTS]
            inputs = tokenizer(
                some, padding=True, truncation=True, max_length=QUESTION_TOKENS, return_tensors="pt"
            )
            with torch.inference_mode():
                states = normalize(model(**inputs).last_hidden_state, dim=-1).numpy()
            lengths = inputs["attention_mask"].sum(dim=1).tolist()
            for text, vectors, length in zip(some, states, lengths, strict=True):
                self._known[text] = vectors[1 : length - 1].astype(np.float16)

    def __call__(self, texts: Sequence[str], longest: int) -> list[Floats]:
        """Unit vectors of each text's first tokens; of each, shape (tokens, dimension)."""
        return [self._known[text][: longest - 2].astype(np.float32) for text in texts]


class _Network(nn.Module):
    """The score of places, of the form that :class:`LateInteraction` computes its parts of."""

    def __init__(self, dimension: int, features: int) -> None:
        super().__init__()
        self.projection = nn.Linear(dimension, WIDTH, bias=False)
        nn.init.orthogonal_(self.projection.weight)
        self.asked, self.stated = nn.Linear(dimension, 1), nn.Linear(dimension, 1)
        for layer in (self.asked, self.stated):
            nn.init.zeros_(layer.weight)
            nn.init.constant_(layer.bias, 0.5)
        self.apart = nn.Parameter(torch.tensor([0.0, 0.2, 0.4]))
        self.mix = nn.Parameter(torch.tensor([6.0, 3.0]))
        self.rest = nn.Linear(features, 1)
        nn.init.zeros_(self.rest.weight)

    def forward(
        self,
        question: torch.Tensor,
        places: torch.Tensor,
        known: torch.Tensor,
        features: torch.Tensor,
    ) -> torch.Tensor:
        """Scores of places, shape (places,).

        Args:
            question: Shape (tokens, dimension).
            places: Shape (places, FIELDS, tokens, dimension).
            known: Which of these tokens there are.
            features: Shape (places, features).

        """
        directions = normalize(self.projection(question), dim=-1)
        others = normalize(self.projection(places), dim=-1)
        likeness = torch.einsum("qd,nftd->nfqt", directions, others)
        likeness = likeness.masked_fill(~known[:, :, None, :], -1.0)
        weights = softplus(self.asked(question)).squeeze(-1)
        met = (likeness.amax(dim=-1) - self.apart.abs()[None, :, None]).amax(dim=1)
        asked = (met * weights).sum(dim=-1) / weights.sum()
        held = softplus(self.stated(places[:, 0])).squeeze(-1) * known[:, 0]
        label = (held * likeness[:, 0].amax(dim=1)).sum(dim=-1) / (held.sum(dim=-1) + 1e-6)
        both = torch.stack([asked, label], dim=-1)
        score: torch.Tensor = (both * self.mix).sum(dim=-1) + self.rest(features).squeeze(-1)
        return score


def learn_interaction(
    cases: Sequence[Case], seed: int = 0, progress: Callable[[str], None] | None = None
) -> LateInteraction:
    """Late interaction learnt from all; each half of the companies is read by the other's.

    The features of the cases are filled in on the way, by what their companies did not teach.
    """
    say = progress or (lambda _: None)
    tokens = TokenVectors()
    tokens.embed(text for case in cases for text in texts_read(case.slots))
    say("texts embedded")
    for half in (0, 1):
        others = [case for case in cases if case.fold % 2 != half]
        if any(case.known for case in others):
            own = [case for case in cases if case.fold % 2 == half]
            read_all(own, fit_interaction(others, tokens, seed))
        say(f"half {half + 1} of 2 read")
    return fit_interaction(cases, tokens, seed)


def fit_interaction(cases: Sequence[Case], tokens: TokenVectors, seed: int = 0) -> LateInteraction:
    """Learn from the figures whose places are known, or known to be absent.

    Each figure's right places stand against its likeliest others and against "none of them"; the
    other features take part, so that the projection learns what they leave open.
    """
    slots = [slot for case in cases for slot in case.slots if case.known and len(slot.values)]
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - an order, not a secret
    dimension = tokens([tidy(said_words(slots[0].figure))], QUESTION_TOKENS)[0].shape[1]
    every = np.concatenate([slot.features[:50, :_FREE] for slot in slots])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-3
    network = _Network(dimension, _FREE)
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.01)
    steps = max(1, _EPOCHS * len(slots) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps + 2)
    seen = 0
    for _ in range(_EPOCHS):
        rng.shuffle(slots)
        for slot in slots:
            loss = _loss(network, slot, tokens, (mean, spread))
            if loss is not None:
                (loss / _BATCH).backward()  # type: ignore[no-untyped-call]
            seen += 1
            if seen % _BATCH == 0:
                optimizer.step()
                optimizer.zero_grad()
                schedule.step()
    return _learned(network, tokens)


def _loss(
    network: _Network, slot: Slot, tokens: TokenVectors, scale: tuple[Floats, Floats]
) -> torch.Tensor | None:
    at = contested(slot)
    (question,) = tokens([tidy(said_words(slot.figure))], QUESTION_TOKENS)
    if not at or not len(question):
        return None
    places = np.zeros((len(at), FIELDS, PLACE_TOKENS, question.shape[1]), dtype=np.float32)
    known = np.zeros(places.shape[:3], dtype=bool)
    for row, place in enumerate(at):
        for field, text in enumerate(texts_of(slot.places[place])):
            vectors = tokens([text], PLACE_TOKENS)[0] if text else places[row, field, :0]
            places[row, field, : len(vectors)] = vectors
            known[row, field, : len(vectors)] = True
    features = (slot.features[at, :_FREE] - scale[0]) / scale[1]
    scores = network(
        torch.from_numpy(question),
        torch.from_numpy(places),
        torch.from_numpy(known),
        torch.from_numpy(features.astype(np.float32)),
    )
    right = torch.from_numpy(slot.right[at])
    every = torch.cat([scores, torch.zeros(1)])  # the last one: none of them
    best = torch.logsumexp(scores[right], dim=0) if right.any() else every[-1]
    return torch.logsumexp(every, dim=0) - best


def contested(slot: Slot) -> list[int]:
    """Indexes of the right places that are likeliest, and of the wrong ones."""
    order = likeliest(slot.features.astype(np.float64))
    right = [at for at in order if slot.right[at]][:_RIGHT]
    return right + [at for at in order if not slot.right[at]][:_RIVALS]


def texts_read(slots: Iterable[Slot]) -> set[str]:
    """Every text that learning or reading these figures takes."""
    found: set[str] = set()
    for slot in slots:
        found.add(tidy(said_words(slot.figure)))
        if len(slot.values):
            for at in likeliest(slot.features.astype(np.float64)):
                found.update(texts_of(slot.places[at]))
    return found


def _learned(network: _Network, tokens: TokenVectors) -> LateInteraction:
    def linear(layer: nn.Linear) -> Floats:
        weight, bias = layer.weight.detach().numpy().ravel(), layer.bias.detach().numpy()
        return np.concatenate([weight, bias]).astype(np.float32)

    return LateInteraction(
        network.projection.weight.detach().numpy().astype(np.float32),
        linear(network.asked),
        linear(network.stated),
        network.apart.detach().tolist(),
        tokens,
    )
