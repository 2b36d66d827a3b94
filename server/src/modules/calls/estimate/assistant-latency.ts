import type { z } from 'zod';
import type { assistantLatencyQuery, assistantLatencyResponse } from '#contract/calls.ts';
import { type Catalog, defaultModelId } from '../../../core/catalog.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { SPEECH_VENDORS } from '../../../providers/speech-vendors.ts';
import type { TurnSetup } from '../../../voice/call-event.ts';
import type { CallDependencies } from '../asking/dependencies.ts';
import { type AssistantRow, findAssistant } from '../assistant/assistant-row.ts';
import { assistantSetup, type ChosenProviders } from '../assistant/assistant-setup.ts';

type Chosen = z.output<typeof assistantLatencyQuery>;

/** Latency of an assistant's answers, measured or estimated for the chosen settings. Throws `not-found`. */
export async function readAssistantLatency(
  { database, catalog }: CallDependencies,
  { userId }: Context,
  { assistantId, chosen }: { assistantId: number; chosen: Chosen },
): Promise<z.output<typeof assistantLatencyResponse>['data']> {
  const assistant = await findAssistant(database, { userId, id: assistantId });
  if (assistant === null) throw notFound('Assistant');
  const setup = assistantSetup(catalog, withChosen(catalog, assistant, chosen));
  const { latency, parts: measured } = await measureLatency(database, { userId, assistantId, setup });
  const pauseMs = Math.round(assistant.endpoint_sensitivity * 1000);
  const { mode, model, transcriber, synthesizer } = setup;
  return {
    ...latency,
    parts: estimateLatency({ setup, pauseMs, measured }),
    mode,
    providers: { model, transcriber, synthesizer },
  };
}

/** Applies the chosen settings; null means none. A realtime mode without a model gets the default one, as on saving. */
function withChosen(catalog: Catalog, saved: AssistantRow, chosen: Chosen): ChosenProviders {
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined);
  const parts: ChosenProviders = { ...saved, ...Object.fromEntries(given) };
  const { mode, multimodal_model_id: modelId } = parts;
  if (mode === 'pipeline' || modelId !== null) return parts;
  return { ...parts, multimodal_model_id: defaultModelId(catalog, mode) };
}

/** Calls searched, including those without answers. */
const MAX_OWN_CALLS = 50;
const MAX_ACCOUNT_CALLS = 100;
const MAX_ANSWERS = 50;

type Latency = Omit<z.output<typeof assistantLatencyResponse>['data'], 'parts' | 'mode' | 'providers'>;

interface MeasuredLatency {
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
async function measureLatency(
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

type LatencyPart = z.output<typeof assistantLatencyResponse>['data']['parts'][number];

/** Average of one part over answers with the same provider. */
export interface MeasuredPart {
  name: LatencyPart['name'];
  /** Measured in the assistant's own calls, otherwise in other calls of its account. */
  isOwn: boolean;
  answers: number;
  milliseconds: number;
}

export type EstimatedSetup = Omit<TurnSetup, 'endpointSilenceMs'>;

interface Known {
  setup: EstimatedSetup;
  pauseMs: number;
  measured: readonly MeasuredPart[];
}

/**
 * Estimates the time from the customer's last sound to the first sound of the answer, by part. With `vad` the wait is
 * the configured pause. Other parts use the assistant's own measurements, then the account's, then typical values.
 */
export function estimateLatency({ setup, pauseMs, measured }: Known): LatencyPart[] {
  const names =
    setup.mode === 'pipeline'
      ? (['wait', 'transcript', 'model', 'speech'] as const)
      : (['wait', 'model'] as const);
  return names.map((name) => {
    if (name === 'wait' && setup.endpointType === 'vad') {
      return { name, milliseconds: pauseMs, source: 'setting', answers: 0 };
    }
    const typicalMs = typicalMsOf(name, setup);
    if (typicalMs === null) return { name, milliseconds: null, source: 'unknown', answers: 0 };
    const own = measured.find((part) => part.name === name && part.isOwn);
    const found = own ?? measured.find((part) => part.name === name);
    if (found === undefined) return { name, milliseconds: typicalMs, source: 'typical', answers: 0 };
    const { milliseconds, answers } = found;
    return { name, milliseconds, source: found.isOwn ? 'assistant' : 'account', answers };
  });
}

/** Null if the setup has no such part. */
function typicalMsOf(name: LatencyPart['name'], setup: EstimatedSetup): number | null {
  const { mode, model, transcriber, synthesizer } = setup;
  const isPipeline = mode === 'pipeline';
  switch (name) {
    case 'wait':
      return isPipeline ? TYPICAL_TURN_WAIT_MS.pipeline : TYPICAL_TURN_WAIT_MS.realtime;
    case 'transcript':
      return transcriber === null ? null : typicalLatency('transcript', transcriber);
    case 'speech':
      return synthesizer === null ? null : typicalLatency('speech', synthesizer);
    case 'model':
      if (model === null) return null;
      if (isPipeline) return typicalLatency('model', model);
      if (mode === 'multimodal') return typicalLatency('realtime', model);
      // In `dualplex` mode a TTS provider speaks the model's words.
      return synthesizer === null
        ? null
        : typicalLatency('realtime', model) + typicalLatency('speech', synthesizer);
  }
}

/** Typical milliseconds of a provider kind: by vendor, and for all others. */
interface TypicalLatency {
  vendors: Readonly<Record<string, number>>;
  others: number;
}

/**
 * Typical latency, for parts that were not measured. We measured local providers ourselves. Figures of vendors are
 * published, to the first word or sound, over a network:
 * - Agora, "Optimize conversation latency": last word of a transcript 400–700 ms, language model 250–1,000 ms, speech
 * 100–350 ms. We take the slower half for non-streaming requests and the middle for models.
 * - Bolna, "Latency in Real-Time Voice AI": streaming transcription 50–150 ms after the end, speech 80–200 ms.
 * - Vendors that only offer speech: their `speech-vendor.ts`.
 */
const TYPICAL_LATENCY = {
  /** From the end of the turn to the last word. `offline` receives typed words. */
  transcript: { vendors: { ...typicalOf('transcriber'), offline: 0 }, others: 550 },
  /** To the first word. Source for `offline`: `bench/README.md`, agent. */
  model: { vendors: { offline: 20 }, others: 600 },
  /**
   * From the end of the wait to the first sound, in `dualplex` mode to the first word. Vendors state 300–500 ms; `offline`
   * speaks with flite.
   */
  realtime: { vendors: { offline: 150 }, others: 500 },
  /** From the first words to the first sound. For flite and espeak-ng the median of 15 sentences on two busy cores. */
  speech: { vendors: { ...typicalOf('synthesizer'), flite: 130, espeak: 35 }, others: 300 },
} as const satisfies Record<string, TypicalLatency>;

function typicalOf(kind: 'transcriber' | 'synthesizer'): Record<string, number> {
  const ofKind = SPEECH_VENDORS.filter((vendor) => vendor.kind === kind);
  return Object.fromEntries(ofKind.map(({ code, typicalMs }) => [code, typicalMs]));
}

/**
 * Time until the turn detector ends a turn. For ours the mean at the default sensitivity (`bench/README.md`,
 * end-of-turn); for realtime models, which publish none, their default silence.
 */
const TYPICAL_TURN_WAIT_MS = { pipeline: 527, realtime: 500 };

/** @param code a catalog code: `vendor` or `vendor/model` */
function typicalLatency(kind: keyof typeof TYPICAL_LATENCY, code: string): number {
  const { vendors, others }: TypicalLatency = TYPICAL_LATENCY[kind];
  const [vendor = ''] = code.split('/');
  return vendors[vendor] ?? others;
}
