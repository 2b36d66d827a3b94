import type { Executor } from '../../../db/client.ts';

/** A number of the account that calls go out from. */
export interface CallerNumber {
  id: number;
  user_id: number;
  phone_number: string;
  type: 'normal' | 'sip' | 'caller_id';
  provider: string;
}

/**
 * The number that an outbound call shows: the assistant's own where it has one, else one of the account, dedicated ones
 * first and the oldest of them. Null: there is none that calls can go over here.
 * @param providers that this installation can dial over; null: whichever
 */
export async function findCallerNumber(
  database: Executor,
  about: { userId: number; phoneNumberId: number | null; providers: readonly string[] | null },
): Promise<CallerNumber | null> {
  const [row] = await database.query<CallerNumber>(
    `select id, user_id, phone_number, type, provider from phone_numbers
     where user_id = $1 and ($3::text[] is null or provider = any($3)) and has_active_subscription
       and ($2::bigint is null or id = $2)
     order by array_position(array['normal', 'sip', 'caller_id'], type), id limit 1`,
    [about.userId, about.phoneNumberId, about.providers],
  );
  return row ?? null;
}

/** A number of the account by its text or its id; null: it has none such. */
export async function findOwnCallerNumber(
  database: Executor,
  about: { userId: number; id: number | null; phoneNumber: string | null },
): Promise<CallerNumber | null> {
  const [row] = await database.query<CallerNumber>(
    `select id, user_id, phone_number, type, provider from phone_numbers
     where user_id = $1 and (id = $2 or phone_number = $3) order by id limit 1`,
    [about.userId, about.id, about.phoneNumber],
  );
  return row ?? null;
}

/** Numbers of a provider, at every account that has them; several accounts may have a number of the sandbox. */
export function findNumbersOf(
  database: Executor,
  { provider, phoneNumber }: { provider: string; phoneNumber: string },
): Promise<CallerNumber[]> {
  return database.query<CallerNumber>(
    `select id, user_id, phone_number, type, provider from phone_numbers
     where phone_number = $1 and provider = $2 order by id`,
    [phoneNumber, provider],
  );
}

/** The number of an id, at whichever account. */
export function findNumbersById(database: Executor, id: number): Promise<CallerNumber[]> {
  return database.query<CallerNumber>(
    'select id, user_id, phone_number, type, provider from phone_numbers where id = $1',
    [id],
  );
}
