-- Older messages leave the history that the assistant reads; `summary` condenses those with ids up to `summarized_until`.
alter table conversations
  add column summary text,
  add column summarized_until bigint not null default 0;
