import type { Executor } from '../../../db/client.ts';

/** A phone number of an account. */
export interface AccountNumber {
  id: number;
  user_id: number;
  phone_number: string;
  type: 'normal' | 'sip' | 'caller_id';
  provider: string;
}

/** A number with the carrier account that its calls count against. */
export interface CallerNumber extends AccountNumber {
  /** Key of the account at the carrier; numbers with the same key share its limits. */
  carrier_account: string;
}

/**
 * SQL for the columns of a `CallerNumber` from `phone_numbers`. The carrier account of a SIP trunk is its server and
 * user, across Parley accounts. An extension, to which phones register, is a separate carrier account.
 */
export const CALLER_NUMBER = `id, user_id, phone_number, type, provider,
  case provider when 'sip' then coalesce(
    (select 'sip:' || coalesce(sip_username || '@', '')
       || regexp_replace(lower(split_part(sip_address, ';', 1)), ':5060$', '')
     from sip_trunks
     where phone_number_id = phone_numbers.id and lower(split_part(sip_address, ';', 1)) <> 'dynamic'),
    'sip:#' || id) else provider end as carrier_account`;

/**
 * The calling number of an outbound call: the assistant's, otherwise one of the account, first by type (`normal`, `sip`,
 * `caller_id`), then by age. Null if this installation can dial over none.
 * @param about `phoneNumberId` of the assistant; `providers` that this installation can dial over, null for all
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

/** A number of the account, by id or phone number; null if not found. */
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

/** The number in each account that has it; several accounts may share a sandbox number. */
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

export function findNumbersById(database: Executor, id: number): Promise<CallerNumber[]> {
  return database.query<CallerNumber>(`select ${CALLER_NUMBER} from phone_numbers where id = $1`, [id]);
}
