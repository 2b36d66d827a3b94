"""Verification of signed requests, as Standard Webhooks describes it."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from time import time
from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union, cast

from ._errors import WebhookVerificationError

if TYPE_CHECKING:
    from ._generated import types


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> types.WebhookEvent:
    """Verifies a webhook to an endpoint and returns its body. Raises WebhookVerificationError.

    :param body: exactly as received, before it is parsed
    :param secret: `whsec_…` from the console or `webhook_secret.get`; several during a rotation
    :param tolerance: seconds by which clocks may differ, and a webhook may be late
    :param now: seconds since 1970; the current time by default
    """
    text = verify_signature(body, headers, secret, tolerance=tolerance, now=now)
    return cast("types.WebhookEvent", json.loads(text))


def verify_assistant_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> types.AssistantWebhook:
    """Verifies a webhook to the URL of an assistant and returns its body. Raises WebhookVerificationError."""
    text = verify_signature(body, headers, secret, tolerance=tolerance, now=now)
    return cast("types.AssistantWebhook", json.loads(text))


def verify_signature(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> str:
    """Verifies any signed request, such as one to a mid-call tool, and returns the text of its body."""
    known = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp, signatures = (_header(known, name) for name in ("id", "timestamp", "signature"))
    seconds = float(timestamp) if timestamp.isdigit() else float("-inf")
    if abs((time() if now is None else now) - seconds) > tolerance:
        raise WebhookVerificationError("The webhook is too old, or its timestamp is in the future.")
    payload = body.encode() if isinstance(body, str) else bytes(body)
    content = f"{webhook_id}.{timestamp}.".encode() + payload
    for one in [secret] if isinstance(secret, str) else secret:
        expected = b64encode(hmac.new(_key(one), content, hashlib.sha256).digest())
        for signature in signatures.split(" "):
            version, _, value = signature.partition(",")
            if version == "v1" and hmac.compare_digest(value.encode(), expected):
                return payload.decode()
    raise WebhookVerificationError("The webhook has no valid signature.")


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(f"webhook-{name}")
    if not value:
        raise WebhookVerificationError(f"The header webhook-{name} is missing.")
    return value


def _key(secret: str) -> bytes:
    try:
        return b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError):
        raise WebhookVerificationError("The secret is not a whsec_… secret.") from None
