"""Tests without a server: retries, errors, streams and signatures. `server/test/sdk` runs them and tests the rest."""

import asyncio
import json
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

import parley as sdk
from parley._events import EventParser

BUSY = {"retry-after": "0"}
LEAD = {"campaign_id": 1, "phone_number": "+40721000001"}


def json_response(body, status=200, headers=None):
    """Makes a new response for each client, because reading one consumes it."""
    return lambda: httpx.Response(status, json=body, headers=headers)


class Broken(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that breaks after its chunks."""

    def __init__(self, *chunks):
        self.chunks = chunks

    def __iter__(self):
        yield from self.chunks
        raise httpx.ReadError("The connection broke.")

    async def __aiter__(self):
        for chunk in self:
            yield chunk


def clients(*responses, **options):
    """Both clients, each with requests that get these responses in turn; an exception stands for a broken connection."""
    for kind in (sdk.Parley, sdk.AsyncParley):
        sent = []

        def answer(request, sent=sent):
            request.read()
            sent.append(request)
            found = responses[len(sent) - 1]
            if isinstance(found, Exception):
                raise found
            return found() if callable(found) else found

        http = (httpx.Client if kind is sdk.Parley else httpx.AsyncClient)(transport=httpx.MockTransport(answer))
        yield kind("http://parley.example", "parley_key", http_client=http, **options), sent


def result(value):
    """The result of a call of either client."""

    async def waited():
        return await value

    return asyncio.run(waited()) if asyncio.iscoroutine(value) else value


def items(stream):
    """What an opened stream or a page of either client gives."""

    async def all_items():
        return [item async for item in stream]

    return asyncio.run(all_items()) if hasattr(stream, "__aiter__") else list(stream)


class Errors(unittest.TestCase):
    def test_kinds(self):
        cases = [
            (400, {"message": "No."}, sdk.BadRequestError),
            (401, {"message": "Unauthenticated."}, sdk.AuthenticationError),
            (402, {"error": "Low.", "error_code": "INSUFFICIENT_BALANCE"}, sdk.InsufficientBalanceError),
            (403, {"error": "Closed.", "error_code": "SESSION_EXPIRED"}, sdk.PermissionDeniedError),
            (404, {"status": False, "error": "Not found."}, sdk.NotFoundError),
            (409, {"error": "Taken."}, sdk.ConflictError),
            (418, "tea", sdk.ParleyError),
            (422, {"message": "Required.", "errors": {"name": ["Required."]}}, sdk.ValidationError),
            (429, {"message": "Slow down."}, sdk.RateLimitError),
            (500, {"message": "Error.", "request_id": "r-1"}, sdk.ServerError),
        ]
        for status, body, kind in cases:
            response = json_response(body, status, {"retry-after": "7"})
            for client, _sent in clients(response, max_retries=0):
                with self.subTest(status), self.assertRaises(kind) as caught:
                    result(client.account.get())
                error = caught.exception
                self.assertEqual((error.status, error.body), (status, body))
                if isinstance(body, dict):
                    self.assertEqual(str(error), body.get("message") or body.get("error"))
                    self.assertEqual(error.code, body.get("error_code"))
                    self.assertEqual(error.fields, body.get("errors", {}))
                    self.assertEqual(error.request_id, body.get("request_id"))
                if isinstance(error, sdk.RateLimitError):
                    self.assertEqual(error.retry_after, 7)

    def test_page_of_another_server(self):
        for client, _sent in clients(lambda: httpx.Response(200, text="<html>")):
            with self.assertRaisesRegex(sdk.ParleyError, "Check the base_url"):
                result(client.api_keys.list())


class Retries(unittest.TestCase):
    def test_repeats(self):
        cases = [
            (json_response({}, 429, BUSY), lambda client: client.api_keys.list()),
            (json_response({}, 429, BUSY), lambda client: client.assistants.activate(1)),
            (json_response({}, 503, BUSY), lambda client: client.api_keys.list()),
            (json_response({}, 500, BUSY), lambda client: client.leads.create(**LEAD)),
            (httpx.ConnectError("Refused."), lambda client: client.leads.delete(1)),
            (httpx.ReadTimeout("Late."), lambda client: client.leads.create(**LEAD)),
        ]
        for first, send in cases:
            for client, sent in clients(first, json_response({"message": "Done."})):
                with self.subTest(str(first)):
                    self.assertEqual(result(send(client)), {"message": "Done."})
                    self.assertEqual(len(sent), 2)
                    self.assertEqual(sent[0].headers, sent[1].headers)
                    self.assertEqual(sent[0].content, sent[1].content)

    def test_does_not_repeat(self):
        cases = [
            (json_response({}, 422), lambda client: client.leads.create(**LEAD), sdk.ValidationError),
            (json_response({}, 409), lambda client: client.leads.create(**LEAD), sdk.ConflictError),
            (json_response({"error_code": "SENDER_OFFLINE"}, 503), lambda client: client.api_keys.list(), sdk.ServerError),
            (json_response({}, 500), lambda client: client.assistants.activate(1), sdk.ServerError),
            (httpx.ConnectError("No."), lambda client: client.assistants.activate(1), sdk.ConnectionError),
            (json_response({}, 429, {"retry-after": "61"}), lambda client: client.api_keys.list(), sdk.RateLimitError),
        ]
        for first, send, kind in cases:
            for client, sent in clients(first):
                with self.subTest(str(first)), self.assertRaises(kind):
                    result(send(client))
                self.assertEqual(len(sent), 1)

    def test_repeats_a_creation_that_still_runs(self):
        responses = [httpx.ReadError("Broken."), json_response({}, 409, BUSY), json_response({"ok": 1})]
        for client, sent in clients(*responses):
            self.assertEqual(result(client.leads.create(**LEAD)), {"ok": 1})
            self.assertEqual(len({request.headers["idempotency-key"] for request in sent}), 1)

    def test_a_deletion_is_done_if_its_repetition_finds_nothing(self):
        gone = json_response({"error": "Not found."}, 404)
        for client, sent in clients(httpx.ReadError("Broken."), gone):
            self.assertEqual(result(client.leads.delete(1))["message"], "It is already deleted.")
            self.assertEqual(len(sent), 2)
        for client, _sent in clients(json_response({}, 500, BUSY), gone):
            with self.assertRaises(sdk.NotFoundError):
                result(client.leads.delete(1))

    def test_keys(self):
        ok = json_response({})
        for client, sent in clients(ok, ok, ok, ok):

            async def calls(client=client):
                for one in (client, client, client.with_options(idempotency_key="mine")):
                    value = one.leads.create(**LEAD)
                    if asyncio.iscoroutine(value):
                        await value
                value = client.assistants.activate(1)
                if asyncio.iscoroutine(value):
                    await value

            asyncio.run(calls())
            first, second, third, fourth = (request.headers.get("idempotency-key") for request in sent)
            self.assertRegex(first, "^[0-9a-f]{32}$")
            self.assertNotEqual(first, second)
            self.assertEqual((third, fourth), ("mine", None))


class Requests(unittest.TestCase):
    def test_query_and_headers(self):
        page = {"data": [], "current_page": 2, "last_page": 2, "per_page": 15, "total": 0}
        for client, sent in clients(json_response(page), headers={"X-Team": "a"}):
            result(client.calls.list(status="busy", page=2, phone_number="+40 72", lead_id=None))
            self.assertEqual(sent[0].url.path, "/api/user/calls")
            self.assertEqual(dict(sent[0].url.params), {"status": "busy", "page": "2", "phone_number": "+40 72"})
            self.assertEqual(sent[0].headers["authorization"], "Bearer parley_key")
            self.assertRegex(sent[0].headers["user-agent"], r"^parley-sdk-python/\d")
            self.assertEqual(sent[0].headers["x-team"], "a")

    def test_files(self):
        with TemporaryDirectory() as folder:
            file = Path(folder, "menu.txt")
            file.write_text("Trout")
            with file.open("rb") as opened:
                for content in (file, opened, ("menu.txt", b"Trout")):
                    for client, sent in clients(json_response({})):
                        if content is opened:
                            opened.seek(0)
                        result(client.documents.create(1, name="Menu", type="txt", file=content))
                        self.assertIn(b'name="file"; filename="menu.txt"', sent[0].content)
                        self.assertIn(b"\r\n\r\nTrout\r\n", sent[0].content)
                        self.assertIn(b'name="type"\r\n\r\ntxt\r\n', sent[0].content)

    def test_ids(self):
        for client, sent in clients(lambda: httpx.Response(200)):
            result(client.recordings.download("a/../b?c"))
            self.assertEqual(sent[0].url.raw_path, b"/api/recordings/a%2F..%2Fb%3Fc")
            for identifier in ("", "..", None):
                with self.assertRaises(ValueError):
                    result(client.recordings.download(identifier))

    def test_pages(self):
        def page(number):
            envelope = {"current_page": number, "last_page": 2, "per_page": 2, "total": 3}
            return json_response({**envelope, "data": [number, number]})

        for client, sent in clients(page(1), page(2)):

            async def both(client=client):
                return [item async for item in await client.leads.list(per_page=2)]

            found = asyncio.run(both()) if isinstance(client, sdk.AsyncParley) else list(client.leads.list(per_page=2))
            self.assertEqual(found, [1, 1, 2, 2])
            self.assertEqual([request.url.params.get("page") for request in sent], [None, "2"])


def event(identifier, kind):
    return f'id: {identifier}\nevent: {kind}\ndata: {{"type":"{kind}","id":"{identifier}"}}\n\n'.encode()


class Streams(unittest.TestCase):
    def test_continues_after_the_last_event(self):
        responses = [
            lambda: httpx.Response(200, stream=Broken(event("1.1", "call.status"), event("1.2", "transcript.final"))),
            lambda: httpx.Response(200, content=event("1.3", "transcript.final")),
            lambda: httpx.Response(200, content=event("1.4", "call.ended") + event("1.5", "call.status")),
        ]
        for client, sent in clients(*responses):

            async def ids(client=client):
                return [item["id"] async for item in await client.calls.events.stream(1)]

            if isinstance(client, sdk.AsyncParley):
                found = asyncio.run(ids())
            else:
                found = [item["id"] for item in client.calls.events.stream(1)]
            self.assertEqual(found, ["1.1", "1.2", "1.3", "1.4"])
            self.assertEqual([request.headers.get("last-event-id") for request in sent], [None, "1.2", "1.3"])

    def test_a_broken_reply_is_an_error(self):
        for client, sent in clients(lambda: httpx.Response(200, stream=Broken(b'event: delta\ndata: {"text":"H"}\n\n'))):
            with self.assertRaises(sdk.ConnectionError):
                items(result(client.public_conversations.messages.create_stream("c", message="Hi")))
            self.assertEqual(len(sent), 1)

    def test_an_error_event_is_raised(self):
        failed = b'event: error\ndata: {"status":false,"error":"The model failed."}\n\n'
        for client, _sent in clients(lambda: httpx.Response(200, content=failed)):
            with self.assertRaisesRegex(sdk.ParleyError, "The model failed."):
                items(result(client.public_conversations.messages.create_stream("c", message="Hi")))

    def test_parser(self):
        text = ": here\n\nid: 1\r\nevent: a\r\ndata: x\r\ndata: ș\r\n\r\ndata:1\n\ndata: unfinished\n".encode()
        for size in (1, 2, 3, len(text)):
            parser = EventParser()
            found = [one for start in range(0, len(text), size) for one in parser.feed(text[start : start + size])]
            self.assertEqual(found, [("a", "x\nș", "1"), ("message", "1", None)])


class Webhooks(unittest.TestCase):
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    #: The example of the Standard Webhooks libraries.
    body = '{"test": 2432232314}'
    now = 1614265330.0
    headers = {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }

    def verified(self, body=None, headers=None, secret=None, now=None):
        return sdk.verify_webhook(
            self.body if body is None else body,
            {**self.headers, **(headers or {})},
            secret or self.secret,
            now=self.now if now is None else now,
        )

    def test_accepts(self):
        other = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        signature = self.headers["webhook-signature"]
        for change in (
            {},
            {"body": self.body.encode()},
            {"secret": [other, self.secret]},
            {"headers": {"webhook-signature": f"v1,abc= {signature}"}},
            {"now": self.now + 300},
        ):
            with self.subTest(str(change)):
                self.assertEqual(self.verified(**change), json.loads(self.body))

    def test_refuses(self):
        signature = self.headers["webhook-signature"]
        for change in (
            {"body": "{}"},
            {"secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="},
            {"secret": "whsec_%"},
            {"headers": {"webhook-timestamp": "1614265331"}},
            {"headers": {"webhook-timestamp": "now"}},
            {"headers": {"webhook-signature": signature.replace("v1,", "v2,")}},
            {"headers": {"webhook-signature": "v1,"}},
            {"headers": {"webhook-signature": ""}},
            {"now": self.now + 301},
            {"now": self.now - 301},
        ):
            with self.subTest(str(change)), self.assertRaises(sdk.WebhookVerificationError):
                self.verified(**change)


if __name__ == "__main__":
    unittest.main()
