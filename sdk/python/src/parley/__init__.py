"""Client of Parley, self-hosted AI assistants that handle phone calls and chats."""

from ._async import AsyncEventStream, AsyncPage
from ._client import AsyncParley, Parley
from ._errors import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionError,
    InsufficientBalanceError,
    NotFoundError,
    ParleyError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TimeoutError,
    ValidationError,
    WebhookVerificationError,
)
from ._generated import types
from ._generated.version import VERSION as __version__
from ._sync import EventStream, Page
from ._webhooks import verify_assistant_webhook, verify_signature, verify_webhook

__all__ = [
    "AsyncEventStream",
    "AsyncPage",
    "AsyncParley",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ConnectionError",
    "EventStream",
    "InsufficientBalanceError",
    "NotFoundError",
    "Page",
    "Parley",
    "ParleyError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "TimeoutError",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "types",
    "verify_assistant_webhook",
    "verify_signature",
    "verify_webhook",
]
