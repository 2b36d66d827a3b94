import type { CallView } from '#contract/calls.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { RECORDING_KEY, TRANSFERS } from '../endings/ended-store.ts';
import { callFields } from './call-json.ts';

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

const RECORDING_STATE = `case when call.ended_at is null then 'running' when call.answered_at is null then 'unanswered'
  when ${RECORDING_KEY('call')} is not null then 'kept' when call.recording_key is null then 'off' else 'empty' end`;

/** @param origin SQL for the public origin of this server */
const callJson = (origin: string): string =>
  jsonObject<CallView>({
    ...callFields(origin),
    assistant_id: 'call.assistant_id',
    campaign_id: 'call.campaign_id',
    ringing_at: 'iso_timestamp(call.ringing_at)',
    answered_at: 'iso_timestamp(call.answered_at)',
    ended_at: 'iso_timestamp(call.ended_at)',
    end_reason: 'call.end_reason',
    recording_state: RECORDING_STATE,
    evaluation_error: 'call.evaluation_error',
    transfers: TRANSFERS('call'),
    latency: LATENCY,
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
