import { toCallable } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';
import type { ConsentChange } from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import {
  type BlacklistDependencies,
  type BlacklistEvents,
  blacklistNumber,
  liftStops,
} from '../../blacklist/actions.ts';

/** A customer's opt-out or opt-in, by message or at their carrier. */
export interface OptOutChange {
  userId: number;
  /** A phone number in E.164, or the channel's own id of the customer. */
  identity: string;
  wish: ConsentChange;
  source: 'customer' | 'carrier';
  at: Date;
  /** The word may also be an answer to a question, so it only revokes the customer's own STOP. */
  mayBeAnswer?: boolean;
}

export interface OptOut {
  opted_out: boolean;
  /** Null if the customer never opted in or out. */
  source: 'customer' | 'carrier' | null;
}

interface Change {
  before: OptOut;
  after: OptOut;
}

const REASON = 'The customer wrote STOP or opted out through their carrier.';

/**
 * Stores an opt-out or opt-in for every channel and number of the account, unless a newer one is stored. A STOP also
 * adds the customer's numbers to the do-not-call list, a START removes these entries. Locks the account like every charge, so
 * that no message is stored meanwhile; a transaction that also locks conversations locks the account first.
 */
export async function storeOptOut(
  transaction: Executor,
  blacklist: BlacklistEvents,
  said: OptOutChange,
): Promise<Change> {
  const { userId, identity } = said;
  await lockBalance(transaction, userId);
  const before = await readOptOut(transaction, said);
  const liftsOwnStop = before.opted_out && before.source === 'customer';
  if (said.mayBeAnswer === true && !liftsOwnStop) return { before, after: before };
  await transaction.query(
    `insert into opt_outs as earlier (user_id, customer_key, opted_out, source, changed_at)
     values ($1, customer_key($1, $2), $3, $4, $5)
     on conflict (user_id, customer_key) do update set
       opted_out = excluded.opted_out, changed_at = excluded.changed_at,
       -- A STOP in a message takes precedence over the same at the carrier.
       source = case when earlier.opted_out and excluded.opted_out and earlier.source = 'customer'
         then earlier.source else excluded.source end
       where earlier.changed_at <= excluded.changed_at`,
    [userId, identity, said.wish === 'stop', said.source, said.at],
  );
  const after = await readOptOut(transaction, said);
  if (after.opted_out) await enterOptOut(transaction, blacklist, said);
  else await liftStops(blacklist, transaction, { userId, phoneNumbers: await phonesOf(transaction, said) });
  return { before, after };
}

/** Adds a customer's numbers to the blacklist if they have opted out, so that they are not called either. */
export async function enterOptOut(
  transaction: Executor,
  blacklist: Pick<BlacklistDependencies, 'onEntered'>,
  about: { userId: number; identity: string },
): Promise<void> {
  if (!(await readOptOut(transaction, about)).opted_out) return;
  const phones = await phonesOf(transaction, about);
  const callable = phones.filter((phone) => toCallable(phone) === phone);
  for (const phoneNumber of callable.length === 0 ? phones : callable) {
    const entry = {
      userId: about.userId,
      phoneNumber,
      source: 'message',
      reason: REASON,
      callId: null,
    } as const;
    await blacklistNumber(blacklist, transaction, entry);
  }
}

export async function readOptOut(
  database: Executor,
  { userId, identity }: { userId: number; identity: string },
): Promise<OptOut> {
  const [row] = await database.query<OptOut>(
    `select opted_out, source from opt_outs where user_id = $1 and customer_key = customer_key($1, $2)`,
    [userId, identity],
  );
  return row ?? { opted_out: false, source: null };
}

/** SQL condition: the customer's own latest opt-out or opt-in is a STOP. */
export function hasOptedOut(userId: string, identity: string): string {
  return `exists (select from opt_outs word where word.user_id = ${userId}
    and word.customer_key = customer_key(${userId}, ${identity}) and word.opted_out and word.source = 'customer')`;
}

/** True if the account may not write to a customer first: they have opted out, or are on the do-not-call list. */
export async function isUnreachable(
  database: Executor,
  { userId, identity }: { userId: number; identity: string },
): Promise<boolean> {
  const [row] = await database.query<{ is_unreachable: boolean }>(
    'select is_unreachable($1, $2) as is_unreachable',
    [userId, identity],
  );
  return row?.is_unreachable ?? false;
}

async function phonesOf(
  database: Executor,
  { userId, identity }: { userId: number; identity: string },
): Promise<string[]> {
  const rows = await database.query<{ phone: string }>('select phone from customer_phones($1, $2) phone', [
    userId,
    identity,
  ]);
  return rows.map(({ phone }) => phone);
}
