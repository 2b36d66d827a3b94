"""Errors of this package. All of them are a ParleyError."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Dict, List, Mapping, Optional, Type

import httpx


class ParleyError(Exception):
    """Base class of all errors of this package.

    status: HTTP status; None if there was no response.
    code: machine-readable code of the response, such as SESSION_EXPIRED.
    request_id: X-Request-Id of the response, which the server's log contains too.
    fields: messages by field, for invalid fields. Nested fields use dots: post_call_schema.0.name.
    body: parsed body of the response, or its text.
    """

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        fields: Optional[Mapping[str, List[str]]] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.fields: Dict[str, List[str]] = dict(fields or {})
        self.body = body


class ConnectionError(ParleyError):
    """No response arrived: the server is unreachable, or the connection broke."""


class TimeoutError(ConnectionError):
    """No response arrived within the timeout."""


class BadRequestError(ParleyError):
    """400: the request is malformed, or the action is not possible."""


class AuthenticationError(ParleyError):
    """401: the API key is missing, wrong, expired or deleted."""


class InsufficientBalanceError(ParleyError):
    """402: the balance is too low."""


class PermissionDeniedError(ParleyError):
    """403: refused, for example because the 24-hour window is closed or the plan's limit is reached."""


class NotFoundError(ParleyError):
    """404: the object does not exist or belongs to another account."""


class ConflictError(ParleyError):
    """409: the object's state does not allow this, or a request with the same key is still running."""


class ValidationError(ParleyError):
    """422: fields are invalid; `fields` has the messages."""


class RateLimitError(ParleyError):
    """429: too many requests. `retry_after` has the seconds until the next one is allowed."""

    retry_after: Optional[float] = None


class ServerError(ParleyError):
    """5xx: the server or a carrier behind it failed."""


class WebhookVerificationError(ParleyError):
    """The signature of a webhook is missing, wrong or too old."""


_BY_STATUS: Dict[int, Type[ParleyError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: InsufficientBalanceError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> ParleyError:
    """The error for a response that is not a success. Its body must have been read."""
    status = response.status_code
    try:
        body: Any = json.loads(response.text)
    except ValueError:
        body = response.text
    known: Mapping[str, Any] = body if isinstance(body, dict) else {}
    message = known.get("message") or known.get("error") or f"The server answered with status {status}."
    errors = known.get("errors")
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ParleyError)
    error = kind(
        str(message),
        status=status,
        code=known.get("error_code"),
        request_id=response.headers.get("x-request-id") or known.get("request_id"),
        fields=errors if isinstance(errors, dict) else None,
        body=body,
    )
    if isinstance(error, RateLimitError):
        error.retry_after = retry_after_of(response)
    return error


def retry_after_of(response: httpx.Response) -> Optional[float]:
    """Seconds of the Retry-After header, which is a number or a date; None without one."""
    value = response.headers.get("retry-after")
    if value is None:
        return None
    try:
        return float(value) if value.isdigit() else max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except (TypeError, ValueError):
        return None
