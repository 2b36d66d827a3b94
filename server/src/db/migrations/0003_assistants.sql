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
  -- Header values are secrets: encrypted, never logged.
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
  -- Incremented under the row's lock by every transaction that changes chunks; indexes load only newer rows.
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
  -- Type json keeps the order of members.
  tools json not null,
  variables json not null,
  tts_emotion_enabled boolean not null,
  voice_stability numeric(3,2) not null,
  voice_similarity numeric(3,2) not null,
  speech_speed numeric(3,2) not null,
  llm_temperature numeric(3,2) not null,
  allow_interruptions boolean not null,
  fillers boolean not null,
  filler_config json not null,
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
  post_call_schema json not null,
  conversation_inactivity_timeout integer,
  conversation_ended_retrigger boolean not null,
  conversation_ended_webhook_url text,
  widget_settings json not null,
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The list representation, rendered on write and concatenated by lists.
  list_json text not null
);
-- Uncompressed and stored in the row while it fits a page, so that lists read it directly.
alter table assistants alter column list_json set storage external;
alter table assistants set (toast_tuple_target = 8160);
-- Includes updated_at, so that a change of the list is detected by an index-only scan.
create index assistants_list on assistants (user_id, id desc) include (updated_at) where deleted_at is null;
create index assistants_knowledgebase on assistants (knowledgebase_id) where deleted_at is null;
-- A number belongs to one inbound assistant at most.
create unique index assistants_inbound_number on assistants (phone_number_id)
  where type = 'inbound' and deleted_at is null;

create function render_assistant() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
  end if;
  -- row_to_json writes members in this order without white space.
  select row_to_json(shown)::text into new.list_json from (
    select
      new.id, new.uuid, new.user_id, 1 as instance_id, new.phone_number_id,
      null as engine_id, null as synthesizer_id, null as transcriber_id, null as flows_platform_id,
      new.voice_id, new.language_id,
      (select row_to_json(spoken) from
        (select id, name, iso_2 from languages where id = new.language_id) spoken) as language,
      new.secondary_language_ids, new.llm_model_id, new.multimodal_model_id, new.chat_llm_fallback_id,
      new.transcriber_provider_id, new.synthesizer_provider_id, new.knowledgebase_id, new.knowledgebase_mode,
      new.name, new.type, new.status, new.mode, new.timezone, new.initial_message, new.system_prompt,
      new.variables, new.tools, new.tool_ids, new.widget_settings, new.is_webhook_active, new.webhook_url,
      new.inbound_webhook_url, new.send_webhook_only_on_completed, new.include_recording_in_webhook,
      new.post_call_evaluation, new.post_call_schema, new.tts_emotion_enabled,
      new.voice_stability::text, new.voice_similarity::text, new.speech_speed::text,
      new.llm_temperature::text, new.turn_detection_threshold, new.allow_interruptions,
      new.fillers::int, new.filler_config, new.record, new.enable_noise_cancellation, new.wait_for_customer,
      new.max_duration, new.max_silence_duration, new.max_initial_silence_duration, new.ringing_time,
      new.reengagement_interval, new.reengagement_prompt, new.end_call_on_voicemail::int,
      new.voice_mail_message, new.endpoint_type, new.endpoint_sensitivity, new.interrupt_sensitivity,
      new.min_interrupt_words, new.ambient_sound, new.ambient_sound_volume::text,
      new.conversation_inactivity_timeout, new.conversation_ended_retrigger,
      new.conversation_ended_webhook_url, iso_timestamp(new.deleted_at) as deleted_at,
      iso_timestamp(new.created_at) as created_at, iso_timestamp(new.updated_at) as updated_at
  ) shown;
  return new;
end $$;

create trigger render_assistant before insert or update on assistants
  for each row execute function render_assistant();
