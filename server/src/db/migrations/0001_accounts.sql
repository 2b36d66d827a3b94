-- ISO 8601 in UTC with microseconds, as in the contract.
create function iso_timestamp(value timestamptz) returns text
  language sql immutable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- YYYY-MM-DD HH:MM:SS in UTC.
create function plain_timestamp(value timestamptz) returns text
  language sql immutable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS');

-- One user owns everything; every other table carries user_id.
create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  timezone text not null default 'UTC',
  balance_micros bigint not null default 0,
  is_owner boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create unique index users_email on users (lower(email));
create unique index users_single_owner on users (is_owner) where is_owner;

-- API keys and session tokens. Only the SHA-256 of a token is kept.
create table tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('api-key', 'session')),
  name text not null,
  token_hash bytea not null unique,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index tokens_user on tokens (user_id, kind, id);

-- Unlogged: losing the counters in a crash only resets the limits early, and no request waits for a flush.
create unlogged table rate_counters (
  key text primary key,
  window_number bigint not null,
  used integer not null
);
create unlogged table rate_windows (
  key text primary key,
  stamps timestamptz[] not null,
  granted_to uuid not null,
  expires_at timestamptz not null
);

-- The first answer under a token's Idempotency-Key, replayed for 24 hours.
create table idempotency_keys (
  token_id bigint not null references tokens on delete cascade,
  key text not null,
  request_hash bytea not null,
  process_id uuid not null,
  status integer,
  -- Encrypted with a key derived from the token's text, which is not stored.
  sealed_body bytea,
  created_at timestamptz not null default clock_timestamp(),
  primary key (token_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Processes of this installation. Each holds the advisory lock (number of processes, lock_number) on a dedicated
-- connection. When it dies, PostgreSQL releases the lock and other processes take over its work.
create table processes (
  id uuid primary key,
  lock_number integer generated always as identity unique,
  role text not null,
  host text not null,
  pid integer not null,
  worker_pool_id text,
  started_at timestamptz not null default clock_timestamp(),
  beat_at timestamptz not null default clock_timestamp()
);

-- It holds its lock or sent a heartbeat recently: a short disconnection does not count as death.
create function is_process_alive(process uuid) returns boolean language sql volatile as $$
  select exists (
    select from processes
    where id = process and (
      beat_at > clock_timestamp() - interval '2 seconds'
      or exists (
        select from pg_locks
        where locktype = 'advisory' and classid = 726351 and objid = lock_number and objsubid = 2
          and database = (select oid from pg_database where datname = current_database()))))
$$;
