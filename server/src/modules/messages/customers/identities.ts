import { toE164 } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';
import { enterOptOut } from './opt-outs.ts';

/** Two letters, a dot, optionally `ENT.`, then letters and digits. */
const CHANNEL_USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** A recipient: a number in E.164, or a customer's user id on the channel; null if neither. */
export function readRecipient(written: string): string | null {
  const trimmed = written.trim();
  return toE164(trimmed) ?? (CHANNEL_USER_ID.test(trimmed) ? trimmed : null);
}

/** Links two identities that the carrier reported as one customer: they share the window, the thread and the opt-out. */
export async function linkIdentities(
  transaction: Executor,
  blacklist: Pick<BlacklistDependencies, 'onEntered'>,
  { userId, first, second }: { userId: number; first: string; second: string },
): Promise<void> {
  const [row] = await transaction.query<{ is_new: boolean }>(
    'select customer_key($1, $2) <> customer_key($1, $3) as is_new',
    [userId, first, second],
  );
  if (row?.is_new !== true) return;
  await transaction.query('select link_customers($1, $2, $3)', [userId, first, second]);
  // A STOP under one identity now applies to the numbers of the other.
  await enterOptOut(transaction, blacklist, { userId, identity: first });
}
