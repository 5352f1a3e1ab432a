"""A retriever for haystack's pipelines.

A stored pipeline is loaded with ``allowed_modules=["serving.adapters.haystack"]``.
"""

from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict

from serving.adapters.search import Search, metadata


@component
class HirecRetriever:
    """Passages of an index as haystack's documents, best first, with where each stands."""

    def __init__(self, index_dir: str, settings: str | None = None, top_k: int = 5) -> None:
        """Open the index with the first question, or by :meth:`warm_up`.

        Args:
            index_dir: Folder of the index.
            settings: YAML preset.
            top_k: Documents at most.

        """
        self._given = {"index_dir": index_dir, "settings": settings, "top_k": top_k}
        self._search = Search(index_dir, settings)
        self._top_k = top_k

    def warm_up(self) -> None:
        """Open the index; raises as :meth:`hirec.HiREC.open` does."""
        self._search.open()

    @component.output_types(documents=list[Document])  # type: ignore[untyped-decorator]
    def run(self, query: str, top_k: int | None = None) -> dict[str, list[Document]]:
        """Search; ``top_k`` here goes before that of the component."""
        most = self._top_k if top_k is None else top_k
        documents = [
            Document(
                id=found.passage.passage_id,
                content=found.passage.text,
                meta=metadata(found.passage),
                score=found.score,
            )
            for found in self._search.passages(query, most)
        ]
        return {"documents": documents}

    def to_dict(self) -> dict[str, Any]:
        """What a stored pipeline says of it."""
        stored: dict[str, Any] = default_to_dict(self, **self._given)
        return stored

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "HirecRetriever":
        """Make one of a stored pipeline."""
        made: HirecRetriever = default_from_dict(cls, data)
        return made
