import pg from 'pg';
import { memoryBytesOfTree } from '../../scripts/testing/processes.ts';
import { findEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts';
import { findPostmaster } from '../kit/bench-database.ts';

/** Bytes of a running server and of its database; either may be the other's parent. */
export async function readMemory(
  serverPid: number,
  dataFolder: string,
): Promise<{ server: number; database: number }> {
  const connection = await findEmbeddedDatabase(dataFolder);
  if (connection === null) throw new Error('The embedded database does not run.');
  const client = new pg.Client(connection);
  await client.connect();
  const postmaster = await findPostmaster(client);
  await client.end();
  const database = memoryBytesOfTree(postmaster.pid);
  const whole = memoryBytesOfTree(serverPid);
  return { server: postmaster.parent === serverPid ? whole - database : whole, database };
}
