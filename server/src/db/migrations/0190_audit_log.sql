-- The audit log. Triggers write its entries in the transaction of the change, so each change has exactly one.
create table audit_log (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('person', 'api_key', 'visitor', 'terminal', 'system')),
  -- A person or an API key, which may be deleted later.
  actor_id bigint,
  actor_name text,
  address text,
  action text not null,
  object_type text not null,
  object_id text,
  object_name text,
  changes jsonb not null default '[]'
);
create index audit_log_list on audit_log (user_id, id desc);
create index audit_log_object on audit_log (user_id, object_type, object_id, id desc);
comment on table audit_log is
  'Append-only. Transactions name their actor in the setting parley.actor; without it, the actor is the system.';

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  -- A deleted account takes its entries along; a retention job sets parley.retention in its transaction.
  if tg_op = 'DELETE' then
    if current_setting('parley.retention', true) = 'on'
      or not exists (select from users where id = old.user_id) then
      return old;
    end if;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
create trigger keep_audit_log before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger keep_whole_audit_log before truncate on audit_log
  for each statement execute function keep_audit_log();

create function is_secret_field(field text) returns boolean immutable language sql as $$
  select lower(field) ~ '(sealed|secret|token|hash|password|passphrase|credential|headers|cookie|bearer|authorization|(webhook|api|access|private)[^a-z]?key)'
$$;
comment on function is_secret_field is 'Fields whose values are never written to the audit log.';

create function shown_url(address text, is_path_shown boolean) returns text immutable language sql as $$
  select coalesce(parts[1] || parts[2] || case when is_path_shown then parts[3] else '' end, '•••')
  from regexp_match(address, '^\s*([A-Za-z][A-Za-z0-9+.-]*://)(?:[^/?#]*@)?([^/?#@\s]*)([^?#\s]*)') as parts
$$;
comment on function shown_url is 'A URL for the audit log: without user, password, query and fragment, which may contain secrets.';

create function shown_value(value jsonb, field text) returns jsonb immutable language sql as $$
  select case
    when value is null then 'null'::jsonb
    when jsonb_typeof(value) = 'object' then coalesce((
      select jsonb_object_agg(key, case
        when is_secret_field(key) then '"•••"'::jsonb
        -- Lists of pairs, such as {"name": "Authorization", "value": "…"}.
        when key in ('value', 'default', 'const', 'enum', 'example', 'examples')
          and is_secret_field(coalesce(value ->> 'name', value ->> 'key', '')) then '"•••"'::jsonb
        else shown_value(inner_value, key) end)
      from jsonb_each(value) as fields (key, inner_value)), '{}')
    when jsonb_typeof(value) = 'array' then coalesce((
      select jsonb_agg(shown_value(item, field) order by at)
      from jsonb_array_elements(value) with ordinality as items (item, at)), '[]')
    when jsonb_typeof(value) = 'string' and value <> '""'
      and (field ~ '(^|_)(url|endpoint)$' or value #>> '{}' ~ '^\s*[A-Za-z][A-Za-z0-9+.-]*://\S+\s*$')
      -- Paths of webhooks are often secrets.
      then to_jsonb(shown_url(value #>> '{}', is_path_shown => field !~ 'webhook_url$'))
    when length(value::text) > 20000 then to_jsonb(left(value #>> '{}', 20000) || '…')
    else value
  end
$$;
comment on function shown_value is 'A value for the audit log: without nested secrets and those of URLs; long texts are cut.';

create function changed_fields(before jsonb, after jsonb, kind text default '') returns jsonb immutable language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', field,
      'before', case when is_secret_field(field) then 'null'::jsonb else shown_value(before -> field, shown_as) end,
      'after', case when is_secret_field(field) then 'null'::jsonb else shown_value(after -> field, shown_as) end,
      'is_secret', is_secret_field(field)) order by field), '[]')
  from jsonb_object_keys(coalesce(after, before)) as fields (field)
  cross join lateral (
    select case when kind = 'webhook_endpoint' and field = 'url' then 'webhook_url' else field end as shown_as) as shown
  where coalesce(before -> field, 'null') <> coalesce(after -> field, 'null')
    and (before is not null or after -> field not in ('[]', '{}', '""'))
$$;

create function write_audit(account bigint, action text, object_type text, object_id text, object_name text,
  changes jsonb default '[]', self bigint default null)
returns void language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb;
  acting_kind text := coalesce(actor ->> 'kind', 'system');
  acting_id bigint := (actor ->> 'id')::bigint;
begin
  -- Someone who logs in or uses a link is no account's caller yet.
  if self is not null and acting_kind in ('visitor', 'system') then
    acting_kind := 'person';
    acting_id := self;
  end if;
  -- Changes that follow from the deletion of an account have no log to go to.
  insert into audit_log (user_id, actor_kind, actor_id, actor_name, address, action, object_type, object_id, object_name, changes)
  select users.id, acting_kind, acting_id,
    case acting_kind
      when 'person' then (select people.name from people where people.id = acting_id)
      when 'api_key' then coalesce((select tokens.name from tokens where tokens.id = acting_id), write_audit.object_name)
    end,
    actor ->> 'address', write_audit.action, write_audit.object_type, write_audit.object_id, write_audit.object_name,
    write_audit.changes
  from users where users.id = account;
end $$;
comment on function write_audit is
  'Adds an entry. self: the person who acts if the transaction names no account''s caller.';

-- Arguments: the type of object, the columns of its id and its name, and columns that are not settings.
create function record_change() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
  ignored text[] := array['id', 'user_id', 'uuid', 'created_at', 'updated_at'] || tg_argv[3]::text[];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(after, before);
  action text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  name text := whole ->> tg_argv[2];
  changes jsonb := '[]';
begin
  if action = 'updated' and whole ->> 'deleted_at' is not null then
    if before ->> 'deleted_at' is not null then return null; end if;
    action := 'deleted';
  end if;
  if action <> 'deleted' then
    changes := changed_fields(before - ignored, after - ignored, kind);
    if action = 'updated' and changes = '[]' then return null; end if;
  end if;
  name := case kind
    when 'member' then (select people.name from people where people.id = (whole ->> 'person_id')::bigint)
    when 'widget' then (select assistants.name from assistants where assistants.id = (whole ->> 'assistant_id')::bigint)
    when 'webhook_endpoint' then shown_url(name, is_path_shown => false)
    when 'inbox_group_member' then (select people.name from people where people.id = (whole ->> 'person_id')::bigint)
    else name
  end;
  perform write_audit((whole ->> case kind when 'account' then 'id' else 'user_id' end)::bigint,
    action, kind, whole ->> tg_argv[1], name, changes);
  return null;
end $$;

do $$
declare
  audited record;
begin
  for audited in select * from (values
    ('assistants', 'assistant', 'id', 'name', '{list_json}', 'update'),
    ('widget_pictures', 'widget', 'assistant_id', '', '{assistant_id,bytes}', 'update'),
    ('widget_secrets', 'widget', 'assistant_id', '', '{assistant_id,version}', 'update'),
    ('knowledgebases', 'knowledgebase', 'id', 'name',
      '{revision,embedding_model,embedding_dimensions,embedding_worker,embedding_lease_until,embedding_process}', 'update of name, description'),
    ('documents', 'document', 'id', 'name',
      '{status,stage,progress_done,progress_total,error,run,attempts,generation,building,worked_at,turn,warning,last_read_at,content_hash,refresh_error}',
      'update of name, description, url, links, relative_links_limit'),
    ('tools', 'tool', 'id', 'name', '{}', 'update'),
    ('mcp_servers', 'mcp_server', 'id', 'name', '{tools,tools_listed_at,listing_tried_at,listing_error}', 'update of name, url, timeout, sealed_headers'),
    ('phone_numbers', 'phone_number', 'id', 'phone_number', '{}', 'update'),
    ('sip_trunks', 'sip_trunk', 'phone_number_id', 'nickname', '{phone_number_id}', 'update'),
    ('campaigns', 'campaign', 'id', 'name', '{started_at,completed_at,has_chosen_numbers}', 'update'),
    ('senders', 'sender', 'id', 'display_name',
      '{quality_rating,messaging_limit,templates_synced_at,templates_error,templates_asked_at,problem,health_checked_at,status}',
      'update of assistant_id, provider, phone_number, display_name, sealed_credentials, webhook_key, is_switched_on'),
    ('webhook_targets', 'webhook_endpoint', 'id', 'url', '{failure_count,failing_since,last_failed_at}',
      'update of url, disabled_at, disabled_reason, events, description, sealed_headers, is_active'),
    ('webhook_secrets', 'webhook_secret', 'id', '', '{}', 'update'),
    ('canned_replies', 'canned_reply', 'id', 'shortcut', '{}', 'update'),
    ('inbox_groups', 'inbox_group', 'id', 'name', '{}', 'update'),
    ('inbox_group_members', 'inbox_group_member', 'person_id', '', '{}', 'update'),
    ('invitations', 'invitation', 'id', 'email', '{token_hash,invited_by}', 'update'),
    ('memberships', 'member', 'person_id', '', '{person_id}', 'update of role'),
    ('alert_settings', 'alert_settings', '', '', '{}', 'update'),
    ('vendor_connections', 'vendor', 'code', 'code', '{key_hint,saved_at}', 'update')
  ) as list (table_name, object_type, id_column, name_column, ignored, updates) loop
    execute format(
      'create trigger record_change after insert or %s or delete on %I for each row
       when (pg_trigger_depth() = 0) execute function record_change(%L, %L, %L, %L)',
      audited.updates, audited.table_name, audited.object_type, audited.id_column, audited.name_column, audited.ignored);
  end loop;
end $$;

create trigger record_change after update of name, email, timezone, pronunciations, low_balance_micros on users
  for each row when (pg_trigger_depth() = 0)
  execute function record_change('account', 'id', 'name', '{balance_micros,is_owner,is_timezone_chosen}');

-- People are members of several accounts.
create function record_person() returns trigger language plpgsql as $$
declare
  account bigint;
  changes jsonb := changed_fields(
    jsonb_build_object('name', old.name, 'email', old.email), jsonb_build_object('name', new.name, 'email', new.email));
begin
  for account in select user_id from memberships where person_id = new.id order by user_id loop
    if changes <> '[]' then
      perform write_audit(account, 'updated', 'member', new.id::text, new.name, changes, new.id);
    end if;
    if old.password_hash <> new.password_hash then
      perform write_audit(account, 'password_changed', 'member', new.id::text, new.name, self => new.id);
    end if;
  end loop;
  return null;
end $$;
create trigger record_person after update of name, email, password_hash on people
  for each row execute function record_person();

create function record_token() returns trigger language plpgsql as $$
declare
  token tokens := coalesce(new, old);
  actor jsonb := coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb;
  is_own boolean := actor ->> 'token_id' = token.id::text;
  type text := case token.kind when 'session' then 'session' else 'api_key' end;
begin
  if token.kind = 'api-key' and tg_op <> 'UPDATE' then
    perform write_audit(token.user_id, case tg_op when 'INSERT' then 'created' else 'deleted' end, type,
      token.id::text, token.name,
      case tg_op when 'INSERT' then changed_fields(null, jsonb_build_object('role', token.role, 'expires_at', token.expires_at)) else '[]' end);
  -- Sessions that end with a password or a membership are not listed one by one.
  elsif token.kind = 'session' and (tg_op = 'INSERT' or is_own) then
    perform write_audit(token.user_id, case tg_op when 'DELETE' then 'signed_out' else 'signed_in' end, type,
      token.id::text, null, self => token.person_id);
  end if;
  return null;
end $$;
create trigger record_token after insert or update of user_id or delete on tokens
  for each row when (pg_trigger_depth() = 0) execute function record_token();

-- One entry for each statement, because lists of thousands of numbers are imported at once.
create function record_blacklist() returns trigger language plpgsql as $$
declare
  entry record;
begin
  -- Customers who opt out are in the list itself, with the source.
  if coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb ->> 'kind' in ('person', 'api_key', 'terminal') is not true then
    return null;
  end if;
  for entry in
    select user_id, count(*) as numbers, min(phone_number) as number, min(id)::text as id from changed group by user_id
  loop
    perform write_audit(entry.user_id, tg_argv[0], 'do_not_call_number',
      case entry.numbers when 1 then entry.id end,
      case entry.numbers when 1 then entry.number else entry.numbers || ' numbers' end);
  end loop;
  return null;
end $$;
create trigger record_added after insert on blacklisted_numbers referencing new table as changed
  for each statement execute function record_blacklist('created');
create trigger record_removed after delete on blacklisted_numbers referencing old table as changed
  for each statement execute function record_blacklist('deleted');
