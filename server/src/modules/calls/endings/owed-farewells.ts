import type { Executor } from '../../../db/client.ts';

/** Longer than a request waits for its answer. */
const LEASE_SECONDS = 40;
/** Whoever cannot be told by then notices by itself, or never will. */
const MAX_TRIES = 5;
const AT_ONCE = 100;

/** SQL that holds for farewells that nobody says at this moment. */
const IS_DUE = '(due_at <= clock_timestamp() or not is_process_alive(taken_by))';

/** SQL: whether somebody is owed a farewell that can be said now. */
export const IS_FAREWELL_DUE = `exists (select from owed_farewells where ${IS_DUE})`;

/** Something that a dead process has left at a carrier. */
export interface OwedFarewell {
  callId: number;
  /** Among those of its call. */
  place: number;
  farewell: string;
  tries: number;
}

/**
 * Whoever is called by a dead process hears silence, or their telephone rings, and takes a line of the carrier's, until somebody
 * ends it. What a call keeps is a list, or, stored before there were lists, one farewell.
 */
export async function oweFarewells(
  database: Pick<Executor, 'query'>,
  { processId, callIds }: { processId: string; callIds: readonly number[] },
): Promise<void> {
  await database.query(
    `insert into owed_farewells (call_id, place, farewell)
     select calls.id, owed.place, owed.farewell
     from calls, json_array_elements_text(
       case when calls.farewell like '[%' then calls.farewell::json else json_build_array(calls.farewell) end)
       with ordinality as owed (farewell, place)
     where calls.id = any($1) and process_id = $2 and calls.farewell is not null
     on conflict do nothing`,
    [callIds, processId],
  );
}

/** Farewells that are owed, for this process to say: nobody else does, unless it dies or does not say how it went. */
export function takeFarewells(database: Pick<Executor, 'query'>, processId: string): Promise<OwedFarewell[]> {
  return database.query<OwedFarewell>(
    `update owed_farewells as owed set tries = tries + 1, taken_by = $1,
       due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     from (select call_id, place from owed_farewells where ${IS_DUE}
       order by due_at, call_id, place limit ${AT_ONCE} for update skip locked) as due
     where owed.call_id = due.call_id and owed.place = due.place
     returning owed.call_id as "callId", owed.place, farewell, tries`,
    [processId],
  );
}

/** Those that were answered, or tried often enough, are over; the others are tried again when the time of this process is over. */
export async function settleFarewells(
  database: Pick<Executor, 'query'>,
  said: readonly (OwedFarewell & { isTold: boolean })[],
): Promise<void> {
  const over = said.filter(({ isTold, tries }) => isTold || tries >= MAX_TRIES);
  if (over.length === 0) return;
  await database.query(
    `delete from owed_farewells as owed
     using json_to_recordset($1) as said ("callId" bigint, place integer)
     where owed.call_id = said."callId" and owed.place = said.place`,
    [JSON.stringify(over.map(({ callId, place }) => ({ callId, place })))],
  );
}

/** What nobody could be told in a day is nobody's business any more. */
export async function removeOldFarewells(database: Pick<Executor, 'query'>): Promise<void> {
  await database.query(`delete from owed_farewells where owed_at < clock_timestamp() - interval '1 day'`);
}
