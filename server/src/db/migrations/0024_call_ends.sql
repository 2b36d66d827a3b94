-- Deleted by its account: hidden immediately, removed after its webhook was sent.
alter table calls add column deleted_at timestamptz;

-- Used sandbox tokens: each is valid once across processes.
create table used_media_tokens (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  -- The token itself expires then.
  expires_at timestamptz not null
);
create index used_media_tokens_expiry on used_media_tokens (expires_at);
