import random

from training.roles.marked import parse_marked
from training.roles.varying import pools_of, varied

QUESTIONS = [
    parse_marked("share", "How much of <D>sales</D> was <N>tea</N>?"),
    parse_marked("share", "<N>R&D</N> as a part of <D>costs and expenses</D>"),
    parse_marked("sum", "<N>iPad</N> and <D>Mac</D> <M>sales</M>, together."),
]


def test_spans_stay_on_the_figures_that_were_put_in() -> None:
    rng, pools = random.Random(0), pools_of(QUESTIONS)
    seen = set()
    for _ in range(200):
        for question in QUESTIONS:
            other = varied(question, pools, rng)
            assert other.asked == question.asked
            assert [s.role for s in other.spans] == [s.role for s in question.spans]
            for span in other.spans:
                said = other.text[span.start : span.end]
                assert said.lower() in {w.lower() for words in pools.values() for w in words}
                seen.add((question.asked, span.role, said))
    assert ("share", "N", "R&D") in seen
    assert ("share", "D", "iPad") not in seen, "a part is no whole"
