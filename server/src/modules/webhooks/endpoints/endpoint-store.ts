import type { EventType } from '#contract/webhook-events.ts';
import type { SubscribedEndpoint } from '#contract/webhooks.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { DELIVERY_JSON, ENDPOINT_FIELDS } from '../store.ts';

type ShownEndpoint = Omit<SubscribedEndpoint, 'headers'>;

export interface EndpointRow {
  endpoint: ShownEndpoint;
  /** Null without headers. */
  sealedHeaders: Buffer | null;
}

const ENDPOINT_JSON = jsonObject<ShownEndpoint>({
  ...ENDPOINT_FIELDS,
  events: 'to_json(target.events)',
  description: 'target.description',
  is_active: 'target.is_active',
  updated_at: 'iso_timestamp(target.updated_at)',
});

/** Endpoints with a subscription, oldest first. @param id null for all */
export function readSubscribed(
  database: Executor,
  { userId, id = null }: { userId: number; id?: number | null },
): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(
    `select ${ENDPOINT_JSON} as endpoint, target.sealed_headers as "sealedHeaders" from webhook_targets target
     where target.user_id = $1 and target.events is not null and ($2::bigint is null or target.id = $2)
     order by target.id`,
    [userId, id],
  );
}

/** Null leaves a field as it is; `description` and `sealedHeaders` are replaced. */
export interface EndpointChange {
  events: readonly string[] | null;
  description: string | null;
  sealedHeaders: Buffer | null;
  isActive: boolean | null;
}

/** Subscribes a URL, which may already get webhooks of assistants. @returns its id; null if it is subscribed already */
export async function insertEndpoint(
  transaction: Executor,
  {
    userId,
    url,
    events,
    description,
    sealedHeaders,
    isActive,
  }: EndpointChange & { userId: number; url: string },
): Promise<number | null> {
  const [row] = await transaction.query<{ id: number }>(
    `insert into webhook_targets as endpoint (user_id, url, events, description, sealed_headers, is_active)
     values ($1, $2, $3, $4, $5, coalesce($6, true))
     on conflict (user_id, md5(url)) do update set events = excluded.events, description = excluded.description,
       sealed_headers = excluded.sealed_headers, is_active = excluded.is_active, updated_at = clock_timestamp()
       where endpoint.events is null
     returning id`,
    [userId, url, events, description, sealedHeaders, isActive],
  );
  return row?.id ?? null;
}

export async function countSubscribed(database: Executor, userId: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from webhook_targets where user_id = $1 and events is not null',
    [userId],
  );
  return row?.count ?? 0;
}

/** Locks a subscribed endpoint. @returns its URL, description and headers; null if it is unknown or not subscribed */
export async function lockEndpoint(
  transaction: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<{ url: string; description: string | null; sealedHeaders: Buffer | null } | null> {
  const [row] = await transaction.query<{
    url: string;
    description: string | null;
    sealedHeaders: Buffer | null;
  }>(
    `select url, description, sealed_headers as "sealedHeaders" from webhook_targets
     where user_id = $1 and id = $2 and events is not null for update`,
    [userId, id],
  );
  return row ?? null;
}

export async function updateEndpoint(
  transaction: Executor,
  {
    userId,
    id,
    events,
    description,
    sealedHeaders,
    isActive,
  }: EndpointChange & { userId: number; id: number },
): Promise<void> {
  await transaction.query(
    `update webhook_targets set events = coalesce($3, events), description = $4, sealed_headers = $5,
       is_active = coalesce($6, is_active), updated_at = clock_timestamp()
     where user_id = $1 and id = $2`,
    [userId, id, events, description, sealedHeaders, isActive],
  );
}

/**
 * Moves a locked endpoint and its deliveries to another URL. Webhooks of assistants stay with the URL that they are for:
 * both rows exchange their URLs, and then those deliveries.
 * @returns false if the new URL is subscribed already
 */
export async function moveEndpoint(
  transaction: Executor,
  { userId, id, from, to }: { userId: number; id: number; from: string; to: string },
): Promise<boolean> {
  const [taken] = await transaction.query<{ id: number; isSubscribed: boolean }>(
    `select id, events is not null as "isSubscribed" from webhook_targets
     where user_id = $1 and md5(url) = md5($2) for update`,
    [userId, to],
  );
  if (taken?.isSubscribed === true) return false;
  const setUrl = (row: number, url: string): Promise<unknown> =>
    transaction.query(
      `update webhook_targets set url = $3, disabled_at = null, disabled_reason = null, failing_since = null,
         failure_count = 0 where user_id = $1 and id = $2`,
      [userId, row, url],
    );
  // No URL is empty, so this one is free.
  if (taken !== undefined) await setUrl(taken.id, '');
  await setUrl(id, to);
  if (taken !== undefined) await setUrl(taken.id, from);
  const other = taken?.id ?? (await insertUrl(transaction, userId, from));
  await transaction.query(
    `update webhook_deliveries set target_id = case when target_id = $2 then $3::bigint else $2::bigint end
     where user_id = $1 and (target_id = $3 or (target_id = $2 and not is_subscribed))`,
    [userId, id, other],
  );
  await removeUnused(transaction, { userId, id: other });
  return true;
}

async function insertUrl(transaction: Executor, userId: number, url: string): Promise<number> {
  const [row] = await transaction.query<{ id: number }>(
    'insert into webhook_targets (user_id, url) values ($1, $2) returning id',
    [userId, url],
  );
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.id;
}

/**
 * Ends a subscription. Its unsent deliveries are removed; those of assistants are still sent.
 * @returns false if the endpoint is unknown or not subscribed
 */
export async function removeEndpoint(
  transaction: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const removed = await transaction.query(
    `update webhook_targets set events = null, description = null, sealed_headers = null, is_active = true,
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2 and events is not null returning id`,
    [userId, id],
  );
  await removeUnsubscribed(transaction, [id]);
  await removeUnused(transaction, { userId, id });
  return removed.length > 0;
}

/** Removes unsent deliveries whose subscription has ended. Those that are being sent are removed after their attempt has failed. */
export async function removeUnsubscribed(transaction: Executor, targetIds: readonly number[]): Promise<void> {
  await transaction.query(
    `with removed as (
       delete from webhook_deliveries delivery using webhook_targets target
       where target.id = any($1) and target.events is null and delivery.target_id = target.id
         and delivery.is_subscribed and delivery.status = 'pending' and delivery.process_id is null
       returning delivery.id)
     delete from webhook_attempts where delivery_id in (select id from removed)`,
    [targetIds],
  );
}

async function removeUnused(
  transaction: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  await transaction.query(
    `delete from webhook_targets where user_id = $1 and id = $2 and events is null
       and not exists (select from webhook_deliveries where target_id = $2)`,
    [userId, id],
  );
}

/** Inserts the delivery of an event to one endpoint. Returns it as JSON text. */
export async function insertEventTo(
  transaction: Executor,
  about: { userId: number; id: number; event: EventType; data: Record<string, unknown> },
): Promise<string> {
  const { userId, id, event, data } = about;
  const [inserted] = await transaction.query<{ id: string }>(
    `select deliver_event(target, $3, target.id::text, null, $4::json, clock_timestamp()) as id
     from webhook_targets target where target.user_id = $1 and target.id = $2`,
    [userId, id, event, JSON.stringify(data)],
  );
  const [row] = await transaction.query<{ delivery: string }>(
    `select ${DELIVERY_JSON}::text as delivery
     from webhook_deliveries delivery join webhook_targets target on target.id = delivery.target_id
     where delivery.user_id = $1 and delivery.id = $2`,
    [userId, inserted?.id],
  );
  if (row === undefined) throw new Error('A locked endpoint disappeared.');
  return row.delivery;
}
