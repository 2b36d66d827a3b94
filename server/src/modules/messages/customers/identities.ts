import { isChannelUserId, toCallable, toE164 } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import { type BlacklistDependencies, isBlacklisted, relistNumber } from '../../blacklist/actions.ts';
import { enterOptOut } from './opt-outs.ts';

/** A number as the channel writes it in its webhooks: international, without the plus. */
const WITHOUT_PLUS = /^[1-9]\d{7,14}$/;

/** A recipient: a number in E.164, or a customer's user id on the channel; null if neither. */
export function readRecipient(written: string): string | null {
  const trimmed = written.trim();
  if (isChannelUserId(trimmed)) return trimmed;
  return WITHOUT_PLUS.test(trimmed) ? toCallable(`+${trimmed}`) : toE164(trimmed);
}

/**
 * A customer has a new number or id. Threads, windows, opt-outs and do-not-call entries follow. Locks the account first:
 * a message that is being stored would otherwise open a second thread under the old number.
 */
export async function moveCustomer(
  transaction: Executor,
  blacklist: Pick<BlacklistDependencies, 'onEntered'>,
  { userId, before, after, at }: { userId: number; before: string; after: string; at: Date },
): Promise<void> {
  await lockBalance(transaction, userId);
  if (before.startsWith('+') && toCallable(after) !== null) {
    await relistNumber(blacklist, transaction, { userId, before, after });
  }
  await transaction.query('select move_customer($1, $2, $3, $4)', [userId, before, after, at]);
  await enterOptOut(transaction, blacklist, { userId, identity: after });
}

/**
 * Links two identities that the carrier reported as one customer: they share the window, the thread and the opt-out. The
 * first step of a transaction, because it locks the account, as `moveCustomer` does.
 */
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
  await lockBalance(transaction, userId);
  await transaction.query('select link_customers($1, $2, $3)', [userId, first, second]);
  // A STOP under one identity now applies to the numbers of the other.
  await enterOptOut(transaction, blacklist, { userId, identity: first });
  // So does a do-not-call entry of one number: leads with the others are not called.
  if (await isBlacklisted(transaction, { userId, phoneNumber: first })) {
    await blacklist.onEntered(transaction, { userId, phoneNumber: first });
  }
}
