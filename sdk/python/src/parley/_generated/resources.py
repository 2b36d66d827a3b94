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

    def login(self, **params: Unpack[types.LoginRequest]) -> types.LoginResponse:
        """Returns a session token for `Authorization: Bearer …`. It expires after 30 days without use. Programs should use an API key. At most 5 attempts a minute for each address and email."""
        return self._transport.call(Request("POST", "/login", params))

    def register(self, **params: Unpack[types.RegisterRequest]) -> types.MessageResponse:
        """Only if the installation allows registration; otherwise 403."""
        return self._transport.call(Request("POST", "/register", params))

    def logout(self) -> types.MessageResponse:
        """Other tokens of the account stay valid."""
        return self._transport.call(Request("POST", "/logout"))

    def get(self) -> types.MeResponse:
        """Also a cheap way to test a token."""
        return self._transport.call(Request("GET", "/user/me"))


class PasswordResets(Resource):
    """Operations on PasswordResets."""

    def create(self, **params: Unpack[types.PasswordResetRequest]) -> types.MessageResponse:
        """The response is the same whether or not the address has a login. The link is valid for one hour and can be used once. At most 3 requests an hour for each address; 403 if the installation sends no email."""
        return self._transport.call(Request("POST", "/password-resets", params))

    def use(self, token: str, /, **params: Unpack[types.SetPasswordRequest]) -> types.MessageResponse:
        """The token is the last part of the link. Ends all sessions of the person; API keys stay."""
        return self._transport.call(Request("POST", path("/password-resets/{}", token), params))


class EmailChanges(Resource):
    """Operations on EmailChanges."""

    def confirm(self, token: str, /) -> types.MessageResponse:
        """The token is the last part of the link, which is valid for one day and can be used once. 409 if another person has taken the address."""
        return self._transport.call(Request("POST", path("/email-changes/{}", token)))


class Pronunciations(Resource):
    """Operations on Pronunciations."""

    def get(self) -> types.PronunciationList:
        """An assistant’s own entries come first."""
        return self._transport.call(Request("GET", "/user/pronunciations"))

    def update(self, **params: Unpack[types.SavePronunciationsRequest]) -> types.PronunciationList:
        """Replaces the whole list. Applies to new calls."""
        return self._transport.call(Request("PUT", "/user/pronunciations", params))


class Invitations(Resource):
    """Operations on Invitations."""

    def list(self, **params: Unpack[types.InvitationsListParams]) -> Page[types.Invitation]:
        """Accepted, revoked and expired invitations are not listed."""
        return self._transport.page(Request("GET", "/user/invitations", params))

    def create(self, **params: Unpack[types.CreateInvitationRequest]) -> types.CreateInvitationResponse:
        """Replaces an earlier invitation to the same address. The link is valid for 7 days and can be used once. It is sent by email if the installation sends email; otherwise, send it to the person."""
        return self._transport.call(Request("POST", "/user/invitations", params, is_idempotent=True))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Its link stops working."""
        return self._transport.call(Request("DELETE", path("/user/invitations/{}", id)))

    def open(self, token: str, /) -> types.OpenInvitationResponse:
        """The token is the last part of the link."""
        return self._transport.call(Request("GET", path("/invitations/{}", token)))

    def accept(self, token: str, /, **params: Unpack[types.AcceptInvitationRequest]) -> types.AcceptInvitationResponse:
        """A new person sends a name and a password. An existing person sends the password, or sends the request in their own session. Log in afterwards: a login opens the new account."""
        return self._transport.call(Request("POST", path("/invitations/{}/accept", token), params))


class Members(Resource):
    """Operations on Members."""

    def list(self, **params: Unpack[types.MembersListParams]) -> Page[types.Member]:
        """In the order in which they joined."""
        return self._transport.page(Request("GET", "/user/members", params))

    def update(self, id: int, /, **params: Unpack[types.UpdateMemberRequest]) -> types.MemberResponse:
        """You can give roles up to your own. The last owner stays owner. Open streams of the member end and connect again with the new role."""
        return self._transport.call(Request("PUT", path("/user/members/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Ends the member’s sessions in this account at once. With your own id, you leave the account. API keys stay."""
        return self._transport.call(Request("DELETE", path("/user/members/{}", id)))


class Profile(Resource):
    """Operations on Profile."""

    def get(self) -> types.ProfileResponse:
        """Sessions only; API keys belong to no person."""
        return self._transport.call(Request("GET", "/user/profile"))

    def update(self, **params: Unpack[types.UpdateProfileRequest]) -> types.SaveProfileResponse:
        """A new password ends your other sessions. If the installation sends email, a new address is used once it is confirmed with the link sent there. Sessions only."""
        return self._transport.call(Request("PUT", "/user/profile", params))


class Accounts(Resource):
    """Operations on Accounts."""

    def list(self) -> types.AccountListResponse:
        """Sessions only."""
        return self._transport.call(Request("GET", "/user/accounts"))

    def create(self, **params: Unpack[types.SaveAccountRequest]) -> types.SaveAccountResponse:
        """Only the owner of the installation may do this, unless registration is switched on. Sessions only."""
        return self._transport.call(Request("POST", "/user/accounts", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.SaveAccountRequest]) -> types.SaveAccountResponse:
        """Renames the account of the session or API key."""
        return self._transport.call(Request("PUT", path("/user/accounts/{}", id), params))

    def switch(self, id: int, /) -> types.SaveAccountResponse:
        """The token stays the same. Open streams of the previous account end. Sessions only."""
        return self._transport.call(Request("POST", path("/user/accounts/{}/switch", id)))


class SecondFactor(Resource):
    """Operations on SecondFactor."""

    def get(self) -> types.SecondFactorResponse:
        """Sessions only."""
        return self._transport.call(Request("GET", "/user/second-factor"))

    def create(self, **params: Unpack[types.SetUpSecondFactorRequest]) -> types.SetUpSecondFactorResponse:
        """Returns the secret for the authenticator app. Confirm it with a first code; until then, nothing changes. Sessions only."""
        return self._transport.call(Request("POST", "/user/second-factor", params))

    def confirm(self, **params: Unpack[types.ConfirmSecondFactorRequest]) -> types.RecoveryCodesResponse:
        """Returns ten recovery codes, which are shown only here. From now on, logins need a code. Sessions only."""
        return self._transport.call(Request("POST", "/user/second-factor/confirm", params))

    def renew_recovery_codes(self, **params: Unpack[types.ConfirmSecondFactorRequest]) -> types.RecoveryCodesResponse:
        """The previous recovery codes stop working. Sessions only."""
        return self._transport.call(Request("POST", "/user/second-factor/recovery-codes", params))

    def turn_off(self, **params: Unpack[types.TurnOffSecondFactorRequest]) -> types.MessageResponse:
        """Needs the password and a code. Sessions only."""
        return self._transport.call(Request("POST", "/user/second-factor/turn-off", params))

    def require(self, **params: Unpack[types.RequireSecondFactorRequest]) -> types.MessageResponse:
        """Applies at once: sessions of members without a second factor can only set one up. API keys are not affected. Needs your own second factor."""
        return self._transport.call(Request("PUT", "/user/second-factor/requirement", params))


class ApiKeys(Resource):
    """Operations on ApiKeys."""

    def create(self, **params: Unpack[types.CreateApiKeyRequest]) -> types.CreateApiKeyResponse:
        """Store the token at once. A key is valid until it is deleted, or until `expires_at`."""
        return self._transport.call(Request("POST", "/user/api-keys", params, is_idempotent=True))

    def list(self) -> types.ListApiKeysResponse:
        """List the API keys, without their tokens."""
        return self._transport.call(Request("GET", "/user/api-keys"))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Delete an API key, which all processes refuse at once."""
        return self._transport.call(Request("DELETE", path("/user/api-keys/{}", id)))


class Alerts(Resource):
    """Operations on Alerts."""

    def list(self, **params: Unpack[types.AlertsListParams]) -> Page[types.AlertsListItem]:
        """Without kinds that are switched off for the console. Resolved alerts are kept for 90 days."""
        return self._transport.page(Request("GET", "/user/alerts", params))

    def dismiss(self, id: int, /) -> types.AlertsDismissResponse:
        """It opens again only if its cause goes away and comes back."""
        return self._transport.call(Request("POST", path("/user/alerts/{}/dismiss", id)))

    def dismiss_all(self) -> types.AlertsDismissAllResponse:
        """Hides the alerts that the console shows. Each opens again only if its cause comes back."""
        return self._transport.call(Request("POST", "/user/alerts/dismiss"))


class AlertSettings(Resource):
    """Operations on AlertSettings."""

    def get(self) -> types.AlertSettingsGetResponse:
        """Read where alerts are shown and sent."""
        return self._transport.call(Request("GET", "/user/alert-settings"))

    def update(self, **params: Unpack[types.AlertSettingsUpdateParams]) -> types.AlertSettingsUpdateResponse:
        """Missing kinds and channels stay as they are. A switched-off channel applies to new alerts."""
        return self._transport.call(Request("PUT", "/user/alert-settings", params))

    def test(self) -> types.MessageResponse:
        """Answers when the SMTP server has accepted or refused it. At most 10 an hour."""
        return self._transport.call(Request("POST", "/user/alert-settings/test-email"))


class AssistantsLatency(Resource):
    """Operations on AssistantsLatency."""

    def get(self, id: int, /, **params: Unpack[types.AssistantsLatencyGetParams]) -> types.AssistantLatencyResponse:
        """The estimate also says what other settings, given as filters, would change."""
        return self._transport.call(Request("GET", path("/user/assistant/{}/latency", id), params))


class Assistants(Resource):
    """Operations on Assistants."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.latency = AssistantsLatency(transport)

    def create(self, **params: Unpack[types.CreateAssistantRequest]) -> types.SaveAssistantResponse:
        """The new assistant is `inactive`. Null and missing fields get their defaults. Settings that the mode does not have are refused."""
        return self._transport.call(Request("POST", "/user/assistant", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.UpdateAssistantRequest]) -> types.SaveAssistantResponse:
        """Missing fields stay as they are; null resets a field to its default. A change of the mode resets the settings that depend on it. Applies to new calls and conversations."""
        return self._transport.call(Request("PUT", path("/user/assistant/{}", id), params))

    def get(self, id: int, /) -> types.AssistantsGetResponse:
        """Read an assistant."""
        return self._transport.call(Request("GET", path("/user/assistant/{}", id)))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Its calls and conversations stay."""
        return self._transport.call(Request("DELETE", path("/user/assistant/{}", id)))

    def list_page(self, **params: Unpack[types.AssistantsListPageParams]) -> Page[types.Assistant]:
        """With all fields of each assistant."""
        return self._transport.page(Request("GET", "/user/assistants/get", params))

    def list(self) -> List[types.Assistant]:
        """With all fields of each assistant, newest first. For long lists, use `GET /user/assistants/get`."""
        return self._transport.call(Request("GET", "/user/assistants"))

    def list_summaries(self) -> List[types.ListedAssistant]:
        """Without texts, for lists and pickers."""
        return self._transport.call(Request("GET", "/user/assistants/summaries"))

    def list_outbound(self) -> List[types.OutboundAssistant]:
        """List all outbound assistants with a reduced set of fields."""
        return self._transport.call(Request("GET", "/user/assistants/outbound"))

    def activate(self, id: int, /) -> types.SaveAssistantResponse:
        """Activate an assistant for inbound calls."""
        return self._transport.call(Request("POST", path("/user/assistant/{}/activate", id)))

    def deactivate(self, id: int, /) -> types.SaveAssistantResponse:
        """Deactivate an assistant for inbound calls."""
        return self._transport.call(Request("POST", path("/user/assistant/{}/deactivate", id)))

    def enable_webhook(self, **params: Unpack[types.EnableWebhookRequest]) -> types.WebhookToggleResponse:
        """Enable the webhook."""
        return self._transport.call(Request("POST", "/user/assistants/enable-webhook", params))

    def disable_webhook(self, **params: Unpack[types.AssistantIdRequest]) -> types.WebhookToggleResponse:
        """Disable the webhook."""
        return self._transport.call(Request("POST", "/user/assistants/disable-webhook", params))

    def enable_inbound_webhook(self, **params: Unpack[types.EnableWebhookRequest]) -> types.WebhookToggleResponse:
        """Enable the inbound webhook."""
        return self._transport.call(Request("POST", "/user/assistants/enable-inbound-webhook", params))

    def disable_inbound_webhook(self, **params: Unpack[types.AssistantIdRequest]) -> types.WebhookToggleResponse:
        """Disable the inbound webhook."""
        return self._transport.call(Request("POST", "/user/assistants/disable-inbound-webhook", params))

    def enable_conversation_ended_webhook(self, **params: Unpack[types.EnableWebhookRequest]) -> types.WebhookToggleResponse:
        """Enable the conversation ended webhook."""
        return self._transport.call(Request("POST", "/user/assistants/enable-conversation-ended-webhook", params))

    def disable_conversation_ended_webhook(self, **params: Unpack[types.AssistantIdRequest]) -> types.WebhookToggleResponse:
        """Disable the conversation ended webhook."""
        return self._transport.call(Request("POST", "/user/assistants/disable-conversation-ended-webhook", params))

    def set_widget_picture(self, id: int, /) -> types.WidgetPictureResponse:
        """A PNG, JPEG or WebP file with at most 512 kB and 2048 × 2048 pixels. It replaces an earlier picture."""
        return self._transport.call(Request("PUT", path("/user/assistant/{}/widget-picture", id)))

    def delete_widget_picture(self, id: int, /) -> types.MessageResponse:
        """The widget then shows the first letter of its title."""
        return self._transport.call(Request("DELETE", path("/user/assistant/{}/widget-picture", id)))

    def create_widget_secret(self, id: int, /) -> types.WidgetSecretResponse:
        """The secret is shown only once. Keep it on your server, which signs the tokens of your users with it. An earlier secret, and visitors verified with it, are no longer valid."""
        return self._transport.call(Request("POST", path("/user/assistant/{}/widget-secret", id)))

    def get_widget_secret(self, id: int, /) -> types.WidgetSecretStateResponse:
        """The secret itself cannot be read."""
        return self._transport.call(Request("GET", path("/user/assistant/{}/widget-secret", id)))

    def delete_widget_secret(self, id: int, /) -> types.MessageResponse:
        """Verified users become anonymous visitors."""
        return self._transport.call(Request("DELETE", path("/user/assistant/{}/widget-secret", id)))


class PhoneNumbers(Resource):
    """Operations on PhoneNumbers."""

    def assign(self, id: int, /, **params: Unpack[types.AssignNumberRequest]) -> types.AssignNumberResponse:
        """Takes the number from the assistant that answers it, gives it to this inbound assistant and activates that. An assistant answers one number, so it gives up its previous one. Outbound assistants and campaigns keep the number."""
        return self._transport.call(Request("PUT", path("/user/assistants/phone-numbers/{}", id), params))

    def list(self) -> types.PhoneNumberListResponse:
        """With numbers of SIP trunks."""
        return self._transport.call(Request("GET", "/user/phone-numbers/all"))

    def list_sms_capable(self) -> List[types.PhoneNumber]:
        """Kept for older clients; use `GET /user/phone-numbers/all`."""
        return self._transport.call(Request("GET", "/user/phone-numbers"))

    def list_assignable(self, **params: Unpack[types.PhoneNumbersListAssignableParams]) -> List[types.AssistantNumber]:
        """List the numbers that can be assigned to an assistant."""
        return self._transport.call(Request("GET", "/user/assistants/phone-numbers", params))

    def search(self, **params: Unpack[types.PhoneNumbersSearchParams]) -> types.SearchNumbersResponse:
        """Search for numbers to buy from the telephony provider."""
        return self._transport.call(Request("GET", "/user/phone-numbers/search", params))

    def purchase(self, **params: Unpack[types.PurchaseNumberRequest]) -> types.PurchaseNumberResponse:
        """Charged by the carrier to the operator of this installation."""
        return self._transport.call(Request("POST", "/user/phone-numbers/purchase", params, is_idempotent=True))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Release a number, remove it from assistants, and keep its history."""
        return self._transport.call(Request("DELETE", path("/user/phone-numbers/{}", id)))


class AuditLog(Resource):
    """Operations on AuditLog."""

    def list(self, **params: Unpack[types.AuditLogListParams]) -> Page[types.AuditEntry]:
        """Changes of settings, logins and exports. Values of secrets are never recorded. Entries cannot be changed or deleted. The server removes them after its retention period, 400 days by default."""
        return self._transport.page(Request("GET", "/user/audit-log", params))

    def get(self, id: int, /) -> types.AuditEntryResponse:
        """Read an entry of the audit log."""
        return self._transport.call(Request("GET", path("/user/audit-log/{}", id)))

    def export(self, **params: Unpack[types.AuditLogExportParams]) -> httpx.Response:
        """Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete."""
        return self._transport.download(Request("GET", "/user/audit-log/export", params))


class BillingCharges(Resource):
    """Operations on BillingCharges."""

    def list(self, **params: Unpack[types.BillingChargesListParams]) -> Page[types.Charge]:
        """Every charge, refund and credit of the account."""
        return self._transport.page(Request("GET", "/user/billing/charges", params))

    def export(self, **params: Unpack[types.BillingChargesExportParams]) -> httpx.Response:
        """Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete."""
        return self._transport.download(Request("GET", "/user/billing/charges/export", params))


class BillingSummary(Resource):
    """Operations on BillingSummary."""

    def get(self, **params: Unpack[types.BillingSummaryGetParams]) -> types.SummaryResponse:
        """`proof` shows how the balance follows from the ledger."""
        return self._transport.call(Request("GET", "/user/billing/summary", params))


class BillingPrices(Resource):
    """Operations on BillingPrices."""

    def get(self) -> types.PricesResponse:
        """In US dollars. A model without a configured price is `unknown`."""
        return self._transport.call(Request("GET", "/user/billing/prices"))


class BillingUsage(Resource):
    """Operations on BillingUsage."""

    def get(self, **params: Unpack[types.BillingUsageGetParams]) -> types.UsageResponse:
        """By model, for the given days."""
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

    def list(self, **params: Unpack[types.BlacklistListParams]) -> Page[types.BlacklistedNumber]:
        """Customers are added by a request, by asking in a call, or by the message STOP."""
        return self._transport.page(Request("GET", "/user/blacklist", params))

    def create(self, **params: Unpack[types.AddToBlacklistRequest]) -> types.AddToBlacklistResponse:
        """A number that is on the list already keeps its reason."""
        return self._transport.call(Request("POST", "/user/blacklist", params, is_idempotent=True))

    def create_many(self, **params: Unpack[types.BulkBlacklistRequest]) -> types.BulkBlacklistResponse:
        """An invalid number affects no other; `results` has one entry for each."""
        return self._transport.call(Request("POST", "/user/blacklist/bulk", params, is_idempotent=True))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Leads that were stopped stay stopped."""
        return self._transport.call(Request("DELETE", path("/user/blacklist/{}", id)))


class CallsEvents(Resource):
    """Operations on CallsEvents."""

    def stream(self, id: int, /) -> EventStream[types.LiveCallEvent]:
        """Send `Last-Event-ID` to continue after the last event that you received. Partial transcripts are not stored and not repeated. To hear the call, open the WebSocket `/user/calls/{id}/listen`; to speak with the customer, `/user/calls/{id}/take-over`."""
        return self._transport.stream(Request("GET", path("/user/calls/{}/events", id)), "data", "call.ended")


class Calls(Resource):
    """Operations on Calls."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.events = CallsEvents(transport)

    def make(self, **params: Unpack[types.MakeCallRequest]) -> types.MakeCallResponse:
        """Calls at once, or at `scheduled_at`. A number on the do-not-call list, or one that must not be called at this hour, is refused with 422; a number in a live call with 409. Follow the call with `GET /user/calls/{id}/events`."""
        return self._transport.call(Request("POST", "/user/make_call", params, is_idempotent=True))

    def create_web(self, **params: Unpack[types.WebCallRequest]) -> types.WebCallResponse:
        """Returns the URL of a WebSocket that carries the call’s audio: binary messages of 16-bit PCM, mono, 16 kHz, in both directions, and JSON text messages (`ready`, `clear`, `transcript`, `ended`). The call is answered when it is opened."""
        return self._transport.call(Request("POST", "/user/calls/web", params, is_idempotent=True))

    def list(self, **params: Unpack[types.CallsListParams]) -> Page[types.CallItem]:
        """Filters can be combined."""
        return self._transport.page(Request("GET", "/user/calls", params))

    def get(self, id: int, /) -> types.CallView:
        """Charges and the evaluation follow shortly after the end."""
        return self._transport.call(Request("GET", path("/user/calls/{}", id)))

    def delete(self, id: int, /) -> types.CallMessageResponse:
        """Delete a call with its recording, ending it first if it is live."""
        return self._transport.call(Request("DELETE", path("/user/calls/{}", id)))

    def export(self, **params: Unpack[types.CallsExportParams]) -> httpx.Response:
        """Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete."""
        return self._transport.download(Request("GET", "/user/calls/export", params))

    def cancel(self, id: int, /) -> types.CallMessageResponse:
        """Only while the call is `scheduled`; otherwise 409."""
        return self._transport.call(Request("POST", path("/user/calls/{}/cancel", id)))

    def hang_up(self, id: int, /, **params: Unpack[types.HangUpRequest]) -> types.CallMessageResponse:
        """Only while the call is live; otherwise 409."""
        return self._transport.call(Request("POST", path("/user/calls/{}/hang-up", id), params, is_idempotent=True))

    def say(self, id: int, /, **params: Unpack[types.SayRequest]) -> types.CallMessageResponse:
        """In the next pause, or at once with `interrupt`."""
        return self._transport.call(Request("POST", path("/user/calls/{}/say", id), params, is_idempotent=True))

    def whisper(self, id: int, /, **params: Unpack[types.WhisperRequest]) -> types.CallMessageResponse:
        """Give the assistant an instruction for its next answers, unheard by the customer."""
        return self._transport.call(Request("POST", path("/user/calls/{}/whisper", id), params, is_idempotent=True))

    def transfer(self, id: int, /, **params: Unpack[types.TransferRequest]) -> types.CallMessageResponse:
        """The assistant leaves the call when the transfer succeeds; if it fails, it continues."""
        return self._transport.call(Request("POST", path("/user/calls/{}/transfer", id), params, is_idempotent=True))


class Recordings(Resource):
    """Operations on Recordings."""

    def download(self, key: str, /) -> httpx.Response:
        """The URL is the `recording_url` of a call and needs no token: treat it as a secret. Left channel: customer; right channel: assistant."""
        return self._transport.download(Request("GET", path("/recordings/{}", key)))


class WidgetsCalls(Resource):
    """Operations on WidgetsCalls."""

    def create(self, uuid: str, /, **params: Unpack[types.VisitorCallRequest]) -> types.VisitorCallResponse:
        """For visitors of a website whose widget offers calls (`calls_enabled`). The call is charged like a web call, and counts against the daily limit of the assistant's visitors."""
        return self._transport.call(Request("POST", path("/widgets/{}/calls", uuid), params))


class Widgets(Resource):
    """Operations on Widgets."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.calls = WidgetsCalls(transport)

    def get_picture(self, uuid: str, /) -> httpx.Response:
        """The address in `picture` changes with the picture, so the answer may be cached for a year."""
        return self._transport.download(Request("GET", path("/widgets/{}/picture", uuid)))

    def identify(self, uuid: str, /, **params: Unpack[types.IdentifyVisitorRequest]) -> types.IdentifyVisitorResponse:
        """A `token` of your server (a JSON Web Token with HS256) makes the visitor verified and returns their latest conversation. It can be used once and expires within an hour. Without a token, `visitor` is stored as not verified."""
        return self._transport.call(Request("POST", path("/widgets/{}/identify", uuid), params))

    def get(self, uuid: str, /) -> types.WidgetResponse:
        """What the widget shows before a conversation is opened. Answers 304 to `If-None-Match` with the current `ETag`."""
        return self._transport.call(Request("GET", path("/widgets/{}", uuid)))


class CampaignsLeads(Resource):
    """Operations on CampaignsLeads."""

    def import_(self, id: int, /, **params: Unpack[types.CampaignsLeadsImportParams]) -> types.ImportLeadsResponse:
        """Columns are recognized by their names; all others become variables. With `dry_run`, nothing is stored and the answer shows how the file would be read."""
        return self._transport.call(Request("POST", path("/user/campaign/{}/leads/import", id), params, in_query=("dry_run", "allow_dupplicate", "max_errors", "errors_after", "phone_column", "secondary_columns", "external_id_column", "country_code", "assume_international", "sheet", "delimiter", "charset",), is_form=True, is_idempotent=True))

    def export(self, id: int, /) -> httpx.Response:
        """One row for each lead, streamed."""
        return self._transport.download(Request("GET", path("/user/campaign/{}/leads/export", id)))


class CampaignsReport(Resource):
    """Operations on CampaignsReport."""

    def get(self, id: int, /) -> types.CampaignReportResponse:
        """Without deleted leads, except in `attempts` and `cost.total`."""
        return self._transport.call(Request("GET", path("/user/campaign/{}/report", id)))


class CampaignsLimits(Resource):
    """Operations on CampaignsLimits."""

    def get(self) -> types.CampaignLimitsResponse:
        """Limits of the account, and legal calling hours."""
        return self._transport.call(Request("GET", "/user/campaigns/limits"))


class CampaignsProgress(Resource):
    """Operations on CampaignsProgress."""

    def list(self) -> types.CampaignProgressResponse:
        """One entry for each campaign."""
        return self._transport.call(Request("GET", "/user/campaigns/progress"))


class CampaignsMonitor(Resource):
    """Operations on CampaignsMonitor."""

    def get(self, id: int, /) -> types.CampaignMonitorResponse:
        """Read the current activity of a campaign: live calls, today's results, and call rate."""
        return self._transport.call(Request("GET", path("/user/campaign/{}/monitor", id)))


class CampaignsStartCheck(Resource):
    """Operations on CampaignsStartCheck."""

    def get(self, id: int, /) -> types.CampaignsStartCheckGetResponse:
        """How many people would be called, from which numbers, when, at what cost, and which variables have no value. Nothing is started."""
        return self._transport.call(Request("GET", path("/user/campaign/{}/start-check", id)))


class Campaigns(Resource):
    """Operations on Campaigns."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.leads = CampaignsLeads(transport)
        self.report = CampaignsReport(transport)
        self.limits = CampaignsLimits(transport)
        self.progress = CampaignsProgress(transport)
        self.monitor = CampaignsMonitor(transport)
        self.start_check = CampaignsStartCheck(transport)

    def create(self, **params: Unpack[types.CreateCampaignRequest]) -> types.SaveCampaignResponse:
        """A new campaign is a `draft` and makes no calls until it is started. Null and missing fields get their defaults."""
        return self._transport.call(Request("POST", "/user/campaign", params, is_idempotent=True))

    def list(self) -> List[types.Campaign]:
        """List all campaigns."""
        return self._transport.call(Request("GET", "/user/campaigns"))

    def get(self, id: int, /) -> types.CampaignResponse:
        """Read a campaign."""
        return self._transport.call(Request("GET", path("/user/campaign/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateCampaignRequest]) -> types.SaveCampaignResponse:
        """Missing fields stay as they are; null resets a field to its default. A running campaign uses the new settings for its next calls."""
        return self._transport.call(Request("PUT", path("/user/campaign/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Delete a campaign with its leads, keeping its calls."""
        return self._transport.call(Request("DELETE", path("/user/campaign/{}", id)))

    def update_status(self, **params: Unpack[types.UpdateStatusRequest]) -> types.UpdateStatusResponse:
        """`start` begins or resumes; `stop` makes no new calls. `warnings` lists settings that have no effect."""
        return self._transport.call(Request("POST", "/user/campaigns/update-status", params, is_idempotent=True))


class Leads(Resource):
    """Operations on Leads."""

    def create(self, **params: Unpack[types.CreateLeadRequest]) -> types.SaveLeadResponse:
        """A second lead with the same number is refused unless `allow_dupplicate` is set. A running campaign calls it as soon as its rules allow."""
        return self._transport.call(Request("POST", "/user/lead", params, is_idempotent=True))

    def list(self, **params: Unpack[types.LeadsListParams]) -> Page[types.Lead]:
        """`waiting` says why a lead is not called yet."""
        return self._transport.page(Request("GET", "/user/leads", params))

    def get(self, id: int, /) -> types.LeadResponse:
        """Read a lead."""
        return self._transport.call(Request("GET", path("/user/leads/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateLeadRequest]) -> types.SaveLeadResponse:
        """Missing fields stay as they are; variables are merged. The status `created` starts the lead over."""
        return self._transport.call(Request("PUT", path("/user/leads/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Its calls stay in the list of calls."""
        return self._transport.call(Request("DELETE", path("/user/leads/{}", id)))

    def create_many(self, **params: Unpack[types.BulkLeadsRequest]) -> types.BulkLeadsResponse:
        """An invalid lead affects no other; `results` has one entry for each."""
        return self._transport.call(Request("POST", "/user/leads/bulk", params, is_idempotent=True))


class Models(Resource):
    """Operations on Models."""

    def list(self, **params: Unpack[types.ModelsListParams]) -> List[types.LanguageModel]:
        """Ids for `llm_model_id` and `multimodal_model_id`."""
        return self._transport.call(Request("GET", "/user/assistants/models", params))


class Voices(Resource):
    """Operations on Voices."""

    def list(self, **params: Unpack[types.VoicesListParams]) -> List[types.Voice]:
        """Ids for `voice_id`. Each voice fits certain modes and languages."""
        return self._transport.call(Request("GET", "/user/assistants/voices", params))

    def preview(self, id: int, /) -> httpx.Response:
        """WAV, with Range support."""
        return self._transport.download(Request("GET", path("/voices/{}/preview", id)))


class Languages(Resource):
    """Operations on Languages."""

    def list(self) -> List[types.Language]:
        """Ids for `language_id`."""
        return self._transport.call(Request("GET", "/user/assistants/languages"))


class SynthesizerProviders(Resource):
    """Operations on SynthesizerProviders."""

    def list(self, **params: Unpack[types.SynthesizerProvidersListParams]) -> List[types.SpeechProvider]:
        """List synthesizer providers, optionally only those for one language."""
        return self._transport.call(Request("GET", "/user/assistants/synthesizer-providers", params))


class TranscriberProviders(Resource):
    """Operations on TranscriberProviders."""

    def list(self, **params: Unpack[types.TranscriberProvidersListParams]) -> List[types.SpeechProvider]:
        """List transcriber providers, optionally only those for one language."""
        return self._transport.call(Request("GET", "/user/assistants/transcriber-providers", params))


class Statistics(Resource):
    """Operations on Statistics."""

    def get(self, **params: Unpack[types.StatisticsGetParams]) -> types.StatisticsResponse:
        """Zeros for days without activity."""
        return self._transport.call(Request("GET", "/user/statistics", params))


class Search(Resource):
    """Operations on Search."""

    def run(self, **params: Unpack[types.SearchRunParams]) -> types.SearchResponse:
        """At most five results of each kind, best first."""
        return self._transport.call(Request("GET", "/user/search", params))

    def content(self, **params: Unpack[types.SearchContentParams]) -> types.ContentSearchResponse:
        """Newest first, about a second after it was said; calls when they have ended. Internal notes are found with their conversation. Words are found in all forms of the languages of your assistants. A long conversation may be found several times, at different messages."""
        return self._transport.call(Request("GET", "/user/search/content", params))


class PublicConversationsMessages(Resource):
    """Operations on PublicConversationsMessages."""

    def create(self, uuid: str, /, **params: Unpack[types.VisitorMessageRequest]) -> types.VisitorMessageResponse:
        """Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text, `tool-started` and `tool-finished`, then `done` or `error`."""
        return self._transport.call(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True))

    def create_stream(self, uuid: str, /, **params: Unpack[types.VisitorMessageRequest]) -> EventStream[types.PublicConversationsMessagesCreateEvent]:
        """Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text, `tool-started` and `tool-finished`, then `done` or `error`."""
        return self._transport.stream(Request("POST", path("/conversations/{}/messages", uuid), params, is_idempotent=True), "event", None)


class PublicConversationsFiles(Resource):
    """Operations on PublicConversationsFiles."""

    def create(self, uuid: str, /) -> types.VisitorFileResponse:
        """For assistants with `files_enabled`. Accepts pictures (PNG, JPEG, WebP, GIF), PDFs, Word, Excel and PowerPoint files (DOCX, XLSX, PPTX) and text files of up to 10 MB; their content decides. The assistant sees pictures of up to 5 MB. A file that is not sent with a message within a day is deleted. Limits: 100 MB a day and 20 unsent files per conversation, and 500 MB of unsent files per account."""
        return self._transport.call(Request("POST", path("/conversations/{}/files", uuid)))

    def get(self, uuid: str, file: str, /) -> httpx.Response:
        """The UUID of the conversation is the visitor’s secret. Pictures are served with their content type; browsers download all other files."""
        return self._transport.download(Request("GET", path("/conversations/{}/files/{}", uuid, file)))


class PublicConversationsEvents(Resource):
    """Operations on PublicConversationsEvents."""

    def stream(self, uuid: str, /) -> EventStream[types.ConversationState]:
        """Sent at once and after every change, for example when a person writes."""
        return self._transport.stream(Request("GET", path("/conversations/{}/events", uuid)), "data", None)


class PublicConversations(Resource):
    """Operations on PublicConversations."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.messages = PublicConversationsMessages(transport)
        self.files = PublicConversationsFiles(transport)
        self.events = PublicConversationsEvents(transport)

    def create(self, **params: Unpack[types.OpenConversationRequest]) -> types.OpenConversationResponse:
        """For visitors of a website: the assistant must be public, or the request needs a token. The answer contains the greeting."""
        return self._transport.call(Request("POST", "/conversations", params, is_idempotent=True))

    def get(self, uuid: str, /) -> types.HistoryResponse:
        """The UUID is the visitor’s secret."""
        return self._transport.call(Request("GET", path("/conversations/{}", uuid)))


class Ai(Resource):
    """Operations on Ai."""

    def generate_reply(self, **params: Unpack[types.GenerateReplyRequest]) -> types.GenerateReplyResponse:
        """For your own channels: one conversation for each assistant and `customer_identifier`. At most 5 requests a minute for each token."""
        return self._transport.call(Request("POST", "/user/ai/generate-reply", params, is_idempotent=True))


class ConversationsAssignment(Resource):
    """Operations on ConversationsAssignment."""

    def update(self, uuid: str, /, **params: Unpack[types.AssignRequest]) -> types.InboxStateResponse:
        """The assistant keeps answering until `conversations.disableAi`."""
        return self._transport.call(Request("PUT", path("/user/conversations/{}/assignment", uuid), params))


class ConversationsTags(Resource):
    """Operations on ConversationsTags."""

    def update(self, uuid: str, /, **params: Unpack[types.TagsRequest]) -> types.InboxStateResponse:
        """Replaces all tags."""
        return self._transport.call(Request("PUT", path("/user/conversations/{}/tags", uuid), params))


class ConversationsRead(Resource):
    """Operations on ConversationsRead."""

    def update(self, uuid: str, /) -> types.ReadResponse:
        """Each member has their own read marks; an API key has none and gets status 422."""
        return self._transport.call(Request("PUT", path("/user/conversations/{}/read", uuid)))


class ConversationsNotes(Resource):
    """Operations on ConversationsNotes."""

    def list(self, uuid: str, /) -> types.NotesResponse:
        """At most the latest 500."""
        return self._transport.call(Request("GET", path("/user/conversations/{}/notes", uuid)))

    def create(self, uuid: str, /, **params: Unpack[types.NoteRequest]) -> types.NoteResponse:
        """Customers and assistants never see notes."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/notes", uuid), params, is_idempotent=True))

    def delete(self, uuid: str, id: int, /) -> types.MessageResponse:
        """Any member with the role agent or higher can delete it."""
        return self._transport.call(Request("DELETE", path("/user/conversations/{}/notes/{}", uuid, id)))


class ConversationsEvents(Resource):
    """Operations on ConversationsEvents."""

    def list(self, uuid: str, /) -> types.ConversationEventsResponse:
        """At most the latest 500. Earlier versions did not record them."""
        return self._transport.call(Request("GET", path("/user/conversations/{}/events", uuid)))


class ConversationsPresence(Resource):
    """Operations on ConversationsPresence."""

    def list(self, uuid: str, /) -> types.PresenceResponse:
        """You are not in the list."""
        return self._transport.call(Request("GET", path("/user/conversations/{}/presence", uuid)))

    def update(self, uuid: str, /, **params: Unpack[types.PresenceRequest]) -> types.PresenceResponse:
        """Answers with the other teammates there. An API key gets status 422."""
        return self._transport.call(Request("PUT", path("/user/conversations/{}/presence", uuid), params))

    def delete(self, uuid: str, /) -> types.MessageResponse:
        """Without this request, your presence ends after 15 seconds. An API key gets status 422."""
        return self._transport.call(Request("DELETE", path("/user/conversations/{}/presence", uuid)))


class ConversationsMessages(Resource):
    """Operations on ConversationsMessages."""

    def create(self, uuid: str, /, **params: Unpack[types.HumanMessageRequest]) -> types.HumanMessageResponse:
        """On the messaging channel, it is sent if the customer’s 24-hour window is open."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/messages", uuid), params, is_idempotent=True))

    def list(self, id: Union[int, str], /, **params: Unpack[types.ConversationsMessagesListParams]) -> types.ChannelMessagesResponse:
        """Read the newest messages of a conversation, by its id or UUID, with their states and attachments, oldest first."""
        return self._transport.call(Request("GET", path("/user/msgapp/conversations/{}/messages", id), params))


class Conversations(Resource):
    """Operations on Conversations."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.assignment = ConversationsAssignment(transport)
        self.tags = ConversationsTags(transport)
        self.read = ConversationsRead(transport)
        self.notes = ConversationsNotes(transport)
        self.events = ConversationsEvents(transport)
        self.presence = ConversationsPresence(transport)
        self.messages = ConversationsMessages(transport)

    def list(self, **params: Unpack[types.ConversationsListParams]) -> Page[types.ConversationItem]:
        """Filters can be combined."""
        return self._transport.page(Request("GET", "/user/conversations", params))

    def export(self, **params: Unpack[types.ConversationsExportParams]) -> httpx.Response:
        """Streamed, latest conversation first, with the filters of the inbox. CSV has one row per message, JSON Lines one object per conversation. The connection breaks if the export fails, so a download that ended normally is complete."""
        return self._transport.download(Request("GET", "/user/conversations/export", params))

    def get(self, uuid: str, /) -> types.ConversationViewResponse:
        """Charges and the evaluation follow shortly after the end."""
        return self._transport.call(Request("GET", path("/user/conversations/{}", uuid)))

    def enable_ai(self, uuid: str, /) -> types.AiSwitchResponse:
        """Turn the AI on in a conversation."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/enable-ai", uuid)))

    def disable_ai(self, uuid: str, /) -> types.AiSwitchResponse:
        """Turn the AI off in a conversation so that a person can reply."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/disable-ai", uuid)))

    def rewind(self, uuid: str, /, **params: Unpack[types.RewindRequest]) -> types.RewindResponse:
        """Deletes all messages after the kept ones. For `test` conversations only."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/rewind", uuid), params))

    def snooze(self, uuid: str, /, **params: Unpack[types.SnoozeRequest]) -> types.InboxStateResponse:
        """It opens again at that time, or when the customer writes."""
        return self._transport.call(Request("PUT", path("/user/conversations/{}/snooze", uuid), params))

    def close(self, uuid: str, /) -> types.InboxStateResponse:
        """The assistant answers again. The customer’s next message opens the conversation."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/close", uuid)))

    def reopen(self, uuid: str, /) -> types.InboxStateResponse:
        """The assistant keeps answering until `conversations.disableAi`."""
        return self._transport.call(Request("POST", path("/user/conversations/{}/reopen", uuid)))

    def change_many(self, **params: Unpack[types.BulkConversationsRequest]) -> types.BulkConversationsResponse:
        """All changes are stored together. Conversations that cannot be changed are listed in `skipped`, and do not stop the others."""
        return self._transport.call(Request("POST", "/user/conversations/bulk", params))


class InboxCounts(Resource):
    """Operations on InboxCounts."""

    def get(self) -> types.InboxCountsResponse:
        """Read `inbox.list` for the conversations of a view."""
        return self._transport.call(Request("GET", "/user/inbox/counts"))


class InboxChoices(Resource):
    """Operations on InboxChoices."""

    def get(self) -> types.InboxChoicesResponse:
        """Viewers are not included, because they cannot reply."""
        return self._transport.call(Request("GET", "/user/inbox/choices"))


class Inbox(Resource):
    """Operations on Inbox."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.counts = InboxCounts(transport)
        self.choices = InboxChoices(transport)

    def list(self, **params: Unpack[types.InboxListParams]) -> Page[types.InboxItem]:
        """With the latest message, the customer and the state of each conversation. In a `view`, the longest wait comes first."""
        return self._transport.page(Request("GET", "/user/inbox", params))


class Groups(Resource):
    """Operations on Groups."""

    def list(self) -> types.GroupsResponse:
        """Assistants hand conversations to groups."""
        return self._transport.call(Request("GET", "/user/groups"))

    def create(self, **params: Unpack[types.GroupRequest]) -> types.GroupResponse:
        """Without hours, the group is always open."""
        return self._transport.call(Request("POST", "/user/groups", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.GroupRequest]) -> types.GroupResponse:
        """Replaces the name, the members and the hours."""
        return self._transport.call(Request("PUT", path("/user/groups/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Its conversations stay, without a group."""
        return self._transport.call(Request("DELETE", path("/user/groups/{}", id)))


class CannedReplies(Resource):
    """Operations on CannedReplies."""

    def list(self) -> types.CannedRepliesResponse:
        """Variables are filled when a teammate inserts the text."""
        return self._transport.call(Request("GET", "/user/canned-replies"))

    def create(self, **params: Unpack[types.CannedReplyRequest]) -> types.CannedReplyResponse:
        """The shortcut must be unique in the account."""
        return self._transport.call(Request("POST", "/user/canned-replies", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.CannedReplyRequest]) -> types.CannedReplyResponse:
        """Replaces the shortcut and the text."""
        return self._transport.call(Request("PUT", path("/user/canned-replies/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Messages that contain its text stay."""
        return self._transport.call(Request("DELETE", path("/user/canned-replies/{}", id)))


class Knowledgebases(Resource):
    """Operations on Knowledgebases."""

    def list(self) -> types.KnowledgebaseListResponse:
        """List all knowledgebases."""
        return self._transport.call(Request("GET", "/user/knowledgebases"))

    def create(self, **params: Unpack[types.CreateKnowledgebaseRequest]) -> types.SaveKnowledgebaseResponse:
        """Create an empty knowledgebase."""
        return self._transport.call(Request("POST", "/user/knowledgebases", params, is_idempotent=True))

    def get(self, id: int, /) -> types.KnowledgebaseResponse:
        """Read a knowledgebase with its status and counts."""
        return self._transport.call(Request("GET", path("/user/knowledgebases/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateKnowledgebaseRequest]) -> types.SaveKnowledgebaseResponse:
        """Change the name or description of a knowledgebase."""
        return self._transport.call(Request("PUT", path("/user/knowledgebases/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Assistants continue without it."""
        return self._transport.call(Request("DELETE", path("/user/knowledgebases/{}", id)))

    def search(self, id: int, /, **params: Unpack[types.SearchKnowledgeRequest]) -> types.SearchKnowledgeResponse:
        """The same search that assistants use. `why` explains each result."""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/search", id), params))


class DocumentsChunks(Resource):
    """Operations on DocumentsChunks."""

    def list(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.DocumentsChunksListParams]) -> Page[types.DocumentChunk]:
        """List the passages of a document, page by page."""
        return self._transport.page(Request("GET", path("/user/knowledgebases/{}/documents/{}/chunks", knowledgebase_id, id), params))


class Documents(Resource):
    """Operations on Documents."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.chunks = DocumentsChunks(transport)

    def create(self, knowledgebase_id: int, /, **params: Unpack[types.DocumentsCreateParams]) -> types.CreateDocumentResponse:
        """Processing takes place in the background: ask for the document until its status is `active` or `failed`, or use the webhooks `document.active` and `document.failed`. Files may have up to 20 MB."""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents", knowledgebase_id), params, is_idempotent=True))

    def list(self, knowledgebase_id: int, /) -> types.DocumentListResponse:
        """List the documents of a knowledgebase with their progress."""
        return self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents", knowledgebase_id)))

    def list_failed(self, **params: Unpack[types.DocumentsListFailedParams]) -> types.FailedDocumentsResponse:
        """List the failed documents of all knowledgebases, latest failure first."""
        return self._transport.call(Request("GET", "/user/documents/failed", params))

    def get(self, knowledgebase_id: int, id: int, /) -> types.DocumentResponse:
        """Read a document with its progress or error."""
        return self._transport.call(Request("GET", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    def update(self, knowledgebase_id: int, id: int, /, **params: Unpack[types.UpdateDocumentRequest]) -> types.SaveDocumentResponse:
        """Change the name or description of a document."""
        return self._transport.call(Request("PUT", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id), params))

    def delete(self, knowledgebase_id: int, id: int, /) -> types.MessageResponse:
        """Delete a document and its passages."""
        return self._transport.call(Request("DELETE", path("/user/knowledgebases/{}/documents/{}", knowledgebase_id, id)))

    def retry(self, knowledgebase_id: int, id: int, /) -> types.SaveDocumentResponse:
        """Only for failed documents; otherwise 409."""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/retry", knowledgebase_id, id)))

    def refresh(self, knowledgebase_id: int, id: int, /) -> types.SaveDocumentResponse:
        """Unchanged passages stay as they are. A failed refresh changes nothing."""
        return self._transport.call(Request("POST", path("/user/knowledgebases/{}/documents/{}/refresh", knowledgebase_id, id)))


class McpServers(Resource):
    """Operations on McpServers."""

    def list(self) -> List[types.McpServer]:
        """In the order in which they were added."""
        return self._transport.call(Request("GET", "/user/mcp-servers"))

    def create(self, **params: Unpack[types.CreateMcpServerRequest]) -> types.SaveMcpServerResponse:
        """The server must speak Streamable HTTP. Its tools are listed first; a server that cannot be reached is added with the error."""
        return self._transport.call(Request("POST", "/user/mcp-servers", params, is_idempotent=True))

    def get(self, id: int, /) -> types.McpServer:
        """With its headers, the size of its stored list of tools, and the last error."""
        return self._transport.call(Request("GET", path("/user/mcp-servers/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateMcpServerRequest]) -> types.SaveMcpServerResponse:
        """Headers are replaced as a whole. The tools are listed again."""
        return self._transport.call(Request("PUT", path("/user/mcp-servers/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Also removes it from all assistants."""
        return self._transport.call(Request("DELETE", path("/user/mcp-servers/{}", id)))


class McpServerTools(Resource):
    """Operations on McpServerTools."""

    def list(self, id: int, /, **params: Unpack[types.McpServerToolsListParams]) -> types.McpToolsResponse:
        """Asks the server if the stored list is older than 10 minutes. If that fails, `error` is the reason and the list is the last one."""
        return self._transport.call(Request("GET", path("/user/mcp-servers/{}/tools", id), params))


class MsgappSenders(Resource):
    """Operations on MsgappSenders."""

    def list(self, **params: Unpack[types.MsgappSendersListParams]) -> types.SenderListResponse:
        """List the online senders, or all of them."""
        return self._transport.call(Request("GET", "/user/msgapp/senders", params))

    def create(self, **params: Unpack[types.CreateSenderRequest]) -> types.SaveSenderResponse:
        """Then configure the returned `webhook_url` at the carrier."""
        return self._transport.call(Request("POST", "/user/msgapp/senders", params, is_idempotent=True))

    def get(self, id: int, /) -> types.SenderResponse:
        """Read a sender with the webhook URL to configure at its carrier."""
        return self._transport.call(Request("GET", path("/user/msgapp/senders/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateSenderRequest]) -> types.SaveSenderResponse:
        """Change the supplied fields of a sender."""
        return self._transport.call(Request("PUT", path("/user/msgapp/senders/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Disconnect a sender, keeping its conversations."""
        return self._transport.call(Request("DELETE", path("/user/msgapp/senders/{}", id)))


class MsgappUnattributedReports(Resource):
    """Operations on MsgappUnattributedReports."""

    def list(self, id: int, /, **params: Unpack[types.MsgappUnattributedReportsListParams]) -> Page[types.UnattributedReport]:
        """List carrier reports that match no customer or message, newest first."""
        return self._transport.page(Request("GET", path("/user/msgapp/senders/{}/unattributed-reports", id), params))


class MsgappTemplates(Resource):
    """Operations on MsgappTemplates."""

    def list(self, sender_id: int, /, **params: Unpack[types.MsgappTemplatesListParams]) -> types.TemplateListResponse:
        """List a sender’s templates, by default the approved ones."""
        return self._transport.call(Request("GET", path("/user/msgapp/senders/{}/templates", sender_id), params))

    def sync(self, sender_id: int, /) -> types.TemplateListResponse:
        """Synchronize the templates with the carrier now instead of within four hours."""
        return self._transport.call(Request("POST", path("/user/msgapp/senders/{}/templates/sync", sender_id)))


class MsgappSessionStatus(Resource):
    """Operations on MsgappSessionStatus."""

    def get(self, **params: Unpack[types.MsgappSessionStatusGetParams]) -> types.SessionStatusResponse:
        """A customer without a conversation has no open window."""
        return self._transport.call(Request("GET", "/user/msgapp/session-status", params))


class MsgappMessages(Resource):
    """Operations on MsgappMessages."""

    def get(self, id: int, /) -> types.MessageDeliveryResponse:
        """Read the delivery state of a message by its msgapp_message_id."""
        return self._transport.call(Request("GET", path("/user/msgapp/messages/{}", id)))


class MsgappAttachments(Resource):
    """Operations on MsgappAttachments."""

    def download(self, id: int, /) -> httpx.Response:
        """The file as the customer sent it. Pictures are served with their content type, so that browsers can show them."""
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

    def send_freeform(self, **params: Unpack[types.SendFreeformRequest]) -> types.SendFreeformResponse:
        """Free text is possible for 24 hours after the customer’s latest message. At most 5 requests a second."""
        return self._transport.call(Request("POST", "/user/msgapp/send-freeform", params, is_idempotent=True))

    def send_template(self, **params: Unpack[types.SendTemplateRequest]) -> types.SendTemplateResponse:
        """The template must be approved, and every placeholder needs a value. At most 5 requests a second."""
        return self._transport.call(Request("POST", "/user/msgapp/send", params, is_idempotent=True))


class Sms(Resource):
    """Operations on Sms."""

    def send(self, **params: Unpack[types.SendSmsRequest]) -> types.SendSmsResponse:
        """Charged for each segment. A recipient on the do-not-call list is refused."""
        return self._transport.call(Request("POST", "/user/sms", params, is_idempotent=True))

    def list(self, **params: Unpack[types.SmsListParams]) -> Page[types.Sms]:
        """List SMS in both directions, newest first."""
        return self._transport.page(Request("GET", "/user/sms", params))

    def get(self, id: int, /) -> types.SmsResponse:
        """Read an SMS with its delivery state."""
        return self._transport.call(Request("GET", path("/user/sms/{}", id)))


class SipTrunks(Resource):
    """Operations on SipTrunks."""

    def list(self) -> types.TrunkListResponse:
        """List all SIP trunks."""
        return self._transport.call(Request("GET", "/user/phone-numbers/sip-trunks"))

    def create(self, **params: Unpack[types.CreateTrunkRequest]) -> types.SaveTrunkResponse:
        """The number can be assigned to an assistant at once."""
        return self._transport.call(Request("POST", "/user/phone-numbers/sip-trunks", params, is_idempotent=True))

    def get(self, id: int, /) -> types.TrunkResponse:
        """Read a SIP trunk, without its password."""
        return self._transport.call(Request("GET", path("/user/phone-numbers/sip-trunks/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateTrunkRequest]) -> types.SaveTrunkResponse:
        """Missing fields stay as they are; null resets a field to its default."""
        return self._transport.call(Request("PUT", path("/user/phone-numbers/sip-trunks/{}", id), params))


class Tools(Resource):
    """Operations on Tools."""

    def list(self) -> List[types.Tool]:
        """List all mid-call tools."""
        return self._transport.call(Request("GET", "/user/tools"))

    def create(self, **params: Unpack[types.CreateToolRequest]) -> types.SaveToolResponse:
        """The assistant decides by the description when to call it. Requests are signed like webhooks."""
        return self._transport.call(Request("POST", "/user/tools", params, is_idempotent=True))

    def get(self, id: int, /) -> types.Tool:
        """Read a mid-call tool."""
        return self._transport.call(Request("GET", path("/user/tools/{}", id)))

    def update(self, id: int, /, **params: Unpack[types.UpdateToolRequest]) -> types.SaveToolResponse:
        """Change the supplied fields of a mid-call tool, replacing headers and schema as a whole."""
        return self._transport.call(Request("PUT", path("/user/tools/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Delete a mid-call tool and remove it from all assistants."""
        return self._transport.call(Request("DELETE", path("/user/tools/{}", id)))

    def test(self, id: int, /, **params: Unpack[types.TestToolRequest]) -> types.TestToolResponse:
        """Sends a real request to the endpoint."""
        return self._transport.call(Request("POST", path("/user/tools/{}/test", id), params, is_idempotent=True))


class Vendors(Resource):
    """Operations on Vendors."""

    def list(self) -> types.VendorsResponse:
        """Only for the owner of the installation. Keys are never returned."""
        return self._transport.call(Request("GET", "/user/vendors"))

    def update(self, code: str, /, **params: Unpack[types.SaveVendorRequest]) -> types.SaveVendorResponse:
        """Only for the owner of the installation. Applies to new calls and chats within a second, without a restart. Replaces all settings, but keeps keys that are left out. Does not contact the vendor: test the settings first. If an environment variable configures the vendor, the answer is 409."""
        return self._transport.call(Request("PUT", path("/user/vendors/{}", code), params))

    def delete(self, code: str, /) -> types.SaveVendorResponse:
        """Only for the owner of the installation. Deletes the stored key and settings. Calls and chats under way continue; new ones of assistants that use the vendor fail or use a fallback."""
        return self._transport.call(Request("DELETE", path("/user/vendors/{}", code)))

    def test(self, code: str, /, **params: Unpack[types.TestVendorRequest]) -> types.VendorTestResponse:
        """Only for the owner of the installation. Sends one small request, which the vendor may charge for, and waits at most 20 seconds. Without a body, tests the current settings, including those of the environment. Saves nothing."""
        return self._transport.call(Request("POST", path("/user/vendors/{}/test", code), params))


class WebhookSecret(Resource):
    """Operations on WebhookSecret."""

    def get(self) -> types.WebhookSecretResponse:
        """For signatures as in the Standard Webhooks specification."""
        return self._transport.call(Request("GET", "/user/webhook-secret"))

    def rotate(self) -> types.RotateSecretResponse:
        """Store the new secret within 24 hours."""
        return self._transport.call(Request("POST", "/user/webhook-secret/rotate", is_idempotent=True))


class WebhookDeliveries(Resource):
    """Operations on WebhookDeliveries."""

    def list(self, **params: Unpack[types.WebhookDeliveriesListParams]) -> Page[types.WebhookDelivery]:
        """List webhook deliveries by page, newest first."""
        return self._transport.page(Request("GET", "/user/webhook-deliveries", params))

    def get(self, id: str, /) -> types.DeliveryResponse:
        """Read a webhook delivery with its payload and every attempt."""
        return self._transport.call(Request("GET", path("/user/webhook-deliveries/{}", id)))

    def resend(self, id: str, /) -> types.ResendResponse:
        """Resend a webhook with the same id."""
        return self._transport.call(Request("POST", path("/user/webhook-deliveries/{}/resend", id), is_idempotent=True))

    def replay(self, **params: Unpack[types.ReplayRequest]) -> types.ReplayResponse:
        """Each keeps its id, so that receivers can ignore what they have."""
        return self._transport.call(Request("POST", "/user/webhook-deliveries/replay", params, is_idempotent=True))


class WebhookTargets(Resource):
    """Operations on WebhookTargets."""

    def list(self) -> types.EndpointListResponse:
        """With the URLs of assistants."""
        return self._transport.call(Request("GET", "/user/webhook-targets"))

    def enable(self, id: int, /) -> types.EnableEndpointResponse:
        """Enable a disabled endpoint and send its held webhooks."""
        return self._transport.call(Request("POST", path("/user/webhook-targets/{}/enable", id)))


class WebhookEndpoints(Resource):
    """Operations on WebhookEndpoints."""

    def list(self) -> types.SubscribedEndpointList:
        """List webhook endpoints with their events."""
        return self._transport.call(Request("GET", "/user/webhook-endpoints"))

    def create(self, **params: Unpack[types.CreateEndpointRequest]) -> types.SaveEndpointResponse:
        """`*` subscribes to all events. Every webhook is signed."""
        return self._transport.call(Request("POST", "/user/webhook-endpoints", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.UpdateEndpointRequest]) -> types.SaveEndpointResponse:
        """Change the supplied fields of a webhook endpoint, replacing events and headers as a whole."""
        return self._transport.call(Request("PUT", path("/user/webhook-endpoints/{}", id), params))

    def delete(self, id: int, /) -> types.MessageResponse:
        """Delete a webhook endpoint and its unsent webhooks."""
        return self._transport.call(Request("DELETE", path("/user/webhook-endpoints/{}", id)))

    def test(self, id: int, /) -> types.ResendResponse:
        """Send a test.ping to a webhook endpoint."""
        return self._transport.call(Request("POST", path("/user/webhook-endpoints/{}/test", id), is_idempotent=True))


class SandboxPhoneNumbers(Resource):
    """Operations on SandboxPhoneNumbers."""

    def create(self, **params: Unpack[types.SandboxNumberRequest]) -> types.SandboxNumberResponse:
        """Add a sandbox phone number to the account."""
        return self._transport.call(Request("POST", "/sandbox/phone-numbers", params, is_idempotent=True))


class SandboxBalance(Resource):
    """Operations on SandboxBalance."""

    def update(self, **params: Unpack[types.SetBalanceRequest]) -> types.BalanceResponse:
        """Set the balance of the account."""
        return self._transport.call(Request("PUT", "/sandbox/balance", params))


class SandboxCalls(Resource):
    """Operations on SandboxCalls."""

    def create(self, **params: Unpack[types.SandboxCallRequest]) -> types.SandboxCallResponse:
        """The WebSocket speaks the same protocol as that of `POST /user/calls/web`."""
        return self._transport.call(Request("POST", "/sandbox/calls", params, is_idempotent=True))


class SandboxPhones(Resource):
    """Operations on SandboxPhones."""

    def create(self, **params: Unpack[types.SandboxPhoneRequest]) -> types.SandboxCallResponse:
        """Text messages `ringing`, `answer` and `reject` come before the audio."""
        return self._transport.call(Request("POST", "/sandbox/phones", params, is_idempotent=True))


class SandboxSenders(Resource):
    """Operations on SandboxSenders."""

    def create(self, **params: Unpack[types.SandboxSenderRequest]) -> types.SandboxSenderResponse:
        """Create a sender on the sandbox carrier."""
        return self._transport.call(Request("POST", "/sandbox/msgapp/senders", params, is_idempotent=True))

    def update(self, id: int, /, **params: Unpack[types.UpdateSandboxSenderRequest]) -> types.SandboxSenderResponse:
        """Set a sandbox sender online or offline, or assign it an assistant."""
        return self._transport.call(Request("PUT", path("/sandbox/msgapp/senders/{}", id), params))


class SandboxTemplates(Resource):
    """Operations on SandboxTemplates."""

    def create(self, id: int, /, **params: Unpack[types.SandboxTemplateRequest]) -> types.SandboxTemplateResponse:
        """Add a template with any approval status to a sandbox sender."""
        return self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/templates", id), params, is_idempotent=True))


class SandboxMessages(Resource):
    """Operations on SandboxMessages."""

    def create(self, id: int, /, **params: Unpack[types.SandboxInboundRequest]) -> types.SandboxInboundResponse:
        """Send a message to a sandbox sender as a customer."""
        return self._transport.call(Request("POST", path("/sandbox/msgapp/senders/{}/inbound", id), params, is_idempotent=True))


class SandboxSms(Resource):
    """Operations on SandboxSms."""

    def create(self, **params: Unpack[types.SandboxSmsRequest]) -> types.SandboxSmsResponse:
        """Send an SMS to a sandbox number as a customer."""
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
        self.password_resets = PasswordResets(transport)
        self.email_changes = EmailChanges(transport)
        self.pronunciations = Pronunciations(transport)
        self.invitations = Invitations(transport)
        self.members = Members(transport)
        self.profile = Profile(transport)
        self.accounts = Accounts(transport)
        self.second_factor = SecondFactor(transport)
        self.api_keys = ApiKeys(transport)
        self.alerts = Alerts(transport)
        self.alert_settings = AlertSettings(transport)
        self.assistants = Assistants(transport)
        self.phone_numbers = PhoneNumbers(transport)
        self.audit_log = AuditLog(transport)
        self.billing = Billing(transport)
        self.blacklist = Blacklist(transport)
        self.calls = Calls(transport)
        self.recordings = Recordings(transport)
        self.widgets = Widgets(transport)
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
        self.ai = Ai(transport)
        self.conversations = Conversations(transport)
        self.inbox = Inbox(transport)
        self.groups = Groups(transport)
        self.canned_replies = CannedReplies(transport)
        self.knowledgebases = Knowledgebases(transport)
        self.documents = Documents(transport)
        self.mcp_servers = McpServers(transport)
        self.mcp_server_tools = McpServerTools(transport)
        self.msgapp = Msgapp(transport)
        self.sms = Sms(transport)
        self.sip_trunks = SipTrunks(transport)
        self.tools = Tools(transport)
        self.vendors = Vendors(transport)
        self.webhook_secret = WebhookSecret(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.webhook_targets = WebhookTargets(transport)
        self.webhook_endpoints = WebhookEndpoints(transport)
        self.sandbox = Sandbox(transport)
