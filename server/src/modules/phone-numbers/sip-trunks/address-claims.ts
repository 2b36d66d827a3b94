import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import type { TrunkSettings } from '../rules.ts';

/** Advisory lock that serializes all claims of addresses. */
const CLAIMS_LOCK = 7_263_510_846;

type Claim = Pick<TrunkSettings, 'phone_number' | 'inbound_authorization_type' | 'allowed_inbound_ips'>;

/** True if the settings make a claim that the stored ones do not make. @param stored null for a new trunk */
export function claimsMore(settings: Claim, stored: Claim | null): boolean {
  if (settings.inbound_authorization_type !== 'ip') return false;
  return stored === null || textOf(settings) !== textOf(stored);
}

/**
 * Refuses (409) a number that another account already uses with some of the same addresses: calls from a shared carrier
 * could not be assigned to one account. The lock is held until the transaction ends.
 */
export async function claimAddresses(transaction: Executor, userId: number, claim: Claim): Promise<void> {
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
