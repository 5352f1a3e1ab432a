import pytest

from hirec.analysts.rule.context.spans import cut_span


@pytest.mark.parametrize(
    ("question", "sentence", "span"),
    [
        (
            "When was the plant completed?",
            "The plant was completed in March 12, 2018 at last.",
            "March 12, 2018",
        ),
        (
            "How much was paid for the plant?",
            "We paid $4.5 million for the plant.",
            "$4.5 million",
        ),
        (
            "Why did sales fall?",
            "Sales fell primarily due to a strike in Ghent.",
            "primarily due to a strike in Ghent",
        ),
        ("What are order intakes?", "Order intakes are firm commitments.", "firm commitments"),
        (
            "What were the costs of hosting in 2018?",
            "The costs of hosting were $9.5 million, of which half was rent.",
            "$9.5 million",
        ),
        ("Who buys?", "Our largest buyer took a third of sales.", "Our largest buyer took a third"),
    ],
)
def test_a_sentence_is_cut_to_what_is_asked(question: str, sentence: str, span: str):
    assert cut_span(question, sentence).startswith(span)
