import type { Executor } from '../../../db/client.ts';

/** Whoever is called by a dead process hears silence, and takes a line of the carrier's, until somebody hangs up. */
export async function oweFarewells(
  database: Pick<Executor, 'query'>,
  { processId, callIds }: { processId: string; callIds: readonly number[] },
): Promise<void> {
  await database.query(
    `insert into owed_farewells (call_id, farewell)
     select id, farewell from calls where id = any($1) and process_id = $2 and farewell is not null
     on conflict do nothing`,
    [callIds, processId],
  );
}

/** Farewells that are owed, for this process to bid; each is given out once. */
export async function takeFarewells(database: Pick<Executor, 'query'>): Promise<string[]> {
  const rows = await database.query<{ farewell: string }>(
    `delete from owed_farewells where call_id = any(array(
       select call_id from owed_farewells order by call_id limit 100 for update skip locked))
     returning farewell`,
  );
  return rows.map(({ farewell }) => farewell);
}
