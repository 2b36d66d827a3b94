import { z } from 'zod';
import { ENGINE_MODES } from './assistants.ts';
import { evaluatedField } from './conversations.ts';
import { calendarDate, id, text, variables } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

export const CALL_TYPES = ['inbound', 'outbound', 'web'] as const;

/** In the order in which a call goes through them; the last six are final. */
export const CALL_STATUSES = [
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'busy',
  'no-answer',
  'failed',
] as const;

/** `phone_number` in international format, as people write it: what is none is refused with 400. */
export const makeCallRequest = z.object({
  phone_number: text(64),
  assistant_id: id(),
  variables: variables().nullish(),
});

export const makeCallResponse = z.object({
  message: z.string(),
  call_id: z.int(),
  status: z.literal('initiated'),
  data: z.object({}),
  /** Sentences about variables that the assistant's texts use but that have no value and will be left out. */
  warnings: z.array(z.string()),
});

export const webCallRequest = z.object({ assistant_id: id(), variables: variables().nullish() });

/** `media_url` is a WebSocket that takes its call once, until `expires_at`. */
export const webCallResponse = z.object({
  message: z.string(),
  data: z.object({ call_id: z.int(), media_url: z.string(), expires_at: isoTimestamp }),
});

export const callsQuery = z.object({
  status: z.enum(CALL_STATUSES).nullish(),
  type: z.enum(CALL_TYPES).nullish(),
  /** Part of either side's number. */
  phone_number: text(32).nullish(),
  assistant_id: id().nullish(),
  campaign_id: id().nullish(),
  lead_id: id().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...pageQuery(),
});

export const callTranscriptItem = z.object({
  text: z.string(),
  type: z.literal('transcript'),
  /** `bot` is the assistant; of what it said only what was heard. */
  sender: z.enum(['bot', 'human']),
  timestamp: isoTimestamp,
});

/** A call as lists show it. */
export const callItem = z.object({
  id: z.int(),
  assistant_name: z.string().nullable(),
  campaign_name: z.string().nullable(),
  type: z.enum(CALL_TYPES),
  /** Seconds from the answer to the end, or until now; 0 without an answer. */
  duration: z.int(),
  assistant_phone_number: z.string().nullable(),
  /** Null: withheld, or a web call. */
  client_phone_number: z.string().nullable(),
  status: z.enum(CALL_STATUSES),
  transcript: z.array(callTranscriptItem),
  variables: z.record(z.string(), z.unknown()),
  /** Null until it is there; empty where the assistant wants none. */
  evaluation: z.array(evaluatedField).nullable(),
  /** What the post-call webhook was answered last; null: none was sent. */
  webhook_response: z
    .object({
      /** Null: no answer came. */
      status_code: z.int().nullable(),
      body: z.string(),
      attempts: z.int(),
    })
    .nullable(),
  /** What carriers take for the call and for whoever was called for its transfers, in dollars; null: not known. */
  carrier_cost: z.number().nullable(),
  /** The sum of what the account was charged, in dollars. */
  total_cost: z.number(),
  answered_by: z.enum(['human', 'machine', 'unknown']).nullable(),
  /** A WAV file, stereo: the customer left, the assistant right. Null: nothing was recorded. */
  recording_url: z.string().nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});

export const callPage = pageOf(callItem);

const milliseconds = z.int().nullable();

/** All that the account may know of one call. */
export const callView = callItem.extend({
  assistant_id: z.int().nullable(),
  campaign_id: z.int().nullable(),
  ringing_at: isoTimestamp.nullable(),
  answered_at: isoTimestamp.nullable(),
  ended_at: isoTimestamp.nullable(),
  /** Why it ended, in words; null while it runs. */
  end_reason: z.string().nullable(),
  /**
   * Whether there is a recording, and why not. `off`: the assistant was not to record when the call began. `empty`: it was
   * over before anything was kept.
   */
  recording_state: z.enum(['kept', 'running', 'unanswered', 'off', 'empty']),
  /** Why values of the evaluation are missing; null: nothing went wrong. */
  evaluation_error: z.string().nullable(),
  transfers: z.array(
    z.object({
      kind: z.enum(['blind', 'warm', 'assistant']),
      target: z.string(),
      outcome: z.enum(['connected', 'failed']),
      reason: z.string().nullable(),
      at_ms: z.int(),
    }),
  ),
  /** One for each answer: from the customer's last sound to the first of the answer, and what it went into. */
  latency: z.array(
    z.object({
      at_ms: z.int(),
      endpoint_ms: milliseconds,
      transcript_ms: milliseconds,
      model_ms: milliseconds,
      speech_ms: milliseconds,
      total_ms: z.int(),
    }),
  ),
  /** What else happened, oldest first: tools, keys, interruptions, failures of providers. */
  events: z.array(z.object({ type: z.string(), at_ms: z.int(), data: z.record(z.string(), z.unknown()) })),
  /** Requests to language models, failed ones and those of the evaluation included, by model. */
  models: z.array(
    z.object({
      model: z.string(),
      calls: z.int(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      /** What the vendor takes, in dollars; null as soon as one request's is not known. */
      cost: z.number().nullable(),
    }),
  ),
  /** Charges, and refunds below zero, oldest first, in dollars; `total_cost` is their sum. */
  costs: z.array(
    z.object({ kind: z.string(), amount: z.number(), note: z.string().nullable(), created_at: isoTimestamp }),
  ),
});

/**
 * What to estimate for in place of what is saved. An empty id stands for none: then the installation chooses. Ids of
 * nothing leave their part unknown.
 */
export const assistantLatencyQuery = z.object({
  mode: z.enum(ENGINE_MODES).optional(),
  endpoint_type: z.enum(['vad', 'ai']).optional(),
  language_id: id().optional(),
  voice_id: id().optional(),
  llm_model_id: id().nullish(),
  multimodal_model_id: id().nullish(),
  transcriber_provider_id: id().nullish(),
  synthesizer_provider_id: id().nullish(),
});

/**
 * What an assistant's last answers in calls took on average, 50 at most, in milliseconds; null: nothing of it was
 * measured. Only answers count that were given with what is asked for: mode, end of turn, model, speech to text and
 * synthesizer. What an answer goes into stands in `callView.latency`.
 */
export const assistantLatencyResponse = z.object({
  data: z.object({
    answers: z.int(),
    endpoint_ms: milliseconds,
    transcript_ms: milliseconds,
    model_ms: milliseconds,
    speech_ms: milliseconds,
    total_ms: milliseconds,
    /** Nine of ten answers came sooner. */
    slow_total_ms: milliseconds,
    /** What an answer is likely to take, in the order in which it passes. */
    parts: z.array(
      z.object({
        /** `model` of a realtime model is all that follows the wait: it hears, thinks and speaks at once. */
        name: z.enum(['wait', 'transcript', 'model', 'speech']),
        milliseconds,
        /**
         * `setting`: the pause that is saved. Measured: `assistant` in its own answers, else `account` in those of the
         * account's other assistants, with the same part. `typical`: nowhere here; a figure of its vendor's kind.
         * `unknown`: there is no such part.
         */
        source: z.enum(['setting', 'assistant', 'account', 'typical', 'unknown']),
        /** That were measured; 0 where none was. */
        answers: z.int(),
      }),
    ),
    /** What is estimated, saved or asked for. */
    mode: z.enum(ENGINE_MODES),
    /** Who answers with it, by codes of the catalogue; null: the mode has no such part, or nobody offers it here. */
    providers: z.object({
      model: z.string().nullable(),
      transcriber: z.string().nullable(),
      synthesizer: z.string().nullable(),
    }),
  }),
});

export const callMessageResponse = z.object({ message: z.string() });

/** What a web call's page is told for display, as text messages beside those of `browser-call.ts`. */
export const callDisplay = z.discriminatedUnion('type', [
  /** What was said, and heard. */
  z.object({ type: z.literal('transcript'), sender: z.enum(['bot', 'human']), text: z.string() }),
  /** The assistant did something. */
  z.object({ type: z.literal('tool'), name: z.string() }),
  /** The call goes on with somebody else. */
  z.object({ type: z.literal('transferred') }),
  /** Of a sandbox phone: how its call comes about. */
  z.object({ type: z.literal('ringing'), from: z.string().optional() }),
  z.object({ type: z.literal('waiting') }),
  z.object({ type: z.literal('answered') }),
  z.object({ type: z.literal('rejected'), reason: z.string() }),
]);

export type CallDisplay = z.output<typeof callDisplay>;

/** What a call over the sandbox carrier needs; `from` is a customer's number, `to` one of the account. */
export const sandboxCallRequest = z.object({ from: text(64).nullish(), to: text(64) });

/** `media_url` is a WebSocket: the number rings when it is opened, and sound flows once it is answered. */
export const sandboxCallResponse = z.object({
  data: z.object({ media_url: z.string(), expires_at: isoTimestamp }),
});

/** A customer's number that a page answers for. */
export const sandboxPhoneRequest = z.object({ number: text(64) });

/** What a page with a telephone says when it rings; from the answer on it speaks `browser-call.ts`. */
export const sandboxPhoneAnswer = z.object({ type: z.enum(['answer', 'reject']) });
