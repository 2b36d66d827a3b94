import pg from 'pg';
import { endsWithTest } from './left-running.ts';

const GATE = 4712;

/** PL/pgSQL for a trigger body that waits while the gate of its database is closed. */
export const WAIT_AT_GATE = `perform pg_advisory_xact_lock_shared(${GATE});`;

/**
 * Closes the gate of a database: statements that fire the trigger block until it opens, so a test can act in between
 * without depending on timing.
 * @returns a function that opens the gate; it also opens when the test ends
 */
export async function closeGate(connection: pg.ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  // The database may be dropped before the test ends.
  client.on('error', () => undefined);
  await client.connect();
  const open = (): Promise<void> => client.end();
  endsWithTest(open);
  await client.query('select pg_advisory_lock($1)', [GATE]);
  return open;
}
