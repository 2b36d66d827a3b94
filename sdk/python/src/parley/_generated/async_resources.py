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

    async def login(self, **params: Unpack[types.LoginRequest]) -> types.LoginResponse:
        """Returns a session token for `Authorization: Bearer …`. It expires after 30 days without use. Programs should use an API key. At most 5 attempts a minute for each address and email."""
        return await self._transport.call(Request("POST", "/login", params))

    async def register(self, **params: Unpack[types.RegisterRequest]) -> types.MessageResponse:
        """Only if the installation allows registration; otherwise 403."""
        return await self._transport.call(Request("POST", "/register", params))

    async def logout(self) -> types.MessageResponse:
        """Other tokens of the account stay valid."""
        return await self._transport.call(Request("POST", "/logout"))

    async def get(self) -> types.MeResponse:
        """Also a cheap way to test a token."""
        return await self._transport.call(Request("GET", "/user/me"))


class AsyncPasswordResets(AsyncResource):
    """Operations on PasswordResets."""

    async def create(self, **params: Unpack[types.PasswordResetRequest]) -> types.MessageResponse:
        """The response is the same whether or not the address has a login. The link is valid for one hour and can be used once. At most 3 requests an hour for each address; 403 if the installation sends no email."""
        return await self._transport.call(Request("POST", "/password-resets", params))

    async def use(self, token: str, /, **params: Unpack[types.SetPasswordRequest]) -> types.MessageResponse:
        """The token is the last part of the link. Ends all sessions of the person; API keys stay."""
        return await self._transport.call(Request("POST", path("/password-resets/{}", token), params))


class AsyncEmailChanges(AsyncResource):
    """Operations on EmailChanges."""

    async def confirm(self, token: str, /) -> types.MessageResponse:
        """The token is the last part of the link, which is valid for one day and can be used once. 409 if another person has taken the address."""
        return await self._transport.call(Request("POST", path("/email-changes/{}", token)))


class AsyncPronunciations(AsyncResource):
    """Operations on Pronunciations."""

    async def get(self) -> types.PronunciationList:
        """An assistant’s own entries come first."""
        return await self._transport.call(Request("GET", "/user/pronunciations"))

    async def update(self, **params: Unpack[types.SavePronunciationsRequest]) -> types.PronunciationList:
        """Replaces the whole list. Applies to new calls."""
        return await self._transport.call(Request("PUT", "/user/pronunciations", params))


class AsyncInvitations(AsyncResource):
    """Operations on Invitations."""

    async def list(self, **params: Unpack[types.InvitationsListParams]) -> AsyncPage[types.Invitation]:
        """Accepted, revoked and expired invitations are not listed."""
        return await self._transport.page(Request("GET", "/user/invitations", params))

    async def create(self, **params: Unpack[types.CreateInvitationRequest]) -> types.CreateInvitationResponse:
        """Replaces an earlier invitation to the same address. The link is valid for 7 days and can be used once. It is sent by email if the installation sends email; otherwise, send it to the person."""
        return await self._transport.call(Request("POST", "/user/invitations", params, is_idempotent=True))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Its link stops working."""
        return await self._transport.call(Request("DELETE", path("/user/invitations/{}", id)))

    async def open(self, token: str, /) -> types.OpenInvitationResponse:
        """The token is the last part of the link."""
        return await self._transport.call(Request("GET", path("/invitations/{}", token)))

    async def accept(self, token: str, /, **params: Unpack[types.AcceptInvitationRequest]) -> types.AcceptInvitationResponse:
        """A new person sends a name and a password. An existing person sends the password, or sends the request in their own session. Log in afterwards: a login opens the new account."""
        return await self._transport.call(Request("POST", path("/invitations/{}/accept", token), params))


class AsyncMembers(AsyncResource):
    """Operations on Members."""

    async def list(self, **params: Unpack[types.MembersListParams]) -> AsyncPage[types.Member]:
        """In the order in which they joined."""
        return await self._transport.page(Request("GET", "/user/members", params))

    async def update(self, id: int, /, **params: Unpack[types.UpdateMemberRequest]) -> types.MemberResponse:
        """You can give roles up to your own. The last owner stays owner. Open streams of the member end and connect again with the new role."""
        return await self._transport.call(Request("PUT", path("/user/members/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Ends the member’s sessions in this account at once. With your own id, you leave the account. API keys stay."""
        return await self._transport.call(Request("DELETE", path("/user/members/{}", id)))


class AsyncProfile(AsyncResource):
    """Operations on Profile."""

    async def get(self) -> types.ProfileResponse:
        """Sessions only; API keys belong to no person."""
        return await self._transport.call(Request("GET", "/user/profile"))

    async def update(self, **params: Unpack[types.UpdateProfileRequest]) -> types.SaveProfileResponse:
        """A new password ends your other sessions. If the installation sends email, a new address is used once it is confirmed with the link sent there. Sessions only."""
        return await self._transport.call(Request("PUT", "/user/profile", params))


class AsyncAccounts(AsyncResource):
    """Operations on Accounts."""

    async def list(self) -> types.AccountListResponse:
        """Sessions only."""
        return await self._transport.call(Request("GET", "/user/accounts"))

    async def create(self, **params: Unpack[types.SaveAccountRequest]) -> types.SaveAccountResponse:
        """Only the owner of the installation may do this, unless registration is switched on. Sessions only."""
        return await self._transport.call(Request("POST", "/user/accounts", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.SaveAccountRequest]) -> types.SaveAccountResponse:
        """Renames the account of the session or API key."""
        return await self._transport.call(Request("PUT", path("/user/accounts/{}", id), params))

    async def switch(self, id: int, /) -> types.SaveAccountResponse:
        """The token stays the same. Open streams of the previous account end. Sessions only."""
        return await self._transport.call(Request("POST", path("/user/accounts/{}/switch", id)))


class AsyncSecondFactor(AsyncResource):
    """Operations on SecondFactor."""

    async def get(self) -> types.SecondFactorResponse:
        """Sessions only."""
        return await self._transport.call(Request("GET", "/user/second-factor"))

    async def create(self, **params: Unpack[types.SetUpSecondFactorRequest]) -> types.SetUpSecondFactorResponse:
        """Returns the secret for the authenticator app. Confirm it with a first code; until then, nothing changes. Sessions only."""
        return await self._transport.call(Request("POST", "/user/second-factor", params))

    async def confirm(self, **params: Unpack[types.ConfirmSecondFactorRequest]) -> types.RecoveryCodesResponse:
        """Returns ten recovery codes, which are shown only here. From now on, logins need a code. Sessions only."""
        return await self._transport.call(Request("POST", "/user/second-factor/confirm", params))

    async def renew_recovery_codes(self, **params: Unpack[types.ConfirmSecondFactorRequest]) -> types.RecoveryCodesResponse:
        """The previous recovery codes stop working. Sessions only."""
        return await self._transport.call(Request("POST", "/user/second-factor/recovery-codes", params))

    async def turn_off(self, **params: Unpack[types.TurnOffSecondFactorRequest]) -> types.MessageResponse:
        """Needs the password and a code. Sessions only."""
        return await self._transport.call(Request("POST", "/user/second-factor/turn-off", params))

    async def require(self, **params: Unpack[types.RequireSecondFactorRequest]) -> types.MessageResponse:
        """Applies at once: sessions of members without a second factor can only set one up. API keys are not affected. Needs your own second factor."""
        return await self._transport.call(Request("PUT", "/user/second-factor/requirement", params))


class AsyncApiKeys(AsyncResource):
    """Operations on ApiKeys."""

    async def create(self, **params: Unpack[types.CreateApiKeyRequest]) -> types.CreateApiKeyResponse:
        """Store the token at once. A key is valid until it is deleted, or until `expires_at`."""
        return await self._transport.call(Request("POST", "/user/api-keys", params, is_idempotent=True))

    async def list(self) -> types.ListApiKeysResponse:
        """List the API keys, without their tokens."""
        return await self._transport.call(Request("GET", "/user/api-keys"))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Delete an API key, which all processes refuse at once."""
        return await self._transport.call(Request("DELETE", path("/user/api-keys/{}", id)))


class AsyncAlerts(AsyncResource):
    """Operations on Alerts."""

    async def list(self, **params: Unpack[types.AlertsListParams]) -> AsyncPage[types.AlertsListItem]:
        """Without kinds that are switched off for the console. Resolved alerts are kept for 90 days."""
        return await self._transport.page(Request("GET", "/user/alerts", params))

    async def dismiss(self, id: int, /) -> types.AlertsDismissResponse:
        """It opens again only if its cause goes away and comes back."""
        return await self._transport.call(Request("POST", path("/user/alerts/{}/dismiss", id)))

    async def dismiss_all(self) -> types.AlertsDismissAllResponse:
        """Hides the alerts that the console shows. Each opens again only if its cause comes back."""
        return await self._transport.call(Request("POST", "/user/alerts/dismiss"))


class AsyncAlertSettings(AsyncResource):
    """Operations on AlertSettings."""

    async def get(self) -> types.AlertSettingsGetResponse:
        """Read where alerts are shown and sent."""
        return await self._transport.call(Request("GET", "/user/alert-settings"))

    async def update(self, **params: Unpack[types.AlertSettingsUpdateParams]) -> types.AlertSettingsUpdateResponse:
        """Missing kinds and channels stay as they are. A switched-off channel applies to new alerts."""
        return await self._transport.call(Request("PUT", "/user/alert-settings", params))

    async def test(self) -> types.MessageResponse:
        """Answers when the SMTP server has accepted or refused it. At most 10 an hour."""
        return await self._transport.call(Request("POST", "/user/alert-settings/test-email"))


class AsyncAssistantsLatency(AsyncResource):
    """Operations on AssistantsLatency."""

    async def get(self, id: int, /, **params: Unpack[types.AssistantsLatencyGetParams]) -> types.AssistantLatencyResponse:
        """The estimate also says what other settings, given as filters, would change."""
        return await self._transport.call(Request("GET", path("/user/assistant/{}/latency", id), params))


class AsyncAssistants(AsyncResource):
    """Operations on Assistants."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.latency = AsyncAssistantsLatency(transport)

    async def create(self, **params: Unpack[types.CreateAssistantRequest]) -> types.SaveAssistantResponse:
        """The new assistant is `inactive`. Null and missing fields get their defaults. Settings that the mode does not have are refused."""
        return await self._transport.call(Request("POST", "/user/assistant", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.UpdateAssistantRequest]) -> types.SaveAssistantResponse:
        """Missing fields stay as they are; null resets a field to its default. A change of the mode resets the settings that depend on it. Applies to new calls and conversations."""
        return await self._transport.call(Request("PUT", path("/user/assistant/{}", id), params))

    async def get(self, id: int, /) -> types.AssistantsGetResponse:
        """Read an assistant."""
        return await self._transport.call(Request("GET", path("/user/assistant/{}", id)))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Its calls and conversations stay."""
        return await self._transport.call(Request("DELETE", path("/user/assistant/{}", id)))

    async def list_page(self, **params: Unpack[types.AssistantsListPageParams]) -> AsyncPage[types.Assistant]:
        """With all fields of each assistant."""
        return await self._transport.page(Request("GET", "/user/assistants/get", params))

    async def list(self) -> List[types.Assistant]:
        """With all fields of each assistant, newest first. For long lists, use `GET /user/assistants/get`."""
        return await self._transport.call(Request("GET", "/user/assistants"))

    async def list_summaries(self) -> List[types.ListedAssistant]:
        """Without texts, for lists and pickers."""
        return await self._transport.call(Request("GET", "/user/assistants/summaries"))

    async def list_outbound(self) -> List[types.OutboundAssistant]:
        """List all outbound assistants with a reduced set of fields."""
        return await self._transport.call(Request("GET", "/user/assistants/outbound"))

    async def activate(self, id: int, /) -> types.SaveAssistantResponse:
        """Activate an assistant for inbound calls."""
        return await self._transport.call(Request("POST", path("/user/assistant/{}/activate", id)))

    async def deactivate(self, id: int, /) -> types.SaveAssistantResponse:
        """Deactivate an assistant for inbound calls."""
        return await self._transport.call(Request("POST", path("/user/assistant/{}/deactivate", id)))

    async def enable_webhook(self, **params: Unpack[types.EnableWebhookRequest]) -> types.WebhookToggleResponse:
        """Enable the webhook."""
        return await self._transport.call(Request("POST", "/user/assistants/enable-webhook", params))

    async def disable_webhook(self, **params: Unpack[types.AssistantIdRequest]) -> types.WebhookToggleResponse:
        """Disable the webhook."""
        return await self._transport.call(Request("POST", "/user/assistants/disable-webhook", params))

    async def enable_inbound_webhook(self, **params: Unpack[types.EnableWebhookRequest]) -> types.WebhookToggleResponse:
        """Enable the inbound webhook."""
        return await self._transport.call(Request("POST", "/user/assistants/enable-inbound-webhook", params))

    async def disable_inbound_webhook(self, **params: Unpack[types.AssistantIdRequest]) -> types.WebhookToggleResponse:
        """Disable the inbound webhook."""
        return await self._transport.call(Request("POST", "/user/assistants/disable-inbound-webhook", params))

    async def enable_conversation_ended_webhook(self, **params: Unpack[types.EnableWebhookRequest]) -> types.WebhookToggleResponse:
        """Enable the conversation ended webhook."""
        return await self._transport.call(Request("POST", "/user/assistants/enable-conversation-ended-webhook", params))

    async def disable_conversation_ended_webhook(self, **params: Unpack[types.AssistantIdRequest]) -> types.WebhookToggleResponse:
        """Disable the conversation ended webhook."""
        return await self._transport.call(Request("POST", "/user/assistants/disable-conversation-ended-webhook", params))

    async def set_widget_picture(self, id: int, /) -> types.WidgetPictureResponse:
        """A PNG, JPEG or WebP file with at most 512 kB and 2048 × 2048 pixels. It replaces an earlier picture."""
        return await self._transport.call(Request("PUT", path("/user/assistant/{}/widget-picture", id)))

    async def delete_widget_picture(self, id: int, /) -> types.MessageResponse:
        """The widget then shows the first letter of its title."""
        return await self._transport.call(Request("DELETE", path("/user/assistant/{}/widget-picture", id)))

    async def create_widget_secret(self, id: int, /) -> types.WidgetSecretResponse:
        """The secret is shown only once. Keep it on your server, which signs the tokens of your users with it. An earlier secret, and visitors verified with it, are no longer valid."""
        return await self._transport.call(Request("POST", path("/user/assistant/{}/widget-secret", id)))

    async def get_widget_secret(self, id: int, /) -> types.WidgetSecretStateResponse:
        """The secret itself cannot be read."""
        return await self._transport.call(Request("GET", path("/user/assistant/{}/widget-secret", id)))

    async def delete_widget_secret(self, id: int, /) -> types.MessageResponse:
        """Verified users become anonymous visitors."""
        return await self._transport.call(Request("DELETE", path("/user/assistant/{}/widget-secret", id)))


class AsyncPhoneNumbers(AsyncResource):
    """Operations on PhoneNumbers."""

    async def assign(self, id: int, /, **params: Unpack[types.AssignNumberRequest]) -> types.AssignNumberResponse:
        """Takes the number from the assistant that answers it, gives it to this inbound assistant and activates that. An assistant answers one number, so it gives up its previous one. Outbound assistants and campaigns keep the number."""
        return await self._transport.call(Request("PUT", path("/user/assistants/phone-numbers/{}", id), params))

    async def list(self) -> types.PhoneNumberListResponse:
        """With numbers of SIP trunks."""
        return await self._transport.call(Request("GET", "/user/phone-numbers/all"))

    async def list_sms_capable(self) -> List[types.PhoneNumber]:
        """Kept for older clients; use `GET /user/phone-numbers/all`."""
        return await self._transport.call(Request("GET", "/user/phone-numbers"))

    async def list_assignable(self, **params: Unpack[types.PhoneNumbersListAssignableParams]) -> List[types.AssistantNumber]:
        """List the numbers that can be assigned to an assistant."""
        return await self._transport.call(Request("GET", "/user/assistants/phone-numbers", params))

    async def search(self, **params: Unpack[types.PhoneNumbersSearchParams]) -> types.SearchNumbersResponse:
        """Search for numbers to buy from the telephony provider."""
        return await self._transport.call(Request("GET", "/user/phone-numbers/search", params))

    async def purchase(self, **params: Unpack[types.PurchaseNumberRequest]) -> types.PurchaseNumberResponse:
        """Charged by the carrier to the operator of this installation."""
        return await self._transport.call(Request("POST", "/user/phone-numbers/purchase", params, is_idempotent=True))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Release a number, remove it from assistants, and keep its history."""
        return await self._transport.call(Request("DELETE", path("/user/phone-numbers/{}", id)))


class AsyncAuditLog(AsyncResource):
    """Operations on AuditLog."""

    async def list(self, **params: Unpack[types.AuditLogListParams]) -> AsyncPage[types.AuditEntry]:
        """Changes of settings, logins and exports. Values of secrets are never recorded. Entries cannot be changed or deleted. The server removes them after its retention period, 400 days by default."""
        return await self._transport.page(Request("GET", "/user/audit-log", params))

    async def get(self, id: int, /) -> types.AuditEntryResponse:
        """Read an entry of the audit log."""
        return await self._transport.call(Request("GET", path("/user/audit-log/{}", id)))

    async def export(self, **params: Unpack[types.AuditLogExportParams]) -> httpx.Response:
        """Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete."""
        return await self._transport.download(Request("GET", "/user/audit-log/export", params))


class AsyncBillingCharges(AsyncResource):
    """Operations on BillingCharges."""

    async def list(self, **params: Unpack[types.BillingChargesListParams]) -> AsyncPage[types.Charge]:
        """Every charge, refund and credit of the account."""
        return await self._transport.page(Request("GET", "/user/billing/charges", params))

    async def export(self, **params: Unpack[types.BillingChargesExportParams]) -> httpx.Response:
        """Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete."""
        return await self._transport.download(Request("GET", "/user/billing/charges/export", params))


class AsyncBillingSummary(AsyncResource):
    """Operations on BillingSummary."""

    async def get(self, **params: Unpack[types.BillingSummaryGetParams]) -> types.SummaryResponse:
        """`proof` shows how the balance follows from the ledger."""
        return await self._transport.call(Request("GET", "/user/billing/summary", params))


class AsyncBillingPrices(AsyncResource):
    """Operations on BillingPrices."""

    async def get(self) -> types.PricesResponse:
        """In US dollars. A model without a configured price is `unknown`."""
        return await self._transport.call(Request("GET", "/user/billing/prices"))


class AsyncBillingUsage(AsyncResource):
    """Operations on BillingUsage."""

    async def get(self, **params: Unpack[types.BillingUsageGetParams]) -> types.UsageResponse:
        """By model, for the given days."""
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

    async def list(self, **params: Unpack[types.BlacklistListParams]) -> AsyncPage[types.BlacklistedNumber]:
        """Customers are added by a request, by asking in a call, or by the message STOP."""
        return await self._transport.page(Request("GET", "/user/blacklist", params))

    async def create(self, **params: Unpack[types.AddToBlacklistRequest]) -> types.AddToBlacklistResponse:
        """A number that is on the list already keeps its reason."""
        return await self._transport.call(Request("POST", "/user/blacklist", params, is_idempotent=True))

    async def create_many(self, **params: Unpack[types.BulkBlacklistRequest]) -> types.BulkBlacklistResponse:
        """An invalid number affects no other; `results` has one entry for each."""
        return await self._transport.call(Request("POST", "/user/blacklist/bulk", params, is_idempotent=True))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Leads that were stopped stay stopped."""
        return await self._transport.call(Request("DELETE", path("/user/blacklist/{}", id)))


class AsyncCallsEvents(AsyncResource):
    """Operations on CallsEvents."""

    async def stream(self, id: int, /) -> AsyncEventStream[types.LiveCallEvent]:
        """Send `Last-Event-ID` to continue after the last event that you received. Partial transcripts are not stored and not repeated. To hear the call, open the WebSocket `/user/calls/{id}/listen`; to speak with the customer, `/user/calls/{id}/take-over`."""
        return await self._transport.stream(Request("GET", path("/user/calls/{}/events", id)), "data", "call.ended")


class AsyncCalls(AsyncResource):
    """Operations on Calls."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.events = AsyncCallsEvents(transport)

    async def make(self, **params: Unpack[types.MakeCallRequest]) -> types.MakeCallResponse:
        """Calls at once, or at `scheduled_at`. A number on the do-not-call list, or one that must not be called at this hour, is refused with 422; a number in a live call with 409. Follow the call with `GET /user/calls/{id}/events`."""
        return await self._transport.call(Request("POST", "/user/make_call", params, is_idempotent=True))

    async def create_web(self, **params: Unpack[types.WebCallRequest]) -> types.WebCallResponse:
        """Returns the URL of a WebSocket that carries the call’s audio: binary messages of 16-bit PCM, mono, 16 kHz, in both directions, and JSON text messages (`ready`, `clear`, `transcript`, `ended`). The call is answered when it is opened."""
        return await self._transport.call(Request("POST", "/user/calls/web", params, is_idempotent=True))

    async def list(self, **params: Unpack[types.CallsListParams]) -> AsyncPage[types.CallItem]:
        """Filters can be combined."""
        return await self._transport.page(Request("GET", "/user/calls", params))

    async def get(self, id: int, /) -> types.CallView:
        """Charges and the evaluation follow shortly after the end."""
        return await self._transport.call(Request("GET", path("/user/calls/{}", id)))

    async def delete(self, id: int, /) -> types.CallMessageResponse:
        """Delete a call with its recording, ending it first if it is live."""
        return await self._transport.call(Request("DELETE", path("/user/calls/{}", id)))

    async def export(self, **params: Unpack[types.CallsExportParams]) -> httpx.Response:
        """Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete."""
        return await self._transport.download(Request("GET", "/user/calls/export", params))

    async def cancel(self, id: int, /) -> types.CallMessageResponse:
        """Only while the call is `scheduled`; otherwise 409."""
        return await self._transport.call(Request("POST", path("/user/calls/{}/cancel", id)))

    async def hang_up(self, id: int, /, **params: Unpack[types.HangUpRequest]) -> types.CallMessageResponse:
        """Only while the call is live; otherwise 409."""
        return await self._transport.call(Request("POST", path("/user/calls/{}/hang-up", id), params, is_idempotent=True))

    async def say(self, id: int, /, **params: Unpack[types.SayRequest]) -> types.CallMessageResponse:
        """In the next pause, or at once with `interrupt`."""
        return await self._transport.call(Request("POST", path("/user/calls/{}/say", id), params, is_idempotent=True))

    async def whisper(self, id: int, /, **params: Unpack[types.WhisperRequest]) -> types.CallMessageResponse:
        """Give the assistant an instruction for its next answers, unheard by the customer."""
        return await self._transport.call(Request("POST", path("/user/calls/{}/whisper", id), params, is_idempotent=True))

    async def transfer(self, id: int, /, **params: Unpack[types.TransferRequest]) -> types.CallMessageResponse:
        """The assistant leaves the call when the transfer succeeds; if it fails, it continues."""
        return await self._transport.call(Request("POST", path("/user/calls/{}/transfer", id), params, is_idempotent=True))


class AsyncRecordings(AsyncResource):
    """Operations on Recordings."""

    async def download(self, key: str, /) -> httpx.Response:
        """The URL is the `recording_url` of a call and needs no token: treat it as a secret. Left channel: customer; right channel: assistant."""
        return await self._transport.download(Request("GET", path("/recordings/{}", key)))


class AsyncWidgetsCalls(AsyncResource):
    """Operations on WidgetsCalls."""

    async def create(self, uuid: str, /, **params: Unpack[types.VisitorCallRequest]) -> types.VisitorCallResponse:
        """For visitors of a website whose widget offers calls (`calls_enabled`). The call is charged like a web call, and counts against the daily limit of the assistant's visitors."""
        return await self._transport.call(Request("POST", path("/widgets/{}/calls", uuid), params))


class AsyncWidgets(AsyncResource):
    """Operations on Widgets."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.calls = AsyncWidgetsCalls(transport)

    async def get_picture(self, uuid: str, /) -> httpx.Response:
        """The address in `picture` changes with the picture, so the answer may be cached for a year."""
        return await self._transport.download(Request("GET", path("/widgets/{}/picture", uuid)))

    async def identify(self, uuid: str, /, **params: Unpack[types.IdentifyVisitorRequest]) -> types.IdentifyVisitorResponse:
        """A `token` of your server (a JSON Web Token with HS256) makes the visitor verified and returns their latest conversation. It can be used once and expires within an hour. Without a token, `visitor` is stored as not verified."""
        return await self._transport.call(Request("POST", path("/widgets/{}/identify", uuid), params))

    async def get(self, uuid: str, /) -> types.WidgetResponse:
        """What the widget shows before a conversation is opened. Answers 304 to `If-None-Match` with the current `ETag`."""
        return await self._transport.call(Request("GET", path("/widgets/{}", uuid)))


class AsyncCampaignsLeads(AsyncResource):
    """Operations on CampaignsLeads."""

    async def import_(self, id: int, /, **params: Unpack[types.CampaignsLeadsImportParams]) -> types.ImportLeadsResponse:
        """Columns are recognized by their names; all others become variables. With `dry_run`, nothing is stored and the answer shows how the file would be read."""
        return await self._transport.call(Request("POST", path("/user/campaign/{}/leads/import", id), params, in_query=("dry_run", "allow_dupplicate", "max_errors", "errors_after", "phone_column", "secondary_columns", "external_id_column", "country_code", "assume_international", "sheet", "delimiter", "charset",), is_form=True, is_idempotent=True))

    async def export(self, id: int, /) -> httpx.Response:
        """One row for each lead, streamed."""
        return await self._transport.download(Request("GET", path("/user/campaign/{}/leads/export", id)))


class AsyncCampaignsReport(AsyncResource):
    """Operations on CampaignsReport."""

    async def get(self, id: int, /) -> types.CampaignReportResponse:
        """Without deleted leads, except in `attempts` and `cost.total`."""
        return await self._transport.call(Request("GET", path("/user/campaign/{}/report", id)))


class AsyncCampaignsLimits(AsyncResource):
    """Operations on CampaignsLimits."""

    async def get(self) -> types.CampaignLimitsResponse:
        """Limits of the account, and legal calling hours."""
        return await self._transport.call(Request("GET", "/user/campaigns/limits"))


class AsyncCampaignsProgress(AsyncResource):
    """Operations on CampaignsProgress."""

    async def list(self) -> types.CampaignProgressResponse:
        """One entry for each campaign."""
        return await self._transport.call(Request("GET", "/user/campaigns/progress"))


class AsyncCampaignsMonitor(AsyncResource):
    """Operations on CampaignsMonitor."""

    async def get(self, id: int, /) -> types.CampaignMonitorResponse:
        """Read the current activity of a campaign: live calls, today's results, and call rate."""
        return await self._transport.call(Request("GET", path("/user/campaign/{}/monitor", id)))


class AsyncCampaignsStartCheck(AsyncResource):
    """Operations on CampaignsStartCheck."""

    async def get(self, id: int, /) -> types.CampaignsStartCheckGetResponse:
        """How many people would be called, from which numbers, when, at what cost, and which variables have no value. Nothing is started."""
        return await self._transport.call(Request("GET", path("/user/campaign/{}/start-check", id)))


class AsyncCampaigns(AsyncResource):
    """Operations on Campaigns."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.leads = AsyncCampaignsLeads(transport)
        self.report = AsyncCampaignsReport(transport)
        self.limits = AsyncCampaignsLimits(transport)
        self.progress = AsyncCampaignsProgress(transport)
        self.monitor = AsyncCampaignsMonitor(transport)
        self.start_check = AsyncCampaignsStartCheck(transport)

    async def create(self, **params: Unpack[types.CreateCampaignRequest]) -> types.SaveCampaignResponse:
        """A new campaign is a `draft` and makes no calls until it is started. Null and missing fields get their defaults."""
        return await self._transport.call(Request("POST", "/user/campaign", params, is_idempotent=True))

    async def list(self) -> List[types.Campaign]:
        """List all campaigns."""
        return await self._transport.call(Request("GET", "/user/campaigns"))

    async def get(self, id: int, /) -> types.CampaignResponse:
        """Read a campaign."""
        return await self._transport.call(Request("GET", path("/user/campaign/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateCampaignRequest]) -> types.SaveCampaignResponse:
        """Missing fields stay as they are; null resets a field to its default. A running campaign uses the new settings for its next calls."""
        return await self._transport.call(Request("PUT", path("/user/campaign/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Delete a campaign with its leads, keeping its calls."""
        return await self._transport.call(Request("DELETE", path("/user/campaign/{}", id)))

    async def update_status(self, **params: Unpack[types.UpdateStatusRequest]) -> types.UpdateStatusResponse:
        """`start` begins or resumes; `stop` makes no new calls. `warnings` lists settings that have no effect."""
        return await self._transport.call(Request("POST", "/user/campaigns/update-status", params, is_idempotent=True))


class AsyncLeads(AsyncResource):
    """Operations on Leads."""

    async def create(self, **params: Unpack[types.CreateLeadRequest]) -> types.SaveLeadResponse:
        """A second lead with the same number is refused unless `allow_dupplicate` is set. A running campaign calls it as soon as its rules allow."""
        return await self._transport.call(Request("POST", "/user/lead", params, is_idempotent=True))

    async def list(self, **params: Unpack[types.LeadsListParams]) -> AsyncPage[types.Lead]:
        """`waiting` says why a lead is not called yet."""
        return await self._transport.page(Request("GET", "/user/leads", params))

    async def get(self, id: int, /) -> types.LeadResponse:
        """Read a lead."""
        return await self._transport.call(Request("GET", path("/user/leads/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateLeadRequest]) -> types.SaveLeadResponse:
        """Missing fields stay as they are; variables are merged. The status `created` starts the lead over."""
        return await self._transport.call(Request("PUT", path("/user/leads/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Its calls stay in the list of calls."""
        return await self._transport.call(Request("DELETE", path("/user/leads/{}", id)))

    async def create_many(self, **params: Unpack[types.BulkLeadsRequest]) -> types.BulkLeadsResponse:
        """An invalid lead affects no other; `results` has one entry for each."""
        return await self._transport.call(Request("POST", "/user/leads/bulk", params, is_idempotent=True))


class AsyncModels(AsyncResource):
    """Operations on Models."""

    async def list(self, **params: Unpack[types.ModelsListParams]) -> List[types.LanguageModel]:
        """Ids for `llm_model_id` and `multimodal_model_id`."""
        return await self._transport.call(Request("GET", "/user/assistants/models", params))


class AsyncVoices(AsyncResource):
    """Operations on Voices."""

    async def list(self, **params: Unpack[types.VoicesListParams]) -> List[types.Voice]:
        """Ids for `voice_id`. Each voice fits certain modes and languages."""
        return await self._transport.call(Request("GET", "/user/assistants/voices", params))

    async def preview(self, id: int, /) -> httpx.Response:
        """WAV, with Range support."""
        return await self._transport.download(Request("GET", path("/voices/{}/preview", id)))


class AsyncLanguages(AsyncResource):
    """Operations on Languages."""

    async def list(self) -> List[types.Language]:
        """Ids for `language_id`."""
        return await self._transport.call(Request("GET", "/user/assistants/languages"))


class AsyncSynthesizerProviders(AsyncResource):
    """Operations on SynthesizerProviders."""

    async def list(self, **params: Unpack[types.SynthesizerProvidersListParams]) -> List[types.SpeechProvider]:
        """List synthesizer providers, optionally only those for one language."""
        return await self._transport.call(Request("GET", "/user/assistants/synthesizer-providers", params))


class AsyncTranscriberProviders(AsyncResource):
    """Operations on TranscriberProviders."""

    async def list(self, **params: Unpack[types.TranscriberProvidersListParams]) -> List[types.SpeechProvider]:
        """List transcriber providers, optionally only those for one language."""
        return await self._transport.call(Request("GET", "/user/assistants/transcriber-providers", params))


class AsyncStatistics(AsyncResource):
    """Operations on Statistics."""

    async def get(self, **params: Unpack[types.StatisticsGetParams]) -> types.StatisticsResponse:
        """Zeros for days without activity."""
        return await self._transport.call(Request("GET", "/user/statistics", params))


class AsyncSearch(AsyncResource):
    """Operations on Search."""

    async def run(self, **params: Unpack[types.SearchRunParams]) -> types.SearchResponse:
        """At most five results of each kind, best first."""
        return await self._transport.call(Request("GET", "/user/search", params))

    async def content(self, **params: Unpack[types.SearchContentParams]) -> types.ContentSearchResponse:
        """Newest first, about a second after it was said; calls when they have ended. Internal notes are found with their conversation. Words are found in all forms of the languages of your assistants. A long conversation may be found several times, at different messages."""
        return await self._transport.call(Request("GET", "/user/search/content", params))


class AsyncPublicConversationsMessages(AsyncResource):
    """Operations on PublicConversationsMessages."""

    async def create(self, uuid: str, /, **params: Unpack[types.VisitorMessageRequest]) -> types.VisitorMessageResponse:
        """Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text, `tool-started` and `tool-finished`, then `done` or `error`."""
        return await self._transport.call(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True))

    async def create_stream(self, uuid: str, /, **params: Unpack[types.VisitorMessageRequest]) -> AsyncEventStream[types.PublicConversationsMessagesCreateEvent]:
        """Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text, `tool-started` and `tool-finished`, then `done` or `error`."""
        return await self._transport.stream(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True), "event", None)


class AsyncPublicConversationsFiles(AsyncResource):
    """Operations on PublicConversationsFiles."""

    async def create(self, uuid: str, /) -> types.VisitorFileResponse:
        """For assistants with `files_enabled`. Accepts pictures (PNG, JPEG, WebP, GIF), PDFs, Word, Excel and PowerPoint files (DOCX, XLSX, PPTX) and text files of up to 10 MB; their content decides. The assistant sees pictures of up to 5 MB. A file that is not sent with a message within a day is deleted. Limits: 100 MB a day and 20 unsent files per conversation, and 500 MB of unsent files per account."""
        return await self._transport.call(Request("POST", path("/conversations/{}/files", uuid)))

    async def get(self, uuid: str, file: str, /) -> httpx.Response:
        """The UUID of the conversation is the visitor’s secret. Pictures are served with their content type; browsers download all other files."""
        return await self._transport.download(Request("GET", path("/conversations/{}/files/{}", uuid, file)))


class AsyncPublicConversationsEvents(AsyncResource):
    """Operations on PublicConversationsEvents."""

    async def stream(self, uuid: str, /) -> AsyncEventStream[types.ConversationState]:
        """Sent at once and after every change, for example when a person writes."""
        return await self._transport.stream(Request("GET", path("/conversations/{}/events", uuid)), "data", None)


class AsyncPublicConversations(AsyncResource):
    """Operations on PublicConversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.messages = AsyncPublicConversationsMessages(transport)
        self.files = AsyncPublicConversationsFiles(transport)
        self.events = AsyncPublicConversationsEvents(transport)

    async def create(self, **params: Unpack[types.OpenConversationRequest]) -> types.OpenConversationResponse:
        """For visitors of a website: the assistant must be public, or the request needs a token. The answer contains the greeting."""
        return await self._transport.call(Request("POST", "/conversations", params, is_idempotent=True))

    async def get(self, uuid: str, /) -> types.HistoryResponse:
        """The UUID is the visitor’s secret."""
        return await self._transport.call(Request("GET", path("/conversations/{}", uuid)))


class AsyncAi(AsyncResource):
    """Operations on Ai."""

    async def generate_reply(self, **params: Unpack[types.GenerateReplyRequest]) -> types.GenerateReplyResponse:
        """For your own channels: one conversation for each assistant and `customer_identifier`. At most 5 requests a minute for each token."""
        return await self._transport.call(Request("POST", "/user/ai/generate-reply", params, is_idempotent=True))


class AsyncConversationsAssignment(AsyncResource):
    """Operations on ConversationsAssignment."""

    async def update(self, uuid: str, /, **params: Unpack[types.AssignRequest]) -> types.InboxStateResponse:
        """The assistant keeps answering until `conversations.disableAi`."""
        return await self._transport.call(Request("PUT", path("/user/conversations/{}/assignment", uuid), params))


class AsyncConversationsTags(AsyncResource):
    """Operations on ConversationsTags."""

    async def update(self, uuid: str, /, **params: Unpack[types.TagsRequest]) -> types.InboxStateResponse:
        """Replaces all tags."""
        return await self._transport.call(Request("PUT", path("/user/conversations/{}/tags", uuid), params))


class AsyncConversationsRead(AsyncResource):
    """Operations on ConversationsRead."""

    async def update(self, uuid: str, /) -> types.ReadResponse:
        """Each member has their own read marks; an API key has none and gets status 422."""
        return await self._transport.call(Request("PUT", path("/user/conversations/{}/read", uuid)))


class AsyncConversationsNotes(AsyncResource):
    """Operations on ConversationsNotes."""

    async def list(self, uuid: str, /) -> types.NotesResponse:
        """At most the latest 500."""
        return await self._transport.call(Request("GET", path("/user/conversations/{}/notes", uuid)))

    async def create(self, uuid: str, /, **params: Unpack[types.NoteRequest]) -> types.NoteResponse:
        """Customers and assistants never see notes."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/notes", uuid), params, is_idempotent=True))

    async def delete(self, uuid: str, id: int, /) -> types.MessageResponse:
        """Any member with the role agent or higher can delete it."""
        return await self._transport.call(Request("DELETE", path("/user/conversations/{}/notes/{}", uuid, id)))


class AsyncConversationsEvents(AsyncResource):
    """Operations on ConversationsEvents."""

    async def list(self, uuid: str, /) -> types.ConversationEventsResponse:
        """At most the latest 500. Earlier versions did not record them."""
        return await self._transport.call(Request("GET", path("/user/conversations/{}/events", uuid)))


class AsyncConversationsPresence(AsyncResource):
    """Operations on ConversationsPresence."""

    async def list(self, uuid: str, /) -> types.PresenceResponse:
        """You are not in the list."""
        return await self._transport.call(Request("GET", path("/user/conversations/{}/presence", uuid)))

    async def update(self, uuid: str, /, **params: Unpack[types.PresenceRequest]) -> types.PresenceResponse:
        """Answers with the other teammates there. An API key gets status 422."""
        return await self._transport.call(Request("PUT", path("/user/conversations/{}/presence", uuid), params))

    async def delete(self, uuid: str, /) -> types.MessageResponse:
        """Without this request, your presence ends after 15 seconds. An API key gets status 422."""
        return await self._transport.call(Request("DELETE", path("/user/conversations/{}/presence", uuid)))


class AsyncConversationsMessages(AsyncResource):
    """Operations on ConversationsMessages."""

    async def create(self, uuid: str, /, **params: Unpack[types.HumanMessageRequest]) -> types.HumanMessageResponse:
        """On the messaging channel, it is sent if the customer’s 24-hour window is open."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/messages", uuid), params, is_idempotent=True))

    async def list(self, id: Union[int, str], /, **params: Unpack[types.ConversationsMessagesListParams]) -> types.ChannelMessagesResponse:
        """Read the newest messages of a conversation, by its id or UUID, with their states and attachments, oldest first."""
        return await self._transport.call(Request("GET", path("/user/msgapp/conversations/{}/messages", id), params))


class AsyncConversations(AsyncResource):
    """Operations on Conversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.assignment = AsyncConversationsAssignment(transport)
        self.tags = AsyncConversationsTags(transport)
        self.read = AsyncConversationsRead(transport)
        self.notes = AsyncConversationsNotes(transport)
        self.events = AsyncConversationsEvents(transport)
        self.presence = AsyncConversationsPresence(transport)
        self.messages = AsyncConversationsMessages(transport)

    async def list(self, **params: Unpack[types.ConversationsListParams]) -> AsyncPage[types.ConversationItem]:
        """Filters can be combined."""
        return await self._transport.page(Request("GET", "/user/conversations", params))

    async def export(self, **params: Unpack[types.ConversationsExportParams]) -> httpx.Response:
        """Streamed, latest conversation first, with the filters of the inbox. CSV has one row per message, JSON Lines one object per conversation. The connection breaks if the export fails, so a download that ended normally is complete."""
        return await self._transport.download(Request("GET", "/user/conversations/export", params))

    async def get(self, uuid: str, /) -> types.ConversationViewResponse:
        """Charges and the evaluation follow shortly after the end."""
        return await self._transport.call(Request("GET", path("/user/conversations/{}", uuid)))

    async def enable_ai(self, uuid: str, /) -> types.AiSwitchResponse:
        """Turn the AI on in a conversation."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/enable-ai", uuid)))

    async def disable_ai(self, uuid: str, /) -> types.AiSwitchResponse:
        """Turn the AI off in a conversation so that a person can reply."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/disable-ai", uuid)))

    async def rewind(self, uuid: str, /, **params: Unpack[types.RewindRequest]) -> types.RewindResponse:
        """Deletes all messages after the kept ones. For `test` conversations only."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/rewind", uuid), params))

    async def snooze(self, uuid: str, /, **params: Unpack[types.SnoozeRequest]) -> types.InboxStateResponse:
        """It opens again at that time, or when the customer writes."""
        return await self._transport.call(Request("PUT", path("/user/conversations/{}/snooze", uuid), params))

    async def close(self, uuid: str, /) -> types.InboxStateResponse:
        """The assistant answers again. The customer’s next message opens the conversation."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/close", uuid)))

    async def reopen(self, uuid: str, /) -> types.InboxStateResponse:
        """The assistant keeps answering until `conversations.disableAi`."""
        return await self._transport.call(Request("POST", path("/user/conversations/{}/reopen", uuid)))

    async def change_many(self, **params: Unpack[types.BulkConversationsRequest]) -> types.BulkConversationsResponse:
        """All changes are stored together. Conversations that cannot be changed are listed in `skipped`, and do not stop the others."""
        return await self._transport.call(Request("POST", "/user/conversations/bulk", params))


class AsyncInboxCounts(AsyncResource):
    """Operations on InboxCounts."""

    async def get(self) -> types.InboxCountsResponse:
        """Read `inbox.list` for the conversations of a view."""
        return await self._transport.call(Request("GET", "/user/inbox/counts"))


class AsyncInboxChoices(AsyncResource):
    """Operations on InboxChoices."""

    async def get(self) -> types.InboxChoicesResponse:
        """Viewers are not included, because they cannot reply."""
        return await self._transport.call(Request("GET", "/user/inbox/choices"))


class AsyncInbox(AsyncResource):
    """Operations on Inbox."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.counts = AsyncInboxCounts(transport)
        self.choices = AsyncInboxChoices(transport)

    async def list(self, **params: Unpack[types.InboxListParams]) -> AsyncPage[types.InboxItem]:
        """With the latest message, the customer and the state of each conversation. In a `view`, the longest wait comes first."""
        return await self._transport.page(Request("GET", "/user/inbox", params))


class AsyncGroups(AsyncResource):
    """Operations on Groups."""

    async def list(self) -> types.GroupsResponse:
        """Assistants hand conversations to groups."""
        return await self._transport.call(Request("GET", "/user/groups"))

    async def create(self, **params: Unpack[types.GroupRequest]) -> types.GroupResponse:
        """Without hours, the group is always open."""
        return await self._transport.call(Request("POST", "/user/groups", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.GroupRequest]) -> types.GroupResponse:
        """Replaces the name, the members and the hours."""
        return await self._transport.call(Request("PUT", path("/user/groups/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Its conversations stay, without a group."""
        return await self._transport.call(Request("DELETE", path("/user/groups/{}", id)))


class AsyncCannedReplies(AsyncResource):
    """Operations on CannedReplies."""

    async def list(self) -> types.CannedRepliesResponse:
        """Variables are filled when a teammate inserts the text."""
        return await self._transport.call(Request("GET", "/user/canned-replies"))

    async def create(self, **params: Unpack[types.CannedReplyRequest]) -> types.CannedReplyResponse:
        """The shortcut must be unique in the account."""
        return await self._transport.call(Request("POST", "/user/canned-replies", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.CannedReplyRequest]) -> types.CannedReplyResponse:
        """Replaces the shortcut and the text."""
        return await self._transport.call(Request("PUT", path("/user/canned-replies/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Messages that contain its text stay."""
        return await self._transport.call(Request("DELETE", path("/user/canned-replies/{}", id)))


class AsyncKnowledgebases(AsyncResource):
    """Operations on Knowledgebases."""

    async def list(self) -> types.KnowledgebaseListResponse:
        """List all knowledgebases."""
        return await self._transport.call(Request("GET", "/user/knowledgebases"))

    async def create(self, **params: Unpack[types.CreateKnowledgebaseRequest]) -> types.SaveKnowledgebaseResponse:
        """Create an empty knowledgebase."""
        return await self._transport.call(Request("POST", "/user/knowledgebases", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.KnowledgebaseResponse:
        """Read a knowledgebase with its status and counts."""
        return await self._transport.call(Request("GET", path("/user/knowledgebases/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateKnowledgebaseRequest]) -> types.SaveKnowledgebaseResponse:
        """Change the name or description of a knowledgebase."""
        return await self._transport.call(Request("PUT", path("/user/knowledgebases/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Assistants continue without it."""
        return await self._transport.call(Request("DELETE", path("/user/knowledgebases/{}", id)))

    async def search(self, id: int, /, **params: Unpack[types.SearchKnowledgeRequest]) -> types.SearchKnowledgeResponse:
        """The same search that assistants use. `why` explains each result."""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/search", id), params))


class AsyncDocumentsChunks(AsyncResource):
    """Operations on DocumentsChunks."""

    async def list(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.DocumentsChunksListParams]) -> AsyncPage[types.DocumentChunk]:
        """List the passages of a document, page by page."""
        return await self._transport.page(Request("GET", path("/user/knowledgebases/{}/documents/{}/chunks", knowledgebase_id, id), params))


class AsyncDocuments(AsyncResource):
    """Operations on Documents."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.chunks = AsyncDocumentsChunks(transport)

    async def create(self, knowledgebase_id: int, /, **params: Unpack[types.DocumentsCreateParams]) -> types.CreateDocumentResponse:
        """Processing takes place in the background: ask for the document until its status is `active` or `failed`, or use the webhooks `document.active` and `document.failed`. Files may have up to 20 MB."""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents", knowledgebase_id), params, is_idempotent=True))

    async def list(self, knowledgebase_id: int, /) -> types.DocumentListResponse:
        """List the documents of a knowledgebase with their progress."""
        return await self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents", knowledgebase_id)))

    async def list_failed(self, **params: Unpack[types.DocumentsListFailedParams]) -> types.FailedDocumentsResponse:
        """List the failed documents of all knowledgebases, latest failure first."""
        return await self._transport.call(Request("GET", "/user/documents/failed", params))

    async def get(self, knowledgebase_id: int, id: int, /) -> types.DocumentResponse:
        """Read a document with its progress or error."""
        return await self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    async def update(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.UpdateDocumentRequest]) -> types.SaveDocumentResponse:
        """Change the name or description of a document."""
        return await self._transport.call(Request("PUT", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id), params))

    async def delete(self, knowledgebase_id: int, id: int, /) -> types.MessageResponse:
        """Delete a document and its passages."""
        return await self._transport.call(Request("DELETE", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    async def retry(self, knowledgebase_id: int, id: int, /) -> types.SaveDocumentResponse:
        """Only for failed documents; otherwise 409."""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/retry", knowledgebase_id, id)))

    async def refresh(self, knowledgebase_id: int, id: int, /) -> types.SaveDocumentResponse:
        """Unchanged passages stay as they are. A failed refresh changes nothing."""
        return await self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/refresh", knowledgebase_id, id)))


class AsyncMcpServers(AsyncResource):
    """Operations on McpServers."""

    async def list(self) -> List[types.McpServer]:
        """In the order in which they were added."""
        return await self._transport.call(Request("GET", "/user/mcp-servers"))

    async def create(self, **params: Unpack[types.CreateMcpServerRequest]) -> types.SaveMcpServerResponse:
        """The server must speak Streamable HTTP. Its tools are listed first; a server that cannot be reached is added with the error."""
        return await self._transport.call(Request("POST", "/user/mcp-servers", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.McpServer:
        """With its headers, the size of its stored list of tools, and the last error."""
        return await self._transport.call(Request("GET", path("/user/mcp-servers/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateMcpServerRequest]) -> types.SaveMcpServerResponse:
        """Headers are replaced as a whole. The tools are listed again."""
        return await self._transport.call(Request("PUT", path("/user/mcp-servers/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Also removes it from all assistants."""
        return await self._transport.call(Request("DELETE", path("/user/mcp-servers/{}", id)))


class AsyncMcpServerTools(AsyncResource):
    """Operations on McpServerTools."""

    async def list(self, id: int, /, **params: Unpack[types.McpServerToolsListParams]) -> types.McpToolsResponse:
        """Asks the server if the stored list is older than 10 minutes. If that fails, `error` is the reason and the list is the last one."""
        return await self._transport.call(Request("GET", path("/user/mcp-servers/{}/tools", id), params))


class AsyncMsgappSenders(AsyncResource):
    """Operations on MsgappSenders."""

    async def list(self, **params: Unpack[types.MsgappSendersListParams]) -> types.SenderListResponse:
        """List the online senders, or all of them."""
        return await self._transport.call(Request("GET", "/user/msgapp/senders", params))

    async def create(self, **params: Unpack[types.CreateSenderRequest]) -> types.SaveSenderResponse:
        """Then configure the returned `webhook_url` at the carrier."""
        return await self._transport.call(Request("POST", "/user/msgapp/senders", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.SenderResponse:
        """Read a sender with the webhook URL to configure at its carrier."""
        return await self._transport.call(Request("GET", path("/user/msgapp/senders/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateSenderRequest]) -> types.SaveSenderResponse:
        """Change the supplied fields of a sender."""
        return await self._transport.call(Request("PUT", path("/user/msgapp/senders/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Disconnect a sender, keeping its conversations."""
        return await self._transport.call(Request("DELETE", path("/user/msgapp/senders/{}", id)))


class AsyncMsgappUnattributedReports(AsyncResource):
    """Operations on MsgappUnattributedReports."""

    async def list(self, id: int, /, **params: Unpack[types.MsgappUnattributedReportsListParams]) -> AsyncPage[types.UnattributedReport]:
        """List carrier reports that match no customer or message, newest first."""
        return await self._transport.page(Request("GET", path("/user/msgapp/senders/{}/unattributed-reports", id), params))


class AsyncMsgappTemplates(AsyncResource):
    """Operations on MsgappTemplates."""

    async def list(self, sender_id: int, /, **params: Unpack[types.MsgappTemplatesListParams]) -> types.TemplateListResponse:
        """List a sender’s templates, by default the approved ones."""
        return await self._transport.call(Request("GET", path("/user/msgapp/senders/{}/templates", sender_id), params))

    async def sync(self, sender_id: int, /) -> types.TemplateListResponse:
        """Synchronize the templates with the carrier now instead of within four hours."""
        return await self._transport.call(Request("POST", path("/user/msgapp/senders/{}/templates/sync", sender_id)))


class AsyncMsgappSessionStatus(AsyncResource):
    """Operations on MsgappSessionStatus."""

    async def get(self, **params: Unpack[types.MsgappSessionStatusGetParams]) -> types.SessionStatusResponse:
        """A customer without a conversation has no open window."""
        return await self._transport.call(Request("GET", "/user/msgapp/session-status", params))


class AsyncMsgappMessages(AsyncResource):
    """Operations on MsgappMessages."""

    async def get(self, id: int, /) -> types.MessageDeliveryResponse:
        """Read the delivery state of a message by its msgapp_message_id."""
        return await self._transport.call(Request("GET", path("/user/msgapp/messages/{}", id)))


class AsyncMsgappAttachments(AsyncResource):
    """Operations on MsgappAttachments."""

    async def download(self, id: int, /) -> httpx.Response:
        """The file as the customer sent it. Pictures are served with their content type, so that browsers can show them."""
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

    async def send_freeform(self, **params: Unpack[types.SendFreeformRequest]) -> types.SendFreeformResponse:
        """Free text is possible for 24 hours after the customer’s latest message. At most 5 requests a second."""
        return await self._transport.call(Request("POST", "/user/msgapp/send-freeform", params, is_idempotent=True))

    async def send_template(self, **params: Unpack[types.SendTemplateRequest]) -> types.SendTemplateResponse:
        """The template must be approved, and every placeholder needs a value. At most 5 requests a second."""
        return await self._transport.call(Request("POST", "/user/msgapp/send", params, is_idempotent=True))


class AsyncSms(AsyncResource):
    """Operations on Sms."""

    async def send(self, **params: Unpack[types.SendSmsRequest]) -> types.SendSmsResponse:
        """Charged for each segment. A recipient on the do-not-call list is refused."""
        return await self._transport.call(Request("POST", "/user/sms", params, is_idempotent=True))

    async def list(self, **params: Unpack[types.SmsListParams]) -> AsyncPage[types.Sms]:
        """List SMS in both directions, newest first."""
        return await self._transport.page(Request("GET", "/user/sms", params))

    async def get(self, id: int, /) -> types.SmsResponse:
        """Read an SMS with its delivery state."""
        return await self._transport.call(Request("GET", path("/user/sms/{}", id)))


class AsyncSipTrunks(AsyncResource):
    """Operations on SipTrunks."""

    async def list(self) -> types.TrunkListResponse:
        """List all SIP trunks."""
        return await self._transport.call(Request("GET", "/user/phone-numbers/sip-trunks"))

    async def create(self, **params: Unpack[types.CreateTrunkRequest]) -> types.SaveTrunkResponse:
        """The number can be assigned to an assistant at once."""
        return await self._transport.call(Request("POST", "/user/phone-numbers/sip-trunks", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.TrunkResponse:
        """Read a SIP trunk, without its password."""
        return await self._transport.call(Request("GET", path("/user/phone-numbers/sip-trunks/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateTrunkRequest]) -> types.SaveTrunkResponse:
        """Missing fields stay as they are; null resets a field to its default."""
        return await self._transport.call(Request("PUT", path("/user/phone-numbers/sip-trunks/{}", id), params))


class AsyncTools(AsyncResource):
    """Operations on Tools."""

    async def list(self) -> List[types.Tool]:
        """List all mid-call tools."""
        return await self._transport.call(Request("GET", "/user/tools"))

    async def create(self, **params: Unpack[types.CreateToolRequest]) -> types.SaveToolResponse:
        """The assistant decides by the description when to call it. Requests are signed like webhooks."""
        return await self._transport.call(Request("POST", "/user/tools", params, is_idempotent=True))

    async def get(self, id: int, /) -> types.Tool:
        """Read a mid-call tool."""
        return await self._transport.call(Request("GET", path("/user/tools/{}", id)))

    async def update(self, id: int, /, **params: Unpack[types.UpdateToolRequest]) -> types.SaveToolResponse:
        """Change the supplied fields of a mid-call tool, replacing headers and schema as a whole."""
        return await self._transport.call(Request("PUT", path("/user/tools/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Delete a mid-call tool and remove it from all assistants."""
        return await self._transport.call(Request("DELETE", path("/user/tools/{}", id)))

    async def test(self, id: int, /, **params: Unpack[types.TestToolRequest]) -> types.TestToolResponse:
        """Sends a real request to the endpoint."""
        return await self._transport.call(Request("POST", path("/user/tools/{}/test", id), params, is_idempotent=True))


class AsyncVendors(AsyncResource):
    """Operations on Vendors."""

    async def list(self) -> types.VendorsResponse:
        """Only for the owner of the installation. Keys are never returned."""
        return await self._transport.call(Request("GET", "/user/vendors"))

    async def update(self, code: str, /, **params: Unpack[types.SaveVendorRequest]) -> types.SaveVendorResponse:
        """Only for the owner of the installation. Applies to new calls and chats within a second, without a restart. Replaces all settings, but keeps keys that are left out. Does not contact the vendor: test the settings first. If an environment variable configures the vendor, the answer is 409."""
        return await self._transport.call(Request("PUT", path("/user/vendors/{}", code), params))

    async def delete(self, code: str, /) -> types.SaveVendorResponse:
        """Only for the owner of the installation. Deletes the stored key and settings. Calls and chats under way continue; new ones of assistants that use the vendor fail or use a fallback."""
        return await self._transport.call(Request("DELETE", path("/user/vendors/{}", code)))

    async def test(self, code: str, /, **params: Unpack[types.TestVendorRequest]) -> types.VendorTestResponse:
        """Only for the owner of the installation. Sends one small request, which the vendor may charge for, and waits at most 20 seconds. Without a body, tests the current settings, including those of the environment. Saves nothing."""
        return await self._transport.call(Request("POST", path("/user/vendors/{}/test", code), params))


class AsyncWebhookSecret(AsyncResource):
    """Operations on WebhookSecret."""

    async def get(self) -> types.WebhookSecretResponse:
        """For signatures as in the Standard Webhooks specification."""
        return await self._transport.call(Request("GET", "/user/webhook-secret"))

    async def rotate(self) -> types.RotateSecretResponse:
        """Store the new secret within 24 hours."""
        return await self._transport.call(Request("POST", "/user/webhook-secret/rotate", is_idempotent=True))


class AsyncWebhookDeliveries(AsyncResource):
    """Operations on WebhookDeliveries."""

    async def list(self, **params: Unpack[types.WebhookDeliveriesListParams]) -> AsyncPage[types.WebhookDelivery]:
        """List webhook deliveries by page, newest first."""
        return await self._transport.page(Request("GET", "/user/webhook-deliveries", params))

    async def get(self, id: str, /) -> types.DeliveryResponse:
        """Read a webhook delivery with its payload and every attempt."""
        return await self._transport.call(Request("GET", path("/user/webhook-deliveries/{}", id)))

    async def resend(self, id: str, /) -> types.ResendResponse:
        """Resend a webhook with the same id."""
        return await self._transport.call(Request("POST", path("/user/webhook-deliveries/{}/resend", id), is_idempotent=True))

    async def replay(self, **params: Unpack[types.ReplayRequest]) -> types.ReplayResponse:
        """Each keeps its id, so that receivers can ignore what they have."""
        return await self._transport.call(Request("POST", "/user/webhook-deliveries/replay", params, is_idempotent=True))


class AsyncWebhookTargets(AsyncResource):
    """Operations on WebhookTargets."""

    async def list(self) -> types.EndpointListResponse:
        """With the URLs of assistants."""
        return await self._transport.call(Request("GET", "/user/webhook-targets"))

    async def enable(self, id: int, /) -> types.EnableEndpointResponse:
        """Enable a disabled endpoint and send its held webhooks."""
        return await self._transport.call(Request("POST", path("/user/webhook-targets/{}/enable", id)))


class AsyncWebhookEndpoints(AsyncResource):
    """Operations on WebhookEndpoints."""

    async def list(self) -> types.SubscribedEndpointList:
        """List webhook endpoints with their events."""
        return await self._transport.call(Request("GET", "/user/webhook-endpoints"))

    async def create(self, **params: Unpack[types.CreateEndpointRequest]) -> types.SaveEndpointResponse:
        """`*` subscribes to all events. Every webhook is signed."""
        return await self._transport.call(Request("POST", "/user/webhook-endpoints", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.UpdateEndpointRequest]) -> types.SaveEndpointResponse:
        """Change the supplied fields of a webhook endpoint, replacing events and headers as a whole."""
        return await self._transport.call(Request("PUT", path("/user/webhook-endpoints/{}", id), params))

    async def delete(self, id: int, /) -> types.MessageResponse:
        """Delete a webhook endpoint and its unsent webhooks."""
        return await self._transport.call(Request("DELETE", path("/user/webhook-endpoints/{}", id)))

    async def test(self, id: int, /) -> types.ResendResponse:
        """Send a test.ping to a webhook endpoint."""
        return await self._transport.call(Request("POST", path("/user/webhook-endpoints/{}/test", id), is_idempotent=True))


class AsyncSandboxPhoneNumbers(AsyncResource):
    """Operations on SandboxPhoneNumbers."""

    async def create(self, **params: Unpack[types.SandboxNumberRequest]) -> types.SandboxNumberResponse:
        """Add a sandbox phone number to the account."""
        return await self._transport.call(Request("POST", "/sandbox/phone-numbers", params, is_idempotent=True))


class AsyncSandboxBalance(AsyncResource):
    """Operations on SandboxBalance."""

    async def update(self, **params: Unpack[types.SetBalanceRequest]) -> types.BalanceResponse:
        """Set the balance of the account."""
        return await self._transport.call(Request("PUT", "/sandbox/balance", params))


class AsyncSandboxCalls(AsyncResource):
    """Operations on SandboxCalls."""

    async def create(self, **params: Unpack[types.SandboxCallRequest]) -> types.SandboxCallResponse:
        """The WebSocket speaks the same protocol as that of `POST /user/calls/web`."""
        return await self._transport.call(Request("POST", "/sandbox/calls", params, is_idempotent=True))


class AsyncSandboxPhones(AsyncResource):
    """Operations on SandboxPhones."""

    async def create(self, **params: Unpack[types.SandboxPhoneRequest]) -> types.SandboxCallResponse:
        """Text messages `ringing`, `answer` and `reject` come before the audio."""
        return await self._transport.call(Request("POST", "/sandbox/phones", params, is_idempotent=True))


class AsyncSandboxSenders(AsyncResource):
    """Operations on SandboxSenders."""

    async def create(self, **params: Unpack[types.SandboxSenderRequest]) -> types.SandboxSenderResponse:
        """Create a sender on the sandbox carrier."""
        return await self._transport.call(Request("POST", "/sandbox/msgapp/senders", params, is_idempotent=True))

    async def update(self, id: int, /, **params: Unpack[types.UpdateSandboxSenderRequest]) -> types.SandboxSenderResponse:
        """Set a sandbox sender online or offline, or assign it an assistant."""
        return await self._transport.call(Request("PUT", path("/sandbox/msgapp/senders/{}", id), params))


class AsyncSandboxTemplates(AsyncResource):
    """Operations on SandboxTemplates."""

    async def create(self, id: int, /, **params: Unpack[types.SandboxTemplateRequest]) -> types.SandboxTemplateResponse:
        """Add a template with any approval status to a sandbox sender."""
        return await self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/templates", id), params, is_idempotent=True))


class AsyncSandboxMessages(AsyncResource):
    """Operations on SandboxMessages."""

    async def create(self, id: int, /, **params: Unpack[types.SandboxInboundRequest]) -> types.SandboxInboundResponse:
        """Send a message to a sandbox sender as a customer."""
        return await self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/inbound", id), params, is_idempotent=True))


class AsyncSandboxSms(AsyncResource):
    """Operations on SandboxSms."""

    async def create(self, **params: Unpack[types.SandboxSmsRequest]) -> types.SandboxSmsResponse:
        """Send an SMS to a sandbox number as a customer."""
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
        self.password_resets = AsyncPasswordResets(transport)
        self.email_changes = AsyncEmailChanges(transport)
        self.pronunciations = AsyncPronunciations(transport)
        self.invitations = AsyncInvitations(transport)
        self.members = AsyncMembers(transport)
        self.profile = AsyncProfile(transport)
        self.accounts = AsyncAccounts(transport)
        self.second_factor = AsyncSecondFactor(transport)
        self.api_keys = AsyncApiKeys(transport)
        self.alerts = AsyncAlerts(transport)
        self.alert_settings = AsyncAlertSettings(transport)
        self.assistants = AsyncAssistants(transport)
        self.phone_numbers = AsyncPhoneNumbers(transport)
        self.audit_log = AsyncAuditLog(transport)
        self.billing = AsyncBilling(transport)
        self.blacklist = AsyncBlacklist(transport)
        self.calls = AsyncCalls(transport)
        self.recordings = AsyncRecordings(transport)
        self.widgets = AsyncWidgets(transport)
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
        self.ai = AsyncAi(transport)
        self.conversations = AsyncConversations(transport)
        self.inbox = AsyncInbox(transport)
        self.groups = AsyncGroups(transport)
        self.canned_replies = AsyncCannedReplies(transport)
        self.knowledgebases = AsyncKnowledgebases(transport)
        self.documents = AsyncDocuments(transport)
        self.mcp_servers = AsyncMcpServers(transport)
        self.mcp_server_tools = AsyncMcpServerTools(transport)
        self.msgapp = AsyncMsgapp(transport)
        self.sms = AsyncSms(transport)
        self.sip_trunks = AsyncSipTrunks(transport)
        self.tools = AsyncTools(transport)
        self.vendors = AsyncVendors(transport)
        self.webhook_secret = AsyncWebhookSecret(transport)
        self.webhook_deliveries = AsyncWebhookDeliveries(transport)
        self.webhook_targets = AsyncWebhookTargets(transport)
        self.webhook_endpoints = AsyncWebhookEndpoints(transport)
        self.sandbox = AsyncSandbox(transport)
