import { createBatcher } from '../../../core/batcher.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { type CallEnd, type EndBatchDeps, endCallBatch } from '../endings/end-call-batch.ts';
import { lockedInOrder } from '../lifecycle/call-store.ts';
import { type Begun, beginCallBatch, type CallAnswer } from './begin-call-batch.ts';

/** Frequent writes to calls. Concurrent ones are combined into one batch. */
export interface BatchedWrites {
  storePendingHangUp(hangUps: HangUpUpdate): Promise<void>;
  storeRinging(ringing: Ringing): Promise<void>;
  storeAnswer(answer: CallAnswer): Promise<Begun>;
  /** @returns false if minutes remain to be charged, so that the call has not ended yet */
  storeEnd(end: CallEnd): Promise<boolean>;
}

interface HangUpUpdate {
  callId: number;
  /** Hang-ups (JSON) that another process has to send if this one dies; null if no hang-up is pending. */
  pendingHangUp: string | null;
}

interface Ringing extends HangUpUpdate {
  at: Date;
}

export function batchWrites(deps: EndBatchDeps): BatchedWrites {
  return {
    storePendingHangUp: inBatches(async (hangUps: readonly HangUpUpdate[]) => {
      await updatePendingHangUps(deps, hangUps);
      return hangUps.map(() => undefined);
    }),
    storeRinging: inBatches(async (ringing: readonly Ringing[]) => {
      await updateRinging(deps, ringing);
      return ringing.map(() => undefined);
    }),
    storeAnswer: inBatches((answers) => beginCallBatch(deps, answers)),
    storeEnd: inBatches(async (ends: readonly CallEnd[]) => {
      const toBePaid = await endCallBatch(deps, ends);
      return ends.map(({ callId }) => !toBePaid.has(callId));
    }),
  };
}

type Outcome<Result> = { result: Result } | { error: unknown };

/** Stores the items together, or one by one if a bad row fails the batch. */
async function storeAll<Item, Result>(
  items: readonly Item[],
  store: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Outcome<Result>[]> {
  try {
    return (await store(items)).map((result) => ({ result }));
  } catch (error) {
    if (items.length === 1 || error instanceof DatabaseUnavailableError) return items.map(() => ({ error }));
  }
  const outcomes: Outcome<Result>[] = [];
  for (const item of items) outcomes.push(...(await storeAll([item], store)));
  return outcomes;
}

function inBatches<Item, Result>(
  store: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const batcher = createBatcher((items: readonly Item[]) => storeAll(items, store));
  return async (item) => {
    const outcome = await batcher(item);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  };
}

/** A call occurs at most once per batch, because its writes are sequential. */
async function updatePendingHangUps(
  { database, processId }: { database: Database; processId: string },
  hangUps: readonly HangUpUpdate[],
): Promise<void> {
  await database.query(
    `update calls set farewell = owed."pendingHangUp"
     from json_to_recordset($1) as owed ("callId" bigint, "pendingHangUp" text)
     where ${lockedInOrder('$3')} and calls.id = owed."callId" and process_id = $2 and ended_at is null`,
    [JSON.stringify(hangUps), processId, hangUps.map(({ callId }) => callId)],
  );
}

/** Skips calls that are already ringing, answered or ended. */
async function updateRinging(
  { database, processId }: { database: Database; processId: string },
  ringing: readonly Ringing[],
): Promise<void> {
  await database.query(
    `update calls set status = 'ringing', ringing_at = rang.at, farewell = rang."pendingHangUp",
       seen_at = clock_timestamp(), updated_at = clock_timestamp()
     from json_to_recordset($1) as rang ("callId" bigint, at timestamptz, "pendingHangUp" text)
     where ${lockedInOrder('$3')} and calls.id = rang."callId" and process_id = $2 and status = 'initiated'`,
    [JSON.stringify(ringing), processId, ringing.map(({ callId }) => callId)],
  );
}
