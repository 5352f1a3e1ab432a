"""LegalBench-RAG (Pipitone and Alami, 2024): questions with gold as character spans of documents.

A folder holds ``benchmarks/NAME.json``, each ``{"tests": [{"query", "snippets": [{"file_path",
"span": [first, behind the last], "answer"}]}]}``, and ``corpus/`` with the documents as text.
"""

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, Field

from hirec.datasets.published import in_shape, read_json
from hirec.datasets.questions import GoldEvidence, Question
from hirec.types import QuestionFileError

BENCHMARKS, CORPUS = "benchmarks", "corpus"


class _Snippet(BaseModel):
    file_path: str = Field(min_length=1)
    span: tuple[int, int]
    answer: str = ""


class _Test(BaseModel):
    query: str = Field(min_length=1)
    snippets: list[_Snippet] = Field(min_length=1)


class _Benchmark(BaseModel):
    tests: list[_Test] = Field(min_length=1)


def read_legalbench(source: Path) -> list[Question]:
    """Questions of all parts of a folder, or of one part's file; the part is a question's type.

    Gold names the stem of its document's file. Where the folder has the documents, a span whose
    text is another than the one given is refused: offsets would be of another edition.

    Raises:
        QuestionFileError: a file is missing or malformed, or a span is not its text.

    """
    files = sorted((source / BENCHMARKS).glob("*.json")) if source.is_dir() else [source]
    if not files:
        raise QuestionFileError(f"{source} has no {BENCHMARKS}/*.json; give LegalBench-RAG's data.")
    root = source if source.is_dir() else source.parent.parent
    return [question for file in files for question in _questions(file, _Corpus(root / CORPUS))]


class _Corpus:
    """Texts of the documents, as far as they are here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._texts: dict[str, str] = {}

    def file(self, name: str) -> Path:
        """Where a document is; not all disks take the colon of a name, then ``_`` stands for it."""
        path = self._folder / name
        return path if path.is_file() else self._folder / name.replace(":", "_")

    def text(self, name: str) -> str | None:
        """None where there is no corpus at all; raises QuestionFileError where it lacks one."""
        if not self._folder.is_dir():
            return None
        if name not in self._texts:
            path = self.file(name)
            try:
                self._texts[name] = path.read_bytes().decode("utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                raise QuestionFileError(f"Cannot read the document {path}: {error}.") from error
        return self._texts[name]


def _questions(file: Path, corpus: _Corpus) -> Iterator[Question]:
    content = in_shape(_Benchmark, read_json(file), str(file))
    for number, test in enumerate(content.tests, start=1):
        where = f"{file}, test {number}"
        gold = dict.fromkeys(_gold(snippet, corpus, where) for snippet in test.snippets)
        answer = "\n".join(snippet.answer.strip() for snippet in test.snippets)
        yield Question(f"{file.stem}-{number}", test.query, answer, file.stem, tuple(gold))


def _gold(snippet: _Snippet, corpus: _Corpus, where: str) -> GoldEvidence:
    first, last = snippet.span
    text = corpus.text(snippet.file_path)
    if not 0 <= first < last:
        raise QuestionFileError(f"{where}: the span {first} to {last} holds no character.")
    if text is not None and snippet.answer and text[first:last] != snippet.answer:
        raise QuestionFileError(
            f"{where}: characters {first} to {last} of {snippet.file_path} are not the answer "
            "given; take documents and questions of one release."
        )
    return GoldEvidence(corpus.file(snippet.file_path).stem, span=(first, last))
