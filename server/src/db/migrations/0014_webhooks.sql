-- What an account's webhooks are signed with. Retired secrets sign beside the current one until their time is over.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sealed_secret bytea not null,
  -- Null: the current one.
  retires_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create unique index webhook_secrets_current on webhook_secrets (user_id) where retires_at is null;
create index webhook_secrets_user on webhook_secrets (user_id, id desc);

-- A URL that an account is told of events at.
create table webhook_targets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  url text not null,
  -- Attempts since the last that succeeded, and when the first of them failed.
  failure_count integer not null default 0,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  created_at timestamptz not null default clock_timestamp(),
  check ((disabled_at is null) = (disabled_reason is null))
);
-- Of the hash, as a URL may be longer than an index entry.
create unique index webhook_targets_url on webhook_targets (user_id, md5(url));

-- One webhook for one event. What is pending is the queue: of a target that is disabled it waits until it is enabled.
create table webhook_deliveries (
  -- The webhook-id: the same over all attempts, so that the receiver knows repetitions.
  id text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  -- Without a foreign key: events at the same time would all lock the target's row. It goes only with its account.
  target_id bigint not null,
  assistant_id bigint references assistants on delete set null,
  event text not null,
  subject_id text not null,
  -- The body exactly as it is signed.
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempt_count integer not null default 0,
  -- Steps of the retry table that are used up; fewer than attempts after a resend.
  retry_count integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Sends it at this moment; null: nobody does.
  process_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- Apart from the row, which is written three times and the payload once.
alter table webhook_deliveries alter column payload set storage external;
alter table webhook_deliveries set (toast_tuple_target = 128);
create index webhook_deliveries_user on webhook_deliveries (user_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (target_id, next_attempt_at)
  where status = 'pending' and process_id is null;
create index webhook_deliveries_claims on webhook_deliveries (process_id) where process_id is not null;
-- For housekeeping, which removes by age: a summary of blocks costs an insert next to nothing.
create index webhook_deliveries_age on webhook_deliveries using brin (created_at);

create table webhook_attempts (
  -- Without a foreign key, which would lock the delivery's row once more: both are removed by age, in one statement.
  delivery_id text collate "C" not null,
  number integer not null,
  user_id bigint not null references users on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Null: no answer came.
  status_code integer,
  -- Why it failed, in words; null: it did not.
  reason text,
  -- The beginning of the answer.
  response_body text not null default '',
  primary key (delivery_id, number)
);

-- Claims a target's due deliveries, longest due first. In plpgsql, whose plans are kept.
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
