// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

import type { ApiPromise } from '../api-promise.ts';
import type { EventStream } from '../event-stream.ts';
import type { PagePromise } from '../page.ts';
import { path, Resource } from '../resource.ts';
import type { RequestOptions } from '../transport.ts';
import type * as types from './api-types.ts';

class Account extends Resource {
  /**
   * Returns a session token for `Authorization: Bearer …`. It expires after 30 days without use.
   * Programs should use an API key. At most 5 attempts a minute for each address and email.
   */
  login(params: types.LoginRequest, options?: RequestOptions): ApiPromise<types.LoginResponse> {
    return this.transport.call({ method: 'POST', path: '/login', params }, options);
  }

  /** Only if the installation allows registration; otherwise 403. */
  register(params: types.RegisterRequest, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: '/register', params }, options);
  }

  /** Other tokens of the account stay valid. */
  logout(options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: '/logout' }, options);
  }

  /** Also a cheap way to test a token. */
  get(options?: RequestOptions): ApiPromise<types.MeResponse> {
    return this.transport.call({ method: 'GET', path: '/user/me' }, options);
  }
}

class PasswordResets extends Resource {
  /**
   * The response is the same whether or not the address has a login. The link is valid for one hour and
   * can be used once. At most 3 requests an hour for each address; 403 if the installation sends no
   * email.
   */
  create(params: types.PasswordResetRequest, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: '/password-resets', params }, options);
  }

  /** The token is the last part of the link. Ends all sessions of the person; API keys stay. */
  use(
    token: string,
    params: types.SetPasswordRequest,
    options?: RequestOptions,
  ): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: path`/password-resets/${token}`, params }, options);
  }
}

class EmailChanges extends Resource {
  /**
   * The token is the last part of the link, which is valid for one day and can be used once. 409 if
   * another person has taken the address.
   */
  confirm(token: string, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: path`/email-changes/${token}` }, options);
  }
}

class Pronunciations extends Resource {
  /** An assistant’s own entries come first. */
  get(options?: RequestOptions): ApiPromise<types.PronunciationList> {
    return this.transport.call({ method: 'GET', path: '/user/pronunciations' }, options);
  }

  /** Replaces the whole list. Applies to new calls. */
  update(
    params: types.SavePronunciationsRequest,
    options?: RequestOptions,
  ): ApiPromise<types.PronunciationList> {
    return this.transport.call({ method: 'PUT', path: '/user/pronunciations', params }, options);
  }
}

class Invitations extends Resource {
  /** Accepted, revoked and expired invitations are not listed. */
  list(params?: types.InvitationsListParams, options?: RequestOptions): PagePromise<types.Invitation> {
    return this.transport.list({ method: 'GET', path: '/user/invitations', params }, options);
  }

  /**
   * Replaces an earlier invitation to the same address. The link is valid for 7 days and can be used
   * once. It is sent by email if the installation sends email; otherwise, send it to the person.
   */
  create(
    params: types.CreateInvitationRequest,
    options?: RequestOptions,
  ): ApiPromise<types.CreateInvitationResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/invitations', params, isIdempotent: true },
      options,
    );
  }

  /** Its link stops working. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/invitations/${id}` }, options);
  }

  /** The token is the last part of the link. */
  open(token: string, options?: RequestOptions): ApiPromise<types.OpenInvitationResponse> {
    return this.transport.call({ method: 'GET', path: path`/invitations/${token}` }, options);
  }

  /**
   * A new person sends a name and a password. An existing person sends the password, or sends the
   * request in their own session. Log in afterwards: a login opens the new account.
   */
  accept(
    token: string,
    params?: types.AcceptInvitationRequest,
    options?: RequestOptions,
  ): ApiPromise<types.AcceptInvitationResponse> {
    return this.transport.call({ method: 'POST', path: path`/invitations/${token}/accept`, params }, options);
  }
}

class Members extends Resource {
  /** In the order in which they joined. */
  list(params?: types.MembersListParams, options?: RequestOptions): PagePromise<types.Member> {
    return this.transport.list({ method: 'GET', path: '/user/members', params }, options);
  }

  /**
   * You can give roles up to your own. The last owner stays owner. Open streams of the member end and
   * connect again with the new role.
   */
  update(
    id: number,
    params: types.UpdateMemberRequest,
    options?: RequestOptions,
  ): ApiPromise<types.MemberResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/members/${id}`, params }, options);
  }

  /**
   * Ends the member’s sessions in this account at once. With your own id, you leave the account. API
   * keys stay.
   */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/members/${id}` }, options);
  }
}

class Profile extends Resource {
  /** Sessions only; API keys belong to no person. */
  get(options?: RequestOptions): ApiPromise<types.ProfileResponse> {
    return this.transport.call({ method: 'GET', path: '/user/profile' }, options);
  }

  /**
   * A new password ends your other sessions. If the installation sends email, a new address is used once
   * it is confirmed with the link sent there. Sessions only.
   */
  update(
    params?: types.UpdateProfileRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveProfileResponse> {
    return this.transport.call({ method: 'PUT', path: '/user/profile', params }, options);
  }
}

class Accounts extends Resource {
  /** Sessions only. */
  list(options?: RequestOptions): ApiPromise<types.AccountListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/accounts' }, options);
  }

  /** Only the owner of the installation may do this, unless registration is switched on. Sessions only. */
  create(params: types.SaveAccountRequest, options?: RequestOptions): ApiPromise<types.SaveAccountResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/accounts', params, isIdempotent: true },
      options,
    );
  }

  /** Renames the account of the session or API key. */
  update(
    id: number,
    params: types.SaveAccountRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveAccountResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/accounts/${id}`, params }, options);
  }

  /** The token stays the same. Open streams of the previous account end. Sessions only. */
  switch(id: number, options?: RequestOptions): ApiPromise<types.SaveAccountResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/accounts/${id}/switch` }, options);
  }
}

class SecondFactor extends Resource {
  /** Sessions only. */
  get(options?: RequestOptions): ApiPromise<types.SecondFactorResponse> {
    return this.transport.call({ method: 'GET', path: '/user/second-factor' }, options);
  }

  /**
   * Returns the secret for the authenticator app. Confirm it with a first code; until then, nothing
   * changes. Sessions only.
   */
  create(
    params: types.SetUpSecondFactorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SetUpSecondFactorResponse> {
    return this.transport.call({ method: 'POST', path: '/user/second-factor', params }, options);
  }

  /**
   * Returns ten recovery codes, which are shown only here. From now on, logins need a code. Sessions
   * only.
   */
  confirm(
    params: types.ConfirmSecondFactorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.RecoveryCodesResponse> {
    return this.transport.call({ method: 'POST', path: '/user/second-factor/confirm', params }, options);
  }

  /** The previous recovery codes stop working. Sessions only. */
  renewRecoveryCodes(
    params: types.ConfirmSecondFactorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.RecoveryCodesResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/second-factor/recovery-codes', params },
      options,
    );
  }

  /** Needs the password and a code. Sessions only. */
  turnOff(
    params: types.TurnOffSecondFactorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: '/user/second-factor/turn-off', params }, options);
  }

  /**
   * Applies at once: sessions of members without a second factor can only set one up. API keys are not
   * affected. Needs your own second factor.
   */
  require(
    params: types.RequireSecondFactorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'PUT', path: '/user/second-factor/requirement', params }, options);
  }
}

class ApiKeys extends Resource {
  /** Store the token at once. A key is valid until it is deleted, or until `expires_at`. */
  create(
    params: types.CreateApiKeyRequest,
    options?: RequestOptions,
  ): ApiPromise<types.CreateApiKeyResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/api-keys', params, isIdempotent: true },
      options,
    );
  }

  /** List the API keys, without their tokens. */
  list(options?: RequestOptions): ApiPromise<types.ListApiKeysResponse> {
    return this.transport.call({ method: 'GET', path: '/user/api-keys' }, options);
  }

  /** Delete an API key, which all processes refuse at once. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/api-keys/${id}` }, options);
  }
}

class Alerts extends Resource {
  /** Without kinds that are switched off for the console. Resolved alerts are kept for 90 days. */
  list(params?: types.AlertsListParams, options?: RequestOptions): PagePromise<types.AlertsListItem> {
    return this.transport.list({ method: 'GET', path: '/user/alerts', params }, options);
  }

  /** It opens again only if its cause goes away and comes back. */
  dismiss(id: number, options?: RequestOptions): ApiPromise<types.AlertsDismissResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/alerts/${id}/dismiss` }, options);
  }

  /** Hides the alerts that the console shows. Each opens again only if its cause comes back. */
  dismissAll(options?: RequestOptions): ApiPromise<types.AlertsDismissAllResponse> {
    return this.transport.call({ method: 'POST', path: '/user/alerts/dismiss' }, options);
  }
}

class AlertSettings extends Resource {
  /** Read where alerts are shown and sent. */
  get(options?: RequestOptions): ApiPromise<types.AlertSettingsGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/alert-settings' }, options);
  }

  /** Missing kinds and channels stay as they are. A switched-off channel applies to new alerts. */
  update(
    params?: types.AlertSettingsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.AlertSettingsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: '/user/alert-settings', params }, options);
  }

  /** Answers when the SMTP server has accepted or refused it. At most 10 an hour. */
  test(options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'POST', path: '/user/alert-settings/test-email' }, options);
  }
}

class AssistantsLatency extends Resource {
  /** The estimate also says what other settings, given as filters, would change. */
  get(
    id: number,
    params?: types.AssistantsLatencyGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantLatencyResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/assistant/${id}/latency`, params }, options);
  }
}

class Assistants extends Resource {
  readonly latency = new AssistantsLatency(this.transport);

  /**
   * The new assistant is `inactive`. Null and missing fields get their defaults. Settings that the mode
   * does not have are refused.
   */
  create(
    params: types.CreateAssistantRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveAssistantResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistant', params, isIdempotent: true },
      options,
    );
  }

  /**
   * Missing fields stay as they are; null resets a field to its default. A change of the mode resets the
   * settings that depend on it. Applies to new calls and conversations.
   */
  update(
    id: number,
    params?: types.UpdateAssistantRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveAssistantResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/assistant/${id}`, params }, options);
  }

  /** Read an assistant. */
  get(id: number, options?: RequestOptions): ApiPromise<types.AssistantsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/assistant/${id}` }, options);
  }

  /** Its calls and conversations stay. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/assistant/${id}` }, options);
  }

  /** With all fields of each assistant. */
  listPage(params?: types.AssistantsListPageParams, options?: RequestOptions): PagePromise<types.Assistant> {
    return this.transport.list({ method: 'GET', path: '/user/assistants/get', params }, options);
  }

  /** With all fields of each assistant, newest first. For long lists, use `GET /user/assistants/get`. */
  list(options?: RequestOptions): ApiPromise<types.Assistant[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants' }, options);
  }

  /** Without texts, for lists and pickers. */
  listSummaries(options?: RequestOptions): ApiPromise<types.ListedAssistant[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/summaries' }, options);
  }

  /** List all outbound assistants with a reduced set of fields. */
  listOutbound(options?: RequestOptions): ApiPromise<types.OutboundAssistant[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/outbound' }, options);
  }

  /** Activate an assistant for inbound calls. */
  activate(id: number, options?: RequestOptions): ApiPromise<types.SaveAssistantResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/assistant/${id}/activate` }, options);
  }

  /** Deactivate an assistant for inbound calls. */
  deactivate(id: number, options?: RequestOptions): ApiPromise<types.SaveAssistantResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/assistant/${id}/deactivate` }, options);
  }

  /** Enable the webhook. */
  enableWebhook(
    params: types.EnableWebhookRequest,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookToggleResponse> {
    return this.transport.call({ method: 'POST', path: '/user/assistants/enable-webhook', params }, options);
  }

  /** Disable the webhook. */
  disableWebhook(
    params: types.AssistantIdRequest,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookToggleResponse> {
    return this.transport.call({ method: 'POST', path: '/user/assistants/disable-webhook', params }, options);
  }

  /** Enable the inbound webhook. */
  enableInboundWebhook(
    params: types.EnableWebhookRequest,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookToggleResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/enable-inbound-webhook', params },
      options,
    );
  }

  /** Disable the inbound webhook. */
  disableInboundWebhook(
    params: types.AssistantIdRequest,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookToggleResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/disable-inbound-webhook', params },
      options,
    );
  }

  /** Enable the conversation ended webhook. */
  enableConversationEndedWebhook(
    params: types.EnableWebhookRequest,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookToggleResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/enable-conversation-ended-webhook', params },
      options,
    );
  }

  /** Disable the conversation ended webhook. */
  disableConversationEndedWebhook(
    params: types.AssistantIdRequest,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookToggleResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/disable-conversation-ended-webhook', params },
      options,
    );
  }

  /** A PNG, JPEG or WebP file with at most 512 kB and 2048 × 2048 pixels. It replaces an earlier picture. */
  setWidgetPicture(id: number, options?: RequestOptions): ApiPromise<types.WidgetPictureResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/assistant/${id}/widget-picture` }, options);
  }

  /** The widget then shows the first letter of its title. */
  deleteWidgetPicture(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/assistant/${id}/widget-picture` },
      options,
    );
  }

  /**
   * The secret is shown only once. Keep it on your server, which signs the tokens of your users with it.
   * An earlier secret, and visitors verified with it, are no longer valid.
   */
  createWidgetSecret(id: number, options?: RequestOptions): ApiPromise<types.WidgetSecretResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/assistant/${id}/widget-secret` }, options);
  }

  /** The secret itself cannot be read. */
  getWidgetSecret(id: number, options?: RequestOptions): ApiPromise<types.WidgetSecretStateResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/assistant/${id}/widget-secret` }, options);
  }

  /** Verified users become anonymous visitors. */
  deleteWidgetSecret(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/assistant/${id}/widget-secret` },
      options,
    );
  }
}

class PhoneNumbers extends Resource {
  /**
   * Takes the number from the assistant that answers it, gives it to this inbound assistant and
   * activates that. An assistant answers one number, so it gives up its previous one. Outbound
   * assistants and campaigns keep the number.
   */
  assign(
    id: number,
    params: types.AssignNumberRequest,
    options?: RequestOptions,
  ): ApiPromise<types.AssignNumberResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/assistants/phone-numbers/${id}`, params },
      options,
    );
  }

  /** With numbers of SIP trunks. */
  list(options?: RequestOptions): ApiPromise<types.PhoneNumberListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/all' }, options);
  }

  /** Kept for older clients; use `GET /user/phone-numbers/all`. */
  listSmsCapable(options?: RequestOptions): ApiPromise<types.PhoneNumber[]> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers' }, options);
  }

  /** List the numbers that can be assigned to an assistant. */
  listAssignable(
    params?: types.PhoneNumbersListAssignableParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantNumber[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/phone-numbers', params }, options);
  }

  /** Search for numbers to buy from the telephony provider. */
  search(
    params: types.PhoneNumbersSearchParams,
    options?: RequestOptions,
  ): ApiPromise<types.SearchNumbersResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/search', params }, options);
  }

  /** Charged by the carrier to the operator of this installation. */
  purchase(
    params: types.PurchaseNumberRequest,
    options?: RequestOptions,
  ): ApiPromise<types.PurchaseNumberResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/phone-numbers/purchase', params, isIdempotent: true },
      options,
    );
  }

  /** Release a number, remove it from assistants, and keep its history. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/phone-numbers/${id}` }, options);
  }
}

class AuditLog extends Resource {
  /**
   * Changes of settings, logins and exports. Values of secrets are never recorded. Entries cannot be
   * changed or deleted. The server removes them after its retention period, 400 days by default.
   */
  list(params?: types.AuditLogListParams, options?: RequestOptions): PagePromise<types.AuditEntry> {
    return this.transport.list({ method: 'GET', path: '/user/audit-log', params }, options);
  }

  /** Read an entry of the audit log. */
  get(id: number, options?: RequestOptions): ApiPromise<types.AuditEntryResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/audit-log/${id}` }, options);
  }

  /**
   * Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so
   * a download that ended normally is complete.
   */
  export(params?: types.AuditLogExportParams, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: '/user/audit-log/export', params }, options);
  }
}

class BillingCharges extends Resource {
  /** Every charge, refund and credit of the account. */
  list(params?: types.BillingChargesListParams, options?: RequestOptions): PagePromise<types.Charge> {
    return this.transport.list({ method: 'GET', path: '/user/billing/charges', params }, options);
  }

  /**
   * Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so
   * a download that ended normally is complete.
   */
  export(params?: types.BillingChargesExportParams, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: '/user/billing/charges/export', params }, options);
  }
}

class BillingSummary extends Resource {
  /** `proof` shows how the balance follows from the ledger. */
  get(params?: types.BillingSummaryGetParams, options?: RequestOptions): ApiPromise<types.SummaryResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/summary', params }, options);
  }
}

class BillingPrices extends Resource {
  /** In US dollars. A model without a configured price is `unknown`. */
  get(options?: RequestOptions): ApiPromise<types.PricesResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/prices' }, options);
  }
}

class BillingUsage extends Resource {
  /** By model, for the given days. */
  get(params?: types.BillingUsageGetParams, options?: RequestOptions): ApiPromise<types.UsageResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/usage', params }, options);
  }
}

class Billing extends Resource {
  readonly charges = new BillingCharges(this.transport);
  readonly summary = new BillingSummary(this.transport);
  readonly prices = new BillingPrices(this.transport);
  readonly usage = new BillingUsage(this.transport);
}

class Blacklist extends Resource {
  /** Customers are added by a request, by asking in a call, or by the message STOP. */
  list(params?: types.BlacklistListParams, options?: RequestOptions): PagePromise<types.BlacklistedNumber> {
    return this.transport.list({ method: 'GET', path: '/user/blacklist', params }, options);
  }

  /** A number that is on the list already keeps its reason. */
  create(
    params: types.AddToBlacklistRequest,
    options?: RequestOptions,
  ): ApiPromise<types.AddToBlacklistResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/blacklist', params, isIdempotent: true },
      options,
    );
  }

  /** An invalid number affects no other; `results` has one entry for each. */
  createMany(
    params: types.BulkBlacklistRequest,
    options?: RequestOptions,
  ): ApiPromise<types.BulkBlacklistResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/blacklist/bulk', params, isIdempotent: true },
      options,
    );
  }

  /** Leads that were stopped stay stopped. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/blacklist/${id}` }, options);
  }
}

class CallsEvents extends Resource {
  /**
   * Send `Last-Event-ID` to continue after the last event that you received. Partial transcripts are not
   * stored and not repeated. To hear the call, open the WebSocket `/user/calls/{id}/listen`; to speak
   * with the customer, `/user/calls/{id}/take-over`.
   */
  stream(id: number, options?: RequestOptions): Promise<EventStream<types.LiveCallEvent>> {
    return this.transport.stream(
      { method: 'GET', path: path`/user/calls/${id}/events` },
      { gives: 'data', lastEvent: 'call.ended' },
      options,
    );
  }
}

class Calls extends Resource {
  readonly events = new CallsEvents(this.transport);

  /**
   * Calls at once, or at `scheduled_at`. A number on the do-not-call list, or one that must not be
   * called at this hour, is refused with 422; a number in a live call with 409. Follow the call with
   * `GET /user/calls/{id}/events`.
   */
  make(params: types.MakeCallRequest, options?: RequestOptions): ApiPromise<types.MakeCallResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/make_call', params, isIdempotent: true },
      options,
    );
  }

  /**
   * Returns the URL of a WebSocket that carries the call’s audio: binary messages of 16-bit PCM, mono,
   * 16 kHz, in both directions, and JSON text messages (`ready`, `clear`, `transcript`, `ended`). The
   * call is answered when it is opened.
   */
  createWeb(params: types.WebCallRequest, options?: RequestOptions): ApiPromise<types.WebCallResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/calls/web', params, isIdempotent: true },
      options,
    );
  }

  /** Filters can be combined. */
  list(params?: types.CallsListParams, options?: RequestOptions): PagePromise<types.CallItem> {
    return this.transport.list({ method: 'GET', path: '/user/calls', params }, options);
  }

  /** Charges and the evaluation follow shortly after the end. */
  get(id: number, options?: RequestOptions): ApiPromise<types.CallView> {
    return this.transport.call({ method: 'GET', path: path`/user/calls/${id}` }, options);
  }

  /** Delete a call with its recording, ending it first if it is live. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.CallMessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/calls/${id}` }, options);
  }

  /**
   * Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so
   * a download that ended normally is complete.
   */
  export(params?: types.CallsExportParams, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: '/user/calls/export', params }, options);
  }

  /** Only while the call is `scheduled`; otherwise 409. */
  cancel(id: number, options?: RequestOptions): ApiPromise<types.CallMessageResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/calls/${id}/cancel` }, options);
  }

  /** Only while the call is live; otherwise 409. */
  hangUp(
    id: number,
    params?: types.HangUpRequest,
    options?: RequestOptions,
  ): ApiPromise<types.CallMessageResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/hang-up`, params, isIdempotent: true },
      options,
    );
  }

  /** In the next pause, or at once with `interrupt`. */
  say(id: number, params: types.SayRequest, options?: RequestOptions): ApiPromise<types.CallMessageResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/say`, params, isIdempotent: true },
      options,
    );
  }

  /** Give the assistant an instruction for its next answers, unheard by the customer. */
  whisper(
    id: number,
    params: types.WhisperRequest,
    options?: RequestOptions,
  ): ApiPromise<types.CallMessageResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/whisper`, params, isIdempotent: true },
      options,
    );
  }

  /** The assistant leaves the call when the transfer succeeds; if it fails, it continues. */
  transfer(
    id: number,
    params: types.TransferRequest,
    options?: RequestOptions,
  ): ApiPromise<types.CallMessageResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/transfer`, params, isIdempotent: true },
      options,
    );
  }
}

class Recordings extends Resource {
  /**
   * The URL is the `recording_url` of a call and needs no token: treat it as a secret. Left channel:
   * customer; right channel: assistant.
   */
  download(key: string, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/recordings/${key}` }, options);
  }
}

class WidgetsCalls extends Resource {
  /**
   * For visitors of a website whose widget offers calls (`calls_enabled`). The call is charged like a
   * web call, and counts against the daily limit of the assistant's visitors.
   */
  create(
    uuid: string,
    params?: types.VisitorCallRequest,
    options?: RequestOptions,
  ): ApiPromise<types.VisitorCallResponse> {
    return this.transport.call({ method: 'POST', path: path`/widgets/${uuid}/calls`, params }, options);
  }
}

class Widgets extends Resource {
  readonly calls = new WidgetsCalls(this.transport);

  /** The address in `picture` changes with the picture, so the answer may be cached for a year. */
  getPicture(uuid: string, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/widgets/${uuid}/picture` }, options);
  }

  /**
   * A `token` of your server (a JSON Web Token with HS256) makes the visitor verified and returns their
   * latest conversation. It can be used once and expires within an hour. Without a token, `visitor` is
   * stored as not verified.
   */
  identify(
    uuid: string,
    params?: types.IdentifyVisitorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.IdentifyVisitorResponse> {
    return this.transport.call({ method: 'POST', path: path`/widgets/${uuid}/identify`, params }, options);
  }

  /**
   * What the widget shows before a conversation is opened. Answers 304 to `If-None-Match` with the
   * current `ETag`.
   */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.WidgetResponse> {
    return this.transport.call({ method: 'GET', path: path`/widgets/${uuid}` }, options);
  }
}

class CampaignsLeads extends Resource {
  /**
   * Columns are recognized by their names; all others become variables. With `dry_run`, nothing is
   * stored and the answer shows how the file would be read.
   */
  import(
    id: number,
    params: types.CampaignsLeadsImportParams,
    options?: RequestOptions,
  ): ApiPromise<types.ImportLeadsResponse> {
    return this.transport.call(
      {
        method: 'POST',
        path: path`/user/campaign/${id}/leads/import`,
        params,
        inQuery: [
          'dry_run',
          'allow_dupplicate',
          'max_errors',
          'errors_after',
          'phone_column',
          'secondary_columns',
          'external_id_column',
          'country_code',
          'assume_international',
          'sheet',
          'delimiter',
          'charset',
        ],
        isForm: true,
        isIdempotent: true,
      },
      options,
    );
  }

  /** One row for each lead, streamed. */
  export(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/user/campaign/${id}/leads/export` }, options);
  }
}

class CampaignsReport extends Resource {
  /** Without deleted leads, except in `attempts` and `cost.total`. */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignReportResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/report` }, options);
  }
}

class CampaignsLimits extends Resource {
  /** Limits of the account, and legal calling hours. */
  get(options?: RequestOptions): ApiPromise<types.CampaignLimitsResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns/limits' }, options);
  }
}

class CampaignsProgress extends Resource {
  /** One entry for each campaign. */
  list(options?: RequestOptions): ApiPromise<types.CampaignProgressResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns/progress' }, options);
  }
}

class CampaignsMonitor extends Resource {
  /** Read the current activity of a campaign: live calls, today's results, and call rate. */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignMonitorResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/monitor` }, options);
  }
}

class CampaignsStartCheck extends Resource {
  /**
   * How many people would be called, from which numbers, when, at what cost, and which variables have no
   * value. Nothing is started.
   */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignsStartCheckGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/start-check` }, options);
  }
}

class Campaigns extends Resource {
  readonly leads = new CampaignsLeads(this.transport);
  readonly report = new CampaignsReport(this.transport);
  readonly limits = new CampaignsLimits(this.transport);
  readonly progress = new CampaignsProgress(this.transport);
  readonly monitor = new CampaignsMonitor(this.transport);
  readonly startCheck = new CampaignsStartCheck(this.transport);

  /**
   * A new campaign is a `draft` and makes no calls until it is started. Null and missing fields get
   * their defaults.
   */
  create(
    params: types.CreateCampaignRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveCampaignResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/campaign', params, isIdempotent: true },
      options,
    );
  }

  /** List all campaigns. */
  list(options?: RequestOptions): ApiPromise<types.Campaign[]> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns' }, options);
  }

  /** Read a campaign. */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}` }, options);
  }

  /**
   * Missing fields stay as they are; null resets a field to its default. A running campaign uses the new
   * settings for its next calls.
   */
  update(
    id: number,
    params?: types.UpdateCampaignRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveCampaignResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/campaign/${id}`, params }, options);
  }

  /** Delete a campaign with its leads, keeping its calls. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/campaign/${id}` }, options);
  }

  /** `start` begins or resumes; `stop` makes no new calls. `warnings` lists settings that have no effect. */
  updateStatus(
    params: types.UpdateStatusRequest,
    options?: RequestOptions,
  ): ApiPromise<types.UpdateStatusResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/campaigns/update-status', params, isIdempotent: true },
      options,
    );
  }
}

class Leads extends Resource {
  /**
   * A second lead with the same number is refused unless `allow_dupplicate` is set. A running campaign
   * calls it as soon as its rules allow.
   */
  create(params: types.CreateLeadRequest, options?: RequestOptions): ApiPromise<types.SaveLeadResponse> {
    return this.transport.call({ method: 'POST', path: '/user/lead', params, isIdempotent: true }, options);
  }

  /** `waiting` says why a lead is not called yet. */
  list(params?: types.LeadsListParams, options?: RequestOptions): PagePromise<types.Lead> {
    return this.transport.list({ method: 'GET', path: '/user/leads', params }, options);
  }

  /** Read a lead. */
  get(id: number, options?: RequestOptions): ApiPromise<types.LeadResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/leads/${id}` }, options);
  }

  /** Missing fields stay as they are; variables are merged. The status `created` starts the lead over. */
  update(
    id: number,
    params?: types.UpdateLeadRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveLeadResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/leads/${id}`, params }, options);
  }

  /** Its calls stay in the list of calls. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/leads/${id}` }, options);
  }

  /** An invalid lead affects no other; `results` has one entry for each. */
  createMany(params: types.BulkLeadsRequest, options?: RequestOptions): ApiPromise<types.BulkLeadsResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/leads/bulk', params, isIdempotent: true },
      options,
    );
  }
}

class Models extends Resource {
  /** Ids for `llm_model_id` and `multimodal_model_id`. */
  list(params?: types.ModelsListParams, options?: RequestOptions): ApiPromise<types.LanguageModel[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/models', params }, options);
  }
}

class Voices extends Resource {
  /** Ids for `voice_id`. Each voice fits certain modes and languages. */
  list(params?: types.VoicesListParams, options?: RequestOptions): ApiPromise<types.Voice[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/voices', params }, options);
  }

  /** WAV, with Range support. */
  preview(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/voices/${id}/preview` }, options);
  }
}

class Languages extends Resource {
  /** Ids for `language_id`. */
  list(options?: RequestOptions): ApiPromise<types.Language[]> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/languages' }, options);
  }
}

class SynthesizerProviders extends Resource {
  /** List synthesizer providers, optionally only those for one language. */
  list(
    params?: types.SynthesizerProvidersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.SpeechProvider[]> {
    return this.transport.call(
      { method: 'GET', path: '/user/assistants/synthesizer-providers', params },
      options,
    );
  }
}

class TranscriberProviders extends Resource {
  /** List transcriber providers, optionally only those for one language. */
  list(
    params?: types.TranscriberProvidersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.SpeechProvider[]> {
    return this.transport.call(
      { method: 'GET', path: '/user/assistants/transcriber-providers', params },
      options,
    );
  }
}

class Statistics extends Resource {
  /** Zeros for days without activity. */
  get(params?: types.StatisticsGetParams, options?: RequestOptions): ApiPromise<types.StatisticsResponse> {
    return this.transport.call({ method: 'GET', path: '/user/statistics', params }, options);
  }
}

class Search extends Resource {
  /** At most five results of each kind, best first. */
  run(params: types.SearchRunParams, options?: RequestOptions): ApiPromise<types.SearchResponse> {
    return this.transport.call({ method: 'GET', path: '/user/search', params }, options);
  }

  /**
   * Newest first, about a second after it was said; calls when they have ended. Internal notes are found
   * with their conversation. Words are found in all forms of the languages of your assistants. A long
   * conversation may be found several times, at different messages.
   */
  content(
    params: types.SearchContentParams,
    options?: RequestOptions,
  ): ApiPromise<types.ContentSearchResponse> {
    return this.transport.call({ method: 'GET', path: '/user/search/content', params }, options);
  }
}

class PublicConversationsMessages extends Resource {
  /**
   * Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text,
   * `tool-started` and `tool-finished`, then `done` or `error`.
   */
  create(
    uuid: string,
    params?: types.VisitorMessageRequest,
    options?: RequestOptions,
  ): ApiPromise<types.VisitorMessageResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/conversations/${uuid}/messages`, params, isIdempotent: true },
      options,
    );
  }

  /**
   * Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text,
   * `tool-started` and `tool-finished`, then `done` or `error`.
   */
  createStream(
    uuid: string,
    params?: types.VisitorMessageRequest,
    options?: RequestOptions,
  ): Promise<EventStream<types.PublicConversationsMessagesCreateEvent>> {
    return this.transport.stream(
      { method: 'POST', path: path`/conversations/${uuid}/messages`, params, isIdempotent: true },
      { gives: 'event', lastEvent: null },
      options,
    );
  }
}

class PublicConversationsFiles extends Resource {
  /**
   * For assistants with `files_enabled`. Accepts pictures (PNG, JPEG, WebP, GIF), PDFs, Word, Excel and
   * PowerPoint files (DOCX, XLSX, PPTX) and text files of up to 10 MB; their content decides. The
   * assistant sees pictures of up to 5 MB. A file that is not sent with a message within a day is
   * deleted. Limits: 100 MB a day and 20 unsent files per conversation, and 500 MB of unsent files per
   * account.
   */
  create(uuid: string, options?: RequestOptions): ApiPromise<types.VisitorFileResponse> {
    return this.transport.call({ method: 'POST', path: path`/conversations/${uuid}/files` }, options);
  }

  /**
   * The UUID of the conversation is the visitor’s secret. Pictures are served with their content type;
   * browsers download all other files.
   */
  get(uuid: string, file: string, options?: RequestOptions): Promise<Response> {
    return this.transport.download(
      { method: 'GET', path: path`/conversations/${uuid}/files/${file}` },
      options,
    );
  }
}

class PublicConversationsEvents extends Resource {
  /** Sent at once and after every change, for example when a person writes. */
  stream(uuid: string, options?: RequestOptions): Promise<EventStream<types.ConversationState>> {
    return this.transport.stream(
      { method: 'GET', path: path`/conversations/${uuid}/events` },
      { gives: 'data', lastEvent: null },
      options,
    );
  }
}

class PublicConversations extends Resource {
  readonly messages = new PublicConversationsMessages(this.transport);
  readonly files = new PublicConversationsFiles(this.transport);
  readonly events = new PublicConversationsEvents(this.transport);

  /**
   * For visitors of a website: the assistant must be public, or the request needs a token. The answer
   * contains the greeting.
   */
  create(
    params: types.OpenConversationRequest,
    options?: RequestOptions,
  ): ApiPromise<types.OpenConversationResponse> {
    return this.transport.call(
      { method: 'POST', path: '/conversations', params, isIdempotent: true },
      options,
    );
  }

  /** The UUID is the visitor’s secret. */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.HistoryResponse> {
    return this.transport.call({ method: 'GET', path: path`/conversations/${uuid}` }, options);
  }
}

class Ai extends Resource {
  /**
   * For your own channels: one conversation for each assistant and `customer_identifier`. At most 5
   * requests a minute for each token.
   */
  generateReply(
    params: types.GenerateReplyRequest,
    options?: RequestOptions,
  ): ApiPromise<types.GenerateReplyResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/ai/generate-reply', params, isIdempotent: true },
      options,
    );
  }
}

class ConversationsAssignment extends Resource {
  /** The assistant keeps answering until `conversations.disableAi`. */
  update(
    uuid: string,
    params?: types.AssignRequest,
    options?: RequestOptions,
  ): ApiPromise<types.InboxStateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/conversations/${uuid}/assignment`, params },
      options,
    );
  }
}

class ConversationsTags extends Resource {
  /** Replaces all tags. */
  update(
    uuid: string,
    params: types.TagsRequest,
    options?: RequestOptions,
  ): ApiPromise<types.InboxStateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/conversations/${uuid}/tags`, params },
      options,
    );
  }
}

class ConversationsRead extends Resource {
  /** Each member has their own read marks; an API key has none and gets status 422. */
  update(uuid: string, options?: RequestOptions): ApiPromise<types.ReadResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/conversations/${uuid}/read` }, options);
  }
}

class ConversationsNotes extends Resource {
  /** At most the latest 500. */
  list(uuid: string, options?: RequestOptions): ApiPromise<types.NotesResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/conversations/${uuid}/notes` }, options);
  }

  /** Customers and assistants never see notes. */
  create(uuid: string, params: types.NoteRequest, options?: RequestOptions): ApiPromise<types.NoteResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/notes`, params, isIdempotent: true },
      options,
    );
  }

  /** Any member with the role agent or higher can delete it. */
  delete(uuid: string, id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/conversations/${uuid}/notes/${id}` },
      options,
    );
  }
}

class ConversationsEvents extends Resource {
  /** At most the latest 500. Earlier versions did not record them. */
  list(uuid: string, options?: RequestOptions): ApiPromise<types.ConversationEventsResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/conversations/${uuid}/events` }, options);
  }
}

class ConversationsPresence extends Resource {
  /** You are not in the list. */
  list(uuid: string, options?: RequestOptions): ApiPromise<types.PresenceResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/conversations/${uuid}/presence` }, options);
  }

  /** Answers with the other teammates there. An API key gets status 422. */
  update(
    uuid: string,
    params: types.PresenceRequest,
    options?: RequestOptions,
  ): ApiPromise<types.PresenceResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/conversations/${uuid}/presence`, params },
      options,
    );
  }

  /** Without this request, your presence ends after 15 seconds. An API key gets status 422. */
  delete(uuid: string, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/conversations/${uuid}/presence` },
      options,
    );
  }
}

class ConversationsMessages extends Resource {
  /** On the messaging channel, it is sent if the customer’s 24-hour window is open. */
  create(
    uuid: string,
    params: types.HumanMessageRequest,
    options?: RequestOptions,
  ): ApiPromise<types.HumanMessageResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/messages`, params, isIdempotent: true },
      options,
    );
  }

  /**
   * Read the newest messages of a conversation, by its id or UUID, with their states and attachments,
   * oldest first.
   */
  list(
    id: number | string,
    params?: types.ConversationsMessagesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.ChannelMessagesResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/msgapp/conversations/${id}/messages`, params },
      options,
    );
  }
}

class Conversations extends Resource {
  readonly assignment = new ConversationsAssignment(this.transport);
  readonly tags = new ConversationsTags(this.transport);
  readonly read = new ConversationsRead(this.transport);
  readonly notes = new ConversationsNotes(this.transport);
  readonly events = new ConversationsEvents(this.transport);
  readonly presence = new ConversationsPresence(this.transport);
  readonly messages = new ConversationsMessages(this.transport);

  /** Filters can be combined. */
  list(
    params?: types.ConversationsListParams,
    options?: RequestOptions,
  ): PagePromise<types.ConversationItem> {
    return this.transport.list({ method: 'GET', path: '/user/conversations', params }, options);
  }

  /**
   * Streamed, latest conversation first, with the filters of the inbox. CSV has one row per message,
   * JSON Lines one object per conversation. The connection breaks if the export fails, so a download
   * that ended normally is complete.
   */
  export(params?: types.ConversationsExportParams, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: '/user/conversations/export', params }, options);
  }

  /** Charges and the evaluation follow shortly after the end. */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.ConversationViewResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/conversations/${uuid}` }, options);
  }

  /** Turn the AI on in a conversation. */
  enableAi(uuid: string, options?: RequestOptions): ApiPromise<types.AiSwitchResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/enable-ai` },
      options,
    );
  }

  /** Turn the AI off in a conversation so that a person can reply. */
  disableAi(uuid: string, options?: RequestOptions): ApiPromise<types.AiSwitchResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/disable-ai` },
      options,
    );
  }

  /** Deletes all messages after the kept ones. For `test` conversations only. */
  rewind(
    uuid: string,
    params: types.RewindRequest,
    options?: RequestOptions,
  ): ApiPromise<types.RewindResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/rewind`, params },
      options,
    );
  }

  /** It opens again at that time, or when the customer writes. */
  snooze(
    uuid: string,
    params: types.SnoozeRequest,
    options?: RequestOptions,
  ): ApiPromise<types.InboxStateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/conversations/${uuid}/snooze`, params },
      options,
    );
  }

  /** The assistant answers again. The customer’s next message opens the conversation. */
  close(uuid: string, options?: RequestOptions): ApiPromise<types.InboxStateResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/conversations/${uuid}/close` }, options);
  }

  /** The assistant keeps answering until `conversations.disableAi`. */
  reopen(uuid: string, options?: RequestOptions): ApiPromise<types.InboxStateResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/conversations/${uuid}/reopen` }, options);
  }

  /**
   * All changes are stored together. Conversations that cannot be changed are listed in `skipped`, and
   * do not stop the others.
   */
  changeMany(
    params: types.BulkConversationsRequest,
    options?: RequestOptions,
  ): ApiPromise<types.BulkConversationsResponse> {
    return this.transport.call({ method: 'POST', path: '/user/conversations/bulk', params }, options);
  }
}

class InboxCounts extends Resource {
  /** Read `inbox.list` for the conversations of a view. */
  get(options?: RequestOptions): ApiPromise<types.InboxCountsResponse> {
    return this.transport.call({ method: 'GET', path: '/user/inbox/counts' }, options);
  }
}

class InboxChoices extends Resource {
  /** Viewers are not included, because they cannot reply. */
  get(options?: RequestOptions): ApiPromise<types.InboxChoicesResponse> {
    return this.transport.call({ method: 'GET', path: '/user/inbox/choices' }, options);
  }
}

class Inbox extends Resource {
  readonly counts = new InboxCounts(this.transport);
  readonly choices = new InboxChoices(this.transport);

  /**
   * With the latest message, the customer and the state of each conversation. In a `view`, the longest
   * wait comes first.
   */
  list(params?: types.InboxListParams, options?: RequestOptions): PagePromise<types.InboxItem> {
    return this.transport.list({ method: 'GET', path: '/user/inbox', params }, options);
  }
}

class Groups extends Resource {
  /** Assistants hand conversations to groups. */
  list(options?: RequestOptions): ApiPromise<types.GroupsResponse> {
    return this.transport.call({ method: 'GET', path: '/user/groups' }, options);
  }

  /** Without hours, the group is always open. */
  create(params: types.GroupRequest, options?: RequestOptions): ApiPromise<types.GroupResponse> {
    return this.transport.call({ method: 'POST', path: '/user/groups', params, isIdempotent: true }, options);
  }

  /** Replaces the name, the members and the hours. */
  update(id: number, params: types.GroupRequest, options?: RequestOptions): ApiPromise<types.GroupResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/groups/${id}`, params }, options);
  }

  /** Its conversations stay, without a group. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/groups/${id}` }, options);
  }
}

class CannedReplies extends Resource {
  /** Variables are filled when a teammate inserts the text. */
  list(options?: RequestOptions): ApiPromise<types.CannedRepliesResponse> {
    return this.transport.call({ method: 'GET', path: '/user/canned-replies' }, options);
  }

  /** The shortcut must be unique in the account. */
  create(params: types.CannedReplyRequest, options?: RequestOptions): ApiPromise<types.CannedReplyResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/canned-replies', params, isIdempotent: true },
      options,
    );
  }

  /** Replaces the shortcut and the text. */
  update(
    id: number,
    params: types.CannedReplyRequest,
    options?: RequestOptions,
  ): ApiPromise<types.CannedReplyResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/canned-replies/${id}`, params }, options);
  }

  /** Messages that contain its text stay. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/canned-replies/${id}` }, options);
  }
}

class Knowledgebases extends Resource {
  /** List all knowledgebases. */
  list(options?: RequestOptions): ApiPromise<types.KnowledgebaseListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/knowledgebases' }, options);
  }

  /** Create an empty knowledgebase. */
  create(
    params: types.CreateKnowledgebaseRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveKnowledgebaseResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/knowledgebases', params, isIdempotent: true },
      options,
    );
  }

  /** Read a knowledgebase with its status and counts. */
  get(id: number, options?: RequestOptions): ApiPromise<types.KnowledgebaseResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/knowledgebases/${id}` }, options);
  }

  /** Change the name or description of a knowledgebase. */
  update(
    id: number,
    params?: types.UpdateKnowledgebaseRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveKnowledgebaseResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/knowledgebases/${id}`, params }, options);
  }

  /** Assistants continue without it. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/knowledgebases/${id}` }, options);
  }

  /** The same search that assistants use. `why` explains each result. */
  search(
    id: number,
    params: types.SearchKnowledgeRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SearchKnowledgeResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${id}/search`, params },
      options,
    );
  }
}

class DocumentsChunks extends Resource {
  /** List the passages of a document, page by page. */
  list(
    knowledgebase_id: number,
    id: number,
    params?: types.DocumentsChunksListParams,
    options?: RequestOptions,
  ): PagePromise<types.DocumentChunk> {
    return this.transport.list(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}/chunks`, params },
      options,
    );
  }
}

class Documents extends Resource {
  readonly chunks = new DocumentsChunks(this.transport);

  /**
   * Processing takes place in the background: ask for the document until its status is `active` or
   * `failed`, or use the webhooks `document.active` and `document.failed`. Files may have up to 20 MB.
   */
  create(
    knowledgebase_id: number,
    params: types.DocumentsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.CreateDocumentResponse> {
    return this.transport.call(
      {
        method: 'POST',
        path: path`/user/knowledgebases/${knowledgebase_id}/documents`,
        params,
        isIdempotent: true,
      },
      options,
    );
  }

  /** List the documents of a knowledgebase with their progress. */
  list(knowledgebase_id: number, options?: RequestOptions): ApiPromise<types.DocumentListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebase_id}/documents` },
      options,
    );
  }

  /** List the failed documents of all knowledgebases, latest failure first. */
  listFailed(
    params?: types.DocumentsListFailedParams,
    options?: RequestOptions,
  ): ApiPromise<types.FailedDocumentsResponse> {
    return this.transport.call({ method: 'GET', path: '/user/documents/failed', params }, options);
  }

  /** Read a document with its progress or error. */
  get(knowledgebase_id: number, id: number, options?: RequestOptions): ApiPromise<types.DocumentResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}` },
      options,
    );
  }

  /** Change the name or description of a document. */
  update(
    knowledgebase_id: number,
    id: number,
    params?: types.UpdateDocumentRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveDocumentResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}`, params },
      options,
    );
  }

  /** Delete a document and its passages. */
  delete(knowledgebase_id: number, id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}` },
      options,
    );
  }

  /** Only for failed documents; otherwise 409. */
  retry(
    knowledgebase_id: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.SaveDocumentResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}/retry` },
      options,
    );
  }

  /** Unchanged passages stay as they are. A failed refresh changes nothing. */
  refresh(
    knowledgebase_id: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.SaveDocumentResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}/refresh` },
      options,
    );
  }
}

class McpServers extends Resource {
  /** In the order in which they were added. */
  list(options?: RequestOptions): ApiPromise<types.McpServer[]> {
    return this.transport.call({ method: 'GET', path: '/user/mcp-servers' }, options);
  }

  /**
   * The server must speak Streamable HTTP. Its tools are listed first; a server that cannot be reached
   * is added with the error.
   */
  create(
    params: types.CreateMcpServerRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveMcpServerResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/mcp-servers', params, isIdempotent: true },
      options,
    );
  }

  /** With its headers, the size of its stored list of tools, and the last error. */
  get(id: number, options?: RequestOptions): ApiPromise<types.McpServer> {
    return this.transport.call({ method: 'GET', path: path`/user/mcp-servers/${id}` }, options);
  }

  /** Headers are replaced as a whole. The tools are listed again. */
  update(
    id: number,
    params?: types.UpdateMcpServerRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveMcpServerResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/mcp-servers/${id}`, params }, options);
  }

  /** Also removes it from all assistants. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/mcp-servers/${id}` }, options);
  }
}

class McpServerTools extends Resource {
  /**
   * Asks the server if the stored list is older than 10 minutes. If that fails, `error` is the reason
   * and the list is the last one.
   */
  list(
    id: number,
    params?: types.McpServerToolsListParams,
    options?: RequestOptions,
  ): ApiPromise<types.McpToolsResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/mcp-servers/${id}/tools`, params }, options);
  }
}

class MsgappSenders extends Resource {
  /** List the online senders, or all of them. */
  list(
    params?: types.MsgappSendersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.SenderListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/msgapp/senders', params }, options);
  }

  /** Then configure the returned `webhook_url` at the carrier. */
  create(params: types.CreateSenderRequest, options?: RequestOptions): ApiPromise<types.SaveSenderResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/senders', params, isIdempotent: true },
      options,
    );
  }

  /** Read a sender with the webhook URL to configure at its carrier. */
  get(id: number, options?: RequestOptions): ApiPromise<types.SenderResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/msgapp/senders/${id}` }, options);
  }

  /** Change the supplied fields of a sender. */
  update(
    id: number,
    params?: types.UpdateSenderRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveSenderResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/msgapp/senders/${id}`, params }, options);
  }

  /** Disconnect a sender, keeping its conversations. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/msgapp/senders/${id}` }, options);
  }
}

class MsgappUnattributedReports extends Resource {
  /** List carrier reports that match no customer or message, newest first. */
  list(
    id: number,
    params?: types.MsgappUnattributedReportsListParams,
    options?: RequestOptions,
  ): PagePromise<types.UnattributedReport> {
    return this.transport.list(
      { method: 'GET', path: path`/user/msgapp/senders/${id}/unattributed-reports`, params },
      options,
    );
  }
}

class MsgappTemplates extends Resource {
  /** List a sender’s templates, by default the approved ones. */
  list(
    sender_id: number,
    params?: types.MsgappTemplatesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.TemplateListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/msgapp/senders/${sender_id}/templates`, params },
      options,
    );
  }

  /** Synchronize the templates with the carrier now instead of within four hours. */
  sync(sender_id: number, options?: RequestOptions): ApiPromise<types.TemplateListResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/msgapp/senders/${sender_id}/templates/sync` },
      options,
    );
  }
}

class MsgappSessionStatus extends Resource {
  /** A customer without a conversation has no open window. */
  get(
    params: types.MsgappSessionStatusGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.SessionStatusResponse> {
    return this.transport.call({ method: 'GET', path: '/user/msgapp/session-status', params }, options);
  }
}

class MsgappMessages extends Resource {
  /** Read the delivery state of a message by its msgapp_message_id. */
  get(id: number, options?: RequestOptions): ApiPromise<types.MessageDeliveryResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/msgapp/messages/${id}` }, options);
  }
}

class MsgappAttachments extends Resource {
  /**
   * The file as the customer sent it. Pictures are served with their content type, so that browsers can
   * show them.
   */
  download(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/user/msgapp/attachments/${id}` }, options);
  }
}

class Msgapp extends Resource {
  readonly senders = new MsgappSenders(this.transport);
  readonly unattributedReports = new MsgappUnattributedReports(this.transport);
  readonly templates = new MsgappTemplates(this.transport);
  readonly sessionStatus = new MsgappSessionStatus(this.transport);
  readonly messages = new MsgappMessages(this.transport);
  readonly attachments = new MsgappAttachments(this.transport);

  /** Free text is possible for 24 hours after the customer’s latest message. At most 5 requests a second. */
  sendFreeform(
    params: types.SendFreeformRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SendFreeformResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/send-freeform', params, isIdempotent: true },
      options,
    );
  }

  /** The template must be approved, and every placeholder needs a value. At most 5 requests a second. */
  sendTemplate(
    params: types.SendTemplateRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SendTemplateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/send', params, isIdempotent: true },
      options,
    );
  }
}

class Sms extends Resource {
  /** Charged for each segment. A recipient on the do-not-call list is refused. */
  send(params?: types.SendSmsRequest, options?: RequestOptions): ApiPromise<types.SendSmsResponse> {
    return this.transport.call({ method: 'POST', path: '/user/sms', params, isIdempotent: true }, options);
  }

  /** List SMS in both directions, newest first. */
  list(params?: types.SmsListParams, options?: RequestOptions): PagePromise<types.Sms> {
    return this.transport.list({ method: 'GET', path: '/user/sms', params }, options);
  }

  /** Read an SMS with its delivery state. */
  get(id: number, options?: RequestOptions): ApiPromise<types.SmsResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/sms/${id}` }, options);
  }
}

class SipTrunks extends Resource {
  /** List all SIP trunks. */
  list(options?: RequestOptions): ApiPromise<types.TrunkListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/sip-trunks' }, options);
  }

  /** The number can be assigned to an assistant at once. */
  create(params: types.CreateTrunkRequest, options?: RequestOptions): ApiPromise<types.SaveTrunkResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/phone-numbers/sip-trunks', params, isIdempotent: true },
      options,
    );
  }

  /** Read a SIP trunk, without its password. */
  get(id: number, options?: RequestOptions): ApiPromise<types.TrunkResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/phone-numbers/sip-trunks/${id}` }, options);
  }

  /** Missing fields stay as they are; null resets a field to its default. */
  update(
    id: number,
    params?: types.UpdateTrunkRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveTrunkResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/phone-numbers/sip-trunks/${id}`, params },
      options,
    );
  }
}

class Tools extends Resource {
  /** List all mid-call tools. */
  list(options?: RequestOptions): ApiPromise<types.Tool[]> {
    return this.transport.call({ method: 'GET', path: '/user/tools' }, options);
  }

  /** The assistant decides by the description when to call it. Requests are signed like webhooks. */
  create(params: types.CreateToolRequest, options?: RequestOptions): ApiPromise<types.SaveToolResponse> {
    return this.transport.call({ method: 'POST', path: '/user/tools', params, isIdempotent: true }, options);
  }

  /** Read a mid-call tool. */
  get(id: number, options?: RequestOptions): ApiPromise<types.Tool> {
    return this.transport.call({ method: 'GET', path: path`/user/tools/${id}` }, options);
  }

  /** Change the supplied fields of a mid-call tool, replacing headers and schema as a whole. */
  update(
    id: number,
    params?: types.UpdateToolRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveToolResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/tools/${id}`, params }, options);
  }

  /** Delete a mid-call tool and remove it from all assistants. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/tools/${id}` }, options);
  }

  /** Sends a real request to the endpoint. */
  test(
    id: number,
    params?: types.TestToolRequest,
    options?: RequestOptions,
  ): ApiPromise<types.TestToolResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/tools/${id}/test`, params, isIdempotent: true },
      options,
    );
  }
}

class Vendors extends Resource {
  /** Only for the owner of the installation. Keys are never returned. */
  list(options?: RequestOptions): ApiPromise<types.VendorsResponse> {
    return this.transport.call({ method: 'GET', path: '/user/vendors' }, options);
  }

  /**
   * Only for the owner of the installation. Applies to new calls and chats within a second, without a
   * restart. Replaces all settings, but keeps keys that are left out. Does not contact the vendor: test
   * the settings first. If an environment variable configures the vendor, the answer is 409.
   */
  update(
    code: string,
    params?: types.SaveVendorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveVendorResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/vendors/${code}`, params }, options);
  }

  /**
   * Only for the owner of the installation. Deletes the stored key and settings. Calls and chats under
   * way continue; new ones of assistants that use the vendor fail or use a fallback.
   */
  delete(code: string, options?: RequestOptions): ApiPromise<types.SaveVendorResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/vendors/${code}` }, options);
  }

  /**
   * Only for the owner of the installation. Sends one small request, which the vendor may charge for,
   * and waits at most 20 seconds. Without a body, tests the current settings, including those of the
   * environment. Saves nothing.
   */
  test(
    code: string,
    params?: types.TestVendorRequest,
    options?: RequestOptions,
  ): ApiPromise<types.VendorTestResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/vendors/${code}/test`, params }, options);
  }
}

class WebhookSecret extends Resource {
  /** For signatures as in the Standard Webhooks specification. */
  get(options?: RequestOptions): ApiPromise<types.WebhookSecretResponse> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-secret' }, options);
  }

  /** Store the new secret within 24 hours. */
  rotate(options?: RequestOptions): ApiPromise<types.RotateSecretResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/webhook-secret/rotate', isIdempotent: true },
      options,
    );
  }
}

class WebhookDeliveries extends Resource {
  /** List webhook deliveries by page, newest first. */
  list(
    params?: types.WebhookDeliveriesListParams,
    options?: RequestOptions,
  ): PagePromise<types.WebhookDelivery> {
    return this.transport.list({ method: 'GET', path: '/user/webhook-deliveries', params }, options);
  }

  /** Read a webhook delivery with its payload and every attempt. */
  get(id: string, options?: RequestOptions): ApiPromise<types.DeliveryResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/webhook-deliveries/${id}` }, options);
  }

  /** Resend a webhook with the same id. */
  resend(id: string, options?: RequestOptions): ApiPromise<types.ResendResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/webhook-deliveries/${id}/resend`, isIdempotent: true },
      options,
    );
  }

  /** Each keeps its id, so that receivers can ignore what they have. */
  replay(params: types.ReplayRequest, options?: RequestOptions): ApiPromise<types.ReplayResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/webhook-deliveries/replay', params, isIdempotent: true },
      options,
    );
  }
}

class WebhookTargets extends Resource {
  /** With the URLs of assistants. */
  list(options?: RequestOptions): ApiPromise<types.EndpointListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-targets' }, options);
  }

  /** Enable a disabled endpoint and send its held webhooks. */
  enable(id: number, options?: RequestOptions): ApiPromise<types.EnableEndpointResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/webhook-targets/${id}/enable` }, options);
  }
}

class WebhookEndpoints extends Resource {
  /** List webhook endpoints with their events. */
  list(options?: RequestOptions): ApiPromise<types.SubscribedEndpointList> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-endpoints' }, options);
  }

  /** `*` subscribes to all events. Every webhook is signed. */
  create(
    params: types.CreateEndpointRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveEndpointResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/webhook-endpoints', params, isIdempotent: true },
      options,
    );
  }

  /** Change the supplied fields of a webhook endpoint, replacing events and headers as a whole. */
  update(
    id: number,
    params?: types.UpdateEndpointRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SaveEndpointResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/webhook-endpoints/${id}`, params }, options);
  }

  /** Delete a webhook endpoint and its unsent webhooks. */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MessageResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/webhook-endpoints/${id}` }, options);
  }

  /** Send a test.ping to a webhook endpoint. */
  test(id: number, options?: RequestOptions): ApiPromise<types.ResendResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/webhook-endpoints/${id}/test`, isIdempotent: true },
      options,
    );
  }
}

class SandboxPhoneNumbers extends Resource {
  /** Add a sandbox phone number to the account. */
  create(
    params: types.SandboxNumberRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxNumberResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/phone-numbers', params, isIdempotent: true },
      options,
    );
  }
}

class SandboxBalance extends Resource {
  /** Set the balance of the account. */
  update(params: types.SetBalanceRequest, options?: RequestOptions): ApiPromise<types.BalanceResponse> {
    return this.transport.call({ method: 'PUT', path: '/sandbox/balance', params }, options);
  }
}

class SandboxCalls extends Resource {
  /** The WebSocket speaks the same protocol as that of `POST /user/calls/web`. */
  create(params: types.SandboxCallRequest, options?: RequestOptions): ApiPromise<types.SandboxCallResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/calls', params, isIdempotent: true },
      options,
    );
  }
}

class SandboxPhones extends Resource {
  /** Text messages `ringing`, `answer` and `reject` come before the audio. */
  create(params: types.SandboxPhoneRequest, options?: RequestOptions): ApiPromise<types.SandboxCallResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/phones', params, isIdempotent: true },
      options,
    );
  }
}

class SandboxSenders extends Resource {
  /** Create a sender on the sandbox carrier. */
  create(
    params?: types.SandboxSenderRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxSenderResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/msgapp/senders', params, isIdempotent: true },
      options,
    );
  }

  /** Set a sandbox sender online or offline, or assign it an assistant. */
  update(
    id: number,
    params?: types.UpdateSandboxSenderRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxSenderResponse> {
    return this.transport.call({ method: 'PUT', path: path`/sandbox/msgapp/senders/${id}`, params }, options);
  }
}

class SandboxTemplates extends Resource {
  /** Add a template with any approval status to a sandbox sender. */
  create(
    id: number,
    params: types.SandboxTemplateRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxTemplateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/sandbox/msgapp/senders/${id}/templates`, params, isIdempotent: true },
      options,
    );
  }
}

class SandboxMessages extends Resource {
  /** Send a message to a sandbox sender as a customer. */
  create(
    id: number,
    params: types.SandboxInboundRequest,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxInboundResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/sandbox/msgapp/senders/${id}/inbound`, params, isIdempotent: true },
      options,
    );
  }
}

class SandboxSms extends Resource {
  /** Send an SMS to a sandbox number as a customer. */
  create(params: types.SandboxSmsRequest, options?: RequestOptions): ApiPromise<types.SandboxSmsResponse> {
    return this.transport.call({ method: 'POST', path: '/sandbox/sms', params, isIdempotent: true }, options);
  }
}

class Sandbox extends Resource {
  readonly phoneNumbers = new SandboxPhoneNumbers(this.transport);
  readonly balance = new SandboxBalance(this.transport);
  readonly calls = new SandboxCalls(this.transport);
  readonly phones = new SandboxPhones(this.transport);
  readonly senders = new SandboxSenders(this.transport);
  readonly templates = new SandboxTemplates(this.transport);
  readonly messages = new SandboxMessages(this.transport);
  readonly sms = new SandboxSms(this.transport);
}

/** All operations of the API, by resource. */
export class Resources extends Resource {
  readonly account = new Account(this.transport);
  readonly passwordResets = new PasswordResets(this.transport);
  readonly emailChanges = new EmailChanges(this.transport);
  readonly pronunciations = new Pronunciations(this.transport);
  readonly invitations = new Invitations(this.transport);
  readonly members = new Members(this.transport);
  readonly profile = new Profile(this.transport);
  readonly accounts = new Accounts(this.transport);
  readonly secondFactor = new SecondFactor(this.transport);
  readonly apiKeys = new ApiKeys(this.transport);
  readonly alerts = new Alerts(this.transport);
  readonly alertSettings = new AlertSettings(this.transport);
  readonly assistants = new Assistants(this.transport);
  readonly phoneNumbers = new PhoneNumbers(this.transport);
  readonly auditLog = new AuditLog(this.transport);
  readonly billing = new Billing(this.transport);
  readonly blacklist = new Blacklist(this.transport);
  readonly calls = new Calls(this.transport);
  readonly recordings = new Recordings(this.transport);
  readonly widgets = new Widgets(this.transport);
  readonly campaigns = new Campaigns(this.transport);
  readonly leads = new Leads(this.transport);
  readonly models = new Models(this.transport);
  readonly voices = new Voices(this.transport);
  readonly languages = new Languages(this.transport);
  readonly synthesizerProviders = new SynthesizerProviders(this.transport);
  readonly transcriberProviders = new TranscriberProviders(this.transport);
  readonly statistics = new Statistics(this.transport);
  readonly search = new Search(this.transport);
  readonly publicConversations = new PublicConversations(this.transport);
  readonly ai = new Ai(this.transport);
  readonly conversations = new Conversations(this.transport);
  readonly inbox = new Inbox(this.transport);
  readonly groups = new Groups(this.transport);
  readonly cannedReplies = new CannedReplies(this.transport);
  readonly knowledgebases = new Knowledgebases(this.transport);
  readonly documents = new Documents(this.transport);
  readonly mcpServers = new McpServers(this.transport);
  readonly mcpServerTools = new McpServerTools(this.transport);
  readonly msgapp = new Msgapp(this.transport);
  readonly sms = new Sms(this.transport);
  readonly sipTrunks = new SipTrunks(this.transport);
  readonly tools = new Tools(this.transport);
  readonly vendors = new Vendors(this.transport);
  readonly webhookSecret = new WebhookSecret(this.transport);
  readonly webhookDeliveries = new WebhookDeliveries(this.transport);
  readonly webhookTargets = new WebhookTargets(this.transport);
  readonly webhookEndpoints = new WebhookEndpoints(this.transport);
  readonly sandbox = new Sandbox(this.transport);
}
