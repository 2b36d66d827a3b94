-- A call whose account has deleted it: hidden at once, gone when its end has been told of.
alter table calls add column deleted_at timestamptz;

-- Tokens of the sandbox that were used: each opens its call once, in whichever process.
create table used_media_tokens (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  -- From then on the token opens nothing by itself.
  expires_at timestamptz not null
);
create index used_media_tokens_expiry on used_media_tokens (expires_at);
