-- Texts, language, starters and working hours of the widget, after the settings that it had before.
update assistants set list_json = '', widget_settings = json_build_object(
  'theme', widget_settings -> 'theme',
  'color', widget_settings -> 'color',
  'position', widget_settings -> 'position',
  'allowed_origins', coalesce(widget_settings -> 'allowed_origins', '[]'),
  'title', null,
  'subtitle', null,
  'language', 'auto',
  'starters', '[]'::json,
  'greeting_bubble', null,
  'placeholder', null,
  'consent_text', null,
  'working_hours', '[]'::json,
  'away_text', null,
  'away_contact', null);

create table widget_pictures (
  user_id bigint not null references users on delete cascade,
  assistant_id bigint primary key references assistants on delete cascade,
  content_type text not null,
  bytes bytea not null,
  -- Names the version in the picture's address.
  sha256 text not null,
  created_at timestamptz not null default now()
);
create index on widget_pictures (user_id);
