-- Visitors of a widget may call its assistant.
update assistants set list_json = '', widget_settings =
  (left(rtrim(widget_settings::text), -1) || ',"calls_enabled":false}')::json;

-- The price of the longest possible call of a visitor; null for other calls.
alter table calls add column visitor_reserve_micros bigint;

-- Visitors' calls count against the same daily limit as their messages.
create function count_visitor_call() returns trigger language plpgsql as $$
begin
  insert into visitor_spend as spend (user_id, assistant_id, day, spent_micros)
  select user_id, assistant_id, (clock_timestamp() at time zone 'UTC')::date, greatest(0, new.amount_micros)
  from calls where id = new.call_id and visitor_reserve_micros is not null and assistant_id is not null
  on conflict (assistant_id, day) do update
    set spent_micros = greatest(0, spend.spent_micros + new.amount_micros);
  return null;
end $$;

create trigger count_visitor_call after insert on charges
  for each row when (new.call_id is not null) execute function count_visitor_call();
