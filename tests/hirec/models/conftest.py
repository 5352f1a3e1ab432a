"""A sentence encoder of the packaged one's architecture, small enough to be made on the spot."""

import pytest
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
from transformers import BertConfig, BertModel, BertTokenizerFast

from hirec.models.encoder import load_encoder
from hirec.settings import ModelSettings

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "net", "sales", "cash", "##es", "of")


@pytest.fixture(scope="session")
def small_encoder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small-encoder")
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder / "bert")
    numbers = {word: number for number, word in enumerate(WORDS)}
    BertTokenizerFast(vocab=numbers).save_pretrained(folder / "bert")
    body = Transformer(str(folder / "bert"), max_seq_length=64)
    SentenceTransformer(modules=[body, Pooling(16)]).save(str(folder / "whole"))
    return load_encoder(ModelSettings(encoder=str(folder / "whole"), max_tokens=64))
