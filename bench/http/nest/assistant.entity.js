import { EntitySchema } from 'typeorm';

export class Assistant {}
export class Token {}

/** Column types by name; `?` marks nullable columns. Decimals and timestamps stay text, as in the list. */
const columns = {
  id: 'bigint',
  uuid: 'uuid',
  user_id: 'bigint',
  name: 'text',
  type: 'text',
  status: 'text',
  mode: 'text',
  timezone: 'text',
  initial_message: 'text',
  system_prompt: 'text',
  voice_id: 'bigint',
  language_id: 'bigint',
  secondary_language_ids: 'bigint[]',
  llm_model_id: 'bigint?',
  multimodal_model_id: 'bigint?',
  chat_llm_fallback_id: 'bigint?',
  synthesizer_provider_id: 'bigint?',
  transcriber_provider_id: 'bigint?',
  turn_detection_threshold: 'double precision?',
  knowledgebase_id: 'bigint?',
  knowledgebase_mode: 'text',
  phone_number_id: 'bigint?',
  tool_ids: 'bigint[]',
  tools: 'jsonb',
  variables: 'jsonb',
  tts_emotion_enabled: 'boolean',
  voice_stability: 'numeric',
  voice_similarity: 'numeric',
  speech_speed: 'numeric',
  llm_temperature: 'numeric',
  allow_interruptions: 'boolean',
  fillers: 'boolean',
  filler_config: 'jsonb',
  record: 'boolean',
  enable_noise_cancellation: 'boolean',
  wait_for_customer: 'boolean',
  max_duration: 'integer',
  max_silence_duration: 'integer',
  max_initial_silence_duration: 'integer?',
  ringing_time: 'integer',
  reengagement_interval: 'integer',
  reengagement_prompt: 'text?',
  end_call_on_voicemail: 'boolean',
  voice_mail_message: 'text?',
  endpoint_type: 'text',
  endpoint_sensitivity: 'double precision',
  interrupt_sensitivity: 'double precision',
  min_interrupt_words: 'integer?',
  ambient_sound: 'text',
  ambient_sound_volume: 'numeric',
  is_webhook_active: 'boolean',
  webhook_url: 'text?',
  inbound_webhook_url: 'text?',
  send_webhook_only_on_completed: 'boolean',
  include_recording_in_webhook: 'boolean',
  post_call_evaluation: 'boolean',
  post_call_schema: 'jsonb',
  conversation_inactivity_timeout: 'integer?',
  conversation_ended_retrigger: 'boolean',
  conversation_ended_webhook_url: 'text?',
  widget_settings: 'jsonb',
  deleted_at: 'text?',
  created_at: 'text',
  updated_at: 'text',
};

/** Columns with database defaults. */
const generated = new Set(['uuid', 'status', 'created_at', 'updated_at']);

function columnOptions(name, declared) {
  const nullable = declared.endsWith('?');
  const array = declared.endsWith('[]');
  const type = declared.replace(/\?|\[\]/g, '');
  if (name === 'id') return { type, primary: true, generated: 'identity' };
  return { type, nullable, array, ...(generated.has(name) ? { default: () => 'default' } : {}) };
}

export const assistantSchema = new EntitySchema({
  name: 'Assistant',
  target: Assistant,
  schema: 'nest',
  tableName: 'assistants',
  columns: Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [name, columnOptions(name, type)]),
  ),
});

export const tokenSchema = new EntitySchema({
  name: 'Token',
  target: Token,
  tableName: 'tokens',
  columns: {
    id: { type: 'bigint', primary: true },
    user_id: { type: 'bigint' },
    token_hash: { type: 'bytea' },
    expires_at: { type: 'text', nullable: true },
  },
});
