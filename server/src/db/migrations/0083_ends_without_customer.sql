-- An end in which the customer wrote nothing is not reported, so it must not use up the one end of a conversation.
create or replace function continue_conversation() returns trigger language plpgsql as $$
begin
  new.active_at := clock_timestamp();
  if new.ended_at is not null then
    select null, inactivity_end(new.active_at, conversation_inactivity_timeout)
      into new.ended_at, new.end_check_at
      from assistants where id = new.assistant_id and (conversation_ended_retrigger or not exists (
        select from messages where conversation_id = new.id and role = 'user' and messages.id <= (
          select max(last_message_id) from conversation_ends where conversation_id = new.id)));
    if not found then
      new.ended_at := old.ended_at;
    end if;
  end if;
  return new;
end $$;

comment on function continue_conversation is
  'Every message increments message_count: it postpones the end, and begins an ended conversation again if it may end twice or the customer had written nothing.';
