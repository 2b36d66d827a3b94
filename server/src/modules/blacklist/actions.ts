import type { z } from 'zod';
import type { addToBlacklistRequest } from '#contract/blacklist.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Database, Executor } from '../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import { insertEntry, type NewEntry, readEntry, readPage, removeEntry, removeStops } from './store.ts';

export { asksNotToBeCalled } from './refusals/asks-not-to-be-called.ts';

export interface BlacklistDependencies {
  database: Database;
  /** Runs in the transaction in which a number is entered: whoever waits to call it does so no more. */
  onEntered(transaction: Executor, entered: EnteredNumber): Promise<void>;
  /** Resolves when nobody calls a number any more who was about to when it was entered; run it behind the commit. */
  outwait(entered: EnteredNumber): Promise<void>;
}

export interface EnteredNumber {
  userId: number;
  /** E.164. */
  phoneNumber: string;
}

/** One page as JSON text. */
export async function listBlacklist(
  { database }: BlacklistDependencies,
  { userId }: Context,
  { phoneNumber, page, facts }: { phoneNumber: string | null; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  return pageEnvelope(facts, page, await readPage(database, { userId, phoneNumber }, page));
}

/**
 * Enters a number on request; one that is on the list stays there as it is. Behind the answer no campaign begins a call to
 * it. Returns the entry as JSON text.
 */
export async function addToBlacklist(
  dependencies: BlacklistDependencies,
  { userId }: Context,
  input: z.output<typeof addToBlacklistRequest>,
): Promise<string> {
  const phoneNumber = toE164(input.phone_number) ?? input.phone_number;
  const { database } = dependencies;
  const entry = {
    userId,
    phoneNumber,
    source: 'request',
    reason: input.reason ?? null,
    callId: null,
  } as const;
  const stored = await database.transaction(async (transaction) => {
    await blacklistNumber(dependencies, transaction, entry);
    return readEntry(transaction, entry);
  });
  if (stored === null) throw new Error('The number was not stored.');
  await dependencies.outwait(entry);
  return stored;
}

/** Enters a number inside a transaction that holds no leads yet: those who wait to call it are locked here. */
export async function blacklistNumber(
  { onEntered }: Pick<BlacklistDependencies, 'onEntered'>,
  transaction: Executor,
  entry: NewEntry,
): Promise<void> {
  await insertEntry(transaction, entry);
  // Also for one that is known: whatever was added since then must not be called either.
  await onEntered(transaction, entry);
}

/** After a START: removes entries of their STOP; entries of the account and of calls stay. */
export function liftStops(
  transaction: Executor,
  about: { userId: number; phoneNumbers: readonly string[] },
): Promise<void> {
  return removeStops(transaction, about);
}

/** Leads of the number stay as they are until their owner wants them to be called. Throws `not-found`. */
export async function removeFromBlacklist(
  { database }: BlacklistDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  if (!(await removeEntry(database, { userId, id }))) throw notFound('Blacklisted number');
}

/** Whether a number (E.164), in any spelling, is on the account's blacklist. */
export async function isBlacklisted(
  database: Executor,
  about: { userId: number; phoneNumber: string },
): Promise<boolean> {
  const [row] = await database.query<{ listed: boolean }>('select is_blacklisted($1, $2) as listed', [
    about.userId,
    about.phoneNumber,
  ]);
  return row?.listed ?? false;
}
