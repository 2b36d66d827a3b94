-- Whether people without a credential of the account may open conversations with an assistant.
alter table assistants add column is_public boolean not null default true;

-- Rendered after widget_settings. Patched, so that whatever else the function renders by now stays.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.widget_settings,', 'new.widget_settings, new.is_public,');
end $$;
-- Nobody has changed these assistants: their updated_at stays.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"is_public":true}';
alter table assistants enable trigger render_assistant;

-- Opened with a credential of the account: its tests are free, and visitors' limits do not apply.
alter table conversations add column opened_by_account boolean not null default false;
-- Nobody could tell who opened the tests until now. They were free, and those of the last days stay so.
update conversations set opened_by_account = true
where type = 'test' and updated_at > clock_timestamp() - interval '30 days';

-- What visitors have cost an assistant, by day of UTC.
create table visitor_spend (
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants on delete cascade,
  day date not null,
  spent_micros bigint not null,
  primary key (assistant_id, day)
);
