"""A tiny random DeBERTa-v3, to run the whole of training in seconds on any machine.

DeBERTa-v3's parts are all there (pieces of a unigram model, disentangled attention over shared
relative positions in buckets, a pooler of its own); only their sizes are not.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch

from hirec.models.loading import quiet_transformers
from training.data.record import Record
from training.settings import Loss, TrainingSettings, TuningMethod

_PIECES = 400
_MADE_OF = "made-of.txt"
_UNKNOWN = "[UNK]"
_SPECIAL = ("[PAD]", "[CLS]", "[SEP]", _UNKNOWN, "[MASK]")
_ARCHITECTURE: Mapping[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "pooler_hidden_size": 32,
    "max_position_embeddings": 128,
    "initializer_range": 0.2,
    "relative_attention": True,
    "position_buckets": 16,
    "norm_rel_ebd": "layer_norm",
    "share_att_key": True,
    "pos_att_type": ["p2c", "c2p"],
    "position_biased_input": False,
    "type_vocab_size": 0,
}
"""microsoft/deberta-v3-base's, but for sizes and the range, wide enough to train in some steps."""


def tiny_recipe(records: Sequence[Record], folder: Path, seed: int = 0) -> TrainingSettings:
    """Write a base whose pieces are those of the records into ``folder``; a recipe to train it.

    A base that these records and this seed made is kept, so that a killed run goes on.

    Args:
        records: Give the pieces.
        folder: That of the base.
        seed: Of its weights, and of the recipe.

    """
    made_of = sha256(json.dumps([seed, [asdict(r) for r in records]]).encode()).hexdigest()
    if not (note := folder / _MADE_OF).is_file() or note.read_text() != made_of:
        _write_base(records, folder, seed)
        note.write_text(made_of)
    return TrainingSettings(
        base=str(folder),
        method=TuningMethod.FULL,
        learning_rate=3e-3,
        loss=Loss.LISTWISE,
        batch=8,
        max_tokens=96,
        held_out=0.1,
        checkpoint_steps=25,
        epochs=3,
        seed=seed,
    )


def _write_base(records: Sequence[Record], folder: Path, seed: int) -> None:
    from tokenizers import SentencePieceUnigramTokenizer
    from transformers import DebertaV2Config, DebertaV2Model, DebertaV2Tokenizer

    texts = (text for record in records for text in (record.query, *record.texts))
    pieces = SentencePieceUnigramTokenizer()
    pieces.train_from_iterator(texts, _PIECES, special_tokens=list(_SPECIAL), unk_token=_UNKNOWN)
    vocabulary = [tuple(piece) for piece in json.loads(pieces.to_str())["model"]["vocab"]]
    tokenizer = DebertaV2Tokenizer(vocab=vocabulary)
    torch.manual_seed(seed)
    config = DebertaV2Config(vocab_size=len(tokenizer), **_ARCHITECTURE)
    with quiet_transformers():
        tokenizer.save_pretrained(str(folder))
        DebertaV2Model(config).save_pretrained(str(folder))
