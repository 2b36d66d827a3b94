import type { FieldErrors } from '#contract/validation.ts';
import type { CreateEndpoint, SubscribedEndpoint, UpdateEndpoint } from '#contract/webhooks.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, invalid, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { savedUrlErrors } from '../../../http/outbound/saved-url.ts';
import type { WebhookDependencies } from '../actions.ts';
import { lockAccount } from '../secrets/secret-store.ts';
import { enableEndpoint } from '../store.ts';
import { openHeaders, sealHeaders } from './endpoint-headers.ts';
import {
  countSubscribed,
  type EndpointRow,
  insertEndpoint,
  insertEventTo,
  lockEndpoint,
  moveEndpoint,
  readSubscribed,
  removeEndpoint,
  updateEndpoint,
} from './endpoint-store.ts';

/** Each event is stored once for each endpoint that wants it. */
const MAX_ENDPOINTS = 50;
const TOO_MANY = { url: [`An account can have ${MAX_ENDPOINTS} webhook endpoints.`] };
const TAKEN = { url: ['An endpoint with this URL already exists.'] };

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** All endpoints with a subscription. */
export async function listSubscribed(
  dependencies: WebhookDependencies,
  { userId }: Context,
): Promise<SubscribedEndpoint[]> {
  const rows = await readSubscribed(dependencies.database, { userId });
  return rows.map((row) => present(dependencies, userId, row));
}

/** Throws `invalid` if the URL is subscribed already, or cannot be reached. */
export async function createEndpoint(
  dependencies: WebhookDependencies,
  { userId }: Context,
  input: CreateEndpoint,
): Promise<SubscribedEndpoint> {
  refuse(savedUrlErrors(dependencies.outbound, 'url', { url: input.url, stored: null }));
  return dependencies.database.transaction(async (transaction) => {
    // Requests that arrive together would not count each other's endpoints.
    await lockAccount(transaction, userId);
    const id = await insertEndpoint(transaction, {
      userId,
      url: input.url,
      events: input.events,
      description: input.description ?? null,
      sealedHeaders: sealHeaders(dependencies.secretBox, userId, input.headers ?? []),
      isActive: input.is_active ?? null,
    });
    if (id === null) throw invalid(TAKEN);
    if ((await countSubscribed(transaction, userId)) > MAX_ENDPOINTS) throw invalid(TOO_MANY);
    await enable(dependencies, transaction, { userId, id });
    return readBack(dependencies, transaction, { userId, id });
  });
}

/** Changes only the given fields; null restores the default. A new URL or `is_active` enables a disabled endpoint. */
export async function changeEndpoint(
  dependencies: WebhookDependencies,
  { userId }: Context,
  { id, input }: { id: number; input: UpdateEndpoint },
): Promise<SubscribedEndpoint> {
  return dependencies.database.transaction(async (transaction) => {
    const before = await lockEndpoint(transaction, { userId, id });
    if (before === null) throw notFound('Webhook endpoint');
    const { url, events, description, headers, is_active } = input;
    refuse(savedUrlErrors(dependencies.outbound, 'url', { url, stored: before.url }));
    await updateEndpoint(transaction, {
      userId,
      id,
      events: events ?? null,
      description: description === undefined ? before.description : description,
      sealedHeaders:
        headers === undefined
          ? before.sealedHeaders
          : sealHeaders(dependencies.secretBox, userId, headers ?? []),
      isActive: is_active === undefined ? null : (is_active ?? true),
    });
    if (url !== undefined && url !== before.url) {
      const isMoved = await moveEndpoint(transaction, { userId, id, from: before.url, to: url });
      if (!isMoved) throw invalid(TAKEN);
    }
    if (url !== undefined || is_active === true) await enable(dependencies, transaction, { userId, id });
    return readBack(dependencies, transaction, { userId, id });
  });
}

/** Its unsent webhooks are removed; webhooks of assistants to the same URL are still sent. */
export async function deleteEndpoint(
  { database }: WebhookDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await removeEndpoint(transaction, { userId, id }))) throw notFound('Webhook endpoint');
  });
}

/** Sends a `test.ping`. Returns the delivery as JSON text. Throws `conflict` while the endpoint is disabled. */
export async function testEndpoint(
  { database, notifier }: WebhookDependencies,
  { userId }: Context,
  id: number,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const [row] = await readSubscribed(transaction, { userId, id });
    if (row === undefined) throw notFound('Webhook endpoint');
    if (row.endpoint.status === 'disabled') {
      throw new AppError('conflict', 'This endpoint is disabled. Enable it first.');
    }
    const data = { message: 'This is a test of the webhook endpoint.' };
    const delivery = await insertEventTo(transaction, { userId, id, event: 'test.ping', data });
    transaction.afterCommit(() => notifier.notify('webhooks', [id]));
    return delivery;
  });
}

async function enable(
  { clock, notifier }: WebhookDependencies,
  transaction: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  await enableEndpoint(transaction, { userId, id, now: clock.now() });
  transaction.afterCommit(() => notifier.notify('webhooks', [id]));
}

async function readBack(
  dependencies: WebhookDependencies,
  transaction: Executor,
  about: { userId: number; id: number },
): Promise<SubscribedEndpoint> {
  const [row] = await readSubscribed(transaction, about);
  if (row === undefined) throw new Error('A locked endpoint disappeared.');
  return present(dependencies, about.userId, row);
}

function present(
  { secretBox }: WebhookDependencies,
  userId: number,
  { endpoint, sealedHeaders }: EndpointRow,
): SubscribedEndpoint {
  return { ...endpoint, headers: openHeaders(secretBox, userId, sealedHeaders) };
}
