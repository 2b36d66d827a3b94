import { randomBytes } from 'node:crypto';
import type { Executor } from '../db/client.ts';

/**
 * Id of this installation, shared by all processes of one database: 8 hexadecimal digits. It keeps cookies of several
 * installations on one host apart. The first process generates it; it is not secret.
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
