-- The MCP servers of an assistant, and the tools that it may use of them: [{"server_id", "tool"}].
alter table assistants add column mcp_server_ids bigint[] not null default '{}';
alter table assistants add column mcp_tools json not null default '[]';

-- An assistant saved while one of its servers is deleted must not keep the server's id: the lock serializes both. Runs
-- before render_assistant, because triggers fire in order of name.
create function keep_known_mcp_servers() returns trigger language plpgsql as $$
declare
  known bigint[] := array(
    select server.id from mcp_servers server
    where server.user_id = new.user_id and server.id in (
      select unnest(new.mcp_server_ids)
      union select (entry->>'server_id')::bigint from json_array_elements(new.mcp_tools) entry)
    for key share);
begin
  new.mcp_server_ids := array(
    select id from unnest(new.mcp_server_ids) with ordinality as wanted (id, position)
    where id = any(known) order by position);
  new.mcp_tools := (
    select coalesce(json_agg(entry order by position), '[]')
    from json_array_elements(new.mcp_tools) with ordinality as wanted (entry, position)
    where (entry->>'server_id')::bigint = any(known));
  return new;
end $$;

create trigger keep_known_mcp_servers before insert or update of mcp_server_ids, mcp_tools on assistants
  for each row when (cardinality(new.mcp_server_ids) > 0 or json_array_length(new.mcp_tools) > 0)
  execute function keep_known_mcp_servers();

update assistants set list_json = '';
