-- Notes are found with their conversation, SMS on their own. Sources that cannot be indexed stay in the queue, marked.
alter table search_documents drop constraint search_documents_kind_check;
alter table search_documents add constraint search_documents_kind_check
  check (kind in ('call', 'conversation', 'lead', 'sms'));
comment on table search_documents is 'Words of calls, conversations (in parts), leads and SMS. Lexemes that begin with a space are filters: account, kind, channel, assistant, month and day (UTC).';
comment on column search_documents.part is 'Parts of a conversation count from 0. Those with its notes count down from -1.';
comment on column search_documents.first_line is 'Conversations: ids of the first and the last message or note of the part.';

-- Installations that ran an unreleased version of 0150 have it.
alter table search_queue drop column if exists is_backlog;
alter table search_queue
  add column failed_at timestamptz,
  add column error text;
comment on column search_queue.failed_at is 'When the source could not be indexed. It is tried again after its next change.';
create index search_queue_waiting on search_queue (id) where failed_at is null;
create index search_queue_failed on search_queue (kind, source_id) where failed_at is not null;

create table search_backlog (
  kind text primary key,
  before_id bigint not null
);
comment on table search_backlog is 'Sources of earlier versions: those with smaller ids are queued when nothing else waits, newest first.';
insert into search_backlog (kind, before_id)
  select kind, newest + 1 from (
    select 'call' as kind, max(id) as newest from calls union all
    select 'conversation', max(id) from conversations union all
    select 'lead', max(id) from leads union all
    select 'sms', max(id) from sms_messages) as existing
  where newest is not null;

create function queue_conversations_of_notes() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $$;
create trigger index_inserted after insert on conversation_notes referencing new table as changed
  for each statement execute function queue_conversations_of_notes();

create function forget_deleted_notes() returns trigger language plpgsql as $$
begin
  delete from search_documents using (select distinct conversation_id from changed) gone
    where kind = 'conversation' and source_id = gone.conversation_id and part < 0;
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $$;
comment on function forget_deleted_notes() is 'A deleted note is no longer found. The other notes of the conversation are indexed again.';
create trigger index_deleted after delete on conversation_notes referencing old table as changed
  for each statement execute function forget_deleted_notes();

create function queue_new_sms() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) select user_id, 'sms', id from changed;
  return null;
end $$;
create trigger index_inserted after insert on sms_messages referencing new table as changed
  for each statement execute function queue_new_sms();
create trigger forget_deleted after delete on sms_messages referencing old table as gone
  for each statement execute function forget_deleted_sources('sms');
