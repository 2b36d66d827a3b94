-- SMS carriers also report about numbers of no account.
alter table unattributed_reports alter column user_id drop not null, alter column sender_id drop not null;

create trigger tell_watchers_of_insert after insert on unattributed_reports referencing new table as changed
  for each statement execute function tell_watchers('senders');
