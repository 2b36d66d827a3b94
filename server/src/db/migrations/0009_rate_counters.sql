-- Windows of all lengths share the table, so a counter expires by the end of its window.
truncate rate_counters;
alter table rate_counters add column expires_at timestamptz not null;
