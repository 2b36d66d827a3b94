import type { Database } from '../../../db/client.ts';

export const CALL_CHANNEL = 'parley_calls';

/** Tells processes that hold calls that one waits to be dialled, or is to end. */
export interface CallBell {
  ring(): void;
  /** From now on this process hears by itself, too, without the database's round trip. Null: no more. */
  answer(listener: (() => void) | null): void;
}

/** A ring that is lost costs a second: whoever holds calls also looks by itself. */
export function createCallBell(database: Database, onFailure: (error: unknown) => void): CallBell {
  let near: (() => void) | null = null;
  return {
    ring: () => {
      near?.();
      database.query('select pg_notify($1, $2)', [CALL_CHANNEL, '']).catch(onFailure);
    },
    answer: (listener) => {
      near = listener;
    },
  };
}
