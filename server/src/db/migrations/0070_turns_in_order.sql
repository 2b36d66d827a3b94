-- When a turn began; null while it waits for another turn of its conversation.
alter table turns add column if not exists started_at timestamptz;
create unique index if not exists turns_running on turns (conversation_id) where started_at is not null;
