import type { Database } from '../../../db/client.ts';

export const CALL_CHANNEL = 'parley_calls';

/** Tells processes that hold calls that one waits to be dialled, or is to end. */
export interface CallNotifier {
  notify(): void;
  /** From now on this process hears by itself, too, without the database's round trip. Null: no more. */
  answer(listener: (() => void) | null): void;
}

/** A ring that is lost costs a second: whoever holds calls also looks by itself. */
export function createCallNotifier(database: Database, onFailure: (error: unknown) => void): CallNotifier {
  let near: (() => void) | null = null;
  return {
    notify: () => {
      near?.();
      database.query('select pg_notify($1, $2)', [CALL_CHANNEL, '']).catch(onFailure);
    },
    answer: (listener) => {
      near = listener;
    },
  };
}
