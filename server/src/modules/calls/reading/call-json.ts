import type { CallItem } from '#contract/calls.ts';
import { type JsonFields, jsonObject } from '../../../db/json-object.ts';
import { DURATION, RECORDING_KEY, TRANSCRIPT } from '../endings/ended-store.ts';
import { RECORDING_PATH } from '../recordings/recording-url.ts';

const dollars = (micros: string): string => `${micros} / 1000000.0::float8`;

const WEBHOOK_RESPONSE_JSON = jsonObject<CallItem['webhook_response']>({
  status_code: 'attempt.status_code',
  body: 'attempt.response_body',
  attempts: 'delivery.attempt_count',
});

/** SQL for the latest response to the call's webhook. */
const WEBHOOK_RESPONSE = `(select ${WEBHOOK_RESPONSE_JSON}
  from webhook_deliveries delivery join webhook_attempts attempt on attempt.delivery_id = delivery.id
  where delivery.user_id = call.user_id and delivery.event = 'call.ended' and delivery.subject_id = call.id::text
  order by delivery.created_at desc, attempt.number desc limit 1)`;

/** SQL for the carrier cost of a call and its transfers; null while any part is unknown. */
const CARRIER_COST = `(select case when count(*) = count(carrier_cost_micros)
    then call.carrier_cost_micros + coalesce(sum(carrier_cost_micros), 0)::bigint end
  from second_legs where call_id = call.id)`;

/**
 * SQL for the fields of a call in lists.
 * @param origin SQL for the public origin of this server
 */
export const callFields = (origin: string): JsonFields<CallItem> => ({
  id: 'call.id',
  assistant_name: 'assistants.name',
  campaign_name: '(select name from campaigns where campaigns.id = call.campaign_id)',
  type: 'call.type',
  duration: DURATION('call'),
  assistant_phone_number: 'call.assistant_phone_number',
  client_phone_number: 'call.client_phone_number',
  status: 'call.status',
  transcript: TRANSCRIPT('call'),
  variables: 'call.variables',
  evaluation: 'call.evaluation',
  webhook_response: WEBHOOK_RESPONSE,
  carrier_cost: dollars(CARRIER_COST),
  total_cost: dollars('call.cost_micros'),
  answered_by: 'call.answered_by',
  recording_url: `${origin}::text || '/api${RECORDING_PATH}/' || ${RECORDING_KEY('call')}`,
  created_at: 'iso_timestamp(call.created_at)',
  updated_at: 'iso_timestamp(call.updated_at)',
});
