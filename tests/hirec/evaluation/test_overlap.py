import pytest

from hirec.evaluation.overlap import key_figures, token_f1


@pytest.mark.parametrize(
    ("gold", "answer", "f1"),
    [
        ("net sales fell", "Net sales fell.", 1.0),
        ("the net sales", "net sales", 1.0),
        ("1,234 stores", "1234 stores", 1.0),
        ("net sales fell", "profit rose", 0.0),
        ("up", "", 0.0),
        ("sales fell in Europe", "sales fell", 2 * 1.0 * 0.5 / 1.5),
        ("no no", "no", 2 * 1.0 * 0.5 / 1.5),
    ],
)
def test_tokens_are_compared_as_bags(gold, answer, f1):
    assert token_f1(gold, answer) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("gold", "answer", "share"),
    [
        ("It grew 4.5% to $1.2 billion.", "$1,200 million, up 4.5 percent", 1.0),
        ("It grew 4.5% to $1.2 billion.", "It grew 4.5%.", 0.5),
        ("It fell by $30 million.", "a change of $(30) million", 1.0),
        ("$1,577 million", "$1.58 billion", 1.0),
        ("4.5%", "$4.5 million", 0.0),
        ("$12 million", "$12 thousand", 0.0),
        ("$12 million", "", 0.0),
        ("In fiscal 2023 it opened no stores.", "It opened none.", None),
    ],
)
def test_figures_are_held_against_each_other(gold, answer, share):
    assert key_figures(gold, answer) == share
