import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { hasServerPostgres, startThrowawayPostgres } from '../../../scripts/testing/throwaway-postgres.ts';
import { IS_COMPLETE_RUN } from './complete-run.ts';
import { endsWithFile } from './left-running.ts';

/** True if PostgreSQL is installed, or if the run must fail without it. */
export const MAY_START_SERVER = hasServerPostgres() || IS_COMPLETE_RUN;

/** A PostgreSQL 15 server as in production; stops after the file. */
export interface ServerPostgres {
  /**
   * Creates a database and a role that owns it and has no other privileges. @param setup options of `create database`
   */
  database(setup?: string): Promise<pg.ClientConfig>;
  /** Runs a statement as the server's superuser, in the given database. */
  administer(statement: string, database?: string): Promise<void>;
}

export async function startServerPostgres(): Promise<ServerPostgres> {
  const server = await startThrowawayPostgres();
  endsWithFile(() => server[Symbol.asyncDispose]());
  const { hostname: host, port, username, password } = new URL(server.url);
  const place = { host, port: Number(port), password };
  const administer = async (statement: string, database = 'postgres'): Promise<void> => {
    const client = new pg.Client({ ...place, user: username, database });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    administer,
    database: async (setup = '') => {
      const name = `owned_${randomUUID().replaceAll('-', '')}`;
      await administer(`create role ${name} login password '${password}'`);
      await administer(`create database ${name} owner ${name} ${setup}`);
      return { ...place, user: name, database: name };
    },
  };
}
