import { z } from 'zod';
import { ENGINE_MODES, updateAssistantRequest } from './assistants.ts';
import { evaluatedField, functionCall } from './conversations.ts';
import { exportQuery } from './export.ts';
import { calendarDate, externalId, flag, id, instant, text, variables } from './fields.ts';
import { changeQuery, pageOf, pageQuery, sortDirection } from './pagination.ts';
import { sipHeaders } from './sip-headers.ts';
import { isoTimestamp } from './timestamps.ts';
import { visitorVariables } from './widget.ts';

export const CALL_TYPES = ['inbound', 'outbound', 'web'] as const;

/** In the order of a call's life; the last seven are final. A scheduled call is dialed at its time, unless it is canceled. */
export const CALL_STATUSES = [
  'scheduled',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'busy',
  'no-answer',
  'failed',
  'canceled',
] as const;

export const callOverrides = z
  .strictObject(
    updateAssistantRequest.pick({
      system_prompt: true,
      initial_message: true,
      voice_id: true,
      language_id: true,
      llm_model_id: true,
      multimodal_model_id: true,
      max_duration: true,
      variables: true,
    }).shape,
  )
  .describe(
    "Fields of the assistant that one call replaces, by the rules of an update: null restores the field's default. `variables` are added to the assistant's own.",
  );

export type CallOverrides = z.output<typeof callOverrides>;

/** Overrides as stored with a call. */
const givenOverrides = z
  .object({
    system_prompt: z.string(),
    initial_message: z.string(),
    voice_id: z.int(),
    language_id: z.int(),
    llm_model_id: z.int().nullable(),
    multimodal_model_id: z.int().nullable(),
    max_duration: z.int().nullable(),
    variables: z.record(z.string(), z.unknown()).nullable(),
  })
  .partial();

export const makeCallRequest = z
  .object({
    phone_number: text(64),
    assistant_id: id(),
    variables: variables().nullish(),
    overrides: callOverrides.nullish(),
    external_id: externalId().nullish().describe('Need not be unique.'),
    allow_parallel: flag()
      .nullish()
      .describe('Calls a number that is in a live call of the account. Otherwise this is refused with 409.'),
    sip_headers: sipHeaders()
      .nullish()
      .describe("Sent with the call over a SIP trunk. They replace the trunk's headers of the same names."),
    scheduled_at: instant().nullish().describe('When to call, at most 30 days ahead; null or absent: now.'),
    ignore_hours: flag()
      .nullish()
      .describe(
        'Allows `scheduled_at` outside the legal calling hours of the number, which is otherwise refused with 422.',
      ),
  })
  .describe(
    '`phone_number` is in international format, with or without separators. An invalid number is refused with 400.',
  );

export const makeCallResponse = z.object({
  message: z.string(),
  call_id: z.int(),
  status: z.enum(['initiated', 'scheduled']),
  data: z.object({}),
  warnings: z
    .array(z.string())
    .describe(
      "Warnings about variables in the assistant's texts that have no value and are removed from the text.",
    ),
});

export const webCallRequest = z.object({ assistant_id: id(), variables: variables().nullish() });

export const visitorCallRequest = z.object({ variables: visitorVariables.nullish() });

export const visitorCallResponse = z.object({
  status: z.literal(true),
  media_url: z.string().describe('WebSocket URL that can be opened once, until `expires_at`.'),
  expires_at: isoTimestamp,
});

export const webCallResponse = z
  .object({
    message: z.string(),
    data: z.object({ call_id: z.int(), media_url: z.string(), expires_at: isoTimestamp }),
  })
  .describe(
    '`media_url` is a WebSocket URL that can be opened once, until `expires_at`, and again to resume a broken connection.',
  );

/** Fields by which calls can be sorted. */
export const CALL_ORDERS = ['created_at', 'duration', 'total_cost'] as const;
export type CallOrder = (typeof CALL_ORDERS)[number];

const callFilters = {
  status: z.enum(CALL_STATUSES).nullish(),
  type: z.enum(CALL_TYPES).nullish(),
  phone_number: text(32).nullish().describe("Any part of the caller's or the called number."),
  search: text(200)
    .nullish()
    .describe(
      'Part of a number, or words of the transcript as in `GET /user/search/content`. At most the latest 1,000 calls match.',
    ),
  assistant_id: id().nullish(),
  campaign_id: id().nullish(),
  lead_id: id().nullish(),
  external_id: externalId().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...changeQuery(),
};

export const callsQuery = z.object({
  ...callFilters,
  order_by: z
    .enum(CALL_ORDERS)
    .nullish()
    .describe('Sort field. Default: newest first; for scheduled calls, next call first.'),
  direction: sortDirection().nullish(),
  ...pageQuery(),
});

export const callsExportQuery = z.object({ ...callFilters, ...exportQuery() });

export const callTranscriptItem = z.object({
  text: z.string(),
  type: z.literal('transcript'),
  sender: z
    .enum(['bot', 'human'])
    .describe('`bot` is the assistant; includes only speech that was played to the caller.'),
  speaker: z
    .literal('supervisor')
    .optional()
    .describe('Present if a supervisor spoke to the caller instead of the assistant.'),
  timestamp: isoTimestamp,
});

export const callItem = z
  .object({
    id: z.int(),
    external_id: z
      .string()
      .nullable()
      .describe("As passed to `make_call`; calls of a campaign have the lead's in `lead_external_id`."),
    assistant_id: z.int().nullable().describe('Ids stay after assistant, campaign or lead were deleted.'),
    assistant_name: z.string().nullable(),
    campaign_id: z.int().nullable(),
    campaign_name: z.string().nullable(),
    lead_id: z.int().nullable(),
    lead_external_id: z.string().nullable(),
    type: z.enum(CALL_TYPES),
    duration: z
      .int()
      .describe('Seconds since the call was answered, until its end or until now; 0 if it was not answered.'),
    assistant_phone_number: z.string().nullable(),
    client_phone_number: z.string().nullable().describe('Null for a withheld number or a web call.'),
    status: z.enum(CALL_STATUSES),
    transcript: z.array(callTranscriptItem),
    variables: z.record(z.string(), z.unknown()),
    evaluation: z
      .array(evaluatedField)
      .nullable()
      .describe(
        'Null until the evaluation is complete; empty if the assistant has post-call evaluation turned off.',
      ),
    webhook_response: z
      .object({
        status_code: z.int().nullable().describe('Null if there was no response.'),
        body: z.string(),
        attempts: z.int(),
      })
      .nullable()
      .describe('The latest response to the post-call webhook; null if no webhook was sent.'),
    carrier_cost: z
      .number()
      .nullable()
      .describe('Carrier cost in dollars of the call and its transfers; null if unknown.'),
    total_cost: z.number().describe("Sum of the account's charges for the call, in dollars."),
    answered_by: z.enum(['human', 'machine', 'unknown']).nullable(),
    voicemail_left: z.boolean().describe('True if the assistant left its voicemail message.'),
    recording_url: z
      .string()
      .nullable()
      .describe(
        'URL of a stereo WAV file with the customer on the left channel and the assistant on the right; null without a recording.',
      ),
    scheduled_at: isoTimestamp.nullable().describe('Scheduled time; null for an immediate call.'),
    created_at: isoTimestamp,
    updated_at: isoTimestamp,
  })
  .describe('A call in a list.');

export type CallItem = z.output<typeof callItem>;

export const callPage = pageOf(callItem);

const milliseconds = z.int().nullable();

export const callView = callItem
  .extend({
    ringing_at: isoTimestamp.nullable(),
    answered_at: isoTimestamp.nullable(),
    ended_at: isoTimestamp.nullable(),
    overrides: givenOverrides.nullable().describe('From `make_call`; null without overrides.'),
    end_reason: z
      .string()
      .nullable()
      .describe('A sentence that explains why the call ended; null while it is in progress.'),
    recording_state: z
      .enum(['kept', 'running', 'unanswered', 'off', 'empty'])
      .describe(
        'Recording status. `off`: recording was disabled when the call began. `empty`: the call ended before any audio was stored.',
      ),
    recording_ringing_ms: milliseconds.describe(
      'Length in milliseconds of the audio before the answer, such as an announcement, at the start of the recording. A moment of the call is that much later in the recording. Null without a recording or such audio.',
    ),
    evaluation_error: z
      .string()
      .nullable()
      .describe('Why evaluation values are missing; null if the evaluation succeeded.'),
    transfers: z.array(
      z.object({
        kind: z.enum(['blind', 'warm', 'assistant']),
        target: z.string(),
        outcome: z.enum(['connected', 'failed']),
        reason: z.string().nullable(),
        at_ms: z.int(),
      }),
    ),
    function_calls: z
      .array(functionCall)
      .describe(
        'Tool calls, oldest first; a call without a known outcome has an error with the code `timeout`.',
      ),
    latency: z
      .array(
        z.object({
          at_ms: z.int(),
          endpoint_ms: milliseconds,
          transcript_ms: milliseconds,
          model_ms: milliseconds,
          speech_ms: milliseconds,
          total_ms: z.int(),
        }),
      )
      .describe(
        "For each answer, the time from the end of the customer's speech to the first audio of the answer, split by stage.",
      ),
    fallbacks: z
      .array(
        z.object({
          part: z.enum(['voice', 'transcriber', 'model', 'realtime']),
          from: z.string(),
          to: z.string(),
          reason: z.string(),
          at: isoTimestamp,
        }),
      )
      .describe(
        'Fallbacks that took over from failed providers, oldest first. `part`: `realtime` is a realtime model, `model` a language model. `from` and `to` are catalog codes; `reason` is empty if the model had failed before the call.',
      ),
    events: z
      .array(z.object({ type: z.string(), at_ms: z.int(), data: z.record(z.string(), z.unknown()) }))
      .describe('Other events, oldest first: tool calls, DTMF keys, interruptions, provider failures.'),
    models: z
      .array(
        z.object({
          model: z.string(),
          calls: z.int(),
          input_tokens: z.int(),
          output_tokens: z.int(),
          cost: z
            .number()
            .nullable()
            .describe('Vendor cost in dollars; null if the cost of any request is unknown.'),
        }),
      )
      .describe('Language model requests by model, including failed requests and the evaluation.'),
    costs: z
      .array(
        z.object({
          kind: z.string(),
          amount: z.number(),
          note: z.string().nullable(),
          created_at: isoTimestamp,
        }),
      )
      .describe(
        'Charges, and refunds as negative amounts, in dollars, oldest first; `total_cost` is their sum.',
      ),
  })
  .describe('All details of one call.');

export type CallView = z.output<typeof callView>;

export const assistantLatencyQuery = z
  .object({
    mode: z.enum(ENGINE_MODES).optional(),
    endpoint_type: z.enum(['vad', 'ai']).optional(),
    language_id: id().optional(),
    voice_id: id().optional(),
    llm_model_id: id().nullish(),
    multimodal_model_id: id().nullish(),
    transcriber_provider_id: id().nullish(),
    synthesizer_provider_id: id().nullish(),
  })
  .describe(
    "Settings to estimate with in place of the saved ones. An empty id selects the installation's default. An id that does not exist makes its stage unknown.",
  );

export const assistantLatencyResponse = z
  .object({
    data: z.object({
      answers: z.int(),
      endpoint_ms: milliseconds,
      transcript_ms: milliseconds,
      model_ms: milliseconds,
      speech_ms: milliseconds,
      total_ms: milliseconds,
      slow_total_ms: milliseconds.describe('The 90th percentile.'),
      parts: z
        .array(
          z.object({
            name: z
              .enum(['wait', 'transcript', 'model', 'speech'])
              .describe('For a realtime model, `model` covers everything after `wait`.'),
            milliseconds,
            source: z
              .enum(['setting', 'assistant', 'account', 'typical', 'unknown'])
              .describe(
                "`setting`: the saved pause. `assistant`: measured in its own answers. `account`: measured in answers of the account's other assistants that use the same provider. `typical`: not measured, a usual value for the vendor. `unknown`: no provider for this stage.",
              ),
            answers: z.int().describe('Number of measured answers.'),
          }),
        )
        .describe('Expected time of each stage, in order.'),
      mode: z.enum(ENGINE_MODES).describe('The mode of the estimate: as saved, or as requested.'),
      providers: z
        .object({
          model: z.string().nullable(),
          transcriber: z.string().nullable(),
          synthesizer: z.string().nullable(),
        })
        .describe(
          'Providers in use, as catalog codes; null if the mode has no such stage or the installation has no provider.',
        ),
    }),
  })
  .describe(
    "Average latency in milliseconds of the assistant's last answers in calls, at most 50; null if nothing was measured. Counts only answers with the requested mode, end-of-turn detection, model, transcriber and synthesizer. The stages are those of `latency` in `GET /user/calls/{id}`.",
  );

export const callMessageResponse = z.object({ message: z.string() });

export const callDisplay = z
  .discriminatedUnion('type', [
    /** Speech of the caller, or speech of the assistant that was played. */
    z.object({ type: z.literal('transcript'), sender: z.enum(['bot', 'human']), text: z.string() }),
    /** The assistant used a tool. */
    z.object({ type: z.literal('tool'), name: z.string() }),
    /** The call was transferred. */
    z.object({ type: z.literal('transferred') }),
    /** State of a sandbox phone's call before it is answered. */
    z.object({ type: z.literal('ringing'), from: z.string().optional() }),
    z.object({ type: z.literal('waiting') }),
    z.object({ type: z.literal('answered') }),
    z.object({ type: z.literal('rejected'), reason: z.string() }),
  ])
  .describe('Text messages for display on the page of a web call.');

export type CallDisplay = z.output<typeof callDisplay>;

export const sandboxCallRequest = z
  .object({ from: text(64).nullish(), to: text(64) })
  .describe(
    "Starts a call over the sandbox carrier. `from` is a customer's number, `to` a number of the account.",
  );

export const sandboxCallResponse = z
  .object({
    data: z.object({ media_url: z.string(), expires_at: isoTimestamp }),
  })
  .describe(
    '`media_url` is a WebSocket URL. Opening it rings the number; audio flows once the call is answered.',
  );

export const sandboxPhoneRequest = z
  .object({ number: text(64) })
  .describe("A sandbox customer's number that a page answers.");

export const sandboxPhoneAnswer = z
  .object({ type: z.enum(['answer', 'reject']) })
  .describe('Messages from a page with a ringing sandbox phone.');
