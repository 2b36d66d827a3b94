-- Set if a person spoke on the assistant's side.
alter table call_transcript add column speaker text check (speaker = 'supervisor');
