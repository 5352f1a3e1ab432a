"""How a document that is no filing is read."""

from hirec.types import Document, Identity
from indexing.documents.cover import cover
from indexing.documents.cutting import cut
from indexing.documents.identity import document_id, identify
from indexing.documents.reading import read
from indexing.profiles import Steps


def _identify(document: Document, hints: str) -> Identity:
    del hints  # there are none for documents
    return identify(document)


def _weak(identity: Identity) -> str:
    """Nothing is weighed against other places, so that nothing is known to be weak."""
    del identity
    return ""


STEPS = Steps(read=read, identify=_identify, name=document_id, cover=cover, cut=cut, weak=_weak)
