import type { CallOverrides, CallView } from '#contract/calls.ts';
import type { EvaluationField } from '../../../agent/evaluation-answer.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { hasLiveJob } from '../../../work/define-job.ts';
import type { EvaluatedField } from '../../conversations/endings/fill-form.ts';
import type { CallStatus } from '../lifecycle/call-state.ts';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import { FUNCTION_CALLS } from '../lifecycle/tool-calls.ts';

/** Assistant fields needed at a call's end, even if the assistant has been deleted. */
export interface EndedAssistant {
  id: number;
  uuid: string;
  name: string;
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  llm_model_id: number | null;
  chat_llm_fallback_id: number | null;
  post_call_evaluation: boolean;
  post_call_schema: EvaluationField[];
  is_webhook_active: boolean;
  webhook_url: string | null;
  send_webhook_only_on_completed: boolean;
  include_recording_in_webhook: boolean;
}

type EndedTalk = Pick<ActiveCall, 'type' | 'given'> & { leadId: number | null; campaignName: string | null };

const TALK = jsonObject<EndedTalk>({
  type: 'call.type',
  given: 'call.given_variables',
  leadId: 'call.lead_id',
  campaignName: '(select name from campaigns where campaigns.id = call.campaign_id)',
});

/** An ended call with everything that its event reports. */
export interface EndedCall {
  id: number;
  externalId: string | null;
  userId: number;
  status: CallStatus;
  endReason: string | null;
  durationSeconds: number;
  assistantPhone: string | null;
  clientPhone: string | null;
  variables: Record<string, unknown>;
  overrides: CallOverrides | null;
  answeredBy: 'human' | 'machine' | 'unknown' | null;
  campaign: { id: number; name: string } | null;
  /** Charges minus refunds, in dollars. */
  totalCost: number;
  /** In dollars; null if unknown. */
  carrierCost: number | null;
  /** Null if nothing was recorded or the call was deleted. */
  recordingKey: string | null;
  createdAt: Date;
  endedAt: Date;
  isRecorded: boolean;
  isOfLead: boolean;
  /** Facts for texts with variables; see `ActiveCall`. */
  talk: EndedTalk;
  /** The account's time zone. */
  timezone: string;
  assistant: EndedAssistant | null;
  /** In the API's format, oldest first. */
  transcript: CallView['transcript'];
  transfers: CallView['transfers'];
  functionCalls: CallView['function_calls'];
}

const UTTERANCE_FIELDS = jsonObject<EndedCall['transcript'][number]>({
  text: 'content',
  type: `'transcript'`,
  sender: 'sender',
  speaker: 'speaker',
  timestamp: 'iso_timestamp(said_at)',
});

/** Utterances of assistants and customers have no `speaker`. */
const UTTERANCE = `json_strip_nulls(${UTTERANCE_FIELDS})`;

/** SQL for the transcript of a call, oldest first. */
export const TRANSCRIPT = (call: string): string => `coalesce((
  select json_agg(${UTTERANCE} order by said_at, id)
  from call_transcript where call_id = ${call}.id), '[]')`;

const TRANSFER = jsonObject<EndedCall['transfers'][number]>({
  kind: `data -> 'kind'`,
  target: `data -> 'target'`,
  outcome: `data -> 'outcome'`,
  reason: `data -> 'reason'`,
  at_ms: 'at_ms',
});

/** SQL for the transfers of a call, oldest first. */
export const TRANSFERS = (call: string): string => `coalesce((
  select json_agg(${TRANSFER} order by id)
  from call_events where call_id = ${call}.id and type = 'transferred'), '[]')`;

const ASSISTANT = jsonObject<EndedAssistant>({
  id: 'id',
  uuid: 'uuid',
  name: 'name',
  mode: 'mode',
  llm_model_id: 'llm_model_id',
  chat_llm_fallback_id: 'chat_llm_fallback_id',
  post_call_evaluation: 'post_call_evaluation',
  post_call_schema: 'post_call_schema',
  is_webhook_active: 'is_webhook_active',
  webhook_url: 'webhook_url',
  send_webhook_only_on_completed: 'send_webhook_only_on_completed',
  include_recording_in_webhook: 'include_recording_in_webhook',
});

/** SQL for the whole seconds from the answer to the end, or until now for a live call. */
export const DURATION = (call: string): string => `greatest(0, round(extract(epoch from
  coalesce(${call}.ended_at, clock_timestamp()) - coalesce(${call}.answered_at, ${call}.ended_at, clock_timestamp()))))::int`;

/** SQL for the key of a call's recording; null if nothing was recorded. */
export const RECORDING_KEY = (call: string): string => `case when exists (
  select from call_recording_pieces where call_id = ${call}.id) then ${call}.recording_key end`;

/** SQL for an amount in dollars. */
export const DOLLARS = (micros: string): string => `${micros} / 1000000.0::float8`;

/** SQL for the carrier cost of a call and its transfers; null while any part is unknown. */
export const CARRIER_COST = `(select case when count(*) = count(carrier_cost_micros)
    then call.carrier_cost_micros + coalesce(sum(carrier_cost_micros), 0)::bigint end
  from second_legs where call_id = call.id)`;

const CAMPAIGN = jsonObject<EndedCall['campaign']>({ id: 'id', name: 'name' });

/** Null if the call has not ended or no longer exists. */
export async function loadEnded(
  database: Executor,
  { userId, callId }: { userId: number; callId: number },
): Promise<EndedCall | null> {
  const [call] = await loadAllEnded(database, [callId]);
  return call?.userId === userId ? call : null;
}

/** Loads ended calls of any account; calls that have not ended are omitted. */
export function loadAllEnded(database: Executor, callIds: readonly number[]): Promise<EndedCall[]> {
  return database.query<EndedCall>(
    `select call.id, call.external_id as "externalId", call.user_id as "userId", call.status, ${DURATION('call')} as "durationSeconds",
       call.assistant_phone_number as "assistantPhone", call.client_phone_number as "clientPhone", call.variables, call.overrides,
       call.answered_by as "answeredBy", call.end_reason as "endReason",
       ${DOLLARS('call.cost_micros')} as "totalCost", ${DOLLARS(CARRIER_COST)} as "carrierCost",
       (select ${CAMPAIGN} from campaigns where campaigns.id = call.campaign_id) as campaign,
       case when call.deleted_at is null then ${RECORDING_KEY('call')} end as "recordingKey",
       call.created_at as "createdAt", call.ended_at as "endedAt", call.recorded_at is not null as "isRecorded",
       call.lead_id is not null as "isOfLead", ${TALK} as talk,
       users.timezone,
       (select ${ASSISTANT} from assistants where assistants.id = call.assistant_id) as assistant,
       ${TRANSCRIPT('call')} as transcript, ${TRANSFERS('call')} as transfers,
       ${FUNCTION_CALLS('call')} as "functionCalls"
     from calls call join users on users.id = call.user_id
     where call.id = any($1) and call.ended_at is not null`,
    [callIds],
  );
}

/** Stores an evaluation. Resolves with false if there is one already. */
export async function storeEvaluation(
  transaction: Executor,
  { id, userId }: EndedCall,
  evaluated: { fields: readonly EvaluatedField[]; problem: string | null },
): Promise<boolean> {
  const rows = await transaction.query(
    `update calls set recorded_at = clock_timestamp(), evaluation = $3, evaluation_error = $4,
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2 and recorded_at is null returning id`,
    [userId, id, JSON.stringify(evaluated.fields), evaluated.problem],
  );
  return rows.length > 0;
}

/** Ended calls without an evaluation and without a job for it. */
export function findUnrecorded(database: Executor): Promise<{ id: number; userId: number }[]> {
  return database.query(
    `select id, user_id as "userId" from calls
     where ended_at is not null and recorded_at is null and not ${hasLiveJob(`'evaluate-call-' || calls.id`)}
     order by id limit 1000`,
  );
}
