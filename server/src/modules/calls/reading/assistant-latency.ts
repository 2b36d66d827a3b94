import type { Executor } from '../../../db/client.ts';

/** Calls that are looked through; those without an answer to a question count too. */
const MOST_CALLS = 50;
const MOST_ANSWERS = 50;

const average = (member: string): string => `round(avg((data ->> '${member}')::float8))::int`;

/** What the last answers of an assistant took, as JSON text; null when the account has no such assistant. */
export async function readLatency(
  database: Executor,
  userId: number,
  assistantId: number,
): Promise<string | null> {
  const [row] = await database.query<{ latency: string }>(
    `with answers as (
       select data from call_events
       where type = 'turn-answered' and call_id in (
         select id from calls where assistant_id = $2 and user_id = $1 and deleted_at is null
         order by id desc limit ${MOST_CALLS})
       order by call_id desc, id desc limit ${MOST_ANSWERS})
     select (select json_build_object('answers', count(*)::int, 'endpoint_ms', ${average('endpointMs')},
         'transcript_ms', ${average('transcriptMs')}, 'model_ms', ${average('modelMs')},
         'speech_ms', ${average('speechMs')}, 'total_ms', ${average('totalMs')},
         'slow_total_ms', round(percentile_cont(0.9) within group (order by (data ->> 'totalMs')::float8))::int)::text
       from answers) as latency
     from assistants where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, assistantId],
  );
  return row?.latency ?? null;
}
