-- Secrets with which websites sign the tokens of their users, encrypted.
create table widget_secrets (
  user_id bigint not null references users on delete cascade,
  assistant_id bigint primary key references assistants on delete cascade,
  -- Changes with the secret. Keys of visitors name it, so that a new secret ends them.
  version uuid not null default gen_random_uuid(),
  sealed_secret bytea not null,
  created_at timestamptz not null default now()
);
create index on widget_secrets (user_id);

-- Tokens can be used once. Kept until the token expires.
create table widget_used_tokens (
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants on delete cascade,
  hash bytea not null,
  -- Idempotency key of the request, which a client may repeat.
  request_key text,
  expires_at timestamptz not null,
  primary key (assistant_id, hash)
);
create index on widget_used_tokens (user_id);
create index on widget_used_tokens (expires_at);

-- Identity of a widget's visitor: {user_id, name, email, phone, is_verified}; null if unknown.
alter table conversations add column visitor json;
