// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

import type { ApiPromise } from '../api-promise.ts';
import type { EventStream } from '../event-stream.ts';
import type { PagePromise } from '../page.ts';
import { path, Resource } from '../resource.ts';
import type { RequestOptions } from '../transport.ts';
import type * as types from './types.ts';

export class Me extends Resource {
  /** Read the name, email address and balance of the account */
  get(options?: RequestOptions): ApiPromise<types.MeGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/me' }, options);
  }
}

export class Pronunciations extends Resource {
  /** List the pronunciations for all assistants */
  list(options?: RequestOptions): ApiPromise<types.PronunciationsListResponse> {
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

export class ApiKeys extends Resource {
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

export class AssistantsSummaries extends Resource {
  /** List all assistants with basic fields only */
  list(options?: RequestOptions): ApiPromise<types.AssistantsSummariesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/summaries' }, options);
  }
}

export class AssistantsOutbound extends Resource {
  /** List all outbound assistants with a reduced set of fields */
  get(options?: RequestOptions): ApiPromise<types.AssistantsOutboundGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/outbound' }, options);
  }
}

export class AssistantsLatency extends Resource {
  /** Read the measured response latency of an assistant in calls, with estimates for other settings */
  get(
    id: number,
    params?: types.AssistantsLatencyGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsLatencyGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/assistant/${id}/latency`, params }, options);
  }
}

export class AssistantsModels extends Resource {
  /** List the language models for one kind of engine */
  list(
    params?: types.AssistantsModelsListParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsModelsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/models', params }, options);
  }
}

export class AssistantsVoices extends Resource {
  /** List the voices for a mode, a language and a realtime model */
  list(
    params?: types.AssistantsVoicesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsVoicesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/voices', params }, options);
  }
}

export class AssistantsLanguages extends Resource {
  /** Languages */
  list(options?: RequestOptions): ApiPromise<types.AssistantsLanguagesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/languages' }, options);
  }
}

export class AssistantsSynthesizerProviders extends Resource {
  /** List synthesizer providers, optionally only those for one language */
  list(
    params?: types.AssistantsSynthesizerProvidersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsSynthesizerProvidersListResponse> {
    return this.transport.call(
      { method: 'GET', path: '/user/assistants/synthesizer-providers', params },
      options,
    );
  }
}

export class AssistantsTranscriberProviders extends Resource {
  /** List transcriber providers, optionally only those for one language */
  list(
    params?: types.AssistantsTranscriberProvidersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsTranscriberProvidersListResponse> {
    return this.transport.call(
      { method: 'GET', path: '/user/assistants/transcriber-providers', params },
      options,
    );
  }
}

export class AssistantsPhoneNumbers extends Resource {
  /** List the numbers that can be assigned to an assistant */
  list(
    params?: types.AssistantsPhoneNumbersListParams,
    options?: RequestOptions,
  ): ApiPromise<types.AssistantsPhoneNumbersListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/assistants/phone-numbers', params }, options);
  }
}

export class Assistants extends Resource {
  readonly summaries = new AssistantsSummaries(this.transport);
  readonly outbound = new AssistantsOutbound(this.transport);
  readonly latency = new AssistantsLatency(this.transport);
  readonly models = new AssistantsModels(this.transport);
  readonly voices = new AssistantsVoices(this.transport);
  readonly languages = new AssistantsLanguages(this.transport);
  readonly synthesizerProviders = new AssistantsSynthesizerProviders(this.transport);
  readonly transcriberProviders = new AssistantsTranscriberProviders(this.transport);
  readonly phoneNumbers = new AssistantsPhoneNumbers(this.transport);

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

export class BillingCharges extends Resource {
  /** List ledger entries, newest first */
  list(
    params?: types.BillingChargesListParams,
    options?: RequestOptions,
  ): PagePromise<types.BillingChargesListItem> {
    return this.transport.list({ method: 'GET', path: '/user/billing/charges', params }, options);
  }
}

export class BillingSummary extends Resource {
  /** Read the balance, reconciled with ledger totals by kind and by day */
  get(
    params?: types.BillingSummaryGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.BillingSummaryGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/summary', params }, options);
  }
}

export class BillingPrices extends Resource {
  /** Read the prices of this installation and the known prices of its models */
  list(options?: RequestOptions): ApiPromise<types.BillingPricesListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/prices' }, options);
  }
}

export class BillingUsage extends Resource {
  /** Read language model usage: calls, tokens and, where known, cost */
  get(
    params?: types.BillingUsageGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.BillingUsageGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/billing/usage', params }, options);
  }
}

export class Billing extends Resource {
  readonly charges = new BillingCharges(this.transport);
  readonly summary = new BillingSummary(this.transport);
  readonly prices = new BillingPrices(this.transport);
  readonly usage = new BillingUsage(this.transport);
}

export class Blacklist extends Resource {
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
  bulk(params: types.BlacklistBulkParams, options?: RequestOptions): ApiPromise<types.BlacklistBulkResponse> {
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

export class CallsEvents extends Resource {
  /**
   * Stream the events of a call as server-sent events until it ends; `Last-Event-ID` resumes, and an
   * ended call is replayed
   */
  list(id: number, options?: RequestOptions): Promise<EventStream<types.CallsEventsListEvent>> {
    return this.transport.stream(
      { method: 'GET', path: path`/user/calls/${id}/events` },
      { gives: 'data', lastEvent: 'call.ended' },
      options,
    );
  }
}

export class Calls extends Resource {
  readonly events = new CallsEvents(this.transport);

  /** Create a web call over a WebSocket */
  web(params: types.CallsWebParams, options?: RequestOptions): ApiPromise<types.CallsWebResponse> {
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

export class Recordings extends Resource {
  /** Download a recording as WAV by its secret URL, with Range support */
  get(key: string, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/recordings/${key}` }, options);
  }
}

export class CampaignsLeadsExport extends Resource {
  /** Export all leads of a campaign with their results as CSV */
  get(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/user/campaign/${id}/leads/export` }, options);
  }
}

export class CampaignsLeads extends Resource {
  readonly export = new CampaignsLeadsExport(this.transport);

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
}

export class CampaignsReport extends Resource {
  /** Read a campaign report: funnel, attempts, goal, cost, hours of the day, and waiting reasons */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignsReportGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/report` }, options);
  }
}

export class CampaignsLimits extends Resource {
  /** Read the campaign limits of this installation */
  list(options?: RequestOptions): ApiPromise<types.CampaignsLimitsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns/limits' }, options);
  }
}

export class CampaignsProgress extends Resource {
  /** Read the progress and live calls of all campaigns */
  get(options?: RequestOptions): ApiPromise<types.CampaignsProgressGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/campaigns/progress' }, options);
  }
}

export class CampaignsMonitor extends Resource {
  /** Read the current activity of a campaign: live calls, today's results, and call rate */
  get(id: number, options?: RequestOptions): ApiPromise<types.CampaignsMonitorGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/campaign/${id}/monitor` }, options);
  }
}

export class Campaigns extends Resource {
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

  /** Create a campaign */
  createAlias(
    params: types.CampaignsCreateAliasParams,
    options?: RequestOptions,
  ): ApiPromise<types.CampaignsCreateAliasResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/campaigns', params, isIdempotent: true },
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

export class Leads extends Resource {
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

  /**
   * Change the supplied fields of a lead, reset it so that it is called again, or move it to another
   * campaign
   */
  updateAlias(
    id: number,
    params?: types.LeadsUpdateAliasParams,
    options?: RequestOptions,
  ): ApiPromise<types.LeadsUpdateAliasResponse> {
    return this.transport.call({ method: 'PUT', path: path`/leads/${id}`, params }, options);
  }

  /** Add or change up to 10,000 leads of a campaign, with a result for each */
  bulk(params: types.LeadsBulkParams, options?: RequestOptions): ApiPromise<types.LeadsBulkResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/leads/bulk', params, isIdempotent: true },
      options,
    );
  }
}

export class VoicesPreview extends Resource {
  /** Read an audio sample of a voice */
  get(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/voices/${id}/preview` }, options);
  }
}

export class Voices extends Resource {
  readonly preview = new VoicesPreview(this.transport);
}

export class Statistics extends Resource {
  /** Read calls, conversations, spend and failures by day in the account’s time zone */
  list(
    params?: types.StatisticsListParams,
    options?: RequestOptions,
  ): ApiPromise<types.StatisticsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/statistics', params }, options);
  }
}

export class Search extends Resource {
  /** Search the account by name, number or id, with a few results of each kind */
  get(params: types.SearchGetParams, options?: RequestOptions): ApiPromise<types.SearchGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/search', params }, options);
  }
}

export class VisitorsConversationsMessages extends Resource {
  /** Send a message to the assistant, with a streamed reply on Accept: text/event-stream */
  create(
    uuid: string,
    params: types.VisitorsConversationsMessagesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.VisitorsConversationsMessagesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/conversations/${uuid}/messages`, params, isIdempotent: true },
      options,
    );
  }

  /** Send a message to the assistant, with a streamed reply on Accept: text/event-stream */
  createStream(
    uuid: string,
    params: types.VisitorsConversationsMessagesCreateParams,
    options?: RequestOptions,
  ): Promise<EventStream<types.VisitorsConversationsMessagesCreateEvent>> {
    return this.transport.stream(
      { method: 'POST', path: path`/conversations/${uuid}/messages`, params, isIdempotent: true },
      { gives: 'event', lastEvent: null },
      options,
    );
  }
}

export class VisitorsConversationsEvents extends Resource {
  /** Follow a conversation as server-sent events: `state` immediately and after every change */
  list(
    uuid: string,
    options?: RequestOptions,
  ): Promise<EventStream<types.VisitorsConversationsEventsListEvent>> {
    return this.transport.stream(
      { method: 'GET', path: path`/conversations/${uuid}/events` },
      { gives: 'data', lastEvent: null },
      options,
    );
  }
}

export class VisitorsConversations extends Resource {
  readonly messages = new VisitorsConversationsMessages(this.transport);
  readonly events = new VisitorsConversationsEvents(this.transport);

  /** Open a conversation with an assistant */
  create(
    params: types.VisitorsConversationsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.VisitorsConversationsCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/conversations', params, isIdempotent: true },
      options,
    );
  }

  /** Read the history of a conversation, oldest first */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.VisitorsConversationsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/conversations/${uuid}` }, options);
  }
}

export class Visitors extends Resource {
  readonly conversations = new VisitorsConversations(this.transport);
}

export class Widgets extends Resource {
  /** Read the widget settings of an assistant by its UUID */
  get(uuid: string, options?: RequestOptions): ApiPromise<types.WidgetsGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/widgets/${uuid}` }, options);
  }
}

export class Ai extends Resource {
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

  /** Generate a reply to a message from your customer */
  generateReplyAlias(
    params: types.AiGenerateReplyAliasParams,
    options?: RequestOptions,
  ): ApiPromise<types.AiGenerateReplyAliasResponse> {
    return this.transport.call(
      { method: 'POST', path: '/ai/generate-reply', params, isIdempotent: true },
      options,
    );
  }
}

export class ConversationsMessages extends Resource {
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
}

export class Conversations extends Resource {
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

export class Inbox extends Resource {
  /** List conversations by page, most recently active first */
  get(params?: types.InboxGetParams, options?: RequestOptions): PagePromise<types.InboxGetItem> {
    return this.transport.list({ method: 'GET', path: '/user/inbox', params }, options);
  }
}

export class KnowledgebasesDocumentsChunks extends Resource {
  /** List the passages of a document, page by page */
  list(
    knowledgebaseId: number,
    id: number,
    params?: types.KnowledgebasesDocumentsChunksListParams,
    options?: RequestOptions,
  ): PagePromise<types.KnowledgebasesDocumentsChunksListItem> {
    return this.transport.list(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebaseId}/documents/${id}/chunks`, params },
      options,
    );
  }
}

export class KnowledgebasesDocuments extends Resource {
  readonly chunks = new KnowledgebasesDocumentsChunks(this.transport);

  /** Add a document: JSON for a website, multipart/form-data for a file */
  create(
    knowledgebaseId: number,
    params: types.KnowledgebasesDocumentsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsCreateResponse> {
    return this.transport.call(
      {
        method: 'POST',
        path: path`/user/knowledgebases/${knowledgebaseId}/documents`,
        params,
        isIdempotent: true,
      },
      options,
    );
  }

  /** List the documents of a knowledgebase with their progress */
  list(
    knowledgebaseId: number,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebaseId}/documents` },
      options,
    );
  }

  /** Read a document with its progress or error */
  get(
    knowledgebaseId: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsGetResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/knowledgebases/${knowledgebaseId}/documents/${id}` },
      options,
    );
  }

  /** Change the name or description of a document */
  update(
    knowledgebaseId: number,
    id: number,
    params?: types.KnowledgebasesDocumentsUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsUpdateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/knowledgebases/${knowledgebaseId}/documents/${id}`, params },
      options,
    );
  }

  /** Delete a document and its passages */
  delete(
    knowledgebaseId: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsDeleteResponse> {
    return this.transport.call(
      { method: 'DELETE', path: path`/user/knowledgebases/${knowledgebaseId}/documents/${id}` },
      options,
    );
  }

  /** Process a failed document again */
  retry(
    knowledgebaseId: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsRetryResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${knowledgebaseId}/documents/${id}/retry` },
      options,
    );
  }

  /** Crawl a website again while its passages stay searchable */
  refresh(
    knowledgebaseId: number,
    id: number,
    options?: RequestOptions,
  ): ApiPromise<types.KnowledgebasesDocumentsRefreshResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/knowledgebases/${knowledgebaseId}/documents/${id}/refresh` },
      options,
    );
  }
}

export class Knowledgebases extends Resource {
  readonly documents = new KnowledgebasesDocuments(this.transport);

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

export class DocumentsFailed extends Resource {
  /** List the failed documents of all knowledgebases, latest failure first */
  get(
    params?: types.DocumentsFailedGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.DocumentsFailedGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/documents/failed', params }, options);
  }
}

export class Documents extends Resource {
  readonly failed = new DocumentsFailed(this.transport);
}

export class MsgappSendersUnattributedReports extends Resource {
  /** List carrier reports that match no customer or message, newest first */
  list(
    id: number,
    params?: types.MsgappSendersUnattributedReportsListParams,
    options?: RequestOptions,
  ): PagePromise<types.MsgappSendersUnattributedReportsListItem> {
    return this.transport.list(
      { method: 'GET', path: path`/user/msgapp/senders/${id}/unattributed-reports`, params },
      options,
    );
  }
}

export class MsgappSendersTemplates extends Resource {
  /** List a sender’s templates, by default the approved ones */
  list(
    senderId: number,
    params?: types.MsgappSendersTemplatesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSendersTemplatesListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/msgapp/senders/${senderId}/templates`, params },
      options,
    );
  }

  /** Synchronize the templates with the carrier now instead of within four hours */
  sync(senderId: number, options?: RequestOptions): ApiPromise<types.MsgappSendersTemplatesSyncResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/user/msgapp/senders/${senderId}/templates/sync` },
      options,
    );
  }
}

export class MsgappSenders extends Resource {
  readonly unattributedReports = new MsgappSendersUnattributedReports(this.transport);
  readonly templates = new MsgappSendersTemplates(this.transport);

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

export class MsgappSessionStatus extends Resource {
  /** Check whether free text can be sent to a customer */
  get(
    params: types.MsgappSessionStatusGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappSessionStatusGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/msgapp/session-status', params }, options);
  }
}

export class MsgappMessages extends Resource {
  /** Read the delivery state of a message by its msgapp_message_id */
  get(id: number, options?: RequestOptions): ApiPromise<types.MsgappMessagesGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/msgapp/messages/${id}` }, options);
  }
}

export class MsgappConversationsMessages extends Resource {
  /**
   * Read the newest messages of a conversation, by its id or UUID, with their states and attachments,
   * oldest first
   */
  list(
    id: number | string,
    params?: types.MsgappConversationsMessagesListParams,
    options?: RequestOptions,
  ): ApiPromise<types.MsgappConversationsMessagesListResponse> {
    return this.transport.call(
      { method: 'GET', path: path`/user/msgapp/conversations/${id}/messages`, params },
      options,
    );
  }
}

export class MsgappConversations extends Resource {
  readonly messages = new MsgappConversationsMessages(this.transport);
}

export class MsgappAttachments extends Resource {
  /** Download an attachment that a customer sent */
  get(id: number, options?: RequestOptions): Promise<Response> {
    return this.transport.download({ method: 'GET', path: path`/user/msgapp/attachments/${id}` }, options);
  }
}

export class Msgapp extends Resource {
  readonly senders = new MsgappSenders(this.transport);
  readonly sessionStatus = new MsgappSessionStatus(this.transport);
  readonly messages = new MsgappMessages(this.transport);
  readonly conversations = new MsgappConversations(this.transport);
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
  send(params: types.MsgappSendParams, options?: RequestOptions): ApiPromise<types.MsgappSendResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/msgapp/send', params, isIdempotent: true },
      options,
    );
  }
}

export class Sms extends Resource {
  /** Send an SMS from a number of the account */
  create(params?: types.SmsCreateParams, options?: RequestOptions): ApiPromise<types.SmsCreateResponse> {
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

export class PhoneNumbersAll extends Resource {
  /** List all phone numbers */
  get(options?: RequestOptions): ApiPromise<types.PhoneNumbersAllGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/all' }, options);
  }
}

export class PhoneNumbersSearch extends Resource {
  /** Search for numbers to buy from the telephony provider */
  get(
    params: types.PhoneNumbersSearchGetParams,
    options?: RequestOptions,
  ): ApiPromise<types.PhoneNumbersSearchGetResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/search', params }, options);
  }
}

export class PhoneNumbersSipTrunks extends Resource {
  /** List all SIP trunks */
  list(options?: RequestOptions): ApiPromise<types.PhoneNumbersSipTrunksListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers/sip-trunks' }, options);
  }

  /** Add a number or extension of your own SIP trunk */
  create(
    params: types.PhoneNumbersSipTrunksCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.PhoneNumbersSipTrunksCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/phone-numbers/sip-trunks', params, isIdempotent: true },
      options,
    );
  }

  /** Read a SIP trunk, without its password */
  get(id: number, options?: RequestOptions): ApiPromise<types.PhoneNumbersSipTrunksGetResponse> {
    return this.transport.call({ method: 'GET', path: path`/user/phone-numbers/sip-trunks/${id}` }, options);
  }

  /** Change the supplied fields of a SIP trunk */
  update(
    id: number,
    params?: types.PhoneNumbersSipTrunksUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.PhoneNumbersSipTrunksUpdateResponse> {
    return this.transport.call(
      { method: 'PUT', path: path`/user/phone-numbers/sip-trunks/${id}`, params },
      options,
    );
  }
}

export class PhoneNumbers extends Resource {
  readonly all = new PhoneNumbersAll(this.transport);
  readonly search = new PhoneNumbersSearch(this.transport);
  readonly sipTrunks = new PhoneNumbersSipTrunks(this.transport);

  /** List the SMS-capable numbers that have an active subscription (legacy) */
  list(options?: RequestOptions): ApiPromise<types.PhoneNumbersListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/phone-numbers' }, options);
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

export class Tools extends Resource {
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

export class WebhookSecret extends Resource {
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

export class WebhookDeliveries extends Resource {
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

export class WebhookTargets extends Resource {
  /** List webhook endpoints and their status */
  list(options?: RequestOptions): ApiPromise<types.WebhookTargetsListResponse> {
    return this.transport.call({ method: 'GET', path: '/user/webhook-targets' }, options);
  }

  /** Enable a disabled endpoint and send its held webhooks */
  enable(id: number, options?: RequestOptions): ApiPromise<types.WebhookTargetsEnableResponse> {
    return this.transport.call({ method: 'POST', path: path`/user/webhook-targets/${id}/enable` }, options);
  }
}

export class WebhookEndpoints extends Resource {
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

export class SandboxPhoneNumbers extends Resource {
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

export class SandboxBalance extends Resource {
  /** Set the balance of the account */
  update(
    params: types.SandboxBalanceUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxBalanceUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: '/sandbox/balance', params }, options);
  }
}

export class SandboxCalls extends Resource {
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

export class SandboxPhones extends Resource {
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

export class SandboxMsgappSendersTemplates extends Resource {
  /** Add a template with any approval status to a sandbox sender */
  create(
    id: number,
    params: types.SandboxMsgappSendersTemplatesCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxMsgappSendersTemplatesCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/sandbox/msgapp/senders/${id}/templates`, params, isIdempotent: true },
      options,
    );
  }
}

export class SandboxMsgappSenders extends Resource {
  readonly templates = new SandboxMsgappSendersTemplates(this.transport);

  /** Create a sender on the sandbox carrier */
  create(
    params?: types.SandboxMsgappSendersCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxMsgappSendersCreateResponse> {
    return this.transport.call(
      { method: 'POST', path: '/sandbox/msgapp/senders', params, isIdempotent: true },
      options,
    );
  }

  /** Set a sandbox sender online or offline, or assign it an assistant */
  update(
    id: number,
    params?: types.SandboxMsgappSendersUpdateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxMsgappSendersUpdateResponse> {
    return this.transport.call({ method: 'PUT', path: path`/sandbox/msgapp/senders/${id}`, params }, options);
  }

  /** Send a message to a sandbox sender as a customer */
  inbound(
    id: number,
    params: types.SandboxMsgappSendersInboundParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxMsgappSendersInboundResponse> {
    return this.transport.call(
      { method: 'POST', path: path`/sandbox/msgapp/senders/${id}/inbound`, params, isIdempotent: true },
      options,
    );
  }
}

export class SandboxMsgapp extends Resource {
  readonly senders = new SandboxMsgappSenders(this.transport);
}

export class SandboxSms extends Resource {
  /** Send an SMS to a sandbox number as a customer */
  create(
    params: types.SandboxSmsCreateParams,
    options?: RequestOptions,
  ): ApiPromise<types.SandboxSmsCreateResponse> {
    return this.transport.call({ method: 'POST', path: '/sandbox/sms', params, isIdempotent: true }, options);
  }
}

export class Sandbox extends Resource {
  readonly phoneNumbers = new SandboxPhoneNumbers(this.transport);
  readonly balance = new SandboxBalance(this.transport);
  readonly calls = new SandboxCalls(this.transport);
  readonly phones = new SandboxPhones(this.transport);
  readonly msgapp = new SandboxMsgapp(this.transport);
  readonly sms = new SandboxSms(this.transport);
}

/** All operations of the API, by resource. */
export class Resources extends Resource {
  readonly me = new Me(this.transport);
  readonly pronunciations = new Pronunciations(this.transport);
  readonly apiKeys = new ApiKeys(this.transport);
  readonly assistants = new Assistants(this.transport);
  readonly billing = new Billing(this.transport);
  readonly blacklist = new Blacklist(this.transport);
  readonly calls = new Calls(this.transport);
  readonly recordings = new Recordings(this.transport);
  readonly campaigns = new Campaigns(this.transport);
  readonly leads = new Leads(this.transport);
  readonly voices = new Voices(this.transport);
  readonly statistics = new Statistics(this.transport);
  readonly search = new Search(this.transport);
  readonly visitors = new Visitors(this.transport);
  readonly widgets = new Widgets(this.transport);
  readonly ai = new Ai(this.transport);
  readonly conversations = new Conversations(this.transport);
  readonly inbox = new Inbox(this.transport);
  readonly knowledgebases = new Knowledgebases(this.transport);
  readonly documents = new Documents(this.transport);
  readonly msgapp = new Msgapp(this.transport);
  readonly sms = new Sms(this.transport);
  readonly phoneNumbers = new PhoneNumbers(this.transport);
  readonly tools = new Tools(this.transport);
  readonly webhookSecret = new WebhookSecret(this.transport);
  readonly webhookDeliveries = new WebhookDeliveries(this.transport);
  readonly webhookTargets = new WebhookTargets(this.transport);
  readonly webhookEndpoints = new WebhookEndpoints(this.transport);
  readonly sandbox = new Sandbox(this.transport);

  /** Log in and get a session token */
  login(params: types.LoginParams, options?: RequestOptions): ApiPromise<types.LoginResponse> {
    return this.transport.call({ method: 'POST', path: '/login', params }, options);
  }

  /** Create an account, where registration is switched on */
  register(params: types.RegisterParams, options?: RequestOptions): ApiPromise<types.RegisterResponse> {
    return this.transport.call({ method: 'POST', path: '/register', params }, options);
  }

  /** Revoke the token used for this request */
  logout(options?: RequestOptions): ApiPromise<types.LogoutResponse> {
    return this.transport.call({ method: 'POST', path: '/logout' }, options);
  }

  /** Start an outbound call, now or at a later time */
  makeCall(params: types.MakeCallParams, options?: RequestOptions): ApiPromise<types.MakeCallResponse> {
    return this.transport.call(
      { method: 'POST', path: '/user/make_call', params, isIdempotent: true },
      options,
    );
  }
}
