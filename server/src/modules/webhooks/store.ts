import { type EventSubject, eventsAbout } from '#contract/webhook-events.ts';
import type {
  DELIVERY_ORDERS,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
} from '#contract/webhooks.ts';
import { withinDays } from '../../db/account-days.ts';
import type { Executor } from '../../db/client.ts';
import { type JsonFields, jsonObject } from '../../db/json-object.ts';
import type { PageRequest } from '../../http/pagination.ts';

/** Pending deliveries of a disabled endpoint are shown as held. */
const SHOWN_STATUS = `case when delivery.status = 'pending' and target.disabled_at is not null
  then 'held' else delivery.status end`;

const DELIVERY_FIELDS: JsonFields<WebhookDelivery> = {
  id: 'delivery.id',
  event: 'delivery.event',
  status: SHOWN_STATUS,
  subject_id: 'delivery.subject_id',
  assistant_id: 'delivery.assistant_id',
  target_id: 'target.id',
  url: 'target.url',
  attempt_count: 'delivery.attempt_count',
  next_attempt_at: `case when ${SHOWN_STATUS} = 'pending' then iso_timestamp(delivery.next_attempt_at) end`,
  created_at: 'iso_timestamp(delivery.created_at)',
  finished_at: 'iso_timestamp(delivery.finished_at)',
};

export const DELIVERY_JSON = jsonObject<WebhookDelivery>(DELIVERY_FIELDS);

const ATTEMPT_JSON = jsonObject<WebhookDeliveryDetail['attempts'][number]>({
  number: 'number',
  started_at: 'iso_timestamp(started_at)',
  finished_at: 'iso_timestamp(attempt.finished_at)',
  status_code: 'status_code',
  reason: 'reason',
  response_body: 'response_body',
});

/** SQL for a delivery with payload and attempts. $1 is the account. */
const DELIVERY_DETAIL_JSON = jsonObject<WebhookDeliveryDetail>({
  ...DELIVERY_FIELDS,
  payload: 'delivery.payload',
  attempts: `coalesce((select json_agg(${ATTEMPT_JSON} order by number)
    from webhook_attempts attempt where attempt.user_id = $1 and attempt.delivery_id = delivery.id), '[]')`,
});

/** Pending deliveries are counted in two parts, because each part has its own index. */
const WAITING_COUNT = `(select count(*) from webhook_deliveries
    where target_id = target.id and status = 'pending' and process_id is null)
  + (select count(*) from webhook_deliveries where target_id = target.id and process_id is not null)`;

export const ENDPOINT_FIELDS: JsonFields<WebhookEndpoint> = {
  id: 'target.id',
  url: 'target.url',
  status: `case when target.disabled_at is null then 'enabled' else 'disabled' end`,
  disabled_reason: 'target.disabled_reason',
  disabled_at: 'iso_timestamp(target.disabled_at)',
  failure_count: 'target.failure_count',
  failing_since: 'iso_timestamp(target.failing_since)',
  waiting_count: WAITING_COUNT,
  created_at: 'iso_timestamp(target.created_at)',
};

const ENDPOINT_JSON = jsonObject<WebhookEndpoint>(ENDPOINT_FIELDS);

export interface DeliveryFilter {
  status: 'pending' | 'held' | 'delivered' | 'failed' | null;
  event: string | null;
  assistantId: number | null;
  callId: number | null;
  /** A UUID. */
  conversationId: string | null;
  targetId: number | null;
  /** `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
  /** Sort column; the order is descending. */
  orderBy: (typeof DELIVERY_ORDERS)[number];
}

const ORDERS: Record<DeliveryFilter['orderBy'], (row: string) => string> = {
  created_at: (row) => `${row}.created_at desc, ${row}.id desc`,
  finished_at: (row) => `${row}.finished_at desc nulls last, ${row}.created_at desc, ${row}.id desc`,
};

/** One page as JSON text and the total count, in one statement. */
export async function readDeliveryPage(
  database: Executor,
  { userId, filter }: { userId: number; filter: DeliveryFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const { status, event, assistantId, callId, conversationId, targetId, dateFrom, dateTo } = filter;
  const order = ORDERS[filter.orderBy];
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select delivery.id, delivery.created_at, delivery.finished_at from webhook_deliveries delivery
       join webhook_targets target on target.id = delivery.target_id
       where delivery.user_id = $1
         and ($2::text is null or ${SHOWN_STATUS} = $2)
         and ($3::text is null or delivery.event = $3)
         and ($4::bigint is null or delivery.assistant_id = $4)
         and ${withinDays('delivery.created_at', { user: '$1', from: '$5', to: '$6' })}
         and ($7::bigint is null or (delivery.event = any($9) and delivery.subject_id = $7::bigint::text))
         and ($8::uuid is null or (delivery.event = any($10) and delivery.subject_id = $8::uuid::text))
         and ($11::bigint is null or delivery.target_id = $11)),
     page as (select * from matching order by ${order('matching')} limit $12 offset $13)
     select coalesce((select string_agg(${DELIVERY_JSON}::text, ',' order by ${order('page')})
       from page join webhook_deliveries delivery on delivery.id = page.id
       join webhook_targets target on target.id = delivery.target_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [
      userId,
      status,
      event,
      assistantId,
      dateFrom,
      dateTo,
      callId,
      conversationId,
      eventsAbout('call'),
      eventsAbout('conversation'),
      targetId,
      perPage,
      (page - 1) * perPage,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

/** A delivery with payload and attempts, as JSON text; null if the account has no such delivery. */
export async function readDelivery(database: Executor, userId: number, id: string): Promise<string | null> {
  const [row] = await database.query<{ delivery: string }>(
    `select ${DELIVERY_DETAIL_JSON}::text as delivery
     from webhook_deliveries delivery join webhook_targets target on target.id = delivery.target_id
     where delivery.user_id = $1 and delivery.id = $2`,
    [userId, id],
  );
  return row?.delivery ?? null;
}

interface LockedDelivery {
  endpointId: number;
  isEndpointDisabled: boolean;
  isBeingSent: boolean;
}

/** Locks a delivery for resending; null if the account has no such delivery. */
export async function lockDelivery(
  transaction: Executor,
  userId: number,
  id: string,
): Promise<LockedDelivery | null> {
  const [row] = await transaction.query<LockedDelivery>(
    `select target.id as "endpointId", target.disabled_at is not null as "isEndpointDisabled",
       delivery.process_id is not null as "isBeingSent"
     from webhook_deliveries delivery join webhook_targets target on target.id = delivery.target_id
     where delivery.user_id = $1 and delivery.id = $2 for update of delivery`,
    [userId, id],
  );
  return row ?? null;
}

/** Makes a locked delivery due now and resets its retries. Returns it as JSON text. */
export async function makeDue(
  transaction: Executor,
  { userId, id, now }: { userId: number; id: string; now: Date },
): Promise<string> {
  await transaction.query(
    `update webhook_deliveries set status = 'pending', retry_count = 0, next_attempt_at = $3, finished_at = null
     where user_id = $1 and id = $2`,
    [userId, id, now],
  );
  const [row] = await transaction.query<{ delivery: string }>(
    `select ${DELIVERY_JSON}::text as delivery
     from webhook_deliveries delivery join webhook_targets target on target.id = delivery.target_id
     where delivery.user_id = $1 and delivery.id = $2`,
    [userId, id],
  );
  if (row === undefined) throw new Error('A locked delivery disappeared.');
  return row.delivery;
}

export interface ReplayRange {
  from: string;
  to: string;
  status: 'delivered' | 'failed' | null;
  event: string | null;
}

/** Makes all finished deliveries in the range due now. @returns the number of deliveries per endpoint */
export function makeRangeDue(
  database: Executor,
  { userId, range, now }: { userId: number; range: ReplayRange; now: Date },
): Promise<{ endpointId: number; count: number }[]> {
  return database.query<{ endpointId: number; count: number }>(
    `with replayed as (
       update webhook_deliveries set status = 'pending', retry_count = 0, next_attempt_at = $6, finished_at = null
       where user_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz
         and status in ('delivered', 'failed') and ($4::text is null or status = $4)
         and ($5::text is null or event = $5)
       returning target_id)
     select target_id as "endpointId", count(*)::int as count from replayed group by target_id`,
    [userId, range.from, range.to, range.status, range.event, now],
  );
}

/** All endpoints as JSON text, oldest first. */
export async function readEndpoints(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${ENDPOINT_JSON} order by target.id), '[]')::text as items
     from webhook_targets target where target.user_id = $1`,
    [userId],
  );
  return row?.items ?? '[]';
}

/**
 * Enables an endpoint; its held deliveries become due now with their retries reset. An enabled endpoint is not changed.
 * @returns the endpoint as JSON text; null if the account has no such endpoint
 */
export async function enableEndpoint(
  transaction: Executor,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<string | null> {
  await transaction.query(
    `update webhook_deliveries delivery set retry_count = 0, next_attempt_at = $3
     from webhook_targets target
     where target.user_id = $1 and target.id = $2 and target.disabled_at is not null
       and delivery.target_id = target.id and delivery.status = 'pending' and delivery.process_id is null`,
    [userId, id, now],
  );
  await transaction.query(
    `update webhook_targets set disabled_at = null, disabled_reason = null, failing_since = null, failure_count = 0
     where user_id = $1 and id = $2 and disabled_at is not null`,
    [userId, id],
  );
  const [row] = await transaction.query<{ endpoint: string }>(
    `select ${ENDPOINT_JSON}::text as endpoint from webhook_targets target where target.user_id = $1 and target.id = $2`,
    [userId, id],
  );
  return row?.endpoint ?? null;
}

/** Ids of the account's disabled endpoints at these URLs. */
export async function findDisabledEndpoints(
  database: Executor,
  { userId, urls }: { userId: number; urls: readonly string[] },
): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id from webhook_targets
     where user_id = $1 and md5(url) = any(array(select md5(wanted) from unnest($2::text[]) as wanted))
       and disabled_at is not null order by id`,
    [userId, urls],
  );
  return rows.map(({ id }) => id);
}

const KEPT_DAYS = 90;
const REMOVED_AT_ONCE = 5000;

/**
 * Removes finished deliveries of an object with their attempts. Pending ones are marked and removed after they have
 * finished.
 */
export async function forget(
  transaction: Executor,
  { userId, subject, subjectId }: { userId: number; subject: EventSubject; subjectId: string },
): Promise<void> {
  await transaction.query(
    'update webhook_deliveries set is_forgotten = true where user_id = $1 and event = any($2) and subject_id = $3',
    [userId, eventsAbout(subject), subjectId],
  );
  await removeForgotten(transaction, userId);
}

/** @param userId null for all accounts */
async function removeForgotten(database: Executor, userId: number | null): Promise<void> {
  await database.query(
    `with removed as (
       delete from webhook_deliveries
       where is_forgotten and status <> 'pending' and process_id is null and ($1::bigint is null or user_id = $1)
       returning id)
     delete from webhook_attempts where delivery_id in (select id from removed)`,
    [userId],
  );
}

/**
 * Removes deliveries older than 90 days with their attempts, finished deliveries of deleted objects, and
 * expired secrets.
 */
export async function removeOld(database: Executor): Promise<void> {
  await removeForgotten(database, null);
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
    const [row] = await database.query<{ count: number }>(
      `with removed as (
         delete from webhook_deliveries where id in (
           select id from webhook_deliveries
           where created_at < clock_timestamp() - make_interval(days => $1) and process_id is null limit $2)
         returning id),
       attempts as (delete from webhook_attempts where delivery_id in (select id from removed))
       select count(*)::int as count from removed`,
      [KEPT_DAYS, REMOVED_AT_ONCE],
    );
    removed = row?.count ?? 0;
  }
  // Secrets are kept one extra day because clocks may differ.
  await database.query(`delete from webhook_secrets where retires_at < clock_timestamp() - interval '1 day'`);
}
