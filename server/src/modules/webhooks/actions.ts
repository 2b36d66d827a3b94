import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database, Executor } from '../../db/client.ts';
import type { OutboundClient } from '../../http/outbound/outbound-request.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Notifier } from '../../work/notifier.ts';
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
  /** Notifies dispatchers that deliveries are due. */
  notifier: Notifier;
  outbound: Pick<OutboundClient, 'addressProblem'>;
}

/** The account's secret (`whsec_…`), created on first use. */
export function readSecret(dependencies: WebhookDependencies, context: Context): Promise<string> {
  return currentSecret(dependencies, context.userId);
}

/** Replaces the secret; the old one keeps signing for 24 hours. */
export function rotateSecret(dependencies: WebhookDependencies, context: Context): Promise<string> {
  return replaceSecret(dependencies, context.userId, dependencies.clock.now());
}

/**
 * When the last replaced secret expires, in ISO 8601; until then webhooks also carry its signature. Null if none is
 * active.
 */
export function readRotation(
  { database, clock }: WebhookDependencies,
  { userId }: Context,
): Promise<string | null> {
  return oldSignsUntil(database, userId, clock.now());
}

/** A page of deliveries as JSON text. */
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

/** A delivery with payload and all attempts, as JSON text. */
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
 * Sends a delivery again under the same id, in any status; a waiting one is sent now. Returns it as JSON text.
 * Throws `conflict` while its endpoint is disabled and during an attempt.
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
      throw new AppError('conflict', 'The endpoint of this delivery is disabled. Enable it first.');
    }
    if (found.isBeingSent) {
      throw new AppError('conflict', 'This webhook is being sent. Wait for its outcome.');
    }
    const delivery = await makeDue(transaction, { userId, id, now: clock.now() });
    transaction.afterCommit(() => notifier.notify('webhooks', [found.endpointId]));
    return delivery;
  });
}

/** Sends all finished deliveries in a time range again. @returns the number of deliveries */
export async function replayDeliveries(
  { database, clock, notifier }: WebhookDependencies,
  context: Context,
  range: ReplayRange,
): Promise<number> {
  const about = { userId: context.userId, range, now: clock.now() };
  const replayed = await makeRangeDue(database, about);
  for (const { endpointId } of replayed) notifier.notify('webhooks', [endpointId]);
  return replayed.reduce((sum, { count }) => sum + count, 0);
}

/** All endpoints as JSON text. */
export function listEndpoints({ database }: WebhookDependencies, context: Context): Promise<string> {
  return readEndpoints(database, context.userId);
}

/** Enables a disabled endpoint and sends the held deliveries. Returns it as JSON text. */
export async function enableWebhookEndpoint(
  { database, clock, notifier }: WebhookDependencies,
  context: Context,
  id: number,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const endpoint = await enableEndpoint(transaction, { userId: context.userId, id, now: clock.now() });
    if (endpoint === null) throw notFound('Webhook target');
    transaction.afterCommit(() => notifier.notify('webhooks', [id]));
    return endpoint;
  });
}

/** Enables disabled endpoints at URLs that the account has just configured. */
export async function enableEndpointsAt(
  { clock, notifier }: Pick<WebhookDependencies, 'clock' | 'notifier'>,
  transaction: Executor,
  { userId, urls }: { userId: number; urls: readonly string[] },
): Promise<void> {
  for (const id of await findDisabledEndpoints(transaction, { userId, urls })) {
    await enableEndpoint(transaction, { userId, id, now: clock.now() });
    transaction.afterCommit(() => notifier.notify('webhooks', [id]));
  }
}

/** Signed headers for a single request to a customer's server, such as a tool call. */
export async function signRequest(
  dependencies: Omit<WebhookDependencies, 'notifier' | 'outbound'> & { userAgent: string },
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

/** Removes old deliveries of all accounts. */
export function removeOldDeliveries(database: Database): Promise<void> {
  return removeOld(database);
}
