"""The clients."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import httpx

from ._async import AsyncTransport
from ._generated.async_resources import AsyncResources
from ._generated.resources import Resources
from ._requests import Options, Request
from ._sync import Transport


class Parley(Resources):
    """A client of a Parley installation. Use it in a `with` block, or close it."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """
        :param base_url: address of the installation, such as https://parley.example
        :param api_key: API key or session token; public operations need none
        :param timeout: seconds without a byte from the server before an attempt fails
        :param max_retries: repetitions after a failed attempt
        :param headers: headers of all requests
        :param http_client: a client with other settings, such as a proxy; it is closed with this one
        """
        options = Options(base_url, api_key, timeout, max_retries, headers)
        super().__init__(Transport(options, http_client or httpx.Client()))

    def with_options(self, **changes: Any) -> Parley:
        """The same client with other options, on the same connections.

        Besides the arguments of the constructor, takes `idempotency_key` and `last_event_id` for single requests.
        """
        client = Parley.__new__(Parley)
        Resources.__init__(client, Transport(self._transport.options.copy(changes), self._transport.http))
        return client

    def request(self, method: str, path: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        """Any request to the API, for operations that this version does not know."""
        return self._transport.call(Request(method, path, params))

    def raw_request(self, method: str, path: str, params: Optional[Mapping[str, Any]] = None) -> httpx.Response:
        """Like `request`, but gives the response with its status and headers."""
        return self._transport.download(Request(method, path, params))

    def close(self) -> None:
        self._transport.http.close()

    def __enter__(self) -> Parley:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class AsyncParley(AsyncResources):
    """The asynchronous client. Use it in an `async with` block, or close it."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        """Takes the arguments of `Parley`."""
        options = Options(base_url, api_key, timeout, max_retries, headers)
        super().__init__(AsyncTransport(options, http_client or httpx.AsyncClient()))

    def with_options(self, **changes: Any) -> AsyncParley:
        """The same client with other options, as for `Parley`."""
        client = AsyncParley.__new__(AsyncParley)
        AsyncResources.__init__(client, AsyncTransport(self._transport.options.copy(changes), self._transport.http))
        return client

    async def request(self, method: str, path: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        """Any request to the API, for operations that this version does not know."""
        return await self._transport.call(Request(method, path, params))

    async def raw_request(self, method: str, path: str, params: Optional[Mapping[str, Any]] = None) -> httpx.Response:
        """Like `request`, but gives the response with its status and headers."""
        return await self._transport.download(Request(method, path, params))

    async def close(self) -> None:
        await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncParley:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()
