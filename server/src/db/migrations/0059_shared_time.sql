-- Limits and tokens now use only the database's clock. Rows of a process whose clock was ahead would block their
-- account until then. `window_number` identified windows in earlier versions.
truncate rate_counters, rate_windows;
alter table rate_counters alter column window_number set default 0;
update tokens set last_used_at = clock_timestamp() where last_used_at > clock_timestamp();
