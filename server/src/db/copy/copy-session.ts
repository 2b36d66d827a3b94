import pg from 'pg';
import type { Executor } from '../client.ts';
import { asDatabaseFailure } from '../errors.ts';

/** A dedicated connection without time limits and with the same text format for values on both sides. */
export interface CopySession extends Pick<Executor, 'query'> {
  readonly client: pg.Client;
  /** Closes the connection, even during a statement; an open transaction is rolled back. */
  end(): Promise<void>;
}

/** Settings of both sides, which override server and role defaults. Older servers do not know all of them. */
const SETTINGS: Record<string, string> = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: '3',
  bytea_output: 'hex',
  // Read rows in physical order from the start.
  synchronize_seqscans: 'off',
};

/** @param signal ends the session when it is aborted */
export async function openCopySession(
  connection: pg.ClientConfig,
  signal: AbortSignal,
): Promise<CopySession> {
  signal.throwIfAborted();
  const client = new pg.Client({
    ...connection,
    application_name: 'parley copy',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The running or next statement fails as well.
  client.on('error', () => undefined);
  const stop = (): Promise<void> => client.end().catch(() => undefined);
  // A client that is ended while connecting emits nothing, so canceling can take up to ten seconds.
  await client.connect().catch((error: unknown) => {
    throw asDatabaseFailure(error);
  });
  signal.addEventListener('abort', stop, { once: true });
  const end = async (): Promise<void> => {
    signal.removeEventListener('abort', stop);
    await stop();
  };
  try {
    signal.throwIfAborted();
    await applySettings(client);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    client,
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows,
    end,
  };
}

async function applySettings(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(wanted.key, wanted.value, false)
     from json_each_text($1) as wanted join pg_settings on pg_settings.name = wanted.key`,
    [JSON.stringify(SETTINGS)],
  );
}
