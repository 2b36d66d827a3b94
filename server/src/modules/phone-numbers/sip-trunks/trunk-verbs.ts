import type { SipTrunk, UpdateTrunk } from '#contract/phone-numbers.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, invalid, notFound } from '../../../core/errors.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { regionOf, settleTrunk, type TrunkSettings, trunkErrors } from '../rules.ts';
import { removeBindings } from './binding-store.ts';
import { trunkPasswordContext } from './call-trunks.ts';

export interface TrunkDependencies {
  database: Database;
  secretBox: SecretBox;
}

export function listTrunks({ database }: TrunkDependencies, context: Context): Promise<SipTrunk[]> {
  return findTrunks(database, context.userId);
}

export async function readTrunk(
  { database }: TrunkDependencies,
  context: Context,
  id: number,
): Promise<SipTrunk> {
  const trunk = await findTrunk(database, context.userId, id);
  if (trunk === null) throw notFound('SIP trunk');
  return trunk;
}

/** Checks the rules between fields. @param id null for a new trunk */
export async function checkTrunk(
  dependencies: TrunkDependencies,
  context: Context,
  { id, supplied }: { id: number | null; supplied: Holding<UpdateTrunk> },
): Promise<FieldErrors> {
  const { allowed_inbound_ips: addresses, sip_headers: _headers, ...others } = supplied;
  // An invalid address has its own error and counts as present.
  const kept = addresses == null ? addresses : addresses.map((address) => address ?? '');
  const known = kept === undefined ? others : { ...others, allowed_inbound_ips: kept };
  return trunkErrors(known, id === null ? null : await readTrunk(dependencies, context, id));
}

/** @param input has passed `checkTrunk` */
export async function createTrunk(
  dependencies: TrunkDependencies,
  context: Context,
  input: UpdateTrunk,
): Promise<SipTrunk> {
  const encryptedPassword = encrypt(dependencies, context, input.sip_password ?? null);
  const settings = settleTrunk(input, null);
  const { userId } = context;
  const creation = dependencies.database.transaction(async (transaction) => {
    if (claimsMore(settings, null)) await claimAddresses(transaction, userId, settings);
    return insertTrunk(transaction, userId, { settings, encryptedPassword });
  });
  const id = await onceOnly(() => creation);
  return readTrunk(dependencies, context, id);
}

/** Changes only the given fields. */
export async function changeTrunk(
  dependencies: TrunkDependencies,
  context: Context,
  { id, input }: { id: number; input: UpdateTrunk },
): Promise<SipTrunk> {
  const { userId } = context;
  const password =
    input.sip_password === undefined ? undefined : encrypt(dependencies, context, input.sip_password);
  const change = dependencies.database.transaction(async (transaction) => {
    const stored = await lockTrunk(transaction, userId, id);
    if (stored === null) throw notFound('SIP trunk');
    // The trunk may have changed between the check and the lock.
    const broken = trunkErrors(input, stored);
    if (Object.keys(broken).length > 0) throw invalid(broken);
    const settings = settleTrunk(input, stored);
    if (claimsMore(settings, stored)) await claimAddresses(transaction, userId, settings);
    await updateTrunk(transaction, { userId, id }, { settings, password });
    if (mustRegisterAgain(stored, settings, password)) await removeBindings(transaction, id);
  });
  await onceOnly(() => change);
  return readTrunk(dependencies, context, id);
}

/** True if registered phones must register again. */
function mustRegisterAgain(
  stored: SipTrunk,
  settings: TrunkSettings,
  password: Buffer | null | undefined,
): boolean {
  return (
    password !== undefined ||
    settings.sip_username !== stored.sip_username ||
    settings.sip_trunk_type !== 'extension' ||
    settings.inbound_authorization_type !== 'auth'
  );
}

async function onceOnly<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'phone_numbers_user_id_phone_number_key')) throw error;
    throw new AppError('conflict', 'You already have this phone number.');
  }
}

function encrypt(
  { secretBox }: TrunkDependencies,
  { userId }: Context,
  password: string | null,
): Buffer | null {
  return password === null ? null : secretBox.encrypt(password, trunkPasswordContext(userId));
}

/** Advisory lock that serializes all claims of addresses. */
const CLAIMS_LOCK = 7_263_510_846;

type Claim = Pick<TrunkSettings, 'phone_number' | 'inbound_authorization_type' | 'allowed_inbound_ips'>;

/** True if the settings make a claim that the stored ones do not make. @param stored null for a new trunk */
function claimsMore(settings: Claim, stored: Claim | null): boolean {
  if (settings.inbound_authorization_type !== 'ip') return false;
  return stored === null || textOf(settings) !== textOf(stored);
}

/**
 * Refuses (409) a number that another account already uses with some of the same addresses: calls from a shared carrier
 * could not be assigned to one account. The lock is held until the transaction ends.
 */
async function claimAddresses(transaction: Executor, userId: number, claim: Claim): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [CLAIMS_LOCK]);
  const [row] = await transaction.query<{ is_taken: boolean }>(
    `select exists (
       select from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id,
         unnest(trunk.allowed_inbound_ips) as theirs, unnest($3::text[]) as ours
       where trunk.user_id <> $1 and trunk.inbound_authorization_type = 'ip'
         and ltrim(number.phone_number, '+') = ltrim($2, '+') and theirs::inet && ours::inet) as is_taken`,
    [userId, claim.phone_number, claim.allowed_inbound_ips],
  );
  if (row?.is_taken === true) {
    throw new AppError('conflict', 'This phone number cannot take calls from these addresses.');
  }
}

function textOf({ phone_number, inbound_authorization_type, allowed_inbound_ips }: Claim): string {
  return JSON.stringify([phone_number, inbound_authorization_type, allowed_inbound_ips]);
}

/** SQL for the trunk's JSON fields. */
const TRUNK = `number.id, trunk.sip_trunk_type, number.phone_number, trunk.nickname, trunk.sip_username,
  trunk.sealed_password is not null as has_sip_password, trunk.sip_address, trunk.sip_calling_format,
  trunk.inbound_authorization_type, trunk.allowed_inbound_ips, number.country_code, trunk.outbound_proxy,
  trunk.sip_headers,
  iso_timestamp(number.created_at) as created_at, iso_timestamp(trunk.updated_at) as updated_at
  from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id`;

function findTrunks(database: Executor, userId: number): Promise<SipTrunk[]> {
  return database.query<SipTrunk>(`select ${TRUNK} where trunk.user_id = $1 order by number.id`, [userId]);
}

async function findTrunk(database: Executor, userId: number, id: number): Promise<SipTrunk | null> {
  const rows = await database.query<SipTrunk>(
    `select ${TRUNK} where trunk.user_id = $1 and trunk.phone_number_id = $2`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Reads and locks a trunk until the transaction ends. */
async function lockTrunk(transaction: Executor, userId: number, id: number): Promise<SipTrunk | null> {
  const rows = await transaction.query<SipTrunk>(
    `select ${TRUNK} where trunk.user_id = $1 and trunk.phone_number_id = $2 for update of trunk`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Violates a unique index if the account already has the number. @returns the new trunk's id */
async function insertTrunk(
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
       outbound_proxy, sip_headers)
     select id, $1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 from number returning phone_number_id as id`,
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
      JSON.stringify(trunk.sip_headers),
    ],
  );
  if (row === undefined) throw new Error('The trunk was not stored.');
  return row.id;
}

/** @param password undefined keeps the stored one; null removes it */
async function updateTrunk(
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
       outbound_proxy = $12, sip_headers = $13, updated_at = clock_timestamp()
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
      JSON.stringify(trunk.sip_headers),
    ],
  );
}
