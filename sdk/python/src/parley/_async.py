"""The asynchronous transport, the counterpart of `_sync.py`."""

from __future__ import annotations

from asyncio import sleep
from typing import Any, AsyncIterator, Generic, List, Mapping, Optional, TypeVar

import httpx

from ._errors import error_of
from ._events import EventParser, ServerSentEvent, item_of
from ._requests import Options, Request, Retries, backoff, deleted_already, parsed, unanswered

Item = TypeVar("Item")


class AsyncTransport:
    """Sends requests, repeats failed ones, and reads the answers."""

    def __init__(self, options: Options, http: httpx.AsyncClient) -> None:
        self.options = options
        self.http = http

    async def call(self, request: Request) -> Any:
        """A JSON answer."""
        return parsed(await self.download(request))

    async def download(self, request: Request) -> httpx.Response:
        """The response with its body, as bytes or text."""
        response = await self._answered(request, self.options)
        return response

    async def page(self, request: Request) -> AsyncPage[Any]:
        return AsyncPage(self, request, await self.call(request))

    async def stream(self, request: Request, gives: str, last_event: Optional[str]) -> AsyncEventStream[Any]:
        stream: AsyncEventStream[Any] = AsyncEventStream(self, request, gives=gives, last_event=last_event)
        await stream.open()
        return stream

    async def opened(self, request: Request, last_event_id: Optional[str]) -> httpx.Response:
        """A response whose body has not been read."""
        headers = {**self.options.headers, "accept": "text/event-stream"}
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        return await self._answered(request, self.options.copy({"headers": headers}), is_stream=True)

    async def _answered(self, request: Request, options: Options, is_stream: bool = False) -> httpx.Response:
        retries = Retries(request, options.max_retries)
        prepared = request.prepared(options)
        while True:
            try:
                response = await self.http.send(self.http.build_request(**prepared), stream=is_stream)
                if response.is_success:
                    return response
                await response.aread()
                await response.aclose()
            except httpx.TransportError as cause:
                await sleep(retries.wait_after(unanswered(cause)))
                continue
            error = error_of(response)
            if retries.is_deleted(error):
                return deleted_already(response.request)
            await sleep(retries.wait_after(error, response))


class AsyncPage(Generic[Item]):
    """One page of a list. Iterating over it gives the items of this and all later pages."""

    def __init__(self, transport: AsyncTransport, request: Request, envelope: Mapping[str, Any]) -> None:
        self._transport = transport
        self._request = request
        self.items: List[Item] = envelope["data"]
        self.number: int = envelope["current_page"]
        self.last_number: int = envelope["last_page"]
        self.per_page: int = envelope["per_page"]
        #: Number of items on all pages.
        self.total: int = envelope["total"]

    @property
    def has_next(self) -> bool:
        return self.number < self.last_number

    async def next(self) -> Optional[AsyncPage[Item]]:
        """The next page; None after the last one."""
        if not self.has_next:
            return None
        params = {**self._request.params, "page": self.number + 1}
        return await self._transport.page(Request(self._request.method, self._request.path, params))

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        """This page and all later ones."""
        page: Optional[AsyncPage[Item]] = self
        while page is not None:
            yield page
            page = await page.next()

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item


class AsyncEventStream(Generic[Item]):
    """Server-sent events as an iterator. Use it in an `async with` block, or close it."""

    def __init__(self, transport: AsyncTransport, request: Request, *, gives: str, last_event: Optional[str]) -> None:
        self._transport = transport
        self._request = request
        self._gives = gives
        self._last_event = last_event
        #: Id of the last event that had one.
        self.last_event_id = transport.options.last_event_id

    async def open(self) -> None:
        self.response = await self._transport.opened(self._request, self.last_event_id)

    async def __aenter__(self) -> AsyncEventStream[Item]:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.response.aclose()

    async def __aiter__(self) -> AsyncIterator[Item]:
        can_continue = self._request.method == "GET"
        try:
            while True:
                try:
                    async for event in self._received():
                        self.last_event_id = event.id or self.last_event_id
                        yield item_of(event, self._gives)
                        if event.event == self._last_event:
                            return
                except httpx.StreamClosed:
                    return
                except httpx.TransportError as cause:
                    if not can_continue:
                        raise unanswered(cause) from cause
                if not can_continue:
                    return
                await sleep(backoff())
                await self.open()
        finally:
            await self.close()

    async def _received(self) -> AsyncIterator[ServerSentEvent]:
        parser = EventParser()
        async for chunk in self.response.aiter_bytes():
            for event in parser.feed(chunk):
                yield event


class AsyncResource:
    """A group of operations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
