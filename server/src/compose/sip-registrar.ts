import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { CallTrunk } from '../modules/phone-numbers/sip-trunks/call-trunks.ts';
import { type Loop, startLoop } from '../work/loop.ts';

/** Advisory lock key; the process that holds the lock registers. */
const REGISTRAR_LOCK = 7_263_510_847;
const INTERVAL_MS = 3000;

/** Timeouts for an unreachable database server. */
const CLIENT: pg.ClientConfig = {
  application_name: 'parley-registrar',
  query_timeout: 5000,
  connectionTimeoutMillis: 5000,
};

/**
 * Registers extensions at their servers from one process of the installation, the holder of an advisory lock. PostgreSQL
 * releases the lock when that process dies. Changed trunks are picked up within seconds.
 */
export function startRegistrar(deps: {
  connection: pg.ClientConfig;
  log: Log;
  clock: Clock;
  load(): Promise<readonly CallTrunk[]>;
  keep(trunks: readonly CallTrunk[]): void;
}): Pick<Loop, 'stop'> {
  const { connection, load, keep } = deps;
  let holder: pg.Client | null = null;
  const giveUp = async (): Promise<void> => {
    const client = holder;
    holder = null;
    keep([]);
    await client?.end().catch(() => undefined);
  };
  const work = async (): Promise<void> => {
    try {
      holder ??= await takeLock(connection);
      if (holder === null) return;
      await holder.query('select 1');
      keep(await load());
    } catch (error) {
      // The lock may be lost, and another process may already register.
      await giveUp();
      throw error;
    }
  };
  const loop = startLoop({ ...deps, name: 'sip registrations', intervalMs: INTERVAL_MS, work });
  return {
    stop: async () => {
      await loop.stop();
      await giveUp();
    },
  };
}

/** Returns a connection that holds the lock; null if another process holds it. */
async function takeLock(connection: pg.ClientConfig): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, ...CLIENT });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_taken: boolean }>(
      'select pg_try_advisory_lock($1) as is_taken',
      [REGISTRAR_LOCK],
    );
    if (rows[0]?.is_taken === true) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return null;
}
