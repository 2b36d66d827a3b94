import type { EvaluationField } from '../../../agent/evaluation-answer.ts';
import type { Database, Executor } from '../../../db/client.ts';
import type { RecordEvent } from '../../../events/event.ts';
import type { EvaluatedField } from '../../conversations/actions.ts';
import { type CallChange, type CallState, transition } from '../lifecycle/call-state.ts';
import { asState, type StateRow } from '../lifecycle/call-store.ts';
import { removeDeleted } from '../lifecycle/deleted-calls.ts';
import type { CallCampaigns } from './call-campaigns.ts';
import { loadAllEnded } from './ended-store.ts';
import { endedEvent } from './evaluate-call.ts';

export interface UnansweredEndParts {
  database: Database;
  recordEvent: RecordEvent;
  campaigns: CallCampaigns;
  /** Where others reach this server. */
  origin(): string;
  /** This process in the table of processes. */
  processId: string;
}

/** The end of a call of this process that nobody has answered. */
export interface UnansweredEnd {
  callId: number;
  change: Extract<CallChange, { type: 'not-reached' }>;
  /** The carrier's own code. */
  failureCode: string | null;
}

/**
 * Ends calls that nobody has answered, many with the statements of one: nothing is to be paid and nothing was said, so
 * that the final state, an evaluation that knows nothing, what becomes of leads and the events are one transaction.
 * Those that are over already, or held by somebody else, stay as they are.
 */
export async function endUnanswered(
  parts: UnansweredEndParts,
  ends: readonly UnansweredEnd[],
): Promise<void> {
  const { database, recordEvent, campaigns } = parts;
  await database.transaction(async (transaction) => {
    const over = await decide(transaction, parts.processId, ends);
    if (over.length === 0) return;
    await store(transaction, over);
    const ids = over.map(({ call }) => call.id);
    const leads = over.some(({ call }) => call.isOfLead)
      ? await campaigns.callsOver(transaction, ids)
      : new Map();
    const fields = new Map(over.map((one) => [one.call.id, one.fields]));
    for (const call of await loadAllEnded(transaction, ids)) {
      const about = { fields: fields.get(call.id) ?? [], lead: leads.get(call.id) ?? null };
      await recordEvent(transaction, endedEvent(call, about, parts.origin()));
    }
    for (const { call } of over) {
      const { id: callId, userId } = call;
      if (call.isDeleted) await removeDeleted(transaction, { userId, callId });
    }
  });
}

interface LockedCall extends StateRow {
  id: number;
  userId: number;
  isOfLead: boolean;
  isDeleted: boolean;
  /** What the assistant is to find out in its calls. */
  wanted: EvaluationField[];
}

interface Over {
  end: UnansweredEnd;
  call: LockedCall;
  state: Extract<CallState, { endedAt: Date }>;
  fields: EvaluatedField[];
}

/** In the order of their ids: two that end many do not wait for each other. */
async function decide(
  transaction: Executor,
  processId: string,
  ends: readonly UnansweredEnd[],
): Promise<Over[]> {
  const byId = new Map(ends.map((end) => [end.callId, end]));
  const calls = await transaction.query<LockedCall>(
    `select call.id, call.user_id as "userId", call.status, ringing_at, answered_at, ended_at, end_reason,
       lead_id is not null as "isOfLead", call.deleted_at is not null as "isDeleted",
       case when post_call_evaluation then post_call_schema else '[]' end as wanted
     from calls call left join assistants on assistants.id = call.assistant_id
     where call.id = any($1) and process_id = $2 order by call.id for update of call`,
    [[...byId.keys()], processId],
  );
  return calls.flatMap((call) => {
    const end = byId.get(call.id);
    const before = asState(call);
    const state = end === undefined ? before : transition(before, end.change);
    if (end === undefined || state === before || !('endedAt' in state)) return [];
    const fields = (call.wanted ?? []).map(({ name, type, description }) => ({
      ...{ name, type, value: null, description },
    }));
    return [{ end, call, state, fields }];
  });
}

async function store(transaction: Executor, over: readonly Over[]): Promise<void> {
  const rows = over.map(({ end, call, state, fields }) => ({
    ...{ id: call.id, status: state.status, ended_at: state.endedAt, end_reason: state.reason },
    ...{ failure_code: end.failureCode, failure_cause: end.change.cause ?? null, evaluation: fields },
  }));
  await transaction.query(
    `update calls set status = over.status, ended_at = over.ended_at, end_reason = over.end_reason,
       failure_code = over.failure_code, failure_cause = over.failure_cause, evaluation = over.evaluation,
       recorded_at = clock_timestamp(), process_id = null, media_token_hash = null, seen_at = clock_timestamp(),
       updated_at = clock_timestamp()
     from json_to_recordset($1) as over (id bigint, status text, ended_at timestamptz, end_reason text,
       failure_code text, failure_cause text, evaluation json)
     where calls.id = over.id`,
    [JSON.stringify(rows)],
  );
}
