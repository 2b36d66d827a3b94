import type { z } from 'zod';
import type { assistantLatencyResponse } from '#contract/calls.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { EstimatedSetup, MeasuredPart } from './estimate-latency.ts';

/** Calls searched, including those without answers. */
const MAX_OWN_CALLS = 50;
const MAX_ACCOUNT_CALLS = 100;
const MAX_ANSWERS = 50;

type Latency = Omit<z.output<typeof assistantLatencyResponse>['data'], 'parts' | 'mode' | 'providers'>;

export interface MeasuredLatency {
  /** Latency of the assistant's own answers with exactly this setup. */
  latency: Latency;
  parts: MeasuredPart[];
}

const average = (member: string): string => `round(avg((data ->> '${member}')::float8))::int`;
const number = (member: string): string => `(data ->> '${member}')::float8`;

/**
 * SQL for the wait before a realtime model's answer; everything after it counts as the model, because realtime models
 * report no parts. With `vad` the wait is the configured pause.
 */
const REALTIME_WAIT = `case when data ->> 'endpointType' = 'vad' then ${number('endpointSilenceMs')} else ${number('endpointMs')} end`;

/** SQL for the parts: name, milliseconds, and whether the provider is the same. A transcript that was ready counts as 0. */
const PARTS = `(values
    ('wait', ${number('endpointMs')}, data ->> 'endpointType' = $4 and (is_pipeline or same_model)),
    ('transcript', case when is_pipeline then coalesce(${number('transcriptMs')}, 0) end, same_transcriber),
    ('model', case when is_pipeline then ${number('modelMs')}
      else greatest(0, ${number('totalMs')} - ${REALTIME_WAIT}) end, same_model and (is_pipeline or same_voice)),
    ('speech', case when is_pipeline then ${number('speechMs')} end, same_voice))`;

const LATENCY = jsonObject<Latency>({
  answers: 'count(*)::int',
  endpoint_ms: average('endpointMs'),
  transcript_ms: average('transcriptMs'),
  model_ms: average('modelMs'),
  speech_ms: average('speechMs'),
  total_ms: average('totalMs'),
  slow_total_ms: `round(percentile_cont(0.9) within group (order by (data ->> 'totalMs')::float8))::int`,
});

/**
 * Measures recent answers of an assistant and its account with the same providers. Reads at most 150 calls by index,
 * about 20 ms with ten answers each. Answers stored before setups were recorded are ignored.
 */
export async function measureLatency(
  database: Executor,
  { userId, assistantId, setup }: { userId: number; assistantId: number; setup: EstimatedSetup },
): Promise<MeasuredLatency> {
  const { mode, endpointType, model, transcriber, synthesizer } = setup;
  const [row] = await database.query<MeasuredLatency>(
    `with looked_at as (
       (select id, true as is_own from calls where assistant_id = $2 and user_id = $1 and deleted_at is null
        order by id desc limit ${MAX_OWN_CALLS})
       union
       (select id, assistant_id is not distinct from $2 from calls where user_id = $1 and deleted_at is null
        order by id desc limit ${MAX_ACCOUNT_CALLS})),
     answers as materialized (
       select call_id, call_events.id, is_own, data, $3 = 'pipeline' as is_pipeline, data ->> 'model' = $5 as same_model,
         data ->> 'transcriber' is not distinct from $6 as same_transcriber,
         data ->> 'synthesizer' is not distinct from $7 as same_voice
       from looked_at join call_events on call_id = looked_at.id
       where type = 'turn-answered' and data ->> 'mode' = $3),
     whole as (
       select data from answers
       where is_own and same_model and same_transcriber and same_voice and data ->> 'endpointType' = $4
       order by call_id desc, id desc limit ${MAX_ANSWERS}),
     ranked as (
       select name, is_own, milliseconds,
         row_number() over (partition by name, is_own order by call_id desc, id desc) as position
       from answers cross join lateral ${PARTS} as part (name, milliseconds, is_same)
       where is_same and milliseconds is not null),
     parts as (
       select name, is_own as "isOwn", count(*)::int as answers, round(avg(milliseconds))::int as milliseconds
       from ranked where position <= ${MAX_ANSWERS} group by name, is_own)
     select (select ${LATENCY} from whole) as latency,
       coalesce((select json_agg(parts) from parts), '[]') as parts`,
    [userId, assistantId, mode, endpointType, model, transcriber, synthesizer],
  );
  if (row === undefined) throw new Error('The aggregate query returned no row.');
  return row;
}
