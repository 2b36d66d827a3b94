import { createBatcher } from '../../../core/batcher.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { type CallEnd, endTogether, type TogetherDeps } from '../endings/end-calls-together.ts';
import { lockedInOrder } from '../lifecycle/call-store.ts';
import { type Begun, beginTogether, type CallAnswer } from './begin-together.ts';

/** Facts of calls that come often: those that come close together are stored with the statements of one. */
export interface StoredTogether {
  /** Something of a call of this process goes out that does not end with it. */
  left(owed: LeftBehind): Promise<void>;
  /** A call of this process rings. */
  rang(ringing: Ringing): Promise<void>;
  /** A call of this process was answered. */
  answered(answer: CallAnswer): Promise<Begun>;
  /** A call of this process is over. @returns false: money is to be taken for it, and it is not ended yet */
  over(end: CallEnd): Promise<boolean>;
}

interface LeftBehind {
  callId: number;
  /** All that another process would have to say, in JSON; null: nothing. */
  pendingHangUp: string | null;
}

interface Ringing extends LeftBehind {
  at: Date;
}

export function storeTogether(deps: TogetherDeps): StoredTogether {
  return {
    left: inBatches(async (owed: readonly LeftBehind[]) => {
      await storeLeft(deps, owed);
      return owed.map(() => undefined);
    }),
    rang: inBatches(async (ringing: readonly Ringing[]) => {
      await storeRinging(deps, ringing);
      return ringing.map(() => undefined);
    }),
    answered: inBatches((answers) => beginTogether(deps, answers)),
    over: inBatches(async (ends: readonly CallEnd[]) => {
      const toBePaid = await endTogether(deps, ends);
      return ends.map(({ callId }) => !toBePaid.has(callId));
    }),
  };
}

type Outcome<Result> = { result: Result } | { error: unknown };

/** What the database takes from one alone it may refuse because of another: then each is stored by itself. */
async function storeAll<Thing, Result>(
  things: readonly Thing[],
  store: (things: readonly Thing[]) => Promise<readonly Result[]>,
): Promise<Outcome<Result>[]> {
  try {
    return (await store(things)).map((result) => ({ result }));
  } catch (error) {
    if (things.length === 1 || error instanceof DatabaseUnavailableError)
      return things.map(() => ({ error }));
  }
  const outcomes: Outcome<Result>[] = [];
  for (const thing of things) outcomes.push(...(await storeAll([thing], store)));
  return outcomes;
}

function inBatches<Thing, Result>(
  store: (things: readonly Thing[]) => Promise<readonly Result[]>,
): (thing: Thing) => Promise<Result> {
  const batcher = createBatcher((things: readonly Thing[]) => storeAll(things, store));
  return async (thing) => {
    const outcome = await batcher(thing);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  };
}

/** Each call once: it writes one after the other. */
async function storeLeft(
  { database, processId }: { database: Database; processId: string },
  owed: readonly LeftBehind[],
): Promise<void> {
  await database.query(
    `update calls set farewell = owed.farewell
     from json_to_recordset($1) as owed ("callId" bigint, farewell text)
     where ${lockedInOrder('$3')} and calls.id = owed."callId" and process_id = $2 and ended_at is null`,
    [JSON.stringify(owed), processId, owed.map(({ callId }) => callId)],
  );
}

/** Only what has not rung yet and is not over. */
async function storeRinging(
  { database, processId }: { database: Database; processId: string },
  ringing: readonly Ringing[],
): Promise<void> {
  await database.query(
    `update calls set status = 'ringing', ringing_at = rang.at, farewell = rang.farewell,
       seen_at = clock_timestamp(), updated_at = clock_timestamp()
     from json_to_recordset($1) as rang ("callId" bigint, at timestamptz, farewell text)
     where ${lockedInOrder('$3')} and calls.id = rang."callId" and process_id = $2 and status = 'initiated'`,
    [JSON.stringify(ringing), processId, ringing.map(({ callId }) => callId)],
  );
}
