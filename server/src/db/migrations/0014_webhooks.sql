-- Signing secrets of an account. Retired secrets keep signing, in addition to the current one, until they expire.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sealed_secret bytea not null,
  -- Null: current secret.
  retires_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create unique index webhook_secrets_current on webhook_secrets (user_id) where retires_at is null;
create index webhook_secrets_user on webhook_secrets (user_id, id desc);

-- Webhook endpoints of an account.
create table webhook_targets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  url text not null,
  -- Failures since the last success, and the time of the first one.
  failure_count integer not null default 0,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  created_at timestamptz not null default clock_timestamp(),
  check ((disabled_at is null) = (disabled_reason is null))
);
-- On the hash, because a URL may exceed the size of an index entry.
create unique index webhook_targets_url on webhook_targets (user_id, md5(url));

-- One delivery per event. Pending rows are the queue; those of a disabled endpoint wait until it is enabled.
create table webhook_deliveries (
  -- The webhook-id, equal in all attempts, so that receivers can detect repetitions.
  id text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  -- No foreign key: concurrent events would all lock the endpoint's row, which is only deleted with its account.
  target_id bigint not null,
  assistant_id bigint references assistants on delete set null,
  event text not null,
  subject_id text not null,
  -- The exact signed body.
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempt_count integer not null default 0,
  -- Used steps of the retry table; fewer than attempts after a resend.
  retry_count integer not null default 0,
  next_attempt_at timestamptz not null,
  -- The process that is sending it; null if it is not being sent.
  process_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- Stored out of line, because the row is written three times and the payload once.
alter table webhook_deliveries alter column payload set storage external;
alter table webhook_deliveries set (toast_tuple_target = 128);
create index webhook_deliveries_user on webhook_deliveries (user_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (target_id, next_attempt_at)
  where status = 'pending' and process_id is null;
create index webhook_deliveries_claims on webhook_deliveries (process_id) where process_id is not null;
-- For housekeeping by age: a BRIN index costs inserts almost nothing.
create index webhook_deliveries_age on webhook_deliveries using brin (created_at);

create table webhook_attempts (
  -- No foreign key, which would lock the delivery's row again; both are removed by age in one statement.
  delivery_id text collate "C" not null,
  number integer not null,
  user_id bigint not null references users on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Null: no answer.
  status_code integer,
  -- Why it failed; null: it succeeded.
  reason text,
  -- Start of the answer's body.
  response_body text not null default '',
  primary key (delivery_id, number)
);

-- Claims an endpoint's due deliveries, longest due first. In plpgsql, which caches plans.
create function claim_webhook_deliveries(target bigint, capacity integer, due_at timestamptz, claimant uuid)
  returns setof webhook_deliveries language plpgsql as $$
begin
  return query
    update webhook_deliveries set process_id = claimant
    where id = any(array(
      select due.id from webhook_deliveries due
      where due.target_id = target and due.status = 'pending' and due.process_id is null
        and due.next_attempt_at <= due_at
      order by due.next_attempt_at limit capacity for update skip locked))
    returning *;
end $$;
