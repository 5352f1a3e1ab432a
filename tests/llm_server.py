"""A real language-model server for tests: ``python tests/llm_server.py MODEL.gguf [real]``.

llama.cpp (the package xllamacpp) serves a tiny Qwen2 with random weights, made on the spot: what it
says means nothing, but tokenizer, chat template, grammars from JSON Schemas, context limits, slots
and the HTTP of a real server are there. With ``real`` it serves a model that is there, as
``llama-server`` does without options. It prints its base URL and serves until its standard input
is closed; a process of its own, so that it can be killed in the middle of a request.
"""

import os
import sys
import tempfile
from pathlib import Path

import gguf
import numpy as np
import xllamacpp
from tokenizers import ByteLevelBPETokenizer

ROOT = Path(__file__).parents[1]
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
CONTEXT = 16384
"""Tokens a request may have; four characters or so make a token."""
SLOTS = 4
_VOCABULARY = 1536
_WIDTH, _HIDDEN, _LAYERS, _HEADS, _KEY_HEADS = 64, 128, 2, 2, 1
_TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
    "{% endfor %}<|im_start|>assistant\n"
)


def write_model(path: Path) -> None:
    """Write the model, well under a megabyte: the same bytes each time. Atomic."""
    partial = path.with_suffix(f".{os.getpid()}")
    writer = gguf.GGUFWriter(partial, "qwen2")
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(_WIDTH)
    writer.add_block_count(_LAYERS)
    writer.add_feed_forward_length(_HIDDEN)
    writer.add_head_count(_HEADS)
    writer.add_head_count_kv(_KEY_HEADS)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(10000.0)
    tokens = _add_tokenizer(writer)
    random = np.random.default_rng(7)
    for name, shape in _tensors(tokens).items():
        weights = np.ones(shape) if "norm" in name else random.normal(0, 0.3, shape)
        kind = np.float16 if len(shape) == 2 else np.float32
        writer.add_tensor(f"{name}", weights.astype(kind))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    partial.replace(path)


def _add_tokenizer(writer: gguf.GGUFWriter) -> int:
    """Byte-level pairs learnt from the licence and the sample's questions."""
    learnt = ByteLevelBPETokenizer()
    texts = [ROOT / "LICENSE", ROOT / "data" / "sample" / "questions.jsonl"]
    learnt.train([str(path) for path in texts], _VOCABULARY, show_progress=False)
    with tempfile.TemporaryDirectory() as folder:
        learnt.save_model(folder)
        merges = Path(folder, "merges.txt").read_text(encoding="utf-8").splitlines()[1:]
    known = sorted(learnt.get_vocab().items(), key=lambda entry: entry[1])
    tokens = [token for token, _ in known] + list(SPECIAL)
    kinds = [gguf.TokenType.NORMAL] * len(known) + [gguf.TokenType.CONTROL] * len(SPECIAL)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(merges)
    writer.add_add_bos_token(False)
    writer.add_bos_token_id(tokens.index("<|endoftext|>"))
    writer.add_pad_token_id(tokens.index("<|endoftext|>"))
    writer.add_eos_token_id(tokens.index("<|im_end|>"))
    writer.add_chat_template(_TEMPLATE)
    return len(tokens)


def _tensors(tokens: int) -> dict[str, tuple[int, ...]]:
    keys = _WIDTH // _HEADS * _KEY_HEADS
    shapes: dict[str, tuple[int, ...]] = {
        "token_embd.weight": (tokens, _WIDTH),
        "output.weight": (tokens, _WIDTH),
        "output_norm.weight": (_WIDTH,),
    }
    for layer in range(_LAYERS):
        block = {
            "attn_norm.weight": (_WIDTH,),
            "attn_q.weight": (_WIDTH, _WIDTH),
            "attn_q.bias": (_WIDTH,),
            "attn_k.weight": (keys, _WIDTH),
            "attn_k.bias": (keys,),
            "attn_v.weight": (keys, _WIDTH),
            "attn_v.bias": (keys,),
            "attn_output.weight": (_WIDTH, _WIDTH),
            "ffn_norm.weight": (_WIDTH,),
            "ffn_gate.weight": (_HIDDEN, _WIDTH),
            "ffn_up.weight": (_HIDDEN, _WIDTH),
            "ffn_down.weight": (_WIDTH, _HIDDEN),
        }
        shapes |= {f"blk.{layer}.{name}": shape for name, shape in block.items()}
    return shapes


def tiny(path: Path) -> xllamacpp.CommonParams:
    """Several slots, one thread, no GPU."""
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = SLOTS * CONTEXT
    params.n_parallel = SLOTS
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup = params.fit_params = False
    params.cache_ram_mib = 0
    # The Jinja path parses replies again and answers 500 where a string is not UTF-8.
    params.use_jinja = False
    return params


def real(path: Path) -> xllamacpp.CommonParams:
    """One slot, so that its keys and values take half a gigabyte.

    Half the processors: threads of llama.cpp wait for each other by spinning, which is slow where
    other tests want the processors too.
    """
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    threads = max(1, (os.cpu_count() or 1) // 2)
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    return params


def serve(params: xllamacpp.CommonParams) -> None:
    """Serve on a free port of 127.0.0.1."""
    params.port = 0
    params.verbosity = 1
    params.ui = False
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    model = Path(sys.argv[1])
    if "real" in sys.argv[2:]:
        serve(real(model))
    else:
        if not model.exists():
            write_model(model)
        serve(tiny(model))
