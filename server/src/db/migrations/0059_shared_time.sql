-- Limits and tokens now live on the database's clock alone. What a process with a clock ahead has left would keep its
-- account out until then. `window_number` is what earlier versions found a counter's window by.
truncate rate_counters, rate_windows;
alter table rate_counters alter column window_number set default 0;
update tokens set last_used_at = clock_timestamp() where last_used_at > clock_timestamp();
