-- Allows conversations with the assistant without a credential.
alter table assistants add column is_public boolean not null default true;

-- Rendered after widget_settings. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.widget_settings,', 'new.widget_settings, new.is_public,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"is_public":true}';
alter table assistants enable trigger render_assistant;

-- Opened with a credential of the account: tests are free and visitor limits do not apply.
alter table conversations add column opened_by_account boolean not null default false;
-- Unknown for existing tests. They were free, and recent ones stay free.
update conversations set opened_by_account = true
where type = 'test' and updated_at > clock_timestamp() - interval '30 days';

-- Cost of visitors per assistant and UTC day.
create table visitor_spend (
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants on delete cascade,
  day date not null,
  spent_micros bigint not null,
  primary key (assistant_id, day)
);
