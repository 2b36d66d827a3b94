-- Windows of all lengths share the table, so that only the end of its window says when a counter is over.
truncate rate_counters;
alter table rate_counters add column expires_at timestamptz not null;
