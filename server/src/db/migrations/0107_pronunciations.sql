-- How voices speak, and which words speech-to-text providers should expect.
alter table users add column pronunciations json not null default '[]';
alter table assistants add column speech_normalization boolean not null default true;
alter table assistants add column pronunciations json not null default '[]';
alter table assistants add column transcriber_keywords json not null default '[]';

-- Rendered after tool_ids. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.tool_ids,', 'new.tool_ids, new.speech_normalization, new.pronunciations, new.transcriber_keywords,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants
set list_json = left(list_json, -1) || ',"speech_normalization":true,"pronunciations":[],"transcriber_keywords":[]}';
alter table assistants enable trigger render_assistant;
