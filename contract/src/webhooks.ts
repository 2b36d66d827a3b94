import { z } from 'zod';
import { calendarDate, callableUrl, flag, id, instant, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';
import { requestHeaders } from './tools.ts';
import { SUBSCRIBABLE_EVENTS } from './webhook-events.ts';

/**
 * `pending`: being sent, or waiting for the next attempt. `held`: waiting until its disabled endpoint is enabled again.
 * `failed`: all attempts failed; no automatic retry follows.
 */
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const;

/** Finished deliveries, which can be sent again. */
const FINISHED_STATUSES = ['delivered', 'failed'] as const;

export const webhookSecretResponse = z
  .object({
    data: z.object({ secret: z.string().regex(/^whsec_[A-Za-z0-9+/]+=*$/) }),
  })
  .describe(
    'The secret that `POST …/rotate` returns, for signatures as in the Standard Webhooks specification.',
  );
export const rotateSecretResponse = webhookSecretResponse.extend({ message: z.string() });

export const secretRotationResponse = z
  .object({
    data: z.object({ old_signs_until: isoTimestamp.nullable() }),
  })
  .describe('When the previous secret stops signing next to the new one; null if only one secret signs.');

export const DELIVERY_ORDERS = ['created_at', 'finished_at'] as const;

export const deliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).nullish(),
  event: text(64).nullish(),
  assistant_id: id().nullish(),
  call_id: id().nullish().describe('Deliveries about one call.'),
  conversation_id: z
    .uuid({ error: ':field must be the UUID of a conversation.' })
    .nullish()
    .describe('Deliveries about one conversation.'),
  target_id: id().nullish().describe('Deliveries to one endpoint.'),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  order_by: z
    .enum(DELIVERY_ORDERS)
    .nullish()
    .describe('Sort field, latest first; unfinished deliveries come last.'),
  ...pageQuery(),
});

export const webhookDelivery = z.object({
  id: z.string().describe('The `webhook-id` header, the same for all attempts.'),
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  subject_id: z.string().describe('The object of the event: for `conversation.ended` the conversation.'),
  assistant_id: z.int().nullable(),
  target_id: z.int(),
  url: z.string(),
  attempt_count: z.int(),
  next_attempt_at: isoTimestamp.nullable().describe('Null unless pending.'),
  created_at: isoTimestamp,
  finished_at: isoTimestamp.nullable().describe('Null while it is neither delivered nor failed.'),
});

export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const deliveryPage = pageOf(webhookDelivery);

export const deliveryAttempt = z.object({
  number: z.int(),
  started_at: isoTimestamp,
  finished_at: isoTimestamp,
  status_code: z.int().nullable().describe('Null without a response.'),
  reason: z.string().nullable().describe('Why the attempt failed; otherwise null.'),
  response_body: z.string().describe('First 4 KiB of the response.'),
});

export const webhookDeliveryDetail = webhookDelivery.extend({
  payload: z.string().describe('The exact body that is sent and signed.'),
  attempts: z.array(deliveryAttempt).describe('Calls or attempts, oldest first.'),
});

export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;

export const deliveryResponse = z.object({ data: webhookDeliveryDetail });
export const resendResponse = z.object({ message: z.string(), data: webhookDelivery });

export const replayRequest = z
  .object({
    from: instant(),
    to: instant(),
    status: z.enum(FINISHED_STATUSES).nullish(),
    event: text(64).nullish(),
  })
  .describe(
    'Selects finished deliveries of events from `from` (inclusive) to `to` (exclusive), optionally by `status` and `event`.',
  );
export const replayResponse = z.object({ message: z.string(), data: z.object({ count: z.int() }) });

export const webhookEndpoint = z.object({
  id: z.int(),
  url: z.string(),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('`gone`: the endpoint answered 410. `failing`: every attempt failed for five days.'),
  disabled_at: isoTimestamp.nullable(),
  failure_count: z.int().describe('Failed attempts since the last success.'),
  failing_since: isoTimestamp
    .nullable()
    .describe(
      'Start of the current streak of failures; more than a day without a failed attempt starts a new streak.',
    ),
  waiting_count: z.int().describe('Pending or held deliveries.'),
  created_at: isoTimestamp,
});

export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const endpointListResponse = z.object({ data: z.array(webhookEndpoint) });
export const enableEndpointResponse = z.object({ message: z.string(), data: webhookEndpoint });

const endpointFields = {
  url: callableUrl(),
  events: z
    .array(
      z.enum([...SUBSCRIBABLE_EVENTS, '*'], { error: ':field must be the name of an event, or * for all.' }),
    )
    .min(1)
    .max(100)
    .describe('Names of events, or `*` for all, including those of later versions.'),
};

const optionalEndpointFields = {
  description: text(255).nullish(),
  headers: requestHeaders({
    pattern: /^(content-type|user-agent|webhook-.*)$/i,
    words: 'Content-Type, User-Agent or headers that begin with webhook-',
  })
    .nullish()
    .describe('Sent with each webhook to the URL, including those of assistants.'),
  is_active: flag().nullish(),
};

export const createEndpointRequest = z
  .object({ ...endpointFields, ...optionalEndpointFields })
  .describe('Null resets a field to its default: no description, no headers, active.');
export const updateEndpointRequest = z.object({
  ...z.object(endpointFields).partial().shape,
  ...optionalEndpointFields,
});

export type CreateEndpoint = z.output<typeof createEndpointRequest>;
export type UpdateEndpoint = z.output<typeof updateEndpointRequest>;

export const subscribedEndpoint = webhookEndpoint
  .extend({
    events: z.array(z.string()),
    description: z.string().nullable(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    is_active: z.boolean().describe('An inactive endpoint gets no new events.'),
    updated_at: isoTimestamp,
  })
  .describe('An endpoint with its subscription.');

export type SubscribedEndpoint = z.output<typeof subscribedEndpoint>;

export const subscribedEndpointList = z.object({ data: z.array(subscribedEndpoint) });
export const saveEndpointResponse = z.object({ message: z.string(), data: subscribedEndpoint });
