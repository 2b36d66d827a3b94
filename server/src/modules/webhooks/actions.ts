import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database, Executor } from '../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { DeliveryNotifier } from './dispatch/delivery-notifier.ts';
import { currentSecret, oldSignsUntil, replaceSecret, signingSecrets } from './secrets/secret-store.ts';
import { signedHeaders } from './secrets/sign-request.ts';
import { keyOf } from './secrets/signature.ts';
import {
  type DeliveryFilter,
  enableEndpoint,
  findDisabledEndpoints,
  lockDelivery,
  makeDue,
  makeRangeDue,
  type ReplayRange,
  readDelivery,
  readDeliveryPage,
  readEndpoints,
  removeOld,
} from './store.ts';

export interface WebhookDependencies {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** Wakes those who send. */
  notifier: DeliveryNotifier;
}

/** `whsec_…`, made with the first look. */
export function readSecret(dependencies: WebhookDependencies, context: Context): Promise<string> {
  return currentSecret(dependencies, context.userId);
}

/** A new secret; the one before signs beside it for 24 hours. */
export function rotateSecret(dependencies: WebhookDependencies, context: Context): Promise<string> {
  return replaceSecret(dependencies, context.userId, dependencies.clock.now());
}

/** Until when the webhooks of an account carry signatures of replaced secrets too, in ISO 8601; null: they carry none. */
export function readRotation(
  { database, clock }: WebhookDependencies,
  { userId }: Context,
): Promise<string | null> {
  return oldSignsUntil(database, userId, clock.now());
}

/** The paginated list as JSON text. */
export async function listDeliveries(
  { database }: WebhookDependencies,
  context: Context,
  about: { filter: DeliveryFilter; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const { filter, page, facts } = about;
  return pageEnvelope(
    facts,
    page,
    await readDeliveryPage(database, { userId: context.userId, filter }, page),
  );
}

/** A delivery with its payload and all attempts, as JSON text. */
export async function showDelivery(
  { database }: WebhookDependencies,
  context: Context,
  id: string,
): Promise<string> {
  const delivery = await readDelivery(database, context.userId, id);
  if (delivery === null) throw notFound('Webhook delivery');
  return delivery;
}

/**
 * Sends a delivery again under its own id, whatever became of it before; one that waits is sent now. Gives it as JSON
 * text. Refused with `conflict` while its target is disabled, and while an attempt is under way.
 */
export async function resendDelivery(
  { database, clock, notifier }: WebhookDependencies,
  context: Context,
  id: string,
): Promise<string> {
  const { userId } = context;
  return database.transaction(async (transaction) => {
    const found = await lockDelivery(transaction, userId, id);
    if (found === null) throw notFound('Webhook delivery');
    if (found.isEndpointDisabled) {
      throw new AppError('conflict', 'The target of this delivery is disabled. Enable it first.');
    }
    if (found.isBeingSent) {
      throw new AppError(
        'conflict',
        'This webhook is being sent at this moment. Wait for the outcome first.',
      );
    }
    const delivery = await makeDue(transaction, { userId, id, now: clock.now() });
    transaction.afterCommit(() => notifier.notify(found.endpointId));
    return delivery;
  });
}

/** Sends everything that is over in a range of time again; tells how many. */
export async function replayDeliveries(
  { database, clock, notifier }: WebhookDependencies,
  context: Context,
  range: ReplayRange,
): Promise<number> {
  const about = { userId: context.userId, range, now: clock.now() };
  const replayed = await makeRangeDue(database, about);
  for (const { endpointId } of replayed) notifier.notify(endpointId);
  return replayed.reduce((sum, { count }) => sum + count, 0);
}

/** All targets as JSON text. */
export function listEndpoints({ database }: WebhookDependencies, context: Context): Promise<string> {
  return readEndpoints(database, context.userId);
}

/** Sends to a disabled target again, first what was held. Gives it as JSON text. */
export async function enableWebhookEndpoint(
  { database, clock, notifier }: WebhookDependencies,
  context: Context,
  id: number,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const endpoint = await enableEndpoint(transaction, { userId: context.userId, id, now: clock.now() });
    if (endpoint === null) throw notFound('Webhook target');
    transaction.afterCommit(() => notifier.notify(id));
    return endpoint;
  });
}

/** The account wants webhooks at these URLs, so that its targets there that are disabled are enabled. */
export async function enableEndpointsAt(
  { clock, notifier }: Pick<WebhookDependencies, 'clock' | 'notifier'>,
  transaction: Executor,
  { userId, urls }: { userId: number; urls: readonly string[] },
): Promise<void> {
  for (const id of await findDisabledEndpoints(transaction, { userId, urls })) {
    await enableEndpoint(transaction, { userId, id, now: clock.now() });
    transaction.afterCommit(() => notifier.notify(id));
  }
}

/** Headers, signature included, of a request of our own to an account's endpoint that is made once. */
export async function signRequest(
  dependencies: Omit<WebhookDependencies, 'notifier'> & { userAgent: string },
  { userId, body, id = randomUUID() }: { userId: number; body: string; id?: string },
): Promise<Record<string, string>> {
  const sentAt = dependencies.clock.now();
  const secrets = await signingSecrets(dependencies, userId);
  const valid = secrets.filter(({ retiresAt }) => retiresAt === null || retiresAt > sentAt);
  const { userAgent } = dependencies;
  return signedHeaders(
    valid.map(({ secret }) => keyOf(secret)),
    { id, sentAt, body, userAgent },
  );
}

/** What housekeeping does for webhooks of all accounts. */
export function removeOldDeliveries(database: Database): Promise<void> {
  return removeOld(database);
}
