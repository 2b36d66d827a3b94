-- Tool calls of phone calls, until the call's events contain them.
alter table tool_calls
  add column if not exists call_id bigint references calls on delete cascade,
  alter column conversation_id drop not null,
  alter column message_id drop not null,
  add constraint tool_calls_subject check (
    case when call_id is null then conversation_id is not null and message_id is not null
      else conversation_id is null and message_id is null end);
create index tool_calls_call on tool_calls (call_id) where call_id is not null;
