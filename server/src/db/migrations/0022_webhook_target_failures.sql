-- When a target failed last: it has failed all the time only where its failures follow on one another.
alter table webhook_targets add column last_failed_at timestamptz;
