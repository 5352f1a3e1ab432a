"""A retriever for LlamaIndex."""

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from serving.adapters.search import Search, metadata


class HirecRetriever(BaseRetriever):  # type: ignore[misc]
    """Passages of an index as LlamaIndex's nodes, best first, with where each stands."""

    def __init__(self, index_dir: str, settings: str | None = None, k: int = 5) -> None:
        """Open the index with the first question.

        Args:
            index_dir: Folder of the index.
            settings: YAML preset.
            k: Nodes at most.

        """
        self._search = Search(index_dir, settings)
        self._k = k
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [
            NodeWithScore(
                node=TextNode(
                    id_=found.passage.passage_id,
                    text=found.passage.text,
                    metadata=metadata(found.passage),
                ),
                score=found.score,
            )
            for found in self._search.passages(query_bundle.query_str, self._k)
        ]
