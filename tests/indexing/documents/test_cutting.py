from dataclasses import replace
from itertools import pairwise

from hirec.settings import IndexSettings
from indexing.documents.cutting import cut
from indexing.documents.identity import identify
from indexing.documents.reading import read_text

SETTINGS = IndexSettings(chunk_size=128)
PRICE = "The price is fixed; it may not be raised. " * 12
TEXT = (
    "SUPPLY CONTRACT\n\n1. Term\nThis contract runs for three years. It ends by itself.\n"
    f"2. Price\n{PRICE}\n3. Law\n{'x' * 300}\n"
)


def test_passages_are_stretches_of_the_file_and_share_nothing() -> None:
    document = read_text(TEXT.encode(), "c.txt")
    passages = cut(document, "c", identify(document), SETTINGS)
    spans = [passage.span for passage in passages if passage.span]
    assert len(spans) == len(passages)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    for passage, (first, last) in zip(passages, spans, strict=True):
        assert "".join(TEXT[first:last].split()) == "".join(passage.text.split())
        assert len(passage.text) <= 128
    said = "".join("".join(passage.text.split()) for passage in passages)
    assert said == "".join(TEXT.split())  # nothing is lost


def test_a_passage_says_its_document_and_section() -> None:
    document = read_text(TEXT.encode(), "c.txt")
    passages = cut(document, "c", identify(document), SETTINGS)
    priced = next(passage for passage in passages if "fixed" in passage.text)
    assert priced.title == "SUPPLY CONTRACT · 2. Price"
    assert priced.passage_id.startswith("c#1.")
    assert cut(replace(document, pages=()), "c", identify(document), SETTINGS) == []
