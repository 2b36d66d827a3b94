create table phone_numbers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  phone_number text not null,
  country_code text not null,
  type text not null check (type in ('normal', 'sip', 'caller_id')),
  sms_capable boolean not null default false,
  region text,
  has_active_subscription boolean not null default true,
  provider text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, phone_number)
);

create table tools (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  description text not null,
  endpoint text not null,
  method text not null,
  timeout integer not null,
  -- Header values are secrets: sealed, never in logs.
  headers jsonb not null default '[]',
  schema jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index tools_user on tools (user_id, id);

create table knowledgebases (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  description text not null default '',
  -- Bumped under the row's lock by every transaction that changes chunks: an index asks only for what is newer.
  revision bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index knowledgebases_user on knowledgebases (user_id, id);

create table assistants (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  name text not null,
  type text not null check (type in ('inbound', 'outbound')),
  status text not null default 'inactive' check (status in ('inactive', 'active')),
  mode text not null check (mode in ('pipeline', 'multimodal', 'dualplex')),
  timezone text not null,
  initial_message text not null,
  system_prompt text not null,
  voice_id bigint not null references voices,
  language_id bigint not null references languages,
  secondary_language_ids bigint[] not null,
  llm_model_id bigint references models,
  multimodal_model_id bigint references models,
  chat_llm_fallback_id bigint references models,
  synthesizer_provider_id bigint references speech_providers,
  transcriber_provider_id bigint references speech_providers,
  turn_detection_threshold double precision,
  knowledgebase_id bigint references knowledgebases on delete set null,
  knowledgebase_mode text not null
    check (knowledgebase_mode in ('function_call', 'prompt', 'hybrid')),
  phone_number_id bigint references phone_numbers on delete set null,
  tool_ids bigint[] not null,
  tools jsonb not null,
  variables jsonb not null,
  tts_emotion_enabled boolean not null,
  voice_stability numeric(3,2) not null,
  voice_similarity numeric(3,2) not null,
  speech_speed numeric(3,2) not null,
  llm_temperature numeric(3,2) not null,
  allow_interruptions boolean not null,
  fillers boolean not null,
  filler_config jsonb not null,
  record boolean not null,
  enable_noise_cancellation boolean not null,
  wait_for_customer boolean not null,
  max_duration integer not null,
  max_silence_duration integer not null,
  max_initial_silence_duration integer,
  ringing_time integer not null,
  reengagement_interval integer not null,
  reengagement_prompt text,
  end_call_on_voicemail boolean not null,
  voice_mail_message text,
  endpoint_type text not null check (endpoint_type in ('vad', 'ai')),
  endpoint_sensitivity double precision not null,
  interrupt_sensitivity double precision not null,
  min_interrupt_words integer,
  ambient_sound text not null,
  ambient_sound_volume numeric(3,2) not null,
  is_webhook_active boolean not null,
  webhook_url text,
  inbound_webhook_url text,
  send_webhook_only_on_completed boolean not null,
  include_recording_in_webhook boolean not null,
  post_call_evaluation boolean not null,
  post_call_schema jsonb not null,
  conversation_inactivity_timeout integer,
  conversation_ended_retrigger boolean not null,
  conversation_ended_webhook_url text,
  widget_settings jsonb not null,
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The list representation, rendered once per write: lists only concatenate it.
  list_json text not null
);
-- Without compression a page of the list is read and sent as it lies on disk.
alter table assistants alter column list_json set storage external;
create index assistants_list on assistants (user_id, id desc) where deleted_at is null;
create index assistants_knowledgebase on assistants (knowledgebase_id) where deleted_at is null;
-- A number rings at one inbound assistant only.
create unique index assistants_inbound_number on assistants (phone_number_id)
  where type = 'inbound' and deleted_at is null;

create function render_assistant() returns trigger language plpgsql as $$
declare
  spoken languages;
begin
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
  end if;
  select * into spoken from languages where id = new.language_id;
  new.list_json := (
    jsonb_build_object(
      'id', new.id, 'uuid', new.uuid, 'user_id', new.user_id, 'instance_id', 1,
      'phone_number_id', new.phone_number_id, 'engine_id', null, 'synthesizer_id', null,
      'transcriber_id', null, 'voice_id', new.voice_id, 'language_id', new.language_id,
      'language', jsonb_build_object('id', spoken.id, 'name', spoken.name, 'iso_2', spoken.iso_2),
      'secondary_language_ids', to_jsonb(new.secondary_language_ids),
      'llm_model_id', new.llm_model_id, 'multimodal_model_id', new.multimodal_model_id,
      'chat_llm_fallback_id', new.chat_llm_fallback_id,
      'transcriber_provider_id', new.transcriber_provider_id,
      'synthesizer_provider_id', new.synthesizer_provider_id,
      'knowledgebase_id', new.knowledgebase_id, 'knowledgebase_mode', new.knowledgebase_mode,
      'flows_platform_id', null, 'name', new.name, 'type', new.type, 'status', new.status, 'mode', new.mode,
      'timezone', new.timezone, 'initial_message', new.initial_message, 'system_prompt', new.system_prompt
    ) || jsonb_build_object(
      'variables', new.variables, 'tools', new.tools, 'tool_ids', to_jsonb(new.tool_ids),
      'widget_settings', new.widget_settings, 'is_webhook_active', new.is_webhook_active,
      'webhook_url', new.webhook_url, 'inbound_webhook_url', new.inbound_webhook_url,
      'send_webhook_only_on_completed', new.send_webhook_only_on_completed,
      'include_recording_in_webhook', new.include_recording_in_webhook,
      'post_call_evaluation', new.post_call_evaluation, 'post_call_schema', new.post_call_schema,
      'tts_emotion_enabled', new.tts_emotion_enabled, 'voice_stability', new.voice_stability::text,
      'voice_similarity', new.voice_similarity::text, 'speech_speed', new.speech_speed::text,
      'llm_temperature', new.llm_temperature::text,
      'turn_detection_threshold', new.turn_detection_threshold,
      'allow_interruptions', new.allow_interruptions, 'fillers', new.fillers::int,
      'filler_config', new.filler_config, 'record', new.record,
      'enable_noise_cancellation', new.enable_noise_cancellation, 'wait_for_customer', new.wait_for_customer
    ) || jsonb_build_object(
      'max_duration', new.max_duration, 'max_silence_duration', new.max_silence_duration,
      'max_initial_silence_duration', new.max_initial_silence_duration, 'ringing_time', new.ringing_time,
      'reengagement_interval', new.reengagement_interval, 'reengagement_prompt', new.reengagement_prompt,
      'end_call_on_voicemail', new.end_call_on_voicemail::int, 'voice_mail_message', new.voice_mail_message,
      'endpoint_type', new.endpoint_type, 'endpoint_sensitivity', new.endpoint_sensitivity,
      'interrupt_sensitivity', new.interrupt_sensitivity, 'min_interrupt_words', new.min_interrupt_words,
      'ambient_sound', new.ambient_sound, 'ambient_sound_volume', new.ambient_sound_volume::text,
      'conversation_inactivity_timeout', new.conversation_inactivity_timeout,
      'conversation_ended_retrigger', new.conversation_ended_retrigger,
      'conversation_ended_webhook_url', new.conversation_ended_webhook_url,
      'deleted_at', iso_timestamp(new.deleted_at), 'created_at', iso_timestamp(new.created_at),
      'updated_at', iso_timestamp(new.updated_at)
    )
  )::text;
  return new;
end $$;

create trigger render_assistant before insert or update on assistants
  for each row execute function render_assistant();
