-- The session that started a web call in the browser; null for API keys, visitors and other calls.
-- The index calls_live_of_client finds them; a new one would scan all calls during the upgrade.
alter table calls add column session_id bigint;

-- A member who logged out, was removed or switched the account must not continue to talk.
create function end_calls_of_sessions() returns trigger language plpgsql as $$
begin
  update calls set hang_up_at = coalesce(hang_up_at, clock_timestamp())
  where session_id = old.id and user_id = old.user_id and ended_at is null;
  return null;
end $$;
create trigger end_calls_of_sessions after delete on tokens
  for each row when (old.kind = 'session') execute function end_calls_of_sessions();
create trigger end_calls_of_moved_sessions after update of user_id on tokens
  for each row when (old.kind = 'session' and old.user_id <> new.user_id) execute function end_calls_of_sessions();
