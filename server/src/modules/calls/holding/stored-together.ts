import { createBatcher } from '../../../core/batcher.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { endUnanswered, type UnansweredEnd, type UnansweredEndParts } from '../endings/end-unanswered.ts';

/** Facts of calls that come often: those that come close together are stored with the statements of one. */
export interface StoredTogether {
  /** A call of this process rings. */
  rang(ringing: { callId: number; at: Date }): Promise<void>;
  /** A call of this process is over, and nobody answered it. */
  unanswered(end: UnansweredEnd): Promise<void>;
}

export function storeTogether(parts: UnansweredEndParts): StoredTogether {
  return {
    rang: createBatcher(async (ringing: readonly { callId: number; at: Date }[]) => {
      await storeRinging(parts, ringing);
      return ringing.map(() => undefined);
    }),
    unanswered: inBatches((ends) => endUnanswered(parts, ends)),
  };
}

/** What the database takes from one alone it refuses because of another: then each is stored by itself. */
function inBatches<Thing>(
  store: (things: readonly Thing[]) => Promise<void>,
): (thing: Thing) => Promise<void> {
  const together = createBatcher(async (things: readonly Thing[]): Promise<{ error: unknown }[]> => {
    const attempt = async (some: readonly Thing[]): Promise<{ error: unknown }> => {
      try {
        await store(some);
        return { error: null };
      } catch (error) {
        return { error };
      }
    };
    const { error } = await attempt(things);
    if (error === null || things.length === 1 || error instanceof DatabaseUnavailableError) {
      return things.map(() => ({ error }));
    }
    const outcomes: { error: unknown }[] = [];
    for (const thing of things) outcomes.push(await attempt([thing]));
    return outcomes;
  });
  return async (thing) => {
    const { error } = await together(thing);
    if (error !== null) throw error;
  };
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
