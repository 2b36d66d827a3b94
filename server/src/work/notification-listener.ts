import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/client.ts';

const RECONNECT_MS = 1000;

interface ListenerDeps {
  /** One connection is taken from it permanently. */
  database: Database;
  log: Log;
  clock: Clock;
  /** Receives the payloads by channel. Channel names are inserted into SQL unescaped, so they must be constants. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** Called after each reconnection: notifications may have been lost in between. */
  onReconnect(): void;
}
/** Listens on a dedicated connection and reconnects until `stop`. */
export async function startNotificationListener(deps: ListenerDeps): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let client = await listen(deps);
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await client.broken;
      if (stopping.signal.aborted) return;
      await deps.clock.sleep(RECONNECT_MS, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        client = await listen(deps);
        deps.onReconnect();
      } catch (error) {
        deps.log.warn(
          { error },
          'Lost the notification listener; work of other processes is found by polling until it reconnects.',
        );
      }
    }
    // `stop` was called while this client was connecting, and ended only the previous one.
    client.end();
  };
  const supervised = supervise();
  return {
    stop: async () => {
      stopping.abort(new Error('This process is stopping.'));
      client.end();
      await supervised;
    },
  };
}

interface Listening {
  /** Resolves when the connection is lost. */
  broken: Promise<void>;
  end(): void;
}

async function listen({
  database,
  channels,
}: Pick<ListenerDeps, 'database' | 'channels'>): Promise<Listening> {
  const client: pg.PoolClient = await database.pool.connect();
  const { promise: broken, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  const end = (): void => {
    if (!isReleased) client.release(true);
    isReleased = true;
    resolve();
  };
  client.once('error', end);
  client.once('end', end);
  client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
  try {
    for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
  } catch (error) {
    end();
    throw error;
  }
  return { broken, end };
}
