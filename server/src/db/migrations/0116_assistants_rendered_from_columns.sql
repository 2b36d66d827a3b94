-- Renders all columns of an assistant instead of a list of them. A migration that adds a column renders the stored
-- assistants again: update assistants set list_json = '';
create or replace function render_assistant() returns trigger language plpgsql as $$
begin
  -- An empty list_json asks for rendering only: the assistant is not edited.
  if tg_op = 'UPDATE' and new.list_json <> '' then
    new.updated_at := clock_timestamp();
  end if;
  new.list_json := null;
  select left(fixed::text, -1) || ',' || columns.members || '}' into new.list_json
  from
    (select row_to_json(shown) as fixed from (
      select
        1 as instance_id, null as engine_id, null as synthesizer_id, null as transcriber_id,
        null as flows_platform_id,
        (select row_to_json(spoken) from
          (select id, name, iso_2 from languages where id = new.language_id) spoken) as language,
        iso_timestamp(new.deleted_at) as deleted_at, iso_timestamp(new.created_at) as created_at,
        iso_timestamp(new.updated_at) as updated_at) shown) answer,
    (select string_agg(to_json(key) || ':' || case
        when attribute.atttypid = 'numeric'::regtype then '"' || value || '"'
        when key in ('fillers', 'end_call_on_voicemail') then case value::text when 'true' then '1' else '0' end
        else value::text
      end, ',') as members
    from json_each(row_to_json(new)) as member (key, value)
    join pg_attribute attribute on attribute.attrelid = tg_relid and attribute.attname = key
    where key not in ('list_json', 'deleted_at', 'created_at', 'updated_at')) columns;
  return new;
end $$;
comment on function render_assistant() is
  'Stores the answer of the assistant with the assistant, so that lists need not build it: every column but list_json, decimals as text.';

update assistants set list_json = '';
