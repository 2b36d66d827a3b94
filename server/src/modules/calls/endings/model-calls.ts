import type { Executor } from '../../../db/client.ts';
import type { PricedModelCall } from '../../conversations/messages/priced-call.ts';

/** A model call made for a phone call. */
export interface CallModelCall extends PricedModelCall {
  userId: number;
  callId: number;
}

/** Stores model calls, including failed ones. Those of deleted calls are dropped. */
export async function insertModelCalls(database: Executor, calls: readonly CallModelCall[]): Promise<void> {
  if (calls.length === 0) return;
  await database.query(
    `insert into model_calls (user_id, call_id, model, input_tokens, output_tokens, cost_micros, finish_reason,
       error_code, first_event_ms, total_ms)
     select made."userId", made."callId", made."modelId", (made.usage ->> 'inputTokens')::int,
       (made.usage ->> 'outputTokens')::int, made."costMicros", made."finishReason", made."errorCode",
       round(made."firstEventMs")::int, round(made."totalMs")::int
     from json_to_recordset($1) as made("userId" bigint, "callId" bigint, "modelId" text, usage json,
       "costMicros" numeric, "finishReason" text, "errorCode" text, "firstEventMs" float8, "totalMs" float8)
     join calls on calls.id = made."callId"`,
    [JSON.stringify(calls)],
  );
}
