import type { Executor } from '../../../db/client.ts';

/** A number of the account that has a line. */
export interface AccountNumber {
  id: number;
  user_id: number;
  phone_number: string;
  type: 'normal' | 'sip' | 'caller_id';
  provider: string;
}

/** A number of the account that calls go out from, over its carrier. */
export interface CallerNumber extends AccountNumber {
  /** Who the carrier takes calls from it for: numbers that have it in common share the limits of one account there. */
  carrier_account: string;
}

/**
 * SQL for the columns of a `CallerNumber` from `phone_numbers`. A SIP trunk is known at its carrier by its server and its
 * user there, at whichever account it was entered; one whose telephones register here has no carrier but itself.
 */
export const CALLER_NUMBER = `id, user_id, phone_number, type, provider,
  case provider when 'sip' then coalesce(
    (select 'sip:' || coalesce(sip_username || '@', '')
       || regexp_replace(lower(split_part(sip_address, ';', 1)), ':5060$', '')
     from sip_trunks
     where phone_number_id = phone_numbers.id and lower(split_part(sip_address, ';', 1)) <> 'dynamic'),
    'sip:#' || id) else provider end as carrier_account`;

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
    `select ${CALLER_NUMBER} from phone_numbers
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
    `select ${CALLER_NUMBER} from phone_numbers
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
    `select ${CALLER_NUMBER} from phone_numbers
     where phone_number = $1 and provider = $2 order by id`,
    [phoneNumber, provider],
  );
}

/** The number of an id, at whichever account. */
export function findNumbersById(database: Executor, id: number): Promise<CallerNumber[]> {
  return database.query<CallerNumber>(`select ${CALLER_NUMBER} from phone_numbers where id = $1`, [id]);
}
