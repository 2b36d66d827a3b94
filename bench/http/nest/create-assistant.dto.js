import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsTimeZone,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';

// Decorators are functions, so a table can apply them in plain JavaScript, without a build.
function describe(target, fields) {
  for (const [name, decorators] of Object.entries(fields)) {
    for (const decorate of decorators) decorate(target.prototype, name);
  }
}

const trim = () => Transform(({ value }) => (typeof value === 'string' ? value.trim() || null : value));
const number = () =>
  Transform(({ value }) =>
    typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  );
const boolean = () =>
  Transform(({ value }) =>
    value === 1 || value === '1' ? true : value === 0 || value === '0' ? false : value,
  );

const id = () => [number(), IsInt(), IsPositive()];
const integer = (min, max) => [number(), IsInt(), Min(min), Max(max)];
const decimal = (min, max) => [number(), IsNumber(), Min(min), Max(max)];
const flag = () => [boolean(), IsBoolean()];
const text = (max, min = 1) => [trim(), IsString(), MinLength(min), MaxLength(max)];
const oneOf = (...values) => [IsIn(values)];
const url = () => [
  trim(),
  MaxLength(2048),
  IsUrl({ protocols: ['http', 'https'], require_tld: false, disallow_auth: true }),
];
const ids = () => [IsArray(), ArrayMaxSize(100), IsInt({ each: true }), IsPositive({ each: true })];
const phone = () => [trim(), Matches(/^\+[1-9]\d{6,14}$/)];
const optional = (decorators) => [IsOptional(), ...decorators];

class PostCallField {}
describe(PostCallField, {
  name: [trim(), Matches(/^[a-z0-9_]{3,16}$/)],
  type: oneOf('string', 'number', 'bool'),
  description: text(255, 3),
});

class FillerConfig {}
const phrases = optional([
  IsArray(),
  ArrayMaxSize(20),
  IsString({ each: true }),
  MaxLength(100, { each: true }),
]);
describe(FillerConfig, { positive: phrases, negative: phrases, question: phrases, neutral: phrases });

class WidgetSettings {}
describe(WidgetSettings, {
  theme: optional(oneOf('light', 'dark', 'auto')),
  color: optional([trim(), Matches(/^#[0-9a-f]{6}$/i)]),
  position: optional(oneOf('bottom-right', 'bottom-left')),
  allowed_origins: optional([IsArray(), ArrayMaxSize(50), IsUrl({ require_tld: false }, { each: true })]),
});

class CallTransfer {}
describe(CallTransfer, {
  phone_number: phone(),
  description: optional(text(1000)),
  custom: optional(flag()),
  timezone: optional([trim(), IsTimeZone()]),
  warm_transfer: optional(flag()),
  warm_transfer_message: optional(text(1000)),
});

class WarmCallTransfer {}
describe(WarmCallTransfer, {
  supervisor_phone: text(255),
  outbound_phone_id: id(),
  description: text(1000),
  custom_sip: optional(flag()),
  caller_id_mode: optional(oneOf('outbound_number', 'customer_number', 'custom')),
  custom_caller_id: optional(phone()),
  hold_music: optional(oneOf('hold_music', 'none')),
  hold_music_volume: optional(integer(0, 100)),
  hold_message: optional(text(1000)),
  summary_instructions: optional(text(1000)),
  briefing_initial_message: optional(text(1000)),
  connected_message: optional(text(1000)),
});

class CollectKeypad {}
describe(CollectKeypad, {
  timeout: optional(integer(1, 30)),
  stop_key: optional([trim(), Matches(/^[0-9*#]$/)]),
});

class EndCall {}
describe(EndCall, { description: optional(text(1000)) });

class AssistantTransfer {}
describe(AssistantTransfer, {
  assistant_id: id(),
  description: optional(text(1000)),
  message_before_transfer: optional(text(1000)),
  speak_transfer_greeting: optional(flag()),
});

const tools = {
  call_transfer: CallTransfer,
  warm_call_transfer: WarmCallTransfer,
  collect_keypad: CollectKeypad,
  end_call: EndCall,
  dtmf_input: EndCall,
  assistant_transfer: AssistantTransfer,
};
for (const tool of new Set(Object.values(tools))) describe(tool, { type: [IsIn(Object.keys(tools))] });

const toolItems = () =>
  Transform(({ value }) =>
    Array.isArray(value) ? value.map((item) => plainToInstance(tools[item?.type] ?? EndCall, item)) : value,
  );

export class CreateAssistantDto {}
describe(CreateAssistantDto, {
  name: text(255),
  voice_id: id(),
  language_id: id(),
  type: oneOf('inbound', 'outbound'),
  mode: oneOf('pipeline', 'multimodal', 'dualplex'),
  timezone: [trim(), IsTimeZone()],
  initial_message: text(200),
  system_prompt: text(100_000),
  llm_model_id: optional(id()),
  multimodal_model_id: optional(id()),
  chat_llm_fallback_id: optional(id()),
  turn_detection_threshold: optional(decimal(0, 1)),
  secondary_language_ids: optional(ids()),
  knowledgebase_id: optional(id()),
  knowledgebase_mode: optional(oneOf('function_call', 'prompt')),
  phone_number_id: optional(id()),
  tool_ids: optional(ids()),
  tools: optional([toolItems(), IsArray(), ArrayMaxSize(50), ValidateNested({ each: true })]),
  tts_emotion_enabled: optional(flag()),
  voice_stability: optional(decimal(0, 1)),
  voice_similarity: optional(decimal(0, 1)),
  speech_speed: optional(decimal(0.7, 1.2)),
  llm_temperature: optional(decimal(0, 1)),
  synthesizer_provider_id: optional(id()),
  transcriber_provider_id: optional(id()),
  allow_interruptions: optional(flag()),
  fillers: optional(flag()),
  filler_config: optional([Type(() => FillerConfig), IsObject(), ValidateNested()]),
  record: optional(flag()),
  enable_noise_cancellation: optional(flag()),
  wait_for_customer: optional(flag()),
  max_duration: optional(integer(20, 1200)),
  max_silence_duration: optional(integer(1, 360)),
  max_initial_silence_duration: optional(integer(1, 120)),
  ringing_time: optional(integer(1, 60)),
  reengagement_interval: optional(integer(7, 600)),
  reengagement_prompt: optional(text(1000)),
  end_call_on_voicemail: optional(flag()),
  voice_mail_message: optional(text(1000)),
  endpoint_type: optional(oneOf('vad', 'ai')),
  endpoint_sensitivity: optional(decimal(0, 5)),
  interrupt_sensitivity: optional(decimal(0, 5)),
  min_interrupt_words: optional(integer(0, 10)),
  ambient_sound: optional(oneOf('off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature')),
  ambient_sound_volume: optional(decimal(0, 1)),
  is_webhook_active: optional(flag()),
  webhook_url: optional(url()),
  send_webhook_only_on_completed: optional(flag()),
  include_recording_in_webhook: optional(flag()),
  post_call_evaluation: optional(flag()),
  post_call_schema: optional([
    Type(() => PostCallField),
    IsArray(),
    ArrayMaxSize(50),
    ArrayUnique((item) => item?.name),
    ValidateNested({ each: true }),
  ]),
  variables: optional([IsObject()]),
  widget_settings: optional([Type(() => WidgetSettings), IsObject(), ValidateNested()]),
  conversation_inactivity_timeout: optional(integer(1, 1440)),
  conversation_ended_retrigger: optional(flag()),
  conversation_ended_webhook_url: optional(url()),
});

export class PageQueryDto {}
describe(PageQueryDto, { per_page: optional(integer(1, 100)), page: optional([number(), IsInt(), Min(1)]) });
