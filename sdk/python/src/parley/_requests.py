"""What a request consists of, and when it may be repeated. Shared by both clients."""

from __future__ import annotations

import json
import platform
import random
import uuid
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlsplit

import httpx

from ._errors import ConnectionError, ParleyError, RateLimitError, TimeoutError, retry_after_of
from ._generated.version import VERSION

#: Longest Retry-After that is waited for, in seconds.
_MAX_WAIT = 60.0
_FIRST_WAIT = 0.5
_LONGEST_BACKOFF = 8.0


class Options:
    """Settings of a client. `copy` changes some of them."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        last_event_id: Optional[str] = None,
    ) -> None:
        self.base_url = base_url
        self.api_key = api_key
        self.timeout = timeout
        self.max_retries = max_retries
        self.headers = dict(headers or {})
        self.idempotency_key = idempotency_key
        self.last_event_id = last_event_id

    def copy(self, changes: Mapping[str, Any]) -> Options:
        return Options(**{**vars(self), **changes})

    @property
    def root(self) -> str:
        """The API's root: the address, with /api if it does not end with it."""
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{self.base_url!r} is not an http or https address.")
        address = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
        return address if address.endswith("/api") else f"{address}/api"


class Request:
    """An operation of the API with its input."""

    def __init__(
        self,
        method: str,
        path: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        in_query: Sequence[str] = (),
        is_form: bool = False,
        is_idempotent: bool = False,
    ) -> None:
        """
        :param path: relative to the API's root, with parameters filled in
        :param params: query of GET and DELETE, body of other methods
        :param in_query: names of parameters in the query, where others are in the body
        :param is_form: always sends a form; other requests send one if a parameter is a file
        :param is_idempotent: the operation supports Idempotency-Key
        """
        self.method = method
        self.path = path
        self.params = dict(params or {})
        self.in_query = in_query
        self.is_form = is_form
        self.is_idempotent = is_idempotent

    def prepared(self, options: Options) -> Dict[str, Any]:
        """Arguments of `build_request`, the same for every attempt."""
        all_in_query = self.method in ("GET", "DELETE")
        query: List[Tuple[str, str]] = []
        fields: Dict[str, Any] = {}
        for name, value in self.params.items():
            if not all_in_query and name not in self.in_query:
                fields[name] = value
                continue
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is not None:
                    query.append((name, _text(one)))
        prepared: Dict[str, Any] = {
            "method": self.method,
            "url": f"{options.root}{self.path}",
            "headers": self._headers(options),
            "params": query,
            "timeout": options.timeout,
        }
        files = {name: _file(value) for name, value in fields.items() if is_file(value)}
        if files or self.is_form:
            prepared["files"] = files
            prepared["data"] = {
                name: _text(value) for name, value in fields.items() if name not in files and value is not None
            }
        elif not all_in_query:
            prepared["json"] = fields
        return prepared

    def _headers(self, options: Options) -> Dict[str, str]:
        python = platform.python_version()
        headers = {"accept": "application/json", "user-agent": f"parley-sdk-python/{VERSION} python/{python}"}
        if options.api_key is not None:
            headers["authorization"] = f"Bearer {options.api_key}"
        if self.is_idempotent:
            headers["idempotency-key"] = options.idempotency_key or uuid.uuid4().hex
        headers.update({name.lower(): value for name, value in options.headers.items()})
        return headers


class Retries:
    """Decides after each failed attempt how long to wait for the next one."""

    def __init__(self, request: Request, max_retries: int) -> None:
        self._request = request
        self._left = max_retries
        self._attempt = 0
        self._is_unanswered = False

    def wait_after(self, error: ParleyError, response: Optional[httpx.Response] = None) -> float:
        """Seconds until the next attempt; raises the error if there is none."""
        asked = None if response is None else retry_after_of(response)
        if self._left <= 0 or not self._may_repeat(error) or (asked or 0) > _MAX_WAIT:
            raise error
        self._left -= 1
        if isinstance(error, ConnectionError):
            self._is_unanswered = True
        longest = min(_LONGEST_BACKOFF, _FIRST_WAIT * 2**self._attempt)
        self._attempt += 1
        return longest * random.uniform(0.5, 1.0) if asked is None else asked

    def is_deleted(self, error: ParleyError) -> bool:
        """Whether the server performed a deletion whose response was lost, so that its repetition finds nothing."""
        return self._is_unanswered and self._request.method == "DELETE" and error.status == 404

    def _may_repeat(self, error: ParleyError) -> bool:
        """Whether a repetition cannot perform the request twice, by its method, its key, or because nothing was done."""
        if isinstance(error, RateLimitError):
            return True
        if self._request.method == "POST" and not self._request.is_idempotent:
            return False
        if isinstance(error, ConnectionError):
            return True
        if error.status == 409:
            # The server may still be performing an attempt that got no response.
            return self._is_unanswered and self._request.is_idempotent
        # A code names the reason of a refusal, such as an offline sender.
        return error.status is not None and error.status >= 500 and error.code is None


def backoff() -> float:
    """Seconds before a broken stream is opened again."""
    return _FIRST_WAIT * random.uniform(0.5, 1.0)


def path(template: str, *values: Union[int, str]) -> str:
    """A path with encoded parameters. Refuses values that would address another path."""
    texts = [str(value) for value in values]
    for text in texts:
        if text in ("", ".", "..", "None"):
            raise ValueError(f"{text!r} is not an id.")
    return template.format(*(quote(text, safe="") for text in texts))


def unanswered(cause: Exception) -> ConnectionError:
    """The error for a request without a response."""
    if isinstance(cause, httpx.TimeoutException):
        return TimeoutError("No response within the timeout.")
    return ConnectionError(f"No response from the server: {cause}")


def deleted_already(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"status": True, "message": "It is already deleted."}, request=request)


def parsed(response: httpx.Response) -> Any:
    try:
        return json.loads(response.text)
    except ValueError as cause:
        message = "The server did not answer with JSON. Check the base_url."
        raise ParleyError(message, status=response.status_code, body=response.text) from cause


def is_file(value: Any) -> bool:
    return isinstance(value, (bytes, Path, tuple)) or hasattr(value, "read")


def _file(value: Any) -> Tuple[str, Any]:
    """Name and content of a file. Contents are read at once, so that a repetition sends them again."""
    if isinstance(value, tuple):
        name, content = value
        return (str(name), _file(content)[1])
    if isinstance(value, Path):
        return (value.name, value.read_bytes())
    if isinstance(value, bytes):
        return ("file", value)
    content = value.read()
    name = Path(str(getattr(value, "name", "file"))).name
    return (name, content.encode() if isinstance(content, str) else content)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)
