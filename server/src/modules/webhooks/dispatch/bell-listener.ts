import type pg from 'pg';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { BELL_CHANNEL } from './delivery-bell.ts';

const RECONNECT_MS = 1000;

/** Hears what other processes ring, on a connection of its own; one that breaks is replaced until `stop`. */
export async function startBellListener(parts: {
  database: Database;
  log: Log;
  clock: Clock;
  onRing(targetIds: readonly number[]): void;
}): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let client = await listen(parts);
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await client.broken;
      if (stopping.signal.aborted) return;
      await parts.clock.sleep(RECONNECT_MS, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      client = await listen(parts).catch((error: unknown) => {
        parts.log.warn({ error }, 'Webhooks of other processes are found later: no listener.');
        return client;
      });
    }
    // A stop that came while this connected saw the connection before.
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
  /** Resolves when nothing will be heard any more. */
  broken: Promise<void>;
  end(): void;
}

async function listen(parts: {
  database: Database;
  onRing(targetIds: readonly number[]): void;
}): Promise<Listening> {
  const client: pg.PoolClient = await parts.database.pool.connect();
  const { promise: broken, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  const end = (): void => {
    if (!isReleased) client.release(true);
    isReleased = true;
    resolve();
  };
  client.once('error', end);
  client.once('end', end);
  client.on('notification', ({ payload = '' }) => {
    const ids = payload.split(',').filter((text) => /^\d+$/.test(text));
    parts.onRing(ids.map(Number));
  });
  try {
    await client.query(`listen ${BELL_CHANNEL}`);
  } catch (error) {
    end();
    throw error;
  }
  return { broken, end };
}
