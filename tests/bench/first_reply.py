"""How soon the OpenVINO engine answers after its start: loading, first reply, later ones.

``python tests/bench/first_reply.py MODEL.gguf PASSAGES.parquet``: the prompts are curation's, with
passages of a filing in an index. Each start is a process of its own; the first unpacks
the file into an empty cache folder, the second finds it there. Seconds, processor seconds of all
threads, and what is resident of the process, in MB: the whole, and without pages of files.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hirec.analysts.llm.replies import curation_reply
from hirec.index.passages import read_passages
from hirec.llm.chat import ChatRequest
from hirec.llm.grammar import compact_grammar
from hirec.llm.openvino_model import OpenVinoModel
from hirec.llm.schema import strict_schema
from hirec.prompts import delimited, load_prompt

ASKED = (("first", 0, 5000), ("same length", 1, 5000), ("other length", 2, 4000))
"""Name of a reply, which passages it is shown, and how many characters of them."""
SHOWN = 5
THREADS = 2


def request(passages: list[str], part: int, chars: int) -> ChatRequest:
    """Five passages, alike in length, none of which was shown before."""
    long = [text for text in passages if len(text) >= chars // SHOWN]
    shown = long[part * SHOWN :][:SHOWN]
    texts = {f"P{at}": text[: chars // SHOWN] for at, text in enumerate(shown, start=1)}
    question = f"What was the company's revenue in {2020 + part}?"
    shape = curation_reply(list(texts), 3)
    return load_prompt("curate").request(shape, passages=delimited(texts), question=question)


def resident() -> dict[str, int]:
    """Megabytes of this process: all of it, and what no file backs."""
    status = Path("/proc/self/status").read_text().splitlines()
    found = {name: value for name, _, value in (line.partition(":") for line in status)}
    return {name: int(found[name].split()[0]) // 1000 for name in ("VmRSS", "RssAnon")}


def start(file: str, passages: list[str]) -> None:
    """One start of the engine, told line by line."""
    clock, processor = time.perf_counter(), time.process_time()
    model = OpenVinoModel(file, THREADS)
    tell("loading", clock, processor, **resident())
    for name, part, chars in ASKED:
        asked = request(passages, part, chars)
        grammar = compact_grammar(strict_schema(asked.schema))
        clock, processor = time.perf_counter(), time.process_time()
        reply = model.reply(asked.messages, asked.max_tokens, grammar, lambda: False)
        used = reply.usage
        tell(name, clock, processor, read=used.input_tokens, written=used.output_tokens)
    print(f"  at the end {resident()}", flush=True)


def tell(name: str, clock: float, processor: float, **more: int) -> None:
    """A line of the table."""
    seconds, busy = time.perf_counter() - clock, time.process_time() - processor
    print(f"  {name}: {seconds:.1f} s, {busy:.1f} processor s, {more}", flush=True)


def main() -> None:
    """Two starts, each in a process of its own."""
    file, parquet = sys.argv[1:3]
    if len(sys.argv) > 3:
        start(file, json.loads(sys.stdin.read()))
        return
    texts = json.dumps([p.text for p in read_passages(Path(parquet)) if not p.table])
    with tempfile.TemporaryDirectory() as cache:
        surroundings = {**os.environ, "XDG_CACHE_HOME": cache}
        for name in ("out of the GGUF", "unpacked before"):
            print(name, flush=True)
            command = [sys.executable, __file__, file, parquet, "start"]
            subprocess.run(command, input=texts, text=True, env=surroundings, check=True)


if __name__ == "__main__":
    main()
