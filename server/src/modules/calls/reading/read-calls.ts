import type { CallItem, CallOrder, CallView } from '#contract/calls.ts';
import type { SortDirection } from '#contract/pagination.ts';
import { changedWithin, withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { type JsonFields, jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import {
  CARRIER_COST,
  DOLLARS,
  DURATION,
  RECORDING_KEY,
  TRANSCRIPT,
  TRANSFERS,
} from '../endings/ended-store.ts';
import { FUNCTION_CALLS } from '../lifecycle/tool-calls.ts';
import { RECORDING_PATH } from '../recordings/recording-url.ts';

interface Search {
  ids: number[];
  /** Part of a number. */
  number: string | null;
}

export interface CallFilter {
  status: string | null;
  type: string | null;
  /** Substring of either number. */
  phoneNumber: string | null;
  /** Calls with these ids or this part of a number; null without a search. */
  search: Search | null;
  assistantId: number | null;
  campaignId: number | null;
  leadId: number | null;
  externalId: string | null;
  /** `YYYY-MM-DD`, inclusive, in the account's zone. */
  dateFrom: string | null;
  dateTo: string | null;
  /** An instant in ISO 8601, or a day. */
  updatedFrom: string | null;
  updatedTo: string | null;
}

/** SQL condition of the filter; its parameters are those of `valuesOf`. */
const MATCHES = `user_id = $1 and deleted_at is null
  and ($2::text is null or status = $2)
  and ($3::text is null or type = $3)
  and ($4::text is null or strpos(client_phone_number, $4) > 0 or strpos(assistant_phone_number, $4) > 0)
  and ($5::bigint is null or assistant_id = $5)
  and ($6::bigint is null or campaign_id = $6)
  and ${withinDays('created_at', { user: '$1', from: '$7', to: '$8' })}
  and ($9::bigint is null or lead_id = $9)
  and ($10::text is null or external_id = $10)
  and ${changedWithin('updated_at', { user: '$1', from: '$11', to: '$12' })}
  and ($13::bigint[] is null or calls.id = any($13)
    or strpos(client_phone_number, $14) > 0 or strpos(assistant_phone_number, $14) > 0)`;

function valuesOf(userId: number, filter: CallFilter): unknown[] {
  return [
    userId,
    filter.status,
    filter.type,
    filter.phoneNumber,
    filter.assistantId,
    filter.campaignId,
    filter.dateFrom,
    filter.dateTo,
    filter.leadId,
    filter.externalId,
    filter.updatedFrom,
    filter.updatedTo,
    filter.search?.ids ?? null,
    filter.search?.number ?? null,
  ];
}

/** SQL orders of a list; the id makes each one total, so that pages neither overlap nor leave gaps. */
const ORDERS = {
  'created_at desc': 'page.id desc',
  'created_at asc': 'page.id',
  'duration desc': 'page.duration desc, page.id desc',
  'duration asc': 'page.duration, page.id',
  'total_cost desc': 'page.cost_micros desc, page.id desc',
  'total_cost asc': 'page.cost_micros, page.id',
  next: 'page.scheduled_at, page.id',
} as const satisfies Record<`${CallOrder} ${SortDirection}` | 'next', string>;

export type CallSort = keyof typeof ORDERS;

interface CallList {
  userId: number;
  filter: CallFilter;
  order: CallSort;
  origin: string;
}

/**
 * One page as JSON text with the total. The first CTE selects only what is sorted: variables of all matches would not
 * fit in memory.
 */
export async function readCallPage(
  database: Executor,
  { userId, filter, order, origin }: CallList,
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select calls.id, calls.scheduled_at, calls.cost_micros, ${DURATION('calls')} as duration from calls
       where ${MATCHES}),
     page as (select * from matching page order by ${ORDERS[order]} limit $15 offset $16)
     select coalesce((select string_agg(${jsonObject<CallItem>(callFields('$17'))}::text, ',' order by ${ORDERS[order]})
         from page join calls call on call.user_id = $1 and call.id = page.id
         left join assistants on assistants.id = call.assistant_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [...valuesOf(userId, filter), perPage, (page - 1) * perPage, origin],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

interface CallBatch extends Omit<CallList, 'order'> {
  /** Only these; null for all. */
  ids: readonly number[] | null;
  /** The last call of the previous batch; null for the first. */
  beforeId: number | null;
}

/** Calls as in lists, as JSON text, newest first. */
export function readCallBatch(
  database: Executor,
  { userId, filter, origin, ids, beforeId }: CallBatch,
  limit: number,
): Promise<{ id: number; item: string }[]> {
  return database.query<{ id: number; item: string }>(
    `with page as (
       select calls.id from calls
       where ${MATCHES} and ($15::bigint[] is null or id = any($15)) and ($16::bigint is null or id < $16)
       order by id desc limit $17)
     select call.id, ${jsonObject<CallItem>(callFields('$18'))}::text as item
     from page join calls call on call.user_id = $1 and call.id = page.id
     left join assistants on assistants.id = call.assistant_id order by call.id desc`,
    [...valuesOf(userId, filter), ids, beforeId, limit, origin],
  );
}

const LATENCY_JSON = jsonObject<CallView['latency'][number]>({
  at_ms: 'at_ms',
  endpoint_ms: `data -> 'endpointMs'`,
  transcript_ms: `data -> 'transcriptMs'`,
  model_ms: `data -> 'modelMs'`,
  speech_ms: `data -> 'speechMs'`,
  total_ms: `data -> 'totalMs'`,
});

const LATENCY = `coalesce((select json_agg(${LATENCY_JSON} order by id)
  from call_events where call_id = call.id and type = 'turn-answered'), '[]')`;

const EVENT_JSON = jsonObject<CallView['events'][number]>({ type: 'type', at_ms: 'at_ms', data: 'data' });

const EVENTS = `coalesce((select json_agg(${EVENT_JSON} order by id)
  from call_events where call_id = call.id and type not in ('turn-answered', 'transferred')), '[]')`;

const FALLBACK_JSON = jsonObject<CallView['fallbacks'][number]>({
  part: `coalesce(data ->> 'part', 'realtime')`,
  from: `coalesce(data ->> 'from', data ->> 'model')`,
  to: `data ->> 'by'`,
  reason: `coalesce(data ->> 'reason', '')`,
  at: `iso_timestamp(call.answered_at + at_ms * interval '1 millisecond')`,
});

/** Events of older calls have no part. */
const FALLBACKS = `coalesce((select json_agg(${FALLBACK_JSON} order by id)
  from call_events where call_id = call.id
    and (type = 'model-replaced' or type = 'provider-failed' and data ->> 'part' is not null)), '[]')`;

const COST_JSON = jsonObject<CallView['costs'][number]>({
  kind: 'kind',
  amount: 'amount_micros / 1000000.0::float8',
  note: 'note',
  created_at: 'iso_timestamp(charges.created_at)',
});

const COSTS = `coalesce((select json_agg(${COST_JSON} order by id)
  from charges where charges.user_id = call.user_id and charges.call_id = call.id), '[]')`;

const MODEL_JSON = jsonObject<CallView['models'][number]>({
  model: 'model',
  calls: 'count(*)',
  input_tokens: 'coalesce(sum(input_tokens), 0)',
  output_tokens: 'coalesce(sum(output_tokens), 0)',
  cost: 'case when count(*) = count(cost_micros) then (sum(cost_micros) / 1000000)::float8 end',
});

const MODELS = `coalesce((select json_agg(item order by model) from (
    select model, ${MODEL_JSON} as item
    from model_calls where model_calls.user_id = call.user_id and model_calls.call_id = call.id group by model) made), '[]')`;

const RECORDING_STATE = `case when call.ended_at is null then 'running'
  when ${RECORDING_KEY('call')} is not null then 'kept' when call.answered_at is null then 'unanswered' when call.recording_key is null then 'off' else 'empty' end`;

/** @param origin SQL for the public origin of this server */
const callJson = (origin: string): string =>
  jsonObject<CallView>({
    ...callFields(origin),
    ringing_at: 'iso_timestamp(call.ringing_at)',
    answered_at: 'iso_timestamp(call.answered_at)',
    ended_at: 'iso_timestamp(call.ended_at)',
    overrides: 'call.overrides',
    end_reason: 'call.end_reason',
    recording_state: RECORDING_STATE,
    recording_ringing_ms: `case when ${RECORDING_KEY('call')} is not null then call.recording_ringing_ms end`,
    evaluation_error: 'call.evaluation_error',
    transfers: TRANSFERS('call'),
    function_calls: FUNCTION_CALLS('call'),
    latency: LATENCY,
    fallbacks: FALLBACKS,
    events: EVENTS,
    models: MODELS,
    costs: COSTS,
  });

/** A call with all details as JSON text; null if the account has no such call. */
export async function readCallView(
  database: Executor,
  { userId, callId, origin }: { userId: number; callId: number; origin: string },
): Promise<string | null> {
  const [row] = await database.query<{ view: string }>(
    `select ${callJson('$3')}::text as view
     from calls call left join assistants on assistants.id = call.assistant_id
     where call.user_id = $1 and call.id = $2 and call.deleted_at is null`,
    [userId, callId, origin],
  );
  return row?.view ?? null;
}

const WEBHOOK_RESPONSE_JSON = jsonObject<CallItem['webhook_response']>({
  status_code: 'attempt.status_code',
  body: 'attempt.response_body',
  attempts: 'delivery.attempt_count',
});

/** SQL for the latest response to the call's webhook. */
const WEBHOOK_RESPONSE = `(select ${WEBHOOK_RESPONSE_JSON}
  from webhook_deliveries delivery join webhook_attempts attempt on attempt.delivery_id = delivery.id
  where delivery.user_id = call.user_id and delivery.event = 'call.ended' and delivery.subject_id = call.id::text
    and not delivery.is_subscribed
  order by delivery.created_at desc, attempt.number desc limit 1)`;

/**
 * SQL for the fields of a call in lists.
 * @param origin SQL for the public origin of this server
 */
const callFields = (origin: string): JsonFields<CallItem> => ({
  id: 'call.id',
  external_id: 'call.external_id',
  assistant_id: 'call.assistant_id',
  assistant_name: 'assistants.name',
  campaign_id: 'call.campaign_id',
  campaign_name: '(select name from campaigns where campaigns.id = call.campaign_id)',
  lead_id: 'call.lead_id',
  lead_external_id: '(select external_id from leads where leads.id = call.lead_id)',
  type: 'call.type',
  duration: DURATION('call'),
  assistant_phone_number: 'call.assistant_phone_number',
  client_phone_number: 'call.client_phone_number',
  status: 'call.status',
  transcript: TRANSCRIPT('call'),
  variables: 'call.variables',
  evaluation: 'call.evaluation',
  webhook_response: WEBHOOK_RESPONSE,
  carrier_cost: DOLLARS(CARRIER_COST),
  total_cost: DOLLARS('call.cost_micros'),
  answered_by: 'call.answered_by',
  voicemail_left: `exists (select from call_events where call_id = call.id and type = 'voicemail-left')`,
  recording_url: `${origin}::text || '/api${RECORDING_PATH}/' || ${RECORDING_KEY('call')}`,
  scheduled_at: 'iso_timestamp(call.scheduled_at)',
  created_at: 'iso_timestamp(call.created_at)',
  updated_at: 'iso_timestamp(call.updated_at)',
});
