import type { SipTrunk, UpdateTrunk } from '#contract/phone-numbers.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, invalid, notFound } from '../../../core/errors.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { settleTrunk, type TrunkSettings, trunkErrors } from '../rules.ts';
import { claimAddresses, claimsMore } from './address-claims.ts';
import { removeBindings } from './binding-store.ts';
import { trunkPasswordContext } from './call-trunks.ts';
import { findTrunk, findTrunks, insertTrunk, lockTrunk, updateTrunk } from './trunk-store.ts';

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
  const { allowed_inbound_ips: addresses, ...others } = supplied;
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
