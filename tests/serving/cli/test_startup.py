import gc

import pytest

from serving.cli.startup import uncollected


def test_the_collector_rests_and_passes_over_what_was_made() -> None:
    gc.enable()
    frozen = gc.get_freeze_count()
    with uncollected():
        assert not gc.isenabled()
        made = [[] for _ in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= frozen + len(made)


def test_it_works_again_after_a_failure_and_not_where_it_did_not_before() -> None:
    with pytest.raises(ValueError, match="broken"), uncollected():
        raise ValueError("broken")
    assert gc.isenabled()
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
