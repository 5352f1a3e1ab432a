"""A cross-encoder behind HTTP: Text Embeddings Inference's ``/rerank``, or vLLM's.

Both take a query and texts, and give back places and scores in an order of their own. The server
applies the sigmoid and cuts what is too long for its model.
"""

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import AliasChoices, BaseModel, Field, TypeAdapter, ValidationError

from hirec.backoff import wait_s
from hirec.models.passage_view import without_figures
from hirec.models.settings import RerankServer
from hirec.types import ModelError
from hirec.validation_errors import first_problem

_NOT_NOW = frozenset({408, 425, 429})
_LARGEST_BODY = 4 * 2**20
_MOST_WORDS = 200


class RerankServerError(ModelError):
    """A reranking server is not there, refuses, or answers with what is no ranking."""


class _Passing(Exception):  # noqa: N818 - a reason to try again, never seen outside
    """No answer this time."""

    def __init__(self, why: str, retry_after: str = "") -> None:
        super().__init__(why)
        self.retry_after = retry_after


class _Rank(BaseModel):
    index: Annotated[int, Field(ge=0)]
    score: Annotated[
        float,
        Field(ge=0, le=1, validation_alias=AliasChoices("score", "relevance_score")),
    ]


class _Ranking(BaseModel):
    results: list[_Rank]


_RANKS = TypeAdapter(list[_Rank])


def is_address(source: str) -> bool:
    """Whether a reranker is named by the address of a server."""
    return source.startswith(("http://", "https://"))


class ServedCrossEncoder:
    """Asks a server for scores, a batch after the other; safe to use from several threads."""

    def __init__(self, address: str, settings: RerankServer) -> None:
        """``address`` such as ``http://127.0.0.1:8080``; the server is first asked when scoring.

        Raises :class:`RerankServerError` where the key's variable is named but not set.
        """
        base = address.rstrip("/")
        self._url = base if base.endswith("/rerank") else f"{base}/rerank"
        self._settings = settings
        self._headers = {"Content-Type": "application/json", "User-Agent": "hirec"}
        if settings.api_key_env:
            self._headers["Authorization"] = f"Bearer {self._key(settings.api_key_env)}"
        self.name = f"{address} ({settings.api} {settings.model}".rstrip() + ")"

    def score(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return relevance in [0, 1]; shape (n,).

        Raises:
            RerankServerError: no answer after all tries, or one that is no ranking.

        """
        texts = [one if self._settings.figures else without_figures(one) for one in passages]
        scores = np.empty(len(texts), dtype=np.float32)
        for start in range(0, len(texts), self._settings.batch):
            batch = texts[start : start + self._settings.batch]
            body = self._answer(json.dumps(self._request(question, batch)).encode())
            for rank in self._read(body, len(batch)):
                scores[start + rank.index] = rank.score
        return scores

    def _request(self, question: str, texts: Sequence[str]) -> Mapping[str, Any]:
        if self._settings.api == "tei":
            return {"query": question, "texts": texts, "truncate": True}
        named = {"model": self._settings.model} if self._settings.model else {}
        # -1: what the model takes at most
        return named | {"query": question, "documents": texts, "truncate_prompt_tokens": -1}

    def _answer(self, body: bytes) -> bytes:
        """Send a request until there is an answer, at most ``attempts`` times."""
        for attempt in range(1, self._settings.attempts + 1):
            try:
                return self._exchange(body)
            except _Passing as failure:
                if attempt == self._settings.attempts:
                    raise RerankServerError(
                        f"The rerank server at {self._url} gave no answer in {attempt} "
                        f"tries (the last: {failure}); start it, look into its log, or correct "
                        "models.cross_encoder."
                    ) from failure
                time.sleep(wait_s(attempt, self._settings.backoff_s, failure.retry_after))
        raise AssertionError("a server is asked at least once")

    def _exchange(self, body: bytes) -> bytes:
        request = urllib.request.Request(self._url, body, self._headers)  # noqa: S310 - http(s)
        timeout_s = self._settings.timeout_s
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as reply:  # noqa: S310
                found = bytes(reply.read(_LARGEST_BODY))
                if reply.length:  # a connection that ends early is no error of a bounded read
                    raise http.client.IncompleteRead(found, reply.length)
                return found
        except urllib.error.HTTPError as error:
            with error:
                self._named(error)
        except TimeoutError as error:
            raise _Passing(f"nothing within {timeout_s:g} s") from error
        except urllib.error.URLError as error:
            late = isinstance(error.reason, TimeoutError)
            why = f"nothing within {timeout_s:g} s" if late else str(error.reason)
            raise _Passing(why) from error
        except (http.client.HTTPException, OSError) as error:
            raise _Passing(str(error) or type(error).__name__) from error
        raise AssertionError("an error of HTTP is named")

    def _named(self, error: urllib.error.HTTPError) -> None:
        """Raise what a status stands for."""
        try:
            message = f"{error.code}: {_start(error.read(_LARGEST_BODY))}"
        except (http.client.HTTPException, OSError):
            message = f"{error.code}, and no reason that can be read"
        if error.code in _NOT_NOW or error.code >= 500:
            raise _Passing(message, error.headers.get("Retry-After", "")) from error
        raise RerankServerError(
            f"The rerank server at {self._url} refused a request ({message}); check "
            "models.rerank_server: api, model, batch and api_key_env."
        ) from error

    def _read(self, body: bytes, count: int) -> list[_Rank]:
        """One rank a text; raises :class:`RerankServerError` for anything else."""
        try:
            if self._settings.api == "tei":
                ranks = _RANKS.validate_json(body)
            else:
                ranks = _Ranking.model_validate_json(body).results
            if sorted(rank.index for rank in ranks) != list(range(count)):
                raise ValueError(f"places {[rank.index for rank in ranks]} of {count} texts")
        except ValueError as error:
            problem = first_problem(error) if isinstance(error, ValidationError) else error
            raise RerankServerError(
                f"The rerank server at {self._url} did not answer with a score from 0 to 1 for "
                f"each text ({problem}) but with '{_start(body)}'; check models.rerank_server.api, "
                "and that its model is a reranker."
            ) from error
        return ranks

    def _key(self, variable: str) -> str:
        key = os.environ.get(variable, "")
        if not key:
            raise RerankServerError(
                f"The environment variable {variable} (models.rerank_server.api_key_env) is not "
                f"set; put the key for {self._url} into it."
            )
        return key


def _start(body: bytes) -> str:
    words = " ".join(body.decode(errors="replace").split())
    return words if len(words) <= _MOST_WORDS else f"{words[:_MOST_WORDS]}…"
