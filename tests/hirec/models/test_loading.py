import pytest
from transformers.utils import logging

from hirec.models.encoder import load_encoder
from hirec.models.loading import loading, memory_of, quiet_transformers
from hirec.models.weights import load_base
from hirec.settings import ModelSettings
from hirec.types import ModelError


@pytest.mark.parametrize("error", [OSError, ValueError, RuntimeError])
def test_what_a_library_says_becomes_one_sentence(error):
    said = r"^Cannot load the encoder 'x' on cpu .* folder with y\.$"
    with pytest.raises(ModelError, match=said), loading("encoder", "x", "cpu", "y"):
        raise error("line\nafter line")


def test_a_gpu_that_is_not_there_is_said(monkeypatch, xlm_roberta, bert):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    for load in (
        lambda: load_encoder(ModelSettings(encoder=str(xlm_roberta), device="cuda:1")),
        lambda: load_base(str(bert), "cuda:1"),
    ):
        with pytest.raises(ModelError, match=r"models\.device is cuda:1, and torch finds no GPU"):
            load()


def test_of_several_gpus_one_that_is_not_there_is_said(monkeypatch, bert):
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 1)
    with pytest.raises(ModelError, match=r"cuda:7, and torch finds 1 GPU"):
        load_base(str(bert), "cuda:7")


def test_memory_that_does_not_do_is_named_and_other_faults_are_theirs():
    small = r"memory of cuda is too small .*: halve it\."
    with pytest.raises(ModelError, match=small), memory_of("cuda", "halve it"):
        raise RuntimeError("CUDA error: out of memory\nat once")
    with pytest.raises(RuntimeError, match="another"), memory_of("cuda", "halve it"):
        raise RuntimeError("another")


def test_a_device_that_does_not_exist_is_said(bert):
    with pytest.raises(ModelError, match=r"'graphics' is no device"):
        load_base(str(bert), "graphics")


def test_warnings_are_back_afterwards():
    before = logging.get_verbosity()
    with quiet_transformers():
        assert logging.get_verbosity() == logging.ERROR
    assert logging.get_verbosity() == before
    with pytest.raises(KeyError), quiet_transformers():
        raise KeyError
    assert logging.get_verbosity() == before
