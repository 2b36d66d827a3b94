import { z } from 'zod';
import { builtInTool } from './built-in-tools.ts';
import {
  callableUrl,
  decimal,
  flag,
  id,
  idList,
  integer,
  objectOrEmptyList,
  text,
  timezone,
  variables,
} from './fields.ts';
import { allowedMcpTool } from './mcp-servers.ts';
import { pageOf } from './pagination.ts';
import { pronunciation, pronunciations } from './pronunciations.ts';
import { isVariableName } from './render-variables.ts';
import { isoTimestamp } from './timestamps.ts';
import { widgetSettings, widgetSettingsChanges } from './widget-settings.ts';

export const ENGINE_MODES = ['pipeline', 'multimodal', 'dualplex'] as const;
export const AMBIENT_SOUNDS = ['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'] as const;

export const UNCLEAR_SPEECH_ACTIONS = ['transfer', 'end_call', 'continue'] as const;

export const postCallField = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9_]{3,16}$/, { error: ':field must be 3 to 16 characters of a–z, 0–9 and _.' }),
  type: z.enum(['string', 'number', 'bool']),
  description: text(255, 3),
});

/** Only the names, so that duplicates are found even when an item has other errors. */
const postCallNames = z.array(z.object({ name: z.string() }));

const fillerPhrases = z.array(text(100)).max(20);

export const fillerConfig = z.object({
  positive: fillerPhrases.optional(),
  negative: fillerPhrases.optional(),
  question: fillerPhrases.optional(),
  neutral: fillerPhrases.optional(),
});

/** Required when an assistant is created. */
const requiredFields = {
  name: text(255),
  voice_id: id(),
  language_id: id(),
  type: z.enum(['inbound', 'outbound']),
  mode: z.enum(ENGINE_MODES),
  timezone: timezone(),
  initial_message: text(200),
  system_prompt: text(100_000),
};

/** Variables that the assistant's texts can use. */
function usableVariables() {
  return variables().superRefine((values, context) => {
    for (const name of Object.keys(values)) {
      if (isVariableName(name)) continue;
      const message = ':field must have a name of 1 to 64 characters without braces and vertical bars.';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });
}

/** Optional fields. Null clears the value, and reads return null. */
const removableFields = {
  llm_model_id: id(),
  multimodal_model_id: id(),
  chat_llm_fallback_id: id(),
  turn_detection_threshold: decimal(0, 1),
  knowledgebase_id: id(),
  phone_number_id: id(),
  synthesizer_provider_id: id(),
  transcriber_provider_id: id(),
  max_initial_silence_duration: integer(1, 120),
  reengagement_prompt: text(1000),
  voice_mail_message: text(1000),
  notice_message: text(200).describe('Spoken before the first message of a call; cannot be interrupted.'),
  min_interrupt_words: integer(0, 10),
  webhook_url: callableUrl(),
  conversation_inactivity_timeout: integer(1, 1440),
  max_replies_per_customer_day: integer(1, 10_000).describe(
    'Answers to one customer in 24 hours, on messaging channels and over the API; null: unlimited.',
  ),
  conversation_ended_webhook_url: callableUrl(),
};

export type RemovableField = keyof typeof removableFields;

/** Optional fields with a default. Null resets the field to its default. */
const defaultedFields = {
  secondary_language_ids: idList().describe('Stored as sent. Listing the main language here has no effect.'),
  knowledgebase_mode: z.enum(['function_call', 'prompt']),
  tool_ids: idList(),
  mcp_server_ids: idList(),
  mcp_tools: z.array(allowedMcpTool).max(500),
  tools: z.array(builtInTool).max(50),
  tts_emotion_enabled: flag(),
  voice_stability: decimal(0, 1),
  voice_similarity: decimal(0, 1),
  speech_speed: decimal(0.7, 1.2),
  speech_normalization: flag().describe(
    'Rewrites numbers, dates and codes as words before a text-to-speech voice reads them.',
  ),
  pronunciations: pronunciations().describe("Take precedence over the account's entries for the same words."),
  transcriber_keywords: z
    .array(text(64))
    .max(100)
    .describe(
      'Words and phrases that customers are likely to say, if the speech-to-text provider uses keywords.',
    ),
  llm_temperature: decimal(0, 1),
  allow_interruptions: flag(),
  protect_first_message: z
    .enum(['off', 'greeting', 'always'])
    .describe('`greeting`: only a "hello?" does not interrupt the first message; `always`: nothing does.'),
  fillers: flag(),
  filler_config: objectOrEmptyList(fillerConfig),
  record: flag(),
  mask_keypad_input: flag().describe(
    "Stores and shows `•` for each key that the customer presses; the model and the account's tools get the keys.",
  ),
  enable_noise_cancellation: flag(),
  wait_for_customer: flag(),
  max_duration: integer(20, 1200),
  max_silence_duration: integer(1, 360),
  ringing_time: integer(1, 60),
  reengagement_interval: integer(7, 600),
  end_call_on_voicemail: flag(),
  endpoint_type: z.enum(['vad', 'ai']),
  endpoint_sensitivity: decimal(0, 5),
  interrupt_sensitivity: decimal(0, 5),
  ambient_sound: z.enum(AMBIENT_SOUNDS),
  ambient_sound_volume: decimal(0, 1),
  is_webhook_active: flag(),
  send_webhook_only_on_completed: flag(),
  include_recording_in_webhook: flag(),
  post_call_evaluation: flag(),
  post_call_schema: z
    .array(postCallField)
    .max(50)
    .refine((items) => new Set(items.map((item) => item.name)).size === items.length, {
      error: ':field must have distinct names.',
      when: ({ value }) => postCallNames.safeParse(value).success,
    }),
  variables: usableVariables(),
  conversation_ended_retrigger: flag(),
  widget_settings: objectOrEmptyList(widgetSettingsChanges),
  is_public: flag().describe('Allows anyone to start a conversation without credentials of the account.'),
  share_customer_details: flag().describe("Tells the model the customer's name and number."),
  unclear_speech_action: z
    .enum(UNCLEAR_SPEECH_ACTIONS)
    .describe(
      'Applies after two requests in a row to repeat speech that was not understood. `transfer`: to the number of the `call_transfer` tool; without that tool, or if the transfer fails, as `end_call`. `continue`: keeps listening.',
    ),
};

type Shape = Record<string, z.ZodType>;
type Nullish<Fields extends Shape> = { [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>> };

/** Makes every field optional and nullable. */
function asNullish<Fields extends Shape>(fields: Fields): Nullish<Fields> {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.nullish()]);
  return Object.fromEntries(entries) as Nullish<Fields>;
}

const optionalFields = {
  ...asNullish(removableFields),
  ...asNullish(defaultedFields),
};

export const createAssistantRequest = z.object({ ...requiredFields, ...optionalFields });

export const updateAssistantRequest = z.object({
  ...z.object(requiredFields).partial().shape,
  ...optionalFields,
});

export type CreateAssistant = z.output<typeof createAssistantRequest>;
export type UpdateAssistant = z.output<typeof updateAssistantRequest>;

export const assistantSummary = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(['inactive', 'active']),
  type: z.enum(['inbound', 'outbound']),
  mode: z.enum(ENGINE_MODES),
});

export type AssistantSummary = z.output<typeof assistantSummary>;

export const saveAssistantResponse = z.object({ message: z.string(), data: assistantSummary });

const bit = z.union([z.literal(0), z.literal(1)]);
const decimalText = z.string().regex(/^\d\.\d\d$/);

export const assistant = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    user_id: z.int(),
    instance_id: z.int(),
    phone_number_id: z.int().nullable(),
    engine_id: z.null(),
    synthesizer_id: z.null(),
    transcriber_id: z.null(),
    voice_id: z.int(),
    language_id: z.int(),
    language: z.object({ id: z.int(), name: z.string(), iso_2: z.string() }),
    secondary_language_ids: z.array(z.int()),
    llm_model_id: z.int().nullable(),
    multimodal_model_id: z.int().nullable(),
    chat_llm_fallback_id: z.int().nullable(),
    transcriber_provider_id: z.int().nullable(),
    synthesizer_provider_id: z.int().nullable(),
    knowledgebase_id: z.int().nullable(),
    knowledgebase_mode: z.enum(['function_call', 'prompt', 'hybrid']).nullable(),
    flows_platform_id: z.null(),
    name: z.string(),
    type: z.enum(['inbound', 'outbound']),
    status: z.enum(['inactive', 'active']),
    mode: z.enum(ENGINE_MODES),
    timezone: z.string(),
    initial_message: z.string(),
    system_prompt: z.string(),
    variables: z.record(z.string(), z.unknown()),
    tools: z.array(builtInTool),
    tool_ids: z.array(z.int()),
    mcp_server_ids: z.array(z.int()),
    mcp_tools: z.array(allowedMcpTool),
    widget_settings: widgetSettings,
    is_public: z.boolean(),
    share_customer_details: z.boolean(),
    unclear_speech_action: z.enum(UNCLEAR_SPEECH_ACTIONS),
    is_webhook_active: z.boolean(),
    webhook_url: z.string().nullable(),
    inbound_webhook_url: z.string().nullable(),
    send_webhook_only_on_completed: z.boolean(),
    include_recording_in_webhook: z.boolean(),
    post_call_evaluation: z.boolean(),
    post_call_schema: z.array(postCallField),
    tts_emotion_enabled: z.boolean(),
    voice_stability: decimalText,
    voice_similarity: decimalText,
    speech_speed: decimalText,
    speech_normalization: z.boolean(),
    pronunciations: z.array(pronunciation),
    transcriber_keywords: z.array(z.string()),
    llm_temperature: decimalText,
    turn_detection_threshold: z.number().nullable(),
    allow_interruptions: z.boolean(),
    protect_first_message: z.enum(['off', 'greeting', 'always']),
    fillers: bit,
    filler_config: fillerConfig,
    record: z.boolean(),
    mask_keypad_input: z.boolean(),
    enable_noise_cancellation: z.boolean(),
    wait_for_customer: z.boolean(),
    max_duration: z.int(),
    max_silence_duration: z.int(),
    max_initial_silence_duration: z.int().nullable(),
    ringing_time: z.int(),
    reengagement_interval: z.int(),
    reengagement_prompt: z.string().nullable(),
    end_call_on_voicemail: bit,
    voice_mail_message: z.string().nullable(),
    notice_message: z.string().nullable(),
    endpoint_type: z.enum(['vad', 'ai']),
    endpoint_sensitivity: z.number(),
    interrupt_sensitivity: z.number(),
    min_interrupt_words: z.int().nullable(),
    ambient_sound: z.enum(AMBIENT_SOUNDS),
    ambient_sound_volume: decimalText,
    conversation_inactivity_timeout: z.int().nullable(),
    max_replies_per_customer_day: z.int().nullable(),
    conversation_ended_retrigger: z.boolean(),
    conversation_ended_webhook_url: z.string().nullable(),
    deleted_at: isoTimestamp.nullable(),
    created_at: isoTimestamp,
    updated_at: isoTimestamp,
  })
  .describe('The full representation, as lists return it.');

export type Assistant = z.output<typeof assistant>;

export const assistantPage = pageOf(assistant);

export const outboundAssistant = assistant
  .pick({
    id: true,
    user_id: true,
    name: true,
    type: true,
    mode: true,
    status: true,
    voice_id: true,
    language_id: true,
    timezone: true,
    initial_message: true,
    system_prompt: true,
    variables: true,
    webhook_url: true,
    is_webhook_active: true,
    created_at: true,
    updated_at: true,
  })
  .describe('The reduced representation of the outbound list.');

export type OutboundAssistant = z.output<typeof outboundAssistant>;

export const listedAssistant = assistant
  .pick({
    id: true,
    name: true,
    type: true,
    mode: true,
    status: true,
    language: true,
    phone_number_id: true,
    updated_at: true,
  })
  .describe(
    'The fields for lists and pickers, without long texts, so that thousands of assistants fit in one response.',
  );

export type ListedAssistant = z.output<typeof listedAssistant>;

export const assistantIdRequest = z.object({ assistant_id: id() });
export const enableWebhookRequest = z.object({ assistant_id: id(), webhook_url: callableUrl() });
export const webhookToggleResponse = z.object({ message: z.string(), data: z.array(z.never()) });
