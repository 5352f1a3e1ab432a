import os
import subprocess
import sys

from hirec.ranking.lexical import LexicalIndex, tokenize


def test_letters_and_digits_part_and_words_are_stemmed():
    assert tokenize(["SG&A of FY2015 were $1,234.5 in companies"]) == [
        ["sg&a", "fy", "2015", "were", "1,234.5", "compani"]
    ]


def test_the_text_with_the_rarer_term_wins():
    index = LexicalIndex(["net sales grew", "net sales fell", "inventories fell"])
    scores = index.scores("inventories")
    assert scores.argmax() == 2
    assert scores[0] == scores[1] == 0


def test_empty_collections_and_queries_score_zero():
    assert LexicalIndex([]).scores("sales").shape == (0,)
    assert LexicalIndex(["", " "]).scores("sales").tolist() == [0, 0]
    assert LexicalIndex(["sales"]).scores("the of").tolist() == [0]
    assert LexicalIndex(["sales"]).scores("unheard").tolist() == [0]


def test_words_are_ranked_without_starting_jax(tmp_path):
    """JAX takes three quarters of a GPU's memory when it starts, and BM25 needs none of it."""
    (tmp_path / "jax.py").write_text("raise SystemExit('JAX was started')")
    script = "import sys, hirec.ranking.lexical; assert 'jax' not in sys.modules"
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": paths}, check=False
    )
    assert done.returncode == 0
