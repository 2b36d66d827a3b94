import type { AssistantNumber, NumberType, PhoneNumberView } from '#contract/phone-numbers.ts';
import type { Executor } from '../../db/client.ts';
import { jsonObject } from '../../db/json-object.ts';

const NUMBER_JSON = jsonObject<PhoneNumberView>({
  id: 'id',
  phone_number: 'phone_number',
  country_code: 'country_code',
  type: 'type',
  type_label: 'phone_number_type_label(type)',
  sms_capable: 'sms_capable',
  region: `coalesce(region, '')`,
  has_active_subscription: 'has_active_subscription',
  created_at: 'iso_timestamp(created_at)',
});

/** All numbers as JSON text, oldest first. */
export async function readNumbers(
  database: Executor,
  userId: number,
  { onlyForSms }: { onlyForSms: boolean },
): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${NUMBER_JSON} order by id), '[]')::text as items from phone_numbers
     where user_id = $1 and (not $2 or (sms_capable and has_active_subscription))`,
    [userId, onlyForSms],
  );
  return row?.items ?? '[]';
}

const ASSISTANT_NUMBER_JSON = jsonObject<AssistantNumber>({
  id: 'id',
  phone_number: 'phone_number',
  country_code: 'country_code',
  type_label: 'phone_number_type_label(type)',
  is_available: 'not is_taken',
});

/** Numbers that an assistant may use, as JSON text. Inbound assistants get only numbers that can receive calls. */
export async function readAssistantNumbers(
  database: Executor,
  userId: number,
  { isForInbound }: { isForInbound: boolean },
): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${ASSISTANT_NUMBER_JSON} order by id), '[]')::text as items
     from (
       select number.*, exists (
         select from assistants where assistants.phone_number_id = number.id
           and assistants.type = 'inbound' and assistants.deleted_at is null) as is_taken
       from phone_numbers number where number.user_id = $1) as listed
     where not $2 or (type <> 'caller_id' and not is_taken)`,
    [userId, isForInbound],
  );
  return row?.items ?? '[]';
}

/** The numbers in `numbers` (E.164) that already belong to an account. */
export async function findTaken(database: Executor, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await database.query<{ phone_number: string }>(
    'select distinct phone_number from phone_numbers where phone_number = any($1)',
    [numbers],
  );
  return new Set(rows.map((row) => row.phone_number));
}

export async function hasNumber(database: Executor, userId: number, phoneNumber: string): Promise<boolean> {
  const rows = await database.query('select from phone_numbers where user_id = $1 and phone_number = $2', [
    userId,
    phoneNumber,
  ]);
  return rows.length > 0;
}

export interface NewNumber {
  phoneNumber: string;
  countryCode: string;
  type: NumberType;
  smsCapable: boolean;
  region: string;
  hasActiveSubscription: boolean;
  provider: string;
  /** The provider's id of a bought number. */
  reference: string | null;
}

/** @returns null if the account already has the number, or another account has just bought it */
export async function insertNumber(
  database: Executor,
  userId: number,
  number: NewNumber,
): Promise<PhoneNumberView | null> {
  const [row] = await database.query<{ number: PhoneNumberView }>(
    `insert into phone_numbers (user_id, phone_number, country_code, type, sms_capable, region,
       has_active_subscription, provider, provider_reference)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning ${NUMBER_JSON} as number`,
    [
      userId,
      number.phoneNumber,
      number.countryCode,
      number.type,
      number.smsCapable,
      number.region,
      number.hasActiveSubscription,
      number.provider,
      number.reference,
    ],
  );
  return row?.number ?? null;
}

export async function findSource(
  database: Executor,
  userId: number,
  id: number,
): Promise<{ provider: string; provider_reference: string | null } | null> {
  const rows = await database.query<{ provider: string; provider_reference: string | null }>(
    'select provider, provider_reference from phone_numbers where user_id = $1 and id = $2',
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Deletes a number, removes it from assistants and deletes its trunk. */
export async function removeNumber(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query('delete from phone_numbers where user_id = $1 and id = $2 returning id', [
    userId,
    id,
  ]);
  return rows.length > 0;
}

export interface OwnNumber {
  id: number;
  user_id: number;
  phone_number: string;
  provider: string;
  sms_capable: boolean;
  has_active_subscription: boolean;
}

const OWN_NUMBER = 'id, user_id, phone_number, provider, sms_capable, has_active_subscription';

export async function findOwn(database: Executor, userId: number, id: number): Promise<OwnNumber | null> {
  const [row] = await database.query<OwnNumber>(
    `select ${OWN_NUMBER} from phone_numbers where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row ?? null;
}

/** The number (E.164) of each account that has it from this provider. */
export function findOwners(database: Executor, provider: string, phoneNumber: string): Promise<OwnNumber[]> {
  return database.query(
    `select ${OWN_NUMBER} from phone_numbers where phone_number = $1 and provider = $2 order by id`,
    [phoneNumber, provider],
  );
}
