-- A notice before the first message of a call; null: none.
alter table assistants add column notice_message text;

-- Rendered after the voicemail message. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.voice_mail_message,', 'new.voice_mail_message, new.notice_message,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"notice_message":null}';
alter table assistants enable trigger render_assistant;
