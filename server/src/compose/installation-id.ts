import { randomBytes } from 'node:crypto';
import type { Executor } from '../db/client.ts';

/**
 * Tells this installation from others that a browser or a host may have beside it: 8 hexadecimal digits that all
 * processes of one database share. The first of them draws it; it is no secret.
 */
export async function installationId(database: Executor): Promise<string> {
  const [row] = await database.query<{ value: string }>(
    `insert into installation as kept (name, value) values ('id', $1)
     on conflict (name) do update set value = kept.value returning value`,
    [randomBytes(4).toString('hex')],
  );
  if (row === undefined) throw new Error('The name of the installation was not stored.');
  return row.value;
}
