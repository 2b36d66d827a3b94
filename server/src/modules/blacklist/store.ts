import type { BlacklistedNumber } from '#contract/blacklist.ts';
import type { Executor } from '../../db/client.ts';
import { jsonObject } from '../../db/json-object.ts';
import type { PageRequest } from '../../http/pagination.ts';

const ENTRY_JSON = jsonObject<BlacklistedNumber>({
  id: 'id',
  phone_number: 'phone_number',
  source: 'source',
  reason: 'reason',
  call_id: 'call_id',
  created_at: 'iso_timestamp(created_at)',
});

/** One page as JSON text, newest first, with the total. @param phoneNumber substring; null for all */
export async function readPage(
  database: Executor,
  { userId, phoneNumber }: { userId: number; phoneNumber: string | null },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select id from blacklisted_numbers
       where user_id = $1 and ($2::text is null or strpos(phone_number, $2) > 0)),
     page as (select id from matching order by id desc limit $3 offset $4)
     select coalesce((select string_agg(${ENTRY_JSON}::text, ',' order by id desc) from blacklisted_numbers
         where id in (select id from page)), '') as items,
       (select count(*)::int from page) as count, (select count(*)::int from matching) as total`,
    [userId, phoneNumber, perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

export interface NewEntry {
  userId: number;
  /** E.164. */
  phoneNumber: string;
  /** `request`: added by the account; `call`: requested in a call; `message`: a STOP message. */
  source: 'request' | 'call' | 'message';
  reason: string | null;
  callId: number | null;
}

/** A START removes the entry of a STOP, but not one that the account or a call has confirmed since. */
const CONFIRM_STOP = `on conflict (user_id, phone_number) do update set source = excluded.source,
  reason = excluded.reason, call_id = excluded.call_id
  where blacklisted_numbers.source = 'message' and excluded.source <> 'message'`;

/** Adds a number, or confirms the entry of a STOP. Other entries stay unchanged. */
export async function insertEntry(database: Executor, entry: NewEntry): Promise<void> {
  await database.query(
    `insert into blacklisted_numbers (user_id, phone_number, source, reason, call_id)
     values ($1, $2, $3, $4, $5) ${CONFIRM_STOP}`,
    [entry.userId, entry.phoneNumber, entry.source, entry.reason, entry.callId],
  );
}

/** Source and reason of a customer's entry, under any of their numbers; null without an entry. */
export async function findEntryOf(
  database: Executor,
  about: { userId: number; phoneNumber: string },
): Promise<Pick<NewEntry, 'source' | 'reason'> | null> {
  const [row] = await database.query<Pick<NewEntry, 'source' | 'reason'>>(
    `select source, reason from blacklisted_numbers
     where user_id = $1 and phone_number in (select customer_phones($1, $2))
     order by source = 'message', id limit 1`,
    [about.userId, about.phoneNumber],
  );
  return row ?? null;
}

/** Adds numbers on request. @returns those that were not listed */
export async function insertRequested(
  database: Executor,
  entries: { userId: number; phoneNumbers: readonly string[]; reason: string | null },
): Promise<Set<string>> {
  const rows = await database.query<{ phone_number: string; is_new: boolean }>(
    `insert into blacklisted_numbers (user_id, phone_number, source, reason)
     select $1, phone_number, 'request', $3 from unnest($2::text[]) as given (phone_number) order by phone_number
     ${CONFIRM_STOP} returning phone_number, xmax = 0 as is_new`,
    [entries.userId, entries.phoneNumbers, entries.reason],
  );
  return new Set(rows.flatMap((row) => (row.is_new ? [row.phone_number] : [])));
}

/** Removes entries made by a STOP. */
export async function removeStops(
  database: Executor,
  about: { userId: number; phoneNumbers: readonly string[] },
): Promise<void> {
  await database.query(
    `delete from blacklisted_numbers where user_id = $1 and phone_number = any($2) and source = 'message'`,
    [about.userId, about.phoneNumbers],
  );
}

/** An entry as JSON text; null if the number is not listed. */
export async function readEntry(
  database: Executor,
  about: { userId: number; phoneNumber: string },
): Promise<string | null> {
  const [row] = await database.query<{ entry: string }>(
    `select ${ENTRY_JSON}::text as entry from blacklisted_numbers where user_id = $1 and phone_number = $2`,
    [about.userId, about.phoneNumber],
  );
  return row?.entry ?? null;
}

/** False if the account has no such entry. */
export async function removeEntry(
  database: Executor,
  about: { userId: number; id: number },
): Promise<boolean> {
  const rows = await database.query(
    'delete from blacklisted_numbers where user_id = $1 and id = $2 returning id',
    [about.userId, about.id],
  );
  return rows.length > 0;
}
