import type { Client, TestServer } from './test-server.ts';

interface SpokenCall {
  /** Utterances; every second one is the customer's, beginning with the assistant's. */
  said?: readonly string[];
  assistantId?: number;
  phone?: string;
  /** Hours since the call; 0 by default. */
  hoursAgo?: number;
  minutes?: number;
  costMicros?: number;
}

/** Inserts an ended call with its transcript. */
export async function insertSpokenCall(
  server: TestServer,
  { userId }: Client,
  call: SpokenCall = {},
): Promise<number> {
  const { said = [], assistantId, phone, hoursAgo = 0, minutes = 2, costMicros = 0 } = call;
  const [row] = await server.database.query<{ id: number }>(
    `with made as (
       insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
         created_at, answered_at, ended_at, end_reason, recorded_at, evaluation, cost_micros)
       select $1, $2, 'inbound', 'completed', $3, 30000, '{}', at, at, at + $5 * interval '1 minute', 'Hung up.', at,
         '[]', $6
       from (select clock_timestamp() - $4 * interval '1 hour' as at) as started returning *),
     said as (
       insert into call_transcript (user_id, call_id, sender, content, said_at)
       select $1, made.id, case when position % 2 = 1 then 'bot' else 'human' end, text,
         made.created_at + position * interval '1 second'
       from made, unnest($7::text[]) with ordinality as line (text, position))
     select id from made`,
    [userId, assistantId ?? null, phone ?? '+40721000001', hoursAgo, minutes, costMicros, said],
  );
  if (row === undefined) throw new Error('The call was not inserted.');
  return row.id;
}
