create table conversations (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants on delete cascade,
  type text not null check (type in ('test', 'widget', 'msgapp', 'api')),
  -- The client's id of its customer, in conversations of type api.
  customer_identifier text,
  variables jsonb not null default '{}',
  ai_enabled boolean not null default true,
  message_count integer not null default 0,
  -- The sum of this conversation's charges.
  cost_micros bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index conversations_list on conversations (user_id, id desc);
create index conversations_by_assistant on conversations (assistant_id, id desc);
create unique index conversations_customer on conversations (assistant_id, customer_identifier)
  where type = 'api';

create table messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  -- Author of an assistant's message: the model or a person who took over.
  author text not null check (author in ('customer', 'ai', 'human')),
  content text not null,
  function_calls jsonb,
  created_at timestamptz not null default clock_timestamp()
);
create index messages_history on messages (conversation_id, id);

-- Every call of a language model, including failed ones.
create table model_calls (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  -- The customer's message that was being answered.
  message_id bigint not null references messages on delete cascade,
  model text not null,
  -- Null: not reported by the model.
  input_tokens integer,
  output_tokens integer,
  finish_reason text,
  error_code text,
  first_event_ms integer,
  total_ms integer not null,
  created_at timestamptz not null default clock_timestamp()
);
create index model_calls_conversation on model_calls (conversation_id, id);

-- The ledger: charges of an account with their reasons; refunds are negative.
create table charges (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint references conversations on delete set null,
  message_id bigint references messages on delete set null,
  kind text not null,
  amount_micros bigint not null,
  created_at timestamptz not null default clock_timestamp()
);
create index charges_user on charges (user_id, id desc);
create index charges_conversation on charges (conversation_id);
