// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

import type { ApiPromise } from '../api-promise.ts';
import type { EventStream } from '../event-stream.ts';
import type { PagePromise } from '../page.ts';
import { path, Resource } from '../resource.ts';
import type { RequestOptions } from '../transport.ts';
import type * as types from './api-types.ts';

class Account extends Resource {
  /** Log in and get a session token */
  login(params: types.AccountLoginParams, options?: RequestOptions): ApiPromise<types.AccountLoginResponse> {
    return this.transport.call({ method: 'POST', path: '/login', params }, options);
  }

  /** Create an account, where registration is switched on */
  register(
    params: types.AccountRegisterParams,
    options?: RequestOptions,
  ): ApiPromise<types.AccountRegisterResponse> {
    return this.transport.call({ method: 'POST', path: '/register', params }, options);
  }

  /** Revoke the token used for this request */
  logout(options?: RequestOptions): ApiPromise<types.AccountLogoutResponse> {
    return this.transport.call({ method: 'POST', path: '/logout' }, options);
  }

  /** Read the name, email address and balance of the account */
  get(options?: RequestOptions): ApiPromise<types.AccountGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/me' }, options);
  }
}

class Pronunciations extends Resource {
  /** List the pronunciations for all assistants */
  get(options?: RequestOptions): ApiPromise<types.PronunciationsGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/pronunciations' }, options);
  }

  /** Replace the pronunciations for all assistants */
  update(
    params: types.PronunciationsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.PronunciationsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: '/user/pronunciations', params }, options);
  }
}

class ApiKeys extends Resource {
  /** Create an API key and read its token, which is shown only once */
  create(
    params: types.ApiKeysCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.ApiKeysCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/api-keys', params, isIdempotent: true },
      options,
    );
  }

  /** List the API keys, without their tokens */
  list(options?: RequestOptions): ApiPromise<types.ApiKeysListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/api-keys' }, options);
  }

  /** Delete an API key, which all processes refuse at once */
  delete(id: number, options?: RequestOptions): ApiPromise<types.ApiKeysDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/api-keys/${id}` }, options);
  }
}

class AssistantsLatency extends Resource {
  /** Read the measured response latency of an assistant in calls, with estimates for other settings */
  get(
    id: number,
    params?: types.AssistantsLatencyGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsLatencyGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/assistant/${id}/latency`, params }, options);
  }
}

class Assistants extends Resource {
  readonly latency = new AssistantsLatency(this.transport);

  /** Create an assistant */
  create(
    params: types.AssistantsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistant', params, isIdempotent: true },
      options,
    );
  }

  /** Change the supplied fields of an assistant */
  update(
    id: number,
    params?: types.AssistantsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/assistant/${id}`, params }, options);
  }

  /** Read an assistant */
  get(id: number, options?: RequestOptions): ApiPromise<types.AssistantsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/assistant/${id}` }, options);
  }

  /** Delete an assistant and free its number */
  delete(id: number, options?: RequestOptions): ApiPromise<types.AssistantsDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/assistant/${id}` }, options);
  }

  /** List assistants by page, newest first */
  listPage(
    params?: types.AssistantsListPageParams,
    options?: RequestOptions,
  ): PagePromise<types.AssistantsListPageItem> {
    return this.transport.list({ method: 'GET', path: '/user/assistants/get', params }, options);
  }

  /** List all assistants */
  list(options?: RequestOptions): ApiPromise<types.AssistantsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants' }, options);
  }

  /** List all assistants with basic fields only */
  listSummaries(options?: RequestOptions): ApiPromise<types.AssistantsListSummariesResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/summaries' }, options);
  }

  /** List all outbound assistants with a reduced set of fields */
  listOutbound(options?: RequestOptions): ApiPromise<types.AssistantsListOutboundResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/outbound' }, options);
  }

  /** Activate an assistant for inbound calls */
  activate(id: number, options?: RequestOptions): ApiPromise<types.AssistantsActivateResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/assistant/${id}/activate` }, options);
  }

  /** Deactivate an assistant for inbound calls */
  deactivate(id: number, options?: RequestOptions): ApiPromise<types.AssistantsDeactivateResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/assistant/${id}/deactivate` }, options);
  }

  /** Enable the webhook */
  enableWebhook(
    params: types.AssistantsEnableWebhookParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsEnableWebhookResponse> {
    return this.transport.call({ method: 'POST', path: '/user/assistants/enable-webhook', params }, options);
  }

  /** Disable the webhook */
  disableWebhook(
    params: types.AssistantsDisableWebhookParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsDisableWebhookResponse> {
    return this.transport.call({ method: 'POST', path: '/user/assistants/disable-webhook', params }, options);
  }

  /** Enable the inbound webhook */
  enableInboundWebhook(
    params: types.AssistantsEnableInboundWebhookParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsEnableInboundWebhookResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/enable-inbound-webhook', params },
      options,
    );
  }

  /** Disable the inbound webhook */
  disableInboundWebhook(
    params: types.AssistantsDisableInboundWebhookParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsDisableInboundWebhookResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/disable-inbound-webhook', params },
      options,
    );
  }

  /** Enable the conversation ended webhook */
  enableConversationEndedWebhook(
    params: types.AssistantsEnableConversationEndedWebhookParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsEnableConversationEndedWebhookResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/enable-conversation-ended-webhook', params },
      options,
    );
  }

  /** Disable the conversation ended webhook */
  disableConversationEndedWebhook(
    params: types.AssistantsDisableConversationEndedWebhookParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsDisableConversationEndedWebhookResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/assistants/disable-conversation-ended-webhook', params },
      options,
    );
  }
}

class BillingCharges extends Resource {
  /** List ledger entries, newest first */
  list(
    params?: types.BillingChargesListParams,
    options?: RequestOptions,
  ): PagePromise<types.BillingChargesListItem> {
    return this.transport.list({ method: 'GET', path: '/user/billing/charges', params }, options);
  }
}

class BillingSummary extends Resource {
  /** Read the balance, reconciled with ledger totals by kind and by day */
  get(
    params?: types.BillingSummaryGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.BillingSummaryGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/summary', params }, options);
  }
}

class BillingPrices extends Resource {
  /** Read the prices of this installation and the known prices of its models */
  get(options?: RequestOptions): ApiPromise<types.BillingPricesGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/prices' }, options);
  }
}

class BillingUsage extends Resource {
  /** Read language model usage: calls, tokens and, where known, cost */
  get(
    params?: types.BillingUsageGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.BillingUsageGetResponse> {
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
  /** List the do-not-call list, newest first */
  list(params?: types.BlacklistListParams, options?: RequestOptions): PagePromise<types.BlacklistListItem> {
    return this.transport.list({ method: 'GET', path: '/user/blacklist', params }, options);
  }

  /** Add a number to the do-not-call list and stop calling its pending leads */
  create(
    params: types.BlacklistCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.BlacklistCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/blacklist', params, isIdempotent: true },
      options,
    );
  }

  /** Add up to 10,000 numbers to the do-not-call list, with a result for each */
  createMany(
    params: types.BlacklistCreateManyParams,
    options?: RequestOptions,
  ): ApiPromise<types.BlacklistCreateManyResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/blacklist/bulk', params, isIdempotent: true },
      options,
    );
  }

  /** Remove a number from the do-not-call list, without changing its leads */
  delete(id: number, options?: RequestOptions): ApiPromise<types.BlacklistDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/blacklist/${id}` }, options);
  }
}

class CallsEvents extends Resource {
  /**
   * Stream the events of a call as server-sent events until it ends; `Last-Event-ID` resumes, and an
   * ended call is replayed
   */
  stream(id: number, options?: RequestOptions): Promise<EventStream<types.CallsEventsStreamEvent>> {
    return this.transport.stream(
      { method: 'GET', path: path`/user/calls/${id}/events` },
      { gives: 'data', lastEvent: 'call.ended' },
      options,
    );
  }
}

class Calls extends Resource {
  readonly events = new CallsEvents(this.transport);

  /** Start an outbound call, now or at a later time */
  make(params: types.CallsMakeParams, options?: RequestOptions): ApiPromise<types.CallsMakeResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/make_call', params, isIdempotent: true },
      options,
    );
  }

  /** Create a web call over a WebSocket */
  createWeb(
    params: types.CallsCreateWebParams,
    options?: RequestOptions,
  ): ApiPromise<types.CallsCreateWebResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/calls/web', params, isIdempotent: true },
      options,
    );
  }

  /** List calls by page, newest first */
  list(params?: types.CallsListParams, options?: RequestOptions): PagePromise<types.CallsListItem> {
    return this.transport.list({ method: 'GET', path: '/user/calls', params }, options);
  }

  /** Read one call with its transcript, evaluation, latency and costs */
  get(id: number, options?: RequestOptions): ApiPromise<types.CallsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/calls/${id}` }, options);
  }

  /** Delete a call with its recording, ending it first if it is live */
  delete(id: number, options?: RequestOptions): ApiPromise<types.CallsDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/calls/${id}` }, options);
  }

  /** Cancel a scheduled call */
  cancel(id: number, options?: RequestOptions): ApiPromise<types.CallsCancelResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/calls/${id}/cancel` }, options);
  }

  /** End a live call, after a message to the customer or at once */
  hangUp(
    id: number,
    params?: types.CallsHangUpParams,
    options?: RequestOptions,
  ): ApiPromise<types.CallsHangUpResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/hang-up`, params, isIdempotent: true },
      options,
    );
  }

  /** Say a text to the customer as the assistant */
  say(
    id: number,
    params: types.CallsSayParams,
    options?: RequestOptions,
  ): ApiPromise<types.CallsSayResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/say`, params, isIdempotent: true },
      options,
    );
  }

  /** Give the assistant an instruction for its next answers, unheard by the customer */
  whisper(
    id: number,
    params: types.CallsWhisperParams,
    options?: RequestOptions,
  ): ApiPromise<types.CallsWhisperResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/whisper`, params, isIdempotent: true },
      options,
    );
  }

  /** Transfer the customer of a running call to a phone number or SIP address */
  transfer(
    id: number,
    params: types.CallsTransferParams,
    options?: RequestOptions,
  ): ApiPromise<types.CallsTransferResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/calls/${id}/transfer`, params, isIdempotent: true },
      options,
    );
  }
}

class Recordings extends Resource {
  /** Download a recording as WAV by its secret URL, with Range support */
  download(key: string, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/recordings/${key}` }, options);
  }
}

class CampaignsLeads extends Resource {
  /**
   * Import leads from a CSV file or Excel workbook, sent as the body or as the file field of a form,
   * optionally as a dry run
   */
  import(
    id: number,
    params: types.CampaignsLeadsImportParams,
    options?: RequestOptions,
  ): ApiPromise<types.CampaignsLeadsImportResponse> {
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

  /** Export all leads of a campaign with their results as CSV */
  export(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/user/campaign/${id}/leads/export` }, options);
  }
}

class CampaignsReport extends Resource {
  /** Read a campaign report: funnel, attempts, goal, cost, hours of the day, and waiting reasons */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignsReportGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/report` }, options);
  }
}

class CampaignsLimits extends Resource {
  /** Read the campaign limits of this installation */
  get(options?: RequestOptions): ApiPromise<types.CampaignsLimitsGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns/limits' }, options);
  }
}

class CampaignsProgress extends Resource {
  /** Read the progress and live calls of all campaigns */
  list(options?: RequestOptions): ApiPromise<types.CampaignsProgressListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns/progress' }, options);
  }
}

class CampaignsMonitor extends Resource {
  /** Read the current activity of a campaign: live calls, today's results, and call rate */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignsMonitorGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/monitor` }, options);
  }
}

class Campaigns extends Resource {
  readonly leads = new CampaignsLeads(this.transport);
  readonly report = new CampaignsReport(this.transport);
  readonly limits = new CampaignsLimits(this.transport);
  readonly progress = new CampaignsProgress(this.transport);
  readonly monitor = new CampaignsMonitor(this.transport);

  /** Create a campaign */
  create(
    params: types.CampaignsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.CampaignsCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/campaign', params, isIdempotent: true },
      options,
    );
  }

  /** List all campaigns */
  list(options?: RequestOptions): ApiPromise<types.CampaignsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns' }, options);
  }

  /** Read a campaign */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}` }, options);
  }

  /** Change the supplied fields of a campaign, even while it runs */
  update(
    id: number,
    params?: types.CampaignsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.CampaignsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/campaign/${id}`, params }, options);
  }

  /** Delete a campaign with its leads, keeping its calls */
  delete(id: number, options?: RequestOptions): ApiPromise<types.CampaignsDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/campaign/${id}` }, options);
  }

  /** Start or stop a campaign without ending live calls */
  updateStatus(
    params: types.CampaignsUpdateStatusParams,
    options?: RequestOptions,
  ): ApiPromise<types.CampaignsUpdateStatusResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/campaigns/update-status', params, isIdempotent: true },
      options,
    );
  }
}

class Leads extends Resource {
  /**
   * Add a lead to a campaign, optionally with secondary numbers, or change the one with the same
   * external id
   */
  create(params: types.LeadsCreateParams, options?: RequestOptions): ApiPromise<types.LeadsCreateResponse> {
    return this.transport.call({ method: 'POST', path: '/user/lead', params, isIdempotent: true }, options);
  }

  /** List leads by page, newest first, with the reason each one is waiting */
  list(params?: types.LeadsListParams, options?: RequestOptions): PagePromise<types.LeadsListItem> {
    return this.transport.list({ method: 'GET', path: '/user/leads', params }, options);
  }

  /** Read a lead */
  get(id: number, options?: RequestOptions): ApiPromise<types.LeadsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/leads/${id}` }, options);
  }

  /**
   * Change the supplied fields of a lead, reset it so that it is called again, or move it to another
   * campaign
   */
  update(
    id: number,
    params?: types.LeadsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.LeadsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/leads/${id}`, params }, options);
  }

  /** Delete a lead without ending its live call */
  delete(id: number, options?: RequestOptions): ApiPromise<types.LeadsDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/leads/${id}` }, options);
  }

  /** Add or change up to 10,000 leads of a campaign, with a result for each */
  createMany(
    params: types.LeadsCreateManyParams,
    options?: RequestOptions,
  ): ApiPromise<types.LeadsCreateManyResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/leads/bulk', params, isIdempotent: true },
      options,
    );
  }
}

class Models extends Resource {
  /** List the language models for one kind of engine */
  list(params?: types.ModelsListParams, options?: RequestOptions): ApiPromise<types.ModelsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/models', params }, options);
  }
}

class Voices extends Resource {
  /** List the voices for a mode, a language and a realtime model */
  list(params?: types.VoicesListParams, options?: RequestOptions): ApiPromise<types.VoicesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/voices', params }, options);
  }

  /** Read an audio sample of a voice */
  preview(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/voices/${id}/preview` }, options);
  }
}

class Languages extends Resource {
  /** Languages */
  list(options?: RequestOptions): ApiPromise<types.LanguagesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/languages' }, options);
  }
}

class SynthesizerProviders extends Resource {
  /** List synthesizer providers, optionally only those for one language */
  list(
    params?: types.SynthesizerProvidersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.SynthesizerProvidersListResponse> {
    return this.transport.call(
      { method: 'GET', path: '/user/assistants/synthesizer-providers', params },
      options,
    );
  }
}

class TranscriberProviders extends Resource {
  /** List transcriber providers, optionally only those for one language */
  list(
    params?: types.TranscriberProvidersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.TranscriberProvidersListResponse> {
    return this.transport.call(
      { method: 'GET', path: '/user/assistants/transcriber-providers', params },
      options,
    );
  }
}

class Statistics extends Resource {
  /** Read calls, conversations, spend and failures by day in the account’s time zone */
  get(params?: types.StatisticsGetParams, options?: RequestOptions): ApiPromise<types.StatisticsGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/statistics', params }, options);
  }
}

class Search extends Resource {
  /** Search the account by name, number or id, with a few results of each kind */
  run(params: types.SearchRunParams, options?: RequestOptions): ApiPromise<types.SearchRunResponse> {
    return this.transport.call({ method: 'GET', path: '/user/search', params }, options);
  }
}

class PublicConversationsMessages extends Resource {
  /** Send a message to the assistant, with a streamed reply on Accept: text/event-stream */
  create(
    uuid: string,
    params: types.PublicConversationsMessagesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.PublicConversationsMessagesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/conversations/${uuid}/messages`, params, isIdempotent: true },
      options,
    );
  }

  /** Send a message to the assistant, with a streamed reply on Accept: text/event-stream */
  createStream(
    uuid: string,
    params: types.PublicConversationsMessagesCreateParams,
    options?: RequestOptions,
  ): Promise<EventStream<types.PublicConversationsMessagesCreateEvent>> {
    return this.transport.stream(
      { method: 'POST', path: path`/conversations/${uuid}/messages`, params, isIdempotent: true },
      { gives: 'event', lastEvent: null },
      options,
    );
  }
}

class PublicConversationsEvents extends Resource {
  /** Follow a conversation as server-sent events: `state` immediately and after every change */
  stream(
    uuid: string,
    options?: RequestOptions,
  ): Promise<EventStream<types.PublicConversationsEventsStreamEvent>> {
    return this.transport.stream(
      { method: 'GET', path: path`/conversations/${uuid}/events` },
      { gives: 'data', lastEvent: null },
      options,
    );
  }
}

class PublicConversations extends Resource {
  readonly messages = new PublicConversationsMessages(this.transport);
  readonly events = new PublicConversationsEvents(this.transport);

  /** Open a conversation with an assistant */
  create(
    params: types.PublicConversationsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.PublicConversationsCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/conversations', params, isIdempotent: true },
      options,
    );
  }

  /** Read the history of a conversation, oldest first */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.PublicConversationsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/conversations/${uuid}` }, options);
  }
}

class Widgets extends Resource {
  /** Read the widget settings of an assistant by its UUID */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.WidgetsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/widgets/${uuid}` }, options);
  }
}

class Ai extends Resource {
  /** Generate a reply to a message from your customer */
  generateReply(
    params: types.AiGenerateReplyParams,
    options?: RequestOptions,
  ): ApiPromise<types.AiGenerateReplyResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/ai/generate-reply', params, isIdempotent: true },
      options,
    );
  }
}

class ConversationsMessages extends Resource {
  /** Send a message to the customer as a human agent */
  create(
    uuid: string,
    params: types.ConversationsMessagesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.ConversationsMessagesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/messages`, params, isIdempotent: true },
      options,
    );
  }

  /**
   * Read the newest messages of a conversation, by its id or UUID, with their states and attachments,
   * oldest first
   */
  list(
    id: number | string,
    params?: types.ConversationsMessagesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.ConversationsMessagesListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/msgapp/conversations/${id}/messages`, params },
      options,
    );
  }
}

class Conversations extends Resource {
  readonly messages = new ConversationsMessages(this.transport);

  /** List conversations by page, newest first */
  list(
    params?: types.ConversationsListParams,
    options?: RequestOptions,
  ): PagePromise<types.ConversationsListItem> {
    return this.transport.list({ method: 'GET', path: '/user/conversations', params }, options);
  }

  /** Read one conversation with its transcript, evaluation and costs, by its UUID or integer id */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.ConversationsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/conversations/${uuid}` }, options);
  }

  /** Turn the AI on in a conversation */
  enableAi(uuid: string, options?: RequestOptions): ApiPromise<types.ConversationsEnableAiResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/enable-ai` },
      options,
    );
  }

  /** Turn the AI off in a conversation so that a person can reply */
  disableAi(uuid: string, options?: RequestOptions): ApiPromise<types.ConversationsDisableAiResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/disable-ai` },
      options,
    );
  }

  /** Rewind a test conversation to an earlier message */
  rewind(
    uuid: string,
    params: types.ConversationsRewindParams,
    options?: RequestOptions,
  ): ApiPromise<types.ConversationsRewindResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/conversations/${uuid}/rewind`, params },
      options,
    );
  }
}

class Inbox extends Resource {
  /** List conversations by page, most recently active first */
  list(params?: types.InboxListParams, options?: RequestOptions): PagePromise<types.InboxListItem> {
    return this.transport.list({ method: 'GET', path: '/user/inbox', params }, options);
  }
}

class Knowledgebases extends Resource {
  /** List all knowledgebases */
  list(options?: RequestOptions): ApiPromise<types.KnowledgebasesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/knowledgebases' }, options);
  }

  /** Create an empty knowledgebase */
  create(
    params: types.KnowledgebasesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/knowledgebases', params, isIdempotent: true },
      options,
    );
  }

  /** Read a knowledgebase with its status and counts */
  get(id: number, options?: RequestOptions): ApiPromise<types.KnowledgebasesGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/knowledgebases/${id}` }, options);
  }

  /** Change the name or description of a knowledgebase */
  update(
    id: number,
    params?: types.KnowledgebasesUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/knowledgebases/${id}`, params }, options);
  }

  /** Delete a knowledgebase with its documents and remove it from assistants */
  delete(id: number, options?: RequestOptions): ApiPromise<types.KnowledgebasesDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/knowledgebases/${id}` }, options);
  }

  /** Find the passages that best answer a question */
  search(
    id: number,
    params: types.KnowledgebasesSearchParams,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesSearchResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${id}/search`, params },
      options,
    );
  }
}

class DocumentsChunks extends Resource {
  /** List the passages of a document, page by page */
  list(
    knowledgebase_id: number,
    id: number,
    params?: types.DocumentsChunksListParams,
    options?: RequestOptions,
  ): PagePromise<types.DocumentsChunksListItem> {
    return this.transport.list(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}/chunks`, params },
      options,
    );
  }
}

class Documents extends Resource {
  readonly chunks = new DocumentsChunks(this.transport);

  /** Add a document: JSON for a website, multipart/form-data for a file */
  create(
    knowledgebase_id: number,
    params: types.DocumentsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsCreateResponse> {
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

  /** List the documents of a knowledgebase with their progress */
  list(knowledgebase_id: number, options?: RequestOptions): ApiPromise<types.DocumentsListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebase_id}/documents` },
      options,
    );
  }

  /** List the failed documents of all knowledgebases, latest failure first */
  listFailed(
    params?: types.DocumentsListFailedParams,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsListFailedResponse> {
    return this.transport.call({ method: 'GET', path: '/user/documents/failed', params }, options);
  }

  /** Read a document with its progress or error */
  get(
    knowledgebase_id: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsGetResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}` },
      options,
    );
  }

  /** Change the name or description of a document */
  update(
    knowledgebase_id: number,
    id: number,
    params?: types.DocumentsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsUpdateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}`, params },
      options,
    );
  }

  /** Delete a document and its passages */
  delete(
    knowledgebase_id: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsDeleteResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}` },
      options,
    );
  }

  /** Process a failed document again */
  retry(
    knowledgebase_id: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsRetryResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}/retry` },
      options,
    );
  }

  /** Crawl a website again while its passages stay searchable */
  refresh(
    knowledgebase_id: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsRefreshResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${knowledgebase_id}/documents/${id}/refresh` },
      options,
    );
  }
}

class MsgappSenders extends Resource {
  /** List the online senders, or all of them */
  list(
    params?: types.MsgappSendersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSendersListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/msgapp/senders', params }, options);
  }

  /** Connect a sender to its carrier */
  create(
    params: types.MsgappSendersCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSendersCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/senders', params, isIdempotent: true },
      options,
    );
  }

  /** Read a sender with the webhook URL to configure at its carrier */
  get(id: number, options?: RequestOptions): ApiPromise<types.MsgappSendersGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/msgapp/senders/${id}` }, options);
  }

  /** Change the supplied fields of a sender */
  update(
    id: number,
    params?: types.MsgappSendersUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSendersUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/msgapp/senders/${id}`, params }, options);
  }

  /** Disconnect a sender, keeping its conversations */
  delete(id: number, options?: RequestOptions): ApiPromise<types.MsgappSendersDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/msgapp/senders/${id}` }, options);
  }
}

class MsgappUnattributedReports extends Resource {
  /** List carrier reports that match no customer or message, newest first */
  list(
    id: number,
    params?: types.MsgappUnattributedReportsListParams,
    options?: RequestOptions,
  ): PagePromise<types.MsgappUnattributedReportsListItem> {
    return this.transport.list(
      { method: 'GET', path: path`/user/msgapp/senders/${id}/unattributed-reports`, params },
      options,
    );
  }
}

class MsgappTemplates extends Resource {
  /** List a sender’s templates, by default the approved ones */
  list(
    sender_id: number,
    params?: types.MsgappTemplatesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappTemplatesListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/msgapp/senders/${sender_id}/templates`, params },
      options,
    );
  }

  /** Synchronize the templates with the carrier now instead of within four hours */
  sync(sender_id: number, options?: RequestOptions): ApiPromise<types.MsgappTemplatesSyncResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/msgapp/senders/${sender_id}/templates/sync` },
      options,
    );
  }
}

class MsgappSessionStatus extends Resource {
  /** Check whether free text can be sent to a customer */
  get(
    params: types.MsgappSessionStatusGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSessionStatusGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/msgapp/session-status', params }, options);
  }
}

class MsgappMessages extends Resource {
  /** Read the delivery state of a message by its msgapp_message_id */
  get(id: number, options?: RequestOptions): ApiPromise<types.MsgappMessagesGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/msgapp/messages/${id}` }, options);
  }
}

class MsgappAttachments extends Resource {
  /** Download an attachment that a customer sent */
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

  /** Send free text to a customer whose 24-hour window is open */
  sendFreeform(
    params: types.MsgappSendFreeformParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSendFreeformResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/send-freeform', params, isIdempotent: true },
      options,
    );
  }

  /** Send an approved template, with or without an open 24-hour window */
  sendTemplate(
    params: types.MsgappSendTemplateParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSendTemplateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/send', params, isIdempotent: true },
      options,
    );
  }
}

class Sms extends Resource {
  /** Send an SMS from a number of the account */
  send(params?: types.SmsSendParams, options?: RequestOptions): ApiPromise<types.SmsSendResponse> {
    return this.transport.call({ method: 'POST', path: '/user/sms', params, isIdempotent: true }, options);
  }

  /** List SMS in both directions, newest first */
  list(params?: types.SmsListParams, options?: RequestOptions): PagePromise<types.SmsListItem> {
    return this.transport.list({ method: 'GET', path: '/user/sms', params }, options);
  }

  /** Read an SMS with its delivery state */
  get(id: number, options?: RequestOptions): ApiPromise<types.SmsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/sms/${id}` }, options);
  }
}

class PhoneNumbers extends Resource {
  /** List all phone numbers */
  list(options?: RequestOptions): ApiPromise<types.PhoneNumbersListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/all' }, options);
  }

  /** List the SMS-capable numbers that have an active subscription (legacy) */
  listSmsCapable(options?: RequestOptions): ApiPromise<types.PhoneNumbersListSmsCapableResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers' }, options);
  }

  /** List the numbers that can be assigned to an assistant */
  listAssignable(
    params?: types.PhoneNumbersListAssignableParams,
    options?: RequestOptions,
  ): ApiPromise<types.PhoneNumbersListAssignableResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/phone-numbers', params }, options);
  }

  /** Search for numbers to buy from the telephony provider */
  search(
    params: types.PhoneNumbersSearchParams,
    options?: RequestOptions,
  ): ApiPromise<types.PhoneNumbersSearchResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/search', params }, options);
  }

  /** Buy an available number */
  purchase(
    params: types.PhoneNumbersPurchaseParams,
    options?: RequestOptions,
  ): ApiPromise<types.PhoneNumbersPurchaseResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/phone-numbers/purchase', params, isIdempotent: true },
      options,
    );
  }

  /** Release a number, remove it from assistants, and keep its history */
  delete(id: number, options?: RequestOptions): ApiPromise<types.PhoneNumbersDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/phone-numbers/${id}` }, options);
  }
}

class SipTrunks extends Resource {
  /** List all SIP trunks */
  list(options?: RequestOptions): ApiPromise<types.SipTrunksListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/sip-trunks' }, options);
  }

  /** Add a number or extension of your own SIP trunk */
  create(
    params: types.SipTrunksCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SipTrunksCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/phone-numbers/sip-trunks', params, isIdempotent: true },
      options,
    );
  }

  /** Read a SIP trunk, without its password */
  get(id: number, options?: RequestOptions): ApiPromise<types.SipTrunksGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/phone-numbers/sip-trunks/${id}` }, options);
  }

  /** Change the supplied fields of a SIP trunk */
  update(
    id: number,
    params?: types.SipTrunksUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SipTrunksUpdateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/phone-numbers/sip-trunks/${id}`, params },
      options,
    );
  }
}

class Tools extends Resource {
  /** List all mid-call tools */
  list(options?: RequestOptions): ApiPromise<types.ToolsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/tools' }, options);
  }

  /** Create a mid-call tool: an HTTP endpoint that assistants may call */
  create(params: types.ToolsCreateParams, options?: RequestOptions): ApiPromise<types.ToolsCreateResponse> {
    return this.transport.call({ method: 'POST', path: '/user/tools', params, isIdempotent: true }, options);
  }

  /** Read a mid-call tool */
  get(id: number, options?: RequestOptions): ApiPromise<types.ToolsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/tools/${id}` }, options);
  }

  /** Change the supplied fields of a mid-call tool, replacing headers and schema as a whole */
  update(
    id: number,
    params?: types.ToolsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.ToolsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/tools/${id}`, params }, options);
  }

  /** Delete a mid-call tool and remove it from all assistants */
  delete(id: number, options?: RequestOptions): ApiPromise<types.ToolsDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/tools/${id}` }, options);
  }

  /** Test a mid-call tool, with sample values for missing arguments and variables */
  test(
    id: number,
    params?: types.ToolsTestParams,
    options?: RequestOptions,
  ): ApiPromise<types.ToolsTestResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/tools/${id}/test`, params, isIdempotent: true },
      options,
    );
  }
}

class WebhookSecret extends Resource {
  /** Read the webhook signing secret */
  get(options?: RequestOptions): ApiPromise<types.WebhookSecretGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-secret' }, options);
  }

  /** Rotate the signing secret; both secrets sign for 24 hours */
  rotate(options?: RequestOptions): ApiPromise<types.WebhookSecretRotateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/webhook-secret/rotate', isIdempotent: true },
      options,
    );
  }
}

class WebhookDeliveries extends Resource {
  /** List webhook deliveries by page, newest first */
  list(
    params?: types.WebhookDeliveriesListParams,
    options?: RequestOptions,
  ): PagePromise<types.WebhookDeliveriesListItem> {
    return this.transport.list({ method: 'GET', path: '/user/webhook-deliveries', params }, options);
  }

  /** Read a webhook delivery with its payload and every attempt */
  get(id: string, options?: RequestOptions): ApiPromise<types.WebhookDeliveriesGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/webhook-deliveries/${id}` }, options);
  }

  /** Resend a webhook with the same id */
  resend(id: string, options?: RequestOptions): ApiPromise<types.WebhookDeliveriesResendResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/webhook-deliveries/${id}/resend`, isIdempotent: true },
      options,
    );
  }

  /** Resend finished webhooks from a time range */
  replay(
    params: types.WebhookDeliveriesReplayParams,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookDeliveriesReplayResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/webhook-deliveries/replay', params, isIdempotent: true },
      options,
    );
  }
}

class WebhookTargets extends Resource {
  /** List webhook endpoints and their status */
  list(options?: RequestOptions): ApiPromise<types.WebhookTargetsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-targets' }, options);
  }

  /** Enable a disabled endpoint and send its held webhooks */
  enable(id: number, options?: RequestOptions): ApiPromise<types.WebhookTargetsEnableResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/webhook-targets/${id}/enable` }, options);
  }
}

class WebhookEndpoints extends Resource {
  /** List webhook endpoints with their events */
  list(options?: RequestOptions): ApiPromise<types.WebhookEndpointsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-endpoints' }, options);
  }

  /** Subscribe a URL to events */
  create(
    params: types.WebhookEndpointsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookEndpointsCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/webhook-endpoints', params, isIdempotent: true },
      options,
    );
  }

  /** Change the supplied fields of a webhook endpoint, replacing events and headers as a whole */
  update(
    id: number,
    params?: types.WebhookEndpointsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.WebhookEndpointsUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/user/webhook-endpoints/${id}`, params }, options);
  }

  /** Delete a webhook endpoint and its unsent webhooks */
  delete(id: number, options?: RequestOptions): ApiPromise<types.WebhookEndpointsDeleteResponse> {
    return this.transport.call({ method: 'DELETE', path: path`/user/webhook-endpoints/${id}` }, options);
  }

  /** Send a test.ping to a webhook endpoint */
  test(id: number, options?: RequestOptions): ApiPromise<types.WebhookEndpointsTestResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/webhook-endpoints/${id}/test`, isIdempotent: true },
      options,
    );
  }
}

class SandboxPhoneNumbers extends Resource {
  /** Add a sandbox phone number to the account */
  create(
    params: types.SandboxPhoneNumbersCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxPhoneNumbersCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/phone-numbers', params, isIdempotent: true },
      options,
    );
  }
}

class SandboxBalance extends Resource {
  /** Set the balance of the account */
  update(
    params: types.SandboxBalanceUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxBalanceUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: '/sandbox/balance', params }, options);
  }
}

class SandboxCalls extends Resource {
  /** Call one of your numbers as a customer: it rings when the WebSocket is opened */
  create(
    params: types.SandboxCallsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxCallsCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/calls', params, isIdempotent: true },
      options,
    );
  }
}

class SandboxPhones extends Resource {
  /** Receive calls as a customer: your calls to the number ring while the WebSocket is open */
  create(
    params: types.SandboxPhonesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxPhonesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/phones', params, isIdempotent: true },
      options,
    );
  }
}

class SandboxSenders extends Resource {
  /** Create a sender on the sandbox carrier */
  create(
    params?: types.SandboxSendersCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxSendersCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/msgapp/senders', params, isIdempotent: true },
      options,
    );
  }

  /** Set a sandbox sender online or offline, or assign it an assistant */
  update(
    id: number,
    params?: types.SandboxSendersUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxSendersUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/sandbox/msgapp/senders/${id}`, params }, options);
  }
}

class SandboxTemplates extends Resource {
  /** Add a template with any approval status to a sandbox sender */
  create(
    id: number,
    params: types.SandboxTemplatesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxTemplatesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/sandbox/msgapp/senders/${id}/templates`, params, isIdempotent: true },
      options,
    );
  }
}

class SandboxMessages extends Resource {
  /** Send a message to a sandbox sender as a customer */
  create(
    id: number,
    params: types.SandboxMessagesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxMessagesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/sandbox/msgapp/senders/${id}/inbound`, params, isIdempotent: true },
      options,
    );
  }
}

class SandboxSms extends Resource {
  /** Send an SMS to a sandbox number as a customer */
  create(
    params: types.SandboxSmsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxSmsCreateResponse> {
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
  readonly pronunciations = new Pronunciations(this.transport);
  readonly apiKeys = new ApiKeys(this.transport);
  readonly assistants = new Assistants(this.transport);
  readonly billing = new Billing(this.transport);
  readonly blacklist = new Blacklist(this.transport);
  readonly calls = new Calls(this.transport);
  readonly recordings = new Recordings(this.transport);
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
  readonly widgets = new Widgets(this.transport);
  readonly ai = new Ai(this.transport);
  readonly conversations = new Conversations(this.transport);
  readonly inbox = new Inbox(this.transport);
  readonly knowledgebases = new Knowledgebases(this.transport);
  readonly documents = new Documents(this.transport);
  readonly msgapp = new Msgapp(this.transport);
  readonly sms = new Sms(this.transport);
  readonly phoneNumbers = new PhoneNumbers(this.transport);
  readonly sipTrunks = new SipTrunks(this.transport);
  readonly tools = new Tools(this.transport);
  readonly webhookSecret = new WebhookSecret(this.transport);
  readonly webhookDeliveries = new WebhookDeliveries(this.transport);
  readonly webhookTargets = new WebhookTargets(this.transport);
  readonly webhookEndpoints = new WebhookEndpoints(this.transport);
  readonly sandbox = new Sandbox(this.transport);
}
