import numpy as np

from hirec.models.half_precision import decoded, encoded


def test_weights_come_back_in_half_precision_row_by_row() -> None:
    weights = np.array([[1.0, -0.5], [0.1, 65_504.0]], dtype=np.float32)
    assert np.allclose(decoded(encoded(weights)).reshape(2, 2), weights, rtol=1e-3)
    assert np.allclose(decoded(encoded(weights.T)).reshape(2, 2), weights.T, rtol=1e-3)
