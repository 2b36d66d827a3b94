import { expect, test } from 'vitest';
import { WIDGET_DEFAULTS } from '#contract/widget-settings.ts';
import type { Assistant } from '../../../../data/assistants.ts';
import { isSame } from '../../../../lib/is-same.ts';
import { changedFields, valuesOf } from './assistant-values.ts';
import { missingReason, modeChange } from './mode-rules.ts';

const assistant: Assistant = {
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  user_id: 1,
  instance_id: 1,
  phone_number_id: null,
  engine_id: null,
  synthesizer_id: null,
  transcriber_id: null,
  voice_id: 5,
  language_id: 1,
  language: { id: 1, name: 'English', iso_2: 'en' },
  secondary_language_ids: [],
  llm_model_id: 2,
  multimodal_model_id: null,
  chat_llm_fallback_id: null,
  transcriber_provider_id: 1,
  synthesizer_provider_id: 2,
  is_public: true,
  share_customer_details: true,
  unclear_speech_action: 'end_call',
  knowledgebase_id: null,
  knowledgebase_mode: 'prompt',
  flows_platform_id: null,
  name: 'Desk',
  type: 'inbound',
  status: 'active',
  mode: 'pipeline',
  timezone: 'UTC',
  initial_message: 'Hello',
  system_prompt: 'Help.',
  variables: {},
  tools: [],
  tool_ids: [],
  mcp_server_ids: [],
  mcp_tools: [],
  widget_settings: WIDGET_DEFAULTS,
  is_webhook_active: false,
  webhook_url: null,
  inbound_webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  post_call_schema: [],
  tts_emotion_enabled: true,
  voice_stability: '0.70',
  voice_similarity: '0.50',
  speech_speed: '1.00',
  speech_normalization: true,
  pronunciations: [],
  transcriber_keywords: [],
  llm_temperature: '0.10',
  turn_detection_threshold: null,
  allow_interruptions: false,
  protect_first_message: 'greeting',
  fillers: 1,
  filler_config: {},
  record: false,
  mask_keypad_input: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  max_initial_silence_duration: null,
  ringing_time: 30,
  reengagement_interval: 30,
  reengagement_prompt: null,
  end_call_on_voicemail: 0,
  voice_mail_message: null,
  notice_message: null,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  min_interrupt_words: null,
  ambient_sound: 'off',
  ambient_sound_volume: '0.50',
  conversation_inactivity_timeout: 30,
  max_replies_per_customer_day: 200,
  conversation_ended_retrigger: false,
  conversation_ended_webhook_url: null,
  deleted_at: null,
  created_at: '2026-01-01T00:00:00.000000Z',
  updated_at: '2026-01-01T00:00:00.000000Z',
};
const values = valuesOf(assistant);
const fitting = { id: 9, name: 'Nova', language_id: null, gender: null, preview_url: null, accent: null };
const offered = {
  voices: [{ ...fitting, age: null, synthesizer_provider_id: null }],
  models: [{ id: 7, name: 'Realtime' }],
};

test('converts texts and flags of the API to numbers and booleans', () => {
  expect(values).toMatchObject({ voice_stability: 0.7, fillers: true, end_call_on_voicemail: false });
  expect(values).not.toHaveProperty('id');
});

test('sends only the changed fields', () => {
  expect(changedFields(values, { ...values, variables: [], record: true })).toEqual(['record']);
  expect(changedFields(values, structuredClone(values))).toEqual([]);
});

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: undefined }, {}, false],
  [[], {}, false],
  [null, {}, false],
  [[1, 2], [2, 1], false],
])('isSame(%j, %j) is %j', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
});

test('switching to a realtime mode resets unsupported settings and lists them', () => {
  const { values: set, told } = modeChange(values, 'multimodal', offered);
  expect(set).toEqual({
    mode: 'multimodal',
    llm_model_id: null,
    multimodal_model_id: 7,
    voice_id: 9,
    fillers: false,
    synthesizer_provider_id: null,
    transcriber_provider_id: null,
    knowledgebase_mode: 'function_call',
    allow_interruptions: true,
  });
  expect(told).toEqual([
    'Model: Realtime.',
    'Voice: Nova. The previous voice isn’t available.',
    'Speech-to-text and text-to-speech: automatic.',
    'Fillers: off.',
    'Knowledge base: searched when needed.',
    'Interruptions: on.',
  ]);
});

test('switching to pipeline resets the detection threshold and keeps a supported voice', () => {
  const realtime = { ...values, mode: 'dualplex' as const, voice_id: 9, turn_detection_threshold: 0.4 };
  const { values: set, told } = modeChange(realtime, 'pipeline', offered);
  expect(set).toMatchObject({ llm_model_id: 7, multimodal_model_id: null, voice_id: 9 });
  expect(set).toMatchObject({ turn_detection_threshold: null, chat_llm_fallback_id: null });
  expect(told).toContain('Speech detection threshold: automatic.');
});

test('reports a missing model and voice for the mode', () => {
  const { told } = modeChange(values, 'dualplex', { voices: [], models: [] });
  expect(told).toContain('No model is available for this mode.');
  expect(told).toContain('No voice supports this mode and language. Choose another language.');
});

test.each([
  ['pipeline', 'fillers', false],
  ['dualplex', 'fillers', true],
  ['multimodal', 'synthesizer_provider_id', true],
  ['dualplex', 'synthesizer_provider_id', false],
  ['pipeline', 'turn_detection_threshold', true],
  ['multimodal', 'name', false],
] as const)('in %s mode, the field %s is unavailable: %j', (mode, field, isMissing) => {
  expect(missingReason(mode, field) !== null).toBe(isMissing);
});
