import pytest
from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

from hirec.models.cross_encoder import SentenceCrossEncoder, load_cross_encoder
from hirec.settings import ModelSettings
from hirec.types import ModelError


def test_no_reranker_named_is_no_reranker():
    assert load_cross_encoder(ModelSettings()) is None


def test_a_tiny_random_model_scores_between_0_and_1(tmp_path):
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "sales", "grew", "what"]
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_text("\n".join(words))
    BertTokenizer(str(vocabulary)).save_pretrained(tmp_path)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
    )
    BertForSequenceClassification(config).save_pretrained(tmp_path)
    model = SentenceCrossEncoder(ModelSettings(cross_encoder=str(tmp_path)))
    scores = model.score("what grew", ["sales grew", "sales"])
    assert scores.shape == (2,)
    assert ((scores > 0) & (scores < 1)).all()
    assert model.score("what grew", []).shape == (0,)


def test_a_folder_without_weights_is_one_clear_sentence(tmp_path):
    with pytest.raises(ModelError, match=r"Cannot load the cross-encoder .* give a folder"):
        SentenceCrossEncoder(ModelSettings(cross_encoder=str(tmp_path)))
