import type { Database } from '../../../db/client.ts';

export const CALL_CHANNEL = 'parley_calls';

/** Notifies voice processes that a call waits to be dialed or ended. */
export interface CallNotifier {
  notify(): void;
  /** Registers this process's listener, which is then called directly as well. Null unregisters. */
  listen(listener: (() => void) | null): void;
}

/** A lost notification delays a call by at most a second, because voice processes also poll. */
export function createCallNotifier(database: Database, onFailure: (error: unknown) => void): CallNotifier {
  let local: (() => void) | null = null;
  return {
    notify: () => {
      local?.();
      database.query('select pg_notify($1, $2)', [CALL_CHANNEL, '']).catch(onFailure);
    },
    listen: (listener) => {
      local = listener;
    },
  };
}
