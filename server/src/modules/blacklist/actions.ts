import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import {
  addToBlacklistRequest,
  type bulkBlacklistRequest,
  type bulkBlacklistResponse,
} from '#contract/blacklist.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import { validate } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Database, Executor } from '../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import {
  findEntryOf,
  insertEntry,
  insertRequested,
  type NewEntry,
  readEntry,
  readPage,
  removeEntry,
  removeStops,
} from './store.ts';

export interface BlacklistDependencies {
  database: Database;
  /** Runs in the transaction that adds a number, to update waiting leads. */
  onEntered(transaction: Executor, entered: EnteredNumber): Promise<void>;
  /** Runs in the transaction in which a START removes the entries of a STOP, to bring back the leads that it closed. */
  onStopLifted(transaction: Executor, lifted: LiftedStop): Promise<void>;
  /** Resolves when no campaign call to the numbers can begin any more. Call it after the commit. */
  awaitInFlight(entered: { userId: number; phoneNumbers: readonly string[] }): Promise<void>;
}

/** Changes of a customer's entries, for waiting leads. */
export type BlacklistEvents = Pick<BlacklistDependencies, 'onEntered' | 'onStopLifted'>;

export interface LiftedStop {
  userId: number;
  /** All numbers of the customer. */
  phoneNumbers: readonly string[];
}

export interface EnteredNumber {
  userId: number;
  /** E.164, or a channel's user id of a customer. */
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
 * Adds a number; an existing entry is kept. No campaign begins a call to the number after this resolves.
 * @returns the entry as JSON text
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
  await dependencies.awaitInFlight({ userId, phoneNumbers: [phoneNumber] });
  return stored;
}

export type BulkBlacklistReport = z.input<typeof bulkBlacklistResponse>['data'];

/** Reading a number takes a tenth of a millisecond. */
const NUMBERS_AT_ONCE = 25;

/** Numbers per transaction, which locks their waiting leads. */
const NUMBERS_PER_TRANSACTION = 100;

/** Adds many numbers. No campaign begins a call to any of them after this resolves. */
export async function addAllToBlacklist(
  dependencies: BlacklistDependencies,
  { userId }: Context,
  input: z.output<typeof bulkBlacklistRequest>,
): Promise<BulkBlacklistReport> {
  const schema = addToBlacklistRequest.pick({ phone_number: true });
  const read: ReturnType<typeof validate<typeof schema>>[] = [];
  for (const [index, phone_number] of input.phone_numbers.entries()) {
    read.push(validate(schema, { phone_number }));
    // Calls of this process must not wait.
    if (index % NUMBERS_AT_ONCE === 0) await setImmediate();
  }
  const numbers = read.map((one) =>
    one.ok ? (toE164(one.value.phone_number) ?? one.value.phone_number) : null,
  );
  const phoneNumbers = [...new Set(numbers.filter((number) => number !== null))];
  const added = new Set<string>();
  for (let at = 0; at < phoneNumbers.length; at += NUMBERS_PER_TRANSACTION) {
    const batch = phoneNumbers.slice(at, at + NUMBERS_PER_TRANSACTION);
    const inserted = await dependencies.database.transaction(async (transaction) => {
      const entries = { userId, phoneNumbers: batch, reason: input.reason ?? null };
      const isNew = await insertRequested(transaction, entries);
      for (const phoneNumber of batch) await dependencies.onEntered(transaction, { userId, phoneNumber });
      return isNew;
    });
    for (const number of inserted) added.add(number);
  }
  await dependencies.awaitInFlight({ userId, phoneNumbers });
  const results = read.map((one, index): BulkBlacklistReport['results'][number] => {
    const phone_number = numbers[index] ?? null;
    if (phone_number === null) {
      const errors = one.ok ? [] : Object.values(one.fields).flat();
      return { index, status: 'invalid', phone_number, errors };
    }
    // A repeated number was added by its first item.
    return { index, status: added.delete(phone_number) ? 'added' : 'listed', phone_number, errors: [] };
  });
  const count = (status: (typeof results)[number]['status']): number =>
    results.filter((result) => result.status === status).length;
  return { added: count('added'), listed: count('listed'), invalid: count('invalid'), results };
}

/** Adds a number inside a transaction that has no leads locked yet: waiting leads are locked here. */
export async function blacklistNumber(
  { onEntered }: Pick<BlacklistDependencies, 'onEntered'>,
  transaction: Executor,
  entry: NewEntry,
): Promise<void> {
  await insertEntry(transaction, entry);
  // Runs even if the number was already listed, because leads may have been added in the meantime.
  await onEntered(transaction, entry);
}

/** Lists a customer's new number too if an earlier one is listed. The earlier entry stays. */
export async function relistNumber(
  dependencies: Pick<BlacklistDependencies, 'onEntered'>,
  transaction: Executor,
  { userId, before, after }: { userId: number; before: string; after: string },
): Promise<void> {
  const entry = await findEntryOf(transaction, { userId, phoneNumber: before });
  if (entry === null) return;
  await blacklistNumber(dependencies, transaction, { userId, phoneNumber: after, ...entry, callId: null });
}

/** Removes entries made by a STOP message, after a START. Other entries stay. */
export async function liftStops(
  { onStopLifted }: Pick<BlacklistDependencies, 'onStopLifted'>,
  transaction: Executor,
  lifted: LiftedStop,
): Promise<void> {
  await removeStops(transaction, lifted);
  await onStopLifted(transaction, lifted);
}

/** Removes an entry. Leads with the number stay blacklisted until their owner resets them. Throws `not-found`. */
export async function removeFromBlacklist(
  { database }: BlacklistDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  if (!(await removeEntry(database, { userId, id }))) throw notFound('Do-not-call entry');
}

/** True if a number (E.164) is blacklisted, in any variant. */
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
