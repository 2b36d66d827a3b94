# Generated from the OpenAPI document by `npm run sdk`. Do not edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Union

from .._requests import Request, path
from .._sync import EventStream, Page, Resource, Transport

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack

    from . import types

class Account(Resource):
    """Operations on Account."""

    def login(self, **params: Unpack[types.AccountLoginParams]) -> types.AccountLoginResponse:
        """Log in and get a session token"""
        return self._transport.call(Request("POST", "/login", params))

    def register(self, **params: Unpack[types.AccountRegisterParams]) -> types.AccountRegisterResponse:
        """Create an account, where registration is switched on"""
        return self._transport.call(Request("POST", "/register", params))

    def logout(self) -> types.AccountLogoutResponse:
        """Revoke the token used for this request"""
        return self._transport.call(Request("POST", "/logout"))

    def get(self) -> types.AccountGetResponse:
        """Read the name, email address and balance of the account"""
        return self._transport.call(Request("GET", "/user/me"))


class Pronunciations(Resource):
    """Operations on Pronunciations."""

    def get(self) -> types.PronunciationsGetResponse:
        """List the pronunciations for all assistants"""
        return self._transport.call(Request("GET", "/user/pronunciations"))

    def update(self, **params: Unpack[types.PronunciationsUpdateParams]) -> types.PronunciationsUpdateResponse:
        """Replace the pronunciations for all assistants"""
        return self._transport.call(Request("PUT", "/user/pronunciations", params))


class ApiKeys(Resource):
    """Operations on ApiKeys."""

    def create(self, **params: Unpack[types.ApiKeysCreateParams]) -> types.ApiKeysCreateResponse:
        """Create an API key and read its token, which is shown only once"""
        return self._transport.call(Request("POST", "/user/api-keys", params, is_idempotent=True))

    def list(self) -> types.ApiKeysListResponse:
        """List the API keys, without their tokens"""
        return self._transport.call(Request("GET", "/user/api-keys"))

    def delete(self, id: int, /) -> types.ApiKeysDeleteResponse:
        """Delete an API key, which all processes refuse at once"""
        return self._transport.call(Request("DELETE", path("/user/api-keys/{}", id)))


class AssistantsLatency(Resource):
    """Operations on AssistantsLatency."""

    def get(self, id: int, /, **params: Unpack[types.AssistantsLatencyGetParams]) -> types.AssistantsLatencyGetResponse:
        """Read the measured response latency of an assistant in calls, with estimates for other settings"""
        return self._transport.call(Request("GET", path("/user/assistant/{}/latency", id), params))


class Assistants(Resource):
    """Operations on Assistants."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.latency = AssistantsLatency(transport)

    def create(self, **params: Unpack[types.AssistantsCreateParams]) -> types.AssistantsCreateResponse:
        """Create an assistant"""
        return self._transport.call(Request("POST", "/user/assistant", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.AssistantsUpdateParams]) -> types.AssistantsUpdateResponse:
        """Change the supplied fields of an assistant"""
        return self._transport.call(Request("PUT", path("/user/assistant/{}", id), params))

    def get(self, id: int, /) -> types.AssistantsGetResponse:
        """Read an assistant"""
        return self._transport.call(Request("GET", path("/user/assistant/{}", id)))

    def delete(self, id: int, /) -> types.AssistantsDeleteResponse:
        """Delete an assistant and free its number"""
        return self._transport.call(Request("DELETE", path("/user/assistant/{}", id)))

    def list_page(self, **params: Unpack[types.AssistantsListPageParams]) -> Page[types.AssistantsListPageItem]:
        """List assistants by page, newest first"""
        return self._transport.page(Request("GET", "/user/assistants/get", params))

    def list(self) -> types.AssistantsListResponse:
        """List all assistants"""
        return self._transport.call(Request("GET", "/user/assistants"))

    def list_summaries(self) -> types.AssistantsListSummariesResponse:
        """List all assistants with basic fields only"""
        return self._transport.call(Request("GET", "/user/assistants/summaries"))

    def list_outbound(self) -> types.AssistantsListOutboundResponse:
        """List all outbound assistants with a reduced set of fields"""
        return self._transport.call(Request("GET", "/user/assistants/outbound"))

    def activate(self, id: int, /) -> types.AssistantsActivateResponse:
        """Activate an assistant for inbound calls"""
        return self._transport.call(Request("POST", path("/user/assistant/{}/activate", id)))

    def deactivate(self, id: int, /) -> types.AssistantsDeactivateResponse:
        """Deactivate an assistant for inbound calls"""
        return self._transport.call(Request("POST", path("/user/assistant/{}/deactivate", id)))

    def enable_webhook(self, **params: Unpack[types.AssistantsEnableWebhookParams]) -> types.AssistantsEnableWebhookResponse:
        """Enable the webhook"""
        return self._transport.call(Request("POST", "/user/assistants/enable-webhook", params))

    def disable_webhook(self, **params: Unpack[types.AssistantsDisableWebhookParams]) -> types.AssistantsDisableWebhookResponse:
        """Disable the webhook"""
        return self._transport.call(Request("POST", "/user/assistants/disable-webhook", params))

    def enable_inbound_webhook(self, **params: Unpack[types.AssistantsEnableInboundWebhookParams]) -> types.AssistantsEnableInboundWebhookResponse:
        """Enable the inbound webhook"""
        return self._transport.call(Request("POST", "/user/assistants/enable-inbound-webhook", params))

    def disable_inbound_webhook(self, **params: Unpack[types.AssistantsDisableInboundWebhookParams]) -> types.AssistantsDisableInboundWebhookResponse:
        """Disable the inbound webhook"""
        return self._transport.call(Request("POST", "/user/assistants/disable-inbound-webhook", params))

    def enable_conversation_ended_webhook(self, **params: Unpack[types.AssistantsEnableConversationEndedWebhookParams]) -> types.AssistantsEnableConversationEndedWebhookResponse:
        """Enable the conversation ended webhook"""
        return self._transport.call(Request("POST", "/user/assistants/enable-conversation-ended-webhook", params))

    def disable_conversation_ended_webhook(self, **params: Unpack[types.AssistantsDisableConversationEndedWebhookParams]) -> types.AssistantsDisableConversationEndedWebhookResponse:
        """Disable the conversation ended webhook"""
        return self._transport.call(Request("POST", "/user/assistants/disable-conversation-ended-webhook", params))


class BillingCharges(Resource):
    """Operations on BillingCharges."""

    def list(self, **params: Unpack[types.BillingChargesListParams]) -> Page[types.BillingChargesListItem]:
        """List ledger entries, newest first"""
        return self._transport.page(Request("GET", "/user/billing/charges", params))


class BillingSummary(Resource):
    """Operations on BillingSummary."""

    def get(self, **params: Unpack[types.BillingSummaryGetParams]) -> types.BillingSummaryGetResponse:
        """Read the balance, reconciled with ledger totals by kind and by day"""
        return self._transport.call(Request("GET", "/user/billing/summary", params))


class BillingPrices(Resource):
    """Operations on BillingPrices."""

    def get(self) -> types.BillingPricesGetResponse:
        """Read the prices of this installation and the known prices of its models"""
        return self._transport.call(Request("GET", "/user/billing/prices"))


class BillingUsage(Resource):
    """Operations on BillingUsage."""

    def get(self, **params: Unpack[types.BillingUsageGetParams]) -> types.BillingUsageGetResponse:
        """Read language model usage: calls, tokens and, where known, cost"""
        return self._transport.call(Request("GET", "/user/billing/usage", params))


class Billing(Resource):
    """Operations on Billing."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.charges = BillingCharges(transport)
        self.summary = BillingSummary(transport)
        self.prices = BillingPrices(transport)
        self.usage = BillingUsage(transport)


class Blacklist(Resource):
    """Operations on Blacklist."""

    def list(self, **params: Unpack[types.BlacklistListParams]) -> Page[types.BlacklistListItem]:
        """List the do-not-call list, newest first"""
        return self._transport.page(Request("GET", "/user/blacklist", params))

    def create(self, **params: Unpack[types.BlacklistCreateParams]) -> types.BlacklistCreateResponse:
        """Add a number to the do-not-call list and stop calling its pending leads"""
        return self._transport.call(Request("POST", "/user/blacklist", params, is_idempotent=True))

    def create_many(self, **params: Unpack[types.BlacklistCreateManyParams]) -> types.BlacklistCreateManyResponse:
        """Add up to 10,000 numbers to the do-not-call list, with a result for each"""
        return self._transport.call(Request("POST", "/user/blacklist/bulk", params, is_idempotent=True))

    def delete(self, id: int, /) -> types.BlacklistDeleteResponse:
        """Remove a number from the do-not-call list, without changing its leads"""
        return self._transport.call(Request("DELETE", path("/user/blacklist/{}", id)))


class CallsEvents(Resource):
    """Operations on CallsEvents."""

    def stream(self, id: int, /) -> EventStream[types.CallsEventsStreamEvent]:
        """Stream the events of a call as server-sent events until it ends; `Last-Event-ID` resumes, and an ended call is replayed"""
        return self._transport.stream(Request("GET", path("/user/calls/{}/events", id)), "data", "call.ended")


class Calls(Resource):
    """Operations on Calls."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.events = CallsEvents(transport)

    def make(self, **params: Unpack[types.CallsMakeParams]) -> types.CallsMakeResponse:
        """Start an outbound call, now or at a later time"""
        return self._transport.call(Request("POST", "/user/make_call", params, is_idempotent=True))

    def create_web(self, **params: Unpack[types.CallsCreateWebParams]) -> types.CallsCreateWebResponse:
        """Create a web call over a WebSocket"""
        return self._transport.call(Request("POST", "/user/calls/web", params, is_idempotent=True))

    def list(self, **params: Unpack[types.CallsListParams]) -> Page[types.CallsListItem]:
        """List calls by page, newest first"""
        return self._transport.page(Request("GET", "/user/calls", params))

    def get(self, id: int, /) -> types.CallsGetResponse:
        """Read one call with its transcript, evaluation, latency and costs"""
        return self._transport.call(Request("GET", path("/user/calls/{}", id)))

    def delete(self, id: int, /) -> types.CallsDeleteResponse:
        """Delete a call with its recording, ending it first if it is live"""
        return self._transport.call(Request("DELETE", path("/user/calls/{}", id)))

    def cancel(self, id: int, /) -> types.CallsCancelResponse:
        """Cancel a scheduled call"""
        return self._transport.call(Request("POST", path("/user/calls/{}/cancel", id)))

    def hang_up(self, id: int, /, **params: Unpack[types.CallsHangUpParams]) -> types.CallsHangUpResponse:
        """End a live call, after a message to the customer or at once"""
        return self._transport.call(Request("POST", path("/user/calls/{}/hang-up", id), params, is_idempotent=True))

    def say(self, id: int, /, **params: Unpack[types.CallsSayParams]) -> types.CallsSayResponse:
        """Say a text to the customer as the assistant"""
        return self._transport.call(Request("POST", path("/user/calls/{}/say", id), params, is_idempotent=True))

    def whisper(self, id: int, /, **params: Unpack[types.CallsWhisperParams]) -> types.CallsWhisperResponse:
        """Give the assistant an instruction for its next answers, unheard by the customer"""
        return self._transport.call(Request("POST", path("/user/calls/{}/whisper", id), params, is_idempotent=True))

    def transfer(self, id: int, /, **params: Unpack[types.CallsTransferParams]) -> types.CallsTransferResponse:
        """Transfer the customer of a running call to a phone number or SIP address"""
        return self._transport.call(Request("POST", path("/user/calls/{}/transfer", id), params, is_idempotent=True))


class Recordings(Resource):
    """Operations on Recordings."""

    def download(self, key: str, /) -> httpx.Response:
        """Download a recording as WAV by its secret URL, with Range support"""
        return self._transport.download(Request("GET", path("/recordings/{}", key)))


class CampaignsLeads(Resource):
    """Operations on CampaignsLeads."""

    def import_(self, id: int, /, **params: Unpack[types.CampaignsLeadsImportParams]) -> types.CampaignsLeadsImportResponse:
        """Import leads from a CSV file or Excel workbook, sent as the body or as the file field of a form, optionally as a dry run"""
        return self._transport.call(Request("POST", path("/user/campaign/{}/leads/import", id), params, in_query=("dry_run", "allow_dupplicate", "max_errors", "errors_after", "phone_column", "secondary_columns", "external_id_column", "country_code", "assume_international", "sheet", "delimiter", "charset",), is_form=True, is_idempotent=True))

    def export(self, id: int, /) -> httpx.Response:
        """Export all leads of a campaign with their results as CSV"""
        return self._transport.download(Request("GET", path("/user/campaign/{}/leads/export", id)))


class CampaignsReport(Resource):
    """Operations on CampaignsReport."""

    def get(self, id: int, /) -> types.CampaignsReportGetResponse:
        """Read a campaign report: funnel, attempts, goal, cost, hours of the day, and waiting reasons"""
        return self._transport.call(Request("GET", path("/user/campaign/{}/report", id)))


class CampaignsLimits(Resource):
    """Operations on CampaignsLimits."""

    def get(self) -> types.CampaignsLimitsGetResponse:
        """Read the campaign limits of this installation"""
        return self._transport.call(Request("GET", "/user/campaigns/limits"))


class CampaignsProgress(Resource):
    """Operations on CampaignsProgress."""

    def list(self) -> types.CampaignsProgressListResponse:
        """Read the progress and live calls of all campaigns"""
        return self._transport.call(Request("GET", "/user/campaigns/progress"))


class CampaignsMonitor(Resource):
    """Operations on CampaignsMonitor."""

    def get(self, id: int, /) -> types.CampaignsMonitorGetResponse:
        """Read the current activity of a campaign: live calls, today's results, and call rate"""
        return self._transport.call(Request("GET", path("/user/campaign/{}/monitor", id)))


class Campaigns(Resource):
    """Operations on Campaigns."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.leads = CampaignsLeads(transport)
        self.report = CampaignsReport(transport)
        self.limits = CampaignsLimits(transport)
        self.progress = CampaignsProgress(transport)
        self.monitor = CampaignsMonitor(transport)

    def create(self, **params: Unpack[types.CampaignsCreateParams]) -> types.CampaignsCreateResponse:
        """Create a campaign"""
        return self._transport.call(Request("POST", "/user/campaign", params, is_idempotent=True))

    def list(self) -> types.CampaignsListResponse:
        """List all campaigns"""
        return self._transport.call(Request("GET", "/user/campaigns"))

    def get(self, id: int, /) -> types.CampaignsGetResponse:
        """Read a campaign"""
        return self._transport.call(Request("GET", path("/user/campaign/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.CampaignsUpdateParams]) -> types.CampaignsUpdateResponse:
        """Change the supplied fields of a campaign, even while it runs"""
        return self._transport.call(Request("PUT", path("/user/campaign/{}", id), params))

    def delete(self, id: int, /) -> types.CampaignsDeleteResponse:
        """Delete a campaign with its leads, keeping its calls"""
        return self._transport.call(Request("DELETE", path("/user/campaign/{}", id)))

    def update_status(self, **params: Unpack[types.CampaignsUpdateStatusParams]) -> types.CampaignsUpdateStatusResponse:
        """Start or stop a campaign without ending live calls"""
        return self._transport.call(Request("POST", "/user/campaigns/update-status", params, is_idempotent=True))


class Leads(Resource):
    """Operations on Leads."""

    def create(self, **params: Unpack[types.LeadsCreateParams]) -> types.LeadsCreateResponse:
        """Add a lead to a campaign, optionally with secondary numbers, or change the one with the same external id"""
        return self._transport.call(Request("POST", "/user/lead", params, is_idempotent=True))

    def list(self, **params: Unpack[types.LeadsListParams]) -> Page[types.LeadsListItem]:
        """List leads by page, newest first, with the reason each one is waiting"""
        return self._transport.page(Request("GET", "/user/leads", params))

    def get(self, id: int, /) -> types.LeadsGetResponse:
        """Read a lead"""
        return self._transport.call(Request("GET", path("/user/leads/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.LeadsUpdateParams]) -> types.LeadsUpdateResponse:
        """Change the supplied fields of a lead, reset it so that it is called again, or move it to another campaign"""
        return self._transport.call(Request("PUT", path("/user/leads/{}", id), params))

    def delete(self, id: int, /) -> types.LeadsDeleteResponse:
        """Delete a lead without ending its live call"""
        return self._transport.call(Request("DELETE", path("/user/leads/{}", id)))

    def create_many(self, **params: Unpack[types.LeadsCreateManyParams]) -> types.LeadsCreateManyResponse:
        """Add or change up to 10,000 leads of a campaign, with a result for each"""
        return self._transport.call(Request("POST", "/user/leads/bulk", params, is_idempotent=True))


class Models(Resource):
    """Operations on Models."""

    def list(self, **params: Unpack[types.ModelsListParams]) -> types.ModelsListResponse:
        """List the language models for one kind of engine"""
        return self._transport.call(Request("GET", "/user/assistants/models", params))


class Voices(Resource):
    """Operations on Voices."""

    def list(self, **params: Unpack[types.VoicesListParams]) -> types.VoicesListResponse:
        """List the voices for a mode, a language and a realtime model"""
        return self._transport.call(Request("GET", "/user/assistants/voices", params))

    def preview(self, id: int, /) -> httpx.Response:
        """Read an audio sample of a voice"""
        return self._transport.download(Request("GET", path("/voices/{}/preview", id)))


class Languages(Resource):
    """Operations on Languages."""

    def list(self) -> types.LanguagesListResponse:
        """Languages"""
        return self._transport.call(Request("GET", "/user/assistants/languages"))


class SynthesizerProviders(Resource):
    """Operations on SynthesizerProviders."""

    def list(self, **params: Unpack[types.SynthesizerProvidersListParams]) -> types.SynthesizerProvidersListResponse:
        """List synthesizer providers, optionally only those for one language"""
        return self._transport.call(Request("GET", "/user/assistants/synthesizer-providers", params))


class TranscriberProviders(Resource):
    """Operations on TranscriberProviders."""

    def list(self, **params: Unpack[types.TranscriberProvidersListParams]) -> types.TranscriberProvidersListResponse:
        """List transcriber providers, optionally only those for one language"""
        return self._transport.call(Request("GET", "/user/assistants/transcriber-providers", params))


class Statistics(Resource):
    """Operations on Statistics."""

    def get(self, **params: Unpack[types.StatisticsGetParams]) -> types.StatisticsGetResponse:
        """Read calls, conversations, spend and failures by day in the account’s time zone"""
        return self._transport.call(Request("GET", "/user/statistics", params))


class Search(Resource):
    """Operations on Search."""

    def run(self, **params: Unpack[types.SearchRunParams]) -> types.SearchRunResponse:
        """Search the account by name, number or id, with a few results of each kind"""
        return self._transport.call(Request("GET", "/user/search", params))


class PublicConversationsMessages(Resource):
    """Operations on PublicConversationsMessages."""

    def create(self, uuid: str, /, **params: Unpack[types.PublicConversationsMessagesCreateParams]) -> types.PublicConversationsMessagesCreateResponse:
        """Send a message to the assistant, with a streamed reply on Accept: text/event-stream"""
        return self._transport.call(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True))

    def create_stream(self, uuid: str, /, **params: Unpack[types.PublicConversationsMessagesCreateParams]) -> EventStream[types.PublicConversationsMessagesCreateEvent]:
        """Send a message to the assistant, with a streamed reply on Accept: text/event-stream"""
        return self._transport.stream(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True), "event", None)


class PublicConversationsEvents(Resource):
    """Operations on PublicConversationsEvents."""

    def stream(self, uuid: str, /) -> EventStream[types.PublicConversationsEventsStreamEvent]:
        """Follow a conversation as server-sent events: `state` immediately and after every change"""
        return self._transport.stream(Request("GET", path("/conversations/{}/events", uuid)), "data", None)


class PublicConversations(Resource):
    """Operations on PublicConversations."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.messages = PublicConversationsMessages(transport)
        self.events = PublicConversationsEvents(transport)

    def create(self, **params: Unpack[types.PublicConversationsCreateParams]) -> types.PublicConversationsCreateResponse:
        """Open a conversation with an assistant"""
        return self._transport.call(Request("POST", "/conversations", params, is_idempotent=True))

    def get(self, uuid: str, /) -> types.PublicConversationsGetResponse:
        """Read the history of a conversation, oldest first"""
        return self._transport.call(Request("GET", path("/conversations/{}", uuid)))


class Widgets(Resource):
    """Operations on Widgets."""

    def get(self, uuid: str, /) -> types.WidgetsGetResponse:
        """Read the widget settings of an assistant by its UUID"""
        return self._transport.call(Request("GET", path("/widgets/{}", uuid)))


class Ai(Resource):
    """Operations on Ai."""

    def generate_reply(self, **params: Unpack[types.AiGenerateReplyParams]) -> types.AiGenerateReplyResponse:
        """Generate a reply to a message from your customer"""
        return self._transport.call(Request("POST", "/user/ai/generate-reply", params, is_idempotent=True))


class ConversationsMessages(Resource):
    """Operations on ConversationsMessages."""

    def create(self, uuid: str, /, **params: Unpack[types.ConversationsMessagesCreateParams]) -> types.ConversationsMessagesCreateResponse:
        """Send a message to the customer as a human agent"""
        return self._transport.call(Request("POST", path("/user/conversations/{}/messages", uuid), params, is_idempotent=True))

    def list(self, id: Union[int, str], /, **params: Unpack[types.ConversationsMessagesListParams]) -> types.ConversationsMessagesListResponse:
        """Read the newest messages of a conversation, by its id or UUID, with their states and attachments, oldest first"""
        return self._transport.call(Request("GET", path("/user/msgapp/conversations/{}/messages", id), params))


class Conversations(Resource):
    """Operations on Conversations."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.messages = ConversationsMessages(transport)

    def list(self, **params: Unpack[types.ConversationsListParams]) -> Page[types.ConversationsListItem]:
        """List conversations by page, newest first"""
        return self._transport.page(Request("GET", "/user/conversations", params))

    def get(self, uuid: str, /) -> types.ConversationsGetResponse:
        """Read one conversation with its transcript, evaluation and costs, by its UUID or integer id"""
        return self._transport.call(Request("GET", path("/user/conversations/{}", uuid)))

    def enable_ai(self, uuid: str, /) -> types.ConversationsEnableAiResponse:
        """Turn the AI on in a conversation"""
        return self._transport.call(Request("POST", path("/user/conversations/{}/enable-ai", uuid)))

    def disable_ai(self, uuid: str, /) -> types.ConversationsDisableAiResponse:
        """Turn the AI off in a conversation so that a person can reply"""
        return self._transport.call(Request("POST", path("/user/conversations/{}/disable-ai", uuid)))

    def rewind(self, uuid: str, /, **params: Unpack[types.ConversationsRewindParams]) -> types.ConversationsRewindResponse:
        """Rewind a test conversation to an earlier message"""
        return self._transport.call(Request("POST", path("/user/conversations/{}/rewind", uuid), params))


class Inbox(Resource):
    """Operations on Inbox."""

    def list(self, **params: Unpack[types.InboxListParams]) -> Page[types.InboxListItem]:
        """List conversations by page, most recently active first"""
        return self._transport.page(Request("GET", "/user/inbox", params))


class Knowledgebases(Resource):
    """Operations on Knowledgebases."""

    def list(self) -> types.KnowledgebasesListResponse:
        """List all knowledgebases"""
        return self._transport.call(Request("GET", "/user/knowledgebases"))

    def create(self, **params: Unpack[types.KnowledgebasesCreateParams]) -> types.KnowledgebasesCreateResponse:
        """Create an empty knowledgebase"""
        return self._transport.call(Request("POST", "/user/knowledgebases", params, is_idempotent=True))

    def get(self, id: int, /) -> types.KnowledgebasesGetResponse:
        """Read a knowledgebase with its status and counts"""
        return self._transport.call(Request("GET", path("/user/knowledgebases/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.KnowledgebasesUpdateParams]) -> types.KnowledgebasesUpdateResponse:
        """Change the name or description of a knowledgebase"""
        return self._transport.call(Request("PUT", path("/user/knowledgebases/{}", id), params))

    def delete(self, id: int, /) -> types.KnowledgebasesDeleteResponse:
        """Delete a knowledgebase with its documents and remove it from assistants"""
        return self._transport.call(Request("DELETE", path("/user/knowledgebases/{}", id)))

    def search(self, id: int, /, **params: Unpack[types.KnowledgebasesSearchParams]) -> types.KnowledgebasesSearchResponse:
        """Find the passages that best answer a question"""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/search", id), params))


class DocumentsChunks(Resource):
    """Operations on DocumentsChunks."""

    def list(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.DocumentsChunksListParams]) -> Page[types.DocumentsChunksListItem]:
        """List the passages of a document, page by page"""
        return self._transport.page(Request("GET", path("/user/knowledgebases/{}/documents/{}/chunks", knowledgebase_id, id), params))


class Documents(Resource):
    """Operations on Documents."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.chunks = DocumentsChunks(transport)

    def create(self, knowledgebase_id: int, /, **params: Unpack[types.DocumentsCreateParams]) -> types.DocumentsCreateResponse:
        """Add a document: JSON for a website, multipart/form-data for a file"""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents", knowledgebase_id), params, is_idempotent=True))

    def list(self, knowledgebase_id: int, /) -> types.DocumentsListResponse:
        """List the documents of a knowledgebase with their progress"""
        return self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents", knowledgebase_id)))

    def list_failed(self, **params: Unpack[types.DocumentsListFailedParams]) -> types.DocumentsListFailedResponse:
        """List the failed documents of all knowledgebases, latest failure first"""
        return self._transport.call(Request("GET", "/user/documents/failed", params))

    def get(self, knowledgebase_id: int, id: int, /) -> types.DocumentsGetResponse:
        """Read a document with its progress or error"""
        return self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    def update(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.DocumentsUpdateParams]) -> types.DocumentsUpdateResponse:
        """Change the name or description of a document"""
        return self._transport.call(Request("PUT", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id), params))

    def delete(self, knowledgebase_id: int, id: int, /) -> types.DocumentsDeleteResponse:
        """Delete a document and its passages"""
        return self._transport.call(Request("DELETE", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    def retry(self, knowledgebase_id: int, id: int, /) -> types.DocumentsRetryResponse:
        """Process a failed document again"""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/retry", knowledgebase_id, id)))

    def refresh(self, knowledgebase_id: int, id: int, /) -> types.DocumentsRefreshResponse:
        """Crawl a website again while its passages stay searchable"""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/refresh", knowledgebase_id, id)))


class MsgappSenders(Resource):
    """Operations on MsgappSenders."""

    def list(self, **params: Unpack[types.MsgappSendersListParams]) -> types.MsgappSendersListResponse:
        """List the online senders, or all of them"""
        return self._transport.call(Request("GET", "/user/msgapp/senders", params))

    def create(self, **params: Unpack[types.MsgappSendersCreateParams]) -> types.MsgappSendersCreateResponse:
        """Connect a sender to its carrier"""
        return self._transport.call(Request("POST", "/user/msgapp/senders", params, is_idempotent=True))

    def get(self, id: int, /) -> types.MsgappSendersGetResponse:
        """Read a sender with the webhook URL to configure at its carrier"""
        return self._transport.call(Request("GET", path("/user/msgapp/senders/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.MsgappSendersUpdateParams]) -> types.MsgappSendersUpdateResponse:
        """Change the supplied fields of a sender"""
        return self._transport.call(Request("PUT", path("/user/msgapp/senders/{}", id), params))

    def delete(self, id: int, /) -> types.MsgappSendersDeleteResponse:
        """Disconnect a sender, keeping its conversations"""
        return self._transport.call(Request("DELETE", path("/user/msgapp/senders/{}", id)))


class MsgappUnattributedReports(Resource):
    """Operations on MsgappUnattributedReports."""

    def list(self, id: int, /, **params: Unpack[types.MsgappUnattributedReportsListParams]) -> Page[types.MsgappUnattributedReportsListItem]:
        """List carrier reports that match no customer or message, newest first"""
        return self._transport.page(Request("GET", path("/user/msgapp/senders/{}/unattributed-reports", id), params))


class MsgappTemplates(Resource):
    """Operations on MsgappTemplates."""

    def list(self, sender_id: int, /, **params: Unpack[types.MsgappTemplatesListParams]) -> types.MsgappTemplatesListResponse:
        """List a sender’s templates, by default the approved ones"""
        return self._transport.call(Request("GET", path("/user/msgapp/senders/{}/templates", sender_id), params))

    def sync(self, sender_id: int, /) -> types.MsgappTemplatesSyncResponse:
        """Synchronize the templates with the carrier now instead of within four hours"""
        return self._transport.call(Request("POST", path("/user/msgapp/senders/{}/templates/sync", sender_id)))


class MsgappSessionStatus(Resource):
    """Operations on MsgappSessionStatus."""

    def get(self, **params: Unpack[types.MsgappSessionStatusGetParams]) -> types.MsgappSessionStatusGetResponse:
        """Check whether free text can be sent to a customer"""
        return self._transport.call(Request("GET", "/user/msgapp/session-status", params))


class MsgappMessages(Resource):
    """Operations on MsgappMessages."""

    def get(self, id: int, /) -> types.MsgappMessagesGetResponse:
        """Read the delivery state of a message by its msgapp_message_id"""
        return self._transport.call(Request("GET", path("/user/msgapp/messages/{}", id)))


class MsgappAttachments(Resource):
    """Operations on MsgappAttachments."""

    def download(self, id: int, /) -> httpx.Response:
        """Download an attachment that a customer sent"""
        return self._transport.download(Request("GET", path("/user/msgapp/attachments/{}", id)))


class Msgapp(Resource):
    """Operations on Msgapp."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.senders = MsgappSenders(transport)
        self.unattributed_reports = MsgappUnattributedReports(transport)
        self.templates = MsgappTemplates(transport)
        self.session_status = MsgappSessionStatus(transport)
        self.messages = MsgappMessages(transport)
        self.attachments = MsgappAttachments(transport)

    def send_freeform(self, **params: Unpack[types.MsgappSendFreeformParams]) -> types.MsgappSendFreeformResponse:
        """Send free text to a customer whose 24-hour window is open"""
        return self._transport.call(Request("POST", "/user/msgapp/send-freeform", params, is_idempotent=True))

    def send_template(self, **params: Unpack[types.MsgappSendTemplateParams]) -> types.MsgappSendTemplateResponse:
        """Send an approved template, with or without an open 24-hour window"""
        return self._transport.call(Request("POST", "/user/msgapp/send", params, is_idempotent=True))


class Sms(Resource):
    """Operations on Sms."""

    def send(self, **params: Unpack[types.SmsSendParams]) -> types.SmsSendResponse:
        """Send an SMS from a number of the account"""
        return self._transport.call(Request("POST", "/user/sms", params, is_idempotent=True))

    def list(self, **params: Unpack[types.SmsListParams]) -> Page[types.SmsListItem]:
        """List SMS in both directions, newest first"""
        return self._transport.page(Request("GET", "/user/sms", params))

    def get(self, id: int, /) -> types.SmsGetResponse:
        """Read an SMS with its delivery state"""
        return self._transport.call(Request("GET", path("/user/sms/{}", id)))


class PhoneNumbers(Resource):
    """Operations on PhoneNumbers."""

    def list(self) -> types.PhoneNumbersListResponse:
        """List all phone numbers"""
        return self._transport.call(Request("GET", "/user/phone-numbers/all"))

    def list_sms_capable(self) -> types.PhoneNumbersListSmsCapableResponse:
        """List the SMS-capable numbers that have an active subscription (legacy)"""
        return self._transport.call(Request("GET", "/user/phone-numbers"))

    def list_assignable(self, **params: Unpack[types.PhoneNumbersListAssignableParams]) -> types.PhoneNumbersListAssignableResponse:
        """List the numbers that can be assigned to an assistant"""
        return self._transport.call(Request("GET", "/user/assistants/phone-numbers", params))

    def search(self, **params: Unpack[types.PhoneNumbersSearchParams]) -> types.PhoneNumbersSearchResponse:
        """Search for numbers to buy from the telephony provider"""
        return self._transport.call(Request("GET", "/user/phone-numbers/search", params))

    def purchase(self, **params: Unpack[types.PhoneNumbersPurchaseParams]) -> types.PhoneNumbersPurchaseResponse:
        """Buy an available number"""
        return self._transport.call(Request("POST", "/user/phone-numbers/purchase", params, is_idempotent=True))

    def delete(self, id: int, /) -> types.PhoneNumbersDeleteResponse:
        """Release a number, remove it from assistants, and keep its history"""
        return self._transport.call(Request("DELETE", path("/user/phone-numbers/{}", id)))


class SipTrunks(Resource):
    """Operations on SipTrunks."""

    def list(self) -> types.SipTrunksListResponse:
        """List all SIP trunks"""
        return self._transport.call(Request("GET", "/user/phone-numbers/sip-trunks"))

    def create(self, **params: Unpack[types.SipTrunksCreateParams]) -> types.SipTrunksCreateResponse:
        """Add a number or extension of your own SIP trunk"""
        return self._transport.call(Request("POST", "/user/phone-numbers/sip-trunks", params, is_idempotent=True))

    def get(self, id: int, /) -> types.SipTrunksGetResponse:
        """Read a SIP trunk, without its password"""
        return self._transport.call(Request("GET", path("/user/phone-numbers/sip-trunks/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.SipTrunksUpdateParams]) -> types.SipTrunksUpdateResponse:
        """Change the supplied fields of a SIP trunk"""
        return self._transport.call(Request("PUT", path("/user/phone-numbers/sip-trunks/{}", id), params))


class Tools(Resource):
    """Operations on Tools."""

    def list(self) -> types.ToolsListResponse:
        """List all mid-call tools"""
        return self._transport.call(Request("GET", "/user/tools"))

    def create(self, **params: Unpack[types.ToolsCreateParams]) -> types.ToolsCreateResponse:
        """Create a mid-call tool: an HTTP endpoint that assistants may call"""
        return self._transport.call(Request("POST", "/user/tools", params, is_idempotent=True))

    def get(self, id: int, /) -> types.ToolsGetResponse:
        """Read a mid-call tool"""
        return self._transport.call(Request("GET", path("/user/tools/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.ToolsUpdateParams]) -> types.ToolsUpdateResponse:
        """Change the supplied fields of a mid-call tool, replacing headers and schema as a whole"""
        return self._transport.call(Request("PUT", path("/user/tools/{}", id), params))

    def delete(self, id: int, /) -> types.ToolsDeleteResponse:
        """Delete a mid-call tool and remove it from all assistants"""
        return self._transport.call(Request("DELETE", path("/user/tools/{}", id)))

    def test(self, id: int, /, **params: Unpack[types.ToolsTestParams]) -> types.ToolsTestResponse:
        """Test a mid-call tool, with sample values for missing arguments and variables"""
        return self._transport.call(Request("POST", path("/user/tools/{}/test", id), params, is_idempotent=True))


class WebhookSecret(Resource):
    """Operations on WebhookSecret."""

    def get(self) -> types.WebhookSecretGetResponse:
        """Read the webhook signing secret"""
        return self._transport.call(Request("GET", "/user/webhook-secret"))

    def rotate(self) -> types.WebhookSecretRotateResponse:
        """Rotate the signing secret; both secrets sign for 24 hours"""
        return self._transport.call(Request("POST", "/user/webhook-secret/rotate", is_idempotent=True))


class WebhookDeliveries(Resource):
    """Operations on WebhookDeliveries."""

    def list(self, **params: Unpack[types.WebhookDeliveriesListParams]) -> Page[types.WebhookDeliveriesListItem]:
        """List webhook deliveries by page, newest first"""
        return self._transport.page(Request("GET", "/user/webhook-deliveries", params))

    def get(self, id: str, /) -> types.WebhookDeliveriesGetResponse:
        """Read a webhook delivery with its payload and every attempt"""
        return self._transport.call(Request("GET", path("/user/webhook-deliveries/{}", id)))

    def resend(self, id: str, /) -> types.WebhookDeliveriesResendResponse:
        """Resend a webhook with the same id"""
        return self._transport.call(Request("POST", path("/user/webhook-deliveries/{}/resend", id), is_idempotent=True))

    def replay(self, **params: Unpack[types.WebhookDeliveriesReplayParams]) -> types.WebhookDeliveriesReplayResponse:
        """Resend finished webhooks from a time range"""
        return self._transport.call(Request("POST", "/user/webhook-deliveries/replay", params, is_idempotent=True))


class WebhookTargets(Resource):
    """Operations on WebhookTargets."""

    def list(self) -> types.WebhookTargetsListResponse:
        """List webhook endpoints and their status"""
        return self._transport.call(Request("GET", "/user/webhook-targets"))

    def enable(self, id: int, /) -> types.WebhookTargetsEnableResponse:
        """Enable a disabled endpoint and send its held webhooks"""
        return self._transport.call(Request("POST", path("/user/webhook-targets/{}/enable", id)))


class WebhookEndpoints(Resource):
    """Operations on WebhookEndpoints."""

    def list(self) -> types.WebhookEndpointsListResponse:
        """List webhook endpoints with their events"""
        return self._transport.call(Request("GET", "/user/webhook-endpoints"))

    def create(self, **params: Unpack[types.WebhookEndpointsCreateParams]) -> types.WebhookEndpointsCreateResponse:
        """Subscribe a URL to events"""
        return self._transport.call(Request("POST", "/user/webhook-endpoints", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.WebhookEndpointsUpdateParams]) -> types.WebhookEndpointsUpdateResponse:
        """Change the supplied fields of a webhook endpoint, replacing events and headers as a whole"""
        return self._transport.call(Request("PUT", path("/user/webhook-endpoints/{}", id), params))

    def delete(self, id: int, /) -> types.WebhookEndpointsDeleteResponse:
        """Delete a webhook endpoint and its unsent webhooks"""
        return self._transport.call(Request("DELETE", path("/user/webhook-endpoints/{}", id)))

    def test(self, id: int, /) -> types.WebhookEndpointsTestResponse:
        """Send a test.ping to a webhook endpoint"""
        return self._transport.call(Request("POST", path("/user/webhook-endpoints/{}/test", id), is_idempotent=True))


class SandboxPhoneNumbers(Resource):
    """Operations on SandboxPhoneNumbers."""

    def create(self, **params: Unpack[types.SandboxPhoneNumbersCreateParams]) -> types.SandboxPhoneNumbersCreateResponse:
        """Add a sandbox phone number to the account"""
        return self._transport.call(Request("POST", "/sandbox/phone-numbers", params, is_idempotent=True))


class SandboxBalance(Resource):
    """Operations on SandboxBalance."""

    def update(self, **params: Unpack[types.SandboxBalanceUpdateParams]) -> types.SandboxBalanceUpdateResponse:
        """Set the balance of the account"""
        return self._transport.call(Request("PUT", "/sandbox/balance", params))


class SandboxCalls(Resource):
    """Operations on SandboxCalls."""

    def create(self, **params: Unpack[types.SandboxCallsCreateParams]) -> types.SandboxCallsCreateResponse:
        """Call one of your numbers as a customer: it rings when the WebSocket is opened"""
        return self._transport.call(Request("POST", "/sandbox/calls", params, is_idempotent=True))


class SandboxPhones(Resource):
    """Operations on SandboxPhones."""

    def create(self, **params: Unpack[types.SandboxPhonesCreateParams]) -> types.SandboxPhonesCreateResponse:
        """Receive calls as a customer: your calls to the number ring while the WebSocket is open"""
        return self._transport.call(Request("POST", "/sandbox/phones", params, is_idempotent=True))


class SandboxSenders(Resource):
    """Operations on SandboxSenders."""

    def create(self, **params: Unpack[types.SandboxSendersCreateParams]) -> types.SandboxSendersCreateResponse:
        """Create a sender on the sandbox carrier"""
        return self._transport.call(Request("POST", "/sandbox/msgapp/senders", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.SandboxSendersUpdateParams]) -> types.SandboxSendersUpdateResponse:
        """Set a sandbox sender online or offline, or assign it an assistant"""
        return self._transport.call(Request("PUT", path("/sandbox/msgapp/senders/{}", id), params))


class SandboxTemplates(Resource):
    """Operations on SandboxTemplates."""

    def create(self, id: int, /, **params: Unpack[types.SandboxTemplatesCreateParams]) -> types.SandboxTemplatesCreateResponse:
        """Add a template with any approval status to a sandbox sender"""
        return self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/templates", id), params, is_idempotent=True))


class SandboxMessages(Resource):
    """Operations on SandboxMessages."""

    def create(self, id: int, /, **params: Unpack[types.SandboxMessagesCreateParams]) -> types.SandboxMessagesCreateResponse:
        """Send a message to a sandbox sender as a customer"""
        return self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/inbound", id), params, is_idempotent=True))


class SandboxSms(Resource):
    """Operations on SandboxSms."""

    def create(self, **params: Unpack[types.SandboxSmsCreateParams]) -> types.SandboxSmsCreateResponse:
        """Send an SMS to a sandbox number as a customer"""
        return self._transport.call(Request("POST", "/sandbox/sms", params, is_idempotent=True))


class Sandbox(Resource):
    """Operations on Sandbox."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.phone_numbers = SandboxPhoneNumbers(transport)
        self.balance = SandboxBalance(transport)
        self.calls = SandboxCalls(transport)
        self.phones = SandboxPhones(transport)
        self.senders = SandboxSenders(transport)
        self.templates = SandboxTemplates(transport)
        self.messages = SandboxMessages(transport)
        self.sms = SandboxSms(transport)


class Resources(Resource):
    """All operations of the API, by resource."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.account = Account(transport)
        self.pronunciations = Pronunciations(transport)
        self.api_keys = ApiKeys(transport)
        self.assistants = Assistants(transport)
        self.billing = Billing(transport)
        self.blacklist = Blacklist(transport)
        self.calls = Calls(transport)
        self.recordings = Recordings(transport)
        self.campaigns = Campaigns(transport)
        self.leads = Leads(transport)
        self.models = Models(transport)
        self.voices = Voices(transport)
        self.languages = Languages(transport)
        self.synthesizer_providers = SynthesizerProviders(transport)
        self.transcriber_providers = TranscriberProviders(transport)
        self.statistics = Statistics(transport)
        self.search = Search(transport)
        self.public_conversations = PublicConversations(transport)
        self.widgets = Widgets(transport)
        self.ai = Ai(transport)
        self.conversations = Conversations(transport)
        self.inbox = Inbox(transport)
        self.knowledgebases = Knowledgebases(transport)
        self.documents = Documents(transport)
        self.msgapp = Msgapp(transport)
        self.sms = Sms(transport)
        self.phone_numbers = PhoneNumbers(transport)
        self.sip_trunks = SipTrunks(transport)
        self.tools = Tools(transport)
        self.webhook_secret = WebhookSecret(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.webhook_targets = WebhookTargets(transport)
        self.webhook_endpoints = WebhookEndpoints(transport)
        self.sandbox = Sandbox(transport)
