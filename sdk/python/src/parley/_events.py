"""Server-sent events."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, NamedTuple, Optional

from ._errors import ParleyError


class ServerSentEvent(NamedTuple):
    event: str
    data: str
    id: Optional[str]


class EventParser:
    """Parses an event stream as the HTML standard describes it. Lines may end with LF, CR or CRLF."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: List[str] = []
        self._event = ""
        self._id: Optional[str] = None

    def feed(self, chunk: bytes) -> List[ServerSentEvent]:
        """Events that are complete with this chunk."""
        text = self._rest + chunk
        # A CR at the end may be the first half of a CRLF.
        end = len(text) - 1 if text.endswith(b"\r") else len(text)
        *lines, rest = re.split(rb"\r\n|\n|\r", text[:end])
        self._rest = rest + text[end:]
        return [event for event in map(self._read, lines) if event is not None]

    def _read(self, line: bytes) -> Optional[ServerSentEvent]:
        if line == b"":
            return self._finished()
        name, _, value = line.decode("utf-8", "replace").partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        return None

    def _finished(self) -> Optional[ServerSentEvent]:
        found = ServerSentEvent(self._event or "message", "\n".join(self._data), self._id) if self._data else None
        self._data, self._event, self._id = [], "", None
        return found


def item_of(event: ServerSentEvent, gives: str) -> Any:
    """What an iterator over a stream gives: the event with its name, or its data. Raises for an error event."""
    data = json.loads(event.data)
    if event.event == "error":
        known: Dict[str, Any] = data if isinstance(data, dict) else {}
        raise ParleyError(str(known.get("error", "The server reported an error in the stream.")), body=data)
    return {"event": event.event, "data": data} if gives == "event" else data
