import { toCallable, toE164 } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import { type BlacklistDependencies, relistNumber } from '../../blacklist/actions.ts';
import { enterOptOut } from './opt-outs.ts';

/** Two letters, a dot, optionally `ENT.`, then letters and digits. */
const CHANNEL_USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
/** Mexican mobile numbers had a 1 after +52 until 2019. The channel still writes it; no current number has this form. */
const OLD_MEXICAN = /^\+521(\d{10})$/;

/** A recipient: a number in E.164, or a customer's user id on the channel; null if neither. */
export function readRecipient(written: string): string | null {
  const trimmed = written.trim();
  return toCustomerPhone(trimmed) ?? (CHANNEL_USER_ID.test(trimmed) ? trimmed : null);
}

/** A customer's number in E.164, even if given in an outdated format of the channel; null if not a number. */
export function toCustomerPhone(written: string): string | null {
  const [, national] = OLD_MEXICAN.exec(written.replace(/[\s().-]/g, '')) ?? [];
  return toE164(national === undefined ? written : `+52${national}`);
}

/** A customer has a new number or id. Threads, windows, opt-outs and do-not-call entries follow. */
export async function moveCustomer(
  transaction: Executor,
  blacklist: Pick<BlacklistDependencies, 'onEntered'>,
  { userId, before, after, at }: { userId: number; before: string; after: string; at: Date },
): Promise<void> {
  if (before.startsWith('+') && toCallable(after) !== null) {
    await relistNumber(blacklist, transaction, { userId, before, after });
  }
  await transaction.query('select move_customer($1, $2, $3, $4)', [userId, before, after, at]);
  await enterOptOut(transaction, blacklist, { userId, identity: after });
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
