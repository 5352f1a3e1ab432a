"""Tiny random models of the very architectures that the presets name, saved on the spot."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    BertTokenizer,
    BertTokenizerFast,
    DebertaV2Config,
    DebertaV2ForSequenceClassification,
    DebertaV2Tokenizer,
    XLMRobertaConfig,
    XLMRobertaModel,
    XLMRobertaTokenizer,
)

from hirec.models.encoder import load_encoder
from hirec.settings import ModelSettings

ENTRIES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "net", "sales", "cash", "##es", "of")
WORDS = ["what", "sales", "grew", "fell", "company", "query", "passage", ":", "the"]
PIECES = [(f"▁{word}" if word != ":" else word, -1.0) for word in WORDS]
SMALL = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "initializer_range": 0.5,  # so that scores differ
}


@pytest.fixture(autouse=True, scope="session")
def cache_of_the_tests(tmp_path_factory) -> Iterator[None]:
    """Converted models go to a folder of these tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def bert(tmp_path_factory) -> Path:
    """A reranker like MiniLM's."""
    folder = tmp_path_factory.mktemp("bert")
    torch.manual_seed(1)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    (folder / "vocab.txt").write_text("\n".join(words))
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    config = BertConfig(vocab_size=len(words), num_labels=1, **SMALL)
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def deberta(tmp_path_factory) -> Path:
    """A reranker like DeBERTa-v3, which is of the class DebertaV2."""
    folder = tmp_path_factory.mktemp("deberta")
    torch.manual_seed(1)
    specials = [(name, 0.0) for name in ("[PAD]", "[CLS]", "[SEP]", "[UNK]")]
    vocabulary = [*specials, *PIECES, ("[MASK]", 0.0)]
    DebertaV2Tokenizer(vocab=vocabulary).save_pretrained(folder)
    config = DebertaV2Config(
        vocab_size=len(vocabulary),
        num_labels=1,
        relative_attention=True,
        position_buckets=8,
        pos_att_type=["p2c", "c2p"],
        norm_rel_ebd="layer_norm",
        share_att_key=True,
        position_biased_input=False,
        type_vocab_size=0,
        **SMALL,
    )
    DebertaV2ForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def xlm_roberta(tmp_path_factory) -> Path:
    """An encoder like multilingual E5."""
    folder = tmp_path_factory.mktemp("xlm-roberta")
    torch.manual_seed(1)
    specials = [(name, 0.0) for name in ("<s>", "<pad>", "</s>", "<unk>")]
    vocabulary = [*specials, *PIECES, ("<mask>", 0.0)]
    XLMRobertaTokenizer(vocab=vocabulary).save_pretrained(folder)
    config = XLMRobertaConfig(vocab_size=len(vocabulary), max_position_embeddings=64, **SMALL)
    XLMRobertaModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def small_encoder(tmp_path_factory):
    """A sentence encoder of the packaged one's architecture."""
    folder = tmp_path_factory.mktemp("small-encoder")
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(ENTRIES),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder / "bert")
    numbers = {word: number for number, word in enumerate(ENTRIES)}
    BertTokenizerFast(vocab=numbers).save_pretrained(folder / "bert")
    body = Transformer(str(folder / "bert"), max_seq_length=64)
    SentenceTransformer(modules=[body, Pooling(16)]).save(str(folder / "whole"))
    return load_encoder(ModelSettings(encoder=str(folder / "whole"), encoder_max_tokens=64))
