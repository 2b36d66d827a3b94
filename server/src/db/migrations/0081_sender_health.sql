-- The owner's switch. The shown status is also offline while the carrier has a problem with the sender.
alter table senders add column is_switched_on boolean not null default true;
update senders set is_switched_on = status = 'online';
alter table senders drop column status;
alter table senders
  -- Why the carrier does not let the sender send; null: no problem is known.
  add column problem text,
  -- When the carrier last said how the sender is; null: never.
  add column health_checked_at timestamptz,
  add column status text not null generated always as (
    case when is_switched_on and problem is null then 'online' else 'offline' end) stored;
comment on column senders.status is 'online or offline, for readers.';

-- SMS carriers also report about numbers of no account.
alter table unattributed_reports alter column user_id drop not null, alter column sender_id drop not null;

create trigger tell_watchers_of_insert after insert on unattributed_reports referencing new table as changed
  for each statement execute function tell_watchers('senders');
