"""One system in a process of its own, for ``peers.py``: indexes PDFs, answers with pages.

``python tests/bench/peer_systems.py SYSTEM JOB.json OUT.json``. haystack, LlamaIndex and LangChain
are put together as their own first pages do it: their PDF reader (all three: pypdf), their
splitter with its default lengths, their store in memory, their defaults. What is said otherwise is
the encoder, which all share, where no default fits them all, and how many passages are asked for.
``SYSTEM:ours`` cuts by hirec's passage length instead. The clock runs from the first import.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from peer_readers import READERS
from processes import PeakMemory

from hirec.models.packaged import packaged_folder

Found = list[tuple[str, int, int]]
"""Passages, best first: stem of the file, first and last page (1-based)."""
Search = Callable[[str], Found]
OURS = "ours"


@dataclass(frozen=True, slots=True)
class Cut:
    """Lengths of passages in characters."""

    size: int
    overlap: int


def haystack(pdfs: Sequence[Path], depth: int, cut: Cut | None) -> tuple[int, Search]:
    """Converter, cleaner, splitter (200 words), embedder and writer; a passage may span pages."""
    from haystack import Pipeline
    from haystack.components.converters import PyPDFToDocument
    from haystack.components.preprocessors import (
        DocumentCleaner,
        DocumentSplitter,
        RecursiveDocumentSplitter,
    )
    from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever
    from haystack.components.writers import DocumentWriter
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack_integrations.components.embedders.sentence_transformers import (
        SentenceTransformersDocumentEmbedder,
        SentenceTransformersTextEmbedder,
    )

    store = InMemoryDocumentStore()
    model = str(packaged_folder())
    splitter = DocumentSplitter()
    if cut:
        splitter = RecursiveDocumentSplitter(
            split_length=cut.size,
            split_overlap=cut.overlap,
            split_unit="char",
            separators=["\n\n", "\n", " "],  # its sentences want data from the network
        )
    indexing = Pipeline()
    indexing.add_component("converter", PyPDFToDocument())
    indexing.add_component("cleaner", DocumentCleaner())
    indexing.add_component("splitter", splitter)
    embedder = SentenceTransformersDocumentEmbedder(model=model, progress_bar=False)
    indexing.add_component("embedder", embedder)
    indexing.add_component("writer", DocumentWriter(store))
    for first, then in (
        ("converter", "cleaner"),
        ("cleaner", "splitter"),
        ("splitter", "embedder"),
        ("embedder", "writer"),
    ):
        indexing.connect(first, then)
    indexing.run({"converter": {"sources": list(pdfs)}})

    asking = Pipeline()
    text_embedder = SentenceTransformersTextEmbedder(model=model, progress_bar=False)
    asking.add_component("embedder", text_embedder)
    asking.add_component("retriever", InMemoryEmbeddingRetriever(store, top_k=depth))
    asking.connect("embedder.embedding", "retriever.query_embedding")

    def search(question: str) -> Found:
        found = asking.run({"embedder": {"text": question}})["retriever"]["documents"]
        return [_spanned(document) for document in found]

    return store.count_documents(), search


def _spanned(document: Any) -> tuple[str, int, int]:
    """Pages of a passage: where it begins, and how many page ends are within its text."""
    first = document.meta["page_number"]
    return (
        Path(document.meta["file_path"]).stem,
        first,
        first + document.content.strip().count("\f"),
    )


def llamaindex(pdfs: Sequence[Path], depth: int, cut: Cut | None) -> tuple[int, Search]:
    """Directory reader (a document a page), sentence splitter (1,024 tokens), vector index."""
    from llama_index.core import SimpleDirectoryReader, VectorStoreIndex
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding

    documents = SimpleDirectoryReader(input_files=[str(pdf) for pdf in pdfs]).load_data()
    pages: dict[str, tuple[str, int]] = {}
    counted: dict[str, int] = {}
    for document in documents:  # in the files' order; the label is what is printed, no number
        stem = Path(document.metadata["file_name"]).stem
        counted[stem] = counted.get(stem, 0) + 1
        pages[document.doc_id] = stem, counted[stem]
    splitter = SentenceSplitter()
    if cut:
        splitter = SentenceSplitter(chunk_size=cut.size, chunk_overlap=cut.overlap, tokenizer=list)
    encoder = HuggingFaceEmbedding(model_name=str(packaged_folder()), embed_batch_size=32)
    index = VectorStoreIndex.from_documents(
        documents, embed_model=encoder, transformations=[splitter]
    )
    retriever = index.as_retriever(similarity_top_k=depth)

    def search(question: str) -> Found:
        places = [pages[found.node.ref_doc_id] for found in retriever.retrieve(question)]
        return [(stem, page, page) for stem, page in places]

    return len(index.docstore.docs), search


def langchain(pdfs: Sequence[Path], depth: int, cut: Cut | None) -> tuple[int, Search]:
    """PDF loader (a document a page), recursive splitter (1,000 characters), store in memory."""
    from langchain_community.document_loaders import PyPDFLoader
    from langchain_core.vectorstores import InMemoryVectorStore
    from langchain_huggingface import HuggingFaceEmbeddings
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    pages = [page for pdf in pdfs for page in PyPDFLoader(str(pdf)).load()]
    cut = cut or Cut(1000, 200)
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=cut.size, chunk_overlap=cut.overlap, add_start_index=True
    )
    store = InMemoryVectorStore(HuggingFaceEmbeddings(model_name=str(packaged_folder())))
    passages = splitter.split_documents(pages)
    store.add_documents(documents=passages)

    def search(question: str) -> Found:
        found = store.similarity_search(question, k=depth)
        places = [(Path(each.metadata["source"]).stem, each.metadata["page"] + 1) for each in found]
        return [(stem, page, page) for stem, page in places]

    return len(passages), search


def hirec(pdfs: Sequence[Path], depth: int, name: str, readers: int) -> tuple[int, Search]:
    """An index on disk, opened again; ``name`` is a system of ``hirec eval run``."""
    from hirec.pipeline import HiREC
    from hirec.settings import IndexSettings, Settings
    from indexing.builder import build

    root = Path(tempfile.mkdtemp(prefix="peers-")) / "index"
    report = build(list(pdfs), root, Settings(index=IndexSettings(workers=readers)))
    assert not report.failed, report.failed
    system = HiREC.open(root, system=name)
    filings = system.index.filings
    stems = {filing_id: filing.source_names[0] for filing_id, filing in filings.items()}

    def search(question: str) -> Found:
        found = [each.passage for each in system.retrieve(question).candidates[:depth]]
        return [(stems[each.filing_id], each.page_number, each.page_number) for each in found]

    if name != "hirec":
        search("What were net sales?")  # embeds every passage, which is part of indexing
    return sum(filing.passage_count for filing in filings.values()), search


PACKAGES = {
    "hirec": ("hirec", "pymupdf"),
    "haystack": ("haystack-ai", "sentence-transformers-haystack", "pypdf"),
    "llamaindex": (
        "llama-index-core",
        "llama-index-readers-file",
        "llama-index-embeddings-huggingface",
        "pypdf",
    ),
    "langchain": (
        "langchain-core",
        "langchain-community",
        "langchain-text-splitters",
        "langchain-huggingface",
        "pypdf",
    ),
}
PACKAGES["paperqa"] = ("paper-qa", "paper-qa-pypdf", "sentence-transformers")
PEERS = {"haystack": haystack, "llamaindex": llamaindex, "langchain": langchain}


def opened(name: str, job: dict[str, Any]) -> tuple[int, Search]:
    """Index the PDFs of a job with the system of this name."""
    pdfs, depth = [Path(pdf) for pdf in job["pdfs"]], job["depth"]
    family, _, variant = name.partition(":")
    if family == "hirec":
        return hirec(pdfs, depth, variant or "hirec", job["threads"])
    return PEERS[family](pdfs, depth, Cut(*job["cut"]) if variant == OURS else None)


def main() -> None:
    """Index, ask, write what was found and what it took."""
    name, job_file, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    job = json.loads(job_file.read_text(encoding="utf-8"))
    started, busy = time.perf_counter(), time.process_time()
    replies: dict[str, Any] = {}
    with PeakMemory() as memory:
        if name in READERS:
            passages, search, replies = READERS[name](
                [*map(Path, job["pdfs"])], job["depth"], job["model"]
            )
        else:
            passages, search = opened(name, job)
        seconds, cpu_s = time.perf_counter() - started, time.process_time() - busy
    if name not in READERS:  # whose question takes minutes of a model's time
        search(job["warm_up"])
    found, taken = {}, []
    for question_id, question in job["questions"].items():
        started, busy = time.perf_counter(), time.process_time()
        found[question_id] = search(question)
        taken.append((time.perf_counter() - started, time.process_time() - busy))
    family = name.partition(":")[0]
    result = {
        "system": name,
        "versions": {package: version(package) for package in PACKAGES[family]},
        "index_s": seconds,
        "index_cpu_s": cpu_s + memory.readers_cpu_s,
        "index_peak_mb": max(own + below for _, own, below in memory.samples),
        "passages": passages,
        "question_s": [wall for wall, _ in taken],
        "question_cpu_s": [cpu for _, cpu in taken],
        "found": found,
    }
    if replies:
        result["replies"] = {key: replies[asked] for key, asked in job["questions"].items()}
    out.write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
