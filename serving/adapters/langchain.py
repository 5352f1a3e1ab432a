"""A retriever for LangChain."""

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, PrivateAttr

from serving.adapters.search import Search, metadata


class HirecRetriever(BaseRetriever):
    """Passages of an index as LangChain's documents, best first, with where each stands."""

    index_dir: str
    """Folder of the index."""
    settings: str | None = None
    """YAML preset."""
    k: int = Field(5, ge=1)
    """Documents at most."""
    _search: Search = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401 - pydantic's own
        """Make ready; the index is opened with the first question."""
        super().model_post_init(context)
        self._search = Search(self.index_dir, self.settings)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        del run_manager
        return [
            Document(
                id=found.passage.passage_id,
                page_content=found.passage.text,
                metadata={**metadata(found.passage), "score": found.score},
            )
            for found in self._search.passages(query, self.k)
        ]
