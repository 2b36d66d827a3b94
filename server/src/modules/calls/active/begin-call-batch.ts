import type { Prices } from '../../../core/prices.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { chargeTogether, lockBalances } from '../../accounts/balance/charge-together.ts';
import { transition } from '../lifecycle/call-state.ts';
import { asState, type StateRow } from '../lifecycle/call-store.ts';
import { minuteReference } from '../rules.ts';

export interface CallAnswer {
  callId: number;
  userId: number;
  at: Date;
  /** The carrier's call id; null if unknown or already stored. */
  carrierCallId: string | null;
  /** Pending hang-ups in JSON; null if the carrier itself notices that a process died. */
  pendingHangUp: string | null;
}

/** `unpaid`: the balance does not cover the first minute. `gone`: another process has ended the call. */
export type Begun = 'begun' | 'unpaid' | 'gone';

/**
 * Stores the answers of many calls in one transaction and charges their first minute. A call that the balance does not
 * cover does not begin.
 */
export function beginCallBatch(
  { database, prices, processId }: { database: Database; prices: Prices; processId: string },
  answers: readonly CallAnswer[],
): Promise<Begun[]> {
  return database.transaction(async (transaction) => {
    // Lock order for all charges: accounts, then calls.
    await lockBalances(transaction, [...new Set(answers.map(({ userId }) => userId))]);
    const owned = await lockUnanswered(transaction, processId, answers);
    const reference = ({ callId }: CallAnswer): string => minuteReference(callId, 1);
    const paid = await chargeTogether(transaction, {
      kind: 'call_minute',
      amountMicros: prices.callMinuteMicros,
      charges: answers
        .filter(({ callId }) => owned.has(callId))
        .map((answer) => {
          const { userId, callId } = answer;
          return { userId, callId, reference: reference(answer), note: `Minute 1 of call ${callId}.` };
        }),
    });
    const begun = answers.filter((answer) => owned.has(answer.callId) && paid.has(reference(answer)));
    await store(transaction, begun);
    return answers.map((answer) => {
      if (!owned.has(answer.callId)) return 'gone';
      return paid.has(reference(answer)) ? 'begun' : 'unpaid';
    });
  });
}

/** Locks the calls and returns those still owned by this process and still unanswered. */
async function lockUnanswered(
  transaction: Executor,
  processId: string,
  answers: readonly CallAnswer[],
): Promise<Set<number>> {
  const rows = await transaction.query<StateRow & { id: number }>(
    `select id, status, ringing_at, answered_at, ended_at, end_reason from calls
     where id = any($1) and process_id = $2 order by id for update`,
    [answers.map(({ callId }) => callId), processId],
  );
  const states = new Map(rows.map((row) => [row.id, asState(row)]));
  const changed = answers.filter(({ callId, at }) => {
    const state = states.get(callId);
    return state !== undefined && transition(state, { type: 'answered', at }) !== state;
  });
  return new Set(changed.map(({ callId }) => callId));
}

async function store(transaction: Executor, begun: readonly CallAnswer[]): Promise<void> {
  if (begun.length === 0) return;
  await transaction.query(
    `update calls set status = 'in-progress', answered_at = answer.at,
       carrier_call_id = coalesce(answer."carrierCallId", carrier_call_id), farewell = answer."pendingHangUp", seen_at = clock_timestamp(),
       updated_at = clock_timestamp()
     from json_to_recordset($1) as answer ("callId" bigint, at timestamptz, "carrierCallId" text, "pendingHangUp" text)
     where calls.id = answer."callId"`,
    [JSON.stringify(begun)],
  );
}
