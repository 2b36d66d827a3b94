import type { EvaluationField } from '../../../agent/evaluation-answer.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { RecordEvent } from '../../../events/event.ts';
import { lockBalances } from '../../accounts/balance/charge-together.ts';
import { refundCalls } from '../../accounts/balance/refund-calls.ts';
import type { EvaluatedField } from '../../conversations/endings/fill-form.ts';
import { enqueueEvaluations } from '../jobs.ts';
import {
  type CallChange,
  type CallState,
  hasBegun,
  isCutOffByUs,
  transition,
} from '../lifecycle/call-state.ts';
import { asState, causeOf, type StateRow } from '../lifecycle/call-store.ts';
import { removeDeleted } from '../lifecycle/deleted-calls.ts';
import { storeLeftToolCalls } from '../lifecycle/tool-calls.ts';
import { begunMinutes, webhookOfCall } from '../rules.ts';
import type { CalledLead } from './call-campaigns.ts';
import { orderCarrierCosts } from './carrier-cost.ts';
import type { EndingDeps } from './end-call.ts';
import { loadAllEnded } from './ended-store.ts';
import { endedEvent } from './evaluate-call.ts';
import { recordOptOuts } from './record-opt-outs.ts';

export interface EndBatchDeps extends EndingDeps {
  recordEvent: RecordEvent;
  /** Public origin of this server. */
  origin(): string;
  processId: string;
}

export interface CallEnd {
  callId: number;
  change: CallChange;
  answeredBy: string | null;
  /** The carrier's own failure code; null if it gave no code. */
  failureCode: string | null;
}

/**
 * Ends many calls in one transaction: final states, leads, evaluations and events. If the customer said nothing, the
 * evaluation is stored immediately. Calls that have ended or belong to another process are skipped.
 * @returns calls left for `endCall`, because minutes remain to be charged
 */
export async function endCallBatch(deps: EndBatchDeps, ends: readonly CallEnd[]): Promise<Set<number>> {
  const { database } = deps;
  return database.transaction(async (transaction) => {
    await lockForRefunds(transaction, ends);
    const decided = await decide(transaction, deps, ends);
    const over = decided.filter(({ isToBePaid }) => !isToBePaid);
    if (over.length > 0) await end(transaction, deps, over);
    return new Set(decided.flatMap(({ isToBePaid, call }) => (isToBePaid ? [call.id] : [])));
  });
}

interface LockedCall extends StateRow {
  id: number;
  userId: number;
  isOfLead: boolean;
  isDeleted: boolean;
  hasSpeech: boolean;
  paidMinutes: number;
  /** The assistant's evaluation schema. */
  wanted: EvaluationField[] | null;
  /** The assistant's webhook settings. */
  webhook: Parameters<typeof webhookOfCall>[0]['assistant'];
  /** A webhook endpoint is subscribed to ends of calls. */
  isSubscribed: boolean;
}

interface EndingCall {
  end: CallEnd;
  call: LockedCall;
  state: Extract<CallState, { endedAt: Date }>;
  isAnswered: boolean;
  isToBePaid: boolean;
  /** Null if a model has to evaluate the call. */
  fields: EvaluatedField[] | null;
}

const WEBHOOK = jsonObject<LockedCall['webhook']>({
  is_webhook_active: 'true',
  webhook_url: 'webhook_url',
  send_webhook_only_on_completed: 'send_webhook_only_on_completed',
});

/** Locks the calls and decides how they end. Locks in id order, so that concurrent batches do not deadlock. */
async function decide(
  transaction: Executor,
  { processId, prices }: EndBatchDeps,
  ends: readonly CallEnd[],
): Promise<EndingCall[]> {
  const byId = new Map(ends.map((end) => [end.callId, end]));
  const calls = await transaction.query<LockedCall>(
    `select call.id, call.user_id as "userId", call.status, ringing_at, answered_at, ended_at, end_reason,
       lead_id is not null as "isOfLead", call.deleted_at is not null as "isDeleted",
       exists (select from call_transcript where call_id = call.id and sender = 'human') as "hasSpeech",
       (select count(*)::int from charges where call_id = call.id and kind = 'call_minute') as "paidMinutes",
       case when post_call_evaluation then post_call_schema else '[]' end as wanted,
       case when is_webhook_active then ${WEBHOOK} end as webhook,
       wants_event(call.user_id, 'call.ended') as "isSubscribed"
     from calls call left join assistants on assistants.id = call.assistant_id
     where call.id = any($1) and process_id = $2 order by call.id for update of call`,
    [[...byId.keys()], processId],
  );
  return calls.flatMap((call) => {
    const end = byId.get(call.id);
    const before = asState(call);
    const state = end === undefined ? before : transition(before, end.change);
    if (end === undefined || state === before || !('endedAt' in state)) return [];
    const answeredAt = 'answeredAt' in state ? state.answeredAt : null;
    const minutes =
      answeredAt === null || !hasBegun(before) || isCutOffByUs(end.change)
        ? 0
        : begunMinutes(state.endedAt.getTime() - answeredAt.getTime());
    const isToBePaid = prices.callMinuteMicros > 0 && call.paidMinutes < minutes;
    const fields = knownFields(call);
    return [{ end, call, state, isAnswered: answeredAt !== null, isToBePaid, fields }];
  });
}

/** Fields known without a model; null if a model has to evaluate the call. */
function knownFields({ wanted, hasSpeech }: LockedCall): EvaluatedField[] | null {
  const known = wanted ?? [];
  if (hasSpeech && known.length > 0) return null;
  return known.map(({ name, type, description }) => ({ name, type, value: null, description }));
}

async function lockForRefunds(transaction: Executor, ends: readonly CallEnd[]): Promise<void> {
  const callIds = ends.filter(({ change }) => isCutOffByUs(change)).map(({ callId }) => callId);
  if (callIds.length === 0) return;
  const accounts = await transaction.query<{ id: number }>(
    'select distinct user_id as id from calls where id = any($1)',
    [callIds],
  );
  await lockBalances(
    transaction,
    accounts.map(({ id }) => id),
  );
}

async function refund(transaction: Executor, over: readonly EndingCall[]): Promise<void> {
  const cut = over.filter(({ end }) => isCutOffByUs(end.change));
  for (const [reason, calls] of Map.groupBy(cut, ({ state }) => state.reason)) {
    await refundCalls(transaction, { callIds: calls.map(({ call }) => call.id), reason });
  }
}

async function end(transaction: Executor, deps: EndBatchDeps, over: readonly EndingCall[]): Promise<void> {
  await refund(transaction, over);
  await store(transaction, over);
  const idsOf = (some: readonly EndingCall[]): number[] => some.map(({ call }) => call.id);
  const answered = idsOf(over.filter(({ isAnswered }) => isAnswered));
  await storeLeftToolCalls(transaction, answered);
  await recordOptOuts(deps.blacklist, transaction, idsOf(over.filter(({ call }) => call.hasSpeech)));
  await orderCarrierCosts(transaction, answered, deps.pricedCarriers);
  const leads = await notifyCampaigns(transaction, deps, over);
  await recordEvents(transaction, deps, { over, leads });
  const asked = over.filter(({ fields }) => fields === null);
  await enqueueEvaluations(
    transaction,
    asked.map(({ call }) => ({ userId: call.userId, callId: call.id })),
  );
}

async function store(transaction: Executor, over: readonly EndingCall[]): Promise<void> {
  const rows = over.map(({ end, call, state, fields }) => ({
    id: call.id,
    status: state.status,
    answered_at: 'answeredAt' in state ? state.answeredAt : null,
    ended_at: state.endedAt,
    end_reason: state.reason,
    failure_code: end.failureCode,
    failure_cause: causeOf(end.change),
    answered_by: end.answeredBy,
    evaluation: fields,
    is_recorded: fields !== null,
  }));
  await transaction.query(
    `update calls set status = over.status, answered_at = over.answered_at, ended_at = over.ended_at, end_reason = over.end_reason,
       failure_code = over.failure_code, failure_cause = over.failure_cause, evaluation = over.evaluation,
       answered_by = coalesce(over.answered_by, calls.answered_by),
       recorded_at = case when over.is_recorded then clock_timestamp() end, process_id = null,
       media_token_hash = null, farewell = null, seen_at = clock_timestamp(), updated_at = clock_timestamp()
     from json_to_recordset($1) as over (id bigint, status text, answered_at timestamptz, ended_at timestamptz, end_reason text,
       failure_code text, failure_cause text, answered_by text, evaluation json, is_recorded boolean)
     where calls.id = over.id`,
    [JSON.stringify(rows)],
  );
}

/** Updates the leads of these calls. Goals of calls that need no model are evaluated immediately. */
async function notifyCampaigns(
  transaction: Executor,
  { campaigns }: EndBatchDeps,
  over: readonly EndingCall[],
): Promise<ReadonlyMap<number, CalledLead>> {
  const ofLeads = over.filter(({ call }) => call.isOfLead);
  if (ofLeads.length === 0) return new Map();
  const leads = new Map(
    await campaigns.callsEnded(
      transaction,
      ofLeads.map(({ call }) => call.id),
    ),
  );
  for (const { call, fields } of ofLeads) {
    if (fields === null || leads.get(call.id)?.status !== 'processing') continue;
    const lead = await campaigns.callEvaluated(transaction, call.id, fields);
    if (lead !== null) leads.set(call.id, lead);
  }
  return leads;
}

/** Records the events of evaluated calls with a webhook or a subscribed endpoint, and removes the data of deleted calls. */
async function recordEvents(
  transaction: Executor,
  { recordEvent, origin }: EndBatchDeps,
  { over, leads }: { over: readonly EndingCall[]; leads: ReadonlyMap<number, CalledLead> },
): Promise<void> {
  const known = over.filter(({ fields }) => fields !== null);
  const reported = known.filter(
    ({ call, state }) =>
      call.isSubscribed || webhookOfCall({ status: state.status, assistant: call.webhook }) !== null,
  );
  const fieldsOf = new Map(reported.map(({ call, fields }) => [call.id, fields ?? []]));
  const ended = reported.length === 0 ? [] : await loadAllEnded(transaction, [...fieldsOf.keys()]);
  for (const call of ended) {
    const fields = fieldsOf.get(call.id) ?? [];
    const about = { fields, problem: null, lead: leads.get(call.id) ?? null };
    await recordEvent(transaction, endedEvent(call, about, origin()));
  }
  for (const { call } of known) {
    const { id: callId, userId } = call;
    if (call.isDeleted) await removeDeleted(transaction, recordEvent, { userId, callId });
  }
}
