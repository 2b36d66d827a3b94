import type { SipTrunk } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import { regionOf, type TrunkSettings } from '../rules.ts';

/** SQL for the trunk's JSON fields. */
const TRUNK = `number.id, trunk.sip_trunk_type, number.phone_number, trunk.nickname, trunk.sip_username,
  trunk.sealed_password is not null as has_sip_password, trunk.sip_address, trunk.sip_calling_format,
  trunk.inbound_authorization_type, trunk.allowed_inbound_ips, number.country_code, trunk.outbound_proxy,
  iso_timestamp(number.created_at) as created_at, iso_timestamp(trunk.updated_at) as updated_at
  from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id`;

export function findTrunks(database: Executor, userId: number): Promise<SipTrunk[]> {
  return database.query<SipTrunk>(`select ${TRUNK} where trunk.user_id = $1 order by number.id`, [userId]);
}

export async function findTrunk(database: Executor, userId: number, id: number): Promise<SipTrunk | null> {
  const rows = await database.query<SipTrunk>(
    `select ${TRUNK} where trunk.user_id = $1 and trunk.phone_number_id = $2`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Reads and locks a trunk until the transaction ends. */
export async function lockTrunk(transaction: Executor, userId: number, id: number): Promise<SipTrunk | null> {
  const rows = await transaction.query<SipTrunk>(
    `select ${TRUNK} where trunk.user_id = $1 and trunk.phone_number_id = $2 for update of trunk`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Violates a unique index if the account already has the number. @returns the new trunk's id */
export async function insertTrunk(
  database: Executor,
  userId: number,
  { settings, encryptedPassword }: { settings: TrunkSettings; encryptedPassword: Buffer | null },
): Promise<number> {
  const { phone_number, country_code, ...trunk } = settings;
  const [row] = await database.query<{ id: number }>(
    `with number as (
       insert into phone_numbers (user_id, phone_number, country_code, type, region, provider)
       values ($1, $2, $3, 'sip', $4, 'sip') returning id)
     insert into sip_trunks (phone_number_id, user_id, sip_trunk_type, nickname, sip_username,
       sealed_password, sip_address, sip_calling_format, inbound_authorization_type, allowed_inbound_ips,
       outbound_proxy)
     select id, $1, $5, $6, $7, $8, $9, $10, $11, $12, $13 from number returning phone_number_id as id`,
    [
      userId,
      phone_number,
      country_code,
      regionOf(country_code),
      trunk.sip_trunk_type,
      trunk.nickname,
      trunk.sip_username,
      encryptedPassword,
      trunk.sip_address,
      trunk.sip_calling_format,
      trunk.inbound_authorization_type,
      trunk.allowed_inbound_ips,
      trunk.outbound_proxy,
    ],
  );
  if (row === undefined) throw new Error('The trunk was not stored.');
  return row.id;
}

/** @param password undefined keeps the stored one; null removes it */
export async function updateTrunk(
  transaction: Executor,
  about: { userId: number; id: number },
  { settings, password }: { settings: TrunkSettings; password: Buffer | null | undefined },
): Promise<void> {
  const { phone_number, country_code, ...trunk } = settings;
  await transaction.query(
    `update phone_numbers set phone_number = $3, country_code = $4, region = $5
     where user_id = $1 and id = $2`,
    [about.userId, about.id, phone_number, country_code, regionOf(country_code)],
  );
  await transaction.query(
    `update sip_trunks set sip_trunk_type = $3, nickname = $4, sip_username = $5,
       sealed_password = case when $6 then $7 else sealed_password end, sip_address = $8,
       sip_calling_format = $9, inbound_authorization_type = $10, allowed_inbound_ips = $11,
       outbound_proxy = $12, updated_at = clock_timestamp()
     where user_id = $1 and phone_number_id = $2`,
    [
      about.userId,
      about.id,
      trunk.sip_trunk_type,
      trunk.nickname,
      trunk.sip_username,
      password !== undefined,
      password ?? null,
      trunk.sip_address,
      trunk.sip_calling_format,
      trunk.inbound_authorization_type,
      trunk.allowed_inbound_ips,
      trunk.outbound_proxy,
    ],
  );
}
