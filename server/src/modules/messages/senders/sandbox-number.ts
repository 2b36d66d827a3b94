import type { Executor } from '../../../db/client.ts';

/** A number from the range reserved for fiction that no sender of the account has yet. */
export async function freeSandboxNumber(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ phone_number: string }>(
    `select '+1202555' || to_char(candidate, 'FM0000') as phone_number from generate_series(100, 9999) candidate
     where not exists (select from senders where user_id = $1
       and phone_number = '+1202555' || to_char(candidate, 'FM0000'))
     order by candidate limit 1`,
    [userId],
  );
  if (row === undefined) throw new Error('The sandbox has no free number left.');
  return row.phone_number;
}
