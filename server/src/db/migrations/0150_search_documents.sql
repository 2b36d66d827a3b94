-- Full-text index of calls, conversations and leads. A source that changes is queued in the same transaction, and
-- indexed by a background loop. Deleted content leaves the index in the transaction that deletes it.
create table search_documents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('call', 'conversation', 'lead', 'sms')),
  source_id bigint not null,
  part integer not null,
  at timestamptz not null,
  first_line bigint,
  last_line bigint,
  words tsvector not null,
  unique (kind, source_id, part)
);
comment on table search_documents is 'Words of calls, conversations (in parts) and leads. Lexemes that begin with a space are filters: account, kind, channel, assistant, month and day (UTC).';
comment on column search_documents.first_line is 'Conversations: ids of the first and the last message of the part.';
create index search_documents_latest on search_documents (user_id, at desc, id desc);
-- A search reads the whole pending list, so it stays short.
create index search_documents_words on search_documents using gin (words) with (gin_pending_list_limit = 512);

create table search_queue (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  source_id bigint not null
);
comment on table search_queue is 'Sources to index again; several rows of one source are one.';

create function queue_ended_call() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'call', new.id);
  return null;
end $$;
create trigger index_ended after update of ended_at on calls for each row
  when (old.ended_at is null and new.ended_at is not null) execute function queue_ended_call();
create trigger index_inserted after insert on calls for each row
  when (new.ended_at is not null) execute function queue_ended_call();

create function queue_calls_of_transcripts() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id)
    select distinct calls.user_id, 'call', calls.id from changed join calls on calls.id = changed.call_id
    where calls.ended_at is not null;
  return null;
end $$;
comment on function queue_calls_of_transcripts() is 'A running call is indexed when it ends.';
create trigger index_inserted after insert on call_transcript referencing new table as changed
  for each statement execute function queue_calls_of_transcripts();

create function forget_hidden_call() returns trigger language plpgsql as $$
begin
  delete from search_documents where kind = 'call' and source_id = new.id;
  return null;
end $$;
create trigger forget_hidden after update of deleted_at on calls for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function forget_hidden_call();

create function forget_deleted_sources() returns trigger language plpgsql as $$
begin
  delete from search_documents using gone where kind = tg_argv[0] and source_id = gone.id;
  return null;
end $$;
create trigger forget_deleted after delete on calls referencing old table as gone
  for each statement execute function forget_deleted_sources('call');
create trigger forget_deleted after delete on conversations referencing old table as gone
  for each statement execute function forget_deleted_sources('conversation');
create trigger forget_deleted after delete on leads referencing old table as gone
  for each statement execute function forget_deleted_sources('lead');

create function queue_conversations_of_messages() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $$;
create trigger index_inserted after insert on messages referencing new table as changed
  for each statement execute function queue_conversations_of_messages();

create function forget_changed_messages() returns trigger language plpgsql as $$
begin
  delete from search_documents using (select distinct conversation_id from changed) gone
    where kind = 'conversation' and source_id = gone.conversation_id;
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $$;
comment on function forget_changed_messages() is 'The conversation is not found until it is indexed again, because the message may have been deleted for privacy.';
create trigger index_deleted after delete on messages referencing old table as changed
  for each statement execute function forget_changed_messages();

create function forget_edited_message() returns trigger language plpgsql as $$
begin
  delete from search_documents where kind = 'conversation' and source_id = new.conversation_id;
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'conversation', new.conversation_id);
  return null;
end $$;
create trigger index_edited after update of content on messages for each row
  when (old.content is distinct from new.content) execute function forget_edited_message();

create function queue_conversation() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'conversation', new.id);
  return null;
end $$;
create trigger index_customer after update of customer_name, customer_phone, customer_identifier on conversations
  for each row when (old.customer_name is distinct from new.customer_name
    or old.customer_phone is distinct from new.customer_phone
    or old.customer_identifier is distinct from new.customer_identifier)
  execute function queue_conversation();

create function queue_new_leads() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) select user_id, 'lead', id from changed;
  return null;
end $$;
create trigger index_inserted after insert on leads referencing new table as changed
  for each statement execute function queue_new_leads();

create function queue_lead() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'lead', new.id);
  return null;
end $$;
create trigger index_changed after update of phone_number, variables, external_id, campaign_id on leads for each row
  when (old.phone_number <> new.phone_number or old.variables::text <> new.variables::text
    or old.external_id is distinct from new.external_id or old.campaign_id <> new.campaign_id)
  execute function queue_lead();

create function queue_leads_of_contacts() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) select distinct user_id, 'lead', lead_id from changed;
  return null;
end $$;
create trigger index_inserted after insert on lead_contacts referencing new table as changed
  for each statement execute function queue_leads_of_contacts();
create trigger index_deleted after delete on lead_contacts referencing old table as changed
  for each statement execute function queue_leads_of_contacts();

create function queue_lead_of_contact() returns trigger language plpgsql as $$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'lead', new.lead_id);
  return null;
end $$;
create trigger index_changed after update of phone_number, variables on lead_contacts for each row
  when (old.phone_number <> new.phone_number or old.variables::text <> new.variables::text)
  execute function queue_lead_of_contact();

create function forget_leads_of_campaign() returns trigger language plpgsql as $$
begin
  delete from search_documents using leads
    where leads.campaign_id = new.id and search_documents.kind = 'lead' and search_documents.source_id = leads.id;
  return null;
end $$;
create trigger forget_leads after update of deleted_at on campaigns for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function forget_leads_of_campaign();
