"""The chat of OpenAI's kind: what its messages ask, and an answer in its shapes.

A conversation's user messages are the questions, its assistant messages their answers. The answer
comes as text with its verdict and sources below, each source also as an annotation with the place
of its mark in the text; under ``hirec`` stands the answer as our own API gives it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field

from serving.http.errors import RequestError

MODEL = "hirec"
_BELOW = "\n\nVerdict: "
"""Between an answer and what we add to it; what a client sends back is cut there again."""
_PIECE = 40
"""Characters of a streamed piece, at least one word."""


class Part(BaseModel):
    """A piece of a message's content."""

    model_config = ConfigDict(extra="allow")
    type: str
    text: str = ""


class ChatMessage(BaseModel):
    """One message of a conversation."""

    model_config = ConfigDict(extra="allow")
    role: Literal["system", "developer", "user", "assistant"]
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """Its words; raises :class:`RequestError` for a picture or a file."""
        if isinstance(self.content, list):
            if other := next((part.type for part in self.content if part.type != "text"), None):
                raise RequestError(f"Messages may hold text only, not {other}.")
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptions(BaseModel):
    """What a stream shall hold."""

    model_config = ConfigDict(extra="allow")
    include_usage: bool = False


class ChatBody(BaseModel):
    """A request; sampling parameters are taken and have no effect."""

    model_config = ConfigDict(extra="allow")
    model: str = Field(examples=[MODEL])
    messages: list[ChatMessage] = Field(
        min_length=1,
        max_length=200,
        examples=[[{"role": "user", "content": "What was Acme's revenue in FY2023?"}]],
    )
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int = 1
    tools: list[dict[str, Any]] | None = None

    def asked(self) -> tuple[str, list[tuple[str, str]]]:
        """The last question, and the turns before it; system messages are left out.

        Raises :class:`RequestError` where that is not what the messages are.
        """
        if self.n != 1 or self.tools:
            raise RequestError("There is one answer to a question, and no tool is called.")
        dialogue = [message for message in self.messages if message.role in ("user", "assistant")]
        if not dialogue or dialogue[-1].role != "user":
            raise RequestError("The last message has to be a question of the user's.")
        *before, last = dialogue
        return last.text, list(_turns(before))


def _turns(messages: Sequence[ChatMessage]) -> Iterator[tuple[str, str]]:
    """Each question with the answer right behind it; a question without one is left out."""
    for message, then in pairwise(messages):
        if message.role == "user" and then.role == "assistant":
            yield message.text, then.text.partition(_BELOW)[0]


def index_of(model: str, first: str) -> str:
    """The index that a model's name means: ``hirec`` the first one, ``hirec/NAME`` that one."""
    return first if model == MODEL else model.removeprefix(f"{MODEL}/")


def models(names: Sequence[str], created: int) -> dict[str, Any]:
    """The list of models: ``hirec`` and one for each index."""
    ids = [MODEL, *(f"{MODEL}/{name}" for name in names)] if names else []
    return {
        "object": "list",
        "data": [
            {"id": each, "object": "model", "created": created, "owned_by": MODEL} for each in ids
        ],
    }


def content(stored: Mapping[str, Any], page_of: str) -> tuple[str, list[dict[str, Any]]]:
    """Text with verdict and sources, and the sources as annotations.

    ``page_of`` is the address of the index on our page, to which filing and page are added.
    """
    reason = stored["reason"] if stored["reason"] != stored["text"] else ""
    text = f"{stored['text']}{_BELOW}{stored['verdict']}{f' ({reason})' if reason else ''}"
    annotations = []
    cited = list(_citations(stored))
    if cited:
        text += "\n\nPages to look at:" if stored["verdict"] == "abstained" else "\n\nSources:"
    for number, each in enumerate(cited, start=1):
        place = f"{each['filing_id']}, page {each['page_number']}"
        start = len(text) + 1
        text += f"\n[{number}] {place}: {each['quote']}"
        url = f"{page_of}/{quote(each['filing_id'])}/{each['page_number']}"
        source = {"start_index": start, "end_index": len(text), "title": place, "url": url}
        annotations.append({"type": "url_citation", "url_citation": source})
    return text, annotations


def _citations(stored: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Of the answer, or of the parts of a compound one, each once."""
    seen = set()
    for each in [*stored["citations"], *(c for part in stored["parts"] for c in _citations(part))]:
        key = (each["passage_id"], each["quote"])
        if key not in seen:
            seen.add(key)
            yield each


def usage(stored: Mapping[str, Any]) -> dict[str, int]:
    """Tokens of the language models behind an answer; none where the rules answered."""
    spent = stored["usage"]
    read, written = spent["input_tokens"], spent["output_tokens"]
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def head(kind: str, model: str, number: str, created: int) -> dict[str, Any]:
    """What every response, and every piece of a stream, begins with.

    Args:
        kind: Empty, or ``.chunk`` for pieces of a stream.
        model: As the request names it.
        number: Makes the id.
        created: Seconds since 1970.

    """
    name = f"chat.completion{kind}"
    return {"id": f"chatcmpl-{number}", "object": name, "created": created, "model": model}


def completion(begun: Mapping[str, Any], stored: Mapping[str, Any], page_of: str) -> dict[str, Any]:
    """The whole response.

    Args:
        begun: See :func:`head`.
        stored: The answer as our own API gives it.
        page_of: See :func:`content`.

    """
    text, annotations = content(stored, page_of)
    message = {"role": "assistant", "content": text, "refusal": None, "annotations": annotations}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return {**begun, "choices": [choice], "usage": usage(stored), "hirec": stored}


def chunks(
    begun: Mapping[str, Any], stored: Mapping[str, Any], page_of: str
) -> Iterator[dict[str, Any]]:
    """The pieces of a streamed response after the first: words, annotations, the end.

    Args:
        begun: See :func:`head`.
        stored: The answer as our own API gives it.
        page_of: See :func:`content`.

    """
    text, annotations = content(stored, page_of)
    for piece in _pieces(text):
        yield chunk(begun, {"content": piece})
    yield chunk(begun, {"annotations": annotations})
    yield {**chunk(begun, {}, "stop"), "hirec": stored}


def chunk(
    begun: Mapping[str, Any], delta: Mapping[str, Any], finished: str | None = None
) -> dict[str, Any]:
    """One piece.

    Args:
        begun: See :func:`head`.
        delta: What this piece adds to the message.
        finished: ``stop`` in the last one.

    """
    return {**begun, "choices": [{"index": 0, "delta": delta, "finish_reason": finished}]}


def _pieces(text: str) -> Iterator[str]:
    while text:
        cut = text.find(" ", _PIECE) + 1 or len(text)
        yield text[:cut]
        text = text[cut:]
