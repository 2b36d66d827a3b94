import { z } from 'zod';
import { calendarDate, id, instant, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

/**
 * `pending`: it is sent, or waits for its next attempt. `held`: its target is disabled; it goes out when that is enabled.
 * `failed`: every attempt failed, and none will follow by itself.
 */
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const;

/** What is over and can be sent again. */
const FINISHED_STATUSES = ['delivered', 'failed'] as const;

/** The text that `POST …/rotate` answers; webhooks are signed with it as Standard Webhooks says. */
export const webhookSecretResponse = z.object({
  data: z.object({ secret: z.string().regex(/^whsec_[A-Za-z0-9+/]+=*$/) }),
});
export const rotateSecretResponse = webhookSecretResponse.extend({ message: z.string() });

/** Until when a secret that was replaced signs beside the one that took its place; null: one signs alone. */
export const secretRotationResponse = z.object({
  data: z.object({ old_signs_until: isoTimestamp.nullable() }),
});

export const DELIVERY_ORDERS = ['created_at', 'finished_at'] as const;

export const deliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).nullish(),
  event: text(64).nullish(),
  assistant_id: id().nullish(),
  /** What was told of one call. */
  call_id: id().nullish(),
  /** What was told of one conversation. */
  conversation_id: z.uuid({ error: ':field must be the UUID of a conversation.' }).nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  /** The latest first by this; those that are not finished come last. */
  order_by: z.enum(DELIVERY_ORDERS).nullish(),
  ...pageQuery(),
});

export const webhookDelivery = z.object({
  /** The `webhook-id` header, the same over all attempts. */
  id: z.string(),
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** What it happened to: of a `conversation.ended` the conversation. */
  subject_id: z.string(),
  assistant_id: z.int().nullable(),
  target_id: z.int(),
  url: z.string(),
  attempt_count: z.int(),
  /** Null unless pending. */
  next_attempt_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  /** Null while it is neither delivered nor failed. */
  finished_at: isoTimestamp.nullable(),
});

export const deliveryPage = pageOf(webhookDelivery);

export const deliveryAttempt = z.object({
  number: z.int(),
  started_at: isoTimestamp,
  finished_at: isoTimestamp,
  /** Null: no answer came. */
  status_code: z.int().nullable(),
  /** Why it failed; null: it did not. */
  reason: z.string().nullable(),
  /** The first 4 KiB of the answer. */
  response_body: z.string(),
});

export const webhookDeliveryDetail = webhookDelivery.extend({
  /** The body as it is sent and signed, byte for byte. */
  payload: z.string(),
  /** Oldest first. */
  attempts: z.array(deliveryAttempt),
});

export const deliveryResponse = z.object({ data: webhookDeliveryDetail });
export const resendResponse = z.object({ message: z.string(), data: webhookDelivery });

/** Deliveries of events from `from` until before `to` that are over; without `status` and `event` all of them. */
export const replayRequest = z.object({
  from: instant(),
  to: instant(),
  status: z.enum(FINISHED_STATUSES).nullish(),
  event: text(64).nullish(),
});
export const replayResponse = z.object({ message: z.string(), data: z.object({ count: z.int() }) });

export const webhookEndpoint = z.object({
  id: z.int(),
  url: z.string(),
  status: z.enum(['enabled', 'disabled']),
  /** `gone`: it answered 410. `failing`: it did nothing but fail for five days on end. */
  disabled_reason: z.enum(['gone', 'failing']).nullable(),
  disabled_at: isoTimestamp.nullable(),
  /** Attempts since the last that succeeded. */
  failure_count: z.int(),
  /** When the first of them failed, or the first after more than a day without any. */
  failing_since: isoTimestamp.nullable(),
  /** Deliveries that are pending or held. */
  waiting_count: z.int(),
  created_at: isoTimestamp,
});

export const endpointListResponse = z.object({ data: z.array(webhookEndpoint) });
export const enableEndpointResponse = z.object({ message: z.string(), data: webhookEndpoint });
