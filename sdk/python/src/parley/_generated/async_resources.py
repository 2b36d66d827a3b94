# Generated from the OpenAPI document by `npm run sdk`. Do not edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Union

from .._requests import Request, path
from .._async import AsyncEventStream, AsyncPage, AsyncResource, AsyncTransport

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack

    from . import types

class AsyncAccount(AsyncResource):
    """Operations on Account."""

    async def login(self, **params: Unpack[types.AccountLoginParams]) -> types.AccountLoginResponse:
        """Log in and get a session token"""
        return await self._transport.call(Request("POST", "/login", params))

    async def register(self, **params: Unpack[types.AccountRegisterParams]) -> types.AccountRegisterResponse:
        """Create an account, where registration is switched on"""
        return await self._transport.call(Request("POST", "/register", params))

    async def logout(self) -> types.AccountLogoutResponse:
        """Revoke the token used for this request"""
        return await self._transport.call(Request("POST", "/logout"))

    async def get(self) -> types.AccountGetResponse:
        """Read the name, email address and balance of the account"""
        return await self._transport.call(Request("GET", "/user/me"))


class AsyncPronunciations(AsyncResource):
    """Operations on Pronunciations."""

    async def get(self) -> types.PronunciationsGetResponse:
        """List the pronunciations for all assistants"""
        return await self._transport.call(Request("GET", "/user/pronunciations"))

    async def update(self, **params: Unpack[types.PronunciationsUpdateParams]) -> types.PronunciationsUpdateResponse:
        """Replace the pronunciations for all assistants"""
        return await self._transport.call(Request("PUT", "/user/pronunciations", params))


class AsyncApiKeys(AsyncResource):
    """Operations on ApiKeys."""

    async def create(self, **params: Unpack[types.ApiKeysCreateParams]) -> types.ApiKeysCreateResponse:
        """Create an API key and read its token, which is shown only once"""
        return await self._transport.call(Request("POST", "/user/api-keys", params, is_idempotent=True))

    async def list(self) -> types.ApiKeysListResponse:
        """List the API keys, without their tokens"""
        return await self._transport.call(Request("GET", "/user/api-keys"))

    async def delete(self, id: int, /) -> types.ApiKeysDeleteResponse:
        """Delete an API key, which all processes refuse at once"""
        return await self._transport.call(Request("DELETE", path("/user/api-keys/{}", id)))


class AsyncAssistantsLatency(AsyncResource):
    """Operations on AssistantsLatency."""

    async def get(self, id: int, /, **params: Unpack[types.AssistantsLatencyGetParams]) -> types.AssistantsLatencyGetResponse:
        """Read the measured response latency of an assistant in calls, with estimates for other settings"""
        return await self._transport.call(Request("GET", path("/user/assistant/{}/latency", id), params))


class AsyncAssistants(AsyncResource):
    """Operations on Assistants."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.latency = AsyncAssistantsLatency(transport)

    async def create(self, **params: Unpack[types.AssistantsCreateParams]) -> types.AssistantsCreateResponse:
        """Create an assistant"""
        return await self._transport.call(Request("POST", "/user/assistant", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.AssistantsUpdateParams]) -> types.AssistantsUpdateResponse:
        """Change the supplied fields of an assistant"""
        return await self._transport.call(Request("PUT", path("/user/assistant/{}", id), params))

    async def get(self, id: int, /) -> types.AssistantsGetResponse:
        """Read an assistant"""
        return await self._transport.call(Request("GET", path("/user/assistant/{}", id)))

    async def delete(self, id: int, /) -> types.AssistantsDeleteResponse:
        """Delete an assistant and free its number"""
        return await self._transport.call(Request("DELETE", path("/user/assistant/{}", id)))

    async def list_page(self, **params: Unpack[types.AssistantsListPageParams]) -> AsyncPage[types.AssistantsListPageItem]:
        """List assistants by page, newest first"""
        return await self._transport.page(Request("GET", "/user/assistants/get", params))

    async def list(self) -> types.AssistantsListResponse:
        """List all assistants"""
        return await self._transport.call(Request("GET", "/user/assistants"))

    async def list_summaries(self) -> types.AssistantsListSummariesResponse:
        """List all assistants with basic fields only"""
        return await self._transport.call(Request("GET", "/user/assistants/summaries"))

    async def list_outbound(self) -> types.AssistantsListOutboundResponse:
        """List all outbound assistants with a reduced set of fields"""
        return await self._transport.call(Request("GET", "/user/assistants/outbound"))

    async def activate(self, id: int, /) -> types.AssistantsActivateResponse:
        """Activate an assistant for inbound calls"""
        return await self._transport.call(Request("POST", path("/user/assistant/{}/activate", id)))

    async def deactivate(self, id: int, /) -> types.AssistantsDeactivateResponse:
        """Deactivate an assistant for inbound calls"""
        return await self._transport.call(Request("POST", path("/user/assistant/{}/deactivate", id)))

    async def enable_webhook(self, **params: Unpack[types.AssistantsEnableWebhookParams]) -> types.AssistantsEnableWebhookResponse:
        """Enable the webhook"""
        return await self._transport.call(Request("POST", "/user/assistants/enable-webhook", params))

    async def disable_webhook(self, **params: Unpack[types.AssistantsDisableWebhookParams]) -> types.AssistantsDisableWebhookResponse:
        """Disable the webhook"""
        return await self._transport.call(Request("POST", "/user/assistants/disable-webhook", params))

    async def enable_inbound_webhook(self, **params: Unpack[types.AssistantsEnableInboundWebhookParams]) -> types.AssistantsEnableInboundWebhookResponse:
        """Enable the inbound webhook"""
        return await self._transport.call(Request("POST", "/user/assistants/enable-inbound-webhook", params))

    async def disable_inbound_webhook(self, **params: Unpack[types.AssistantsDisableInboundWebhookParams]) -> types.AssistantsDisableInboundWebhookResponse:
        """Disable the inbound webhook"""
        return await self._transport.call(Request("POST", "/user/assistants/disable-inbound-webhook", params))

    async def enable_conversation_ended_webhook(self, **params: Unpack[types.AssistantsEnableConversationEndedWebhookParams]) -> types.AssistantsEnableConversationEndedWebhookResponse:
        """Enable the conversation ended webhook"""
        return await self._transport.call(Request("POST", "/user/assistants/enable-conversation-ended-webhook", params))

    async def disable_conversation_ended_webhook(self, **params: Unpack[types.AssistantsDisableConversationEndedWebhookParams]) -> types.AssistantsDisableConversationEndedWebhookResponse:
        """Disable the conversation ended webhook"""
        return await self._transport.call(Request("POST", "/user/assistants/disable-conversation-ended-webhook", params))


class AsyncBillingCharges(AsyncResource):
    """Operations on BillingCharges."""

    async def list(self, **params: Unpack[types.BillingChargesListParams]) -> AsyncPage[types.BillingChargesListItem]:
        """List ledger entries, newest first"""
        return await self._transport.page(Request("GET", "/user/billing/charges", params))


class AsyncBillingSummary(AsyncResource):
    """Operations on BillingSummary."""

    async def get(self, **params: Unpack[types.BillingSummaryGetParams]) -> types.BillingSummaryGetResponse:
        """Read the balance, reconciled with ledger totals by kind and by day"""
        return await self._transport.call(Request("GET", "/user/billing/summary", params))


class AsyncBillingPrices(AsyncResource):
    """Operations on BillingPrices."""

    async def get(self) -> types.BillingPricesGetResponse:
        """Read the prices of this installation and the known prices of its models"""
        return await self._transport.call(Request("GET", "/user/billing/prices"))


class AsyncBillingUsage(AsyncResource):
    """Operations on BillingUsage."""

    async def get(self, **params: Unpack[types.BillingUsageGetParams]) -> types.BillingUsageGetResponse:
        """Read language model usage: calls, tokens and, where known, cost"""
        return await self._transport.call(Request("GET", "/user/billing/usage", params))


class AsyncBilling(AsyncResource):
    """Operations on Billing."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.charges = AsyncBillingCharges(transport)
        self.summary = AsyncBillingSummary(transport)
        self.prices = AsyncBillingPrices(transport)
        self.usage = AsyncBillingUsage(transport)


class AsyncBlacklist(AsyncResource):
    """Operations on Blacklist."""

    async def list(self, **params: Unpack[types.BlacklistListParams]) -> AsyncPage[types.BlacklistListItem]:
        """List the do-not-call list, newest first"""
        return await self._transport.page(Request("GET", "/user/blacklist", params))

    async def create(self, **params: Unpack[types.BlacklistCreateParams]) -> types.BlacklistCreateResponse:
        """Add a number to the do-not-call list and stop calling its pending leads"""
        return await self._transport.call(Request("POST", "/user/blacklist", params, is_idempotent=True))

    async def create_many(self, **params: Unpack[types.BlacklistCreateManyParams]) -> types.BlacklistCreateManyResponse:
        """Add up to 10,000 numbers to the do-not-call list, with a result for each"""
        return await self._transport.call(Request("POST", "/user/blacklist/bulk", params, is_idempotent=True))

    async def delete(self, id: int, /) -> types.BlacklistDeleteResponse:
        """Remove a number from the do-not-call list, without changing its leads"""
        return await self._transport.call(Request("DELETE", path("/user/blacklist/{}", id)))


class AsyncCallsEvents(AsyncResource):
    """Operations on CallsEvents."""

    async def stream(self, id: int, /) -> AsyncEventStream[types.CallsEventsStreamEvent]:
        """Stream the events of a call as server-sent events until it ends; `Last-Event-ID` resumes, and an ended call is replayed"""
        return await self._transport.stream(Request("GET", path("/user/calls/{}/events", id)), "data", "call.ended")


class AsyncCalls(AsyncResource):
    """Operations on Calls."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.events = AsyncCallsEvents(transport)

    async def make(self, **params: Unpack[types.CallsMakeParams]) -> types.CallsMakeResponse:
        """Start an outbound call, now or at a later time"""
        return await self._transport.call(Request("POST", "/user/make_call", params, is_idempotent=True))

    async def create_web(self, **params: Unpack[types.CallsCreateWebParams]) -> types.CallsCreateWebResponse:
        """Create a web call over a WebSocket"""
        return await self._transport.call(Request("POST", "/user/calls/web", params, is_idempotent=True))

    async def list(self, **params: Unpack[types.CallsListParams]) -> AsyncPage[types.CallsListItem]:
        """List calls by page, newest first"""
        return await self._transport.page(Request("GET", "/user/calls", params))

    async def get(self, id: int, /) -> types.CallsGetResponse:
        """Read one call with its transcript, evaluation, latency and costs"""
        return await self._transport.call(Request("GET", path("/user/calls/{}", id)))

    async def delete(self, id: int, /) -> types.CallsDeleteResponse:
        """Delete a call with its recording, ending it first if it is live"""
        return await self._transport.call(Request("DELETE", path("/user/calls/{}", id)))

    async def cancel(self, id: int, /) -> types.CallsCancelResponse:
        """Cancel a scheduled call"""
        return await self._transport.call(Request("POST", path("/user/calls/{}/cancel", id)))

    async def hang_up(self, id: int, /, **params: Unpack[types.CallsHangUpParams]) -> types.CallsHangUpResponse:
        """End a live call, after a message to the customer or at once"""
        return await self._transport.call(Request("POST", path("/user/calls/{}/hang-up", id), params, is_idempotent=True))

    async def say(self, id: int, /, **params: Unpack[types.CallsSayParams]) -> types.CallsSayResponse:
        """Say a text to the customer as the assistant"""
        return await self._transport.call(Request("POST", path("/user/calls/{}/say", id), params, is_idempotent=True))

    async def whisper(self, id: int, /, **params: Unpack[types.CallsWhisperParams]) -> types.CallsWhisperResponse:
        """Give the assistant an instruction for its next answers, unheard by the customer"""
        return await self._transport.call(Request("POST", path("/user/calls/{}/whisper", id), params, is_idempotent=True))

    async def transfer(self, id: int, /, **params: Unpack[types.CallsTransferParams]) -> types.CallsTransferResponse:
        """Transfer the customer of a running call to a phone number or SIP address"""
        return await self._transport.call(Request("POST", path("/user/calls/{}/transfer", id), params, is_idempotent=True))


class AsyncRecordings(AsyncResource):
    """Operations on Recordings."""

    async def download(self, key: str, /) -> httpx.Response:
        """Download a recording as WAV by its secret URL, with Range support"""
        return await self._transport.download(Request("GET", path("/recordings/{}", key)))


class AsyncCampaignsLeads(AsyncResource):
    """Operations on CampaignsLeads."""

    async def import_(self, id: int, /, **params: Unpack[types.CampaignsLeadsImportParams]) -> types.CampaignsLeadsImportResponse:
        """Import leads from a CSV file or Excel workbook, sent as the body or as the file field of a form, optionally as a dry run"""
        return await self._transport.call(Request("POST", path("/user/campaign/{}/leads/import", id), params, in_query=("dry_run", "allow_dupplicate", "max_errors", "errors_after", "phone_column", "secondary_columns", "external_id_column", "country_code", "assume_international", "sheet", "delimiter", "charset",), is_form=True, is_idempotent=True))

    async def export(self, id: int, /) -> httpx.Response:
        """Export all leads of a campaign with their results as CSV"""
        return await self._transport.download(Request("GET", path("/user/campaign/{}/leads/export", id)))


class AsyncCampaignsReport(AsyncResource):
    """Operations on CampaignsReport."""

    async def get(self, id: int, /) -> types.CampaignsReportGetResponse:
        """Read a campaign report: funnel, attempts, goal, cost, hours of the day, and waiting reasons"""
        return await self._transport.call(Request("GET", path("/user/campaign/{}/report", id)))


class AsyncCampaignsLimits(AsyncResource):
    """Operations on CampaignsLimits."""

    async def get(self) -> types.CampaignsLimitsGetResponse:
        """Read the campaign limits of this installation"""
        return await self._transport.call(Request("GET", "/user/campaigns/limits"))


class AsyncCampaignsProgress(AsyncResource):
    """Operations on CampaignsProgress."""

    async def list(self) -> types.CampaignsProgressListResponse:
        """Read the progress and live calls of all campaigns"""
        return await self._transport.call(Request("GET", "/user/campaigns/progress"))


class AsyncCampaignsMonitor(AsyncResource):
    """Operations on CampaignsMonitor."""

    async def get(self, id: int, /) -> types.CampaignsMonitorGetResponse:
        """Read the current activity of a campaign: live calls, today's results, and call rate"""
        return await self._transport.call(Request("GET", path("/user/campaign/{}/monitor", id)))


class AsyncCampaigns(AsyncResource):
    """Operations on Campaigns."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.leads = AsyncCampaignsLeads(transport)
        self.report = AsyncCampaignsReport(transport)
        self.limits = AsyncCampaignsLimits(transport)
        self.progress = AsyncCampaignsProgress(transport)
        self.monitor = AsyncCampaignsMonitor(transport)

    async def create(self, **params: Unpack[types.CampaignsCreateParams]) -> types.CampaignsCreateResponse:
        """Create a campaign"""
        return await self._transport.call(Request("POST", "/user/campaign", params, is_idempotent=True))

    async def list(self) -> types.CampaignsListResponse:
        """List all campaigns"""
        return await self._transport.call(Request("GET", "/user/campaigns"))

    async def get(self, id: int, /) -> types.CampaignsGetResponse:
        """Read a campaign"""
        return await self._transport.call(Request("GET", path("/user/campaign/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.CampaignsUpdateParams]) -> types.CampaignsUpdateResponse:
        """Change the supplied fields of a campaign, even while it runs"""
        return await self._transport.call(Request("PUT", path("/user/campaign/{}", id), params))

    async def delete(self, id: int, /) -> types.CampaignsDeleteResponse:
        """Delete a campaign with its leads, keeping its calls"""
        return await self._transport.call(Request("DELETE", path("/user/campaign/{}", id)))

    async def update_status(self, **params: Unpack[types.CampaignsUpdateStatusParams]) -> types.CampaignsUpdateStatusResponse:
        """Start or stop a campaign without ending live calls"""
        return await self._transport.call(Request("POST", "/user/campaigns/update-status", params, is_idempotent=True))


class AsyncLeads(AsyncResource):
    """Operations on Leads."""

    async def create(self, **params: Unpack[types.LeadsCreateParams]) -> types.LeadsCreateResponse:
        """Add a lead to a campaign, optionally with secondary numbers, or change the one with the same external id"""
        return await self._transport.call(Request("POST", "/user/lead", params, is_idempotent=True))

    async def list(self, **params: Unpack[types.LeadsListParams]) -> AsyncPage[types.LeadsListItem]:
        """List leads by page, newest first, with the reason each one is waiting"""
        return await self._transport.page(Request("GET", "/user/leads", params))

    async def get(self, id: int, /) -> types.LeadsGetResponse:
        """Read a lead"""
        return await self._transport.call(Request("GET", path("/user/leads/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.LeadsUpdateParams]) -> types.LeadsUpdateResponse:
        """Change the supplied fields of a lead, reset it so that it is called again, or move it to another campaign"""
        return await self._transport.call(Request("PUT", path("/user/leads/{}", id), params))

    async def delete(self, id: int, /) -> types.LeadsDeleteResponse:
        """Delete a lead without ending its live call"""
        return await self._transport.call(Request("DELETE", path("/user/leads/{}", id)))

    async def create_many(self, **params: Unpack[types.LeadsCreateManyParams]) -> types.LeadsCreateManyResponse:
        """Add or change up to 10,000 leads of a campaign, with a result for each"""
        return await self._transport.call(Request("POST", "/user/leads/bulk", params, is_idempotent=True))


class AsyncModels(AsyncResource):
    """Operations on Models."""

    async def list(self, **params: Unpack[types.ModelsListParams]) -> types.ModelsListResponse:
        """List the language models for one kind of engine"""
        return await self._transport.call(Request("GET", "/user/assistants/models", params))


class AsyncVoices(AsyncResource):
    """Operations on Voices."""

    async def list(self, **params: Unpack[types.VoicesListParams]) -> types.VoicesListResponse:
        """List the voices for a mode, a language and a realtime model"""
        return await self._transport.call(Request("GET", "/user/assistants/voices", params))

    async def preview(self, id: int, /) -> httpx.Response:
        """Read an audio sample of a voice"""
        return await self._transport.download(Request("GET", path("/voices/{}/preview", id)))


class AsyncLanguages(AsyncResource):
    """Operations on Languages."""

    async def list(self) -> types.LanguagesListResponse:
        """Languages"""
        return await self._transport.call(Request("GET", "/user/assistants/languages"))


class AsyncSynthesizerProviders(AsyncResource):
    """Operations on SynthesizerProviders."""

    async def list(self, **params: Unpack[types.SynthesizerProvidersListParams]) -> types.SynthesizerProvidersListResponse:
        """List synthesizer providers, optionally only those for one language"""
        return await self._transport.call(Request("GET", "/user/assistants/synthesizer-providers", params))


class AsyncTranscriberProviders(AsyncResource):
    """Operations on TranscriberProviders."""

    async def list(self, **params: Unpack[types.TranscriberProvidersListParams]) -> types.TranscriberProvidersListResponse:
        """List transcriber providers, optionally only those for one language"""
        return await self._transport.call(Request("GET", "/user/assistants/transcriber-providers", params))


class AsyncStatistics(AsyncResource):
    """Operations on Statistics."""

    async def get(self, **params: Unpack[types.StatisticsGetParams]) -> types.StatisticsGetResponse:
        """Read calls, conversations, spend and failures by day in the account’s time zone"""
        return await self._transport.call(Request("GET", "/user/statistics", params))


class AsyncSearch(AsyncResource):
    """Operations on Search."""

    async def run(self, **params: Unpack[types.SearchRunParams]) -> types.SearchRunResponse:
        """Search the account by name, number or id, with a few results of each kind"""
        return await self._transport.call(Request("GET", "/user/search", params))


class AsyncPublicConversationsMessages(AsyncResource):
    """Operations on PublicConversationsMessages."""

    async def create(self, uuid: str, /, **params: Unpack[types.PublicConversationsMessagesCreateParams]) -> types.PublicConversationsMessagesCreateResponse:
        """Send a message to the assistant, with a streamed reply on Accept: text/event-stream"""
        return await self._transport.call(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True))

    async def create_stream(self, uuid: str, /, **params: Unpack[types.PublicConversationsMessagesCreateParams]) -> AsyncEventStream[types.PublicConversationsMessagesCreateEvent]:
        """Send a message to the assistant, with a streamed reply on Accept: text/event-stream"""
        return await self._transport.stream(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True), "event", None)


class AsyncPublicConversationsEvents(AsyncResource):
    """Operations on PublicConversationsEvents."""

    async def stream(self, uuid: str, /) -> AsyncEventStream[types.PublicConversationsEventsStreamEvent]:
        """Follow a conversation as server-sent events: `state` immediately and after every change"""
        return await self._transport.stream(Request("GET", path("/conversations/{}/events", uuid)), "data", None)


class AsyncPublicConversations(AsyncResource):
    """Operations on PublicConversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.messages = AsyncPublicConversationsMessages(transport)
        self.events = AsyncPublicConversationsEvents(transport)

    async def create(self, **params: Unpack[types.PublicConversationsCreateParams]) -> types.PublicConversationsCreateResponse:
        """Open a conversation with an assistant"""
        return await self._transport.call(Request("POST", "/conversations", params, is_idempotent=True))

    async def get(self, uuid: str, /) -> types.PublicConversationsGetResponse:
        """Read the history of a conversation, oldest first"""
        return await self._transport.call(Request("GET", path("/conversations/{}", uuid)))


class AsyncWidgets(AsyncResource):
    """Operations on Widgets."""

    async def get(self, uuid: str, /) -> types.WidgetsGetResponse:
        """Read the widget settings of an assistant by its UUID"""
        return await self._transport.call(Request("GET", path("/widgets/{}", uuid)))


class AsyncAi(AsyncResource):
    """Operations on Ai."""

    async def generate_reply(self, **params: Unpack[types.AiGenerateReplyParams]) -> types.AiGenerateReplyResponse:
        """Generate a reply to a message from your customer"""
        return await self._transport.call(Request("POST", "/user/ai/generate-reply", params, is_idempotent=True))


class AsyncConversationsMessages(AsyncResource):
    """Operations on ConversationsMessages."""

    async def create(self, uuid: str, /, **params: Unpack[types.ConversationsMessagesCreateParams]) -> types.ConversationsMessagesCreateResponse:
        """Send a message to the customer as a human agent"""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/messages", uuid), params, is_idempotent=True))

    async def list(self, id: Union[int, str], /, **params: Unpack[types.ConversationsMessagesListParams]) -> types.ConversationsMessagesListResponse:
        """Read the newest messages of a conversation, by its id or UUID, with their states and attachments, oldest first"""
        return await self._transport.call(Request("GET", path("/user/msgapp/conversations/{}/messages", id), params))


class AsyncConversations(AsyncResource):
    """Operations on Conversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.messages = AsyncConversationsMessages(transport)

    async def list(self, **params: Unpack[types.ConversationsListParams]) -> AsyncPage[types.ConversationsListItem]:
        """List conversations by page, newest first"""
        return await self._transport.page(Request("GET", "/user/conversations", params))

    async def get(self, uuid: str, /) -> types.ConversationsGetResponse:
        """Read one conversation with its transcript, evaluation and costs, by its UUID or integer id"""
        return await self._transport.call(Request("GET", path("/user/conversations/{}", uuid)))

    async def enable_ai(self, uuid: str, /) -> types.ConversationsEnableAiResponse:
        """Turn the AI on in a conversation"""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/enable-ai", uuid)))

    async def disable_ai(self, uuid: str, /) -> types.ConversationsDisableAiResponse:
        """Turn the AI off in a conversation so that a person can reply"""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/disable-ai", uuid)))

    async def rewind(self, uuid: str, /, **params: Unpack[types.ConversationsRewindParams]) -> types.ConversationsRewindResponse:
        """Rewind a test conversation to an earlier message"""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/rewind", uuid), params))


class AsyncInbox(AsyncResource):
    """Operations on Inbox."""

    async def list(self, **params: Unpack[types.InboxListParams]) -> AsyncPage[types.InboxListItem]:
        """List conversations by page, most recently active first"""
        return await self._transport.page(Request("GET", "/user/inbox", params))


class AsyncKnowledgebases(AsyncResource):
    """Operations on Knowledgebases."""

    async def list(self) -> types.KnowledgebasesListResponse:
        """List all knowledgebases"""
        return await self._transport.call(Request("GET", "/user/knowledgebases"))

    async def create(self, **params: Unpack[types.KnowledgebasesCreateParams]) -> types.KnowledgebasesCreateResponse:
        """Create an empty knowledgebase"""
        return await self._transport.call(Request("POST", "/user/knowledgebases", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.KnowledgebasesGetResponse:
        """Read a knowledgebase with its status and counts"""
        return await self._transport.call(Request("GET", path("/user/knowledgebases/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.KnowledgebasesUpdateParams]) -> types.KnowledgebasesUpdateResponse:
        """Change the name or description of a knowledgebase"""
        return await self._transport.call(Request("PUT", path("/user/knowledgebases/{}", id), params))

    async def delete(self, id: int, /) -> types.KnowledgebasesDeleteResponse:
        """Delete a knowledgebase with its documents and remove it from assistants"""
        return await self._transport.call(Request("DELETE", path("/user/knowledgebases/{}", id)))

    async def search(self, id: int, /, **params: Unpack[types.KnowledgebasesSearchParams]) -> types.KnowledgebasesSearchResponse:
        """Find the passages that best answer a question"""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/search", id), params))


class AsyncDocumentsChunks(AsyncResource):
    """Operations on DocumentsChunks."""

    async def list(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.DocumentsChunksListParams]) -> AsyncPage[types.DocumentsChunksListItem]:
        """List the passages of a document, page by page"""
        return await self._transport.page(Request("GET", path("/user/knowledgebases/{}/documents/{}/chunks", knowledgebase_id, id), params))


class AsyncDocuments(AsyncResource):
    """Operations on Documents."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.chunks = AsyncDocumentsChunks(transport)

    async def create(self, knowledgebase_id: int, /, **params: Unpack[types.DocumentsCreateParams]) -> types.DocumentsCreateResponse:
        """Add a document: JSON for a website, multipart/form-data for a file"""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents", knowledgebase_id), params, is_idempotent=True))

    async def list(self, knowledgebase_id: int, /) -> types.DocumentsListResponse:
        """List the documents of a knowledgebase with their progress"""
        return await self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents", knowledgebase_id)))

    async def list_failed(self, **params: Unpack[types.DocumentsListFailedParams]) -> types.DocumentsListFailedResponse:
        """List the failed documents of all knowledgebases, latest failure first"""
        return await self._transport.call(Request("GET", "/user/documents/failed", params))

    async def get(self, knowledgebase_id: int, id: int, /) -> types.DocumentsGetResponse:
        """Read a document with its progress or error"""
        return await self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    async def update(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.DocumentsUpdateParams]) -> types.DocumentsUpdateResponse:
        """Change the name or description of a document"""
        return await self._transport.call(Request("PUT", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id), params))

    async def delete(self, knowledgebase_id: int, id: int, /) -> types.DocumentsDeleteResponse:
        """Delete a document and its passages"""
        return await self._transport.call(Request("DELETE", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    async def retry(self, knowledgebase_id: int, id: int, /) -> types.DocumentsRetryResponse:
        """Process a failed document again"""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/retry", knowledgebase_id, id)))

    async def refresh(self, knowledgebase_id: int, id: int, /) -> types.DocumentsRefreshResponse:
        """Crawl a website again while its passages stay searchable"""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/refresh", knowledgebase_id, id)))


class AsyncMsgappSenders(AsyncResource):
    """Operations on MsgappSenders."""

    async def list(self, **params: Unpack[types.MsgappSendersListParams]) -> types.MsgappSendersListResponse:
        """List the online senders, or all of them"""
        return await self._transport.call(Request("GET", "/user/msgapp/senders", params))

    async def create(self, **params: Unpack[types.MsgappSendersCreateParams]) -> types.MsgappSendersCreateResponse:
        """Connect a sender to its carrier"""
        return await self._transport.call(Request("POST", "/user/msgapp/senders", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.MsgappSendersGetResponse:
        """Read a sender with the webhook URL to configure at its carrier"""
        return await self._transport.call(Request("GET", path("/user/msgapp/senders/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.MsgappSendersUpdateParams]) -> types.MsgappSendersUpdateResponse:
        """Change the supplied fields of a sender"""
        return await self._transport.call(Request("PUT", path("/user/msgapp/senders/{}", id), params))

    async def delete(self, id: int, /) -> types.MsgappSendersDeleteResponse:
        """Disconnect a sender, keeping its conversations"""
        return await self._transport.call(Request("DELETE", path("/user/msgapp/senders/{}", id)))


class AsyncMsgappUnattributedReports(AsyncResource):
    """Operations on MsgappUnattributedReports."""

    async def list(self, id: int, /, **params: Unpack[types.MsgappUnattributedReportsListParams]) -> AsyncPage[types.MsgappUnattributedReportsListItem]:
        """List carrier reports that match no customer or message, newest first"""
        return await self._transport.page(Request("GET", path("/user/msgapp/senders/{}/unattributed-reports", id), params))


class AsyncMsgappTemplates(AsyncResource):
    """Operations on MsgappTemplates."""

    async def list(self, sender_id: int, /, **params: Unpack[types.MsgappTemplatesListParams]) -> types.MsgappTemplatesListResponse:
        """List a sender’s templates, by default the approved ones"""
        return await self._transport.call(Request("GET", path("/user/msgapp/senders/{}/templates", sender_id), params))

    async def sync(self, sender_id: int, /) -> types.MsgappTemplatesSyncResponse:
        """Synchronize the templates with the carrier now instead of within four hours"""
        return await self._transport.call(Request("POST", path("/user/msgapp/senders/{}/templates/sync", sender_id)))


class AsyncMsgappSessionStatus(AsyncResource):
    """Operations on MsgappSessionStatus."""

    async def get(self, **params: Unpack[types.MsgappSessionStatusGetParams]) -> types.MsgappSessionStatusGetResponse:
        """Check whether free text can be sent to a customer"""
        return await self._transport.call(Request("GET", "/user/msgapp/session-status", params))


class AsyncMsgappMessages(AsyncResource):
    """Operations on MsgappMessages."""

    async def get(self, id: int, /) -> types.MsgappMessagesGetResponse:
        """Read the delivery state of a message by its msgapp_message_id"""
        return await self._transport.call(Request("GET", path("/user/msgapp/messages/{}", id)))


class AsyncMsgappAttachments(AsyncResource):
    """Operations on MsgappAttachments."""

    async def download(self, id: int, /) -> httpx.Response:
        """Download an attachment that a customer sent"""
        return await self._transport.download(Request("GET", path("/user/msgapp/attachments/{}", id)))


class AsyncMsgapp(AsyncResource):
    """Operations on Msgapp."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.senders = AsyncMsgappSenders(transport)
        self.unattributed_reports = AsyncMsgappUnattributedReports(transport)
        self.templates = AsyncMsgappTemplates(transport)
        self.session_status = AsyncMsgappSessionStatus(transport)
        self.messages = AsyncMsgappMessages(transport)
        self.attachments = AsyncMsgappAttachments(transport)

    async def send_freeform(self, **params: Unpack[types.MsgappSendFreeformParams]) -> types.MsgappSendFreeformResponse:
        """Send free text to a customer whose 24-hour window is open"""
        return await self._transport.call(Request("POST", "/user/msgapp/send-freeform", params, is_idempotent=True))

    async def send_template(self, **params: Unpack[types.MsgappSendTemplateParams]) -> types.MsgappSendTemplateResponse:
        """Send an approved template, with or without an open 24-hour window"""
        return await self._transport.call(Request("POST", "/user/msgapp/send", params, is_idempotent=True))


class AsyncSms(AsyncResource):
    """Operations on Sms."""

    async def send(self, **params: Unpack[types.SmsSendParams]) -> types.SmsSendResponse:
        """Send an SMS from a number of the account"""
        return await self._transport.call(Request("POST", "/user/sms", params, is_idempotent=True))

    async def list(self, **params: Unpack[types.SmsListParams]) -> AsyncPage[types.SmsListItem]:
        """List SMS in both directions, newest first"""
        return await self._transport.page(Request("GET", "/user/sms", params))

    async def get(self, id: int, /) -> types.SmsGetResponse:
        """Read an SMS with its delivery state"""
        return await self._transport.call(Request("GET", path("/user/sms/{}", id)))


class AsyncPhoneNumbers(AsyncResource):
    """Operations on PhoneNumbers."""

    async def list(self) -> types.PhoneNumbersListResponse:
        """List all phone numbers"""
        return await self._transport.call(Request("GET", "/user/phone-numbers/all"))

    async def list_sms_capable(self) -> types.PhoneNumbersListSmsCapableResponse:
        """List the SMS-capable numbers that have an active subscription (legacy)"""
        return await self._transport.call(Request("GET", "/user/phone-numbers"))

    async def list_assignable(self, **params: Unpack[types.PhoneNumbersListAssignableParams]) -> types.PhoneNumbersListAssignableResponse:
        """List the numbers that can be assigned to an assistant"""
        return await self._transport.call(Request("GET", "/user/assistants/phone-numbers", params))

    async def search(self, **params: Unpack[types.PhoneNumbersSearchParams]) -> types.PhoneNumbersSearchResponse:
        """Search for numbers to buy from the telephony provider"""
        return await self._transport.call(Request("GET", "/user/phone-numbers/search", params))

    async def purchase(self, **params: Unpack[types.PhoneNumbersPurchaseParams]) -> types.PhoneNumbersPurchaseResponse:
        """Buy an available number"""
        return await self._transport.call(Request("POST", "/user/phone-numbers/purchase", params, is_idempotent=True))

    async def delete(self, id: int, /) -> types.PhoneNumbersDeleteResponse:
        """Release a number, remove it from assistants, and keep its history"""
        return await self._transport.call(Request("DELETE", path("/user/phone-numbers/{}", id)))


class AsyncSipTrunks(AsyncResource):
    """Operations on SipTrunks."""

    async def list(self) -> types.SipTrunksListResponse:
        """List all SIP trunks"""
        return await self._transport.call(Request("GET", "/user/phone-numbers/sip-trunks"))

    async def create(self, **params: Unpack[types.SipTrunksCreateParams]) -> types.SipTrunksCreateResponse:
        """Add a number or extension of your own SIP trunk"""
        return await self._transport.call(Request("POST", "/user/phone-numbers/sip-trunks", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.SipTrunksGetResponse:
        """Read a SIP trunk, without its password"""
        return await self._transport.call(Request("GET", path("/user/phone-numbers/sip-trunks/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.SipTrunksUpdateParams]) -> types.SipTrunksUpdateResponse:
        """Change the supplied fields of a SIP trunk"""
        return await self._transport.call(Request("PUT", path("/user/phone-numbers/sip-trunks/{}", id), params))


class AsyncTools(AsyncResource):
    """Operations on Tools."""

    async def list(self) -> types.ToolsListResponse:
        """List all mid-call tools"""
        return await self._transport.call(Request("GET", "/user/tools"))

    async def create(self, **params: Unpack[types.ToolsCreateParams]) -> types.ToolsCreateResponse:
        """Create a mid-call tool: an HTTP endpoint that assistants may call"""
        return await self._transport.call(Request("POST", "/user/tools", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.ToolsGetResponse:
        """Read a mid-call tool"""
        return await self._transport.call(Request("GET", path("/user/tools/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.ToolsUpdateParams]) -> types.ToolsUpdateResponse:
        """Change the supplied fields of a mid-call tool, replacing headers and schema as a whole"""
        return await self._transport.call(Request("PUT", path("/user/tools/{}", id), params))

    async def delete(self, id: int, /) -> types.ToolsDeleteResponse:
        """Delete a mid-call tool and remove it from all assistants"""
        return await self._transport.call(Request("DELETE", path("/user/tools/{}", id)))

    async def test(self, id: int, /, **params: Unpack[types.ToolsTestParams]) -> types.ToolsTestResponse:
        """Test a mid-call tool, with sample values for missing arguments and variables"""
        return await self._transport.call(Request("POST", path("/user/tools/{}/test", id), params, is_idempotent=True))


class AsyncWebhookSecret(AsyncResource):
    """Operations on WebhookSecret."""

    async def get(self) -> types.WebhookSecretGetResponse:
        """Read the webhook signing secret"""
        return await self._transport.call(Request("GET", "/user/webhook-secret"))

    async def rotate(self) -> types.WebhookSecretRotateResponse:
        """Rotate the signing secret; both secrets sign for 24 hours"""
        return await self._transport.call(Request("POST", "/user/webhook-secret/rotate", is_idempotent=True))


class AsyncWebhookDeliveries(AsyncResource):
    """Operations on WebhookDeliveries."""

    async def list(self, **params: Unpack[types.WebhookDeliveriesListParams]) -> AsyncPage[types.WebhookDeliveriesListItem]:
        """List webhook deliveries by page, newest first"""
        return await self._transport.page(Request("GET", "/user/webhook-deliveries", params))

    async def get(self, id: str, /) -> types.WebhookDeliveriesGetResponse:
        """Read a webhook delivery with its payload and every attempt"""
        return await self._transport.call(Request("GET", path("/user/webhook-deliveries/{}", id)))

    async def resend(self, id: str, /) -> types.WebhookDeliveriesResendResponse:
        """Resend a webhook with the same id"""
        return await self._transport.call(Request("POST", path("/user/webhook-deliveries/{}/resend", id), is_idempotent=True))

    async def replay(self, **params: Unpack[types.WebhookDeliveriesReplayParams]) -> types.WebhookDeliveriesReplayResponse:
        """Resend finished webhooks from a time range"""
        return await self._transport.call(Request("POST", "/user/webhook-deliveries/replay", params, is_idempotent=True))


class AsyncWebhookTargets(AsyncResource):
    """Operations on WebhookTargets."""

    async def list(self) -> types.WebhookTargetsListResponse:
        """List webhook endpoints and their status"""
        return await self._transport.call(Request("GET", "/user/webhook-targets"))

    async def enable(self, id: int, /) -> types.WebhookTargetsEnableResponse:
        """Enable a disabled endpoint and send its held webhooks"""
        return await self._transport.call(Request("POST", path("/user/webhook-targets/{}/enable", id)))


class AsyncWebhookEndpoints(AsyncResource):
    """Operations on WebhookEndpoints."""

    async def list(self) -> types.WebhookEndpointsListResponse:
        """List webhook endpoints with their events"""
        return await self._transport.call(Request("GET", "/user/webhook-endpoints"))

    async def create(self, **params: Unpack[types.WebhookEndpointsCreateParams]) -> types.WebhookEndpointsCreateResponse:
        """Subscribe a URL to events"""
        return await self._transport.call(Request("POST", "/user/webhook-endpoints", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.WebhookEndpointsUpdateParams]) -> types.WebhookEndpointsUpdateResponse:
        """Change the supplied fields of a webhook endpoint, replacing events and headers as a whole"""
        return await self._transport.call(Request("PUT", path("/user/webhook-endpoints/{}", id), params))

    async def delete(self, id: int, /) -> types.WebhookEndpointsDeleteResponse:
        """Delete a webhook endpoint and its unsent webhooks"""
        return await self._transport.call(Request("DELETE", path("/user/webhook-endpoints/{}", id)))

    async def test(self, id: int, /) -> types.WebhookEndpointsTestResponse:
        """Send a test.ping to a webhook endpoint"""
        return await self._transport.call(Request("POST", path("/user/webhook-endpoints/{}/test", id), is_idempotent=True))


class AsyncSandboxPhoneNumbers(AsyncResource):
    """Operations on SandboxPhoneNumbers."""

    async def create(self, **params: Unpack[types.SandboxPhoneNumbersCreateParams]) -> types.SandboxPhoneNumbersCreateResponse:
        """Add a sandbox phone number to the account"""
        return await self._transport.call(Request("POST", "/sandbox/phone-numbers", params, is_idempotent=True))


class AsyncSandboxBalance(AsyncResource):
    """Operations on SandboxBalance."""

    async def update(self, **params: Unpack[types.SandboxBalanceUpdateParams]) -> types.SandboxBalanceUpdateResponse:
        """Set the balance of the account"""
        return await self._transport.call(Request("PUT", "/sandbox/balance", params))


class AsyncSandboxCalls(AsyncResource):
    """Operations on SandboxCalls."""

    async def create(self, **params: Unpack[types.SandboxCallsCreateParams]) -> types.SandboxCallsCreateResponse:
        """Call one of your numbers as a customer: it rings when the WebSocket is opened"""
        return await self._transport.call(Request("POST", "/sandbox/calls", params, is_idempotent=True))


class AsyncSandboxPhones(AsyncResource):
    """Operations on SandboxPhones."""

    async def create(self, **params: Unpack[types.SandboxPhonesCreateParams]) -> types.SandboxPhonesCreateResponse:
        """Receive calls as a customer: your calls to the number ring while the WebSocket is open"""
        return await self._transport.call(Request("POST", "/sandbox/phones", params, is_idempotent=True))


class AsyncSandboxSenders(AsyncResource):
    """Operations on SandboxSenders."""

    async def create(self, **params: Unpack[types.SandboxSendersCreateParams]) -> types.SandboxSendersCreateResponse:
        """Create a sender on the sandbox carrier"""
        return await self._transport.call(Request("POST", "/sandbox/msgapp/senders", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.SandboxSendersUpdateParams]) -> types.SandboxSendersUpdateResponse:
        """Set a sandbox sender online or offline, or assign it an assistant"""
        return await self._transport.call(Request("PUT", path("/sandbox/msgapp/senders/{}", id), params))


class AsyncSandboxTemplates(AsyncResource):
    """Operations on SandboxTemplates."""

    async def create(self, id: int, /, **params: Unpack[types.SandboxTemplatesCreateParams]) -> types.SandboxTemplatesCreateResponse:
        """Add a template with any approval status to a sandbox sender"""
        return await self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/templates", id), params, is_idempotent=True))


class AsyncSandboxMessages(AsyncResource):
    """Operations on SandboxMessages."""

    async def create(self, id: int, /, **params: Unpack[types.SandboxMessagesCreateParams]) -> types.SandboxMessagesCreateResponse:
        """Send a message to a sandbox sender as a customer"""
        return await self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/inbound", id), params, is_idempotent=True))


class AsyncSandboxSms(AsyncResource):
    """Operations on SandboxSms."""

    async def create(self, **params: Unpack[types.SandboxSmsCreateParams]) -> types.SandboxSmsCreateResponse:
        """Send an SMS to a sandbox number as a customer"""
        return await self._transport.call(Request("POST", "/sandbox/sms", params, is_idempotent=True))


class AsyncSandbox(AsyncResource):
    """Operations on Sandbox."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.phone_numbers = AsyncSandboxPhoneNumbers(transport)
        self.balance = AsyncSandboxBalance(transport)
        self.calls = AsyncSandboxCalls(transport)
        self.phones = AsyncSandboxPhones(transport)
        self.senders = AsyncSandboxSenders(transport)
        self.templates = AsyncSandboxTemplates(transport)
        self.messages = AsyncSandboxMessages(transport)
        self.sms = AsyncSandboxSms(transport)


class AsyncResources(AsyncResource):
    """All operations of the API, by resource."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.account = AsyncAccount(transport)
        self.pronunciations = AsyncPronunciations(transport)
        self.api_keys = AsyncApiKeys(transport)
        self.assistants = AsyncAssistants(transport)
        self.billing = AsyncBilling(transport)
        self.blacklist = AsyncBlacklist(transport)
        self.calls = AsyncCalls(transport)
        self.recordings = AsyncRecordings(transport)
        self.campaigns = AsyncCampaigns(transport)
        self.leads = AsyncLeads(transport)
        self.models = AsyncModels(transport)
        self.voices = AsyncVoices(transport)
        self.languages = AsyncLanguages(transport)
        self.synthesizer_providers = AsyncSynthesizerProviders(transport)
        self.transcriber_providers = AsyncTranscriberProviders(transport)
        self.statistics = AsyncStatistics(transport)
        self.search = AsyncSearch(transport)
        self.public_conversations = AsyncPublicConversations(transport)
        self.widgets = AsyncWidgets(transport)
        self.ai = AsyncAi(transport)
        self.conversations = AsyncConversations(transport)
        self.inbox = AsyncInbox(transport)
        self.knowledgebases = AsyncKnowledgebases(transport)
        self.documents = AsyncDocuments(transport)
        self.msgapp = AsyncMsgapp(transport)
        self.sms = AsyncSms(transport)
        self.phone_numbers = AsyncPhoneNumbers(transport)
        self.sip_trunks = AsyncSipTrunks(transport)
        self.tools = AsyncTools(transport)
        self.webhook_secret = AsyncWebhookSecret(transport)
        self.webhook_deliveries = AsyncWebhookDeliveries(transport)
        self.webhook_targets = AsyncWebhookTargets(transport)
        self.webhook_endpoints = AsyncWebhookEndpoints(transport)
        self.sandbox = AsyncSandbox(transport)
