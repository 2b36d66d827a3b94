-- A tool's headers hold keys: sealed as one, null while there are none.
alter table tools drop column headers, add column sealed_headers bytea;

-- An assistant that is saved while one of its tools is deleted must not keep the id: the lock makes one of the
-- two wait for the other. Runs before render_assistant, as triggers fire by name.
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
