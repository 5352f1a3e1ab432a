import subprocess
import sys

import numpy as np

from hirec.models.bert import packaged_bert
from hirec.models.encoder import load_encoder
from hirec.settings import ModelSettings

TEXTS = ("net sales", "Ünïcode – “quotes”, 3.5% of $1,000", "a long text " * 200, "")


def test_vectors_are_those_of_torch() -> None:
    encoder = load_encoder(ModelSettings())
    many = encoder.encode_passages([*TEXTS, *(f"text {n}" for n in range(10))])
    few = encoder.encode_passages(TEXTS)
    assert np.abs(many[: len(TEXTS)] - few).max() < 1e-5
    assert np.allclose(np.linalg.norm(few, axis=1), 1, atol=1e-5)


def test_no_texts_have_no_vectors() -> None:
    assert packaged_bert().encode([], 32).shape == (0, 384)


def test_tokens_are_those_of_the_text_without_its_ends() -> None:
    bert = packaged_bert()
    one, other = bert.tokens(["net sales of Acme", ""], 32)
    assert (one.shape, other.shape) == ((5, 384), (0, 384))  # ac-me is two
    assert np.allclose(np.linalg.norm(one, axis=1), 1, atol=1e-5)
    assert bert.tokens(["net sales of Acme"], 4)[0].shape == (2, 384)
    assert bert.tokens([], 4) == []
    assert np.allclose(bert.tokens(["net sales of Acme"], 32)[0], one, atol=1e-5)


def test_a_question_does_not_load_torch() -> None:
    code = (
        "import sys; from hirec.models.encoder import load_encoder;"
        "from hirec.settings import ModelSettings;"
        "load_encoder(ModelSettings()).encode_queries(['What were net sales?']);"
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
