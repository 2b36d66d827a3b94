import type { Executor } from '../../../db/client.ts';
import type { CallableNumber } from '../leads/lead-numbers.ts';

/** A lead with its row number in the file. */
export interface StagedLead extends CallableNumber {
  row: number;
  contacts: readonly CallableNumber[];
}

/** Creates a temporary table for the leads of one file; it is dropped with the session. */
export async function createStage(session: Executor): Promise<void> {
  await session.script(
    `create temporary table staged_leads (
       row bigint primary key,
       phone_number text not null,
       zone_key text not null,
       variables json not null,
       contacts json not null,
       external_id text,
       is_repeat boolean not null);
     create unique index staged_numbers on staged_leads (number_key(phone_number)) where not is_repeat;
     create index staged_external_ids on staged_leads (external_id, row) where external_id is not null`,
  );
}

/**
 * Rows that repeat a number of the file are stored only with `mayRepeat` or an external id, which a lead may have.
 * @returns the other repeated rows
 */
export async function stageLeads(
  session: Executor,
  leads: readonly StagedLead[],
  mayRepeat: boolean,
): Promise<number[]> {
  const rows = await session.query<{ row: number }>(
    `with given as materialized (
       select (lead ->> 'row')::bigint as row, lead ->> 'phoneNumber' as phone_number,
         lead ->> 'zoneKey' as zone_key, lead -> 'variables' as variables, lead -> 'contacts' as contacts,
         lead ->> 'externalId' as external_id
       from json_array_elements($1::json) as list (lead)),
     first as (insert into staged_leads select given.*, false from given order by row
       on conflict (number_key(phone_number)) where not is_repeat do nothing returning row),
     repeated as (insert into staged_leads select given.*, true from given
       where ($2 or external_id is not null) and row not in (select row from first))
     select row from given where not $2 and external_id is null and row not in (select row from first) order by row`,
    [JSON.stringify(leads), mayRepeat],
  );
  return rows.map(({ row }) => row);
}

/** True if rows with different numbers have the same external id. */
export async function hasSharedIds(session: Executor): Promise<boolean> {
  const shared = await session.query(
    `select from staged_leads where external_id is not null group by external_id
     having min(number_key(phone_number)) <> max(number_key(phone_number)) limit 1`,
  );
  return shared.length > 0;
}

/** Stages the leads without external ids. @returns the repeated rows that are not stored then */
export async function dropExternalIds(session: Executor, mayRepeat: boolean): Promise<number[]> {
  const dropped = await session.query<{ row: number }>(
    'delete from staged_leads where is_repeat and not $1 returning row',
    [mayRepeat],
  );
  await session.query('update staged_leads set external_id = null where external_id is not null');
  return dropped.map(({ row }) => row);
}
