"""The synchronous transport. `_async.py` is its counterpart; both share `_requests.py`."""

from __future__ import annotations

from time import sleep
from typing import Any, Generic, Iterator, List, Mapping, Optional, TypeVar

import httpx

from ._errors import error_of
from ._events import EventParser, ServerSentEvent, item_of
from ._requests import Options, Request, Retries, backoff, deleted_already, parsed, unanswered

Item = TypeVar("Item")


class Transport:
    """Sends requests, repeats failed ones, and reads the answers."""

    def __init__(self, options: Options, http: httpx.Client) -> None:
        self.options = options
        self.http = http

    def call(self, request: Request) -> Any:
        """A JSON answer."""
        return parsed(self.download(request))

    def download(self, request: Request) -> httpx.Response:
        """The response with its body, as bytes or text."""
        response = self._answered(request, self.options)
        return response

    def page(self, request: Request) -> Page[Any]:
        return Page(self, request, self.call(request))

    def stream(self, request: Request, gives: str, last_event: Optional[str]) -> EventStream[Any]:
        return EventStream(self, request, gives=gives, last_event=last_event)

    def opened(self, request: Request, last_event_id: Optional[str]) -> httpx.Response:
        """A response whose body has not been read."""
        headers = {**self.options.headers, "accept": "text/event-stream"}
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        return self._answered(request, self.options.copy({"headers": headers}), is_stream=True)

    def _answered(self, request: Request, options: Options, is_stream: bool = False) -> httpx.Response:
        retries = Retries(request, options.max_retries)
        prepared = request.prepared(options)
        while True:
            try:
                response = self.http.send(self.http.build_request(**prepared), stream=is_stream)
                if response.is_success:
                    return response
                response.read()
                response.close()
            except httpx.TransportError as cause:
                sleep(retries.wait_after(unanswered(cause)))
                continue
            error = error_of(response)
            if retries.is_deleted(error):
                return deleted_already(response.request)
            sleep(retries.wait_after(error, response))


class Page(Generic[Item]):
    """One page of a list. Iterating over it gives the items of this and all later pages."""

    def __init__(self, transport: Transport, request: Request, envelope: Mapping[str, Any]) -> None:
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

    def next(self) -> Optional[Page[Item]]:
        """The next page; None after the last one."""
        if not self.has_next:
            return None
        params = {**self._request.params, "page": self.number + 1}
        return self._transport.page(Request(self._request.method, self._request.path, params))

    def pages(self) -> Iterator[Page[Item]]:
        """This page and all later ones."""
        page: Optional[Page[Item]] = self
        while page is not None:
            yield page
            page = page.next()

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class EventStream(Generic[Item]):
    """Server-sent events as an iterator. Use it in a `with` block, or close it."""

    def __init__(self, transport: Transport, request: Request, *, gives: str, last_event: Optional[str]) -> None:
        self._transport = transport
        self._request = request
        self._gives = gives
        self._last_event = last_event
        #: Id of the last event that had one.
        self.last_event_id = transport.options.last_event_id
        self.response = transport.opened(request, self.last_event_id)

    def __enter__(self) -> EventStream[Item]:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self.response.close()

    def __iter__(self) -> Iterator[Item]:
        can_continue = self._request.method == "GET"
        try:
            while True:
                try:
                    for event in self._received():
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
                sleep(backoff())
                self.response = self._transport.opened(self._request, self.last_event_id)
        finally:
            self.close()

    def _received(self) -> Iterator[ServerSentEvent]:
        parser = EventParser()
        for chunk in self.response.iter_bytes():
            yield from parser.feed(chunk)


class Resource:
    """A group of operations."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
