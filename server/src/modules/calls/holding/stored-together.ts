import { createBatcher } from '../../../core/batcher.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { type CallEnd, endTogether, type TogetherParts } from '../endings/end-calls-together.ts';

/** Facts of calls that come often: those that come close together are stored with the statements of one. */
export interface StoredTogether {
  /** A call of this process rings. */
  rang(ringing: { callId: number; at: Date }): Promise<void>;
  /** A call of this process is over. @returns false: money is to be taken for it, and it is not ended yet */
  over(end: CallEnd): Promise<boolean>;
}

export function storeTogether(parts: TogetherParts): StoredTogether {
  const ended = createBatcher((ends: readonly CallEnd[]) => endAll(parts, ends));
  return {
    rang: createBatcher(async (ringing: readonly { callId: number; at: Date }[]) => {
      await storeRinging(parts, ringing);
      return ringing.map(() => undefined);
    }),
    over: async (end) => {
      const outcome = await ended(end);
      if ('error' in outcome) throw outcome.error;
      return outcome.isOver;
    },
  };
}

type Outcome = { isOver: boolean } | { error: unknown };

/** What the database takes from one alone it may refuse because of another: then each is stored by itself. */
async function endAll(parts: TogetherParts, ends: readonly CallEnd[]): Promise<Outcome[]> {
  try {
    const toBePaid = await endTogether(parts, ends);
    return ends.map(({ callId }) => ({ isOver: !toBePaid.has(callId) }));
  } catch (error) {
    if (ends.length === 1 || error instanceof DatabaseUnavailableError) return ends.map(() => ({ error }));
  }
  const outcomes: Outcome[] = [];
  for (const end of ends) outcomes.push(...(await endAll(parts, [end])));
  return outcomes;
}

/** Only what has not rung yet and is not over. */
async function storeRinging(
  { database, processId }: { database: Database; processId: string },
  ringing: readonly { callId: number; at: Date }[],
): Promise<void> {
  await database.query(
    `update calls set status = 'ringing', ringing_at = rang.at, seen_at = clock_timestamp(),
       updated_at = clock_timestamp()
     from json_to_recordset($1) as rang ("callId" bigint, at timestamptz)
     where calls.id = rang."callId" and process_id = $2 and status = 'initiated'`,
    [JSON.stringify(ringing), processId],
  );
}
