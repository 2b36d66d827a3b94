-- A tool's headers contain keys: encrypted together; null without headers.
alter table tools drop column headers, add column sealed_headers bytea;

-- An assistant saved while one of its tools is deleted must not keep the tool's id: the lock serializes both. Runs
-- before render_assistant, because triggers fire in order of name.
create function keep_known_tools() returns trigger language plpgsql as $$
begin
  new.tool_ids := array(
    select known.id from unnest(new.tool_ids) with ordinality as wanted (id, position)
    join tools known on known.id = wanted.id and known.user_id = new.user_id
    order by wanted.position for key share of known);
  return new;
end $$;

create trigger keep_known_tools before insert or update of tool_ids on assistants
  for each row when (cardinality(new.tool_ids) > 0) execute function keep_known_tools();
