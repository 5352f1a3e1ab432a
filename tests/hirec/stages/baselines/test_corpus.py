import numpy as np

from hirec.stages.baselines.corpus import hybrid
from indexing.covers import embedded_part


def test_rows_say_where_a_filing_s_passages_stand(corpus):
    assert list(corpus.rows) == list(corpus.index.filings)
    for filing_id, row in corpus.rows.items():
        assert corpus.passages[row.start : row.stop] == corpus.index.passages([filing_id])


def test_covers_are_scored_in_the_index_s_order(corpus, encoder):
    ids = list(corpus.index.filings)
    summaries = [corpus.index.filings[filing_id].summary for filing_id in ids]
    wanted = summaries[3]
    dense = corpus.cover_dense(wanted)
    embedded = encoder.encode_passages([embedded_part(summary) for summary in summaries])
    assert np.allclose(dense, embedded @ dense_query(encoder, wanted), atol=1e-3)
    assert int(np.argmax(dense)) == 3
    assert int(np.argmax(corpus.cover_lexical(wanted))) == 3


def dense_query(encoder, text):
    return encoder.encode_queries([text])[0]


def test_hybrid_by_hand():
    lexical = np.array([3.0, 2.0, 0.0], dtype=np.float32)
    dense = np.array([0.1, 0.3, 0.2], dtype=np.float32)
    wanted = [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 0 + 1 / 62]
    assert np.allclose(hybrid(lexical, dense, 60), wanted)
