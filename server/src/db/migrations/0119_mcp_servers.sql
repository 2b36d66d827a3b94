-- Servers of the Model Context Protocol whose tools assistants may use. The list of tools is stored, so that
-- conversations start without a request to the server.
create table mcp_servers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  url text not null,
  timeout integer not null,
  -- Contains keys: encrypted together; null without headers.
  sealed_headers bytea,
  tools jsonb not null default '[]',
  tools_listed_at timestamptz,
  -- The last attempt to list the tools, and why it failed.
  listing_tried_at timestamptz,
  listing_error text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index mcp_servers_user on mcp_servers (user_id, id);

create trigger tell_watchers_of_insert after insert on mcp_servers referencing new table as changed
  for each statement execute function tell_watchers('tools');
create trigger tell_watchers_of_update after update on mcp_servers referencing new table as changed
  for each statement execute function tell_watchers('tools');
create trigger tell_watchers_of_delete after delete on mcp_servers referencing old table as changed
  for each statement execute function tell_watchers('tools');
